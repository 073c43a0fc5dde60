"""How is a spot solved, how well, and what came out? The run of the solver, and the `Solution` that it leaves.

    solution = Spot("Td9d6hQc2s", oop="66+,AJ+", ip="22+,AT+", pot=200, stack=900, bets="50%,a").solve(target=0.1)
    print(solution.node("x/b100"))

A run iterates until the exploitability is at most a target (percent of the starting pot), or for a number of iterations
or seconds. It is Ctrl-C's to end it, too: the iteration under way is finished, and what there is remains.

**Checks.** Exploitability is measured after 10 iterations and then every 10 or more, so rarely that checks stay below a
tenth of the work (a check costs about half an iteration, on small rivers three to seven, with rake twice that), and not
before the target is in sight if exploitability falls with the square of the iterations. When to measure depends on
iterations and results alone, never on the clock: the same solve ends with the same numbers whatever else the machine
does, and so does one that was stopped, saved and gone on with.

**The best so far.** Exploitability does not only fall: the usual average begins anew at 64, 256, 1,024, ... iterations
and is worse for the next quarter of as many. A run that ends by the clock or by Ctrl-C never returns something worse
than its best kept check: if there is a better one, the solver is put back to exactly the state that it had there, and
goes on from there if asked to. States are kept up to `KEPT_BYTES`; larger spots do not begin a new average with too
little time left to make it better than the old one, and Ctrl-C leaves them as they are. A run that was given a number
of iterations does exactly these.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, inf, isfinite, sqrt
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.core.compiling import Compilation, Notice
from riverboat.solve.spot.level import Precision
from riverboat.solve.spot.lock import Lock, merged
from riverboat.solve.spot.schedule import Schedule
from riverboat.solve.spot.solver import Exploitability, RangeSolver
from riverboat.solve.spot.spot import Spot
from riverboat.solve.spot.tree import Kind

if TYPE_CHECKING:
    from riverboat.solve.spot.reading import Reader
    from riverboat.solve.spot.report import ChanceReport, NodeReport
    from riverboat.solve.spot.resolving import Resolver

USUAL_TARGET: Final = 0.3
"""Percent of the starting pot, if nobody says when to stop."""
MAX_ITERATIONS: Final = 100_000
"""A run to a target that cannot be reached in its precision ends here."""
KEPT_BYTES: Final = 100_000_000
"""The largest solver of which the best state is kept beside the present one."""

_FIRST_CHECK: Final = 10
_STEP: Final = 10  # iterations between checks are a multiple of this
_SLICE_SECONDS: Final = 0.1  # between two chances for Ctrl-C
_TELL_SECONDS: Final = 0.2  # between two calls for progress, checks aside
_FIRST_KEPT_RESTART: Final = 64  # earlier ones are over before anybody could look
_RECOVERY: Final = 0.33  # of the iterations done, until a new average is better than the old one
_COPIED_A_SECOND: Final = 2e9  # bytes, at the least
_SHARE_OF_COPIES: Final = 0.02

Stopped = Literal["target", "iterations", "seconds", "interrupted"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a solve had come when its exploitability was measured."""

    iterations: int
    chips: float
    """Exploitability in chips; infinite if it has not been measured yet."""
    percent: float
    """The same in percent of the starting pot."""
    seconds: float
    """Time spent on iterations and checks, without compiling."""


Evaluator = Callable[[Progress], object]


class Checkpoint(Protocol):
    """Keeps a solve in a file now and then (`riverboat.solve.spot.file`)."""

    def look(self, solution: Solution) -> object:
        """Called every tenth of a second or so, between iterations; writes if the last time was long ago."""


