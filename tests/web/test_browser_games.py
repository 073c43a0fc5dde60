"""Games in a real browser: Leduc hold'em is built from Kuhn poker in the form, saved, and played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from riverboat.games.catalogue import make_game
from riverboat.games.pgdl import read

Screenshots = Callable[[Any, str], None]


def _field(scope: Any, label: str) -> Any:
    return scope.locator(f".field:has(> span:text-is('{label}'))").locator("input, select").first


def test_build_leduc_and_play_it(page: Any, screenshots: Screenshots) -> None:
    page.goto("/games")
    page.get_by_role("link", name="Build a game").click()
    text = page.get_by_label("PGDL document")
    page.get_by_text("This game is valid.").wait_for()
    page.get_by_label("Start from a game").select_option("kuhn")
    page.get_by_text(re.compile("3 cards: only$")).wait_for()

    _field(page, "Name").fill("My Leduc")
    _field(page, "Players from").fill("2")
    _field(page, "to").fill("2")
    _field(page, "Stack").fill("13")
    _field(page, "Ante").fill("1")
    _field(page, "Cards").select_option("own")
    _field(page, "Ranks, low first").fill("JQK")
    _field(page, "Suits").fill("hs")
    decided = _field(page, "Decided by")
    decided.select_option("best")
    _field(page, "Cards in a hand").fill("2")
    first = page.locator(".games-round").nth(0)
    _field(first, "Name").fill("preflop")
    _field(first, "Cards down").fill("1")
    _field(first, "Bet").fill("2")
    _field(first, "Maximum raises").fill("2")
    page.get_by_role("button", name="Add a round").click()
    second = page.locator(".games-round").nth(1)
    _field(second, "Name").fill("flop")
    _field(second, "On the board").fill("1")
    _field(second, "Bet").fill("4")
    page.get_by_text("limit game for 2 players, 6 cards: preflop, flop").wait_for()
    assert 'name="My Leduc"' in text.input_value()

    # The other way: the text is changed, and the form follows.
    text.fill(text.input_value().replace('ante="1"', 'ante="one"'))
    page.get_by_role("button", name=re.compile(r'line 2.*ante="one": expected an amount')).wait_for()
    assert _field(page, "Ante").input_value() == "one"
    screenshots(page, "games-builder-wrong")
    text.fill(text.input_value().replace('ante="one"', 'ante="1"'))
    page.get_by_text("This game is valid.").wait_for()
    screenshots(page, "games-builder")
    built, known = read(text.input_value()).rules(), make_game("leduc")
    assert (built.streets, built.antes, built.deck, built.awards) == (
        known.streets,
        known.antes,
        known.deck,
        known.awards,
    )

    page.get_by_role("button", name="Against: Sofia").click()
    page.get_by_role("dialog", name="Against").get_by_role("button", name="Caller").click()
    page.get_by_role("button", name="Play it now").click()
    page.wait_for_url(re.compile(r"/play/[0-9a-f]+$"))
    _play_a_hand(page)
    page.goto("/games")
    page.get_by_role("link", name="My Leduc").wait_for()


def _play_a_hand(page: Any) -> None:
    """Check or call until the first hand is over and the next begins."""
    for _ in range(8):
        button = page.get_by_role("button", name=re.compile(r"^(Check|Call)", re.IGNORECASE)).first
        button.wait_for(timeout=20_000)
        button.click()
        page.wait_for_timeout(900)
        tables = page.request.get("/api/tables").json()
        if tables[0]["hand"] > 1 or (tables[0]["hand"] == 1 and not tables[0]["playing"]):
            break
    assert tables[0]["game"]
    hands = page.request.get("/api/review/hands").json()
    for _ in range(40):
        if hands["total"]:
            break
        page.wait_for_timeout(250)
        hands = page.request.get("/api/review/hands").json()
    assert hands["total"] >= 1, json.dumps(tables)
    assert hands["hands"][0]["game"].startswith("My Leduc")


@pytest.mark.console("refused")
def test_the_catalogue(page: Any, screenshots: Screenshots) -> None:
    page.goto("/games")
    page.get_by_role("heading", name="Texas hold'em").wait_for()
    facts = page.locator(".games-facts")
    facts.get_by_text("blinds 50/100, stacks of 20,000; the pot goes to the high hand.").wait_for()
    details = page.locator("details", has=page.locator(".games-identity"))
    details.locator("summary").click()
    details.get_by_text("holdem(betting=no-limit,players=2)").wait_for()
    page.get_by_label("Find a game").fill("badugi")
    page.get_by_role("link", name=re.compile("badugi", re.IGNORECASE)).first.click()
    page.wait_for_url("**/games/badugi")
    page.get_by_role("tab", name="ACPC").click()
    page.get_by_text("It cannot be expressed as an ACPC definition").wait_for()
    page.get_by_role("tab", name="PGDL").click()
    assert "<DrawCards" in page.locator(".games-source").inner_text()
    page.get_by_role("tab", name="Streets").click()
    page.get_by_text("More settings").click()
    _field(page, "raises").fill("x")
    page.get_by_role("alert").filter(has_text="expected").wait_for()
    _field(page, "raises").fill("")
    _field(page, "Players").select_option("4")
    _field(page, "Big blind").fill("40")
    page.locator("details summary", has_text="details").first.click()
    page.get_by_text("players=4,blinds=20/40").wait_for()
    screenshots(page, "games")
