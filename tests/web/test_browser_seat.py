"""What a person at a table is told in a real browser: after a reload, and when the chips are gone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

CALLER = {"kind": "bot", "agent": "always_call"}


def sit(page: Any, **setup: Any) -> None:
    page.goto("/play")
    chairs = [{"kind": "human"}, setup.pop("bot", CALLER)]
    whole = {"title": "Seat", "game": "kuhn", "pace": 0.0, "auto_deal": False, "chairs": chairs, **setup}
    page.evaluate("""async (setup) => (await import("/static/play/lobby.js")).openTable(setup)""", whole)
    page.wait_for_url("**/play/*")


def play_out(page: Any, hand: int) -> None:
    """Deal a hand and check or call until it is over."""
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled(timeout=30_000)
    page.keyboard.press("d")
    while page.locator(".log .won").count() < hand:
        page.locator(f".log .won >> nth={hand - 1}").or_(page.locator(".actions.asked")).first.wait_for()
        if page.locator(".log .won").count() < hand:
            page.keyboard.press("c")
            page.wait_for_timeout(50)


def test_a_reload_in_a_hand_keeps_score_and_last_hand(page: Any) -> None:
    sit(page, game="leduc")
    for hand in (1, 2):
        play_out(page, hand)
    expect(page.locator(".score")).to_contain_text("in 2 hands")
    expect(page.locator(".score")).to_contain_text("no luck adjustment for this game")
    expect(page.locator(".score")).not_to_contain_text("Luck-adjusted")
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled(timeout=30_000)
    page.keyboard.press("d")
    page.wait_for_selector(".actions.asked")
    page.reload()
    page.wait_for_selector(".actions.asked")
    expect(page.locator(".score")).to_contain_text("in 2 hands")
    expect(page.locator(".summary")).to_contain_text("Hand 2")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("dialog", name="Hand 2")).to_be_visible()


def test_who_is_out_of_chips_is_told_and_can_rebuy(page: Any) -> None:
    """A stack of one big blind, all of it in the first hand: about every second table takes it."""
    bust = page.get_by_text("You are out of chips.")
    for _ in range(20):
        sit(page, game="holdem(betting=no-limit,blinds=1/2)", stack=2)
        play_out(page, 1)
        if page.locator(".log .won").first.inner_text().startswith("Caller"):
            break
    expect(bust).to_be_visible()
    rebuy = page.get_by_role("button", name="Rebuy")
    expect(rebuy).to_have_class("primary")
    rebuy.click()
    expect(bust).to_be_hidden()


def test_wide_intervals_stay_in_their_panel(page: Any) -> None:
    """After two hands intervals have many digits; beside a table at 1440 and on a phone they are wrapped."""
    sit(page)
    page.wait_for_selector(".beside")
    page.evaluate(
        """async () => {
            const { makeScore } = await import("/static/play/side.js");
            const rate = { mean: -1234567.8, low: -12345678.9, high: 9876543.2 };
            const score = makeScore();
            score.root.id = "wide";
            score.hear({ hands: 2, won: -123456.78, money: rate, adjusted: rate, method: "deals" });
            document.querySelector(".beside").prepend(score.root);
        }"""
    )
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator("#wide").evaluate("panel => panel.scrollWidth <= panel.clientWidth"), width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
