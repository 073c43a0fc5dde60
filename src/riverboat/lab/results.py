"""The stored result of a run: a `Result` with everything in the report, as one JSON file for each entry and size.

Results are kept in the folder `lab` below RIVERBOAT_STATE, or XDG_STATE_HOME/riverboat, or ~/.local/state/riverboat,
unless another folder is named. A result is judged when it is made; the report needs nothing but the files. Numbers that
are not finite are null in JSON. `SHIPPED` is the folder of results that comes with the package.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite, nan
from pathlib import Path
from typing import Any, Final

from riverboat.errors import RiverboatError
from riverboat.files import write_text
from riverboat.lab.findings import Chart, Grid, NetworkPicture, Table
from riverboat.lab.verdicts import JudgedClaim, JudgedValue, Summary, Verdict, summarise
from riverboat.lab.work import Size
from riverboat.show.curves import Curve, Level
from riverboat.show.network import Layers

FORMAT = "riverboat lab 1"


@dataclass(frozen=True)
class Result:
    """One run of one entry, judged."""

    id: str
    title: str
    source: str
    document: str
    shows: str
    size: Size
    what: str
    """What was done at this size."""
    seed: int
    started: str
    """When, in ISO 8601 with the zone."""
    seconds: float
    """How long the run took, the time before interrupts included."""
    version: str
    """Of Riverboat."""
    machine: str
    values: tuple[JudgedValue, ...] = ()
    claims: tuple[JudgedClaim, ...] = ()
    charts: tuple[Chart, ...] = ()
    grids: tuple[Grid, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    networks: tuple[NetworkPicture, ...] = ()

    @property
    def summary(self) -> Summary:
        """The verdict on the whole."""
        return summarise(self.values, self.claims)

    def __getitem__(self, name: str) -> JudgedValue:
        """A number by name."""
        return next(value for value in self.values if value.name == name)

    def claim(self, name: str) -> JudgedClaim:
        """A claim by name.

        Args:
            name: What the entry calls it.
        """
        return next(claim for claim in self.claims if claim.name == name)

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs and files."""
        found: dict[str, Any] = _finite(asdict(self))
        for value, row in zip(self.values, found["values"], strict=True):
            row["difference"] = _finite(value.difference)
        return {"format": FORMAT, "verdict": self.summary.text, **found}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Result:
        """The result that `to_json` described; KeyError, TypeError or ValueError if it is something else."""
        if found["format"] != FORMAT:
            raise ValueError(found["format"])
        return cls(
            **{key: str(found[key]) for key in _TEXTS},
            size=Size(found["size"]),
            seed=int(found["seed"]),
            seconds=float(found["seconds"]),
            values=_all(found["values"], _value),
            claims=_all(found["claims"], lambda row: JudgedClaim(**{**row, "verdict": Verdict(row["verdict"])})),
            charts=_all(found["charts"], _chart),
            grids=_all(found["grids"], lambda row: Grid(row["title"], _numbers(row["values"]), bool(row["bands"]))),
            networks=_all(found.get("networks", ()), _network),
            tables=_all(found["tables"], _table),
            notes=tuple(map(str, found["notes"])),
            remarks=tuple(map(str, found["remarks"])),
        )


_TEXTS = ("id", "title", "source", "document", "shows", "what", "started", "version", "machine")


class Results:
    """The folder of results."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = results_folder() if folder is None else Path(folder)

    def path(self, entry: str, size: Size) -> Path:
        """The file of an entry's last run of this size."""
        return self.folder / f"{entry}.{size}.json"

    def partial(self, entry: str, version: int, size: Size, seed: int) -> Path:
        """Where an unfinished run keeps what it has."""
        from riverboat import __version__

        return self.folder / "unfinished" / f"{entry}-v{version}.{size}.seed-{seed}.riverboat-{__version__}"

    def store(self, result: Result) -> Path:
        """Store a result in place of the last one."""
        path = self.path(result.id, result.size)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RiverboatError(f'folder "{path.parent}": {error.strerror or error}') from error
        write_text(path, json.dumps(result.to_json(), indent=1))
        return path

    def load(self, entry: str, size: Size) -> Result | None:
        """The last result of an entry, or None; a file that is not a result is an error."""
        path = self.path(entry, size)
        try:
            return Result.from_json(json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RiverboatError(f'file "{path}": {error.strerror or error}') from error
        except (ValueError, KeyError, TypeError, AttributeError):
            raise RiverboatError(f'file "{path}": not a result of the laboratory; remove it or run it again') from None

    def last(self, entry: str) -> Result | None:
        """The result to show: a full run of one's own, the shipped result, or a small run."""
        return self.load(entry, Size.FULL) or SHIPPED.load(entry, Size.FULL) or self.load(entry, Size.SMALL)


SHIPPED: Final = Results(Path(__file__).with_name("shipped"))


def results_folder() -> Path:
    """The default folder of results."""
    chosen = os.environ.get("RIVERBOAT_STATE")
    if chosen:
        return Path(chosen) / "lab"
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "riverboat" / "lab"


def _all(rows: Iterable[Any], make: Callable[[Any], Any]) -> tuple[Any, ...]:
    return tuple(make(row) for row in rows)


def _value(row: Mapping[str, Any]) -> JudgedValue:
    plain = {key: item for key, item in row.items() if key != "difference"}
    return JudgedValue(**{**plain, "verdict": Verdict(row["verdict"])})


def _chart(row: Mapping[str, Any]) -> Chart:
    curves = tuple(
        Curve(
            **{
                **curve,
                "points": tuple(_numbers(point) for point in curve["points"]),
                "band": tuple(_numbers(edges) for edges in curve["band"]),
            }
        )
        for curve in row["curves"]
    )
    return Chart(**{**row, "curves": curves, "levels": tuple(Level(**level) for level in row["levels"])})


def _network(row: Mapping[str, Any]) -> NetworkPicture:
    layers = {key: tuple(map(_whole, parts)) for key, parts in row["layers"].items()}
    return NetworkPicture(str(row["title"]), Layers(**layers), str(row["caption"]))


def _whole(part: Any) -> Any:
    """A name, or a row of numbers."""
    return part if isinstance(part, str) else _numbers(part)


def _table(row: Mapping[str, Any]) -> Table:
    return Table(row["title"], tuple(row["columns"]), tuple(tuple(cells) for cells in row["rows"]))


def _numbers(row: Sequence[Any]) -> Any:
    return tuple(nan if number is None else number for number in row)


def _finite(value: Any) -> Any:
    """The same, with null for what is not finite."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value
