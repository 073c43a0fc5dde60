"""Maximum a posteriori estimates of the opponent's probabilities in Kuhn poker.

P1 about P2 (Southey, Hoehn and Holte 2009, section 3.2): what a hand shows is counted in six numbers A to F, the
posterior is eta^A (1-eta)^B (2-eta)^C xi^D (1-xi)^E (1+xi)^F, and its maximum is the root of a quadratic each. `J?bP`
counts as a queen that folded, because a king never folds.

P2 about P1 has no closed form; the approximation of section 3.3 assumes that the cards which P2 did not see were dealt
exactly half and half. Each holding of P2 gives an estimate of two of the probabilities, and two estimates of one
probability are averaged, weighted by their data points. Where fewer cards of a kind are missing than were seen, none of
them is assumed (the paper leaves that to Hoehn 2006).

Priors are Beta distributions in the paper's form, x^theta (1-x)^omega: theta prior calls and omega prior folds.
Counts are additive and cost nothing; an estimate costs a square root.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from riverboat.errors import RiverboatError
from riverboat.model.kuhn.family import First, Second
from riverboat.model.kuhn.notation import KuhnHand

_J, _Q, _K = range(3)


class BetaPrior(NamedTuple):
    """Prior counts: `theta` bets or calls and `omega` passes or folds."""

    theta: float
    omega: float

    @property
    def mode(self) -> float:
        """The likeliest probability; 1/2 without prior counts."""
        return self.theta / (self.theta + self.omega) if self.theta + self.omega > 0 else 0.5


DEFAULT_PRIOR: Final = BetaPrior(1, 1)
NO_PRIOR: Final = BetaPrior(0, 0)


def require_prior(prior: BetaPrior) -> BetaPrior:
    """Raise unless both counts are there and not negative."""
    if min(prior) < 0:
        raise RiverboatError(f"prior Beta({prior.theta:g}, {prior.omega:g}): expected counts of 0 or more")
    return prior


def eta_estimate(calls: float, folds: float, unclear_folds: float) -> float:
    """The maximum of eta^A (1-eta)^B (2-eta)^C; 1/2 without any count."""
    a = calls + folds + unclear_folds
    if a <= 0:
        return 0.5
    b = -3 * calls - 2 * folds - unclear_folds
    return (-b - sqrt(max(0.0, b * b - 8 * a * calls))) / (2 * a)


def xi_estimate(bluffs: float, passes: float, unclear_bets: float) -> float:
    """The maximum of xi^D (1-xi)^E (1+xi)^F; 1/2 without any count."""
    total = bluffs + passes + unclear_bets
    if total <= 0:
        return 0.5
    b = unclear_bets - passes
    return (b + sqrt(b * b + 4 * total * bluffs)) / (2 * total)


class SecondCounts:
    """What P1 knows about P2."""

    __slots__ = ("calls", "clear_folds", "jack_bets", "jack_passes", "unclear_bets", "unclear_folds")

    def __init__(self, eta: BetaPrior = DEFAULT_PRIOR, xi: BetaPrior = DEFAULT_PRIOR) -> None:
        """Before the first hand.

        Args:
            eta: Of calling with the queen.
            xi: Of betting the jack after a check.
        """
        self.calls, self.clear_folds = map(float, require_prior(eta))
        self.jack_bets, self.jack_passes = map(float, require_prior(xi))
        self.unclear_folds = self.unclear_bets = 0.0

    def add(self, hand: KuhnHand) -> None:
        """One more hand, as P1 saw it."""
        first, second, line = hand
        if line == "bB":
            self.calls += second == _Q
        elif line == "bP":
            if first == _J:
                self.clear_folds += 1
            else:
                self.unclear_folds += 1
        elif line == "pBb":
            self.jack_bets += second == _J
        elif line == "pP":
            self.jack_passes += second == _J
        else:
            self.unclear_bets += first == _Q

    def estimate(self) -> Second:
        """The likeliest P2."""
        return Second(
            eta_estimate(self.calls, self.clear_folds, self.unclear_folds),
            xi_estimate(self.jack_bets, self.jack_passes, self.unclear_bets),
        )


class Tally(NamedTuple):
    """How often something was done, and how often it was left undone; halves where cards are assumed."""

    done: float = 0.0
    left: float = 0.0

    @property
    def points(self) -> float:
        """All observations."""
        return self.done + self.left


def joined_estimate(tallies: tuple[Tally, ...], prior: BetaPrior) -> float:
    """The estimates from several holdings, weighted by their data points; the prior's mode if there are none."""
    points = sum(tally.points for tally in tallies)
    if points <= 0:
        return prior.mode
    weighted = sum(
        tally.points * (tally.done + prior.theta) / (tally.points + sum(prior)) for tally in tallies if tally.points > 0
    )
    return weighted / points


def assumed_unseen(hands: float, seen: float, unseen: float) -> float:
    """How many unseen cards are assumed to be of a kind that half the hands should have."""
    return min(max(hands / 2 - seen, 0.0), unseen)


class FirstCounts:
    """What P2 knows about P1, by P2's own card."""

    __slots__ = ("priors", "seen")

    def __init__(
        self,
        alpha: BetaPrior = DEFAULT_PRIOR,
        beta: BetaPrior = DEFAULT_PRIOR,
        gamma: BetaPrior = DEFAULT_PRIOR,
    ) -> None:
        """Before the first hand.

        Args:
            alpha: Of betting the jack.
            beta: Of calling with the queen.
            gamma: Of betting the king.
        """
        self.priors = tuple(map(require_prior, (alpha, beta, gamma)))
        self.seen: dict[str, int] = {}
        """How often each kind of hand was seen, as in the paper's notation."""

    def add(self, hand: KuhnHand) -> None:
        """One more hand, as P2 saw it."""
        text = str(hand)
        self.seen[text] = self.seen.get(text, 0) + 1

    def _count(self, *texts: str) -> int:
        return sum(self.seen.get(text, 0) for text in texts)

    def estimate(self) -> First:
        """The likeliest P1, approximately."""
        # With the king P2 bets after a pass; P1's jack and some of its queens fold unseen.
        jack_bets, queen_calls, folds = self._count("JKbB"), self._count("QKpBb"), self._count("?KpBp")
        jack_passes = assumed_unseen(jack_bets + queen_calls + folds, jack_bets, folds)
        alpha_by_king = Tally(jack_bets, jack_passes)
        beta_by_king = Tally(queen_calls, folds - jack_passes)
        # With the queen P2 sees the card unless it folds to a bet.
        jacks = Tally(self._count("JQbB"), self._count("JQpP"))
        kings = Tally(self._count("KQbB"), self._count("KQpP"))
        bets = self._count("?QbP")
        unseen_jacks = assumed_unseen(jacks.points + kings.points + bets, jacks.points, bets)
        alpha_by_queen = Tally(jacks.done + unseen_jacks, jacks.left)
        gamma_by_queen = Tally(kings.done + bets - unseen_jacks, kings.left)
        # With the jack everything is clear: only a king bets first, only a queen folds.
        gamma_by_jack = Tally(self._count("?JbP"), self._count("KJpP", "KJpBb"))
        beta_by_jack = Tally(self._count("QJpBb"), self._count("?JpBp"))
        alpha, beta, gamma = self.priors
        return First(
            joined_estimate((alpha_by_king, alpha_by_queen), alpha),
            joined_estimate((beta_by_king, beta_by_jack), beta),
            joined_estimate((gamma_by_queen, gamma_by_jack), gamma),
        )
