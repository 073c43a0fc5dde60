"""An agent for any game by simulation: every action is played out many times, and the best is chosen.

The framework for games of chance and hidden information (Billings 2006, section 2.8, Fig. 2.10) with nothing specific
to a game: the rules are the dealer's, the hidden cards are sampled (`hidden.py`), and the trials are played by any
agents (`playout`). The same agents can be used to infer hands from actions (`doubt` below 1, `range_inference.py`). It
inherits the framework's faults, which the thesis names: trials are played with full information, so the player does not
see that its actions reveal its own hand, and where the players of the trials fold too much it bluffs too much.

Cost: up to `trials` trials or `seconds`, whichever is over first; fewer where a move is obviously best. The same seed
plays the same as long as time is not what stops it.
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Final

from riverboat.agents.monte_carlo.play_outs import PlayOuts, moves_of
from riverboat.agents.monte_carlo.range_inference import PolicyInference
from riverboat.agents.monte_carlo.trials import Simulated, simulate_moves
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.view import View

TRIALS: Final = 300
SECONDS: Final = 0.8
_BATCH: Final = 20
_MIN_TRIALS: Final = 40
_MANY_MOVES: Final = 8
_KEPT: Final = 5
_FIRST_STAGE: Final = 20


class MonteCarlo(Agent):
    """Chooses the move that won most in trials played by `playout` in every seat."""

    def __init__(
        self,
        trials: int = TRIALS,
        seconds: float = SECONDS,
        playout: str = "quick_rules",
        doubt: float = 1.0,
        z: float = 3.0,
    ) -> None:
        super().__init__()
        if trials < 2 or not (seconds > 0.0 and z > 0.0 and 0.0 <= doubt <= 1.0):
            raise RiverboatError(
                f"monte_carlo: {trials} trials, {seconds:g} seconds, z {z:g}, doubt {doubt:g}: expected 2 trials or "
                "more, seconds and z above 0, and a doubt of 0 to 1"
            )
        self.trials, self.seconds, self.playout, self.doubt, self.z = trials, seconds, playout, doubt, z
        self._seats: list[Agent] = []
        self._take_seats(2)

    def act(self, view: View) -> Action:
        moves, found = self.simulate(view)
        return self.certain(moves[found.best] if found is not None else moves[0])

    def simulate(self, view: View) -> tuple[list[Action], Simulated | None]:
        """The moves that were considered in the end, and what the trials say of them; None where there is one only."""
        moves = moves_of(view, self.rng)
        if len(moves) == 1:
            return moves, None
        self._take_seats(view.rules.players)
        inference = PolicyInference(view, self._seats, self.doubt) if self.doubt < 1.0 else None
        plays = PlayOuts(view, moves, self._seats, self.rng, inference)
        begun, first = perf_counter(), None
        if len(moves) > _MANY_MOVES:
            plays.until = begun + self.seconds / 2
            look = simulate_moves(
                plays, max_trials=min(_FIRST_STAGE, self.trials), batch=2, z=inf, seconds=self.seconds / 2
            )
            best = sorted(sorted(range(len(moves)), key=lambda move: -look.means[move])[:_KEPT])
            moves = plays.moves = [moves[move] for move in best]
            first = look.of(best)
        plays.until = begun + self.seconds
        left = max(plays.until - perf_counter(), 1e-9)
        batch = min(_BATCH, self.trials)
        found = simulate_moves(
            plays, max_trials=self.trials, min_trials=_MIN_TRIALS, batch=batch, z=self.z, seconds=left
        )
        # Where there was no time for the second stage, the first has more trials.
        return moves, first if first is not None and first.trials > found.trials else found

    def _take_seats(self, players: int) -> None:
        """A player of the trials for each position."""
        from riverboat.agents.registry import make_agent

        while len(self._seats) < players:
            self._seats.append(make_agent(self.playout))
