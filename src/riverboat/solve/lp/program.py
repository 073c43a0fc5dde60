"""The linear program of a sequence form, solved by HiGHS: both equilibrium plans, and a proof that they are.

For position 0 it is

    maximise v(start)   such that   E x = (1, 0, ...),   F'v - A'x <= 0,   x >= 0,

x its plan, v what it is left with at each of the other's information sets (Koller, Megiddo and von Stengel 1996). The
shadow prices of the second rows are the other's plan, so one solution has both. The result is certified: the two bounds
in `Standing` come from best responses to the plans, and where they meet, both plans are optimal.

*Simplex* starts from the basis of the last solution, also after `change_payoffs`, and has a strategy at any time: from
a pure plan and the best answer to it (the starting point) the primal simplex always has a playable plan of position 0,
and the dual simplex one of position 1 (Gilpin and Sandholm 2006 choose between them that way). *Interior point* takes
fewer and longer steps and can only be read at its end.

Ctrl-C is noticed at every step, and so is `interrupt` from another thread; what simplex had reached is kept and can be
read or continued. Leduc takes 0.1 to 0.2 s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final, Literal, get_args

import highspy
import numpy as np
from scipy import sparse  # type: ignore[import-untyped, unused-ignore]

from riverboat.errors import RiverboatError
from riverboat.solve.lp.sequence_form import SequenceForm, Side
from riverboat.solve.tree import Floats, Integers

Algorithm = Literal["dual simplex", "primal simplex", "interior point"]

_OPTIONS: Final[dict[Algorithm, dict[str, Any]]] = {
    "dual simplex": {"solver": "simplex", "simplex_strategy": 1, "presolve": "off"},
    "primal simplex": {
        "solver": "simplex",
        "simplex_strategy": 4,
        "presolve": "off",
        "primal_simplex_bound_perturbation_multiplier": 0.0,
    },
    "interior point": {"solver": "ipx", "run_crossover": "on"},
}
_TOLERANCE: Final = 1e-9
_PATIENCE: Final = 0.05
"""Seconds between two checks of the waiting thread for Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a linear program stands."""

    plans: tuple[Floats, Floats]
    """A plan for each position; any one of them can be played."""
    lower: float
    """What position 0 wins at least with its plan, whatever the other does."""
    upper: float
    """What position 0 wins at most against the other's plan."""
    optimal: bool
    """Whether the solver has finished."""
    iterations: int
    seconds: float

    @property
    def gap(self) -> float:
        """How much the plans can lose to perfect opponents together; 0 proves that they are an equilibrium."""
        return self.upper - self.lower


