"""The solve of a spot as a job: from the form of the Study page to a file that can be viewed and resumed.

A spot is checked before anything is allocated: its betting tree is counted (a tree above `MAX_NODES` is refused
after a second at most), then its memory, which must fit in what the server allows. The job keeps its solution in its
folder every few seconds, so that a server that is killed and started again resumes it; when it is stopped it keeps its
best result. A solve ends at its target or after its seconds, and its process cannot take more than a multiple of the
memory that was estimated.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.solve.core.memory import SHARE_OF_MEMORY, available_memory
from riverboat.solve.spot.estimate import Estimate, Storage
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.sizes import PLAYERS, STREETS, SizePlan, sizes_text
from riverboat.solve.spot.spot import Spot
from riverboat.solve.spot.tree import build_tree
from riverboat.web.tasks.worker import Report
from riverboat.workers import be_nice

if TYPE_CHECKING:
    from riverboat.progress import Progress
    from riverboat.solve.core.exploitability import Exploitability
    from riverboat.solve.spot.report import Total
    from riverboat.solve.spot.solution import Solution

FILE: Final = "spot.solution"
"""The solution in a job's folder."""
MAX_NODES: Final = 30_000
"""Betting nodes, cards not counted: built in a second, and on a flop more than any memory holds."""
_KEPT_SECONDS: Final = 5.0
_BESIDE: Final = 3 << 30
"""Bytes that a process may have beside twice its regrets: the interpreter, compiled code, tables of boards."""


def allowed_memory(limit: int) -> int:
    """The bytes of regrets that a solve may take now; a limit of 0 is 60 % of what is free."""
    free = int(SHARE_OF_MEMORY * available_memory())
    return min(limit, free) if limit else free


def size_of(spot: Spot) -> Estimate:
    """Decision nodes and memory of a spot; locks of some hands or cards distinguish boards that are otherwise alike."""
    build_tree(
        spot.pot, spot.effective_stack, spot.sizes, spot.street, add=spot.add, remove=spot.remove, max_nodes=MAX_NODES
    )
    special = any(" for " in text or Lock.read(text, spot.tree()).names_cards for text in spot.lock)
    return spot.estimate(isomorphism=not special)


def sizes_of(spot: Spot) -> dict[str, dict[str, dict[str, str]]]:
    """The sizes of a spot by kind, player and street; empty where none were given."""
    plans = {"bets": spot.sizes.bets, "raises": spot.sizes.raises, "donk": spot.sizes.donks}
    return {kind: _matrix(plan) for kind, plan in plans.items()}


def _matrix(plan: SizePlan) -> dict[str, dict[str, str]]:
    return {
        name: {street: "" if sizes is None else sizes_text(sizes) for street, sizes in zip(STREETS, row, strict=True)}
        for name, row in zip(PLAYERS, plan.rows, strict=True)
    }


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """Solve a spot (see `worker.Work`)."""
    from riverboat.solve.spot.file import SolutionFile

    be_nice()
    spot = Spot.from_json(params["spot"])
    precision: Storage = params["precision"]
    size = size_of(spot)
    size.require(precision, params["budget"])
    _hold_within(2 * size.memory(precision) + _BESIDE)
    solution = _begin(spot, precision, folder, params)
    keep = SolutionFile(folder / FILE, solution, every=_KEPT_SECONDS)
    shared = {"target": params["target"], "memory": solution.solver.nbytes, "decisions": size.decisions}

    def on_progress(now: Progress[Exploitability]) -> None:
        found = now.detail
        report(
            shared
            | {
                "iterations": now.done,
                "chips": None if found is None else found.chips,
                "percent": None if found is None else found.percent,
                "seconds": round(now.seconds, 2),
                "kept": (folder / FILE).exists(),
            }
        )

    left = max(0.1, params["seconds"] - (0.0 if params.get("goes_on") else solution.seconds))
    solution.run(
        f"{params['target']}%",
        seconds=left,
        on_progress=on_progress,
        notice=lambda text: report(shared | {"notice": text}),
        checkpoint=keep,
    )
    return shared | summary(solution)


def _begin(spot: Spot, precision: Storage, folder: Path, params: dict[str, Any]) -> Solution:
    """What an earlier run of this job left, or what another job has found, or nothing."""
    from riverboat.solve.spot.loading import load, load_or_begin
    from riverboat.solve.spot.solution import Solution

    if (folder / FILE).exists():
        return load_or_begin(folder / FILE, spot, precision=precision)
    start = folder.parent / params["start"] / FILE if params.get("start") else None
    if start is None or not start.exists():
        return Solution.begin(spot, precision=precision, budget=params["budget"])
    earlier = load(start)
    if params.get("goes_on"):
        return earlier
    return Solution.begin(spot, precision=precision, budget=params["budget"], start=earlier)


def summary(solution: Solution) -> dict[str, Any]:
    """How well a spot is solved, and what it is worth to both."""
    first, found = solution.node(), solution.exploitability
    return {
        "iterations": solution.iterations,
        "seconds": round(solution.seconds, 2),
        "stopped": solution.stopped,
        "chips": found.chips,
        "percent": found.percent,
        "oop": worth(first.oop.total),
        "ip": worth(first.ip.total),
    }


def worth(total: Total) -> dict[str, float | None]:
    """A whole range at a node."""
    return {
        name: None if (number := getattr(total, name)) != number else round(number, 6)
        for name in ("combos", "ev", "equity", "eqr")
    }


def _hold_within(size: int) -> None:
    """Limit the memory of this process, so that it fails instead of making the machine swap."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or size < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (size, hard))
