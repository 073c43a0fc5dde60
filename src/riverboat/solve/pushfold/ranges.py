"""Push-or-fold ranges for players: one call, answered from memory or from the cache folder after the first time.

    ranges = push_fold_ranges(12, players=6)
    ranges.probability(0, "A9s")                  the first of six to act, nobody in: shove?
    ranges.probability(5, "KQo", all_in=[3])      the big blind, the button has shoved: call?

Stacks are rounded to half a big blind below ten and to whole ones above, so that a match needs few equilibria. A depth
costs some seconds once (a tenth of a second for two players) and a file of 50 kB.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress
from riverboat.solve.pushfold.game import PushFoldGame
from riverboat.solve.pushfold.solution import PushFoldSolution, solve_push_fold, uses_exact

_VERSION: Final = 1
_MIN_STACK: Final = 0.5
_FINE_BELOW: Final = 10.0


def push_fold_ranges(
    stacks: float | Sequence[float],
    *,
    players: int | None = None,
    ante: float = 0.0,
    big_blind_ante: float = 0.0,
    small_blind: float = 0.5,
    payouts: Sequence[float] = (),
    on_progress: OnProgress | None = None,
) -> PushFoldSolution:
    """The equilibrium for these stacks, in big blinds: one number for all, or one per seat in the order of action."""
    if isinstance(stacks, Sequence):
        if players not in (None, len(stacks)):
            raise RiverboatError(f"{len(stacks)} stacks for {players} players")
        depths = tuple(map(round_depth, stacks))
    else:
        depths = (round_depth(stacks),) * (2 if players is None else players)
    if not payouts and len(depths) > 1:
        second = sorted(depths)[-2]  # nobody can win or lose more than the second largest stack
        depths = tuple(min(depth, second) for depth in depths)
    game = PushFoldGame(depths, small_blind, ante, big_blind_ante, tuple(payouts))
    if game not in _solved:
        _remember(game, on_progress)
    return _solved[game]


_solved: dict[PushFoldGame, PushFoldSolution] = {}


@lru_cache(maxsize=4096)
def round_depth(stack: float) -> float:
    """To half a big blind below ten, to whole ones above."""
    if not stack > 0:
        raise RiverboatError(f"stack {stack:g}: expected big blinds above 0")
    if stack >= _FINE_BELOW:
        return float(round(stack))
    return max(_MIN_STACK, round(2.0 * stack) / 2.0)


def _remember(game: PushFoldGame, on_progress: OnProgress | None) -> None:
    exact = uses_exact(game.players)

    def build() -> dict[str, NDArray[Any]]:
        solution = solve_push_fold(game, on_progress=on_progress)
        return {
            "strategy": solution.strategy,
            "values": np.array(solution.values),
            "gains": np.array(solution.gains),
            "intervals": np.array(solution.gain_intervals),
            "effort": np.array([solution.deals, solution.iterations]),
        }

    arrays = cached_arrays(_file_name(game, exact), build)
    arrays["strategy"].flags.writeable = False
    low_high = [(float(low), float(high)) for low, high in arrays["intervals"]]
    deals, iterations = map(int, arrays["effort"])
    _solved[game] = PushFoldSolution(
        game, arrays["strategy"], tuple(map(float, arrays["values"])), tuple(map(float, arrays["gains"])),
        tuple(low_high), deals, iterations,
    )  # fmt: skip


def _file_name(game: PushFoldGame, exact: bool) -> str:
    alike = len(set(game.stacks)) == 1
    stacks = f"{game.players}x{game.stacks[0]:g}" if alike else "-".join(f"{stack:g}" for stack in game.stacks)
    parts = [f"push-fold-v{_VERSION}", stacks, "exact" if exact else "sampled"]
    parts += [f"sb{game.small_blind:g}"] if game.small_blind != 0.5 else []
    parts += [f"ante{game.ante:g}"] if game.ante else []
    parts += [f"bba{game.big_blind_ante:g}"] if game.big_blind_ante else []
    parts += ["prizes" + "-".join(f"{prize:g}" for prize in game.payouts)] if game.payouts else []
    return "-".join(parts)
