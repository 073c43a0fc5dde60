"""Runs that outlive their process: written now and then and when interrupted, gone on with by the same command."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Final

from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.solve.cfr.run import Point, Run

_KIND: Final = "checkpoint"


class Checkpoint:
    """One run in one file."""

    def __init__(self, path: Path, run: Run, method: str, *, every: float = 30.0) -> None:
        self.path, self.run, self.method, self.every = path, run, method, every
        self._written = monotonic()

    def resume(self) -> bool:
        """Go on where the file stands; whether there was one."""
        if not self.path.exists():
            return False
        header, arrays = read_arrays(self.path, _KIND, check=True)
        for name, mine in (("game", self.run.tree.rules.identity), ("method", self.method)):
            if header.get(name) != mine:
                raise FileFormatError(f'checkpoint "{self.path}": its {name} is {header.get(name)}, not {mine}')
        self.run.restore(arrays)
        return True

    def write(self) -> None:
        """Keep how far the run has come."""
        header = {"game": self.run.tree.rules.identity, "method": self.method}
        write_arrays(self.path, _KIND, header, self.run.state())
        self._written = monotonic()

    def look(self, point: Point) -> None:
        """Write if the last time was long ago."""
        if monotonic() - self._written >= self.every:
            self.write()
