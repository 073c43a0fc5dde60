"""From flops to the whole game: what a best response wins before the flop, and what it does there.

Before the flop the 169 starting hands are all that matters, so the values of a flop are averaged over the 24 renamings
of suits and kept by starting hand: 2 seats x 7 lines x 169 numbers. A sum over all flops, weighted by how many each
stands for, over the 17,296 that two known hands leave, is the value of each line into the flop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASS_SIZES, CLASSES, HOLDING_CLASS, HOLDINGS
from riverboat.solve.limit.choices import meetable
from riverboat.solve.limit.lines import LINES, MBB_PER_UNIT, actions_of, decisions_of

Floats = NDArray[np.float64]
FLOPS_LEFT: Final = 17_296
"""Flops, when both hands are known: 48 choose 3."""
OPPONENTS: Final = 1225
"""Hands of the opponent, when one hand is known."""


def by_class(values: NDArray[np.floating]) -> Floats:
    """[169, ...]: the mean over the hands of each starting hand, which is the mean over all renamings of suits."""
    found = np.zeros((CLASSES, *values.shape[1:]))
    np.add.at(found, HOLDING_CLASS, values.astype(np.float64))
    return np.asarray(found / CLASS_SIZES.reshape(-1, *[1] * (values.ndim - 1)))


@dataclass(frozen=True)
class PreflopResponse:
    """A best response before the flop, by starting hand."""

    me: int
    values: Floats
    """float64[169]: what it wins with each starting hand, in small blinds per hand."""
    choices: dict[str, NDArray[np.int8]]
    """By the betting so far ("", "cr", ...): 0 fold, 1 check or call, 2 raise for each starting hand."""

    @property
    def mbb(self) -> float:
        """What it wins in thousandths of the big blind per hand."""
        return float(self.values @ CLASS_SIZES / HOLDINGS) * MBB_PER_UNIT


def preflop_response(
    me: int, reach: NDArray[np.floating], leaves: Floats, chosen: PreflopResponse | None = None
) -> PreflopResponse:
    """The best response from its values behind the lines into the flop.

    `reach` [1326, 7] is the opponent's, `leaves` [169, 7] are sums over the opponent's hands, already averaged over
    flops. With `chosen` its choices are played in place of the best ones.
    """
    meets = by_class(meetable(reach.astype(np.float64)))
    game = _Preflop(meets, leaves, chosen)
    total = game.small_blind() if me == 1 else game.big_blind()
    return PreflopResponse(me, total / OPPONENTS, game.choices)


def preflop_shares(me: int, choices: dict[str, NDArray[np.int8]]) -> NDArray[np.float32]:
    """float32[169, actions]: the choices as shares in the order of a player's actions before the flop."""
    found = np.zeros((CLASSES, actions_of(0, me)), np.float32)
    for node, first, letters in decisions_of(0, me):
        places = np.array([letters.find("f"), max(letters.find("c"), letters.find("k")), letters.find("r")])
        found[np.arange(CLASSES), first + places[choices[node]]] = 1.0
    return found


def linear_value(chosen: PreflopResponse, reach: NDArray[np.floating]) -> tuple[float, Floats]:
    """What fixed choices win is linear in the values [169, 7] behind the lines: the constant and slopes [169, 7], in
    mbb per hand.
    """

    def values(leaves: Floats) -> Floats:
        return preflop_response(chosen.me, reach, leaves, chosen).values

    shares = CLASS_SIZES / HOLDINGS * MBB_PER_UNIT
    nothing = values(np.zeros((CLASSES, LINES[1])))
    lines = np.eye(LINES[1])
    slopes = np.stack([values(np.tile(line, (CLASSES, 1))) - nothing for line in lines], axis=1)
    return float(nothing @ shares), slopes * shares[:, None]


class _Preflop:
    """The tree before the flop, with the numbers of all starting hands side by side."""

    def __init__(self, meets: Floats, leaves: Floats, chosen: PreflopResponse | None) -> None:
        self.ck, self.crc, self.crrc, self.crrrc, self.rc, self.rrc, self.rrrc = meets.T
        self.leaf = dict(zip(("ck", "crc", "crrc", "crrrc", "rc", "rrc", "rrrc"), leaves.T, strict=True))
        self.chosen = chosen
        self.choices: dict[str, NDArray[np.int8]] = {}
        assert leaves.shape == (CLASSES, LINES[1])

    def choose(self, node: str, *values: Floats | None) -> Floats:
        """The best of fold, check or call, and raise; None where that is not possible."""
        table = np.stack([np.full(CLASSES, -np.inf) if value is None else value for value in values])
        best = table.argmax(axis=0) if self.chosen is None else self.chosen.choices[node].astype(np.int64)
        self.choices[node] = best.astype(np.int8)
        return np.asarray(table[best, np.arange(CLASSES)])

    def small_blind(self) -> Floats:
        """I am the small blind and act first."""
        leaf, everybody = self.leaf, np.full(CLASSES, float(OPPONENTS))
        capped = self.choose("crrr", -6 * self.crrrc, leaf["crrrc"])
        again = (self.crc - self.crrc - self.crrrc) * 4 + leaf["crrc"] + capped
        raised = self.choose("cr", -2 * self.crc, leaf["crc"], again)
        capping = (self.rrc - self.rrrc) * 6 + leaf["rrrc"]
        reraised = self.choose("rr", -4 * self.rrc, leaf["rrc"], capping)
        raising = (everybody - self.rc - self.rrc) * 2 + leaf["rc"] + reraised
        return self.choose("", -everybody, leaf["ck"] + raised, raising)

    def big_blind(self) -> Floats:
        """I am the big blind."""
        leaf, everybody = self.leaf, np.full(CLASSES, float(OPPONENTS))
        capping = (self.crrc - self.crrrc) * 6 + leaf["crrrc"]
        reraised = self.choose("crr", -4 * self.crrc, leaf["crrc"], capping)
        raising = (self.ck - self.crc - self.crrc) * 2 + leaf["crc"] + reraised
        limped = self.choose("c", None, leaf["ck"], raising)
        capped = self.choose("rrr", -6 * self.rrrc, leaf["rrrc"])
        again = (self.rc - self.rrc - self.rrrc) * 4 + leaf["rrc"] + capped
        answered = self.choose("r", -2 * self.rc, leaf["rc"], again)
        return np.asarray((everybody - self.ck - self.rc) + limped + answered)
