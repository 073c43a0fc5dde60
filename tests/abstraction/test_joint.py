"""Pairs of bucket histories and run-outs of a flop, against plain enumeration and exact equities."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from riverboat.abstraction._kernels import count_pairs
from riverboat.abstraction.joint import Joint
from riverboat.abstraction.runouts import RUNOUTS, runouts_won
from riverboat.cards.card import cards_text
from riverboat.cards.deck import Deck
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.games.scoring import rank_many
from riverboat.odds import equity
from riverboat.odds.strength.inputs import tables


def conflicts(cards: np.ndarray) -> np.ndarray:
    """bool[hands, hands]: whether two hands share a card."""
    return np.asarray((cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3)))


def test_pairs_of_a_board() -> None:
    """Every pair of hands compared one by one by the dealer's ranking."""
    rng = np.random.default_rng(2)
    board = rng.choice(52, 5, replace=False).astype(np.uint8)
    labels = rng.integers(0, 4, 1326).astype(np.uint16)
    ahead, level = np.zeros((4, 4)), np.zeros((4, 4))
    ranks = tables()
    count_pairs(ranks.by_size[7], ranks.words, HOLDING_CARDS, board, labels, 0.5, ahead, level)

    live = np.flatnonzero(~np.isin(HOLDING_CARDS, board).any(axis=1))
    cards = HOLDING_CARDS[live].astype(np.uint8)
    rank = rank_many(Deck.standard(), "high", cards, np.repeat(board[None, :], len(live), axis=0))
    apart = ~conflicts(cards)
    expected = np.zeros((4, 4))
    first, second = np.nonzero(apart & (rank[:, None] > rank[None, :]))
    np.add.at(expected, (labels[live[first]], labels[live[second]]), 0.5)
    assert ahead == pytest.approx(expected)
    ties = apart & (rank[:, None] == rank[None, :])
    assert level.sum() == pytest.approx(ties.sum() / 2 * 0.5)
    assert (ahead.sum() + level.sum()) / 0.5 == 1081 * 990 / 2


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_run_outs_of_a_board(cards: int) -> None:
    """Wins less losses over all 990, 44 or 1 run-outs, against the exact equity of the two hands."""
    flop = np.array([50, 30, 21, 7, 44][:cards], np.uint8)
    live, matrix = runouts_won(flop)
    rng, checked = Random(1), 0
    while checked < 25:
        mine, theirs = rng.sample(range(len(live)), 2)
        hands = [tuple(HOLDING_CARDS[live[each]].tolist()) for each in (mine, theirs)]
        if set(hands[0]) & set(hands[1]):
            continue
        share = equity([cards_text(hand) for hand in hands], board=cards_text(flop.tolist()), exact=True).equity[0]
        assert matrix[mine, theirs] / RUNOUTS[cards] == pytest.approx(2 * share - 1, abs=1e-9)
        assert matrix[mine, theirs] == -matrix[theirs, mine]
        checked += 1


def markov_pairs(buckets: int) -> Joint:
    """Histories of three streets in which each bucket depends on the one before only."""
    rng = np.random.default_rng(1)
    step = rng.random((buckets, buckets))
    step /= step.sum(axis=1, keepdims=True)
    pairs = rng.random((buckets, buckets))
    pairs /= pairs.sum()
    for _ in range(2):
        moved = step[np.arange(len(pairs)) % buckets]
        pairs = (pairs[:, None, :, None] * moved[:, :, None, None] * moved[None, None]).reshape(
            len(pairs) * buckets, -1
        )
    last = np.arange(len(pairs)) % buckets
    edge = pairs * np.tanh(last[:, None] - last[None, :])
    return Joint(1, (buckets,) * 3, pairs, edge)


def test_streets_add_up() -> None:
    joint = markov_pairs(3)
    for street, pairs in enumerate(joint.by_street):
        assert pairs.shape == (3 ** (street + 1),) * 2
        assert pairs.sum() == pytest.approx(1.0)
    assert [len(each) for each in joint.parents] == [3, 9, 27]
    assert joint.parents[2].tolist() == [number // 3 for number in range(27)]


def test_transitions_say_everything_only_of_buckets_that_remember_nothing() -> None:
    joint = markov_pairs(3)
    assert joint.markov().pairs == pytest.approx(joint.pairs)
    assert joint.markov().edge == pytest.approx(joint.edge)
    tilted = joint.pairs * (1.0 + 0.5 * (np.arange(27)[:, None] // 9 == np.arange(27)[:, None] % 3))
    tilted /= tilted.sum()
    other = Joint(1, joint.counts, tilted, 0.0 * tilted)
    assert np.abs(other.markov().pairs - tilted).max() > 1e-4
    assert other.markov().by_street[1] == pytest.approx(other.by_street[1])


def test_priors_change_the_first_street_and_nothing_after_it() -> None:
    joint = markov_pairs(3)
    first, second = np.array([1.0, 0.5, 0.25]), np.array([0.1, 1.0, 1.0])
    other = joint.with_priors(first, second)
    wanted = joint.by_street[0] * np.outer(first, second)
    assert other.by_street[0] == pytest.approx(wanted / wanted.sum())
    before = joint.pairs / np.repeat(np.repeat(joint.by_street[0], 9, axis=0), 9, axis=1)
    after = other.pairs / np.repeat(np.repeat(other.by_street[0], 9, axis=0), 9, axis=1)
    assert after == pytest.approx(before)
    assert other.edge / other.pairs == pytest.approx(joint.edge / joint.pairs)
