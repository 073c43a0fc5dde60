"""Who beats whom against the order, and how much of a crosstable is rock, paper, scissors?

A table of pairs is the sum of two parts (HodgeRank: Jiang, Lim, Yao and Ye, Mathematical Programming 127, 2011): the
*gradient*, differences of ratings, and the rest, which runs in *cycles*: if everyone has met everyone, it is made of
triads, A beats B beats C beats A, whose sum around is the curl. The share of the rest in the sum of squares is 0 where
ratings say everything and 1 for pure rock, paper, scissors. Luck looks like cycles, so what luck alone would add to
either part on average is taken off, and Cochran's Q (Biometrics 10, 1954) says how likely so much of it is without
any cycles.

Many pairs are looked at together, so single ones count as significant by their p-values after Holm's correction
(Scandinavian Journal of Statistics 6, 1979): the chance of one false claim anywhere in the table is at most 5 %,
however the pairs depend on each other. A triad is significant if all its three pairs are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan, sqrt
from typing import Final

import numpy as np

from riverboat.stats.ratings import Z95, Floats, Pair, Ratings, differences

LEVEL: Final = 0.05
"""Claims with a corrected p-value below this are significant."""


@dataclass(frozen=True)
class Win:
    """One player beats another."""

    winner: int
    loser: int
    mean: float
    p: float
    """After Holm's correction for all pairs of the table."""

    @property
    def is_significant(self) -> bool:
        """Whether the table shows it."""
        return self.p < LEVEL


@dataclass(frozen=True)
class Triad:
    """The first beats the second, the second the third, the third the first."""

    players: tuple[int, int, int]
    means: tuple[float, float, float]
    """What each won from the next."""
    curl_error: float
    p: float
    """The largest of the three corrected p-values."""

    @property
    def curl(self) -> float:
        """The sum around the triad."""
        return sum(self.means)

    @property
    def weakest(self) -> float:
        """The smallest of the three wins."""
        return min(self.means)

    @property
    def is_significant(self) -> bool:
        """Whether the table shows all three wins."""
        return self.p < LEVEL


@dataclass(frozen=True)
class Cycles:
    """The structure of a table."""

    share: float
    """The cyclic part of the sum of squares, luck taken off; nan if ratings always fit (no closed way round)."""
    share_margin: float
    """Half the width of its 95 % interval; nan where pairs are not independent."""
    p: float
    """How likely so much cyclic part is by luck alone; nan where pairs are not independent."""
    wins: tuple[Win, ...]
    """The winner of each pair, the most certain first."""
    upsets: tuple[Win, ...]
    """Those whose winner has the lower rating."""
    triads: tuple[Triad, ...]
    """All that run in a cycle, the most certain first."""


def find_cycles(players: int, pairs: Sequence[Pair], ratings: Ratings, *, independent: bool = True) -> Cycles:
    """The structure; `independent` says whether different pairs share no cards."""
    share, margin, p = _cyclic_share(players, pairs)
    if not independent:
        margin = p = nan
    corrected = holm([pair.p for pair in pairs])
    wins = []
    for pair, adjusted in zip(pairs, corrected, strict=True):
        if pair.mean:
            ahead = (pair.row, pair.column) if pair.mean > 0.0 else (pair.column, pair.row)
            wins.append(Win(*ahead, abs(pair.mean), adjusted))
    wins.sort(key=lambda win: (win.p, -win.mean))
    upsets = [win for win in wins if ratings.values[win.winner] < ratings.values[win.loser]]
    return Cycles(share, margin, p, tuple(wins), tuple(upsets), tuple(_triads(players, pairs, wins)))


def holm(values: Sequence[float]) -> list[float]:
    """p-values corrected for their number: each may be compared with the level as if it were the only one."""
    corrected, largest = [0.0] * len(values), 0.0
    for place, which in enumerate(sorted(range(len(values)), key=lambda each: values[each])):
        largest = max(largest, min(1.0, values[which] * (len(values) - place)))
        corrected[which] = largest
    return corrected


def _cyclic_share(players: int, pairs: Sequence[Pair]) -> tuple[float, float, float]:
    """The share, its margin, and the p-value of Cochran's Q."""
    design = differences(players, pairs)
    freedom = len(pairs) - (int(np.linalg.matrix_rank(design)) if len(pairs) else 0)
    if not freedom:
        return nan, nan, nan
    means = np.array([pair.mean for pair in pairs])
    variances = np.array([pair.error for pair in pairs]) ** 2
    outside = np.eye(len(pairs)) - design @ np.linalg.pinv(design)
    rest = outside @ means
    whole = float(means @ means - variances.sum())
    if whole <= 0.0:
        return nan, nan, _cochran(design, means, variances, freedom)
    share = float(rest @ rest - variances @ np.diag(outside)) / whole
    slope = 2.0 * (rest - share * means) / whole
    margin = Z95 * sqrt(float(slope**2 @ variances))
    return min(1.0, max(0.0, share)), margin, _cochran(design, means, variances, freedom)


def _cochran(design: Floats, means: Floats, variances: Floats, freedom: int) -> float:
    from scipy.special import gammaincc  # type: ignore[import-untyped, unused-ignore]

    least = 1e-12 * max(float((means**2).max()), 1e-200)
    root = 1.0 / np.sqrt(variances + least)
    root /= root.max()
    fitted = design @ (np.linalg.pinv(design * root[:, None]) @ (root * means))
    q = float((((means - fitted) ** 2) / (variances + least)).sum())
    return float(gammaincc(freedom / 2.0, q / 2.0))


def _triads(players: int, pairs: Sequence[Pair], wins: Sequence[Win]) -> list[Triad]:
    by_winner = {(win.winner, win.loser): win for win in wins}
    errors = {frozenset((pair.row, pair.column)): pair.error for pair in pairs}
    found = []
    for a, b, c in combinations(range(players), 3):
        for around in ((a, b, c), (a, c, b)):
            edges = [(around[0], around[1]), (around[1], around[2]), (around[2], around[0])]
            if all(edge in by_winner for edge in edges):
                one, two, three = (by_winner[edge] for edge in edges)
                error = sqrt(sum(errors[frozenset(edge)] ** 2 for edge in edges))
                p = max(one.p, two.p, three.p)
                found.append(Triad(around, (one.mean, two.mean, three.mean), error, p))
    return sorted(found, key=lambda triad: (triad.p, -triad.weakest))
