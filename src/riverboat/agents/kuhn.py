"""Players of two-player Kuhn poker: fixed and equilibrium strategies, and the learners of Southey, Hoehn and Holte
(2009).

Each plays both seats, by a strategy of its family (`model.kuhn.family`), and learns about each seat's opponent apart.
`switch` counts the hands of a seat after which a learner stops learning and exploits what it knows. One number is drawn
for every action that the strategy leaves to chance, and one for the choice of an expert; the vectorised trials of
`model.kuhn.trials` do the same things with the same random numbers.

They play no other game: at another table every decision is an error.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import Literal

from riverboat.agents.choices import raise_or_call
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.same_game import same_game
from riverboat.games.view import View
from riverboat.model.kuhn.estimates import BetaPrior, FirstCounts, SecondCounts
from riverboat.model.kuhn.experts import FIRST_EXPERTS, SECOND_EXPERTS, Credit, ExpertScores
from riverboat.model.kuhn.family import (
    BALANCED,
    NASH_SECOND,
    PURE,
    First,
    Second,
    best_first,
    best_second,
    nash_first,
    require_probability,
)
from riverboat.model.kuhn.notation import KuhnHand, kuhn_hand

_J, _Q, _K = range(3)


class KuhnPlayer(Agent):
    """Plays a strategy of its seat's family, chosen for every hand."""

    def __init__(self) -> None:
        super().__init__()
        self._seat = 0
        self._strategy: First | Second | None = None
        self._chance: float | None = None

    @abstractmethod
    def choose_first(self) -> First:
        """The strategy for a hand as P1."""

    @abstractmethod
    def choose_second(self) -> Second:
        """The strategy for a hand as P2."""

    def learn(self, hand: KuhnHand) -> None:
        """A hand is over; `self.is_first` says which player we were."""

    @property
    def is_first(self) -> bool:
        """Whether we act first in this hand."""
        return self._seat == 0

    def require_game(self, rules: Rules) -> None:
        _require_kuhn(rules)

    def begin(self, view: View) -> None:
        self._strategy = None
        _require_kuhn(view.rules)
        self._seat = view.position
        self._strategy = self.choose_first() if self.is_first else self.choose_second()

    def act(self, view: View) -> Action:
        _require_kuhn(view.rules)
        if self._strategy is None:
            self.begin(view)
        assert self._strategy is not None
        card = view.rules.deck.rank_of(view.hole[0])
        owed = view.to_call > 0
        self._chance = None
        if isinstance(self._strategy, First):
            bold = self._as_first(self._strategy, card, owed)
        else:
            bold = self._as_second(self._strategy, card, owed)
        chance = float(bold) if self._chance is None else self._chance
        self.action_odds = ActionOdds(1.0 - chance, chance, 0.0) if owed else ActionOdds(0.0, 1.0 - chance, chance)
        if not bold:
            return view.check_or_fold()
        return view.check_or_call() if owed else raise_or_call(view)

    def end(self, hand: Hand) -> None:
        if self._strategy is not None:
            self.learn(kuhn_hand(hand))

    def _as_first(self, strategy: First, card: int, owed: bool) -> bool:
        """Whether to bet or call."""
        if owed:
            return self._dares(strategy.beta) if card == _Q else card == _K
        return card != _Q and self._dares(strategy.alpha if card == _J else strategy.gamma)

    def _as_second(self, strategy: Second, card: int, owed: bool) -> bool:
        if owed:
            return self._dares(strategy.eta) if card == _Q else card == _K
        return self._dares(strategy.xi) if card == _J else card == _K

    def _dares(self, chance: float) -> bool:
        self._chance = chance
        return self.rng.random() < chance


@cache
def _kuhn_rules() -> Rules:
    return parse_game("kuhn")


def _require_kuhn(rules: Rules) -> None:
    if not same_game(_kuhn_rules(), rules):
        raise RiverboatError(f'game "{rules.name}": this player knows only kuhn with 2 players and 3 cards')


