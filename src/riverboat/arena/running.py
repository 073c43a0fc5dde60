"""The loop under every mode: pieces are played, folded in order into a state, saved, and reported.

Folding in order makes the result independent of the number of processes. Ctrl-C never cuts a fold in two: it is
answered between folds, and what is folded is kept.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from types import FrameType
from typing import Any, TypeVar

from riverboat.arena.checkpoint import Checkpoint
from riverboat.arena.executors import Executor
from riverboat.stats.mean import RunningMean

Piece = TypeVar("Piece")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Progress:
    """How far a match is; handed to the callback after each piece."""

    done: int
    total: int
    """Hands, as far as they are known."""
    seconds: float
    rate: float
    """Hands a second since the match was started or resumed."""
    standings: tuple[tuple[str, RunningMean], ...] = ()
    """Each player's chips per hand so far."""
    note: str = ""


Report = Callable[[Progress], object]


@dataclass
class Runner:
    """Runs pieces for one match."""

    executor: Executor
    checkpoint: Checkpoint
    progress: Report | None = None
    total: int = 0
    interrupted: bool = False
    _started: float = field(default_factory=perf_counter)
    _hands_before: int | None = None
    _folding: bool = False
    _asked_to_stop: bool = False

    def run(
        self,
        work: Callable[[Piece], Result],
        pieces: Iterable[Piece],
        fold: Callable[[Result], object],
        *,
        done: int = 0,
        saved: Callable[[], Any],
        enough: Callable[[], bool] = lambda: False,
        last: bool = True,
        status: Callable[[], tuple[int, tuple[tuple[str, RunningMean], ...], str]],
    ) -> None:
        """Play the pieces after the first `done` and fold them in, until there are no more, or enough, or Ctrl-C.

        Where later pieces depend on earlier ones there are several runs, of which only the `last` must be saved.
        """
        if self._hands_before is None:
            self._hands_before = status()[0]
        try:
            with self._interrupts():
                for result in self.executor.in_order(work, islice(pieces, done, None)):
                    self._folding = True
                    fold(result)
                    done += 1
                    self._folding = False
                    if self._asked_to_stop:
                        raise KeyboardInterrupt
                    self.checkpoint.save(done, saved)
                    self._report(*status())
                    if enough():
                        break
        except KeyboardInterrupt:
            self.interrupted = True
        self.checkpoint.save(done, saved, now=last or self.interrupted)

    def _report(self, hands: int, standings: tuple[tuple[str, RunningMean], ...], note: str) -> None:
        if self.progress is not None:
            seconds = perf_counter() - self._started
            rate = (hands - (self._hands_before or 0)) / seconds if seconds else 0.0
            self.progress(Progress(hands, max(self.total, hands), seconds, rate, standings, note))

    @contextmanager
    def _interrupts(self) -> Iterator[None]:
        """Let Ctrl-C wait while a result is folded in; only the main thread hears it."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(number: int, frame: FrameType | None) -> None:
            if not self._folding:
                raise KeyboardInterrupt
            self._asked_to_stop = True

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
