"""Several players in one seat: who plays the next hand is decided by how well each has done against this opponent.

Alberta's entry of the AAAI competition of 2006 combined two programs, steered by "a runtime-DIVAT performance signal"
(Billings 2006, section 6.3.2, note 5); how is not published. Decided here:

* `judge=divat`: a hand is worth its DIVAT as we can know it (`riverboat.model.divat.runtime_divat`), which has much
  less luck in it than money, and a bias: hands that are not shown are guessed, so who folds much looks better than it
  is. Old hands fade by 0.998. The player with the best mean plays; the others are tried again for `block` hands in
  every twenty blocks.
* `judge=ucb`: the winner of UCB1 (Auer, Cesa-Bianchi, Fischer 2002) over money per hand, for comparison.

Players change between blocks of `block` hands, never within a hand. Everyone sees every hand, so learners learn from
those that others played. Cost: that of the player, and 2 ms per hand for DIVAT where no hand was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from typing import Final, Literal, get_args

from riverboat.agents.registry import make_agent
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.memory import Memory
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.model.divat import runtime_divat
from riverboat.model.divat.limit_holdem import rules_error
from riverboat.progress import OnProgress

Judge = Literal["divat", "ucb"]
DEFAULT_MEMBERS: Final = ("psopti4r", "vexbot")
FADING: Final = 0.998
"""What a hand's DIVAT is worth after one more of the same player."""
SPREAD: Final = 6.0
"""Small bets: the standard deviation of a hand of heads-up limit hold'em, which scales the bonus of UCB1."""
_TRIED_AGAIN: Final = 20
_HOLDINGS: Final = 20
"""Guessed opponent's hands for the DIVAT of a hand that was not shown."""


class Committee(Agent):
    """Lets one of several players play."""

    def __init__(self, *members: str, judge: str = "divat", block: int = 50) -> None:
        super().__init__()
        members = members or DEFAULT_MEMBERS
        if len(members) < 2:
            raise NotationError(
                f"committee of {len(members)}: expected two players or more, committee(psopti4r,vexbot)"
            )
        if judge not in get_args(Judge):
            raise NotationError(f'judge "{judge}": expected {" or ".join(get_args(Judge))}')
        if block < 1:
            raise RiverboatError(f"block {block}: expected 1 or more hands")
        self.members: Final = [make_agent(text) for text in members]
        self.judge: Final = judge
        self.block: Final = block
        self.scores: Final = [_Score() for _ in members]
        self.playing = 0
        """The place of the member who plays this hand."""
        self._hands = self._position = 0
        self._blocks = 0

    def require_game(self, rules: Rules) -> None:
        for member in self.members:
            member.require_game(rules)
        if self.judge == "divat" and (problem := rules_error(rules)):
            raise RiverboatError(f"committee: judge=divat: {problem}")

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        for member in self.members:
            member.prepare(on_progress)

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        for member in self.members:
            member.load_memory(memory, opponents)

    def save_memory(self, memory: Memory) -> None:
        for member in self.members:
            member.save_memory(memory)

    def begin(self, view: View) -> None:
        if self._hands % self.block == 0:
            self.playing = self.choose()
            self._blocks += 1
        self._position = view.position
        for member in self.members:
            member.rng, member.players = self.rng, self.players
            member.begin(view)

    def act(self, view: View) -> Action:
        member = self.members[self.playing]
        action = member.act(view)
        self.action_odds = member.action_odds
        return action

    def observe(self, view: View, position: int, action: Action) -> None:
        for member in self.members:
            member.observe(view, position, action)

    def end(self, hand: Hand) -> None:
        unit = float(hand.rules.streets[0].bet)
        if self.judge == "divat":
            worth = runtime_divat(hand, self._position, holdings=_HOLDINGS, seed=self._hands)
            self.scores[self.playing].add(worth / unit, FADING)
        else:
            self.scores[self.playing].add(float(hand.payoffs[self._position]) / unit, 1.0)
        self._hands += 1
        for member in self.members:
            member.end(hand)

    def choose(self) -> int:
        """Who plays the next block: everyone once, then by the judge."""
        for place, score in enumerate(self.scores):
            if not score.hands:
                return place
        if self.judge == "ucb":
            total = sum(score.hands for score in self.scores)
            bonus = [SPREAD * sqrt(2.0 * log(total) / score.hands) for score in self.scores]
            return _best([score.mean + extra for score, extra in zip(self.scores, bonus, strict=True)])
        best = _best([score.mean for score in self.scores])
        if self._blocks % _TRIED_AGAIN == 0:
            others = [place for place in range(len(self.members)) if place != best]
            return others[self._blocks // _TRIED_AGAIN % len(others)]
        return best


class _Score:
    """A mean in which old values fade."""

    __slots__ = ("_total", "_weight", "hands")

    def __init__(self) -> None:
        self.hands = 0
        self._total = self._weight = 0.0

    def add(self, value: float, fading: float) -> None:
        self.hands += 1
        self._total = fading * self._total + value
        self._weight = fading * self._weight + 1.0

    @property
    def mean(self) -> float:
        return self._total / self._weight if self._weight else -inf


def _best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)
