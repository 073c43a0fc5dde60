"""Crosstables that come with the package: one small file for each field, with the command that played it.

`tools/ship_crosstable.py` puts them here and writes the tables of the README and of docs/crosstable.md from them.
`shipped_crosstable("limit")` is the result, with cells, ratings and intervals; `shipped_origin` says how it was made.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, Final

from riverboat.arena.crosstable.results import CrosstableResult
from riverboat.errors import RiverboatError

MAX_BYTES: Final = 200_000
"""Of a file."""
_FOLDER: Final = "shipped"


@dataclass(frozen=True)
class Origin:
    """How a shipped table came about."""

    command: str
    """What plays the same table again."""
    version: str
    """Of Riverboat."""
    date: str
    """When it was finished, in ISO 8601."""
    seconds: int
    """How long it took on one processor."""

    @property
    def text(self) -> str:
        """In one line."""
        minutes = max(1, round(self.seconds / 60))
        return (
            f"played on {self.date} by Riverboat {self.version} in {minutes} minutes of one processor: {self.command}"
        )


def shipped_fields() -> tuple[str, ...]:
    """The names of the fields whose tables are here."""
    folder = files(__package__) / _FOLDER
    found = (entry.name for entry in folder.iterdir()) if folder.is_dir() else ()
    return tuple(sorted(name.removesuffix(".json") for name in found if name.endswith(".json")))


def shipped_crosstable(field: str) -> CrosstableResult:
    """The table of a field."""
    return read_crosstable(_text(field), f'crosstable "{field}"')


def shipped_origin(field: str) -> Origin:
    """How the table of a field was played."""
    return Origin(**json.loads(_text(field))["origin"])


def read_crosstable(text: str, what: str) -> CrosstableResult:
    """The table in the text of a file; errors begin with `what`."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise RiverboatError(f"{what}: this is not JSON") from error
    return CrosstableResult.from_json(data, what)


def crosstable_text(result: CrosstableResult, origin: Origin | None = None) -> str:
    """The text of a file; one that is shipped has an origin."""
    head: dict[str, Any] = {} if origin is None else {"origin": asdict(origin)}
    head = {key: value for key, value in result.to_json().items() if key not in ("items", "rings")} | head
    lines = [json.dumps(head)[:-1] + ', "items": [']
    lines.append(",\n".join(json.dumps(cell.to_json()) for cell in result.cells) + "]")
    if result.rings:
        lines.append(', "rings": [')
        lines.append(",\n".join(json.dumps(ring.to_json()) for ring in result.rings) + "]")
    return "\n".join(lines) + "}\n"


def _text(field: str) -> str:
    if field not in shipped_fields():
        there = ", ".join(shipped_fields()) or "none yet"
        raise RiverboatError(f'crosstable "{field}": not in this package, which has {there}; play it with --field')
    return (files(__package__) / _FOLDER / f"{field}.json").read_text(encoding="utf-8")
