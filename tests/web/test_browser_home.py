"""Home in a real browser: each door is one click from something that works, and the tour can be skipped."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

GAMES = ("Leduc hold'em", "Limit Texas hold'em")


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


def _fold_when_it_costs(page: Any, shown: Any) -> None:
    """Until something is shown; the key F checks where that is free."""
    for _ in range(300):
        if shown.is_visible():
            return
        page.keyboard.press("f")
        page.wait_for_timeout(100)
    expect(shown).to_be_visible()


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
    fold, check = (page.locator(".actions").get_by_role("button", name=name) for name in ("Fold", "Check"))
    (fold if fold.is_enabled() else check).click()  # nobody may fold who can check
    assert clicks() == 2
    skip = page.get_by_role("button", name="Skip")
    _fold_when_it_costs(page, skip.or_(page.locator(".summary table")).first)
    if skip.is_visible():
        skip.click()
    expect(page.locator(".summary table")).to_be_visible()  # the hand is over, and stored
    thought = page.locator(".summary .decision.ruled").first  # the rule that decided, and not 100/0/0
    expect(thought.locator(".rule")).to_contain_text(re.compile("best|good|call|bet|bluff|check"))
    expect(thought.locator("img.face")).to_be_visible()
    expect(thought.locator(".card")).to_have_count(2)

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


def test_a_fresh_installation_says_how_far_it_is_and_what_can_be_played(page: Any) -> None:
    """While kernels compile the lobby says so, and Home leads to a table whose players are ready."""
    now = {"is_over": False, "percent": 40, "words": "preparing the players, 40 %, once per installation",
           "ready": ["chen", "random"]}  # fmt: skip
    page.route("**/api/preparing", lambda route: route.fulfill(json=now))
    page.goto("/play")
    said = page.get_by_role("region", name="Preparing the players")
    expect(said).to_contain_text("Preparing the players, 40 %, once per installation.")
    ready = page.locator(".quick", has=page.locator("em:visible"))
    expect(ready).to_have_count(1)
    expect(ready).to_contain_text("Starter table")
    page.goto("/")
    expect(said).to_be_visible()
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", name="Starter table")).to_be_visible()
    page.wait_for_selector(".actions.asked", timeout=120_000)


def test_the_club_has_regulars_and_a_ladder_for_each_game(page: Any) -> None:
    """Ten hands of Leduc and of hold'em: a rating in each with its error, and money is not called luck-adjusted."""
    page.goto("/play")
    club = page.get_by_role("region", name="The club")
    expect(club.get_by_role("row", name="Riverboat", exact=False).first).to_be_visible()
    expect(page.locator(".quick", has_text="Six-handed with Riverboat")).to_be_visible()
    expect(club.get_by_role("status")).to_contain_text("Play ten hands against a regular")
    expect(club.locator(".club-rating")).to_have_count(0)
    leduc, limit = (club.locator("tbody", has=page.locator(".club-game", has_text=name)) for name in GAMES)
    for game, button in ((leduc, "Play Nash, Leduc hold'em"), (limit, "Play Poki, Limit Texas hold'em")):
        game.get_by_role("button", name=button).click()
        page.wait_for_url("**/play/*")
        while page.locator(".log .won").count() < 10:
            page.locator(".actions.asked").or_(page.locator(".log .won").nth(9)).first.wait_for()
            page.keyboard.press("f")  # the shortest hands, and no pause after them
            page.keyboard.press("d")
            page.wait_for_timeout(20)
        page.goto("/play")
        expect(game.locator(".club-rating")).to_have_text(re.compile(r"^your rating [+−][\d.]+ ± [\d.]+ bb/100$"))
    # One opponent in each game: you are as far above the mean of both as you are below the sum.
    for game, name, unit in ((leduc, "Nash", " money"), (limit, "Poki", "")):
        result = game.get_by_role("row", name=name).locator("td").nth(1)
        expect(result).to_have_text(re.compile(rf"^[+−][\d.]+ ± [\d.]+{unit}$"))
        half = number(str(result.text_content())) / 2
        assert number(str(game.locator(".club-rating").text_content())) == pytest.approx(half, abs=0.1)


def number(text: str) -> float:
    """The first number of a text, with its sign."""
    [sign, digits] = re.findall(r"([+−])([\d.]+)", text)[0]
    return float(digits) * (-1 if sign == "−" else 1)
