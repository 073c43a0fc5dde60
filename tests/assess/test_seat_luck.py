"""What a seat may know of its luck: nothing about cards that were not shown, no luck on average, less variance."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from riverboat.arena import run_match
from riverboat.assess.chance import chance_luck
from riverboat.assess.seat_luck import seat_luck_error, without_seat_luck
from riverboat.cards.card import card_text, parse_cards
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State
from riverboat.model.all_in import adjusted_payoffs
from riverboat.stats.mean import RunningMean


def _folded_on_the_turn(theirs: str, board: str = "9sTs3h2c4d", mine: str = "AhAd") -> Hand:
    """Heads-up: a raise before the flop, a bet on the flop, both called, and position 0 folds to a bet on the turn."""
    rules = parse_game("holdem(betting=no-limit,players=2)")
    deck = list(parse_cards(theirs + mine + board))
    state = State(rules, [*deck, *(card for card in range(52) if card not in deck)])
    state.raise_to(300)
    state.check_or_call()
    for bet in (400, 900):
        state.check_or_call()
        state.raise_to(bet)
        if bet == 400:
            state.check_or_call()
    state.fold()
    return finished_hand(state, ("theirs", "mine"), rules.stacks)


def test_every_hand_that_an_opponent_may_have_folded_gives_the_same_estimate() -> None:
    """The attack: list what the opponent may have had, and keep the hands that explain the number."""
    seen = parse_cards("AhAd9sTs3h2c")
    others = [card for card in range(52) if card not in seen]
    holdings = list(combinations(others, 2))
    candidates = Random(1).sample(holdings, 60)
    texts = ["".join(map(card_text, cards)) for cards in candidates]
    hands = [
        _folded_on_the_turn(text, board="9sTs3h2c" + _another(cards))
        for text, cards in zip(texts, candidates, strict=True)
    ]
    assert len({without_seat_luck(hand, 1) for hand in hands}) == 1
    # With everyone's cards the number does give them away: the attack is a real one.
    assert len({round(chance_luck(hand).adjusted[1], 3) for hand in hands}) > 40


def _another(cards: tuple[int, ...]) -> str:
    return next(card_text(card) for card in parse_cards("4d5d6d7d") if card not in cards)


def test_a_deal_is_no_luck_on_average() -> None:
    """Over all rivers that a seat can imagine, its luck is nothing: the estimate is the payoff on the turn."""
    known = parse_cards("AhAd9sTs3h2c")
    rivers = [card for card in range(52) if card not in known]

    def checked_down(river: int) -> Hand:
        theirs = [card for card in range(52) if card not in (*known, river)][:2]
        rules = parse_game("holdem(betting=limit,players=2)")
        deck = [*theirs, *known, river]
        state = State(rules, [*deck, *(card for card in range(52) if card not in deck)])
        for _ in range(6):
            state.check_or_call()
        state.raise_to(state.raise_interval()[0])  # type: ignore[index]
        state.fold()
        return finished_hand(state, ("theirs", "mine"), rules.stacks)

    turn = _estimate_without_river(checked_down(rivers[0]))
    estimates = [without_seat_luck(hand, 1) - float(hand.payoffs[1]) for hand in map(checked_down, rivers)]
    assert len(estimates) == 46
    assert sum(estimates) / 46 == pytest.approx(turn)
    assert max(estimates) - min(estimates) > 1.0


def _estimate_without_river(hand: Hand) -> float:
    """The luck up to the turn: the record ends there, as if everything after it had not been dealt."""
    return without_seat_luck(hand._replace(board=hand.board[:4]), 1) - float(hand.payoffs[1])


def test_an_all_in_counts_by_the_hands_that_were_shown() -> None:
    rules = parse_game("holdem(betting=no-limit,players=2)")
    deck = list(parse_cards("KsKdAhAd9sTs3h2c4d"))
    state = State(rules, [*deck, *(card for card in range(52) if card not in deck)])
    state.raise_to(state.raise_interval()[1])  # type: ignore[index]
    state.check_or_call()
    hand = finished_hand(state, ("a", "b"), rules.stacks)
    luck = chance_luck(hand, samples=1).by_street[0][1]
    own = float(adjusted_payoffs(hand)[1]) - without_seat_luck(hand, 1)
    assert own == pytest.approx(2 * rules.largest_blind * (0.8520 - 0.5), abs=0.02)  # aces against a random hand
    assert own != pytest.approx(luck)


def test_a_raiser_and_a_caller_are_equals_by_what_each_knows() -> None:
    """Actions that do not depend on cards: true difference 0, and less variance than money has."""
    hands: list[Hand] = []
    run_match(["always_call", "always_raise"], "holdem(betting=limit)", 400, seed=3, record=hands.extend)
    name = hands[0].players[0]
    places = [(hand, hand.players.index(name)) for hand in hands]
    assert all(seat_luck_error(hand, place) is None for hand, place in places)
    money = RunningMean.of(float(hand.payoffs[place]) for hand, place in places)
    without = RunningMean.of(without_seat_luck(hand, place) for hand, place in places)
    assert abs(without.mean) < 4 * without.standard_error
    assert without.deviation < 0.9 * money.deviation
