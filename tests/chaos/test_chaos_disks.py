"""Disks that are full or read-only: one line and nothing half-written by commands; a room waits for space."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from full_disks import play_until_full
from killed_rooms import Room
from small_disks import SmallDisk, small_disk
from table_players import new_table, sit

from riverboat import files
from riverboat.cache import cached_arrays
from riverboat.cli.app import main
from riverboat.records.database import open_database
from riverboat.web.checking import Checked, check
from riverboat.web.private import kept_key
from riverboat.web.tables.sealing import Seal

WRITING = {
    "match": "match always_call random --game kuhn --hands 200 --jobs 1 --resume {0}/x.match",
    "match into a database": "match always_call random --game kuhn --hands 20 --jobs 1 --db {0}/x.db",
    "match as a page": "match always_call random --game kuhn --hands 20 --jobs 1 --html {0}/x.html",
    "solve": "solve kuhn --iterations 50 --out {0}/x.strategy",
    "solve with a checkpoint": "solve kuhn --iterations 50 --resume {0}/x.checkpoint",
    "spot": "spot --board Td9d6h2c5s --oop AA,KK --ip QQ,JJ --pot 100 --stack 100 --bets a --out {0}/x.solution",
    "lab run": "lab run billings-games-needed --out {0}/results",
    "games export": "games export leduc --to pgdl --out {0}/leduc.xml",
    "heatmap": "heatmap ehs --flops 2 --html {0}/x.html",
    "backup": "db backup {0}/copy.db --db {1}/known.db",
    "hands export": "hands export --db {1}/known.db {0}/x.phhs",
}
"""Commands that write into the folder {0}; {1} has a database."""
OVERWRITTEN = ("x.html", "x.strategy", "x.solution", "leduc.xml", "x.phhs")
IN_FILES = ("match", "match as a page", "solve", "solve with a checkpoint", "lab run", "games export")
"""Those that write nothing but files, and quickly."""

Run = Callable[[str], tuple[int, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command: its exit code and what it wrote to standard error."""

    def started(typed: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["riverboat", *typed.split()])
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        return int(stop.value.code or 0), capsys.readouterr().err

    return started


@pytest.fixture
def known(tmp_path: Path, run: Run) -> Path:
    """A folder with a database of some hands."""
    folder = tmp_path / "known"
    folder.mkdir()
    game = "holdem(betting=limit)"
    assert run(f"match always_call random --game {game} --hands 20 --jobs 1 --db {folder}/known.db")[0] == 0
    return folder


def _with_old_files(folder: Path) -> Path:
    folder.mkdir()
    for name in OVERWRITTEN:
        (folder / name).write_bytes(b"as it was")
    return folder


def _require_refused(code: int, said: str, folder: Path) -> None:
    """One line, every old file as it was, and nothing half-written."""
    assert code == 2, said
    assert said.count("\n") == 1, said
    assert "Traceback" not in said
    assert all((folder / name).read_bytes() == b"as it was" for name in OVERWRITTEN)
    assert not list(folder.rglob("*.part"))


class _Full:
    """A file of which nothing reaches the disk."""

    def __init__(self, *opened: Any) -> None:
        self._file = open(*opened)  # noqa: SIM115

    def __enter__(self) -> _Full:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _read_only(*_: object) -> None:
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


@pytest.mark.parametrize("opened", [_Full, _read_only])
def test_commands_whose_files_cannot_be_written(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, opened: Any
) -> None:
    folder = _with_old_files(tmp_path / "disk")
    for name in IN_FILES:
        with monkeypatch.context() as patch:
            patch.setattr(files, "open", opened, raising=False)
            _require_refused(*run(WRITING[name].format(folder, tmp_path)), folder)
        assert run(WRITING[name].format(folder, tmp_path))[0] == 0, name
        for old in OVERWRITTEN:
            (folder / old).write_bytes(b"as it was")


@pytest.mark.slow
@pytest.mark.chaos("commands on a disk that is full", 1)
@pytest.mark.parametrize("name", WRITING)
def test_commands_on_a_full_disk(tmp_path: Path, known: Path, run: Run, name: str) -> None:
    with small_disk(tmp_path / "disk", 4) as disk:
        folder = _with_old_files(disk.folder / "own")
        disk.fill()
        _require_refused(*run(WRITING[name].format(folder, known)), folder)
        disk.free()
        assert run(WRITING[name].format(folder, known))[0] == 0


@pytest.mark.slow
@pytest.mark.chaos("commands in a folder that is read-only", 1)
@pytest.mark.parametrize("name", [*WRITING, "web"])
def test_commands_in_a_read_only_folder(tmp_path: Path, known: Path, run: Run, name: str) -> None:
    with small_disk(tmp_path / "disk", 4) as disk:
        folder = _with_old_files(disk.folder / "own")
        disk.make_read_only()
        typed = {**WRITING, "web": "web --port 0 --no-open --folder {0}/room"}[name]
        _require_refused(*run(typed.format(folder, known)), folder)
        assert sorted(path.name for path in folder.iterdir()) == sorted(OVERWRITTEN)


@pytest.mark.slow
@pytest.mark.chaos("tables built where none can be stored", 2)
def test_tables_are_built_where_none_can_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    for prepare in (SmallDisk.fill, SmallDisk.make_read_only):
        with small_disk(tmp_path / prepare.__name__, 1) as disk:
            monkeypatch.setenv("RIVERBOAT_CACHE", str(disk.folder / "tables"))
            prepare(disk)
            for _ in range(2):
                assert cached_arrays("t", lambda: {"a": np.arange(9)})["a"].tolist() == list(range(9))
            assert not list(disk.folder.rglob("*.part"))


@pytest.mark.slow
@pytest.mark.chaos("times that the disk under a room fills up", 10)
def test_a_room_whose_disk_is_really_full(tmp_path: Path) -> None:
    """The disk fills up ten times, every third time the server is killed while it is full: nothing is lost."""
    with small_disk(tmp_path / "disk", 24) as disk:
        room = Room(disk.folder / "data")
        room.start()
        try:
            table = new_table(room.address, game="holdem(betting=limit)", bots=["always_call", "random"])
            key, seen = sit(room.address, table), 0
            for time in range(10):
                free = _killing(room, disk) if time % 3 == 2 else disk.free
                try:
                    seen = asyncio.run(
                        asyncio.wait_for(play_until_full(room.address, table, key, disk.fill, free), 300)
                    )
                except ConnectionError:
                    room.start()
        finally:
            room.stop()
        checked = Checked()
        with open_database(disk.folder / "data" / "riverboat.db", must_exist=True) as database:
            assert list(check(database, Seal(kept_key(disk.folder / "data")), checked)) == []
        assert checked.table_hands >= seen


def _killing(room: Room, disk: SmallDisk) -> Callable[[], None]:
    """What happens instead of free space: the server dies, and only then is there space."""

    def kill() -> None:
        room.kill()
        disk.free()
        raise ConnectionResetError

    return kill
