"""What an entry's function is given: how much to do, its seed, and the means to report, stop and resume.

Long runs are cut into steps. `work.steps(...)` walks over them and reports progress; `work.keep(name, make)` stores the
result of a step, so that an interrupted run resumes after it; `work.match(...)` plays a match that resumes where it was
stopped. What is kept is in a folder of the run (entry, version, size, seed) that is removed when the run is whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from riverboat.errors import RiverboatError
from riverboat.files import write_text
from riverboat.progress import OnProgress, Progress

if TYPE_CHECKING:
    from riverboat.arena.request import Mode
    from riverboat.arena.results import MatchResult
    from riverboat.executor import Executor

T = TypeVar("T")

_PARTS = 1000


class Size(StrEnum):
    """How much of an experiment is run."""

    SMALL = "small"
    FULL = "full"


class Work:
    """One run of one entry."""

    def __init__(
        self,
        size: Size = Size.SMALL,
        seed: int = 1,
        jobs: int | None = None,
        *,
        executor: str | None = None,
        on_progress: OnProgress | None = None,
        folder: str | Path | None = None,
    ) -> None:
        """A run.

        Args:
            folder: Where parts of the run are kept, so that it can be resumed. Default: nowhere.
        """
        if seed < 0 or (jobs is not None and jobs < 1):
            raise RiverboatError(f"seed {seed} with {jobs} jobs: expected a seed of 0 or more and 1 job or more")
        self.size, self.seed, self.folder = size, seed, None if folder is None else Path(folder)
        self.spread: dict[str, Any] = {"jobs": jobs, "executor": executor}
        """How matches are spread: arguments of `run_match`."""
        self._on_progress = on_progress
        self._stage = (0, 1)

    @property
    def threads(self) -> int:
        """For what is done on threads of this machine."""
        return self.spread["jobs"] or 1

    def executor(self, kernels: str) -> Executor:
        """For what is done in pieces by processes, here or on a cluster (see `make_executor`).

        Args:
            kernels: A text that is the same for work that needs the same kernels and tables.
        """
        from riverboat.executor import make_executor

        return make_executor(**self.spread, kernels=kernels)

    def choose(self, small: T, full: T) -> T:
        """One of the two, by the size of the run.

        Args:
            small: For a small run.
            full: For the full one.
        """
        return small if self.size is Size.SMALL else full

    def on_progress(self, state: Progress[Any]) -> None:
        """Report how far the current step is; handed to whatever takes such a callback.

        Args:
            state: How far it is.
        """
        if self._on_progress is not None:
            step, steps = self._stage
            self._on_progress(Progress(round(_PARTS * (step + state.done / max(state.total or 0, 1)) / steps), _PARTS))

    def steps(self, pieces: Sequence[T]) -> Iterator[T]:
        """The pieces one after the other, with progress over all of them; what runs inside reports its part.

        Args:
            pieces: Anything; one is given back at a time.
        """
        for number, piece in enumerate(pieces):
            self._stage = (number, len(pieces))
            self.on_progress(Progress(0, 1))
            yield piece
            self.on_progress(Progress(1, 1))
        self._stage = (0, 1)

    def keep(self, name: str, make: Callable[[], T]) -> T:
        """What `make` gives, or what it gave before the run was interrupted.

        Args:
            name: Under which name it is kept.
            make: Computes anything that JSON can hold.
        """
        path = self.path(f"{name}.json")
        if path is None:
            return make()
        with suppress(OSError, ValueError, KeyError):
            kept: T = json.loads(path.read_text(encoding="utf-8"))["kept"]
            return kept
        made = make()
        write_text(path, json.dumps({"kept": made}))
        return made

    def match(
        self,
        name: str,
        agents: Sequence[Any],
        game: Any,
        hands: int,
        mode: Mode = "duplicate",
        *,
        seed: int | None = None,
        **options: Any,
    ) -> MatchResult:
        """A match of the arena, with the seed of the run by default; stopped by Ctrl-C it is saved and resumed.

        Args:
            name: Under which name the match is kept.
            agents: Who plays, as in `run_match`.
            game: Its name, or its rules.
            hands: As in `run_match`.
            mode: "duplicate", "cash" and others, as in `run_match`.
            seed: Default: that of the run.
            options: Others of `run_match`.
        """
        from riverboat.arena import run_match

        result = run_match(
            agents, game, hands, mode, seed=self.seed if seed is None else seed, on_progress=self.on_progress,
            resume=self.path(f"{name}.match"), **self.spread, **options,
        )  # fmt: skip
        if not result.complete:
            raise KeyboardInterrupt
        return result

    def path(self, name: str) -> Path | None:
        """Where a part of this run is kept, if anywhere: for work that writes its own checkpoint.

        Args:
            name: What the part is called.
        """
        if self.folder is None:
            return None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RiverboatError(f'folder "{self.folder}": {error.strerror or error}') from error
        return self.folder / name.replace("/", "_")
