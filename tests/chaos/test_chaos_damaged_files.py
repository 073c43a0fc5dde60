"""Files that were damaged on the disk: tables are built again, anything else is one line; no array is lost silently."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.arena import run_match
from riverboat.cache import cached_arrays
from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint, read_arrays, write_arrays
from riverboat.records.database import open_database, recording
from riverboat.web.checking import Checked, check
from riverboat.web.private import kept_key
from riverboat.web.tables.sealing import Seal


def damaged(data: bytes, rng: Random) -> bytes:
    """Cut off somewhere, or with some bytes changed."""
    if rng.random() < 0.2:
        return data[: rng.randrange(len(data))]
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8, 200))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _same(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether the same arrays are there, with the same types, shapes and numbers."""
    return found.keys() == wanted.keys() and all(
        found[name].dtype == wanted[name].dtype and np.array_equal(found[name], wanted[name]) for name in wanted
    )


def _tables(folder: Path, times: int) -> None:
    wanted: dict[str, NDArray[Any]] = {
        "a": np.arange(300, dtype=np.int32).reshape(30, 10),
        "b": np.linspace(0.0, 1.0, 50),
    }
    cached_arrays("t", lambda: wanted)
    file = folder / "t.npz"
    good, rng = file.read_bytes(), Random(1)
    for _ in range(times):
        file.write_bytes(damaged(good, rng))
        assert _same(cached_arrays("t", lambda: wanted), wanted)


def _arrays(folder: Path, times: int) -> None:
    file = folder / "x.strategy"
    header, arrays = {"game": "kuhn", "n": 3}, {"p": np.arange(40.0), "q": np.zeros((0, 3))}
    write_arrays(file, "strategy", header, arrays)
    good, rng = file.read_bytes(), Random(2)
    refused = 0
    for _ in range(times):
        file.write_bytes(damaged(good, rng))
        try:
            said, found = read_arrays(file, "strategy", check=True)
        except RiverboatError:
            refused += 1
            continue
        assert said == header
        assert _same(found, arrays)
    assert refused > times / 2


def _checkpoints(folder: Path, times: int) -> None:
    file = folder / "run.checkpoint"
    checkpoint = Checkpoint(file, "run", {"seed": 1})
    state, arrays = {"iteration": 5}, {"regrets": np.arange(30.0)}
    checkpoint.save(state, arrays)
    good, rng = file.read_bytes(), Random(3)
    refused = 0
    for _ in range(times):
        file.write_bytes(damaged(good, rng))
        try:
            found = checkpoint.load()
        except RiverboatError:
            refused += 1
            continue
        assert found is not None
        assert found[0] == state
        assert _same(found[1], arrays)
    assert refused > times / 2


def test_an_array_that_the_directory_lost_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The length of an entry's comment in the zip directory, enlarged so that it swallows the entries after it."""
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    wanted = {name: np.arange(3) for name in "abc"}
    cached_arrays("t", lambda: wanted)
    file = tmp_path / "t.npz"
    good = file.read_bytes()
    entries = [match.start() for match in re.finditer(rb"PK\x01\x02", good)]
    assert len(entries) == 3
    for at in entries[:2]:
        file.write_bytes(good[: at + 32] + b"\xff" + good[at + 33 :])
        with np.load(file) as stored:
            assert len(stored.files) < 3
        assert _same(cached_arrays("t", lambda: wanted), wanted)


def _all(folder: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(folder))
    _tables(folder, times)
    _arrays(folder, times)
    _checkpoints(folder, times)


def test_damaged_files_a_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _all(tmp_path, monkeypatch, 300)


@pytest.mark.slow
@pytest.mark.chaos("damaged tables, containers and checkpoints", 30_000)
def test_damaged_files_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _all(tmp_path, monkeypatch, 10_000)


def _databases(folder: Path, times: int) -> None:
    """A database with hands: what is read from a damaged one is an answer, a list of problems, or one line."""
    good = folder / "good.db"
    with recording(str(good), "cash", 1, {}, 40) as record:
        run_match(["always_call", "random"], "holdem(betting=limit)", 40, jobs=1, record=record)
    whole, rng = good.read_bytes(), Random(4)
    file, seal = folder / "x.db", Seal(kept_key(folder))
    noticed = 0
    for _ in range(times):
        for path in folder.glob("x.db*"):
            path.unlink()
        file.write_bytes(damaged(whole, rng))
        try:
            with open_database(file, must_exist=True) as database:
                noticed += any(check(database, seal, Checked()))
                for run in database.simulations():
                    noticed += sum(len(hand.payoffs) != 2 for hand in database.hands(run.id))
        except RiverboatError:
            noticed += 1
    assert noticed


def test_damaged_databases_a_little(tmp_path: Path) -> None:
    _databases(tmp_path, 15)


@pytest.mark.slow
@pytest.mark.chaos("damaged databases", 3_000, "foreign")
def test_damaged_databases_often(tmp_path: Path) -> None:
    _databases(tmp_path, 3_000)
