"""A long run of many tasks: progress with rate and remaining time, and a checkpoint from which it resumes.

A task has a key, which names it for ever: it is what a checkpoint keeps results under, so that a run may be stopped,
moved from one machine to many, or be given more tasks, and does only those that are left. Results are what JSON can
hold, or NumPy arrays. They are kept in the order of the tasks, and the file does not depend on who did them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from riverboat.errors import RiverboatError
from riverboat.executor.interface import Executor
from riverboat.files import Checkpoint
from riverboat.progress import OnProgress, Progress

Piece = TypeVar("Piece")


@dataclass(frozen=True)
class Task(Generic[Piece]):
    """One piece of a run."""

    key: str
    piece: Piece
    cost: float = 1.0
    """How long it takes beside others: remaining time is worked out from it."""


def run_tasks(
    executor: Executor,
    work: Callable[[Piece], Any],
    tasks: Sequence[Task[Piece]],
    *,
    checkpoint: Checkpoint | None = None,
    on_progress: OnProgress | None = None,
) -> list[Any]:
    """The result of every task, in order; what the checkpoint has is not done again.

    Ctrl-C and errors keep what is finished, and go on to the caller.

    Args:
        executor: Who does the work, from `make_executor`.
        work: A function at the top of a module, called with the piece of a task.
        tasks: Keys and pieces.
        checkpoint: Where finished results are kept. Default: nowhere.
    """
    if len({task.key for task in tasks}) < len(tasks):
        raise RiverboatError("tasks: two of them have the same key")
    kept = checkpoint or Checkpoint(None, "tasks", {})
    loaded = kept.load()
    results: dict[str, Any] = {} if loaded is None else {**loaded[0]["results"], **loaded[1]}
    before: float = 0.0 if loaded is None else loaded[0]["seconds"]
    left = [task for task in tasks if task.key not in results]
    began = perf_counter()

    def contents() -> tuple[dict[str, Any], dict[str, Any]]:
        arrays = {key: result for key, result in results.items() if hasattr(result, "__array__")}
        plain = {key: result for key, result in results.items() if key not in arrays}
        return {"results": plain, "seconds": before + perf_counter() - began}, arrays

    def report() -> None:
        if on_progress is not None:
            seconds = perf_counter() - began
            done = len(tasks) - len(left)
            costs = [task.cost for task in left]
            spent, due = sum(costs[:finished]), sum(costs[finished:])
            rate = finished / seconds if finished and seconds else 0.0
            if rate and due:  # such that the remaining time follows from costs
                rate = (len(left) - finished) * spent / (due * seconds)
            on_progress(Progress(done + finished, len(tasks), before + seconds, rate))

    finished = 0
    report()
    try:
        for task, result in zip(left, executor.in_order(work, (task.piece for task in left)), strict=True):
            results[task.key] = result
            finished += 1
            kept.save_if_due(contents)
            report()
    finally:
        kept.save(*contents())
    return [results[task.key] for task in tasks]
