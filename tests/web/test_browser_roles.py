"""Roles in real Chromium: the owner invites somebody, who sits down, is freed from the seat, and is sent away."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

TOKEN = "the-token-of-the-owner"
PEOPLE = {"title": "Two people", "chairs": [{"kind": "human"}, {"kind": "human"}], "pace": 0, "auto_deal": False}


def test_somebody_is_invited_sits_down_is_freed_and_is_sent_away(
    browser: Any, open_server: Any, tmp_path: Path
) -> None:
    """The guest comes with the address that the owner is shown, and sees only what is for players."""
    with open_server(tmp_path, token=TOKEN) as server:
        contexts = [browser.new_context(base_url=server.url("").rstrip("/")) for _ in range(2)]
        owner, guest = (context.new_page() for context in contexts)
        owner.goto(f"/play?token={TOKEN}")
        owner.get_by_label("Name of the person").fill("Bob")
        owner.get_by_role("button", name="Invite").click()
        address = owner.locator(".people .key").text_content()
        assert re.fullmatch(r"http://\S+/play\?token=[\w-]{32}", address)
        owner.evaluate("async (setup) => (await import('/static/play/lobby.js')).openTable(setup)", PEOPLE)
        owner.wait_for_url(re.compile("/play/[0-9a-f]+$"))

        guest.goto(address)
        row = guest.locator(".tables .table-row", has_text="Two people")
        row.wait_for()
        assert guest.get_by_role("button", name="Close Two people").count() == 0
        assert guest.locator(".people").count() == 0
        guest.locator("header nav a[href='/watch']").wait_for(state="hidden")
        row.get_by_role("link", name="Join").click()
        guest.evaluate("localStorage.setItem('riverboat.name', 'Bob')")
        guest.get_by_role("button", name=re.compile("sit", re.IGNORECASE)).first.click()
        guest.locator(".company", has_text="Bob").get_by_role("button", name="Leave").wait_for()
        assert guest.get_by_label("deal automatically").is_disabled()

        owner.get_by_role("button", name="Free this seat").click()
        guest.get_by_text("your seat was freed by the host").wait_for()
        guest.get_by_role("button", name=re.compile("sit", re.IGNORECASE)).first.wait_for()

        owner.goto("/play")
        owner.get_by_role("button", name="Revoke the key of Bob").click()
        guest.get_by_text("your key was revoked").first.wait_for()
        assert guest.goto("/play").status == 401
        for context in contexts:
            context.close()
