"""Riverboat for heads-up no-limit hold'em, 20 to 200 big blinds deep.

Before the turn it plays a blueprint: an equilibrium of a game with few bet sizes and hands in buckets
(`solve/nolimit/`), of the nearest depth; bets of other sizes are mapped by the pseudo-harmonic rule. The turn and the
river are solved in play, with all hands and the bets actually made (`subgame.py`). Actions that the strategy takes
with less than 5 % are noise of a short solve and are not taken.

Cost: a blueprint's decision takes a millisecond (the first on a flop 15), a turn about `seconds`, a river less. The
same seed plays the same match whatever the machine's load.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.riverboat_nl.blueprints import DEPTHS, blueprint_for
from riverboat.agents.riverboat_nl.subgame import Subgame, compile_solvers
from riverboat.cards.holdings import holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.explanation import Explanation
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.odds.showdown import equity_by_holding
from riverboat.progress import OnProgress
from riverboat.solve.line_ranges import LineRanges
from riverboat.solve.nolimit.strategy import Blueprint
from riverboat.solve.nolimit.translation import FollowedHand

Resolve = Literal["turn", "river", "none"]
FIRST_SOLVED: Final = {"turn": 2, "river": 3, "none": 4}
"""The first street that is solved in play."""
_FLOP: Final = 1
_NOISE: Final = 0.05
_SURE: Final = 0.6
_STREETS: Final = ("preflop", "flop", "turn", "river")
MAX_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Thought:
    """What one decision took and what it was based on."""

    street: int
    seconds: float
    source: str
    """`blueprint 100bb`, `solved`, or `equity` where the blueprint has lost the line."""
    decisions: int = 0
    """Of the tree that was solved, all run-outs together; 0 for a blueprint's decision."""
    iterations: int = 0
    hands: tuple[float, float] = (0.0, 0.0)
    """How many holdings our range and the opponent's are worth, 1.0 for each whole one."""

    def __str__(self) -> str:
        said = f"{_STREETS[self.street]}: {self.source}, {1000 * self.seconds:.0f} ms"
        if not self.decisions:
            return said
        own, theirs = self.hands
        return (
            f"{said}, {self.decisions:,} decisions, {self.iterations} iterations, "
            f"our range {own:.0f} hands, the opponent's {theirs:.0f}"
        )


