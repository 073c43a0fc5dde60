"""Output of commands for people: tables, and a progress line only on a terminal."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress


@contextmanager
def quick_start() -> Iterator[None]:
    """Load kernels as fast as Python can; for short commands without linear algebra.

    When numba is first used it looks for scipy's BLAS and loads much of scipy on the way, a quarter of a second that
    nothing here needs, and a C parser for cffi, where that is installed. And the garbage collector would scan a hundred
    thousand new objects, all of them permanent, again and again.
    """
    left_out = [name for name in ("scipy.linalg.cython_blas", "cffi") if name not in sys.modules]
    for name in left_out:
        sys.modules[name] = None  # type: ignore[assignment]
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        for name in left_out:  # later code in the same process may need it
            sys.modules.pop(name, None)
        if collecting:
            gc.enable()


class StoppedError(RiverboatError):
    """Ctrl-C, with a message: exit code 130."""


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "") -> None:
    """A plain table: the first column aligned to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in (columns, *rows)) for i in range(len(columns))]
    if title:
        print(title)
    for row in (columns, *rows):
        cells = [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


def progress_line() -> Callable[[str], None]:
    """Rewrites one line on standard error, if that is a terminal; an empty text clears it."""
    if not sys.stderr.isatty():
        return lambda text: None
    return lambda text: print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


@contextmanager
def progress_bar(label: str) -> Iterator[OnProgress]:
    """A progress bar on standard error if that is a terminal, otherwise silence."""
    if not sys.stderr.isatty():
        yield lambda state: None
        return
    from rich import progress as rich_progress
    from rich.console import Console

    parts = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.TaskProgressColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    with rich_progress.Progress(*parts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda state: bar.update(task, completed=state.done, total=state.total)


def counted(line: Callable[[str], None], what: str) -> OnProgress:
    """Progress of a long run on a progress line: how many of what are done, how fast, and how long it will take."""

    def on_progress(now: Progress[Any]) -> None:
        total = f" of {now.total:,}" if now.total else ""
        rate = f", {60 * now.rate:.1f} per minute" if now.rate else ""
        left = f", {_duration(now.remaining)} left" if now.remaining is not None else ""
        line(f"{now.done:,}{total} {what}{rate}{left}")

    return on_progress


def hands_text(count: int) -> str:
    """One hand, or more of them."""
    return f"{count:,} hand{'' if count == 1 else 's'}"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
