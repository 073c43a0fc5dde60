"""The database of hands: `open_database` for reading and writing, `export_parquet` for other programs."""

from riverboat.extras import require

require("sqlalchemy", "the database of hands")
# ruff: noqa: E402 (what follows imports it)

from riverboat.records.database.background import BackgroundRecorder, recording
from riverboat.records.database.connecting import DatabaseError, address_of
from riverboat.records.database.importing import Importer
from riverboat.records.database.parquet import export_parquet
from riverboat.records.database.recorder import Recorder
from riverboat.records.database.store import HandDatabase, MemoryRow, Simulation, open_database

__all__ = [
    "BackgroundRecorder",
    "DatabaseError",
    "HandDatabase",
    "Importer",
    "MemoryRow",
    "Recorder",
    "Simulation",
    "address_of",
    "export_parquet",
    "open_database",
    "recording",
]