class KuhnFixed(KuhnPlayer):
    """One strategy for each seat; default: the equilibrium."""

    def __init__(
        self,
        alpha: float = 1 / 6,
        beta: float = 1 / 2,
        gamma: float = 1 / 2,
        eta: float = 1 / 3,
        xi: float = 1 / 3,
    ) -> None:
        super().__init__()
        self.first, self.second = First(alpha, beta, gamma), Second(eta, xi)
        for strategy in (self.first, self.second):
            for name, chance in strategy._asdict().items():
                require_probability(name, chance)

    def choose_first(self) -> First:
        return self.first

    def choose_second(self) -> Second:
        return self.second


class KuhnNash(KuhnFixed):
    """An equilibrium strategy: `gamma` says how often P1 bets the king, and chooses one of many."""

    def __init__(self, gamma: float = 0.5) -> None:
        super().__init__(*nash_first(gamma))


class KuhnMap(KuhnPlayer):
    """Parameter learning: explores, estimates the opponent's probabilities, then plays the best response to them.

    As P1 it explores by the `balanced` strategy or by the `nash` one of `gamma`, and its estimate is exact; as P2 it
    explores by its equilibrium strategy, and the estimate is approximate. The prior is Beta(prior, prior).
    """

    def __init__(
        self,
        explore: Literal["balanced", "nash"] = "balanced",
        gamma: float = 0.75,
        switch: int = 50,
        prior: float = 1.0,
    ) -> None:
        super().__init__()
        if explore not in ("balanced", "nash"):
            raise RiverboatError(f"explore={explore}: expected balanced or nash")
        _require_switch(switch)
        self.explore = BALANCED if explore == "balanced" else nash_first(gamma)
        self.switch = switch
        beta = BetaPrior(prior, prior)
        self.about_second, self.about_first = SecondCounts(beta, beta), FirstCounts(beta, beta, beta)
        self.hands = [0, 0]
        """How many hands were played as P1 and as P2."""

    def choose_first(self) -> First:
        if self.hands[0] < self.switch:
            return self.explore
        return PURE[best_first(self.about_second.estimate())]

    def choose_second(self) -> Second:
        if self.hands[1] < self.switch:
            return NASH_SECOND
        return best_second(self.about_first.estimate())

    def learn(self, hand: KuhnHand) -> None:
        seat = 0 if self.is_first else 1
        if self.hands[seat] < self.switch:
            (self.about_second if self.is_first else self.about_first).add(hand)
        self.hands[seat] += 1


class KuhnExp4(KuhnPlayer):
    """Strategy learning: sequential Exp4 over a few experts until the switch, then the one with the best score."""

    def __init__(
        self,
        rho: float = 1.0,
        psi: float = 0.75,
        switch: int = 50,
        total: bool = False,
        credit: Credit = "agreeing",
    ) -> None:
        super().__init__()
        _require_switch(switch)
        self.switch = switch
        self.as_first = ExpertScores(FIRST_EXPERTS, rho, psi, total=total, credit=credit)
        self.as_second = ExpertScores(SECOND_EXPERTS, rho, psi, total=total, credit=credit)
        self._drawn = 0
        self.leaders: list[int | None] = [None, None]
        """Whom each seat has switched to."""

    def choose_first(self) -> First:
        return FIRST_EXPERTS[self._choose(self.as_first, 0)]

    def choose_second(self) -> Second:
        return SECOND_EXPERTS[self._choose(self.as_second, 1)]

    def learn(self, hand: KuhnHand) -> None:
        if self.leaders[0 if self.is_first else 1] is None:
            (self.as_first if self.is_first else self.as_second).add(hand, self._drawn)

    def _choose(self, scores: ExpertScores, seat: int) -> int:
        leader = self.leaders[seat]
        if leader is not None:
            return leader
        draw = self.rng.random()
        if sum(scores.hands) < self.switch:
            self._drawn = scores.sample(draw)
            return self._drawn
        leaders = scores.leaders()
        leader = self.leaders[seat] = leaders[int(draw * len(leaders))]
        return leader


class KuhnExp3(KuhnExp4):
    """ComponentAverageExp3: reweights its experts throughout the match (section 7 of the paper)."""

    def __init__(self, rho: float = 1.0, psi: float = 0.3, total: bool = True) -> None:
        super().__init__(rho, psi, NEVER, total)


NEVER = 2**62
"""A switching hand that no match reaches."""


def _require_switch(switch: int) -> None:
    if switch < 0:
        raise RiverboatError(f"switch={switch}: expected a hand number, 0 or more")
