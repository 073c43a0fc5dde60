"""What Loki and Poki have in common: opponents by name, range inference, and sampling from action odds.

A plan before the flop, the formula afterwards; between hands the model learns from the record as the seat saw it. Where
the table does not say who sits where, players are told apart by their distance from us, which is the same from hand to
hand as long as nobody moves.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from riverboat.agents.choices import nearest_action
from riverboat.agents.loki.betting import MAKE1, MAKE2, formula, semi_bluffs, situation
from riverboat.agents.loki.preflop import Plan, Tightness, plan_odds, plan_shares
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import RAISE, ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.memory import Memory
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.model.actions import ActionModel
from riverboat.model.weights import Assessed, RangeInference


@dataclass(frozen=True, slots=True)
class BettingStyle:
    """How a player bets."""

    tightness: Tightness = "moderate"
    make1: float = MAKE1
    make2: float = MAKE2
    width: float = 0.0
    """How far around thresholds of effective strength decisions are mixed."""
    income_width: float = 0.0
    """The same before the flop, in milli-bets."""
    implied: float = 0.0
    """Bets of the next street that a draw is expected to win when it comes in."""
    positional: float = 0.0
    """How much lower the first threshold is for who acts last, and higher for who acts first."""


class ModellingPlayer(Agent):
    """Plays by formula against what it takes the others to hold."""

    def __init__(self, style: BettingStyle, model: ActionModel) -> None:
        super().__init__()
        self.style, self.model = style, model
        self._position = 0
        self._names: tuple[str, ...] = ()
        self._shares: list[float] | None = None
        self._inference: RangeInference | None = None
        self._bluffing = self._would_bluff = False

    @abstractmethod
    def begin_inference(self, view: View) -> RangeInference:
        """Weight tables for a new hand."""

    @abstractmethod
    def assess(self, view: View) -> Assessed:
        """Our hand on this board."""

    def require_game(self, rules: Rules) -> None:
        require_limit_holdem(rules)

    def begin(self, view: View) -> None:
        require_limit_holdem(view.rules)
        self._sit_down(view)

    def act(self, view: View) -> Action:
        if len(self._names) != view.rules.players or self._position != view.position:
            self.begin(view)  # `begin` was not called
        self.action_odds = odds = self.odds_at(view)
        choice = odds.sample(self.rng)
        if view.board:
            self._bluffing = choice == RAISE and self._would_bluff
        return nearest_action(choice, view)

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        self.model.load_memory(memory, opponents)

    def save_memory(self, memory: Memory) -> None:
        self.model.save_memory(memory)

    def end(self, hand: Hand) -> None:
        self.model.learn(hand, self._names)
        self._forget_hand()

    def odds_at(self, view: View) -> ActionOdds:
        """How likely we fold, call and raise now."""
        return self._after_the_flop(view) if view.board else self._before_the_flop(view)

    def opponents(self, view: View) -> list[int]:
        """The positions of the others who are in."""
        return [position for position, alive in enumerate(view.live) if alive and position != view.position]

    def inference(self, view: View) -> RangeInference:
        """What the others may hold, by everything that has happened."""
        if self._inference is None:
            self._inference = self.begin_inference(view)
        self._inference.follow(view)
        return self._inference

    def expect(self, position: int, street: int, level: int) -> ActionOdds:
        """How often the player there folds, calls and raises in a context."""
        return self.model.frequencies(self._names[position], street, level)

    def _sit_down(self, view: View) -> None:
        self._position = view.position
        self._names = self.names_in(view)
        self._forget_hand()

    def _forget_hand(self) -> None:
        self._shares = self._inference = None
        self._bluffing = self._would_bluff = False

    def _before_the_flop(self, view: View) -> ActionOdds:
        if self._shares is None:  # the plan is made once and kept
            self._shares = plan_shares(view, self.style.tightness, self.style.income_width)
        fold = call = raises = 0.0
        for plan, share in zip(Plan, self._shares, strict=True):
            if share:
                each = plan_odds(plan, view)
                fold, call, raises = fold + share * each.fold, call + share * each.call, raises + share * each.raise_
        return ActionOdds(fold, call, raises)

    def _after_the_flop(self, view: View) -> ActionOdds:
        style, hand = self.style, self.assess(view)
        here = situation(view, self._bluffing and not view.raises)
        self._would_bluff = semi_bluffs(here, hand) and hand.effective < style.make1
        return formula(here, hand, style.make1, style.make2, style.width, style.implied, style.positional)


def require_limit_holdem(rules: Rules) -> None:
    """Anything but limit hold'em of two to ten players is an error; there may be no betting before the flop."""
    streets = rules.streets
    limit = rules.betting == "limit" and all(street.betting in (None, "limit") for street in streets)
    limit = limit and all(street.bet for street in streets[1:])
    if not (limit and is_holdem(rules) and len(streets) == 4 and rules.players <= 10):
        raise RiverboatError(f'game "{rules.identity}": this player knows only limit hold\'em of 2 to 10 players')