class Solution:
    """A spot, its solver, and how well it is solved."""

    def __init__(
        self, spot: Spot, solver: RangeSolver, history: Iterable[Progress] = (), stopped: Stopped | None = None
    ) -> None:
        self.spot: Final = spot
        self.solver: Final = solver
        self.history: Final = list(history)
        """One entry for each check, the last for the strategies as they are."""
        self.stopped = stopped
        """Why the last run ended; None before the first."""
        self._measured: tuple[int, Exploitability] | None = None
        self._reader: Reader | None = None

    @classmethod
    def begin(
        cls,
        spot: Spot,
        *,
        precision: Precision = "float32",
        threads: int | None = None,
        schedule: Schedule | None = None,
        budget: int | None = None,
        start: Solution | None = None,
        **options: Any,
    ) -> Solution:
        """A spot before its first iteration; refused if its regrets need more than `budget` bytes.

        With `start`, a solution of the same board and betting, it begins with what was learned there; ranges, weights
        and locks may differ.
        """
        if threads is not None and threads < 1:
            raise RiverboatError(f"threads {threads}: expected 1 or more")
        if precision not in ("float32", "16-bit"):
            raise RiverboatError(f'precision "{precision}": expected float32 or 16-bit')
        spot.estimate(isomorphism=options.get("isomorphism", True)).require(precision, budget)
        solver = RangeSolver.of(spot, precision=precision, threads=threads, schedule=schedule, **options)
        if start is not None:
            solver.warm_start(start.solver)
        return cls(spot, solver)

    # Solving ----------------------------------------------------------------------------------------------------------

    def run(
        self,
        target: float | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
        *,
        progress: Evaluator | None = None,
        notice: Notice | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> Solution:
        """Go on until one of these is reached; to 0.3 % of the pot if none is given. Returns itself.

        `target` is the exploitability in percent of the starting pot, `iterations` counts all that were ever done, and
        `seconds` are those of this run. `progress` is called with every check and a few times a second in between (then
        with the exploitability of the last check), `notice` with a sentence if kernels have to be compiled.
        """
        goal = _Goal.read(target, iterations, seconds)
        with Compilation(notice) as compilation, _Interrupts(compilation) as interrupts, self._pool() as pool:
            self.stopped = _Run(self, goal, pool, compilation, interrupts, progress, checkpoint).to_the_end()
        return self

    @contextmanager
    def _pool(self) -> Iterator[ThreadPoolExecutor | None]:
        """Threads for as long as a run takes, where there is work for more than one."""
        if self.solver.threads == 1 or len(self.solver.levels) == 1:
            yield None
            return
        with ThreadPoolExecutor(self.solver.threads) as pool:
            yield pool

    # How well ---------------------------------------------------------------------------------------------------------

    @property
    def iterations(self) -> int:
        """How many were done in all."""
        return self.solver.iterations

    @property
    def seconds(self) -> float:
        """Time spent on iterations and checks, up to the last check."""
        return self.history[-1].seconds if self.history else 0.0

    @property
    def exploitability(self) -> Exploitability:
        """Best responses to the strategies as they are; `.chips`, and `.percent` of the starting pot."""
        return self.measure()

    def measure(self, pool: ThreadPoolExecutor | None = None) -> Exploitability:
        """The same, measured now unless it is known."""
        if self._measured is None or self._measured[0] != self.solver.iterations:
            self._measured = self.solver.iterations, self.solver.exploitability(pool)
        return self._measured[1]

    # What came out ----------------------------------------------------------------------------------------------------

    @property
    def reader(self) -> Reader:
        """Reads nodes as arrays over the solver's hands."""
        from riverboat.solve.spot.reading import Reader

        if self._reader is None:
            self._reader = Reader(self.solver)
        return self._reader

    def node(self, path: str = "") -> NodeReport:
        """Strategy, EV and equity of every hand at the end of a path such as `x/b100/c/Qc`, for both players."""
        from riverboat.solve.spot.report import NodeReport

        return NodeReport.read(self.reader, path)

    def chances(self, path: str = "") -> ChanceReport:
        """What every card that can come means, where a path ends before a card is dealt."""
        from riverboat.solve.spot.report import ChanceReport

        return ChanceReport.read(self.reader, path)

    def to_json(self, path: str = "") -> dict[str, Any]:
        """How well the spot is solved and what came out at a node, for programs; where a card is dealt, all cards."""
        report, measured, size = self.node(path), self.exploitability, self.spot.estimate()
        found: dict[str, Any] = {
            "spot": self.spot.to_table(),
            "decision_nodes": size.decisions,
            "hands": list(size.hands),
            "memory": self.solver.nbytes,
            "precision": self.solver.precision,
            "threads": self.solver.threads,
            "iterations": self.iterations,
            "seconds": round(self.seconds, 4),
            "stopped": self.stopped,
            "exploitability": measured.chips,
            "exploitability_percent_of_pot": measured.percent,
            "history": [
                {
                    "iterations": check.iterations,
                    "exploitability": check.chips,
                    "exploitability_percent_of_pot": check.percent,
                    "seconds": round(check.seconds, 4),
                }
                for check in self.history
            ],
            "node": report.to_json(),
        }
        if report.kind is Kind.DEAL:
            found["cards"] = self.chances(path).to_json()["cards"]
        return found

    # What if ----------------------------------------------------------------------------------------------------------

    def lock(self, *locks: str | Lock) -> Solution:
        """The same spot with strategies fixed (`"x/b100: c=1"`), begun with what was learned here; `run` solves it.

        For the hands that it names a later lock of a node stands over earlier ones.
        """
        read = [lock if isinstance(lock, Lock) else Lock.read(lock, self.solver.tree) for lock in locks]
        old = self.solver
        solver = RangeSolver.of(
            self.spot,
            precision=old.precision,
            threads=old.threads,
            schedule=old.schedule,
            locks=merged([*old.locks, *read]),
        )
        solver.warm_start(old)
        return Solution(self.spot, solver)

    def best_response(self, player: int) -> Solution:
        """How to exploit the opponent of a player (0 OOP, 1 IP) as he plays here: the same solution, in which that
        player plays a best response."""
        if player not in (0, 1):
            raise RiverboatError(f"player {player}: expected 0 (OOP) or 1 (IP)")
        return Solution(self.spot, self.solver.responding(player))

    def resolve(self, path: str, player: int, **changes: Any) -> Resolver:
        """Solve again from the start of a later street, `x/b100/c/Qc`; see `riverboat.solve.spot.resolving`."""
        from riverboat.solve.spot.resolving import resolve

        return resolve(self.solver, self.spot, path, player, **changes)

    # Files ------------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, strategy_only: bool = False) -> None:
        """Write it to a file that can be read and gone on with; the strategy alone is smaller and can be read."""
        from riverboat.solve.spot.file import save

        save(self, Path(path), strategy_only=strategy_only)

    @classmethod
    def load(cls, path: str | Path) -> Solution:
        """A solution that was saved."""
        from riverboat.solve.spot.file import load

        return load(Path(path))

    def _repr_html_(self) -> str:
        """In a notebook: the page to walk through, in a frame of its own."""
        from html import escape

        from riverboat.solve.spot.page import spot_page

        style = "width:100%;height:48rem;border:0"
        return f'<iframe srcdoc="{escape(spot_page(self))}" style="{style}" title="{escape(repr(self))}"></iframe>'

    def __repr__(self) -> str:
        measured = f"{self.history[-1].percent:.3f} % of the pot exploitable" if self.history else "not measured"
        return f"<Solution of {self.spot.board}: {self.iterations:,} iterations, {measured}>"


def next_check(history: list[Progress], target: float, min_step: int, schedule: Schedule) -> int:
    """After how many iterations to measure again; always just before an average that is worth keeping begins anew.

    `least` is how many iterations there must be for each check. Much is saved by not looking while exploitability,
    falling with the square of the iterations, cannot have met the target.
    """
    if not history:
        return _FIRST_CHECK
    done, percent = history[-1].iterations, history[-1].percent
    in_sight = done * sqrt(max(percent, 0.0) / target) if target else inf
    wanted = max(min(in_sight, done + max(2 * min_step, done // 4)), min_step * len(history), done + 1)
    due = _STEP * ceil(wanted / _STEP)
    ahead = range(max(done + 1, _FIRST_KEPT_RESTART), due + _STEP // 2)
    return next((iteration for iteration in ahead if is_restart(schedule, iteration)), due)


def is_restart(schedule: Schedule, iterations: int) -> bool:
    """Whether the average begins anew after so many iterations."""
    return iterations > 0 and schedule.multipliers(iterations)[2] == 0


def iterations_of_a_check(solver: RangeSolver) -> float:
    """How many iterations a check costs, about: on small rivers it is mostly the call; with rake there are two more."""
    return (0.6 + 190_000 / (solver.nbytes + 28_000)) * (2 if solver.tree.rake.rate else 1)


@dataclass(frozen=True, slots=True)
class _Goal:
    """When to stop; zero for no target."""

    target: float
    iterations: int
    seconds: float

    @classmethod
    def read(cls, target: float | None, iterations: int | None, seconds: float | None) -> _Goal:
        for name, given, unit in (("target", target, "percent of the pot"), ("seconds", seconds, "seconds")):
            if given is not None and not (isfinite(given) and given > 0):
                raise RiverboatError(f"{name} {given}: expected {unit} above 0")
        if iterations is not None and iterations < 0:
            raise RiverboatError(f"iterations {iterations}: expected 0 or more")
        if target is None and iterations is None and seconds is None:
            target = USUAL_TARGET
        if iterations is None:
            iterations = MAX_ITERATIONS if target is not None and seconds is None else np.iinfo(np.int64).max
        return cls(target or 0.0, iterations, inf if seconds is None else seconds)


class _Run:
    """One run of a solution's solver."""

    def __init__(
        self,
        solution: Solution,
        goal: _Goal,
        pool: ThreadPoolExecutor | None,
        compilation: Compilation,
        interrupts: _Interrupts,
        progress: Evaluator | None,
        checkpoint: Checkpoint | None,
    ) -> None:
        self.solution, self.solver, self.history = solution, solution.solver, solution.history
        self.goal = goal
        self.pool = pool
        self.compilation = compilation
        self.interrupts = interrupts
        self.progress = progress
        self.checkpoint = checkpoint
        self.best = _Best(self.solver) if self.solver.nbytes <= KEPT_BYTES else None
        self.min_step = _STEP * ceil(iterations_of_a_check(self.solver))
        self.earlier = solution.seconds
        self.began = self.told = perf_counter()
        self.a_second = 10.0 if len(self.solver.levels) > 1 else 100.0  # iterations, until it is known

    @property
    def spent(self) -> float:
        """Seconds of this run, without compiling."""
        return perf_counter() - self.began - self.compilation.seconds

    def to_the_end(self) -> Stopped:
        """Iterate and measure; why it ended."""
        stopped: Stopped | None = "target" if self._is_reached() else None
        if self.solver.iterations >= self.goal.iterations:
            self._check()
            stopped = stopped or "iterations"
        while stopped is None:
            stopped = self._iterate()
            self._check()
            if self.interrupts.heard:
                stopped = "interrupted"
            elif self._is_reached():
                stopped = "target"
            elif self.solver.iterations >= self.goal.iterations:
                stopped = "iterations"
        if stopped in ("seconds", "interrupted") and self.best is not None:
            self.best.bring_back(self.history)
        return stopped

    def _is_reached(self) -> bool:
        last = self.history[-1] if self.history else None
        return last is not None and last.iterations == self.solver.iterations and last.percent <= self.goal.target

    def _iterate(self) -> Stopped | None:
        """Up to the next check, or until there is a reason to stop."""
        solver = self.solver
        if self._is_too_late_to_restart():
            return "seconds"
        due = min(next_check(self.history, self.goal.target, self.min_step, solver.schedule), self.goal.iterations)
        while solver.iterations < due:
            slice_seconds = min(_SLICE_SECONDS, max(0.0, self.goal.seconds - self.spent))
            some = min(due - solver.iterations, max(1, int(self.a_second * slice_seconds)))
            began = perf_counter()
            solver.iterate(some, self.pool)
            self.a_second = some / max(perf_counter() - began, 1e-6)
            if self.interrupts.heard:
                return "interrupted"
            if self.spent >= self.goal.seconds:
                return "seconds"
            if self.checkpoint is not None:
                self.checkpoint.look(self.solution)
            if perf_counter() - self.told > _TELL_SECONDS:
                last = self.history[-1] if self.history else None
                self._tell(last.chips if last else inf, last.percent if last else inf)
        return None

    def _is_too_late_to_restart(self) -> bool:
        """Whether an average would begin that cannot become as good as the old one, which is not kept, in time."""
        done = self.solver.iterations
        if self.best is not None or self.goal.seconds == inf or done < _FIRST_KEPT_RESTART:
            return False
        too_late = self.goal.seconds - self.spent < _RECOVERY * done / self.a_second
        return too_late and is_restart(self.solver.schedule, done)

    def _check(self) -> None:
        """Measure, and keep what is best."""
        solver = self.solver
        if not self.history or self.history[-1].iterations != solver.iterations:
            found = self.solution.measure(self.pool)
            self.history.append(Progress(solver.iterations, found.chips, found.percent, self.earlier + self.spent))
        last = self.history[-1]
        if self.best is not None:
            self.best.look(last, is_last_chance=is_restart(solver.schedule, solver.iterations))
        self._tell(last.chips, last.percent)

    def _tell(self, chips: float, percent: float) -> None:
        self.told = perf_counter()
        if self.progress is None:
            return
        try:
            self.progress(Progress(self.solver.iterations, chips, percent, self.earlier + self.spent))
        except KeyboardInterrupt:  # whoever watches wants it to end
            self.interrupts.heard = True


class _Best:
    """The best state of a solver that was measured, as long as copying costs little."""

    def __init__(self, solver: RangeSolver) -> None:
        self.solver = solver
        self.kept: Progress | None = None
        self._copies: list[NDArray[Any]] = []
        self._copied = perf_counter()

    @property
    def _arrays(self) -> list[NDArray[Any]]:
        return [array for level in self.solver.levels for store in level.stores for array in store]

    def look(self, now: Progress, *, is_last_chance: bool) -> None:
        """Keep the present state if it is the best; the last chance is before the average begins anew."""
        if self.kept is not None and now.percent >= self.kept.percent:
            return
        since = perf_counter() - self._copied
        if not is_last_chance and self.solver.nbytes / _COPIED_A_SECOND > _SHARE_OF_COPIES * since:
            return
        if not self._copies:
            self._copies = [np.empty_like(array) for array in self._arrays]
        for copy, array in zip(self._copies, self._arrays, strict=True):
            np.copyto(copy, array)
        self.kept = now
        self._copied = perf_counter()

    def bring_back(self, history: list[Progress]) -> None:
        """Put the solver back to the kept state if that is better than the present one, and the history with it."""
        if self.kept is None or not history or history[-1].percent <= self.kept.percent:
            return
        for copy, array in zip(self._copies, self._arrays, strict=True):
            np.copyto(array, copy)
        self.solver.iterations = self.kept.iterations
        while history[-1].iterations > self.kept.iterations:
            history.pop()


class _Interrupts:
    """Notes Ctrl-C, so that iterations stay whole; a second one, or one while compiling, ends everything at once."""

    def __init__(self, compilation: Compilation) -> None:
        self.heard = False
        self._compilation = compilation
        self._before: Any = None

    def __enter__(self) -> _Interrupts:
        if threading.current_thread() is threading.main_thread() and callable(signal.getsignal(signal.SIGINT)):
            self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, *_: object) -> None:
        if self.heard or self._compilation.is_going_on:
            raise KeyboardInterrupt
        self.heard = True
