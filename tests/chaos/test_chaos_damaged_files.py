"""Files that were damaged on the disk: tables are built again, everything else is one line."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from riverboat.cache import cached_arrays
from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint, read_arrays, write_arrays


def damaged(data: bytes, rng: Random) -> bytes:
    """Cut off somewhere, or with some bytes changed."""
    if rng.random() < 0.2:
        return data[: rng.randrange(len(data))]
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8, 200))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _tables(folder: Path, times: int) -> None:
    wanted = {"a": np.arange(300, dtype=np.int32).reshape(30, 10), "b": np.linspace(0.0, 1.0, 50)}
    cached_arrays("t", lambda: wanted)
    file = folder / "t.npz"
    good, rng = file.read_bytes(), Random(1)
    lost = 0
    for _ in range(times):
        file.write_bytes(damaged(good, rng))
        found = cached_arrays("t", lambda: wanted)
        lost += found.keys() != wanted.keys()  # an entry of the directory is gone, and nothing says that it was there
        assert all(np.array_equal(found[name], wanted[name]) for name in found.keys() & wanted.keys())
    assert lost <= 1 + times / 500


def _arrays(folder: Path, times: int) -> None:
    file = folder / "x.strategy"
    header, arrays = {"game": "kuhn", "n": 3}, {"p": np.arange(40.0), "q": np.zeros((0, 3))}
    write_arrays(file, "strategy", header, arrays)
    good, rng = file.read_bytes(), Random(2)
    refused = 0
    for _ in range(times):
        file.write_bytes(damaged(good, rng))
        try:
            _, found = read_arrays(file, "strategy", check=True)
        except RiverboatError:
            refused += 1
            continue
        assert all(np.array_equal(found[name], arrays[name]) for name in found.keys() & arrays.keys())
    assert refused > times / 2


def _checkpoints(folder: Path, times: int) -> None:
    file = folder / "run.checkpoint"
    checkpoint = Checkpoint(file, "run", {"seed": 1})
    checkpoint.save({"iteration": 5}, {"regrets": np.arange(30.0)})
    good, rng = file.read_bytes(), Random(3)
    refused = 0
    for _ in range(times):
        file.write_bytes(damaged(good, rng))
        try:
            checkpoint.load()
        except RiverboatError:
            refused += 1
    assert refused > times / 2


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
