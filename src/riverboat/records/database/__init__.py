"""The database of hands: `open_database` for reading and writing, `export_parquet` for other programs."""

from riverboat.records.database.background import BackgroundRecorder, recording
from riverboat.records.database.importing import Importer
from riverboat.records.database.parquet import export_parquet
from riverboat.records.database.store import (
    DatabaseError,
    HandDatabase,
    MemoryRow,
    Recorder,
    Simulation,
    address_of,
    open_database,
)

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
