"""How well are pictures with known truth read? Reads a folder that `riverboat vision make` has written."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress
from riverboat.vision.accuracy import Tally
from riverboat.vision.calibration import Calibration
from riverboat.vision.locating import Picture, load_picture
from riverboat.vision.reading import read
from riverboat.vision.sighting import Sighting


@dataclass(frozen=True)
class Known:
    """A picture file with its truth."""

    picture: Path
    truth: Sighting


@dataclass
class Measured:
    """What came out: counts, what was not right by picture, what was refused, and seconds of processor time."""

    tally: Tally = field(default_factory=Tally)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def add(self, name: str, picture: Picture, truth: Sighting, calibration: Calibration) -> None:
        """Read one picture and compare."""
        begin = time.process_time()
        try:
            sighting = read(picture, calibration, name)
        except RiverboatError as error:
            self.refused[name] = str(error)
            self.tally.pictures += 1
            return
        finally:
            self.seconds += time.process_time() - begin
        if wrong := self.tally.add(sighting, truth):
            self.wrong[name] = list(dict.fromkeys(wrong))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            **self.tally.to_json(),
            "refused": self.refused,
            "milliseconds": 1000 * self.seconds / max(1, self.tally.pictures),
            "not_right": self.wrong,
        }


def truths(folder: str | Path) -> list[Known]:
    """The pictures of a folder that have a truth beside them, by name."""
    folder = Path(folder)
    if not folder.is_dir():
        raise RiverboatError(f"{folder}: no such folder; `riverboat vision make --out {folder}` writes one")
    found = list(_known(folder))
    if not found:
        raise RiverboatError(f"{folder}: no pictures with truths; `riverboat vision make` writes them")
    return found


def _known(folder: Path) -> Iterator[Known]:
    for path in sorted(folder.glob("*.json")):
        pictures = [path.with_suffix(suffix) for suffix in (".png", ".jpg") if path.with_suffix(suffix).is_file()]
        if not pictures:
            continue
        try:
            data = json.loads(path.read_text(encoding="utf-8"))["sighting"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise RiverboatError(f"{path}: expected a truth as `riverboat vision make` writes it") from None
        try:
            yield Known(pictures[0], Sighting.from_json(data))
        except RiverboatError as error:
            raise RiverboatError(f"{path}: {error}") from None


def measure(known: Iterable[Known], calibration: Calibration, on_progress: OnProgress | None = None) -> Measured:
    """Read all of them and compare."""
    known = list(known)
    result = Measured()
    for done, each in enumerate(known, start=1):
        result.add(each.picture.name, load_picture(each.picture), each.truth, calibration)
        if on_progress is not None:
            on_progress(Progress(done, len(known)))
    return result
