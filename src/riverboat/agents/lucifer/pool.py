"""Where Lucifer's strategies come from: a pool of equilibria of 3-player Kuhn poker, each from its own random seed.

The thesis trains 1,000 times for 1,000,000 deals and keeps, for each seat, the strategy with the largest average
utility there. Two versions:

- *repaired*: every member is a fresh run with its own seed and the right regret weight, and the best one of each seat
  is kept as it was then.
- *printed*: the listing (Fig. 64) keeps training one object and stores the same pointer for all three seats, so that
  in the end all have the last strategy; its regrets carry the weight of the previous player alone (Fig. 57), which is
  wrong for three players (`solve/deals/solver.py`).

Pools are built on first use and cached. The default of 16 runs of 100,000 deals takes a few seconds, the thesis's
numbers about a quarter of an hour on a core. Utilities are exact, from all 24 deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.progress import OnProgress, Progress
from riverboat.solve.deals import DealGame, DealSolver, best_responses
from riverboat.solve.deals.solver import Weight
from riverboat.workers import in_threads

Version = Literal["repaired", "printed"]
Floats = NDArray[np.float64]

GAME: Final = "kuhn(players=3,cards=4)"
SIZE: Final = 16
DEALS: Final = 100_000
THESIS_SIZE: Final = 1000
THESIS_DEALS: Final = 1_000_000


@dataclass(frozen=True, eq=False)
class Pool:
    """Strategies with what they win when everyone plays them."""

    version: Version
    strategies: Floats
    """float64[members, rows], as `DealSolver.average` gives them."""
    values: Floats
    """float64[members, positions], chips per hand."""
    gains: Floats
    """float64[members]: the sum of the best-response gains."""
    chosen: tuple[int, ...]
    """The member kept for each position."""

    def by_position(self) -> Floats:
        """float64[rows]: each position's rows from the member that is kept for it."""
        return mixed(self.strategies, self.chosen)


@lru_cache(maxsize=1)
def kuhn_game() -> DealGame:
    """The game of the competition."""
    return DealGame.build(parse_game(GAME))


def mixed(strategies: Floats, chosen: tuple[int, ...]) -> Floats:
    """A profile in which each position follows another member."""
    game = kuhn_game()
    rows = np.empty(game.rows)
    for node, place in game.walk_choices():
        rows[place] = strategies[chosen[int(game.betting.player[node])], place]
    return rows


@lru_cache(maxsize=8)
def equilibria(
    version: Version = "repaired",
    size: int = SIZE,
    deals: int = DEALS,
    seed: int = 1,
    weight: Weight | None = None,
    *,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
) -> Pool:
    """The pool with these numbers, from the cache if it was built before."""
    require_pool(version, size, deals)
    kind: Weight = weight or ("others" if version == "repaired" else "previous-player")

    def build() -> dict[str, NDArray[np.float64]]:
        make = _fresh if version == "repaired" else _one_object
        members = make(size, deals, seed, kind, on_progress, threads)
        found = [best_responses(kuhn_game(), each) for each in members]
        return {
            "strategies": np.array(members),
            "values": np.array([each.values for each in found]),
            "gains": np.array([each.nash_conv for each in found]),
        }

    arrays = cached_arrays(f"lucifer-v1-{version}-{kind}-{size}x{deals}-seed{seed}", build)
    values = arrays["values"]
    # The listing's pointers all lead to the one object, as it is in the end.
    chosen = tuple(values.argmax(axis=0).tolist()) if version == "repaired" else (size - 1,) * 3
    return Pool(version, arrays["strategies"], values, arrays["gains"], chosen)


def require_pool(version: Version, size: int, deals: int) -> Version:
    """The version, if there can be such a pool."""
    if version not in get_args(Version):
        raise RiverboatError(f'version "{version}": expected one of {", ".join(get_args(Version))}')
    if size < 1 or deals < 1:
        raise RiverboatError(f"a pool of {size} strategies of {deals} deals: expected 1 or more of both")
    return version


def require_weight(text: str) -> Weight | None:
    """The weight of that name; None, the version's own, for an empty text."""
    for weight in get_args(Weight):
        if text == weight:
            found: Weight = weight
            return found
    if text:
        raise RiverboatError(f'weight "{text}": expected one of {", ".join(get_args(Weight))}')
    return None


def _fresh(
    size: int, deals: int, seed: int, weight: Weight, on_progress: OnProgress | None, threads: int | None
) -> list[Floats]:
    """Independent runs, each with its own random seed."""
    seeds = np.random.SeedSequence(seed).generate_state(size, np.uint32).tolist()

    def member(number: int) -> Floats:
        return DealSolver(kuhn_game(), number, weight=weight).train(deals).average()

    return list(in_threads(member, seeds, on_progress, threads))


def _one_object(
    size: int, deals: int, seed: int, weight: Weight, on_progress: OnProgress | None, threads: int | None
) -> list[Floats]:
    """One run, with its strategy at regular numbers of deals."""
    solver = DealSolver(kuhn_game(), seed, weight=weight)
    members = []
    for done in range(size):
        members.append(solver.train(deals).average())
        if on_progress:
            on_progress(Progress(done + 1, size))
    return members
