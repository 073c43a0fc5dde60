"""The Train page in Chromium: a spot is chosen, hands are played by keys, mistakes lead to the Study page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

Screenshots = Callable[[Any, str], None]
PATIENCE = 120_000


def test_the_list_of_mistakes_says_when_they_come_back_and_is_whole_as_a_file(page: Any) -> None:
    tally = {"decisions": 40, "lost_per_100": None, "lost_pots_per_100": 3.0, "best": 0.5, "right": 0.6}
    spot = {"spot": "river-dry-king", "title": "River", "board": "Ks7c2h5d9s", "total": tally, "streets": {}}
    score = {"total": tally, "streets": {}, "spots": [spot | {"mistakes": 33, "due": 1}], "due": 1}
    now = datetime.now(UTC)
    waits = [timedelta(minutes=-1), timedelta(minutes=9.5), timedelta(days=3), *[timedelta(days=7)] * 30]
    mistake: dict[str, Any] = {
        "spot": "river-dry-king",
        "title": "River",
        "path": "b30",
        "hand": "AcTh",
        "player": "oop",
    }
    mistake |= {"street": "river", "action": "f", "best": "c", "pot": 91, "times": 1, "box": 0}
    mistakes = [mistake | {"lost": 90.0 - place, "due": (now + wait).isoformat()} for place, wait in enumerate(waits)]
    page.route("**/api/train/score", lambda route: route.fulfill(json=score))
    page.route("**/api/train/mistakes", lambda route: route.fulfill(json=mistakes))
    page.goto("/train")
    expect(page.get_by_text("Mistakes to try again: 1 in River.")).to_be_visible()
    rows = page.get_by_role("region", name="Mistakes").locator("tbody tr")
    expect(rows).to_have_count(30)
    said = rows.locator("td:nth-child(8)").all_inner_texts()
    assert said[:4] == ["due", "in 10 minutes", "in 3 days", "in 7 days"]
    page.get_by_role("button", name="Show the other 3").click()
    expect(rows).to_have_count(33)
    with page.expect_download() as saved:
        page.get_by_role("region", name="Mistakes").get_by_role("button", name="CSV").click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert lines[0] == "spot,hand,line,you,best,lost_chips,lost_pots,box,times,comes_back"
    assert (len(lines), lines[2].split(",")[:6]) == (34, ["River", "AcTh", "bet 30", "fold", "call", "89"])


@pytest.mark.console("refused")
def test_hands_that_cannot_be_dealt_are_said_in_place_of_the_last_hand(page: Any) -> None:
    page.goto("/train")
    page.get_by_role("link", name="aces or queens against kings").click()
    table = page.get_by_role("region", name="The hand")
    expect(table.locator("#train-hole")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Your hands").fill("32")
    page.get_by_label("Your hands").press("Tab")
    expect(table.locator("#train-hole")).to_have_count(0)
    expect(table).to_contain_text("32")
    page.get_by_label("Your hands").fill("AA")
    page.get_by_label("Your hands").press("Tab")
    expect(table.locator("#train-hole")).to_contain_text("A")


@pytest.mark.slow
def test_a_river_is_trained_by_keys(page: Any, screenshots: Screenshots) -> None:
    """Aces or queens against kings: a check with aces loses half of the pot, and the mistake opens its node."""
    page.goto("/train")
    page.get_by_role("link", name="aces or queens against kings").click()
    page.get_by_label("Your hands").fill("AA")
    page.get_by_label("Your hands").press("Tab")  # what was typed is taken when the field is left
    page.get_by_label("Your position").select_option("oop")
    hole = page.locator("#train-hole")
    expect(page.locator("[data-action]")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator(".train-table")).to_have_attribute("aria-busy", "false")
    expect(hole).to_contain_text("A")
    page.locator("#train-tally").click()  # nowhere: the keys work from anywhere
    page.keyboard.press("x")
    judged = page.locator(".train-judgement")
    expect(judged).to_have_attribute("data-verdict", "mistake")
    expect(judged).to_contain_text("EV lost: 50 chips, 50.0 % of the pot")
    expect(judged).to_contain_text("bet 100")
    expect(page.locator(".train-end")).to_contain_text("You win: +100 chips")
    page.keyboard.press("d")
    expect(judged).to_have_count(0)
    expect(page.locator(".train-table")).to_have_attribute("aria-busy", "false")
    page.keyboard.press("2")
    expect(judged).to_have_attribute("data-verdict", "best")
    expect(page.locator("#train-tally")).to_contain_text("2 decisions")
    expect(page.locator("#train-tally")).to_contain_text("best 50 %")
    screenshots(page, "train-hand")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("link", name="All spots, score and mistakes").click()
    expect(page.get_by_role("region", name="Score")).to_contain_text("25.00")
    expect(page.get_by_role("region", name="Mistakes").locator("tbody tr")).to_contain_text(["in 10 minutes"])
    screenshots(page, "train-home")
    page.get_by_role("region", name="Mistakes").get_by_role("button", name="Study").click()
    page.locator(".strip").wait_for(timeout=PATIENCE)
    assert "/study/spots/" in page.url
    assert "hand=A" in page.url
