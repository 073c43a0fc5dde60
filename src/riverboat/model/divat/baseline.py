"""How would a straightforward player have bet these two hands? The baseline policy of DIVAT and its parameters.

A baseline bets by hand rank alone: no bluffs, no check-raises, no folding once it has bet (Billings 2006, chapter 5).
A hand makes as many bets as it reaches thresholds, and gives up to a bet when its rank to fold is below the pot odds
plus an offset. It need not be good play: both players are measured by the same standard.

Where the thresholds come from. Let p_k be the share of the opponent's range with which making the k-th bet is worth
nothing. At that hand one bet is won from the 1 - p_k worse hands, one lost to better hands that only call, two to those
that raise again, the best p_{k+1}: 1 - 2 p_k - p_k p_{k+1} = 0, so p_k = 1/(2 + p_{k+1}) with p_5 = 0. From the last
bet back that is 1/2, 2/5, 5/12, 12/29, and the shares are nested: the first bet is made with the best 0.42 (12/29
rounded up), the second with 5/12 of those, and so on. On the river only hands that would call count, about 0.87 of
them: 0.87 * 12/29 = 0.36.

The thesis does not print what its baseline does before the flop. Here the blind is the first bet, so the button raises
with the first threshold, the big blind re-raises with the second, and the button caps with the third
(`first_raise=0`); `first_raise=1` needs one threshold more for each. A raise is called unless the seven-card rank is
below bet/(pot + bet) = 1/3, which only the worst hands are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from riverboat.errors import RiverboatError

SEQUENCES: Final = (
    "kK", "kBf", "kBc", "bF", "bC", "bRc", "bRrC", "bRrRc",
    "SlCk", "SlCrC", "SlCrF", "SlRc", "SlRf", "SlRrC", "SlRrRc",
)  # fmt: skip
"""The baseline's lines of one street by number: k check, b bet, r raise, c call, f fold; the button in capitals."""


def betting_fractions(bets: int = 4) -> tuple[Fraction, ...]:
    """p_1 .. p_n, the share of hands with which the k-th of n bets is worth nothing: 12/29, 5/12, 2/5, 1/2 for four.

    Args:
        bets: n, how many bets are allowed.
    """
    if bets < 1:
        raise RiverboatError(f"{bets} bets: expected 1 or more")
    fractions = [Fraction(0)]
    for _ in range(bets):
        fractions.append(1 / (2 + fractions[-1]))
    return tuple(fractions[:0:-1])


def nested_thresholds(first: float) -> tuple[float, ...]:
    """All four thresholds from the first: each next bet is made with p_k of the hands that made the one before."""
    share, thresholds = 1.0 - first, [first]
    for fraction in betting_fractions()[1:]:
        share *= float(fraction)
        thresholds.append(1.0 - share)
    return tuple(thresholds)


@dataclass(frozen=True, slots=True)
class Baseline:
    """The parameters, street by street; the defaults are the moderate set (Table 5.1)."""

    fold_offsets: tuple[float, ...] = (0.0, 0.075, 0.1, 0.0)
    """Added to the pot odds bet/(pot + bet) that a rank to fold is compared with."""
    makes: tuple[tuple[float, ...], ...] = (
        (0.58, 0.825, 0.93, 0.965),
        (0.58, 0.825, 0.93, 0.965),
        (0.58, 0.825, 0.93, 0.965),
        (0.64, 0.85, 0.94, 0.97),
    )
    """Ranks from which one, two, three and four bets are made."""
    first_raise: int = 0
    """Which threshold the first raise before the flop needs: 0 for Make1, 1 for Make2."""

    def __post_init__(self) -> None:
        if len(self.fold_offsets) != 4 or len(self.makes) != 4 or any(len(street) != 4 for street in self.makes):
            raise RiverboatError("baseline: expected an offset and four thresholds for each of four streets")
        if any(list(street) != sorted(street) for street in self.makes):
            raise RiverboatError(f"baseline: thresholds {self.makes}; expected each no lower than the one before")
        if self.first_raise not in (0, 1):
            raise RiverboatError(f"baseline: first raise {self.first_raise}; expected 0 (Make1) or 1 (Make2)")

    @classmethod
    def of_style(cls, tightness: float, first_raise: int = 0) -> Baseline:
        """Looser and more aggressive below 0, tighter and more careful above; 0 is the moderate set.

        Args:
            tightness: From -4 to 4.
        """
        return cls.of_styles(tightness, tightness, first_raise)

    @classmethod
    def of_styles(cls, folding: float, betting: float, first_raise: int = 0) -> Baseline:
        """Folding from -4 (very loose) to 4 (very tight), betting from -4 (very aggressive) to 4 (very conservative).

        A step moves the offsets of flop and turn by 0.025 and the first thresholds by 0.03, so that -2 and 2 are the
        loose, tight, aggressive and conservative settings whose numbers the thesis prints (section 5.4.3).

        Args:
            folding: From very loose to very tight.
            betting: From very aggressive to very conservative.
        """
        early = nested_thresholds(0.58 + 0.03 * betting)
        offsets = (0.0, 0.075 + 0.025 * folding, 0.1 + 0.025 * folding, 0.0)
        return cls(offsets, (early, early, early, nested_thresholds(0.64 + 0.03 * betting)), first_raise)


MODERATE: Final = Baseline()
SMOOTHING_WEIGHTS: Final = {"even": (1, 1, 1, 1, 1), "triangle": (1, 2, 3, 2, 1), "binomial": (1, 4, 6, 4, 1)}
"""How five runs are averaged (Billings 2006, section 5.3.5, note)."""


def five_styles(first_raise: int = 0) -> Sequence[Baseline]:
    """From loose and aggressive to tight and conservative: the sweep that the thesis normally runs."""
    return [Baseline.of_style(step, first_raise) for step in range(-2, 3)]


def nine_styles(first_raise: int = 0) -> Sequence[Baseline]:
    """From very loose and very aggressive to very tight and very conservative, folding and betting alike."""
    return [Baseline.of_style(step, first_raise) for step in range(-4, 5)]


def all_styles(first_raise: int = 0) -> Sequence[Baseline]:
    """Nine settings of folding with nine of betting: all 81, folding by folding."""
    steps = range(-4, 5)
    return [Baseline.of_styles(folding, betting, first_raise) for folding in steps for betting in steps]


def styles_to_average(count: int) -> Sequence[Baseline]:
    """Five, nine or all 81 baselines."""
    sets = {5: five_styles, 9: nine_styles, 81: all_styles}
    if count not in sets:
        raise RiverboatError(f"{count} baselines: expected 5, 9 or 81")
    return sets[count]()
