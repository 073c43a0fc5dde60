"""Which of a few strategies wins most? Sequential Exp4 with a score for each own card (Southey et al. 2009, section 4).

An expert is drawn for every hand, with probabilities that grow with the experts' scores and never fall below psi / K.
After the hand every expert that could have played it this way is given its share of the winnings, scaled to 0..1 and
divided by how likely the master was to play this way. Scores are kept for each own card apart and averaged with equal
weights, so that a run of kings does not decide.

The paper's scores are means and lie between 0 and about 1; with rho = 1 the probabilities of two experts then differ by
a few percent, however long one plays. `total` multiplies the mean by the number of hands, as Exp3 and Exp4 sum their
rewards (Auer et al. 1995): that is what lets the learner of section 7, ComponentAverageExp3, adapt within a match. The
paper names that learner and its parameters but not its scores.

With `credit="drawn"` a hand counts for the expert that was drawn and for no other, and a score is the plain mean of the
hands that the expert played. That is not Algorithm 1; it learns more slowly, and its share of matches above the
equilibrium is the one that the paper prints (Fig. 11).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log1p
from typing import Final, Literal, get_args

from riverboat.errors import RiverboatError
from riverboat.model.kuhn.family import BEST_RESPONSES, NASH_SECOND, NEARLY, PURE, First, Second, nash_first
from riverboat.model.kuhn.notation import KuhnHand

FIRST_EXPERTS: Final = (*(PURE[number] for number in BEST_RESPONSES), nash_first(0.5))
"""S1 to S6 and the equilibrium strategy (1/6, 1/2, 1/2)."""

SECOND_EXPERTS: Final = (NASH_SECOND, Second(0, 0), Second(0, 1), Second(1, 0), Second(1, 1))
"""The equilibrium strategy and the four corners of the square."""

Credit = Literal["agreeing", "drawn"]
"""Whom a hand's winnings are given to."""

_J, _Q, _K = range(3)


class ExpertScores:
    """Scores of experts that play one side of Kuhn poker."""

    def __init__(
        self,
        experts: Sequence[First] | Sequence[Second],
        rho: float = 1.0,
        psi: float = 0.75,
        *,
        total: bool = False,
        credit: Credit = "agreeing",
    ) -> None:
        """Experts without a score.

        Args:
            experts: How each of them plays.
            rho: How strongly scores count.
            psi: The share of uniform exploration.
            total: Whether scores are sums instead of means.
            credit: Whom a hand's winnings are given to: all experts that could have played it, or only the drawn one.
        """
        if not rho > 0 or not 0 <= psi <= 1 or not experts:
            raise RiverboatError(f"experts with rho={rho:g} and psi={psi:g}: expected rho above 0 and psi from 0 to 1")
        self.experts: tuple[First | Second, ...] = tuple(experts)
        self.rho, self.psi, self.total = rho, psi, total
        self.credit = require_credit(credit)
        self.sums = [[0.0] * 3 for _ in self.experts]
        self.hands = [0] * 3
        self.drawn = [0] * len(self.experts)
        """How many hands each expert was drawn for; counted if only that one is credited."""

    def score(self, expert: int) -> float:
        """The mean over cards of the mean over hands; a card not yet held counts 0.

        Args:
            expert: The number of an expert.
        """
        if self.credit == "drawn":
            return sum(self.sums[expert]) / max(1, self.drawn[expert])
        means = (held and got / held for got, held in zip(self.sums[expert], self.hands, strict=True))
        return sum(means) / 3

    def probabilities(self) -> list[float]:
        """How likely each expert is to play the next hand."""
        scale = log1p(self.rho) * (sum(self.hands) if self.total else 1)
        scores = [self.score(expert) for expert in range(len(self.experts))]
        highest = max(scores)
        weights = [exp(scale * (score - highest)) for score in scores]
        whole, uniform = sum(weights), self.psi / len(weights)
        return [(1 - self.psi) * weight / whole + uniform for weight in weights]

    def sample(self, draw: float) -> int:
        """The expert that a random number from 0 to 1 chooses.

        Args:
            draw: The random number.
        """
        probabilities = self.probabilities()
        for expert, chance in enumerate(probabilities[:-1]):
            draw -= chance
            if draw < 0:
                return expert
        return len(probabilities) - 1

    def add(self, hand: KuhnHand, drawn: int | None = None) -> None:
        """One more hand, played by an expert drawn from the present probabilities; which, if only it is credited.

        Args:
            drawn: The number of the expert who played.
        """
        as_first = isinstance(self.experts[0], First)
        card = hand.first if as_first else hand.second
        won = hand.won if as_first else -hand.won
        if self.credit == "drawn":
            if drawn is None:
                raise RiverboatError("credit=drawn: expected the expert that played the hand")
            self.sums[drawn][card] += (won + 2) / 4
            self.drawn[drawn] += 1
            self.hands[card] += 1
            return
        would = [probability_of(expert, hand) for expert in self.experts]
        likely = sum(chance * might for chance, might in zip(self.probabilities(), would, strict=True))
        for sums, might in zip(self.sums, would, strict=True):
            sums[card] += might * (won + 2) / 4 / likely
        self.hands[card] += 1

    def leaders(self) -> list[int]:
        """The experts with the highest score; several where they have always agreed."""
        scores = [self.score(expert) for expert in range(len(self.experts))]
        return [expert for expert, score in enumerate(scores) if score > max(scores) - NEARLY]


def require_credit(credit: Credit) -> Credit:
    """Raise unless it is one of the two."""
    if credit not in get_args(Credit):
        raise RiverboatError(f"credit={credit}: expected agreeing or drawn")
    return credit


def probability_of(strategy: First | Second, hand: KuhnHand) -> float:
    """How likely a strategy is to play its own part of the hand as it went, given its card."""
    first, second, line = hand
    if isinstance(strategy, First):
        if first == _Q:
            return {"pBb": strategy.beta, "pBp": 1 - strategy.beta}.get(line, 1.0)
        bets = strategy.alpha if first == _J else strategy.gamma
        return bets if line[0] == "b" else 1 - bets
    if second == _Q and line[0] == "b":
        return strategy.eta if line == "bB" else 1 - strategy.eta
    if second == _J and line[0] == "p":
        return 1 - strategy.xi if line == "pP" else strategy.xi
    return 1.0
