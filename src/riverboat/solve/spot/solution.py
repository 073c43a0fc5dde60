"""How is a spot solved, how well, and what came out? The `Solution` of a spot: its solver, its runner, its nodes.

    solution = Spot("Td9d6hQc2s", oop="66+,AJ+", ip="22+,AT+", pot=200, stack=900, bets="50%,a").solve("0.1%")
    print(solution.node("x/b100"))

A run (`riverboat.solve.core.runner`) iterates until the exploitability is at most a target, or for a number of
iterations or seconds, or until Ctrl-C; the results are kept.

**Checks.** Exploitability is measured after 10 iterations and then every 10 or more, so rarely that checks stay below a
tenth of the work (a check costs about half an iteration, on small rivers three to seven, with rake twice that), and not
before the target is in sight if exploitability falls with the square of the iterations. When to measure depends on
iterations and results alone, never on the clock: the same solve ends with the same numbers whatever else the machine
does, and so does one that was stopped, saved and resumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import ceil, inf, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint
from riverboat.html import frame
from riverboat.progress import OnProgress, Progress
from riverboat.solve.core import solution as core
from riverboat.solve.core.compiling import Notice
from riverboat.solve.core.exploitability import Exploitability, Target
from riverboat.solve.core.method import Method
from riverboat.solve.core.runner import FIRST_KEPT_RESTART, History, Runner, Stopped
from riverboat.solve.spot.file import save
from riverboat.solve.spot.level import Precision
from riverboat.solve.spot.lock import Lock, merged
from riverboat.solve.spot.resolving import Resolver, resolve
from riverboat.solve.spot.resolving_policy import ResolvingPolicy
from riverboat.solve.spot.solver import RangeSolver
from riverboat.solve.spot.tree import Kind

if TYPE_CHECKING:
    from riverboat.solve.spot.node_values import NodeEvaluator
    from riverboat.solve.spot.report import NodeReport, RunoutReport
    from riverboat.solve.spot.spot import Spot

DEFAULT_TARGET: Final = "0.3%"
"""Default target, relative to the starting pot."""

_FIRST_CHECK: Final = 10
_STEP: Final = 10  # iterations between checks are a multiple of this


class Solution(core.Solution):
    """A spot, its solver, and how well it is solved."""

    def __init__(
        self,
        spot: Spot,
        solver: RangeSolver,
        history: Iterable[Progress[Exploitability]] = (),
        stopped: Stopped | None = None,
    ) -> None:
        self.spot: Final = spot
        self.solver: Final = solver
        min_gap = _STEP * ceil(iterations_of_a_check(solver))
        when = partial(next_check, min_gap=min_gap, method=solver.method)
        super().__init__(solver, Runner(solver, next_check=when, keep_best=True))
        self.runner.history.extend(history)
        self.runner.seconds = self.history[-1].seconds if self.history else 0.0
        self.runner.stopped = stopped
        self._evaluator: NodeEvaluator | None = None

    @classmethod
    def begin(
        cls,
        spot: Spot,
        *,
        precision: Precision = "float32",
        threads: int | None = None,
        method: Method | str | None = None,
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
        solver = RangeSolver.of(spot, precision=precision, threads=threads, method=method, **options)
        if start is not None:
            solver.warm_start(start.solver)
        return cls(spot, solver)

    # Solving ----------------------------------------------------------------------------------------------------------

    def run(
        self,
        target: float | str | Target | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
        *,
        on_progress: OnProgress | None = None,
        notice: Notice | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> Solution:
        """Continue until one of these is reached; default: 0.3 % of the pot. Returns itself.

        `target` is an exploitability in chips, or "0.3%" of the starting pot, `iterations` counts all that were ever
        done, and `seconds` are those of this run. `on_progress` is called with every check and a few times per second
        in between (then with the exploitability of the last check), `notice` with a sentence if kernels have to be
        compiled. A `checkpoint` (`file.SolutionFile`) is written now and then, and at the end.
        """
        if target is None and iterations is None and seconds is None:
            target = DEFAULT_TARGET
        runner = self.runner
        runner.on_progress, runner.notice = on_progress, notice
        runner.checkpoint = Checkpoint(None, "solve", {}) if checkpoint is None else checkpoint
        runner.run(target, iterations, seconds)
        return self

    # What came out ----------------------------------------------------------------------------------------------------

    @property
    def evaluator(self) -> NodeEvaluator:
        """Reads nodes as arrays over the solver's hands."""
        from riverboat.solve.spot.node_values import NodeEvaluator

        if self._evaluator is None:
            self._evaluator = NodeEvaluator(self.solver)
        return self._evaluator

    @property
    def policy(self) -> ResolvingPolicy:
        """How to play: it plays the game of the spot, and solves again what the tree does not have."""
        return ResolvingPolicy(self)

    def node(self, path: str = "") -> NodeReport:
        """Strategy, EV and equity of every hand at the end of a path such as `x/b100/c/Qc`, for both players."""
        from riverboat.solve.spot.report import NodeReport

        return NodeReport.of(self.evaluator, path)

    def runouts(self, path: str = "") -> RunoutReport:
        """What every card that can come means, where a path ends before a card is dealt."""
        from riverboat.solve.spot.report import RunoutReport

        return RunoutReport.of(self.evaluator, path)

    def to_json(self, path: str = "") -> dict[str, Any]:
        """How well the spot is solved and what came out at a node, for programs; where a card is dealt, all cards."""
        report, measured, size = self.node(path), self.exploitability, self.spot.estimate()
        found: dict[str, Any] = {
            "spot": self.spot.to_json(),
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
                    "iterations": check.done,
                    "exploitability": check.detail.chips,
                    "exploitability_percent_of_pot": check.detail.percent,
                    "seconds": round(check.seconds, 4),
                }
                for check in self.history
                if check.detail is not None
            ],
            "node": report.to_json(),
        }
        if report.kind is Kind.DEAL:
            found["cards"] = self.runouts(path).to_json()["cards"]
        return found

    # What if ----------------------------------------------------------------------------------------------------------

    def lock(self, *locks: str | Lock) -> Solution:
        """The same spot with strategies fixed (`"x/b100: c=1"`), begun with what was learned here; `run` solves it.

        For the hands that it names a later lock of a node overrides earlier ones.
        """
        read = [lock if isinstance(lock, Lock) else Lock.read(lock, self.solver.tree) for lock in locks]
        old = self.solver
        solver = RangeSolver.of(
            self.spot,
            precision=old.precision,
            threads=old.threads,
            method=old.method,
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
        return resolve(self.solver, self.spot, path, player, **changes)

    # Files ------------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, strategy_only: bool = False) -> None:
        """Write it to a file that `loading.load` reads and that can be resumed; the strategy alone is smaller."""
        save(self, Path(path), strategy_only=strategy_only)

    def _repr_html_(self) -> str:
        """In a notebook: the page to walk through, in a frame of its own."""
        from riverboat.solve.spot.page import spot_page

        return frame(spot_page(self), repr(self))

    def __repr__(self) -> str:
        last = self.history[-1].detail if self.history else None
        measured = "not measured" if last is None else f"{last.percent:.3f} % of the pot exploitable"
        return f"<Solution of {self.spot.board}: {self.iterations:,} iterations, {measured}>"


def next_check(history: History, target: Target | None, *, min_gap: int, method: Method) -> int:
    """After how many iterations to measure again; always just before an average that is worth keeping restarts.

    `min_gap` is how many iterations there must be for each check. Much is saved by not checking while exploitability,
    falling with the square of the iterations, cannot have met the target.
    """
    last = history[-1] if history else None
    if last is None or last.detail is None:
        return _FIRST_CHECK
    done = last.done
    in_sight = done * sqrt(max(last.detail.within(target.unit), 0.0) / target.amount) if target else inf
    wanted = max(min(in_sight, done + max(2 * min_gap, done // 4)), min_gap * len(history), done + 1)
    due = _STEP * ceil(wanted / _STEP)
    ahead = range(max(done + 1, FIRST_KEPT_RESTART), due + _STEP // 2)
    kept = method.table(ahead.start + 1, len(ahead))[:, 2].tolist() if ahead else []
    return next((iteration for iteration, share in zip(ahead, kept, strict=True) if share == 0.0), due)


def iterations_of_a_check(solver: RangeSolver) -> float:
    """How many iterations a check costs, about: on small rivers it is mostly the calls; rake takes one pass more."""
    return (0.6 + 190_000 / (solver.nbytes + 28_000)) * (4 / 3 if solver.tree.rake.fraction else 1)
