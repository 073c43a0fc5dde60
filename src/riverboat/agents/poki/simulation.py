"""Poki by simulation (pokisim): after the flop, play likely hands out and take the action that wins most.

Selective sampling (Billings 2006, section 2.7): opponents' hands are drawn by their weight tables, the board is
completed, and the hand is played to the end twice with the same cards and dice, once after a call and once after a
raise; folding is worth nothing from now on. Opponents play as their frequencies predict for what they hold, we by
strength and pot odds. 500 paired trials, fewer where one action is obviously best, within a budget of time. Of equal
actions the boldest is taken. Before the flop the expert system decides, as in `Poki`.

In a trial a hand's value is its effective strength on the board that lies, and its strength against one random hand on
boards to come. Weight tables do not change within a trial. If somebody could run out of chips the formula decides.

Cost: 1 to 30 ms a decision. `pokisim_s` is the version with statistics; the one that also asks a neural network is not
in here.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.loki.triples import Triple, pure
from riverboat.agents.poki.player import Poki
from riverboat.agents.simulating import Simulated, simulate_moves
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.games.view import View
from riverboat.model.actions import CALL, FOLD, LEVELS, RAISE, STREETS
from riverboat.model.weights import board_values, share_thresholds, without_cards
from riverboat.odds.strength.inputs import tables as rank_tables

TRIALS: Final = 500
"""More have small benefits (Billings 2006, section 2.9)."""
_NO_CAP: Final = 1000
_ALWAYS: Final = -1.0


class PokiSim(Poki):
    """Poki with the simulator in place of the formula."""

    def __init__(
        self,
        trials: int = TRIALS,
        seconds: float = 1.0,
        z: float = 3.0,
        tightness: str = "moderate",
        specific: bool = True,
        defaults: str = "loki",
        **changes: float,
    ) -> None:
        """At most so many paired trials and seconds a decision; `z` standard errors make a move obvious."""
        super().__init__(tightness, specific, defaults, **changes)
        if trials < 2 or seconds <= 0.0 or z <= 0.0:
            raise RiverboatError(f"trials {trials}, seconds {seconds}, z {z}: expected 2 or more, and above 0")
        self.trials, self.seconds, self.z = trials, seconds, z

    def simulate(self, view: View) -> Simulated:
        """What a fold, a call and a raise win from now on, in chips."""
        scene = _Scene(self, view)
        generator = np.array([self.random.getrandbits(64) for _ in range(4)], np.uint64)

        def play(trials: int) -> NDArray[np.float64]:
            won = np.zeros((trials, 3))
            won[:, CALL:] = scene.play(trials, generator)
            return won if view.raise_interval else won[:, :RAISE]

        batch = min(50, self.trials)
        return simulate_moves(play, most=self.trials, least=100, batch=batch, z=self.z, seconds=self.seconds)

    def _after_the_flop(self, view: View) -> Triple:
        if not _deep(view):
            return super()._after_the_flop(view)
        self._would_bluff = False
        best = self.simulate(view).best
        return pure(CALL if best == FOLD and not view.to_call else best)


def _deep(view: View) -> bool:
    """Whether nobody who is in can run out of chips before the showdown."""
    streets = view.rules.streets[view.street :]
    most = sum(street.bet * (_NO_CAP if street.most_raises is None else street.most_raises) for street in streets)
    return all(stack >= most for stack, alive in zip(view.stacks, view.live, strict=True) if alive)


class _Scene:
    """A decision as arrays."""

    def __init__(self, player: PokiSim, view: View) -> None:
        betting, rules = view.betting, view.rules
        seats, others = rules.players, player.opponents(view)
        seen = view.hole + view.board
        hands = board_values(view.board)
        reading = player.reading(view)
        self._sums = np.zeros((seats, HOLDINGS))
        self._to_play = np.full((seats, STREETS, LEVELS), _ALWAYS)
        self._to_raise = np.full((seats, STREETS, LEVELS), _ALWAYS)
        for position in others:
            weights = without_cards(reading.weights(position), seen)
            self._sums[position] = np.cumsum(weights)
            for street in range(view.street, STREETS):
                for level in range(LEVELS):
                    expected = player.expect(position, street, level)
                    playing, raising = share_thresholds(weights, hands, expected)
                    self._to_play[position, street, level] = playing if level else _ALWAYS
                    self._to_raise[position, street, level] = raising
        self._now = np.nan_to_num(hands.values)
        self._hole, self._board = np.array(view.hole, np.uint8), np.zeros(5, np.uint8)
        self._known = len(view.board)
        self._board[: self._known] = view.board
        self._in_play = np.array(view.live, np.int64)
        self._bets = np.array(view.bets, np.float64)
        self._numbers = np.array(
            [view.street, view.position, view.pot, view.highest_bet, view.raises, betting.pending], np.float64
        )
        self._sizes = np.array([street.bet for street in rules.streets], np.float64)
        caps = [_NO_CAP if street.most_raises is None else street.most_raises for street in rules.streets]
        self._caps = np.array(caps, np.int64)
        self._openers = np.array([opener if isinstance(opener, int) else 0 for opener in rules.openers], np.int64)
        self._ours = np.array([player.settings.make1, player.settings.make2])
        self._width = max(player.settings.spread, 1e-9)

    def play(self, trials: int, generator: NDArray[np.uint64]) -> NDArray[np.float64]:
        """float64[trials, 2]: what a call and a raise won, deal by deal."""
        from riverboat.agents.poki import _kernels

        ranks, won = rank_tables(), np.zeros((trials, 2))
        _kernels.paired_trials(
            (ranks.by_size[6], ranks.by_size[7]), ranks.words, HOLDING_CARDS, self._sums, self._hole, self._board,
            self._known, self._now, self._in_play, self._bets, self._numbers, self._sizes, self._caps, self._openers,
            self._to_play, self._to_raise, self._width, self._ours, generator, won,
        )  # fmt: skip
        return won
