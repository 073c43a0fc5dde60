"""At the table in a real browser: positions, big blinds, acting in advance, skipping, counts and lessons."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

SETUP = {
    "title": "Extras",
    "game": "holdem(betting=no-limit,blinds=50/100)",
    "pace": 0.2,
    "auto_deal": False,
    "chairs": [{"kind": "human"}, *({"kind": "bot", "agent": "always_call"} for _ in range(3))],
}


def test_what_a_table_offers_besides_play(page: Any, screenshots: Callable[[Any, str], None]) -> None:
    page.goto("/play")
    page.evaluate("""async (setup) => (await import("/static/play/lobby.js")).openTable(setup)""", SETUP)
    page.wait_for_url("**/play/*")
    deal = page.get_by_role("button", name="Deal", exact=True)
    expect(deal).to_be_enabled(timeout=60_000)

    # The first hand: called to the end.
    deal.click()
    page.wait_for_selector(".actions.asked")
    places = {each.inner_text() for each in page.locator(".seat .place").all()}
    assert places == {"BTN", "SB", "BB", "UTG"}
    expect(page.locator(".preset").first).to_have_text("2 bb")
    page.get_by_role("button", name="2.5 bb").click()
    expect(page.get_by_label("Raise to")).to_have_value("250")
    page.locator(".display summary").click()
    page.get_by_label("amounts in big blinds").check()
    expect(page.locator(".act.raise")).to_have_text("Raise to 2.5 bb")
    expect(page.locator(".seat .stack").first).to_have_text(re.compile(r"bb$"))
    page.get_by_label("amounts in big blinds").uncheck()
    page.locator(".display summary").click()
    while not page.locator(".log .won").count():
        page.locator(".log .won").or_(page.locator(".actions.asked")).first.wait_for()
        if page.locator(".actions.asked").count():
            page.keyboard.press("c")
            page.wait_for_timeout(100)
    lesson = page.locator(".lesson li")
    expect(lesson).to_have_count(4, timeout=120_000)
    expect(lesson.last).to_have_text(re.compile("river"))
    expect(page.locator(".seat:not(.mine) .hud").first).to_have_text(re.compile(r"\(1\)"))
    expect(page.locator(".score .big")).to_have_text(re.compile("in 1 hand$"))
    screenshots(page, "table-extras")

    # On a phone the list of switches fits beside the button that opens it.
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".display summary").click()
    box = page.locator(".display-list").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.evaluate("document.documentElement.clientWidth")
    page.locator(".display summary").click()
    page.set_viewport_size({"width": 1440, "height": 900})

    # The second: planned in advance; whoever has folded can skip the rest, and the next hand comes by itself.
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_selector(".actions.asked")
    page.get_by_role("button", name=re.compile("^(Call|Check)")).first.click()
    page.get_by_role("button", name="Check or call any").click()
    expect(page.locator(".log .street", has_text="Turn").or_(page.locator(".log .won").nth(1)).first).to_be_visible()
    number = page.locator(".log .hand").count()
    while page.locator(".log .hand").count() == number:
        asked = page.locator(".actions.asked")
        skip = page.get_by_role("button", name="Skip to the next hand")
        page.locator(".log .won").nth(1).or_(asked).or_(skip).first.wait_for()
        if page.locator(".log .won").count() > 1:
            break
        if asked.count():
            page.keyboard.press("c")
        page.wait_for_timeout(100)
