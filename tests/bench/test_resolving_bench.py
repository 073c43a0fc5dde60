"""The benchmark of re-solving measures what it says: decisions that were made, and rivers that came up."""

from __future__ import annotations

from riverboat.agents.registry import make_agent
from riverboat.agents.resolving import Resolving
from riverboat.bench import LONG
from riverboat.bench.resolving import played, river_of


def test_decisions_are_timed_and_a_river_is_exploitable_for_less_after_re_solving() -> None:
    assert "resolving" in LONG
    solving, plain = make_agent("riverboat(resolve=river,iterations=5)"), make_agent("riverboat")
    assert isinstance(solving, Resolving)
    hands, timed = played(solving, plain, 8)
    mine = [street for hand in hands for street, position, _ in hand.actions if position == 0]
    assert [street for street, _ in timed.seconds] == mine
    hand = next(hand for hand in hands if any(street == 3 for street, _, _ in hand.actions))
    river = river_of(solving.policy, hand)
    assert 0.0 < river.after < river.before < 0.1
    assert river.hand < 0.01
