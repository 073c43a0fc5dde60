"""The luck of deals: its mean is nothing, and from an all-in on it leaves the all-in value."""

from __future__ import annotations

import pytest

from riverboat.arena import run_match
from riverboat.assess.chance import chance_luck, luck_error
from riverboat.cards.card import parse_cards
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.model.all_in import adjusted_payoffs
from riverboat.stats.mean import RunningMean

NO_LIMIT = "holdem(betting=no-limit,players=3)"


def _all_in_on_the_turn(cards: str) -> Hand:
    """Three players to the flop, one folds there, and the others are all-in on the turn."""
    rules = parse_game(NO_LIMIT)
    deck = list(parse_cards(cards))
    state = State(rules, [*deck, *(card for card in range(52) if card not in deck)])
    for _ in range(3):
        state.check_or_call()
    state.raise_to(400)
    state.fold()
    state.check_or_call()
    interval = state.raise_interval()
    assert interval is not None
    state.raise_to(interval[1])
    state.check_or_call()
    assert state.is_over
    return finished_hand(state, ("a", "b", "c"), rules.stacks)


def test_the_river_of_an_all_in_leaves_its_all_in_value() -> None:
    hand = _all_in_on_the_turn("AhAd7c2dKsQs" + "9sTs3h" + "2c" + "4d")
    luck = chance_luck(hand)
    without_river = [float(won) - moved for won, moved in zip(hand.payoffs, luck.by_street[3], strict=True)]
    assert without_river == pytest.approx(adjusted_payoffs(hand))
    assert sum(luck.adjusted) == pytest.approx(0.0)
    assert luck.by_street[3][1] == 0.0  # a player who has folded has no more luck


def test_all_rivers_together_are_no_luck() -> None:
    known = "AhAd7c2dKsQs" + "9sTs3h" + "2c"
    seen = parse_cards(known)
    from riverboat.cards.card import card_text

    rivers = [card_text(card) for card in range(52) if card not in seen]
    moved = [chance_luck(_all_in_on_the_turn(known + river), samples=1).by_street[3] for river in rivers]
    assert len(moved) == 42
    assert [sum(column) for column in zip(*moved, strict=True)] == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)


def test_a_raiser_and_a_caller_are_equals() -> None:
    """True difference 0, six-handed: the interval holds it and is narrower than that of money."""
    hands: list[Hand] = []
    names = ["always_call"] * 2 + ["always_raise"] * 2
    run_match(names, "holdem(betting=limit)", 240, seed=3, record=hands.extend)
    name = hands[0].players[0]
    places = [(hand, hand.players.index(name)) for hand in hands]
    money = RunningMean.of(float(hand.payoffs[place]) for hand, place in places)
    without = RunningMean.of(chance_luck(hand, samples=500).adjusted[place] for hand, place in places)
    assert abs(without.mean) < 4 * without.standard_error
    assert without.deviation < 0.9 * money.deviation


def test_what_has_no_luck_is_named() -> None:
    hand = _all_in_on_the_turn("AhAd7c2dKsQs9sTs3h2c4d")
    assert luck_error(hand) is None
    assert "every player's cards" in str(luck_error(hand._replace(down=(hand.down[0], (HIDDEN,) * 2, hand.down[2]))))
    rules = parse_game("omaha(betting=limit,players=2)")
    state = State(rules, range(52))
    state.fold()
    assert "hold'em" in str(luck_error(finished_hand(state, ("a", "b"), rules.stacks)))
