"""Stop and go on: a run's progress in one JSON file, written whole or not at all.

The file holds what was asked (so that a run is never continued as another one), how many pieces are folded in, and the
state they were folded into. Numbers survive to the last digit, so a run that was interrupted ends exactly like one
that was not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from riverboat.errors import RiverboatError
from riverboat.files import write_whole

FORMAT = "riverboat match 2"
SECONDS_BETWEEN = 2.0


class Checkpoint:
    """The file of one run; without a path nothing is kept."""

    def __init__(self, path: Path | str | None, asked: Mapping[str, Any]) -> None:
        self.path = None if path is None else Path(path)
        self.asked = json.loads(json.dumps(asked))
        self._written = monotonic()

    def load(self) -> tuple[int, Any] | None:
        """(pieces done, state) if the file is there; an error if it belongs to another run."""
        if self.path is None or not self.path.exists():
            return None
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            if found["format"] != FORMAT:
                raise KeyError("format")
            asked, done, state = found["asked"], int(found["done"]), found["state"]
        except OSError as error:
            raise RiverboatError(f'file "{self.path}": {error.strerror or error}') from error
        except (ValueError, KeyError, TypeError):
            raise RiverboatError(f'file "{self.path}": not a match that was stopped; name another file') from None
        for key in {**self.asked, **asked}:
            if asked.get(key) != self.asked.get(key):
                raise RiverboatError(
                    f'file "{self.path}": belongs to a match with {key} {asked.get(key)}, not {self.asked.get(key)}'
                )
        return done, state

    def save(self, done: int, state: Any, *, now: bool = False) -> None:
        """Write the file, at most every two seconds unless it must be `now`. `state` is called for the state."""
        if self.path is None or (not now and monotonic() - self._written < SECONDS_BETWEEN):
            return
        text = json.dumps({"format": FORMAT, "asked": self.asked, "done": done, "state": state()})
        try:
            write_whole(self.path, lambda file: file.write(text.encode()))
        except OSError as error:
            raise RiverboatError(f'file "{self.path}": {error.strerror or error}') from error
        self._written = monotonic()
