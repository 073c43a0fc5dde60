"""The loop of every mode: pieces are played, merged in order into a state, saved, and reported.

Folding in order makes the result independent of the number of processes. Ctrl-C never cuts a fold in two: it is
answered between folds, and what is folded is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any, Final, TypeVar

from riverboat.arena.tally import Tally
from riverboat.errors import RiverboatError
from riverboat.executor import Executor
from riverboat.files import Checkpoint
from riverboat.progress import DeferredInterrupt, OnProgress, Progress
from riverboat.stats.mean import RunningMean

Piece = TypeVar("Piece")
Result = TypeVar("Result")


Standings = tuple[tuple[str, RunningMean], ...]
"""Each player's chips per hand in the pieces that are done: the detail of a match's `Progress`, which counts hands."""
Status = Callable[[], tuple[int, Standings, str]]
_SECONDS_BETWEEN: Final = 0.5
"""Reports from within a piece."""
_OLD_FILE: Final = b'{"format": "riverboat match '
"""The first bytes of match checkpoints before they used the common format."""


@dataclass
class MatchRunner:
    """Runs pieces for one match."""

    executor: Executor
    checkpoint: Checkpoint
    on_progress: OnProgress | None = None
    total: int = 0
    interrupted: bool = False
    live: bool = False
    """Whether progress is also reported within a piece."""
    _started: float = field(default_factory=perf_counter)
    _seconds_before: float = 0.0
    """What earlier runs of the same match took."""
    _hands_before: int | None = None
    _folding: bool = False
    _status: Status | None = None
    _within: int = 0
    """Hands of the piece that is being played."""
    _reported: float = field(default_factory=perf_counter)

    def restored(self) -> tuple[int, Any] | None:
        """(pieces done, state) of a match that was stopped; None if this is a new one."""
        path = self.checkpoint.path
        if path is not None and path.is_file():
            with path.open("rb") as file:
                if file.read(len(_OLD_FILE)) == _OLD_FILE:
                    raise RiverboatError(
                        f'checkpoint "{path}": this match was stopped by an older version and cannot be resumed; '
                        "delete the file or name another one"
                    )
        found = self.checkpoint.load()
        if found is None:
            return None
        state, _ = found
        self._seconds_before = state["seconds"]
        return state["done"], state["state"]

    def save(self, done: int, saved: Callable[[], Any]) -> None:
        """Write the checkpoint now."""
        self.checkpoint.save(*self._contents(done, saved))

    def _contents(self, done: int, saved: Callable[[], Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        seconds = self._seconds_before + perf_counter() - self._started
        return {"done": done, "seconds": seconds, "state": saved()}, {}

    def watched(self, work: Callable[..., Result]) -> Callable[..., Result]:
        """The same work, reporting within a long piece too, if that is wanted and it is done in this process."""
        if not self.live or self.on_progress is None or not self.executor.is_here:
            return work
        return partial(work, dealt=self._dealt)

    def _dealt(self) -> None:
        self._within += 1
        if self._status is not None and perf_counter() - self._reported > _SECONDS_BETWEEN:
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
        results = self.executor.in_order(work, islice(pieces, done, None))
        self._fold_all(results, fold, done=done, saved=saved, enough=enough, last=last, status=status)

    def run_streams(
        self,
        work: Callable[[Piece], Iterable[Result]],
        pieces: Iterable[Piece],
        fold: Callable[[Result], object],
        *,
        done: int = 0,
        is_last: Callable[[Result], bool],
        saved: Callable[[], Any],
        enough: Callable[[], bool],
        status: Status,
    ) -> None:
        """The same for pieces that have several results each, of which `is_last` knows the last.

        The state is saved between pieces: one that was not complete begins again when the match is resumed.
        """
        with closing(self.executor.in_streams(work, islice(pieces, done, None))) as results:
            self._fold_all(results, fold, is_last, done=done, saved=saved, enough=enough, status=status)

    def _fold_all(
        self,
        results: Iterable[Result],
        fold: Callable[[Result], object],
        is_last: Callable[[Result], bool] = lambda _: True,
        *,
        done: int,
        saved: Callable[[], Any],
        enough: Callable[[], bool],
        last: bool = True,
        status: Status,
    ) -> None:
        """Fold in order; what is saved is the state after the last piece that is complete."""
        if self._hands_before is None:
            self._hands_before = status()[0]
        self._status = status
        before: Any = None
        """The state before a piece of which only a part is folded in."""
        try:
            with DeferredInterrupt(lambda: not self._folding) as interrupt:
                for result in results:
                    self._folding = True
                    self._within = 0
                    if before is None and not is_last(result) and self.checkpoint.path is not None:
                        before = json.loads(json.dumps(saved()))
                    fold(result)
                    if is_last(result):
                        done += 1
                        before = None
                    self._folding = False
                    if interrupt.heard:
                        raise KeyboardInterrupt
                    if is_last(result):
                        self.checkpoint.save_if_due(partial(self._contents, done, saved))
                    self._report(*status())
                    if enough():
                        break
        except KeyboardInterrupt:
            if self._folding:  # the second one in a fold, which cut it in two
                raise
            self.interrupted = True
        if last or self.interrupted:
            self.save(done, saved if before is None else lambda: before)

    def _report(self, hands: int, standings: Standings, note: str) -> None:
        if self.on_progress is not None:
            self._reported = perf_counter()
            seconds = self._reported - self._started
            rate = (hands - (self._hands_before or 0)) / seconds if seconds else 0.0
            known = tuple(each for each in standings if each[1].count)
            total = max(self.total, hands)
            self.on_progress(Progress(hands, total, self._seconds_before + seconds, rate, note, known))


def status_of(tally: Tally, note: str = "") -> tuple[int, Standings, str]:
    """A summary of a tally, for the progress report."""
    return tally.hands, tuple(zip(tally.names, (p.chips for p in tally.players), strict=True)), note
