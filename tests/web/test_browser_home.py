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


def test_three_clicks_from_home_to_a_hand_a_spot_and_the_review_of_it(page: Any) -> None:
    """A newcomer, who reads nothing and types nothing: every click is counted by the browser."""
    page.add_init_script(
        """addEventListener("click", (event) => event.isTrusted
            && sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks")) + 1), true)"""
    )

    def home() -> None:
        page.goto("/")
        page.evaluate("sessionStorage.setItem('clicks', 0)")

    def clicks() -> int:
        return int(page.evaluate("sessionStorage.getItem('clicks')"))

    home()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector(".actions.asked", timeout=120_000)
    expect(page.locator(".who", has_text="Sofia")).to_be_visible()
    page.locator(".actions").get_by_role("button", name="Fold").click()
    skip = page.get_by_role("button", name="Skip")
    expect(skip.or_(page.locator(".summary table"))).to_be_visible()
    assert clicks() == 2
    if skip.is_visible():
        skip.click()
    expect(page.locator(".summary table")).to_be_visible()  # the hand is over, and stored

    home()
    page.get_by_role("link", name="Train", exact=True).last.click()
    page.get_by_role("link", name="aces or queens against kings").click()
    page.locator("[data-action]").first.click()
    expect(page.locator(".train-judgement")).to_contain_text("EV lost")
    assert clicks() == 3

    home()
    page.get_by_role("link", name="Your hands").click()
    page.get_by_role("button", name="Show hand 1", exact=True).click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    page.get_by_role("button", name="Make the report").click()
    page.wait_for_url("**/review/report/*")
    expect(page.frame_locator("iframe").get_by_role("heading", level=1)).to_contain_text("Review of")
    assert clicks() == 3
