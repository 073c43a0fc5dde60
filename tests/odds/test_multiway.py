"""Showdowns of several hands by class: exact three-way counts and sampled deals beside other ways to count."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from riverboat.cards.card import card_text
from riverboat.cards.holdings import CLASS_BY_NAME, CLASS_SIZES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.odds import equity
from riverboat.odds.multiway import sample_showdowns, showdown_counts, weak_orders
from riverboat.odds.multiway.three_way import BOARDS, count_triples, count_with_checkpoint


def _shares(counts: np.ndarray) -> np.ndarray:
    """Main-pot equities from counts by order."""
    standings = weak_orders(3).standings
    best = standings == standings.max(axis=1, keepdims=True)
    shares: np.ndarray = counts @ (best / best.sum(axis=1, keepdims=True)) / counts.sum()
    return shares


def test_numbers_of_weak_orders() -> None:
    """The ordered Bell numbers (OEIS A000670)."""
    assert [len(weak_orders(players).standings) for players in range(2, 7)] == [3, 13, 75, 541, 4683]


@pytest.mark.parametrize(
    "hands",
    [("AKs", "QJs", "22"), ("AKs", "AKo", "AQs"), ("A2s", "A2s", "A2o"), ("T9s", "98s", "87s"), ("55", "A5o", "54s")],
)
def test_three_way_equities_equal_those_of_listed_deals(hands: tuple[str, str, str]) -> None:
    """`equity` lists every deal of the three classes and tallies its boards."""
    listed = equity(list(hands), exact=True)
    counts = showdown_counts(*(CLASS_BY_NAME[hand] for hand in hands))
    assert counts.sum() == listed.deals
    assert _shares(counts) == pytest.approx(listed.equity, abs=1e-12)


def test_two_hands_when_the_cards_of_a_third_are_gone() -> None:
    """QJs against 77 while a third player folded AQo: what a side pot or a fold needs."""
    counts = showdown_counts(*(CLASS_BY_NAME[hand] for hand in ("QJs", "77", "AQo")))
    standings = weak_orders(3).standings
    ahead = counts[standings[:, 0] > standings[:, 1]].sum() + counts[standings[:, 0] == standings[:, 1]].sum() / 2
    total, deals = 0.0, 0
    folded = HOLDING_CARDS[CLASS_BY_NAME["AQo"] == HOLDING_CLASS][0]  # suits can be renamed: one holding is enough
    for first, second in product(*(np.flatnonzero(CLASS_BY_NAME[h] == HOLDING_CLASS) for h in ("QJs", "77"))):
        cards = [*HOLDING_CARDS[first], *HOLDING_CARDS[second], *folded]
        if len(set(map(int, cards))) < 6:
            continue
        texts = ["".join(card_text(int(card)) for card in HOLDING_CARDS[each]) for each in (first, second)]
        total += equity(texts, dead="".join(card_text(int(card)) for card in folded)).equity[0]
        deals += 1
    assert ahead / counts.sum() == pytest.approx(total / deals, abs=1e-12)


def test_impossible_triples_have_no_deals_and_others_as_many_as_there_are() -> None:
    aces, ace_king = CLASS_BY_NAME["AA"], CLASS_BY_NAME["AKo"]
    assert showdown_counts(aces, aces, aces).sum() == 0
    assert showdown_counts(aces, aces, ace_king).sum() == 0
    # two aces are left for the first AK, with three kings of another suit; the second ace has three kings of other
    # suits if the first king is of its suit, and two if it is not
    assert showdown_counts(aces, ace_king, ace_king).sum() == 6 * 2 * (3 + 2 + 2) * BOARDS


def test_an_interrupted_count_is_resumed(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    triples = np.sort(rng.integers(0, 91, (60, 3)), axis=1)
    path = tmp_path / "counts.building"

    def stop(state: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_with_checkpoint(triples, path, stop, piece=10)
    assert path.exists()
    seen: list[int] = []
    resumed = count_with_checkpoint(triples, path, lambda state: seen.append(state.done), piece=10)
    assert seen[0] == 20  # the first piece was not counted again
    assert not path.exists()
    assert (resumed == count_triples(triples)).all()


def test_sampled_deals_have_the_frequencies_of_classes_and_of_showdowns() -> None:
    deals = sample_showdowns(3, 1 << 19, seed=5)
    counts = np.bincount(deals.classes[:, 1], minlength=169)
    expected = len(deals.orders) * CLASS_SIZES.astype(float) / 1326
    assert (np.abs(counts - expected) < 5.0 * np.sqrt(expected)).all()
    pair = deals.classes[:, 0] == CLASS_BY_NAME["AA"]
    wins = weak_orders(3).standings[deals.orders[pair]].argmax(axis=1) == 0
    assert wins.mean() == pytest.approx(0.735, abs=0.04)  # printed in every table of pre-flop odds


def test_the_same_seed_deals_the_same() -> None:
    first, again, other = (sample_showdowns(4, 5000, seed) for seed in (1, 1, 2))
    assert (first.classes == again.classes).all()
    assert (first.orders == again.orders).all()
    assert (first.classes != other.classes).any()
