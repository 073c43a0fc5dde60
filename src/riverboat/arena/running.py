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
from functools import partial
from itertools import islice
from time import perf_counter
from types import FrameType
from typing import Any, Final, TypeVar

from riverboat.arena.checkpoint import Checkpoint
from riverboat.arena.tally import Tally
from riverboat.stats.mean import RunningMean
from riverboat.workers import Executor

Piece = TypeVar("Piece")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Progress:
    """How far a match is; handed to the callback after each piece, and, if asked for, within long ones."""

    done: int
    total: int
    """Hands, as far as they are known."""
    seconds: float
    rate: float
    """Hands a second since the match was started or resumed."""
    standings: tuple[tuple[str, RunningMean], ...] = ()
    """Each player's chips per hand in the pieces that are done; nothing before the first is."""
    note: str = ""


Report = Callable[[Progress], object]
Status = Callable[[], tuple[int, tuple[tuple[str, RunningMean], ...], str]]
_SECONDS_BETWEEN: Final = 0.5
"""Reports from within a piece."""


@dataclass
class Runner:
    """Runs pieces for one match."""

    executor: Executor
    checkpoint: Checkpoint
    progress: Report | None = None
    total: int = 0
    interrupted: bool = False
    live: bool = False
    """Whether progress is also reported within a piece."""
    _started: float = field(default_factory=perf_counter)
    _hands_before: int | None = None
    _folding: bool = False
    _asked_to_stop: bool = False
    _status: Status | None = None
    _within: int = 0
    """Hands of the piece that is being played."""
    _told: float = field(default_factory=perf_counter)

    def watched(self, work: Callable[..., Result]) -> Callable[..., Result]:
        """The same work, reporting within a long piece too, if that is wanted and it is done in this process."""
        if not self.live or self.progress is None or self.executor.jobs > 1:
            return work
        return partial(work, dealt=self._dealt)

    def _dealt(self) -> None:
        self._within += 1
        if self._status is not None and perf_counter() - self._told > _SECONDS_BETWEEN:
            hands, standings, note = self._status()
            self._report(hands + self._within, standings, note)

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
        status: Status,
    ) -> None:
        """Play the pieces after the first `done` and fold them in, until there are no more, or enough, or Ctrl-C.

        Where later pieces depend on earlier ones there are several runs, of which only the `last` must be saved.
        """
        if self._hands_before is None:
            self._hands_before = status()[0]
        self._status = status
        try:
            with self._interrupts():
                for result in self.executor.in_order(work, islice(pieces, done, None)):
                    self._folding = True
                    self._within = 0
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
            self._told = perf_counter()
            seconds = self._told - self._started
            standings = tuple(each for each in standings if each[1].count)
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


def status_of(tally: Tally, note: str = "") -> tuple[int, tuple[tuple[str, Any], ...], str]:
    """How a tally stands, for the progress report."""
    return tally.hands, tuple(zip(tally.names, (p.chips for p in tally.players), strict=True)), note
