"""Which hands are played alike? A bucketing gives every holding of a board a bucket, street by street.

A bucketing is data, and a text that says it:

| text | buckets |
|---|---|
| `psopti(7)`, `psopti(6)` | Billings et al. (2003): buckets by E[HS], finer at the top, and one for potential |
| `quantiles(ehs,20)` | equally many deals in each of 20 buckets of a feature, on every street |

The shares of hands in the buckets of `psopti` are not published; those here are narrower towards the strong end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.features import (
    FEATURES,
    deal_weights,
    feature_by_holding,
    feature_of_hand,
    feature_row,
    feature_table,
    quantiles,
)
from riverboat.cards.holdings import CLASS_SIZES, HOLDING_CLASS, HOLDINGS
from riverboat.errors import NotationError
from riverboat.progress import OnProgress

STREETS: Final = ("preflop", "flop", "turn", "river")
CARDS: Final = (0, 3, 4, 5)
_HALF: Final = 0.5
NO_BUCKET: Final = np.iinfo(np.uint16).max
"""Of holdings that the board blocks."""
_RIVER_STEPS: Final = 1980  # HS on the river is a whole number of these
_TEXT: Final = re.compile(r"(\w+)\(([^()]*)\)")
PSOPTI_SHARES: Final[dict[int, tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]]] = {
    6: ((0.30, 0.52, 0.70, 0.83, 0.93), (0.35, 0.60, 0.79, 0.92), (0.30, 0.53, 0.72, 0.86, 0.95)),
    7: (
        (0.26, 0.46, 0.63, 0.77, 0.87, 0.95),
        (0.30, 0.52, 0.70, 0.83, 0.93),
        (0.26, 0.46, 0.63, 0.77, 0.87, 0.95),
    ),
}
"""By number of buckets: shares of hands below each edge before the flop, on flop and turn, and on the river."""
_PSOPTI_EDGES: Final = {
    6: (
        (0.4367, 0.5033, 0.5536, 0.5946, 0.6356),
        (0.3929, 0.5453, 0.6852, 0.8203),
        (0.4175, 0.6074, 0.7649, 0.8786),
        (0.2972, 0.5280, 0.7260, 0.8745, 0.9563),
    ),
    7: (
        (0.4259, 0.4821, 0.5331, 0.5753, 0.6056, 0.6532),
        (0.3643, 0.4933, 0.6076, 0.7237, 0.8303),
        (0.3715, 0.5464, 0.6880, 0.8021, 0.8898),
        (0.2507, 0.4512, 0.6285, 0.7785, 0.8861, 0.9563),
    ),
}
"""E[HS] at these shares, over all deals of each street (a test counts them again). No hand lies on an edge."""
_POTENTIAL: Final = {1: 0.20, 2: 0.15}
"""PPot from which a hand below E[HS] = 0.5 is in the bucket of potential, on flop and turn."""


@dataclass(frozen=True)
class StreetBuckets:
    """How the hands of one street are told apart."""

    street: int
    feature: str
    shares: tuple[float, ...]
    """What part of all hands lies below each edge; hands of the potential bucket are not counted."""
    edges: tuple[float, ...] | None = None
    """Values of the feature that part the buckets, if they are known; else all deals are counted."""
    potential: float | None = None
    """PPot from which a hand with E[HS] < 0.5 has a bucket of its own, the last one."""

    @property
    def count(self) -> int:
        """How many buckets there are."""
        return len(self.shares) + 1 + (self.potential is not None)


@dataclass(frozen=True)
class Bucketing:
    """Buckets on every street."""

    text: str
    streets: tuple[StreetBuckets, ...]
    _edges: dict[int, NDArray[np.float64]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street."""
        return tuple(street.count for street in self.streets)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Build the tables of all deals. Without them a board is worked out when it is asked for, some 20 ms a flop."""
        for street in self.streets:
            self.edges(street.street, on_progress)
            if street.street in (1, 2):
                names = {street.feature, *(("ehs", "ppot") if street.potential is not None else ())}
                for name in sorted(names):
                    feature_table(name, CARDS[street.street], on_progress)

    def edges(self, street: int, on_progress: OnProgress | None = None) -> NDArray[np.float64]:
        """The values of the feature that part the buckets of a street."""
        of = self.streets[street]
        if street not in self._edges:
            self._edges[street] = count_edges(of, on_progress) if of.edges is None else np.array(of.edges)
        return self._edges[street]

    def by_holding(self, board: tuple[int, ...] | NDArray[np.uint8]) -> NDArray[np.uint16]:
        """uint16[1326]: the bucket of every holding of a board; `NO_BUCKET` where the board blocks it."""
        cards = np.asarray(board, np.uint8)
        street = CARDS.index(len(cards))
        of = self.streets[street]
        row = _before_the_flop(of.feature) if street == 0 else feature_row(of.feature, cards)
        live = np.flatnonzero(np.isfinite(row))
        buckets = np.searchsorted(self.edges(street), row[live], "right")
        if of.potential is not None:
            strength = row if of.feature == "ehs" else feature_row("ehs", cards)
            drawing = (strength[live] < _HALF) & (feature_row("ppot", cards)[live] >= of.potential)
            buckets[drawing] = of.count - 1
        found = np.full(HOLDINGS, NO_BUCKET, np.uint16)
        found[live] = buckets
        return found

    def bucket(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The bucket of one hand; microseconds if the tables are there."""
        street = CARDS.index(len(board))
        of = self.streets[street]
        value = feature_of_hand(of.feature, hole, board)
        if of.potential is not None:
            strength = value if of.feature == "ehs" else feature_of_hand("ehs", hole, board)
            if strength < _HALF and feature_of_hand("ppot", hole, board) >= of.potential:
                return of.count - 1
        return int(np.searchsorted(self.edges(street), value, "right"))


