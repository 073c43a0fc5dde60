"""Poki by simulation (pokisim): after the flop, play likely hands out and take the action that wins most.

Selective sampling (Billings 2006, section 2.7): opponents' hands are drawn by their weight tables, the board is
completed, and the hand is played to the end twice with the same cards and random numbers, once after a call and once
after a raise; folding is worth nothing from now on. Opponents play as their frequencies predict for what they hold, we
by the action odds of `Poki`'s formula. 500 paired trials, fewer where one action is obviously best, within a time
budget. Of equal actions the boldest is taken. Before the flop the expert system decides, as in `Poki`.

In a trial an opponent's value is the effective strength against one random hand, on the board that lies and on boards
to come. Ours is against the average of the weight tables. Potential on a turn that is only drawn is sampled: all next
cards, with a few hands each. Weight tables do not change within a trial. If someone could run out of chips the formula
decides. With `later=rule` we act by a pure rule in trials, against one random hand, and boards to come have no
potential: the first form of this player, up to twice as fast on the flop.

`pokisim_s` is the version with statistics. `pokisim_a` keeps three predictors, statistics, a rule and a neural network,
and lets each opponent play as predicted by the one that has been most accurate about him; a network is asked at every
action of a trial, with what the table shows there. Cost: 1 to 55 ms per decision, a third more with networks.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.loki.preflop import voluntarily_in
from riverboat.agents.monte_carlo import Simulated, simulate_moves
from riverboat.agents.poki.player import Poki
from riverboat.agents.poki.predicting import PredictedInference
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.games.view import View
from riverboat.model.actions import LEVELS, STREETS
from riverboat.model.predicting import Network
from riverboat.model.predicting.moments import WIDTH, Tally
from riverboat.model.weights import (
    Assessed,
    HandValues,
    RangeInference,
    board_values,
    share_thresholds,
    without_cards,
)
from riverboat.model.weights.reweighting import Weights
from riverboat.odds.strength.inputs import tables as rank_tables

TRIALS: Final = 500
"""More trials have small benefits (Billings 2006, section 2.9)."""
_NO_CAP: Final = 1000
_SHARES: Final = 100
"""The resolution of the fraction of hands played, as predicted by a network."""
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
        predictor: str = "statistics",
        network: Path | str = "",
        shares_of: str = "all",
        later: str = "odds",
        **changes: float,
    ) -> None:
        """Maximum paired trials and seconds per decision; a lead of `z` standard errors ends them early.

        `later` is how we act after the first action of a trial: by the formula's `odds`, or by a `rule`.
        """
        super().__init__(tightness, specific, defaults, predictor, network, shares_of, **changes)
        if trials < 2 or not (seconds > 0.0 and z > 0.0):
            raise RiverboatError(f"trials {trials}, seconds {seconds}, z {z}: expected 2 or more, and above 0")
        if later not in ("odds", "rule"):
            raise NotationError(f'later "{later}": expected odds or rule')
        self.trials, self.seconds, self.z, self.later = trials, seconds, z, later

    def simulate(self, view: View) -> Simulated:
        """What a fold, a call and a raise win from now on, in chips."""
        scene = _Scene(self, view)
        generator = np.array([self.rng.getrandbits(64) for _ in range(4)], np.uint64)

        def play(trials: int) -> NDArray[np.float64]:
            won = np.zeros((trials, 3))
            won[:, CALL:] = scene.play(trials, generator)
            return won if view.raise_interval else won[:, :RAISE]

        batch = min(50, self.trials)
        return simulate_moves(play, max_trials=self.trials, min_trials=100, batch=batch, z=self.z, seconds=self.seconds)

    def _after_the_flop(self, view: View) -> ActionOdds:
        if not _deep(view):
            return super()._after_the_flop(view)
        self._would_bluff = False
        best = self.simulate(view).best
        return ActionOdds.certain(CALL if best == FOLD and not view.to_call else best)


pokisim_a = partial(PokiSim, predictor="best")
"""The version that keeps the best predictor for each opponent (Billings 2006, section 2.7.2)."""


def _deep(view: View) -> bool:
    """Whether nobody who is in can run out of chips before the showdown."""
    streets = view.rules.streets[view.street :]
    needed = sum(street.bet * (_NO_CAP if street.max_raises is None else street.max_raises) for street in streets)
    return all(stack >= needed for stack, alive in zip(view.stacks, view.live, strict=True) if alive)


class _Scene:
    """A decision as arrays."""

    def __init__(self, player: PokiSim, view: View) -> None:
        betting, rules = view.betting, view.rules
        seats, others = rules.players, player.opponents(view)
        seen = view.hole + view.board
        hands = board_values(view.board)
        inference = player.inference(view)
        self._nets = _Networks(player, view, inference)
        self._sums = np.zeros((seats, HOLDINGS))
        self._field = np.zeros(HOLDINGS)
        self._to_play = np.full((seats, STREETS, LEVELS), _ALWAYS)
        self._to_raise = np.full((seats, STREETS, LEVELS), _ALWAYS)
        for position in others:
            weights = without_cards(inference.weights(position), seen)
            self._sums[position] = np.cumsum(weights)
            self._field += weights / (len(others) * max(weights.sum(), 1e-300))
            played = weights if player.settings.shares_of == "range" else without_cards(np.ones(HOLDINGS), seen)
            if self._nets.predict_for(position, played, hands):
                continue
            for street in range(view.street, STREETS):
                for level in range(LEVELS):
                    expected = player.expect(position, street, level)
                    playing, raising = share_thresholds(played, hands, expected)
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
        caps = [_NO_CAP if street.max_raises is None else street.max_raises for street in rules.streets]
        self._caps = np.array(caps, np.int64)
        self._openers = np.array([opener if isinstance(opener, int) else 0 for opener in rules.openers], np.int64)
        self._ours = _our_style(player, view, len(others))
        self._width = max(player.settings.spread, 1e-9)

    def play(self, trials: int, generator: NDArray[np.uint64]) -> NDArray[np.float64]:
        """float64[trials, 2]: what a call and a raise won, deal by deal."""
        from riverboat.agents.poki import _kernels

        ranks, won = rank_tables(), np.zeros((trials, 2))
        _kernels.paired_trials(
            (ranks.by_size[6], ranks.by_size[7]), ranks.words, HOLDING_CARDS, self._sums, self._hole, self._board,
            self._known, self._now, self._in_play, self._bets, self._numbers, self._sizes, self._caps, self._openers,
            self._to_play, self._to_raise, self._width, self._ours, self._field, self._nets.arrays, generator, won,
        )  # fmt: skip
        return won


def _our_style(player: PokiSim, view: View, opponents: int) -> NDArray[np.float64]:
    """How we bet and how our hand stands, as the kernel wants it: strength as if against one of the opponents."""
    style, by_odds = player.style, player.later == "odds"
    hand = player.assess(view) if by_odds else Assessed(0.0, 0.0)
    strength = hand.strength ** (1.0 / opponents)
    return np.array([
        style.make1, style.make2, style.width, style.implied, style.positional, by_odds, strength, hand.potential,
        voluntarily_in(view),
    ], np.float64)  # fmt: skip


class _Networks:
    """What kernels need to predict opponents by networks."""

    def __init__(self, player: PokiSim, view: View, inference: RangeInference) -> None:
        seats = view.rules.players
        self._network: list[Network | None] = [player.network_of(position) for position in range(seats)]
        units = max((network.units for network in self._network if network is not None), default=1)
        self._asked = np.zeros(seats, np.int64)
        self._hidden, self._output = np.zeros((seats, units, WIDTH + 1)), np.zeros((seats, 3, units + 1))
        self._shares = np.zeros((seats, _SHARES + 1))
        self._action_counts = np.zeros((seats, len(Tally._fields)))
        if isinstance(inference, PredictedInference):
            inference.table.moment(view.street, view.position, view.board)  # a new street forgets who has acted
            self._action_counts[:] = inference.table.tallies
        self._put = np.array(view.committed, np.float64)

    def predict_for(self, position: int, weights: Weights, hands: HandValues) -> bool:
        """Whether a network predicts this player; if so, note the possible holdings."""
        network = self._network[position]
        if network is None:
            return False
        self._asked[position] = 1
        self._hidden[position], self._output[position] = network.hidden, network.output
        for number in range(_SHARES + 1):
            share = number / _SHARES
            self._shares[position, number] = share_thresholds(weights, hands, ActionOdds(1.0 - share, 0.0, share))[1]
        return True

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """As the kernel wants them."""
        return self._asked, self._hidden, self._output, self._shares, self._action_counts, self._put