class LinearProgram:
    """One game's linear program, its solver and the basis that the solver reached."""

    def __init__(self, form: SequenceForm, method: Algorithm = "dual simplex") -> None:
        if method not in get_args(Algorithm):
            raise RiverboatError(f'linear program: method "{method}"; there is {", ".join(get_args(Algorithm))}')
        self.form = form
        self.method: Algorithm = method
        self.iterations = 0
        self.seconds = 0.0
        """Time spent solving."""
        self.primal_value = self.dual_value = float("nan")
        """The solver's own objective on both sides, for position 0."""
        self._optimal = False
        self._stop = Event()
        self._interrupted = Event()
        self._on_progress: Callable[[int, float], object] | None = None
        self._highs = highspy.Highs()  # type: ignore[no-untyped-call, unused-ignore]
        self._set("output_flag", False)
        self._set("parallel", "off")
        for option in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
            self._set(option, _TOLERANCE)
        for option, value in _OPTIONS[method].items():
            self._set(option, value)
        for event in (self._highs.cbSimplexInterrupt, self._highs.cbIpmInterrupt):
            event.subscribe(self._between_steps)
        self._pass_model()
        if self._is_simplex:
            self._highs.setBasis(self._first_basis())

    @property
    def _is_simplex(self) -> bool:
        return self.method != "interior point"

    def change_payoffs(self, payoffs: sparse.csr_array) -> None:
        """The same betting and cards for other stakes; simplex starts from its last basis."""
        if payoffs.shape != self.form.payoffs.shape:
            raise RiverboatError(f"payoffs of shape {payoffs.shape}: expected {self.form.payoffs.shape}")
        self.form = SequenceForm(self.form.sides, payoffs)
        basis = self._highs.getBasis()
        self._pass_model()
        if self._is_simplex:
            self._highs.setBasis(basis)
        self._optimal = False

    def interrupt(self) -> None:
        """End a `solve` on another thread after its present step; what it reached can be read and continued.

        If none is under way, the next one ends at once.
        """
        self._interrupted.set()

    def solve(
        self,
        *,
        seconds: float | None = None,
        progress: Callable[[int, float], object] | None = None,
        on_standing: Callable[[Standing], object] | None = None,
        every: int = 100,
    ) -> Standing:
        """Solve, or resume solving, for some seconds if they are given.

        `progress` is called with the number of steps and the solver's objective; `on_standing` is called with the plans
        after every `every` steps and may stop the solver by raising `StopIteration`.
        """
        self._on_progress = progress
        if on_standing is None:
            self._run(seconds)
            return self.standing()
        if not self._is_simplex:
            raise RiverboatError("linear program: interior point can only be read at its end; choose a simplex method")
        self._set("simplex_iteration_limit", every)
        try:
            while True:
                self._run()
                standing = self.standing()
                try:
                    on_standing(standing)
                except StopIteration:
                    return standing
                if self._optimal:
                    return standing
        finally:
            self._set("simplex_iteration_limit", highspy.kHighsIInf)

    def standing(self) -> Standing:
        """The plans as they are now."""
        mine, other = self.form.sides
        solution = self._highs.getSolution()
        if not solution.value_valid:
            plans = tuple(side.plan(side.even) for side in self.form.sides)
        else:
            columns, prices = np.array(solution.col_value), np.array(solution.row_dual)
            found = (columns[: mine.sequences], np.abs(prices[mine.sets + 1 :]))
            plans = tuple(side.plan(side.behaviour(plan)) for side, plan in zip(self.form.sides, found, strict=True))
        x, y = plans
        lower = -_answer(other, -(self.form.payoffs.T @ x))[0]
        upper = _answer(mine, self.form.payoffs @ y)[0]
        return Standing((x, y), lower, upper, self._optimal, self.iterations, self.seconds)

    def _set(self, option: str, value: Any) -> None:
        if self._highs.setOptionValue(option, value) != highspy.HighsStatus.kOk:
            raise RiverboatError(f"HiGHS {self._highs.version()} does not take {option} = {value}")

    def _pass_model(self) -> None:
        mine, other = self.form.sides
        # HiGHS measures its tolerances in chips here, whatever the number of deals is
        self._scale = 1.0 / float(np.median(np.abs(self.form.payoffs.data)))
        matrix = sparse.csc_array(
            sparse.block_array([[mine.constraints, None], [self.form.payoffs.T * -self._scale, other.constraints.T]])
        )
        model = highspy.HighsLp()
        model.num_row_, model.num_col_ = matrix.shape
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = _unit(matrix.shape[1], mine.sequences)
        model.col_lower_ = np.where(np.arange(matrix.shape[1]) < mine.sequences, 0.0, -np.inf)
        model.col_upper_ = np.full(matrix.shape[1], np.inf)
        model.row_upper_ = _unit(matrix.shape[0], 0)
        model.row_lower_ = np.where(np.arange(matrix.shape[0]) <= mine.sets, model.row_upper_, -np.inf)
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_, model.a_matrix_.index_ = matrix.indptr, matrix.indices
        model.a_matrix_.value_ = matrix.data
        self._highs.passModel(model)

    def _run(self, seconds: float | None = None) -> None:
        """Run HiGHS in another thread, while this one watches for Ctrl-C and the time limit."""
        began = perf_counter()
        self._stop.clear()
        done = Event()
        failures: list[BaseException] = []

        def work() -> None:
            try:
                self._highs.run()
            except BaseException as failure:
                failures.append(failure)
            finally:
                done.set()

        Thread(target=work, daemon=True).start()
        try:
            while not done.wait(_PATIENCE):  # an interrupted join would mark a running thread as finished
                if self._interrupted.is_set() or (seconds is not None and perf_counter() - began >= seconds):
                    self._stop.set()
        finally:
            self._stop.set()
            done.wait()
            self.seconds += perf_counter() - began
            self._take_stock()
        if failures:
            raise failures[0]
        asked = self._interrupted.is_set() or (seconds is not None and perf_counter() - began >= seconds)
        self._interrupted.clear()
        status = self._highs.getModelStatus()
        if not self._optimal and not asked and status != highspy.HighsModelStatus.kIterationLimit:
            raise RiverboatError(f"linear program: HiGHS gave up, {self._highs.modelStatusToString(status)}")

    def _take_stock(self) -> None:
        info = self._highs.getInfo()
        self.iterations += max(info.simplex_iteration_count, 0) + max(info.ipm_iteration_count, 0)
        self._optimal = self._highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        prices = self._highs.getSolution().row_dual
        self.primal_value = info.objective_function_value / self._scale
        self.dual_value = float(prices[0]) / self._scale if len(prices) else float("nan")

    def _between_steps(self, event: Any) -> None:
        event.data_in.user_interrupt = self._stop.is_set()  # it stays set from an earlier run otherwise
        if self._on_progress is not None:
            seen = event.data_out
            steps = max(seen.simplex_iteration_count, 0) + max(seen.ipm_iteration_count, 0)
            self._on_progress(self.iterations + steps, seen.objective_function_value / self._scale)

    def _first_basis(self) -> highspy.HighsBasis:
        """A pure plan and the best answer to it: primal feasible if the answer is position 1's, else dual feasible."""
        mine, other = self.form.sides
        payoffs = self.form.payoffs
        if self.method == "primal simplex":
            chosen = _answer(mine, payoffs @ other.plan(other.even))[1]
            against = _answer(other, -(payoffs.T @ mine.plan(_pure(mine, chosen))))[1]
        else:
            against = _answer(other, -(payoffs.T @ mine.plan(mine.even)))[1]
            chosen = _answer(mine, payoffs @ other.plan(_pure(other, against)))[1]
        status = highspy.HighsBasisStatus
        columns = [status.kLower] * mine.sequences + [status.kBasic] * (other.sets + 1)
        rows = [status.kLower] * (mine.sets + 1) + [status.kBasic] * other.sequences
        for sequence in (0, *chosen.tolist()):
            columns[sequence] = status.kBasic
        for sequence in (0, *against.tolist()):
            rows[mine.sets + 1 + sequence] = status.kUpper
        basis = highspy.HighsBasis()
        basis.col_status, basis.row_status = columns, rows
        basis.valid = True
        return basis


def _unit(length: int, at: int) -> Floats:
    """A unit vector."""
    vector = np.zeros(length)
    vector[at] = 1.0
    return vector


def _pure(side: Side, chosen: Integers) -> Floats:
    behaviour = np.zeros(side.sequences - 1)
    behaviour[chosen - 1] = 1.0
    return behaviour


def _answer(side: Side, gains: Floats) -> tuple[float, Integers]:
    """The best that a player can do against what each own sequence gains at ends, and the choice at each set."""
    gains = gains.copy()
    chosen = np.zeros(side.sets, np.int64)
    for level in reversed(side.levels):
        best = np.maximum.reduceat(gains, side.first[:-1])[level] if side.sets else np.zeros(0)
        for choice in range(int(side.choices[level].max()) - 1, -1, -1):
            at = np.minimum(side.first[level] + choice, side.first[level + 1] - 1)
            chosen[level] = np.where(gains[at] == best, at, chosen[level])
        gains += np.bincount(side.parent[level], best, side.sequences)
    return float(gains[0]), chosen
