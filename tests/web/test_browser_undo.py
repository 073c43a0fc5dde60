"""Deleting in a real browser: a table that was closed by accident is there again, and one that was not is gone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

SETUP = {"title": "Mine", "game": "kuhn", "chairs": [{"kind": "human"}, {"kind": "bot", "agent": "always_call"}]}


def test_a_closed_table_can_be_brought_back(page: Any) -> None:
    page.goto("/play")
    page.evaluate("""async (setup) => (await import("/static/play/lobby.js")).openTable(setup)""", SETUP)
    page.wait_for_url("**/play/*")
    page.goto("/play")
    row = page.locator(".table-row", has_text="Mine")
    row.get_by_role("button", name="Close Mine").click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Close Mine").click()
    expect(row).to_have_count(0)
    page.goto("/lab")  # the page is left: nobody asks for it back
    for _ in range(600):  # the request goes on its way while the page is left
        if page.request.get("/api/tables").json() == []:
            return
        page.wait_for_timeout(50)
    pytest.fail("the table is still there")
