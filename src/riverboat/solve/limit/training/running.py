"""A training run from a recipe to a strategy file: resumed after any stop, judged now and then, the best kept.

| recipe | buckets | features of flop, turn and river | hours |
|---|---|---|---|
| `small` | 169/200/200/100 | histogram/histogram/histogram | 0.5 |
| `medium` | 169/1000/1000/1000 | histogram/histogram/ochs | 2 |
| `large` | 169/2000/2000/2000 | histogram/histogram/ochs | 10 |

Beside the strategy file lies its checkpoint, with everything that was learned: the same command resumes it. Trained
longer, an abstract strategy can become easier to exploit (it fits its buckets, not the game), so a file is replaced
only by one that is known to be better, or by a longer training where neither was judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.abstraction.buckets import STREETS, Bucketing
from riverboat.cache import cache_folder
from riverboat.cards.holdings import CLASSES
from riverboat.errors import NotationError, RiverboatError
from riverboat.files import require_folder
from riverboat.progress import OnProgress, Progress
from riverboat.solve.core.runner import Runner, Stopped
from riverboat.solve.core.strategy_file import read_strategy
from riverboat.solve.limit.strategy import LAYOUT, LimitStrategy
from riverboat.solve.limit.training.sampled import SampledTraining

Judge = Callable[[LimitStrategy], float]
"""The exploitability of a strategy in chips per hand, sampled or exact."""
MBB_PER_CHIP: Final = 100.0
"""The big blind of the game is ten chips."""
BLUEPRINT: Final = "blueprint-limit.strategy"
SAVE_EVERY: Final = 300.0
"""Seconds between two checkpoints."""
_STEPS: Final = 65535


@dataclass(frozen=True, slots=True)
class Recipe:
    """What to train, and for how long."""

    buckets: str
    features: str
    hours: float


RECIPES: Final = {
    "small": Recipe("169/200/200/100", "histogram/histogram/histogram", 0.5),
    "medium": Recipe("169/1000/1000/1000", "histogram/histogram/ochs", 2.0),
    "large": Recipe("169/2000/2000/2000", "histogram/histogram/ochs", 10.0),
}


def blueprint_bucketing(buckets: str, features: str) -> Bucketing:
    """The bucketing of `169/1000/1000/1000` buckets by `histogram/histogram/ochs`, or by `ehs`: quantiles of it."""
    counts = buckets.split("/")
    if len(counts) != len(STREETS) or not all(count.isascii() and count.isdecimal() for count in counts):
        raise NotationError(f'buckets "{buckets[:40]}": write one number for each street, like 169/1000/1000/1000')
    if counts[0] != str(CLASSES):
        raise NotationError(f'buckets "{buckets[:40]}": before the flop there are {CLASSES}, the starting hands')
    if features == "ehs":
        return parse_bucketing(f"quantiles(ehs,{buckets})")
    return parse_bucketing(f"kmeans({features},{'/'.join(counts[1:])})")


class TrainingRun:
    """An engine with its files."""

    def __init__(
        self,
        engine: SampledTraining,
        out: Path,
        *,
        judge: Judge | None = None,
        judge_every: float = 1800.0,
        on_progress: OnProgress | None = None,
    ) -> None:
        """`judge_every` is in seconds; without a judge nothing is measured, and the last strategy is kept."""
        require_folder(out)
        self.engine: Final = engine
        self.out: Final = out
        self.judge: Final = judge
        self.judge_every: Final = judge_every
        self.runner: Final = Runner(
            engine,
            checkpoint=out.with_name(f"{out.name}.checkpoint"),
            save_every=SAVE_EVERY,
            measures=False,
            on_progress=on_progress,
        )
        self.judged: list[tuple[int, float]] = []
        """Boards and exploitability of every strategy that was judged in this run."""

    def run(self, *, boards: int | None = None, seconds: float | None = None) -> Stopped:
        """Resume if there is a checkpoint, train, and write the strategy; why it ended. Both limits count the training
        of earlier runs."""
        self.runner.resume()
        while True:
            left = None if seconds is None else seconds - self.runner.seconds
            if left is not None and left <= 0.0:
                self.write()
                return "seconds"
            limits = [each for each in (left, self.judge_every if self.judge else None) if each is not None]
            stopped = self.runner.run(iterations=boards, seconds=min(limits) if limits else None)
            self.write()
            reached = boards is not None and self.engine.iterations >= boards
            if stopped != "seconds" or reached or (seconds is not None and self.runner.seconds >= seconds):
                return stopped

    def write(self) -> bool:
        """Judge the average strategy and write it, unless the file there is better; returns whether it was written."""
        strategy = self.engine.policy()
        origin = strategy.origin
        if self.judge is not None:
            found = self.judge(strategy)
            self.judged.append((self.engine.iterations, found))
            origin = replace(origin, exploitability=found)
        return write_if_better(self.out, LimitStrategy(strategy.bucketing, in_steps(strategy), origin))


def write_if_better(path: Path, strategy: LimitStrategy) -> bool:
    """Write a strategy file, unless the one there is of the same buckets and known to be as good, or trained longer."""
    if path.exists():
        stored = read_strategy(path)
        if stored.layout != LAYOUT or stored.settings.get("identity") != strategy.bucketing.identity:
            raise RiverboatError(f'strategy "{path}": it has other buckets; name another file')
        known, new = stored.origin.exploitability, strategy.origin.exploitability
        if known is not None and (new is None or new >= known):
            return False
        if known is None and new is None and stored.origin.iterations > strategy.origin.iterations:
            return False
    strategy.save(path)
    return True


def in_steps(strategy: LimitStrategy, steps: int = _STEPS) -> list[tuple[NDArray[Any], ...]]:
    """Shares as whole numbers of 1/steps, which take two bytes or one."""
    kind = np.uint16 if steps > np.iinfo(np.uint8).max else np.uint8
    return [tuple(np.rint(table * steps).astype(kind) for table in streets) for streets in strategy.shares]


def trained_path() -> Path:
    """Where a blueprint is kept if nobody names a file, and where the player `riverboat` finds it."""
    return cache_folder() / BLUEPRINT


def log_lines(path: Path, every: float = 60.0) -> OnProgress:
    """Append a line with boards, boards per second and remaining time to a file, once a minute."""
    last = -every

    def report(state: Progress[Any]) -> None:
        nonlocal last
        if monotonic() - last < every:
            return
        last = monotonic()
        left = "" if state.remaining is None else f", {state.remaining / 3600.0:.2f} h left"
        with path.open("a") as file:
            file.write(f"{state.done:,} boards, {state.seconds:,.0f} s, {state.rate:.1f} boards/s{left}\n")

    return report
