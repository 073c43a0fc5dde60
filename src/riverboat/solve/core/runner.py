"""A solver at work: iterate, measure when due, report, save, stop.

A run ends when the exploitability meets a target, after a number of iterations, after some seconds, or by Ctrl-C: the
slice of iterations under way is finished, and the results are kept. A second Ctrl-C ends everything at once.

**Checks.** When to measure depends on iterations and results alone, never on the clock: the same solve ends with the
same numbers whatever else the machine does, and so does one that was interrupted and resumed from its checkpoint.

**The best so far.** Exploitability does not only fall, least of all with methods whose average starts again. With
`keep_best`, a run that ends by the clock or by Ctrl-C never leaves something worse than its best kept check: the
engine is put back to exactly the state that it had there. States are kept up to `KEPT_BYTES`; larger engines do not
restart the average when there is too little time left to make it better than the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint, FileFormatError, remove_leftovers
from riverboat.progress import DeferredInterrupt, OnProgress, Progress
from riverboat.solve.core.compiling import Compilation, Notice
from riverboat.solve.core.engine import Engine
from riverboat.solve.core.exploitability import Exploitability, Target, parse_target
from riverboat.solve.core.method import Method

MAX_ITERATIONS: Final = 1_000_000
"""A run to a target that cannot be reached, in its precision or by its method, ends here."""
KEPT_BYTES: Final = 100_000_000
"""The largest engine of which the best state is kept beside the present one."""
FIRST_KEPT_RESTART: Final = 64
"""Averages that restart before this iteration are too short to be measured."""

_SLICE_SECONDS: Final = 0.1  # between two checks for Ctrl-C
_PROGRESS_SECONDS: Final = 0.2  # between two progress calls, checks aside
_RECOVERY: Final = 0.33  # of the iterations done, until a new average is better than the old one
_COPIED_PER_SECOND: Final = 2e9  # bytes, a lower bound
_SHARE_OF_COPIES: Final = 0.02

Stopped = Literal["target", "iterations", "seconds", "interrupted"]
History = Sequence[Progress[Exploitability]]
NextCheck = Callable[[History, Target | None], int]
"""From the checks so far and the target to the iteration of the next check."""


def every_tenth(history: History, target: Target | None = None) -> int:
    """After 1, 2, 4 .. 64 iterations, then after every tenth of those done: checks stay a small part of the work."""
    done, due = history[-1].done if history else 0, 1
    while due <= done:
        due += due if due < 64 else due // 10
    return due


@dataclass(frozen=True, slots=True)
class _Goal:
    """When to stop."""

    target: Target | None
    iterations: int
    seconds: float

    @classmethod
    def make(cls, target: float | str | Target | None, iterations: int | None, seconds: float | None) -> _Goal:
        if target is None and iterations is None and seconds is None:
            raise RiverboatError("solve: give a target, a number of iterations or a time")
        if iterations is not None and iterations < 0:
            raise RiverboatError(f"iterations {iterations}: expected 0 or more")
        if seconds is not None and not (isfinite(seconds) and seconds > 0):
            raise RiverboatError(f"seconds {seconds}: expected a time above 0")
        if iterations is None:
            iterations = MAX_ITERATIONS if seconds is None else np.iinfo(np.int64).max
        return cls(None if target is None else parse_target(target), iterations, inf if seconds is None else seconds)


class Runner:
    """Runs an engine, keeps its history of checks, and its checkpoint if there is a path for one."""

    def __init__(
        self,
        engine: Engine,
        *,
        checkpoint: Path | str | Checkpoint | None = None,
        save_every: float = 30.0,
        next_check: NextCheck = every_tenth,
        keep_best: bool = False,
        measures: bool = True,
        on_progress: OnProgress | None = None,
        notice: Notice | None = None,
    ) -> None:
        """An engine, before its first iteration or resumed.

        Args:
            engine: A solver with its state, from `make_engine`.
            checkpoint: A file in which the run is saved now and then and at its end.
            save_every: Seconds between two saves.
            next_check: From the checks so far and the target to the iteration of the next check.
            keep_best: A run that ends by the clock or Ctrl-C goes back to its best check.
            measures: Without there are no checks: for games in which nobody can say how exploitable a strategy is.
            on_progress: Called with every check and a few times per second in between, then with the last check.
            notice: Called with a sentence if kernels have to be compiled.
        """
        self.engine: Final = engine
        self.history: list[Progress[Exploitability]] = []
        """One entry for each check, the last for the average as it is."""
        self.seconds = 0.0
        """Time spent on iterations and checks in all runs, without compiling."""
        self.stopped: Stopped | None = None
        """Why the last run ended; None before the first."""
        self.next_check = next_check
        self.keep_best = keep_best
        self.measures = measures
        self.on_progress = on_progress
        self.notice = notice
        if not isinstance(checkpoint, Checkpoint):
            identity = {} if checkpoint is None else dict(engine.identity)
            checkpoint = Checkpoint(checkpoint, "solve", identity, every=save_every)
        self.checkpoint = checkpoint
        """Where the run is saved; engines with their own file format bring a checkpoint that writes it."""

    def resume(self) -> bool:
        """Continue from the checkpoint; returns whether there was one."""
        if self.checkpoint.path is not None:
            remove_leftovers(self.checkpoint.path)
        found = self.checkpoint.load()
        if found is None:
            return False
        state, arrays = found
        path = self.checkpoint.path
        for name, mine in self.engine.arrays().items():
            saved = arrays.get(name)
            if saved is None or saved.shape != mine.shape or saved.dtype != mine.dtype:
                raise FileFormatError(f'checkpoint "{path}": {name} does not fit this game and method')
        for name, mine in self.engine.arrays().items():
            mine[...] = arrays[name]
        try:
            self.engine.iterations, self.seconds = int(state["iterations"]), float(state["seconds"])
            self.history[:] = [progress_from_json(each) for each in state["history"]]
        except (KeyError, TypeError, ValueError) as error:
            raise FileFormatError(f'checkpoint "{path}": the state is damaged') from error
        return True

    def save(self) -> None:
        """Write the checkpoint now, if there is a path for it."""
        self.checkpoint.save(*self._contents())

    def _contents(self) -> tuple[dict[str, Any], Mapping[str, NDArray[Any]]]:
        state = {
            "iterations": self.engine.iterations,
            "seconds": self.seconds,
            "history": [progress_to_json(each) for each in self.history],
        }
        return state, self.engine.arrays()

    def measure(self) -> Exploitability:
        """The exploitability of the average as it is; measured now unless the last check was now."""
        last = self.history[-1] if self.history else None
        if last is not None and last.done == self.engine.iterations and last.detail is not None:
            return last.detail
        return self.engine.exploitability()

    def run(
        self,
        target: float | str | Target | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
    ) -> Stopped:
        """Continue until one of these is reached, and return why it ended.

        Args:
            target: An exploitability: a number of chips per hand, or "0.3%" of the pot.
            iterations: Counts all that were ever done.
            seconds: Those of this run.
        """
        goal = _Goal.make(target, iterations, seconds)
        if goal.target is not None and not self.measures:
            raise RiverboatError("solve: a target needs to be measured; give iterations or a time")
        with Compilation(self.notice) as compilation, DeferredInterrupt(lambda: compilation.is_going_on) as interrupt:
            run = _Run(self, goal, compilation, interrupt)
            try:
                self.stopped = run.to_the_end()
            finally:
                self.seconds = run.earlier + run.spent
                if self.engine.iterations:
                    self.save()
        return self.stopped


class _Run:
    """One run of a runner's engine."""

    def __init__(self, runner: Runner, goal: _Goal, compilation: Compilation, interrupt: DeferredInterrupt) -> None:
        self.runner, self.engine, self.history = runner, runner.engine, runner.history
        self.goal = goal
        self.compilation = compilation
        self.interrupt = interrupt
        self.method: Method | None = getattr(runner.engine, "method", None)
        self.nbytes = sum(array.nbytes for array in self.engine.arrays().values()) if runner.keep_best else 0
        self.best = _Best(self.engine, self.nbytes) if runner.keep_best and self.nbytes <= KEPT_BYTES else None
        self.earlier = runner.seconds
        self.began = self.reported = perf_counter()
        self.rate = 20.0  # iterations per second, a first guess

    @property
    def spent(self) -> float:
        """Seconds of this run, without compiling."""
        return perf_counter() - self.began - self.compilation.seconds

    def to_the_end(self) -> Stopped:
        """Iterate and measure; why it ended."""
        stopped: Stopped | None = "target" if self._is_met() else None
        if self.engine.iterations >= self.goal.iterations:
            self._check()
            stopped = stopped or "iterations"
        while stopped is None:
            stopped = self._iterate()
            self._check()
            if self.interrupt.heard:
                stopped = "interrupted"
            elif self._is_met():
                stopped = "target"
            elif self.engine.iterations >= self.goal.iterations:
                stopped = "iterations"
        if stopped in ("seconds", "interrupted") and self.best is not None:
            self.best.bring_back(self.runner.history)
        return stopped

    def _is_met(self) -> bool:
        last = self.history[-1] if self.history else None
        if last is None or last.detail is None or self.goal.target is None:
            return False
        return last.done == self.engine.iterations and self.goal.target.is_met(last.detail)

    def _iterate(self) -> Stopped | None:
        """Up to the next check, or until there is a reason to stop."""
        engine = self.engine
        if self._is_too_late_to_restart():
            return "seconds"
        due = self.goal.iterations
        if self.runner.measures:
            due = min(due, self.runner.next_check(self.history, self.goal.target))
        while engine.iterations < due:
            slice_seconds = min(_SLICE_SECONDS, max(0.0, self.goal.seconds - self.spent))
            count = min(due - engine.iterations, max(1, int(self.rate * slice_seconds)))
            began, compiled = perf_counter(), self.compilation.seconds
            engine.iterate(count)
            self.rate = count / max(perf_counter() - began - (self.compilation.seconds - compiled), 1e-6)
            if self.interrupt.heard:
                return "interrupted"
            if self.spent >= self.goal.seconds:
                return "seconds"
            self.runner.seconds = self.earlier + self.spent
            self.runner.checkpoint.save_if_due(self.runner._contents)
            if perf_counter() - self.reported > _PROGRESS_SECONDS:
                self._report(self.history[-1].detail if self.history else None)
        return None

    def _is_too_late_to_restart(self) -> bool:
        """Whether the average would restart too late to become as good as the old one, which is not kept."""
        done = self.engine.iterations
        if not self.runner.keep_best or self.best is not None or self.method is None:
            return False
        if self.goal.seconds == inf or done < FIRST_KEPT_RESTART:
            return False
        return self.goal.seconds - self.spent < _RECOVERY * done / self.rate and self.method.restarts_after(done)

    def _check(self) -> None:
        """Measure, and keep what is best."""
        if not self.runner.measures:
            self._report(None)
            return
        if not self.history or self.history[-1].done != self.engine.iterations:
            self.history.append(self._progress(self.engine.exploitability()))
        last = self.history[-1]
        if self.best is not None:
            restarts = self.method is not None and self.method.restarts_after(self.engine.iterations)
            self.best.keep_if_better(last, is_last_chance=restarts)
        self._report(last.detail)

    def _progress(self, found: Exploitability | None) -> Progress[Exploitability]:
        total = self.goal.iterations if self.goal.target is None and self.goal.seconds == inf else None
        return Progress(self.engine.iterations, total, self.earlier + self.spent, self.rate, detail=found)

    def _report(self, found: Exploitability | None) -> None:
        self.reported = perf_counter()
        if self.runner.on_progress is None:
            return
        try:
            self.runner.on_progress(self._progress(found))
        except KeyboardInterrupt:  # the caller wants it to end
            self.interrupt.heard = True


