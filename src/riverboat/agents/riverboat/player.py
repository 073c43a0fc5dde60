"""The player `riverboat` of heads-up limit hold'em: which blueprint it follows, and what it thought.

It plays the blueprint that `riverboat train limit` left in the cache folder, if there is one; otherwise a small one,
which is shipped, so that it can sit down at once. `describe` says which it is. With `resolve=river` or `resolve=turn`
the rest of the hand is solved again from that street on (`agents/resolving.py`).

A decision takes microseconds once the buckets of the board are known: those of a flop take 15 ms to work out, those of
a turn 1 ms, a river less.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import STREETS
from riverboat.agents.resolving import Resolving
from riverboat.cards.holdings import holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.explanation import Explanation
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress
from riverboat.solve.abstract.models import require_limit_holdem
from riverboat.solve.limit.compact import unpack_compact
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.training.running import MBB_PER_CHIP, trained_path, training_length
from riverboat.solve.solving import load_policy

SHIPPED: Final = "limit.blueprint"
_BOARDS_KEPT: Final = 64


class Riverboat(Agent):
    """Follows a blueprint of limit hold'em."""

    def __init__(self, blueprint: str | Path | None = None) -> None:
        """`blueprint` is a file of `riverboat train limit`; default: that in the cache folder, or the shipped one."""
        super().__init__()
        self._path: Final = blueprint
        self._strategy: LimitStrategy | None = None
        self.bucket: int | None = None
        """The bucket of the last decision's hand."""
        self._street = 0
        self._labels = lru_cache(_BOARDS_KEPT)(self._buckets_on)

    def require_game(self, rules: Rules) -> None:
        require_limit_holdem(rules)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        if self._strategy is None:
            self._strategy = find_blueprint(self._path)

    @property
    def policy(self) -> LimitStrategy:
        """What it follows; read now if need be."""
        self.prepare()
        assert self._strategy is not None
        return self._strategy

    def describe(self) -> str:
        """Which blueprint this is, in one line."""
        strategy = self.policy
        origin, buckets = strategy.origin, "/".join(map(str, strategy.bucketing.counts))
        where = "shipped" if strategy is _shipped() else "trained here"
        known = (
            ""
            if origin.exploitability is None
            else f", exploitability {MBB_PER_CHIP * origin.exploitability:.0f} mbb/hand"
        )
        return f"{where}: {buckets} buckets, {origin.method}, {training_length(origin)}{known}"

    def act(self, view: View) -> Action:
        found = self.policy.of_bucket(view.betting, self._bucket(view))
        return self.sample(found.actions, found.probabilities.tolist())

    def explain(self) -> Explanation | None:
        if self.bucket is None:
            return None
        counts = self.policy.bucketing.counts
        return Explanation(
            f"By its blueprint: hands of bucket {self.bucket + 1} of {counts[self._street]} on the"
            f" {STREETS[self._street]} are played alike here."
        )

    def _bucket(self, view: View) -> int:
        self._street = view.street
        self.bucket = int(self._labels(tuple(view.board))[holding_index(*view.hole)])
        return self.bucket

    def _buckets_on(self, board: tuple[int, ...]) -> NDArray[np.uint16]:
        return self.policy.bucketing.by_holding(board)


def riverboat(
    resolve: Literal["", "river", "turn"] = "", blueprint: str | Path | None = None, iterations: int | None = None
) -> Agent:
    """The player: by its blueprint alone, or with the rest of the hand solved again from the river or the turn on.

    `iterations` of a solve decide how long it takes: some 20 to 40 ms each on a turn, 0.1 ms on a river.
    """
    if resolve == "":
        if iterations is not None:
            raise RiverboatError("iterations are for resolve=river and resolve=turn")
        return Riverboat(blueprint)
    return Resolving(lambda on_progress: find_blueprint(blueprint), resolve, iterations=iterations)


def find_blueprint(path: str | Path | None = None) -> LimitStrategy:
    """The blueprint of a file, the one that was trained here, or the shipped one."""
    chosen = Path(path) if path else trained_path()
    if path is None and not chosen.exists():
        return _shipped()
    try:
        changed = chosen.stat().st_mtime_ns
    except OSError as error:
        raise RiverboatError(f'blueprint "{chosen}": {error.strerror or error}') from error
    return _loaded(chosen, changed)


@lru_cache(maxsize=4)
def _loaded(path: Path, changed: int) -> LimitStrategy:
    found = load_policy(path)
    if not isinstance(found, LimitStrategy):
        raise RiverboatError(f'blueprint "{path}": this strategy is not one of limit hold\'em over buckets')
    return found


@cache
def _shipped() -> LimitStrategy:
    file = resources.files("riverboat.agents.riverboat") / "shipped" / SHIPPED
    return unpack_compact(file.read_bytes(), f'blueprint "{SHIPPED}"')
