"""Features of several numbers, against plain enumeration, exact equities and scipy."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

from riverboat.abstraction.records import board_records
from riverboat.abstraction.vectors import (
    Histogram,
    OpponentClusters,
    earth_movers_distance,
    opponent_clusters,
    strength_counts,
)
from riverboat.cards.card import cards_text
from riverboat.cards.holdings import CLASS_BY_NAME, CLASS_NAMES, HOLDING_CARDS, holding_index
from riverboat.odds import equity, expected_hand_strength, hand_strength
from riverboat.odds.strength import standings_by_holding

FLOP = (50, 30, 21)  # Ah 9h 7d
TURN = (*FLOP, 36)
RIVER = (*TURN, 41)


def numbered(board: tuple[int, ...]) -> np.ndarray:
    return np.array(board, np.uint8)


def some_hands(board: tuple[int, ...], count: int) -> list[tuple[int, int]]:
    rng, left = Random(len(board)), [card for card in range(52) if card not in board]
    return [tuple(sorted(rng.sample(left, 2))) for _ in range(count)]  # type: ignore[misc]


@pytest.mark.parametrize(("board", "hands"), [(FLOP, 2), (TURN, 10), (RIVER, 20)])
def test_histograms_by_enumeration(board: tuple[int, ...], hands: int) -> None:
    """Each run-out dealt and each opponent compared, one by one; ten bins."""
    counts = strength_counts(numbered(board), 10)
    for hole in some_hands(board, hands):
        left = [card for card in range(52) if card not in (*board, *hole)]
        expected = [0] * 10
        for more in combinations(left, 5 - len(board)):
            doubled = round(float(hand_strength(hole, (*board, *more))) * 1980)
            expected[doubled * 10 // 1981] += 1
        assert counts[holding_index(*hole)].tolist() == expected


def test_a_histogram_is_cumulated_and_has_the_mean_of_the_hand() -> None:
    feature = Histogram(60)
    rows = feature.by_holding(numbered(FLOP))
    for hole in some_hands(FLOP, 5):
        row = rows[holding_index(*hole)][None]
        assert (np.diff(row[0]) >= 0).all()
        assert feature.strength(row)[0] == pytest.approx(float(expected_hand_strength(hole, FLOP)), abs=0.5 / 60)


def test_the_river_histogram_is_the_strength_itself() -> None:
    rows = Histogram().by_holding(numbered(RIVER))
    assert rows.shape == (1326, 1)
    for hole in some_hands(RIVER, 5):
        assert rows[holding_index(*hole), 0] == pytest.approx(float(hand_strength(hole, RIVER)), abs=1e-6)


def test_the_distance_of_histograms_is_the_earth_movers() -> None:
    rng = np.random.default_rng(1)
    middles = (np.arange(12) + 0.5) / 12
    for _ in range(20):
        first, second = (rng.dirichlet(np.full(12, 0.4)) for _ in range(2))
        cumulated = [histogram.cumsum()[None, :-1].astype(np.float32) for histogram in (first, second)]
        expected = wasserstein_distance(middles, middles, first, second)
        assert earth_movers_distance(*cumulated)[0] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("board", [FLOP, TURN, RIVER])
def test_ochs_is_the_equity_against_a_cluster(board: tuple[int, ...]) -> None:
    rows = OpponentClusters().by_holding(numbered(board))
    clusters = opponent_clusters()
    for hole in some_hands(board, 2):
        for cluster in (0, 4, 7):
            theirs = ",".join(CLASS_NAMES[number] for number in np.flatnonzero(clusters == cluster))
            exact = equity([cards_text(hole), theirs], board=cards_text(board), exact=True).equity[0]
            assert rows[holding_index(*hole), cluster] == pytest.approx(exact, abs=1e-6)


def test_eight_clusters_of_starting_hands_from_weak_to_strong() -> None:
    """Johanson et al. (2013) draw theirs: the top cluster are big pairs, the bottom one small unpaired cards."""
    clusters = opponent_clusters()
    assert set(clusters.tolist()) == set(range(8))
    assert clusters[CLASS_BY_NAME["AA"]] == clusters[CLASS_BY_NAME["KK"]] == 7
    assert clusters[CLASS_BY_NAME["32o"]] == 0
    assert clusters[CLASS_BY_NAME["AKs"]] == clusters[CLASS_BY_NAME["AQo"]]
    assert clusters[CLASS_BY_NAME["AKs"]] > clusters[CLASS_BY_NAME["T5o"]]


@pytest.mark.parametrize("feature", [Histogram(), OpponentClusters()])
@pytest.mark.parametrize("board", [FLOP, TURN, RIVER])
def test_names_of_suits_do_not_matter(feature: Histogram | OpponentClusters, board: tuple[int, ...]) -> None:
    """Not even in the last bit, or equal hands would fall into different clusters."""
    suits = Random(5).sample(range(4), 4)

    def renamed(card: int) -> int:
        return card // 4 * 4 + suits[card % 4]

    plain = feature.by_holding(numbered(board))
    other = feature.by_holding(numbered(tuple(renamed(card) for card in board)))
    for holding, hole in enumerate(HOLDING_CARDS.tolist()):
        if not set(hole) & set(board):
            assert (plain[holding] == other[holding_index(*map(renamed, hole))]).all()


def test_wins_and_losses_of_a_board() -> None:
    """On the river the standings of the hand, on the turn those of all rivers together."""
    won, lost = board_records(RIVER)
    standings = standings_by_holding(RIVER)
    live = np.isfinite(standings).all(axis=1)
    assert won[live] == pytest.approx(standings[live, 0])
    assert lost[live] == pytest.approx(standings[live, 2])
    assert (won[~live] == 0).all()
    assert (lost[~live] == 0).all()
    won, lost = board_records(TURN)
    sums = np.zeros((1326, 3))
    for river in range(52):
        if river not in TURN:
            sums += np.nan_to_num(standings_by_holding((*TURN, river)))
    live = ~np.isin(HOLDING_CARDS, TURN).any(axis=1)
    assert won[live] == pytest.approx(sums[live, 0])
    assert lost[live] == pytest.approx(sums[live, 2])
