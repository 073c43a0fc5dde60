"""An agent that sees screenshots only: the reader's eye, the tracker and the mouse together, in real Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from test_browser_sight import check, new_table

from riverboat.web.by_sight import play_by_sight


@pytest.fixture(scope="module", autouse=True)
def calibrated() -> None:
    """Measured before the tests' Chromium is started: two cannot be driven from one thread."""
    pytest.importorskip("cv2", reason="needs OpenCV")
    pytest.importorskip("playwright.sync_api", reason="needs playwright")
    from riverboat.web.pictures.calibrating import calibration

    calibration()


def from_pixels(browser: Any, server: Any, hands: int, *, agent: str = "random", pace: float = 0.0) -> int:
    """The twin decides the same in every hand; how many were seen from beginning to end as the server recorded them."""
    url = new_table(server, ("random",), game="holdem(betting=limit)", stack=100_000, pace=pace)
    played = play_by_sight(agent, url, hands=hands, seed=5, browser=browser)
    check(played, hands)
    return played.followed


def test_twenty_hands_from_pixels(browser: Any, server: Any) -> None:
    """The opponent answers at once: what it did is inferred from the picture of our next turn."""
    from_pixels(browser, server, 20)


@pytest.mark.slow
def test_two_hundred_hands_from_pixels(browser: Any, server: Any) -> None:
    from_pixels(browser, server, 200, agent="rules")


def test_three_hands_from_pixels_at_a_pace(browser: Any, server: Any) -> None:
    """Actions stay for a second. On a machine that needs longer for a picture a hand can be over before it was seen."""
    assert from_pixels(browser, server, 3, pace=1.0) > 0


@pytest.mark.slow
def test_twenty_hands_from_pixels_at_a_pace(browser: Any, server: Any) -> None:
    assert from_pixels(browser, server, 20, pace=1.0) == 20
