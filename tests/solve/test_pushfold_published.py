"""Push or fold for two players beside the published equilibrium, hand by hand."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest

from riverboat.cards.holdings import CLASS_NAMES
from riverboat.solve.pushfold import PushFoldGame, solve_push_fold
from riverboat.solve.pushfold.depths import DepthTable, parse_depths, solve_depths

_PUSH: Final = """
20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+
20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  19.9 19.3
20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  16.3 13.5 12.7
20+  20+  20+  20+  20+  20+  20+  20+  18.6 14.7 13.5 10.6 8.5
20+  20+  20+  20+  20+  20+  20+  20+  20+  11.9 10.5 7.7  6.5
20+  20+  20+  20+  20+  20+  20+  20+  20+  14.4 6.9  4.9  3.7
20+  18.0 13.0 13.3 17.5 20+  20+  20+  20+  18.8 10.1 2.7  2.5
20+  16.1 10.3 8.5  9.0  10.8 14.7 20+  20+  20+  13.9 2.5  2.1
20+  15.1 9.6  6.5  5.7  5.2  7.0  10.7 20+  20+  16.3 7.1  2.0
20+  14.2 8.9  6.0  4.1  3.5  3.0  2.6  2.4  20+  20+  12.9 2.0
20+  13.1 7.9  5.4  3.8  2.7  2.3  2.1  2.0  2.1  20+  10.0 1.8
20+  12.2 7.5  5.0  3.4  2.5  1.9  1.8  1.7  1.8  1.6  20+  1.7
20+  11.6 7.0  4.6  2.9  2.2  1.8  1.6  1.5  1.5  1.4  1.4  20+
"""
_CALL: Final = """
20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+
20+  20+  20+  20+  20+  20+  17.6 15.2 14.3 13.2 12.1 11.4 10.7
20+  20+  20+  20+  20+  16.1 13.0 10.5 9.9  8.9  8.4  7.8  7.2
20+  20+  19.5 20+  18.0 13.4 10.6 8.8  7.0  6.9  6.1  5.8  5.6
20+  20+  15.3 12.7 20+  11.5 9.3  7.4  6.3  5.2  5.2  4.8  4.5
20+  17.1 11.7 9.5  8.4  20+  8.2  7.0  5.8  5.0  4.3  4.1  3.9
20+  13.8 9.7  7.6  6.6  6.0  20+  6.5  5.6  4.8  4.1  3.6  3.5
20+  12.4 8.0  6.4  5.5  5.0  4.7  20+  5.4  4.8  4.1  3.6  3.3
20+  11.0 7.3  5.4  4.6  4.2  4.1  4.0  20+  4.9  4.3  3.8  3.3
20+  10.2 6.8  5.1  4.0  3.7  3.6  3.6  3.7  20+  4.6  4.0  3.6
18.3 9.1  6.2  4.7  3.8  3.3  3.2  3.2  3.3  3.5  20+  3.8  3.4
16.6 8.7  5.9  4.5  3.6  3.1  2.9  2.9  2.9  3.1  3.0  20+  3.3
15.8 8.1  5.6  4.2  3.5  3.0  2.8  2.6  2.7  2.8  2.7  2.6  15.0
"""
_GAPS: Final = {"63s": [2.3, 5.1, 7.1], "53s": [2.4, 3.8, 12.9], "43s": [2.2, 4.9, 10.0]}
"""Three hands are pushed up to the first depth, and again from the second to the third."""
_WITHIN: Final = 0.5


def _published(text: str) -> np.ndarray:
    cells = text.split()
    assert len(cells) == 169
    return np.array([np.inf if cell == "20+" else float(cell) for cell in cells])


def _worst(found: np.ndarray, printed: np.ndarray, deepest: float, shallowest: float) -> list[str]:
    """The cells that differ by more than half a big blind; a hand that is never played counts as below the table."""
    mine = np.where(np.isnan(found), shallowest, found)
    return [
        f"{CLASS_NAMES[each]}: {mine[each]:g}, printed {printed[each]:g}"
        for each in range(169)
        if abs(mine[each] - min(printed[each], deepest)) > _WITHIN + 1e-9
    ]


@pytest.fixture(scope="module")
def by_depth() -> DepthTable:
    """From 1 to 20 big blinds in steps of 0.25: half of the tolerance is left to the equilibria."""
    return solve_depths(PushFoldGame((10.0, 10.0)), parse_depths("1-20:0.25", 1.0))


def test_every_cell_of_the_published_tables_to_half_a_big_blind(by_depth: DepthTable) -> None:
    """The heads-up push/fold equilibrium without antes of HoldemResources (holdemresources.net/hune, calculated by W.
    Reichert): the highest effective stack at which the small blind pushes and the big blind calls, 20+ above 20; where
    a hand has a gap its highest range. All 338 cells."""
    assert _worst(by_depth.deepest(0), _published(_PUSH), 20.0, 1.0) == []
    assert _worst(by_depth.deepest(1, [0]), _published(_CALL), 20.0, 1.0) == []


@pytest.mark.parametrize("hand", _GAPS)
def test_three_hands_have_the_published_gaps(hand: str) -> None:
    """The footnotes of the same tables: pushed at each end of a range, folded half a big blind outside. (Within its
    upper range such a hand is close to indifferent, and folded at some depths.)"""
    low, again, high = _GAPS[hand]

    def is_pushed(depth: float) -> bool:
        return solve_push_fold(PushFoldGame((depth, depth))).probability(0, hand) >= 0.5

    assert any(is_pushed(low - step) for step in (0.0, 0.1, 0.2))
    assert any(is_pushed(again + step) for step in (0.0, 0.1, 0.2))
    assert any(is_pushed(high - step) for step in (0.0, 0.1, 0.2))
    assert not any(is_pushed(depth) for depth in (low + _WITHIN, again - _WITHIN, high + _WITHIN))


def test_all_depths_are_equilibria(by_depth: DepthTable) -> None:
    assert max(max(solution.gains) for solution in by_depth.solutions) < 1e-5
    assert all(solution.is_exact for solution in by_depth.solutions)


@pytest.mark.slow
def test_tenths_of_a_big_blind() -> None:
    """The table prints tenths; nearly all cells are the same to one tenth, and none differs by more than 0.5."""
    found = solve_depths(PushFoldGame((10.0, 10.0)), parse_depths("1-20:0.1", 1.0))
    close = 0
    for mine, printed in ((found.deepest(0), _published(_PUSH)), (found.deepest(1, [0]), _published(_CALL))):
        assert _worst(mine, printed, 20.0, 1.0) == []
        close += int((np.abs(np.where(np.isnan(mine), 1.0, mine) - np.minimum(printed, 20.0)) < 0.15).sum())
    assert close >= 300
