"""Kuhn poker without its dominated actions: two families of strategies, their value, and who beats whom.

Three cards J < Q < K, an ante of 1, one bet of 1. Without dominated actions a strategy of the first player (P1) has
three probabilities, and one of the second (P2) two (Kuhn 1950; Southey, Hoehn and Holte 2009, section 2):

- alpha: P1 bets first with the jack; beta: P1 calls with the queen after pass and bet; gamma: P1 bets first with the
  king. The queen passes first, the jack never calls, the king always does.
- eta: P2 calls a bet with the queen; xi: P2 bets the jack after a pass. The king bets and calls, the queen passes
  after a pass, the jack folds to a bet.

The value of a hand is linear in each player's probabilities, so everything here is a formula: best responses, what they
win, and the equilibria. Values are chips per hand to P1.

The paper does not say what a best response does where two actions are worth the same, and estimates lie there often:
(1/2, 1/2) and 1/3 come out of few observations. Its Fig. 12 begins with S3 = pass the jack, call with the queen, bet
the king, so that is what ties are broken to here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from riverboat.errors import RiverboatError

VALUE: Final = -1 / 18
"""What P1 wins per hand between perfect players."""

NEARLY = 1e-9
"""Probabilities closer to each other than this count as equal."""


class First(NamedTuple):
    """A strategy of P1."""

    alpha: float
    beta: float
    gamma: float


class Second(NamedTuple):
    """A strategy of P2: a point of the (eta, xi) square."""

    eta: float
    xi: float


PURE: Final = tuple(First(float(n >> 2), float(n >> 1 & 1), float(n & 1)) for n in range(8))
"""S0 to S7: alpha, beta, gamma are the bits of the number. S0 and S7 are best against nobody."""

BEST_RESPONSES: Final = (1, 2, 3, 4, 5, 6)
"""The pure strategies that are best against someone; each has a region of the square."""

BALANCED: Final = First(1.0, 1.0, 0.5)
"""Explores both of P2's probabilities alike and forces as many showdowns as possible, whatever that costs."""

NASH_SECOND: Final = Second(1 / 3, 1 / 3)
"""P2's only equilibrium strategy."""

OPPONENTS: Final = {
    "O1": Second(0.25, 0.67),
    "O2": Second(0.75, 0.8),
    "O3": Second(0.67, 0.4),
    "O4": Second(0.5, 0.29),
    "O5": Second(0.25, 0.17),
    "O6": Second(0.17, 0.2),
}
"""The six opponents of the paper, one from each region."""


def nash_first(gamma: float) -> First:
    """The equilibrium strategy of P1 that bets the king with this probability.

    Args:
        gamma: From 0 to 1.
    """
    require_probability("gamma", gamma)
    return First(gamma / 3, (1 + gamma) / 3, gamma)


def expected_value(first: First, second: Second) -> float:
    """What P1 wins per hand (Southey et al. 2009, eq. 1)."""
    alpha, beta, gamma = first
    eta, xi = second
    return (eta * (-3 * alpha + gamma) + xi * (-1 + 3 * beta - gamma) + alpha - beta) / 6


def best_first(second: Second) -> int:
    """The number of the pure strategy of P1 that wins most: the region that the point lies in."""
    eta, xi = second
    return 4 * (eta < 1 / 3 - NEARLY) + 2 * (xi > 1 / 3 - NEARLY) + (eta > xi - NEARLY)


def best_second(first: First) -> Second:
    """The pure strategy of P2 that leaves P1 least."""
    alpha, beta, gamma = first
    return Second(float(gamma < 3 * alpha - NEARLY), float(3 * beta < 1 + gamma - NEARLY))


def max_value_against(second: Second) -> float:
    """What P1's best response wins per hand: how exploitable P2 is, as the paper counts it (Fig. 3)."""
    eta, xi = second
    return (-xi + max(0.0, 1 - 3 * eta) + max(0.0, 3 * xi - 1) + max(0.0, eta - xi)) / 6


def min_value_against(first: First) -> float:
    """What P1 has left against P2's best response: its worst case."""
    alpha, beta, gamma = first
    return (alpha - beta + min(0.0, gamma - 3 * alpha) + min(0.0, 3 * beta - 1 - gamma)) / 6


def require_probability(name: str, value: float) -> None:
    """Raise unless it is a probability."""
    if not 0.0 <= value <= 1.0:
        raise RiverboatError(f"{name}={value:g}: expected a probability from 0 to 1")
