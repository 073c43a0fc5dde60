"""The replayer in a real browser, from a file: it moves by buttons, keys and clicks, and asks nobody for anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State
from riverboat.show.page import page
from riverboat.show.replayer import frames, script, style


def _hand() -> Hand:
    """Three players, no-limit: a raise, a fold, a call; checked down."""
    state = State(parse_game("holdem(players=3)"), range(52))
    state.raise_to(300)
    state.fold()
    for _ in range(7):
        state.check_or_call()
    return finished_hand(state, ("Ann", "<b>Bob</b>", "Cid"), state.rules.stacks, 5)


@pytest.fixture
def tab(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """A page with one replayer, opened from the file system."""
    data = json.dumps(frames(_hand())).replace("<", "\\u003c")
    body = f'<script type="module">{script()}document.body.append(replayer({data}, {{ bottom: 2 }}));</script>'
    file = tmp_path / "hand.html"
    file.write_text(page("A hand", body, style=style()), encoding="utf-8")
    tab = browser.new_page()
    wrong: list[str] = []
    tab.on("console", lambda message: wrong.append(message.text))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("request", lambda asked: None if asked.url == file.as_uri() else wrong.append(asked.url))
    tab.goto(file.as_uri())
    yield tab
    tab.close()
    assert wrong == []


def test_buttons_keys_and_steps(tab: Any) -> None:
    said = tab.locator(".rp-said")
    assert "Ann posts 50; <b>Bob</b> posts 100" in said.inner_text()
    assert tab.get_by_role("button", name="Previous step").get_attribute("aria-disabled") == "true"
    tab.get_by_role("button", name="Next step").click()
    assert "Cid raises to 300" in said.inner_text()
    assert tab.locator(".rp-bet:not(.rp-none)").all_inner_texts() == ["50", "100", "300"]
    tab.keyboard.press("ArrowRight")
    assert "Ann folds" in said.inner_text()
    assert tab.locator(".rp-folded .rp-name").all_inner_texts() == ["Ann"]
    tab.keyboard.press("End")
    assert "wins 650" in said.inner_text()
    assert tab.locator(".rp-board .rp-card").count() == 5
    assert tab.locator(".rp-won").count() == 1
    tab.keyboard.press("Home")
    assert "two cards for everybody" in said.inner_text()
    tab.locator(".rp-step", has_text="calls 200").click()
    assert "<b>Bob</b> calls 200" in said.inner_text()
    assert tab.locator(".rp-step[aria-current=step]").inner_text() == "<b>Bob</b> calls 200"


def test_it_plays_to_the_end_and_stops(tab: Any) -> None:
    tab.get_by_label("Speed").fill("2")
    tab.locator(".rp").focus()
    tab.keyboard.press("Space")
    assert tab.get_by_role("button", name="Pause").is_visible()
    tab.wait_for_function("document.querySelector('.rp-said').dataset.step.split(' / ').every((n, _, a) => n === a[0])")
    assert tab.get_by_role("button", name="Play").is_visible()


def test_cards_stay_closed_until_the_showdown_if_wanted(tab: Any) -> None:
    assert tab.locator(".rp-seat .rp-back").count() == 0
    tab.get_by_label("open cards").uncheck()
    assert tab.locator(".rp-seat .rp-back").count() == 6
    tab.get_by_role("button", name="Last step").click()
    assert tab.locator(".rp-seat .rp-back").count() == 2  # Ann, who folded
