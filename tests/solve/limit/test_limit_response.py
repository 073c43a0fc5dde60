"""Exact best responses in limit hold'em against oracles: dense matrices, closed forms, and laws of symmetry."""

from __future__ import annotations

import numpy as np
import pytest
from dense import dense_preflop, dense_turn, random_strategy
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.odds.showdown.suits import card_maps, holding_maps, keeping
from riverboat.odds.strength import expected_strength_by_holding
from riverboat.solve.lanes import WIDTH
from riverboat.solve.limit.flop import FlopResponse, count_boards, next_cards
from riverboat.solve.limit.lines import LINES, hand_lanes, lane_of, stakes
from riverboat.solve.limit.opponent import StrategyOpponent
from riverboat.solve.limit.preflop import by_class, preflop_response
from riverboat.solve.limit.strategy import LimitStrategy, blind_shares

COUNTS = (9, 5, 7, 11)


def blind(fold: float, call: float, raise_: float) -> LimitStrategy:
    shares = [tuple(blind_shares(street, player, fold, call, raise_) for street in range(4)) for player in (0, 1)]
    return LimitStrategy(parse_bucketing("quantiles(ehs,1)"), shares)


def lane(values: np.ndarray, line: int) -> np.ndarray:
    at = lane_of(2)[line]
    return values.reshape(-1, HOLDINGS, WIDTH)[at // WIDTH, :, at % WIDTH]


@pytest.mark.parametrize(
    ("me", "line", "board"), [(0, 17, "7s7h7d2c"), pytest.param(1, 40, "Kd8h8c3d", marks=pytest.mark.slow)]
)
def test_a_turn_equals_dense_matrices(me: int, line: int, board: str) -> None:
    """Random shares, all rivers: float32 lanes and one river of each orbit against float64 and all 48."""
    strategy = random_strategy(COUNTS)
    turn = read_cards(board)
    rng = np.random.default_rng(2)
    reach = (rng.random(169) * (rng.random(169) < 0.08))[HOLDING_CLASS]
    into = hand_lanes(2)
    lane(into, line)[:] = reach
    stake = float(stakes(2).ravel()[lane_of(2)[line]])
    found = FlopResponse(StrategyOpponent(strategy, 1 - me)).turn_values(turn, keeping([turn[:3], turn[3:]]), into)
    expected = dense_turn(strategy, me, turn, line, reach.astype(np.float32).astype(np.float64), stake)
    largest = np.abs(expected).max()
    assert largest > 100
    assert np.abs(lane(found, line) - expected).max() < 1e-5 * largest
    others = [lane(found, other) for other in range(LINES[2]) if other != line]
    assert not np.any(others)  # nobody comes there


def closed_form(flop: tuple[int, ...]) -> np.ndarray:
    """Against Always-Call one bet on each street is called: bet where E[HS] > 1/2. Per hand, without the pot before."""

    def lead(board: tuple[int, ...]) -> np.ndarray:
        found = 2 * expected_strength_by_holding(np.array(board, np.uint8)) - 1
        return np.nan_to_num(found)

    value: NDArray[np.float64] = np.asarray(2 * np.maximum(lead(flop), 0))
    rest = [card for card in range(52) if card not in flop]
    for at, turn in enumerate(rest):
        value += 4 * np.maximum(lead((*flop, turn)), 0) / 47
        for river in rest[at + 1 :]:
            value += 4 * 2 * np.maximum(lead((*flop, turn, river)), 0) / (47 * 46)
    return value


@pytest.mark.slow
def test_always_call_on_a_flop_in_closed_form() -> None:
    """Every hand of 7s7h7d, on all lines that Always-Call comes to; a hand faces 1,081 others."""
    flop = read_cards("7s7h7d")
    lead = np.nan_to_num(2 * expected_strength_by_holding(np.array(flop, np.uint8)) - 1)
    blocked = np.isin(HOLDING_CARDS, flop).any(axis=1)
    betting = np.where(blocked, 0.0, closed_form(flop))
    for me, lines in ((0, (0, 1)), (1, (0, 4))):
        found = FlopResponse(StrategyOpponent(blind(0, 1, 0), 1 - me)).values(flop)
        for line, stake in zip(lines, (2, 4), strict=True):
            assert found[:, line] == pytest.approx(1081 * (stake * lead + betting), abs=0.02)
        assert not np.delete(found, lines, axis=1).any()


@pytest.mark.parametrize(("flop", "total"), [("7s7h7d", 2_598_030.004), ("Ks7h4h", 2_762_868.352)])
def test_whole_flops_against_always_call(flop: str, total: float) -> None:
    """Sums over hands of the feasibility study, from E[HS] in float64, line "raise, call"."""
    found = FlopResponse(StrategyOpponent(blind(0, 1, 0), 0)).values(read_cards(flop))
    assert found[:, 4].sum(dtype=np.float64) == pytest.approx(total, abs=0.5)


def test_the_names_of_suits_do_not_matter() -> None:
    """A flop with renamed suits has the same values for renamed hands; Always-Raise leaves few lanes."""
    flop, renaming = read_cards("KsKh4s"), 9
    renamed = tuple(card_maps()[renaming, list(flop)].tolist())
    response = FlopResponse(StrategyOpponent(blind(0, 0, 1), 1))
    found, other = response.values(flop), response.values(renamed)
    assert found.any()
    assert other[holding_maps()[renaming]] == pytest.approx(found, rel=1e-5, abs=0.05)


def test_flops_count_their_boards() -> None:
    """63,193 flops with turns and 2,554,656 with rivers, of which an average flop class has 1,456."""
    assert count_boards(read_cards("Ks7h4h")) == 1429  # counted by the feasibility study
    for flop in ("7s7h7d", "AsKsQs", "2s7h9d"):
        cards = read_cards(flop)
        assert sum(turn.weight for turn in next_cards(cards, keeping([cards]))) == 49
    assert count_boards(read_cards("2s7h9d")) == 49 * 48


@pytest.mark.parametrize("me", [0, 1])
def test_before_the_flop_equals_dense_matrices(me: int) -> None:
    strategy = random_strategy(COUNTS, seed=4)
    leaves = np.random.default_rng(3).normal(0, 3000, (169, 7))
    opponent = StrategyOpponent(strategy, 1 - me)
    found = preflop_response(me, opponent.preflop, leaves)
    expected = dense_preflop(strategy, me, leaves[HOLDING_CLASS])
    assert found.values[HOLDING_CLASS] * 1225 == pytest.approx(expected, rel=1e-5)
    again = preflop_response(me, opponent.preflop, leaves, found)
    assert again.values == pytest.approx(found.values)
    assert by_class(expected) == pytest.approx(found.values * 1225, rel=1e-5)


def test_a_flop_has_three_cards() -> None:
    with pytest.raises(RiverboatError, match="expected 3 different"):
        FlopResponse(StrategyOpponent(blind(0, 1, 0), 1)).values(read_cards("KsKh"))
