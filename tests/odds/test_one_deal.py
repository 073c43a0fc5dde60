"""One deal without compiled code: the same counts as every board one by one, and really no compiler."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from riverboat.cards.card import parse_cards
from riverboat.cards.ranking.orders import HIGH, SHORT_DECK
from riverboat.cards.ranking.tables import load_tables
from riverboat.odds.showdown.one_deal import tally_one_deal


def _tally(hands: Sequence[str], board: str = "", dead: str = "") -> np.ndarray:
    cards = [parse_cards(hand) for hand in hands]
    return tally_one_deal(load_tables(HIGH).by_size[7], cards, parse_cards(board), parse_cards(dead))


def test_ace_king_suited_against_queens() -> None:
    """The counts that pokerstove and every other calculator give: 787,966 wins, 917,606 losses, 6,732 ties."""
    assert _tally(["AhKh", "QsQd"]).tolist() == [[0, 787_966, 6_732], [0, 917_606, 6_732]]


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AhKh", "QsQd"], "Th9h2c", ""),
        (["AhKh", "QsQd", "7h6h"], "Th9h8c", "2h3h"),
        (["8s7s", "AsKd", "AcKc", "2d2h"], "9sTsAh", ""),
        (["Ah2c", "Ad3c"], "KhQhJhTh", "9d"),
        (["Ah2c", "Ad3c"], "4s5s6s7s9s", ""),
    ],
)
def test_every_board_one_by_one(hands: list[str], board: str, dead: str) -> None:
    phevaluator = pytest.importorskip("phevaluator")
    cards, table = [parse_cards(hand) for hand in hands], parse_cards(board)
    gone = {*table, *parse_cards(dead), *(card for hand in cards for card in hand)}
    expected = np.zeros((len(hands), len(hands) + 1), np.int64)
    for rest in combinations([card for card in range(52) if card not in gone], 5 - len(table)):
        ranks = [-phevaluator.evaluate_cards(*map(int, (*hand, *table, *rest))) for hand in cards]
        winners = [player for player, rank in enumerate(ranks) if rank == max(ranks)]
        expected[winners, len(winners)] += 1
    np.testing.assert_array_equal(_tally(hands, board, dead), expected)


def test_a_flush_beats_a_full_house_in_short_deck() -> None:
    """On AsKs7s7c6d, spades against sevens full: no card to come, so one board, won by the flush."""
    hands, board = [parse_cards("QsJs"), parse_cards("7dAd")], parse_cards("AsKs7s7c6d")
    tables = {order: load_tables(order).by_size[7] for order in (HIGH, SHORT_DECK)}
    assert tally_one_deal(tables[SHORT_DECK], hands, board, range(16)).tolist() == [[0, 1, 0], [0, 0, 0]]
    assert tally_one_deal(tables[HIGH], hands, board, ()).tolist() == [[0, 0, 0], [0, 1, 0]]


def test_a_command_needs_no_compiler_and_answers_as_the_kernels_do() -> None:
    code = """
import sys
from riverboat.odds import equity
from riverboat.odds.showdown.one_deal import without_compiler
with without_compiler():
    first = equity(["AhKh", "QsQd"])
assert "numba" not in sys.modules, "the compiler was loaded"
second = equity(["AhKh", "QsQd"])
assert "numba" in sys.modules
assert first == second, (first, second)
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
