"""The tables of a database as Parquet files, one for each, for data frames and query engines.

Rows stream through in groups, so memory does not grow with the database; a file is put in place when it is whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

import sqlalchemy as sa

from riverboat.errors import RiverboatError
from riverboat.extras import require
from riverboat.files import write_whole
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import METADATA

_GROUP: Final = 50_000
_LISTS: Final = ("stacks", "bets")
"""Columns of actions with a number for each player, which are lists of numbers here."""


def export_parquet(database: HandDatabase, folder: str | Path) -> dict[str, int]:
    """Write `folder/TABLE.parquet` for every table; returns the number of rows of each."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RiverboatError(f'folder "{folder}": {error.strerror or error}') from None
    counts: dict[str, int] = {}
    for name, rows in database.tables().items():
        counts[name] = _write(folder / f"{name}.parquet", METADATA.tables[name], rows)
    return counts


def _write(path: Path, table: sa.Table, rows: Iterator[dict[str, Any]]) -> int:
    require("pyarrow", "Parquet")
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    kinds = [
        (sa.Boolean, pa.bool_()),
        (sa.SmallInteger, pa.int16()),
        (sa.Integer, pa.int64()),
        (sa.Float, pa.float64()),
        (sa.String, pa.string()),
    ]
    lists = [name for name in _LISTS if name in table.columns and table.name == "action"]
    columns = [(c.name, next(to for kind, to in kinds if isinstance(c.type, kind))) for c in table.columns]
    schema = pa.schema([(name, pa.list_(pa.int64()) if name in lists else kind) for name, kind in columns])
    count = 0

    def write(file: IO[bytes]) -> None:
        nonlocal count
        with parquet.ParquetWriter(file, schema) as writer:
            while group := list(islice(rows, _GROUP)):
                for row in group if lists else ():
                    for name in lists:
                        row[name] = [int(chips) for chips in row[name].split("/")]
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
                count += len(group)

    try:
        write_whole(path, write)
        path.chmod(0o644)
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error
    return count
