"""The range solver beside a linear program, theory, the small-game solver and the dealer."""

from __future__ import annotations

from typing import Any

import pytest
from engine_response import EngineSpot
from reference_solver import ReferenceSolver
from test_range_solver import stored_strategy
from test_reference import DRY_RIVER, RiverDeals, betting, value_of_five_cards

from riverboat.cards import Range, parse_cards
from riverboat.solve.lp import LinearProgram
from riverboat.solve.lp.sequence_form import write_out
from riverboat.solve.spot.solver import RangeSolver
from riverboat.solve.spot.tree import Tree

RIVER, TURN = 2, 1
THREE = "AhAd,KhKd,QhQd"


def fast(tree: Tree, board: str, oop: str, ip: str, iterations: int, **options: Any) -> RangeSolver:
    solver = RangeSolver(tree, parse_cards(board), (Range(oop).weights, Range(ip).weights), **options)
    solver.iterate(iterations)
    return solver


@pytest.mark.parametrize(
    ("bets", "raises", "oop", "ip"),
    [
        ("50%,a", "a", "TT,AdKd,KsJs:0.5,8h7h", "QQ:0.3,Th9h,Ah7h,KhQh,7s6s"),
        ("oop: 33%,75%; ip: 60%", "3x", "99,As5s,QsJs", "Qd9h,AcTc,7h6s,KdJd:0.5"),
    ],
)
def test_a_river_with_few_hands_is_worth_what_the_linear_program_says(
    bets: str, raises: str, oop: str, ip: str
) -> None:
    """To a millionth of the pot."""
    tree = betting(100, 300, RIVER, bets, raises)
    deals = RiverDeals(ReferenceSolver(tree, "Td9d6hQc2s", (oop, ip)))
    exact = LinearProgram(write_out(deals.betting, deals)).solve().lower
    solver = fast(tree, "Td9d6hQc2s", oop, ip, 16_000)
    assert solver.value(0) == pytest.approx(exact, abs=1e-4)
    assert solver.exploitability().chips < 0.002


def test_kuhn_poker_is_worth_an_eighteenth() -> None:
    """Kuhn 1950: with a pot of two antes and one bet of one the first player loses an eighteenth."""
    solver = fast(betting(2, 10, RIVER, "1c", max_raises=1), DRY_RIVER, THREE, THREE, 16_000)
    assert solver.value(0) == pytest.approx(-1 / 18, abs=2e-6)


@pytest.mark.parametrize(("ante", "bet", "raises"), [(2, 3, 2), (5, 2, 3)])
def test_a_fixed_limit_river_is_the_small_game_of_so_many_cards(ante: int, bet: int, raises: int) -> None:
    five = "AhAd,KhKd,QhQd,ThTd,8h8d"
    tree = betting(2 * ante, 50, RIVER, f"{bet}c", f"{bet}c", max_raises=raises)
    solver = fast(tree, DRY_RIVER, five, five, 4_000)
    assert solver.value(0) == pytest.approx(value_of_five_cards(ante, bet, raises), abs=2e-4)


@pytest.mark.parametrize(
    ("street", "board", "pot", "stack", "bets", "raises", "oop", "ip"),
    [
        (RIVER, "Td9d6hQc2s", 200, 900, "50%,100%,a", "a", "QTs+,96s+,JJ:0.5,54s", "QQ,T9s,87s,A5s-A4s:0.25"),
        (RIVER, "Td9d6hQc2s", 75, 900, "33%,150%", "2.5x,a", "KQo,JdTd,22", "AJs,76s,98s"),
        (TURN, "Td9d6hQc", 100, 150, "75%", "a", "AdKd,ThTc:0.5", "KsJs,8d7d"),
    ],
)
@pytest.mark.parametrize("precision", ["float32", "16-bit"])
def test_the_exploitability_of_what_is_stored_is_the_dealers(
    street: int, board: str, pot: int, stack: int, bets: str, raises: str, oop: str, ip: str, precision: str
) -> None:
    """Every action of every pair of hands played through the engine, and its pay-offs."""
    tree = betting(pot, stack, street, bets, raises)
    solver = fast(tree, board, oop, ip, 10, precision=precision)
    plain = ReferenceSolver(tree, board, (oop, ip))
    engine = EngineSpot(tree, plain.board, plain.hands, plain.weights)
    stored = stored_strategy(solver, plain)
    assert solver.exploitability().chips == pytest.approx(engine.exploitability(stored), abs=1e-6 * pot)
    for player in (0, 1):
        assert pot / 2 + solver.value(player) == pytest.approx(engine.value(player, stored), abs=1e-6 * pot)
