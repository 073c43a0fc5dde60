"""What differs between two solutions? Locked against unlocked, two sets of bet sizes, a rough solve and a close one.

    compare_nodes(one.node("x"), other.node("x"))

Both nodes have the same board and the same player to act. Classes of hands are compared one by one: how often they are
there, what they are worth, and how often they take each action. Actions are matched by name; one that only one solution
has is 0 in the other, and all bets and raises together are compared too, since sizes may have other names. Differences
are the second less the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.spot.report import NodeReport, Side

AGGRESSIVE: Final = "bet or raise"
"""The name of all bets and raises together."""
_DIGITS: Final = 6
Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ComparedSide:
    """One player in both solutions; pairs are (first, second), arrays have the 169 classes in the order of the grid."""

    name: str
    ev: tuple[float, float]
    equity: tuple[float, float]
    frequencies: dict[str, tuple[float, float]]
    """By action, of the player who acts; empty for the other."""
    weights: tuple[Numbers, Numbers]
    class_ev: tuple[Numbers, Numbers]
    """nan where a class is not in the range."""
    class_frequencies: dict[str, tuple[Numbers, Numbers]]

    @property
    def ev_change(self) -> float:
        """What the whole range is worth more in the second solution."""
        return self.ev[1] - self.ev[0]

    def to_json(self) -> dict[str, Any]:
        """For a page: missing numbers are null."""
        return {
            "ev": _plain(self.ev),
            "equity": _plain(self.equity),
            "frequencies": {name: _plain(pair) for name, pair in self.frequencies.items()},
            "weights": [_plain(each) for each in self.weights],
            "class_ev": [_plain(each) for each in self.class_ev],
            "class_frequencies": {n: [_plain(each) for each in pair] for n, pair in self.class_frequencies.items()},
        }


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two nodes, side by side."""

    board: str
    player: int | None
    pots: tuple[int, int]
    actions: tuple[str, ...]
    """Of either, those of the first one first."""
    oop: ComparedSide
    ip: ComparedSide

    def to_json(self) -> dict[str, Any]:
        """For a page."""
        return {
            "board": self.board,
            "player": self.player,
            "pots": list(self.pots),
            "actions": list(self.actions),
            "sides": [self.oop.to_json(), self.ip.to_json()],
        }


def compare_nodes(first: NodeReport, second: NodeReport) -> Comparison:
    """The differences between two nodes; they must have the same board, and the same player must act."""
    if set(_cards(first.board)) != set(_cards(second.board)):
        raise RiverboatError(f"boards {first.board} and {second.board}: only solutions of one board can be compared")
    if first.player != second.player:
        raise RiverboatError(
            f'nodes "{first.path}" and "{second.path}": in one of them another player acts; choose the same'
        )
    actions = tuple(dict.fromkeys((*first.actions, *second.actions)))
    oop, ip = (_side(player, first, second, actions) for player in (0, 1))
    return Comparison(first.board, first.player, (first.pot, second.pot), actions, oop, ip)


def _side(player: int, first: NodeReport, second: NodeReport, actions: Sequence[str]) -> ComparedSide:
    one, other = first.sides[player], second.sides[player]
    acts = first.player == player
    names = [*actions, AGGRESSIVE] if acts else []
    return ComparedSide(
        one.name,
        (one.total.ev, other.total.ev),
        (one.total.equity, other.total.equity),
        {name: (_total(first, one, name), _total(second, other, name)) for name in names},
        (one.classes.combos, other.classes.combos),
        (_known(one.classes.ev, one), _known(other.classes.ev, other)),
        {name: (_by_class(first, one, name), _by_class(second, other, name)) for name in names},
    )


def _meant(report: NodeReport, name: str) -> list[int]:
    """The actions of a node that a name means."""
    return [at for at, each in enumerate(report.actions) if each == name or (name == AGGRESSIVE and each[0] in "br")]


def _total(report: NodeReport, side: Side, name: str) -> float:
    return float(sum(side.total.frequencies[at] for at in _meant(report, name)))


def _by_class(report: NodeReport, side: Side, name: str) -> Numbers:
    rows = side.classes.strategy[_meant(report, name)]
    return _known(np.asarray(rows.sum(axis=0), np.float64), side)


def _known(numbers: Numbers, side: Side) -> Numbers:
    return np.where(side.classes.probabilities > 0, numbers, np.nan)


def _cards(board: str) -> list[str]:
    return [board[at : at + 2] for at in range(0, len(board), 2)]


def _plain(numbers: Any) -> list[float | None]:
    return [None if number != number else round(float(number), _DIGITS) for number in numbers]
