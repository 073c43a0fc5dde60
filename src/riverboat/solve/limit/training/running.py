"""A training run from a recipe to a strategy file: resumed after any stop, judged now and then, the best kept.

| recipe | buckets | features of flop, turn and river | boards before CFR-BR | hours | judged on flops |
|---|---|---|---|---|---|
| `small` | 169/500/400/150 | histogram/histogram/histogram | 12,000 | 0.5 | 10 at the end |
| `medium` | 169/1000/1000/1000 | histogram/histogram/ochs | 24,000 | 2 | 20 every hour |
| `large` | 169/1000/1000/1000 | histogram/histogram/ochs | 60,000 | 10 | 30 every two hours |

CFR-BR starts from a short plain training (public-chance-sampled CFR), which finds in minutes what it would take longer
to learn.

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
from riverboat.solve.core.strategy_file import Origin, StoredStrategy, read_strategy
from riverboat.solve.limit.strategy import LAYOUT, LimitStrategy
from riverboat.solve.limit.training.cfr_br import CfrBrTraining
from riverboat.solve.limit.training.engine import LimitTraining
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
    plain_boards: int
    """Of public-chance-sampled CFR, before CFR-BR."""
    hours: float
    flops: int
    """On how many the strategy is judged."""
    judge_every: float
    """Hours."""


RECIPES: Final = {
    "small": Recipe("169/500/400/150", "histogram/histogram/histogram", 12_000, 0.5, 10, 0.5),
    "medium": Recipe("169/1000/1000/1000", "histogram/histogram/ochs", 24_000, 2.0, 20, 1.0),
    "large": Recipe("169/1000/1000/1000", "histogram/histogram/ochs", 60_000, 10.0, 30, 2.0),
}
METHODS: Final[dict[str, type[LimitTraining]]] = {"pcs": SampledTraining, "cfr-br": CfrBrTraining}


def training_length(origin: Origin) -> str:
    """How long a strategy was trained, in what its method counts: `12,000 boards`, `5,400 turn cards`."""
    units = {method.method: method.unit for method in METHODS.values()}
    return f"{origin.iterations:,} {units.get(origin.method, SampledTraining.unit)}"


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
        engine: LimitTraining,
        out: str | Path,
        *,
        judge: Judge | None = None,
        judge_every: float = 1800.0,
        on_progress: OnProgress | None = None,
    ) -> None:
        """`judge_every` is in seconds; without a judge nothing is measured, and the last strategy is kept.

        The note of each progress is what is counted: boards, or turn cards.
        """
        out = Path(out)
        require_folder(out)
        require_replaceable(out, engine.bucketing)
        self.engine: Final = engine
        self.out: Final = out
        self.checkpoint: Final = self.out.with_name(f"{self.out.name}.checkpoint")
        self.judge: Final = judge
        self.judge_every: Final = judge_every
        self.runner: Final = Runner(
            engine,
            checkpoint=self.checkpoint,
            save_every=SAVE_EVERY,
            measures=False,
            on_progress=_counting(engine, on_progress),
        )
        self._on_progress: Final = on_progress
        self.judged: list[tuple[int, float]] = []
        """Iterations and exploitability of every strategy that was judged in this run."""

    def run(self, *, iterations: int | None = None, seconds: float | None = None) -> Stopped:
        """Resume if there is a checkpoint, train, and write the strategy; why it ended. Both limits count the training
        of earlier runs."""
        if self.prepare() == "interrupted":
            return "interrupted"
        self.runner.resume()
        while True:
            left = None if seconds is None else seconds - self.runner.seconds
            if left is not None and left <= 0.0:
                self.write()
                return "seconds"
            limits = [each for each in (left, self.judge_every if self.judge else None) if each is not None]
            stopped = self.runner.run(iterations=iterations, seconds=min(limits) if limits else None)
            self.write(judged=stopped != "interrupted")
            reached = iterations is not None and self.engine.iterations >= iterations
            if stopped != "seconds" or reached or (seconds is not None and self.runner.seconds >= seconds):
                return stopped

    def prepare(self) -> Stopped | None:
        """The plain training from which an engine of CFR-BR starts, unless it is under way already; it has a checkpoint
        of its own. Its strategy is judged and written as any other; None if there is nothing to do."""
        engine = self.engine
        if not isinstance(engine, CfrBrTraining) or not engine.plain_boards or self.checkpoint.exists():
            return None
        plain = SampledTraining(
            engine.bucketing, seed=engine.seed, threads=engine.threads, flops=engine.flops, lines=engine.tables.lines,
            buckets=engine.hands,
        )  # fmt: skip
        path = self.out.with_name(f"{self.out.name}.plain.checkpoint")
        runner = Runner(
            plain, checkpoint=path, save_every=SAVE_EVERY, measures=False,
            on_progress=_counting(plain, self._on_progress),
        )  # fmt: skip
        runner.resume()
        stopped = runner.run(iterations=engine.plain_boards)
        if stopped != "interrupted":
            engine.start_from(plain.tables, engine.plain_boards)
            self.runner.seconds = runner.seconds
            self.write()
            self.runner.save()
        return stopped

    def write(self, *, judged: bool = True) -> bool:
        """Judge the average strategy and write it, unless the file there is better; returns whether it was written.

        Judging takes minutes, so whoever presses Ctrl-C gets what there is without it.
        """
        strategy = self.engine.policy()
        origin = strategy.origin
        if self.judge is not None and judged:
            found = self.judge(strategy)
            self.judged.append((self.engine.iterations, found))
            origin = replace(origin, exploitability=found)
        return write_if_better(self.out, LimitStrategy(strategy.bucketing, in_steps(strategy), origin))


def _counting(engine: LimitTraining, on_progress: OnProgress | None) -> OnProgress | None:
    """With what an engine counts as the note."""
    if on_progress is None:
        return None
    return lambda state: on_progress(replace(state, note=engine.unit))


def write_if_better(path: str | Path, strategy: LimitStrategy) -> bool:
    """Write a strategy file, unless the one there is of the same buckets and known to be as good, or trained longer."""
    stored = require_replaceable(path, strategy.bucketing)
    if stored is not None:
        known, new = stored.origin.exploitability, strategy.origin.exploitability
        if known is not None and (new is None or new >= known):
            return False
        if known is None and new is None and stored.origin.iterations > strategy.origin.iterations:
            return False
    strategy.save(path)
    return True


def require_replaceable(path: str | Path, bucketing: Bucketing, *, by_name: bool = False) -> StoredStrategy | None:
    """The strategy that is in a file already, None if there is no file; refused if it is of another game or of other
    buckets: a training of hours must not end with that. `by_name` needs no tables of buckets."""
    path = Path(path)
    if not path.exists():
        return None
    stored = read_strategy(path)
    if stored.layout != LAYOUT:
        raise RiverboatError(f'strategy "{path}": it is not one of limit hold\'em over buckets; name another file')
    known = stored.settings.get("buckets") if by_name else stored.settings.get("identity")
    if known != (bucketing.text if by_name else bucketing.identity):
        raise RiverboatError(f'strategy "{path}": it has other buckets; name another file')
    return stored


def in_steps(strategy: LimitStrategy, steps: int = _STEPS) -> list[tuple[NDArray[Any], ...]]:
    """Shares as whole numbers of 1/steps, which take two bytes or one."""
    kind = np.uint16 if steps > np.iinfo(np.uint8).max else np.uint8
    return [tuple(np.rint(table * steps).astype(kind) for table in streets) for streets in strategy.shares]


def trained_path() -> Path:
    """Where a blueprint is kept if nobody names a file, and where the player `riverboat` finds it."""
    return cache_folder() / BLUEPRINT


def log_lines(path: str | Path, every: float = 60.0) -> OnProgress:
    """Append a line with boards (or whatever is counted), their rate and the time left to a file, once a minute."""
    path = Path(path)
    last = -every

    def report(state: Progress[Any]) -> None:
        nonlocal last
        if monotonic() - last < every:
            return
        last = monotonic()
        left = "" if state.remaining is None else f", {state.remaining / 3600.0:.2f} h left"
        with path.open("a") as file:
            file.write(f"{state.done:,} {state.note}, {state.seconds:,.0f} s, {state.rate:.1f} {state.note}/s{left}\n")

    return report
