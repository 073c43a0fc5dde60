"""The same hands through phevaluator and pokerkit: no hand may be ranked differently."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.cards.card import cards_text
from riverboat.cards.ranking.rankings import RANKINGS

SHORT = range(16, 52)


def deal(seed: int, hands: int, cards: int, deck: Sequence[int] = range(52)) -> NDArray[np.uint8]:
    """Random hands from the deck."""
    rng = np.random.default_rng(seed)
    order = rng.random((hands, len(deck)), np.float32).argsort(axis=1)[:, :cards]
    return np.array(deck, np.uint8)[order]


def phevaluator_ranks(hands: NDArray[np.uint8]) -> list[int]:
    """phevaluator's own numbers run from 1, the royal flush, to 7462."""
    native = pytest.importorskip("phevaluator._pheval")
    evaluate = {5: native.evaluate_5cards, 6: native.evaluate_6cards, 7: native.evaluate_7cards}[hands.shape[1]]
    return [7462 - evaluate(*hand) for hand in hands.tolist()]


@pytest.mark.parametrize(("cards", "hands"), [(5, 50_000), (6, 50_000), (7, 200_000)])
def test_phevaluator_agrees(cards: int, hands: int) -> None:
    dealt = deal(11, hands, cards)
    assert RANKINGS["high"].rank_batch(dealt).tolist() == phevaluator_ranks(dealt)


@pytest.mark.slow
def test_phevaluator_agrees_on_ten_million_hands() -> None:
    for seed in range(20):
        dealt = deal(seed, 500_000, 7)
        assert RANKINGS["high"].rank_batch(dealt).tolist() == phevaluator_ranks(dealt)


def check_omaha_with_phevaluator(hands: int) -> None:
    native = pytest.importorskip("phevaluator._pheval")
    dealt = deal(12, hands, 9)
    expected = [7462 - native.evaluate_omaha_cards(*cards) for cards in dealt.tolist()]
    assert RANKINGS["omaha"].rank_batch(dealt[:, 5:], dealt[:, :5]).tolist() == expected


def test_phevaluator_agrees_on_omaha() -> None:
    check_omaha_with_phevaluator(50_000)


@pytest.mark.slow
def test_phevaluator_agrees_on_a_million_omaha_hands() -> None:
    check_omaha_with_phevaluator(1_000_000)


POKERKIT: list[tuple[str, str, int, int, Sequence[int], int]] = [
    # ranking, pokerkit's class, hole cards, board cards, deck, hands
    ("high", "StandardHighHand", 7, 0, range(52), 1000),
    ("short-deck", "ShortDeckHoldemHand", 5, 0, SHORT, 5000),
    ("short-deck", "ShortDeckHoldemHand", 2, 5, SHORT, 1000),
    ("ace-to-five", "RegularLowHand", 5, 0, range(52), 5000),
    ("ace-to-five", "RegularLowHand", 7, 0, range(52), 1000),
    ("deuce-to-seven", "StandardLowHand", 5, 0, range(52), 5000),
    ("deuce-to-seven", "StandardLowHand", 7, 0, range(52), 1000),
    ("eight-or-better", "EightOrBetterLowHand", 7, 0, range(52), 1000),
    ("badugi", "BadugiHand", 4, 0, range(52), 5000),
    ("badugi", "BadugiHand", 5, 0, range(52), 1000),
    ("badugi-ace-high", "StandardBadugiHand", 4, 0, range(52), 2000),
    ("omaha", "OmahaHoldemHand", 4, 5, range(52), 500),
    ("omaha", "OmahaHoldemHand", 5, 4, range(52), 500),
    ("omaha-eight-or-better", "OmahaEightOrBetterLowHand", 4, 5, range(52), 1000),
]


def check_with_pokerkit(
    name: str, peer: str, hole: int, board: int, deck: Sequence[int], hands: int, seed: int = 13
) -> None:
    """In the order of our ranks, pokerkit's hands must rise with them and be equal where the ranks are."""
    judge = getattr(pytest.importorskip("pokerkit"), peer)
    dealt = deal(seed, hands, hole + board, deck)
    boards = dealt[:, hole:] if board else None
    ranks = RANKINGS[name].rank_batch(dealt[:, :hole], boards).tolist()
    judged: list[tuple[int, Any]] = [
        (rank, judge.from_game_or_none(cards_text(cards[:hole]), cards_text(cards[hole:])))
        for rank, cards in zip(ranks, dealt.tolist(), strict=True)
    ]
    assert [rank < 0 for rank, _ in judged] == [hand is None for _, hand in judged]
    qualified = sorted((pair for pair in judged if pair[1] is not None), key=lambda pair: pair[0])
    assert len(qualified) > hands // 10
    for (rank, hand), (next_rank, next_hand) in pairwise(qualified):
        assert (rank == next_rank) == (hand == next_hand), (hand, next_hand)
        assert rank == next_rank or hand < next_hand, (hand, next_hand)


@pytest.mark.parametrize(("name", "peer", "hole", "board", "deck", "hands"), POKERKIT)
def test_pokerkit_agrees(name: str, peer: str, hole: int, board: int, deck: Sequence[int], hands: int) -> None:
    check_with_pokerkit(name, peer, hole, board, deck, hands)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "peer", "hole", "board", "deck", "hands"), POKERKIT)
def test_pokerkit_agrees_on_many(name: str, peer: str, hole: int, board: int, deck: Sequence[int], hands: int) -> None:
    check_with_pokerkit(name, peer, hole, board, deck, 30 * hands, seed=14)


@pytest.mark.parametrize(
    ("name", "peer", "cards"), [("one-card", "KuhnPokerHand", 1), ("two-card", "LeducHoldemHand", 2)]
)
def test_pokerkit_agrees_on_kuhn_and_leduc(name: str, peer: str, cards: int) -> None:
    """Every hand from jacks, queens and kings of two suits against every other."""
    judge = getattr(pytest.importorskip("pokerkit"), peer)
    deck = [36, 37, 40, 41, 44, 45]
    hands = [(a,) for a in deck] if cards == 1 else [(a, b) for a in deck for b in deck if a < b]
    ranked = [(RANKINGS[name].rank(hand), judge(cards_text(hand))) for hand in hands]
    for rank, hand in ranked:
        for other_rank, other in ranked:
            assert (rank < other_rank) == (hand < other)
            assert (rank == other_rank) == (hand == other)
