"""Equity of every holding at once, and the table of the 169 starting hands."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards.card import parse_cards
from riverboat.cards.holdings import CLASS_BY_NAME, CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS, holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import DealError
from riverboat.odds.showdown import equity, equity_by_holding, preflop_matchups
from riverboat.odds.showdown.exact import rank_tables
from riverboat.odds.showdown.matchups import build_matchups
from riverboat.odds.showdown.spot import read_spot
from riverboat.odds.showdown.sweep import Sweep


def test_every_hand_against_every_hand_on_a_river() -> None:
    """Pair by pair with a slow evaluator, card removal and all."""
    phevaluator = pytest.importorskip("phevaluator")
    board = (0, 13, 26, 39, 51)
    live = [h for h in range(HOLDINGS) if not {int(c) for c in HOLDING_CARDS[h]} & set(board)]
    ranks = {h: -phevaluator.evaluate_cards(*(int(c) for c in HOLDING_CARDS[h]), *board) for h in live}
    swept = equity_by_holding("random", "random", board)
    for hero in live[::37]:
        mine = {int(c) for c in HOLDING_CARDS[hero]}
        villains = [h for h in live if not mine & {int(c) for c in HOLDING_CARDS[h]}]
        won = sum((ranks[hero] > ranks[h]) + (ranks[hero] == ranks[h]) / 2 for h in villains)
        assert swept.first[hero] == pytest.approx(won / len(villains), abs=1e-12)
        assert swept.first_weight[hero] == len(villains) == 990
    assert np.isnan(swept.first[holding_index(0, 1)])


@pytest.mark.parametrize("board", ["Ah7d2c", "Ah7d2c2s", "Ah7d2c2sKd"])
def test_each_holding_equals_its_own_equity(board: str) -> None:
    """Hand against range, one at a time, on weighted ranges that differ."""
    first, second = "TT+, AJs+:0.4, 87s", "22+, A2s+:0.6, KQo"
    swept = equity_by_holding(first, second, board)
    for cards, _ in list(Range.parse(first).without(board).holdings())[::7]:
        expected = equity([cards, second], board=board).equity[0]
        assert swept.first[holding_index(*cards)] == pytest.approx(expected, abs=1e-11)
    for cards, _ in list(Range.parse(second).without(board).holdings())[::17]:
        expected = equity([cards, first], board=board).equity[0]
        assert swept.second[holding_index(*cards)] == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize(("first", "second"), [("AA, AKs:0.5, 72o", "QQ, 98s"), ("AhKh, QsQd:0.3", "JJ, AhQh")])
def test_before_the_flop(first: str, second: str) -> None:
    """Ranges that treat suits alike and ranges that do not: means over holdings are the range's equity."""
    swept = equity_by_holding(first, second)
    whole = equity([first, second], exact=True)
    assert np.average(_filled(swept.first), weights=swept.first_weight) == pytest.approx(whole.equity[0], abs=1e-11)
    assert np.average(_filled(swept.second), weights=swept.second_weight) == pytest.approx(whole.equity[1], abs=1e-11)
    cards, _ = next(Range.parse(first).holdings())
    alone = equity([cards, second], exact=True).equity[0]
    assert swept.first[holding_index(*cards)] == pytest.approx(alone, abs=1e-11)


def _filled(values: np.ndarray) -> np.ndarray:
    return np.asarray(np.nan_to_num(values, nan=0.0))


def test_sweep_of_board_classes_with_a_dead_card() -> None:
    """One dead club leaves the six renamings of the other suits; each holding still gets its own equity."""
    dead = (0, *range(4, 28))  # the deuce of clubs, and all threes to eights to keep it short
    spot = read_spot(["99, A2s:0.5", "TT+, KQo"], dead=dead)
    first, second = spot.weights
    sweep = Sweep(rank_tables("holdem"), first, second, spot.board, spot.out_of_play)
    swept = sweep.equities()
    assert len(sweep.renamings) == 6
    for hand in ("9c9d", "9h9s", "Ad2d", "As2s"):
        alone = equity([hand, "TT+, KQo"], dead=dead, exact=True)
        assert swept.first[holding_index(*parse_cards(hand))] == pytest.approx(alone.equity[0], abs=1e-11)


@pytest.mark.slow
def test_every_hand_against_every_hand_before_the_flop() -> None:
    """AA .852037 and 32o .323032 against a random hand, and suits do not matter."""
    swept = equity_by_holding("random", "random")
    assert round(float(swept.first[holding_index(51, 50)]), 6) == 0.852037
    assert round(float(swept.first[holding_index(7, 0)]), 6) == 0.323032
    spread = [np.ptp(swept.first[index == HOLDING_CLASS]) for index in range(CLASSES)]
    assert max(spread) < 1e-12
    assert np.average(swept.first, weights=swept.first_weight) == pytest.approx(0.5, abs=1e-12)


def test_a_holding_without_an_opponent_has_no_equity() -> None:
    """Against AhAs only, AhKd cannot be held."""
    swept = equity_by_holding("AhKd, QsQd", "AhAs", "2c3c4c")
    assert np.isnan(swept.first[holding_index(50, 45)])
    assert swept.first_weight[holding_index(50, 45)] == 0.0
    assert 0.0 < swept.first[holding_index(43, 41)] < 1.0


def test_equity_by_holding_refuses_what_cannot_be() -> None:
    with pytest.raises(DealError, match="cannot all hold"):
        equity_by_holding("AhAs", "AhAd, AsAc")
    with pytest.raises(DealError, match="two-card hands"):
        equity_by_holding("AhAsKdKc", "random", game="omaha")


def test_matchups_of_some_classes() -> None:
    """AA v KK 81.946 %, AKs v QQ by the same route as hands, 36 and 24 and 12 pairs without a common card."""
    names = ["AA", "KK", "AKs", "QQ", "72o"]
    ace, king, ace_king, queen, trash = (CLASS_BY_NAME[name] for name in names)
    table = build_matchups([ace, king, ace_king, queen, trash])
    share, weight = table["equity"], table["weight"]
    assert round(100 * share[ace, king], 3) == 81.946
    assert share[king, ace] == pytest.approx(1 - share[ace, king])
    assert share[ace_king, queen] == pytest.approx(equity(["AKs", "QQ"]).equity[0], abs=1e-12)
    assert share[trash, trash] == pytest.approx(0.5, abs=1e-12)
    assert table["tie"][ace, king] == table["tie"][king, ace] == pytest.approx(equity(["AA", "KK"]).tie[0], abs=1e-12)
    assert weight[ace, king] == 36
    assert weight[ace, ace] == 6
    assert weight[ace_king, ace] == 12
    assert weight[ace_king, queen] == weight[queen, ace_king] == 24
    assert weight[trash, trash] == 12 * 7  # of the 12 other offsuit sevens and deuces, five share a card


@pytest.mark.slow
def test_all_matchups() -> None:
    """Every pair of holdings is in the table once, and its row sums are the equities against a random hand."""
    table = preflop_matchups()
    assert table.weight.sum() == 1326 * 1225
    assert np.allclose(table.equity + table.equity.T, 1.0, atol=1e-12)
    against_random = (table.equity * table.weight).sum(axis=1) / table.weight.sum(axis=1)
    assert round(against_random[CLASS_BY_NAME["AA"]], 6) == 0.852037
    assert round(against_random[CLASS_BY_NAME["32o"]], 6) == 0.323032