class _Best:
    """The best state of an engine that was measured, as long as copying costs little."""

    def __init__(self, engine: Engine, nbytes: int) -> None:
        self.engine, self.nbytes = engine, nbytes
        self.kept: Progress[Exploitability] | None = None
        self._copies: list[NDArray[Any]] = []
        self._copied = perf_counter()

    def keep_if_better(self, now: Progress[Exploitability], *, is_last_chance: bool) -> None:
        """Keep the present state if it is the best; the last chance is before the average starts again."""
        if self.kept is not None and _chips(now) >= _chips(self.kept):
            return
        since = perf_counter() - self._copied
        if not is_last_chance and self.nbytes / _COPIED_PER_SECOND > _SHARE_OF_COPIES * since:
            return
        arrays = self.engine.arrays().values()
        if not self._copies:
            self._copies = [np.empty_like(array) for array in arrays]
        for copy, array in zip(self._copies, arrays, strict=True):
            np.copyto(copy, array)
        self.kept = now
        self._copied = perf_counter()

    def bring_back(self, history: list[Progress[Exploitability]]) -> None:
        """Put the engine back to the kept state if that is better than the present one, and the history with it."""
        if self.kept is None or not history or _chips(history[-1]) <= _chips(self.kept):
            return
        for copy, array in zip(self._copies, self.engine.arrays().values(), strict=True):
            np.copyto(array, copy)
        self.engine.iterations = self.kept.done
        while history[-1].done > self.kept.done:
            history.pop()


def _chips(check: Progress[Exploitability]) -> float:
    return inf if check.detail is None else check.detail.chips


def progress_to_json(check: Progress[Exploitability]) -> dict[str, Any]:
    """One check for a file."""
    found = check.detail
    assert found is not None
    return {
        "iterations": check.done, "seconds": check.seconds, "rate": check.rate, "values": list(found.values),
        "best": list(found.best), "pot": found.pot, "big_blind": found.big_blind,
    }  # fmt: skip


def progress_from_json(kept: Mapping[str, Any]) -> Progress[Exploitability]:
    """The check again."""
    found = Exploitability(
        tuple(map(float, kept["values"])), tuple(map(float, kept["best"])), kept.get("pot"), kept.get("big_blind")
    )
    return Progress(int(kept["iterations"]), None, float(kept["seconds"]), float(kept["rate"]), detail=found)
