"""The Train page in Chromium: a spot is chosen, hands are played by keys, mistakes lead to the Study page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

Screenshots = Callable[[Any, str], None]
PATIENCE = 120_000


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
    screenshots(page, "train-home")
    page.get_by_role("region", name="Mistakes").get_by_role("button", name="Study").click()
    page.locator(".strip").wait_for(timeout=PATIENCE)
    assert "/study/spots/" in page.url
    assert "hand=A" in page.url
