"""What people keep, in a real browser: deleted by accident it is there again; it has names, folders and tags."""

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


def _done(page: Any, path: str, order: dict[str, Any]) -> str:
    """The id of a job that is over."""
    job = page.request.post(path, data=order).json()
    while job["state"] in ("waiting", "running"):
        page.wait_for_timeout(100)
        job = page.request.get(f"/api/jobs/{job['id']}").json()
    assert job["state"] == "done", job["error"]
    return str(job["id"])


@pytest.mark.parametrize("kind", ["match", "solve"])
def test_a_match_and_a_solve_are_named_found_by_folder_deleted_and_brought_back(page: Any, kind: str) -> None:
    """The name is on the page of the thing and in the notice too; ten seconds later it is gone from the server."""
    if kind == "match":
        order = {"agents": ["random", "always_call"], "game": "kuhn", "hands": 10}
        listed, name = "/watch", _done(page, "/api/watch", order)
        other, thing = _done(page, "/api/watch", order | {"seed": 2}), page.locator(".watch-list tbody tr")
    else:
        spot = {"board": "2c2d7h7s3c", "oop": "AA", "ip": "KK", "pot": 100, "stack": 100, "bets": "a"}
        listed, name = "/study/spots", _done(page, "/api/study/spots", {"spot": spot, "target": 1.0})
        other = _done(page, "/api/study/spots", {"spot": spot | {"pot": 50}, "target": 1.0})
        thing = page.locator(".spot-list[aria-label='Solved spots'] li")
    page.goto(listed)
    expect(thing).to_have_count(2)
    mine = thing.filter(has=page.locator(f"a[href$='{name}']"))
    mine.get_by_role("button", name="Name, folder and tags").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("The first")
    dialog.get_by_label("Folder").fill("fun/old")
    dialog.get_by_label("Tags").fill("slow, Odd")
    dialog.get_by_role("button", name="Save").click()
    expect(mine).to_contain_text("odd")
    page.get_by_label("Folder", exact=True).select_option("fun")
    expect(thing).to_have_count(1)
    page.get_by_role("link", name="The first").click()
    expect(page.get_by_role("heading", name="The first")).to_be_visible()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator(".notice")).to_contain_text("The first is deleted.")
    page.wait_for_url(f"**{listed}")
    expect(mine).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="The first")).to_be_visible()
    page.goto(listed)
    mine.get_by_role("button", name="Delete The first").click()
    expect(page.locator(".notice")).to_have_count(0, timeout=30_000)  # ten seconds
    assert page.request.get(f"/api/jobs/{name}").status == 404
    assert page.request.get(f"/api/jobs/{other}").status == 200