@cache
def parse_bucketing(text: str) -> Bucketing:
    """The bucketing that a text names."""
    plain = "".join(text.split()).lower()
    match = _TEXT.fullmatch(plain)
    if match is None:
        raise NotationError(f'abstraction "{text[:40]}": write one like psopti(7) or quantiles(ehs,20)')
    name, arguments = match[1], match[2].split(",")
    if name == "psopti":
        return _psopti(text, arguments)
    if name == "quantiles":
        return _quantiles(text, arguments)
    raise NotationError(f'abstraction "{text[:40]}": no kind "{name}"; there is psopti and quantiles')


def _psopti(text: str, arguments: list[str]) -> Bucketing:
    count = _number(text, arguments[0]) if len(arguments) == 1 else 0
    if count not in PSOPTI_SHARES:
        raise NotationError(f'abstraction "{text[:40]}": psopti has {" or ".join(map(str, PSOPTI_SHARES))} buckets')
    before, middle, river = PSOPTI_SHARES[count]
    edges = _PSOPTI_EDGES[count]
    streets = (
        StreetBuckets(0, "ehs", before, edges[0]),
        StreetBuckets(1, "ehs", middle, edges[1], _POTENTIAL[1]),
        StreetBuckets(2, "ehs", middle, edges[2], _POTENTIAL[2]),
        StreetBuckets(3, "ehs", river, edges[3]),
    )
    return Bucketing(f"psopti({count})", streets)


def _quantiles(text: str, arguments: list[str]) -> Bucketing:
    if len(arguments) != 2 or arguments[0] not in FEATURES:
        raise NotationError(f'abstraction "{text[:40]}": write quantiles(FEATURE,N), FEATURE {" or ".join(FEATURES)}')
    count = _number(text, arguments[1])
    if not 1 <= count < NO_BUCKET:
        raise NotationError(f'abstraction "{text[:40]}": expected 1 to {NO_BUCKET - 1} buckets')
    shares = tuple(number / count for number in range(1, count))
    streets = tuple(StreetBuckets(street, arguments[0], shares) for street in range(len(STREETS)))
    return Bucketing(f"quantiles({arguments[0]},{count})", streets)


def _number(text: str, written: str) -> int:
    if not written.isdecimal():
        raise NotationError(f'abstraction "{text[:40]}": "{written}" is not a number of buckets')
    return int(written)


@cache
def _before_the_flop(feature: str) -> NDArray[np.float64]:
    return feature_by_holding(feature, ())


def count_edges(of: StreetBuckets, on_progress: OnProgress | None = None) -> NDArray[np.float64]:
    """Where the buckets of a street part, so that exactly the wanted shares lie below."""
    cards, shares = CARDS[of.street], np.array(of.shares)
    if of.street == 0:
        by_class = np.zeros(len(CLASS_SIZES))
        by_class[HOLDING_CLASS] = _before_the_flop(of.feature)
        return quantiles(by_class.astype(np.float32), CLASS_SIZES.astype(np.float64), shares)
    if of.street == 3:
        return _river_edges(of.feature, shares)
    values = np.asarray(feature_table(of.feature, cards, on_progress))
    weights = deal_weights(cards)
    if of.potential is not None:
        strength = values if of.feature == "ehs" else np.asarray(feature_table("ehs", cards, on_progress))
        drawing = (strength < _HALF) & (np.asarray(feature_table("ppot", cards, on_progress)) >= of.potential)
        values, weights = values[~drawing], weights[~drawing]
    return quantiles(values, weights, shares)


def _river_edges(feature: str, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """On the river HS is a whole number of steps: all boards are counted, none is kept."""
    from riverboat.odds.strength import river_histogram

    if feature == "ppot":
        return np.zeros(len(shares))
    steps = river_histogram().sum(axis=0).astype(np.float64)
    values = (np.arange(_RIVER_STEPS + 1) / _RIVER_STEPS) ** (2 if feature == "ehs2" else 1)
    return quantiles(values.astype(np.float32), steps, shares)