class RiverboatNL(Agent):
    """The player. `seconds` is about what solving a street takes on one core; `resolve` says from which street on it
    solves (the shipped blueprints end with the flop, so anything but `turn` needs one that was trained here)."""

    def __init__(self, seconds: float = 0.5, resolve: Resolve = "turn", blueprint: str | Path | None = None) -> None:
        super().__init__()
        if resolve not in get_args(Resolve):
            raise RiverboatError(f'resolve "{resolve}": expected one of {", ".join(get_args(Resolve))}')
        if not 0.0 < seconds <= MAX_SECONDS:
            raise RiverboatError(f"riverboat_nl: {seconds:g} seconds; expected more than 0, at most {MAX_SECONDS:g}")
        self.seconds: Final = seconds
        self.resolve: Final[Resolve] = resolve
        self.thoughts: Final[list[Thought]] = []
        """One for each decision since this player was made."""
        self._path: Final = None if blueprint is None else Path(blueprint)
        self._hand: FollowedHand | None = None
        self._subgame: Subgame | None = None

    def require_game(self, rules: Rules) -> None:
        if rules.players != 2 or not is_holdem(rules) or rules.betting != "no-limit" or len(rules.streets) != 4:
            raise RiverboatError(f"riverboat_nl plays heads-up no-limit hold'em, not {rules.identity}")

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Read the blueprints, and compile what decisions would wait for."""
        for depth in DEPTHS if self._path is None else DEPTHS[:1]:
            self._checked(blueprint_for(depth, self._path))
        compile_solvers()

    def begin(self, view: View) -> None:
        self._forget()

    def end(self, hand: Hand) -> None:
        self._forget()

    def _forget(self) -> None:
        self._hand = self._subgame = None

    def act(self, view: View) -> Action:
        began = time.perf_counter()
        hand = self._followed(view)
        hand.advance(view.betting, view.board, min(FIRST_SOLVED[self.resolve], view.street))
        last = None
        if hand.node is None and view.street == _FLOP:
            action, source = self._by_equity(view, hand), "equity"
        elif view.street >= FIRST_SOLVED[self.resolve] or (hand.node is None and view.street > _FLOP):
            action = self._from_solve(view, hand)
            source, last = "solved", None if self._subgame is None else self._subgame.last
        else:
            hand.advance(view.betting, view.board, view.street + 1)
            action = self._from_blueprint(view, hand)
            source = f"blueprint {hand.blueprint.stack:g}bb"
        took = time.perf_counter() - began
        if last is None:
            self.thoughts.append(Thought(view.street, took, source))
        else:
            own = (last.hands[view.position], last.hands[1 - view.position])
            self.thoughts.append(Thought(view.street, took, source, last.decisions, last.iterations, own))
        return action

    def explain(self) -> Explanation | None:
        return Explanation(f"{self.thoughts[-1]}.".capitalize()) if self.thoughts else None

    def _followed(self, view: View) -> FollowedHand:
        if self._hand is None:
            betting = view.betting
            stacks = [behind + paid for behind, paid in zip(betting.stacks, betting.committed, strict=True)]
            depth = min(stacks) / max(view.rules.largest_blind, 1)
            self._hand = FollowedHand(self.blueprint_at(depth), betting, self.rng)
        return self._hand

    def blueprint_at(self, depth: float) -> Blueprint:
        """The blueprint that plays with this many big blinds."""
        return self._checked(blueprint_for(depth, self._path))

    def _checked(self, blueprint: Blueprint) -> Blueprint:
        if blueprint.streets < min(FIRST_SOLVED[self.resolve], len(_STREETS)):
            raise RiverboatError(
                f"resolve={self.resolve}: the blueprint ends with the {_STREETS[blueprint.streets - 1]}; "
                "use resolve=turn, or train one with riverboat train nolimit"
            )
        return blueprint

    def _from_blueprint(self, view: View, hand: FollowedHand) -> Action:
        if hand.node is None or hand.blueprint.betting.player[hand.node] != view.position:
            return self.certain(view.check_or_call())  # not a line of the abstract game, such as a blind for less
        row = hand.blueprint.range_at(hand.node, view.board)[holding_index(*view.hole)]
        choices = hand.blueprint.betting.choices(hand.node)
        drawn = self.sample(choices, without_noise(row).tolist())
        return legal_action(hand.choose(view.betting, choices.index(drawn)), view)

    def _by_equity(self, view: View, hand: FollowedHand) -> Action:
        """On a flop for which the blueprint thinks that all are all-in: few chips are left beside a large pot.

        All-in with an equity of 60 % against the opponent's range, a call where the price is right.
        """
        theirs = hand.ranges(view.board).floored(1 - view.position, view.board)
        found = equity_by_holding(Range.single(view.hole), Range.from_weights(theirs), view.board)
        share = float(found.first[holding_index(*view.hole)])
        if share >= _SURE:
            interval = view.raise_interval
            return self.certain(view.check_or_call() if interval is None else Action.raise_to(interval[1]))
        price = view.to_call / (view.pot + view.to_call)
        return self.certain(view.check_or_call() if share >= price else view.check_or_fold())

    def _from_solve(self, view: View, hand: FollowedHand) -> Action:
        if self._subgame is None:
            self._subgame = Subgame(view.position, holding_index(*view.hole), self.seconds)

        def ranges() -> LineRanges:
            hand.advance(view.betting, view.board, view.street)
            return hand.ranges(view.board)

        found = self._subgame.follow(view, ranges)
        return legal_action(self.sample(found.actions, without_noise(found.probabilities).tolist()), view)


def without_noise(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same without actions below 5 %; the actions are the last axis."""
    kept = np.where(rows >= np.minimum(_NOISE, rows.max(axis=-1, keepdims=True)), rows, 0.0)
    return np.asarray(kept / kept.sum(axis=-1, keepdims=True))


def legal_action(action: Action, view: View) -> Action:
    """The nearest action that the rules allow."""
    if action.verb == "fold":
        return view.check_or_fold()
    interval = view.raise_interval
    if action.verb != "raise_to" or interval is None:
        return view.check_or_call()
    low, high = interval
    return Action.raise_to(max(low, min(action.amount, high)))
