"""Home in a real browser: each door is one click from something that works, and the tour can be skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect


def test_four_doors_and_a_tour(page: Any, screenshots: Callable[[Any, str], None]) -> None:
    page.goto("/")
    tour = page.get_by_role("region", name="Tour")
    expect(tour).to_be_visible()
    screenshots(page, "home")
    tour.get_by_role("button", name="Skip").click()
    expect(tour).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Play a hand")).to_be_visible()
    expect(tour).to_have_count(0)  # whoever has skipped it is not asked again

    page.get_by_role("button", name="Open the sample session").click()
    page.wait_for_url("**/review?run=*")
    expect(page.get_by_text("of 120").first).to_be_visible(timeout=60_000)
    page.get_by_role("link", name="Riverboat, home").click()
    page.get_by_role("link", name="Billings's Table 2.3").click()
    expect(page.locator("main")).to_contain_text("2.3")

    page.get_by_role("link", name="Riverboat, home").click()
    page.get_by_role("button", name="Take the tour").click()
    panel = page.get_by_role("complementary", name="Tour")
    expect(panel).to_contain_text("1 of 6: Play")
    page.wait_for_url("**/play")
    panel.get_by_role("button", name="Next").click()
    expect(panel).to_contain_text("2 of 6: Watch")
    page.wait_for_url("**/watch")
    panel.get_by_role("button", name="Skip the tour").click()
    expect(panel).to_have_count(0)

    page.goto("/")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector(".actions.asked, .hole .card", timeout=120_000)
    expect(page.locator(".who", has_text="Sofia")).to_be_visible()
