"""Solve a shove-or-fold game, and say how good the solution is: every player's best-response gain, with its interval.

Two and three players are exact (three need the table of `odds.multiway.three_way`, built once). Four to six are
sampled: the strategy is learned on one set of deals and measured on a fresh one. A best response that is chosen on the
first set and measured on the second shows what it really wins (it can only be too low a guess); one that is chosen and
measured on the same deals wins too much, by its luck with them. So the interval of a gain reaches from the lower limit
of the first to the upper limit of the second, both at 95 %.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASS_NAMES, CLASS_SIZES, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.odds.preflop.starting_hands import StartingHand, starting_class
from riverboat.progress import OnProgress
from riverboat.solve.core.exploitability import Target
from riverboat.solve.core.runner import Runner
from riverboat.solve.pushfold.game import PushFoldGame
from riverboat.solve.pushfold.showdowns import ExactPayoffs, Floats, Payoffs, SampledPayoffs, nodes_of, sampled_deals
from riverboat.solve.pushfold.solver import PushFoldSolver
from riverboat.workers import blas_threads

Equities = Literal["auto", "exact", "sampled"]

DEALS: Final = 1 << 22
"""Deals to learn from, and as many fresh ones to measure with."""
ITERATIONS: Final = 160
"""Over sampled deals."""
TARGETS: Final = {2: 1e-6, 3: 1e-5}
"""Exact games are solved until the mean best-response gain is this small, in big blinds or what they are in prizes."""
_PART: Final = 1 << 17
_MAX_EXACT_ITERATIONS: Final = {2: 20_000, 3: 400}
_TWO_SIDED: Final = 1.96


@dataclass(frozen=True)
class PushFoldSolution:
    """How every class of starting hand plays at every seat after every history, and how good that is."""

    game: PushFoldGame
    strategy: NDArray[np.float32]
    """float32[nodes, 169]: the probability of going all-in; node 2^seat - 1 + (bits of the seats that are all-in)."""
    values: tuple[float, ...]
    """What each player wins per hand: big blinds, or prize money."""
    gains: tuple[float, ...]
    """What each player's best response wins more."""
    gain_intervals: tuple[tuple[float, float], ...]
    """95 % intervals of the gains; no wider than a point where equities are exact."""
    deals: int = 0
    """Sampled deals; 0: exact."""
    iterations: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether equities are exact."""
        return self.deals == 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats in the order of action."""
        return self.game.names

    def probabilities(self, seat: int, all_in: Iterable[int] = ()) -> NDArray[np.float64]:
        """float64[169]: how likely each class goes all-in at this seat, after these earlier seats have."""
        return np.asarray(self.strategy[self.game.node(seat, all_in)], np.float64)

    def probability(self, seat: int, hand: StartingHand, all_in: Iterable[int] = ()) -> float:
        """How likely one hand (`AKs`, two cards, or a class number) goes all-in."""
        return float(self.strategy[self.game.node(seat, all_in), starting_class(hand)])

    def share(self, seat: int, all_in: Iterable[int] = ()) -> float:
        """The share of all 1,326 holdings that go all-in."""
        return float(self.probabilities(seat, all_in) @ CLASS_SIZES / HOLDINGS)

    def histories(self, seat: int) -> list[tuple[int, ...]]:
        """Which earlier seats can be all-in when it is this seat's turn: nobody first, then one, two, ..."""
        found = [tuple(s for s in range(seat) if bits >> s & 1) for bits in range(1 << seat)]
        if seat == self.game.players - 1:
            found.remove(())
        return sorted(found, key=lambda seats: (len(seats), seats))

    def to_json(self) -> dict[str, Any]:
        """For programs; probabilities by hand."""
        game = self.game
        return {
            "stacks": dict(zip(self.names, game.stacks, strict=True)),
            "small_blind": game.small_blind,
            "ante": game.ante,
            "big_blind_ante": game.big_blind_ante,
            "payouts": list(game.payouts),
            "unit": "prizes" if game.payouts else "big blinds",
            "equities": "exact" if self.is_exact else "sampled",
            "deals": self.deals,
            "iterations": self.iterations,
            "players": [
                {
                    "position": name,
                    "value": self.values[seat],
                    "gain": self.gains[seat],
                    "gain_interval": list(self.gain_intervals[seat]),
                    "decisions": [self.decision_json(seat, all_in) for all_in in self.histories(seat)],
                }
                for seat, name in enumerate(self.names)
            ],
        }

    def decision_json(self, seat: int, all_in: tuple[int, ...]) -> dict[str, Any]:
        """One decision for programs."""
        probabilities = self.probabilities(seat, all_in)
        return {
            "all_in": [self.names[each] for each in all_in],
            "share": self.share(seat, all_in),
            "hands": {name: round(float(p), 6) for name, p in zip(CLASS_NAMES, probabilities, strict=True)},
        }


