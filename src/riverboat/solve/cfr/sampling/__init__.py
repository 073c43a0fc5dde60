"""Monte-Carlo counterfactual regret minimisation: iterations that see only a part of the tree (Lanctot et al. 2009).

| name     | sampled                                   | an iteration                            |
|----------|-------------------------------------------|-----------------------------------------|
| external | the cards and the opponents' actions      | one traversal for each player           |
| outcome  | everything, with exploration              | one path for each player                |
| public   | the board only (Johanson et al. 2012)     | all private cards on one board          |

Regrets are unbiased estimates, so all methods converge, with many cheap iterations instead of a few expensive ones. The
state of the random number generator is saved, so an interrupted run resumes with the same random numbers.
"""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import NotationError, RiverboatError
from riverboat.solve.cfr.engine import TreeEngine
from riverboat.solve.tree import Floats, GameTree

Sampling = Literal["external", "outcome", "public"]
SAMPLINGS: Final = get_args(Sampling)
_STREAM: Final = "dice"  # the random stream's name in checkpoints


class SampledSolver(TreeEngine):
    """Monte-Carlo regret minimisation at work."""

    def __init__(self, tree: GameTree, sampling: Sampling = "external", seed: int = 0, *, explore: float = 0.6) -> None:
        super().__init__(tree)
        if sampling not in SAMPLINGS:
            raise NotationError(f'sampling "{sampling}": expected one of {", ".join(SAMPLINGS)}')
        if not 0.0 < explore <= 1.0:
            raise RiverboatError(f"explore {explore}: expected a probability above 0")
        self.sampling: Sampling = sampling
        self.seed = seed
        self.explore = explore
        """The probability with which a sampled path takes a uniformly random action."""
        self._rng = np.random.SeedSequence(seed).generate_state(4, np.uint64)
        depth, width = len(tree.betting.level_starts), int(tree.betting.children.max())
        self._stack, self._values = np.empty((depth, width)), np.empty((depth, width))
        self._current: Floats = tree.uniform()
        self._boards = _boards(tree) if sampling == "public" else np.zeros((0, 0, 0), np.int64)

    def _advance(self, count: int) -> None:
        from riverboat.solve.cfr.sampling import _kernels

        tree = self.tree
        if self.sampling == "external":
            _kernels.external_sampling(
                tree.arrays, tree.players, count, self.regrets, self.sums, self._stack, self._values, self._rng
            )
        elif self.sampling == "outcome":
            _kernels.outcome_sampling(
                tree.arrays, tree.players, count, self.explore, self.regrets, self.sums, self._stack, self._rng
            )
        else:
            _kernels.public_chance_sampling(
                tree.arrays, tree.set_player, tree.set_parent, tree.players, self.iterations + 1, count, self._boards,
                self.regrets, self._current, self.sums, self._rng,
            )  # fmt: skip

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued; the random stream is kept with the arrays."""
        explore = {"explore": f"{self.explore:g}"} if self.sampling == "outcome" else {}
        return {
            "engine": "tree",
            "game": self.tree.rules.identity,
            "method": self.sampling,
            "seed": str(self.seed),
            **explore,
        }

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        return {**super().arrays(), "current": self._current, _STREAM: self._rng}


def _boards(tree: GameTree) -> NDArray[np.int64]:
    """int64[boards, streets, private deals]: what each private deal becomes with each board, -1 if it cannot."""
    streets = tree.rules.streets
    if any(street.down for street in streets[1:]):
        raise RiverboatError(f"{tree.rules.name}: boards are sampled where all private cards are dealt at first")
    deals, privates = tree.deals, tree.deals.counts[1]
    complete = deals.on(len(streets) - 1)
    numbers: dict[tuple[int, ...], int] = {}
    for _, board in complete:
        numbers.setdefault(board, len(numbers))
    found = np.full((len(numbers), len(streets), privates), -1, np.int64)
    for deal, (_, board) in enumerate(complete):
        on = deal
        for street in range(len(streets) - 1, -1, -1):
            found[numbers[board], street, deal // (len(complete) // privates)] = on
            on //= deals.fans[street]
    return found
