"""Crosstables that were played at full length and come with the package, one small file for each field."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from riverboat.arena.crosstable.results import CrosstableResult
from riverboat.errors import RiverboatError

MAX_BYTES: Final = 200_000
"""Of a file."""
_FOLDER: Final = "shipped"


def shipped_fields() -> tuple[str, ...]:
    """The names of the fields whose tables are here."""
    folder = files(__package__) / _FOLDER
    found = (entry.name for entry in folder.iterdir()) if folder.is_dir() else ()
    return tuple(sorted(name.removesuffix(".json") for name in found if name.endswith(".json")))


def shipped_crosstable(field: str) -> CrosstableResult:
    """The table of a field."""
    if field not in shipped_fields():
        there = ", ".join(shipped_fields()) or "none yet"
        raise RiverboatError(f'crosstable "{field}": not in this package, which has {there}; play it with --field')
    text = (files(__package__) / _FOLDER / f"{field}.json").read_text(encoding="utf-8")
    return read_crosstable(text, f'crosstable "{field}"')


def read_crosstable(text: str, what: str) -> CrosstableResult:
    """The table in the text of a file; errors begin with `what`."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise RiverboatError(f"{what}: this is not JSON") from error
    return CrosstableResult.from_json(data, what)


def crosstable_text(result: CrosstableResult) -> str:
    """The text of a file."""
    head = {key: value for key, value in result.to_json().items() if key not in ("items", "rings")}
    lines = [json.dumps(head)[:-1] + ', "items": [']
    lines.append(",\n".join(json.dumps(cell.to_json()) for cell in result.cells) + "]")
    if result.rings:
        lines.append(', "rings": [')
        lines.append(",\n".join(json.dumps(ring.to_json()) for ring in result.rings) + "]")
    return "\n".join(lines) + "}\n"
