"""Classes of players by the printed intervals."""

from __future__ import annotations

import pytest

from riverboat.arena import run_match
from riverboat.games.indicators import Indicators
from riverboat.model.styles import player_class


def book(vpip: int, pfr: int, af: float, hands: int = 100) -> Indicators:
    """A player with these percentages of 100 hands, and this aggression factor."""
    made = Indicators()
    made.hands = hands
    made.opportunities[0] = made.opportunities[1] = 100
    made.done[0], made.done[1] = vpip, pfr
    made.later = [round(af * 10), 10, 0]
    return made


@pytest.mark.parametrize(
    ("vpip", "pfr", "af", "expected"),
    [
        (14, 11, 3.0, "tight aggressive"),
        (9, 6, 1.0, "rock"),
        (20, 18, 3.0, "loose aggressive"),
        (60, 45, 6.0, "maniac"),
        (20, 5, 1.0, "calling station"),
        (50, 5, 1.0, "loose passive"),
        (26, 20, 3.0, "loose aggressive"),  # VPIP 25 to 29 is in no interval: two of three bounds hold
    ],
)
def test_printed_intervals(vpip: int, pfr: int, af: float, expected: str) -> None:
    assert player_class(book(vpip, pfr, af)) == expected


def test_a_short_stack_is_needed_for_a_short_stacker() -> None:
    assert player_class(book(6, 4, 1.0), stack=20) == "short stacker"
    assert player_class(book(6, 4, 1.0), stack=100) == "rock"


def test_few_hands_say_nothing() -> None:
    assert player_class(book(14, 11, 3.0, hands=29)) == "unknown"


def test_always_call_is_passive_and_always_raise_a_maniac() -> None:
    result = run_match(["always_call", "always_raise", "rules", "rules"], "holdem(betting=limit)", 200)
    assert player_class(result["always_call"].indicators) == "loose passive"
    assert player_class(result["always_raise"].indicators) == "maniac"
