"""Riverboat for no-limit hold'em at tables of two to six.

It plays a blueprint (`solve/multiway/`), trained with six players and 100 big blinds. Situations are described in parts
of the pot, so other sizes of bets and other stacks are played by the rows that come nearest; before the flop stacks do
not count. When a turn or river begins with two players left, both with chips, it is solved in play, with ranges that
follow from the blueprint and the bets actually made. Heads-up tables are left to `riverboat_nl`.

Cost: a decision of the blueprint takes a millisecond (the first on a flop 15), a turn about `seconds`, a river less.
The same seed plays the same match whatever the machine's load.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final, get_args

import numpy as np

from riverboat.agents.riverboat_6max.blueprints import blueprint_for
from riverboat.agents.riverboat_nl.player import (
    FIRST_SOLVED,
    MAX_SECONDS,
    Resolve,
    RiverboatNL,
    Thought,
    legal_action,
    without_noise,
)
from riverboat.agents.riverboat_nl.subgame import Subgame, compile_solvers
from riverboat.cards.holdings import HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Betting
from riverboat.games.explanation import Explanation
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress
from riverboat.solve.line_ranges import LineRanges, blocked_by, replayed, scaled
from riverboat.solve.multiway.game import require_players
from riverboat.solve.multiway.strategy import MultiwayBlueprint

_TWO: Final = 2


class Riverboat6max(Agent):
    """The player. `seconds` is about what solving a street takes on one core; `resolve` says from which street on pots
    for two are solved."""

    def __init__(self, seconds: float = 0.5, resolve: Resolve = "turn", blueprint: str | Path | None = None) -> None:
        super().__init__()
        if resolve not in get_args(Resolve):
            raise RiverboatError(f'resolve "{resolve}": expected one of {", ".join(get_args(Resolve))}')
        if not 0.0 < seconds <= MAX_SECONDS:
            raise RiverboatError(f"riverboat_6max: {seconds:g} seconds; expected more than 0, at most {MAX_SECONDS:g}")
        self.seconds: Final = seconds
        self.resolve: Final[Resolve] = resolve
        self.thoughts: Final[list[Thought]] = []
        """One for each decision since this player was made."""
        self._path: Final = None if blueprint is None else Path(blueprint)
        self._subgame: Subgame | None = None
        self._duel: Final = RiverboatNL(seconds)

    def require_game(self, rules: Rules) -> None:
        require_players(rules)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Read the blueprint, and compile what decisions would wait for."""
        blueprint_for(self._path)
        if self.resolve != "none":
            compile_solvers()

    def begin(self, view: View) -> None:
        self._subgame = None
        self._duel.begin(view)

    def end(self, hand: Hand) -> None:
        self._subgame = None
        self._duel.end(hand)

    def act(self, view: View) -> Action:
        if view.rules.players == _TWO:
            return self._heads_up(view)
        began = time.perf_counter()
        blueprint = blueprint_for(self._path)
        pair = pair_left(view.betting) if view.street >= FIRST_SOLVED[self.resolve] else None
        if pair is None:
            found = blueprint.probabilities(view)
            source = f"blueprint 6max {blueprint.origin.iterations:,} deals"
        else:
            if self._subgame is None:
                self._subgame = Subgame(pair.index(view.position), holding_index(*view.hole), self.seconds)
            found = self._subgame.follow(view, lambda: ranges_of(blueprint, view.betting, view.board, pair))
            source = "solved"
        action = legal_action(self.sample(found.actions, without_noise(found.probabilities).tolist()), view)
        took = time.perf_counter() - began
        last = self._subgame.last if pair is not None and self._subgame is not None else None
        if last is None or pair is None:
            self.thoughts.append(Thought(view.street, took, source))
        else:
            side = pair.index(view.position)
            hands = (last.hands[side], last.hands[1 - side])
            self.thoughts.append(Thought(view.street, took, source, last.decisions, last.iterations, hands))
        return action

    def explain(self) -> Explanation | None:
        return Explanation(f"{self.thoughts[-1]}.".capitalize()) if self.thoughts else None

    def _heads_up(self, view: View) -> Action:
        self._duel.rng = self.rng
        action = self._duel.act(view)
        self.action_odds = self._duel.action_odds
        self.thoughts.append(self._duel.thoughts[-1])
        return action


def pair_left(betting: Betting) -> tuple[int, int] | None:
    """The two who began the street, first to act first; None if there were more."""
    left = [position for position, alive in enumerate(betting.live) if alive]
    folded = any(at == betting.street and action.verb == "fold" for at, _, action in betting.actions)
    return None if folded or len(left) != _TWO else (left[0], left[1])


def ranges_of(
    blueprint: MultiwayBlueprint, betting: Betting, board: tuple[int, ...], pair: tuple[int, int]
) -> LineRanges:
    """What two players can have when the present street begins, by what they did before, if they play the blueprint."""
    weights = {position: np.ones(HOLDINGS) for position in pair}
    state = replayed(betting)
    for street, position, action in betting.actions:
        if street == betting.street:
            break
        if position in weights:
            at = blueprint.situation(state.betting)
            likely = weights[position] * blueprint.rows(at, board)[:, at.slot(action, state.betting)]
            if likely.any():
                weights[position] = likely
        state.apply(action)
    blocked = blocked_by(board)
    first, second = (scaled(np.where(blocked, 0.0, weights[position]), blocked) for position in pair)
    return LineRanges((first, second), state, pair)