def solve_push_fold(
    game: PushFoldGame,
    *,
    equities: Equities = "auto",
    deals: int = DEALS,
    iterations: int | None = None,
    seed: int = 1,
    on_progress: OnProgress | None = None,
) -> PushFoldSolution:
    """The equilibrium of a game.

    `equities` asks for exact or sampled ones; auto: exact for two and three players (whose table is built first).
    `deals`, `iterations` and `seed` are those of a sampled solve; `iterations` limits an exact one.
    """
    if equities not in get_args(Equities):
        raise RiverboatError(f'equities "{equities}": expected {", ".join(get_args(Equities))}')
    if uses_exact(game.players, equities):
        return _solve_exactly(game, iterations, on_progress)
    if not 1 << 12 <= deals <= 1 << 26:
        raise RiverboatError(f"{deals} deals: expected {1 << 12} to {1 << 26}")
    return _solve_sampled(game, deals, iterations or ITERATIONS, seed, on_progress)


def uses_exact(players: int, equities: Equities = "auto") -> bool:
    """Whether a game of this many players is solved with exact equities."""
    if equities == "exact" and players > 3:
        raise RiverboatError(f"{players} players: exact equities are for two and three")
    return equities == "exact" or (equities == "auto" and players <= 3)


def _solve_exactly(game: PushFoldGame, iterations: int | None, on_progress: OnProgress | None) -> PushFoldSolution:
    engine = PushFoldSolver(ExactPayoffs(game, on_progress))
    runner = Runner(engine, on_progress=on_progress)
    limit = iterations or _MAX_EXACT_ITERATIONS[game.players]
    big_blind = sum(game.payouts) / sum(game.stacks) if game.payouts else 1.0
    with blas_threads(1):  # waiting for each other takes threads longer than these products
        runner.run(Target(TARGETS[game.players] * big_blind), iterations=limit)
    found = runner.measure()
    gains = tuple(max(gain, 0.0) for gain in found.gains)
    return PushFoldSolution(
        game, _stored(engine), found.values, gains, tuple((gain, gain) for gain in gains), 0, engine.iterations
    )


def _solve_sampled(
    game: PushFoldGame, deals: int, iterations: int, seed: int, on_progress: OnProgress | None
) -> PushFoldSolution:
    learned = sampled_deals(game.players, deals, 2 * seed, on_progress)
    engine = PushFoldSolver(SampledPayoffs(game, learned, min(_PART, deals)))
    Runner(engine, measures=False, on_progress=on_progress).run(iterations=iterations)
    fresh = sampled_deals(game.players, deals, 2 * seed + 1, on_progress)
    return _measured(game, engine, SampledPayoffs(game, learned), SampledPayoffs(game, fresh), deals)


def _measured(
    game: PushFoldGame, engine: PushFoldSolver, learned: Payoffs, fresh: SampledPayoffs, deals: int
) -> PushFoldSolution:
    """Values and best-response gains of the average strategy, on fresh deals."""
    strategy, seats = engine.average, range(game.players)
    chosen = learned.advantages(strategy, seats).table > 0
    batches = fresh.in_batches(strategy)
    tables = np.stack([each.table for each in batches])
    values, gains, intervals = [], [], []
    for seat in seats:
        mine = nodes_of(seat)
        values.append(float(np.mean([each.value(strategy, seat) for each in batches])))
        honest, spread = _mean(((chosen[mine] - strategy[mine]) * tables[:, mine]).sum(axis=(1, 2)))
        best = tables[:, mine].mean(axis=0) > 0
        lucky, _ = _mean(((best - strategy[mine]) * tables[:, mine]).sum(axis=(1, 2)))
        gains.append(max(honest, 0.0))
        intervals.append((max(honest - spread, 0.0), lucky + spread))
    return PushFoldSolution(
        game, _stored(engine), tuple(values), tuple(gains), tuple(intervals), deals, engine.iterations
    )


def _mean(samples: Floats) -> tuple[float, float]:
    """The mean and half of its 95 % interval."""
    return float(samples.mean()), float(_TWO_SIDED * samples.std(ddof=1) / len(samples) ** 0.5)


def _stored(engine: PushFoldSolver) -> NDArray[np.float32]:
    """The average strategy; the big blind has nothing to decide when everybody folds."""
    strategy = engine.average.astype(np.float32)
    strategy[nodes_of(engine.game.players - 1).start] = 0.0
    strategy.flags.writeable = False
    return strategy
