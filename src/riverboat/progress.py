"""Progress of long work, and Ctrl-C handling that stops it between two steps, never within one.

`Progress` is what every long job hands to its `on_progress` callback: iterations of a solver, hands of a match, boards
of a table. `DeferredInterrupt` is the one place where Ctrl-C is held back.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any, Generic, Self, TypeVar

Detail = TypeVar("Detail")


@dataclass(frozen=True, slots=True)
class Progress(Generic[Detail]):
    """How far a job is, in whatever unit it counts."""

    done: int
    total: int | None = None
    """None if the end is unknown."""
    seconds: float = 0.0
    """Time spent so far, that of earlier runs of the same job included."""
    rate: float = 0.0
    """Units per second; 0 where it is not measured."""
    note: str = ""
    detail: Detail | None = None
    """What this kind of job has to show: the exploitability of a solve, the standings of a match."""

    @property
    def remaining(self) -> float | None:
        """Seconds to go at this rate; None if that cannot be known."""
        if self.total is None or not self.rate:
            return None
        return max(self.total - self.done, 0) / self.rate


OnProgress = Callable[[Progress[Any]], object]
"""One name and one signature for all progress callbacks."""


def part_of(on_progress: OnProgress | None, number: int, parts: int) -> OnProgress | None:
    """For one of several equal parts of a job (the first is number 0): its progress, reported as that of the whole."""
    if on_progress is None:
        return None

    def report(state: Progress[Any]) -> None:
        each = state.total or 1
        on_progress(replace(state, done=number * each + state.done, total=parts * each))

    return report


class DeferredInterrupt:
    """Within the block the first Ctrl-C is noted in `heard`, so that what is under way stays whole.

    A second one is raised at once, and so is the first where `at_once` answers yes. What is raised is noted too: Python
    drops exceptions of callbacks (around a fork, in finalisers), and the next look at `heard` still finds it. Only the
    main thread hears Ctrl-C; in other threads, and where SIGINT is ignored or handled outside Python, nothing changes.
    """

    def __init__(self, at_once: Callable[[], bool] | None = None) -> None:
        self.heard = False
        self._at_once = at_once
        self._before: Callable[[int, FrameType | None], Any] | None = None

    def __enter__(self) -> Self:
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread() and callable(before):
            self._before = before
            signal.signal(signal.SIGINT, self._on_interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None

    def _on_interrupt(self, number: int, frame: FrameType | None) -> None:
        raised = self.heard or (self._at_once is not None and self._at_once())
        self.heard = True
        if raised:
            raise KeyboardInterrupt


class Uninterrupted(DeferredInterrupt):
    """Ctrl-C waits until the step under way is done, then goes to whoever handles it outside."""

    def __exit__(self, *reason: object) -> None:
        super().__exit__(*reason)
        if self.heard:
            signal.raise_signal(signal.SIGINT)
