"""What players remember about opponents: in memory and in a file, whole, locked, and refused when it is wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import pack_arrays, unpack_arrays, write_arrays
from riverboat.model.memory import FileMemory, MemoryStore


def remember_something(store: MemoryStore, player: str = "me", opponent: str = "you", version: int = 1) -> None:
    counts = np.array([[1.0, 2.5], [3.0, 4.0]])
    store.of(player).remember(opponent, "test", version, {"hands": 7}, {"counts": counts, "none": np.zeros((0, 3))})
    counts[:] = -1.0  # what happens to the player's own arrays afterwards does not matter


def require_something(store: MemoryStore) -> None:
    found = store.of("me").recall("you", "test", 1)
    assert found is not None
    assert found.header == {"hands": 7}
    assert found.arrays["counts"].tolist() == [[1.0, 2.5], [3.0, 4.0]]
    assert found.arrays["none"].shape == (0, 3)
    with pytest.raises(ValueError, match="read-only"):
        found.arrays["counts"][0, 0] = 5.0


def test_entries_belong_to_one_player_one_opponent_and_one_kind() -> None:
    store = MemoryStore()
    remember_something(store)
    require_something(store)
    assert store.of("you").recall("me", "test", 1) is None
    assert store.of("me").recall("him", "test", 1) is None
    assert store.of("me").recall("you", "other", 1) is None
    remember_something(store, "me", "me")
    assert [key.opponent for key in store] == ["you"]


def test_a_file_remembers_and_keeps_what_others_wrote(tmp_path: Path) -> None:
    path = tmp_path / "memory.riverboat"
    with FileMemory(path) as store:
        assert len(store) == 0
        remember_something(store)
        assert not path.exists()
        store.save()
    with FileMemory(path) as store:
        require_something(store)
        store.of("her").remember("you", "test", 1, {}, {"counts": np.ones(3, np.int64)})
        store.save()
    with FileMemory(path) as store:
        require_something(store)
        assert {key.player for key in store} == {"me", "her"}


def test_what_was_not_saved_is_lost_and_the_last_save_stays(tmp_path: Path) -> None:
    path = tmp_path / "memory.riverboat"
    with FileMemory(path) as store:
        remember_something(store)
        store.save()
    with FileMemory(path) as store:
        store.of("me").remember("you", "test", 1, {"hands": 8}, {})
    with FileMemory(path) as store:
        require_something(store)


def test_a_file_is_used_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "memory.riverboat"
    with FileMemory(path), pytest.raises(RiverboatError, match="another process is using it"):
        FileMemory(path)
    FileMemory(path).close()


def test_an_entry_of_another_version_is_refused() -> None:
    store = MemoryStore()
    remember_something(store, version=2)
    with pytest.raises(RiverboatError, match=r"remembers about you \(test\) has version 2, expected 1"):
        store.of("me").recall("you", "test", 1)


def damage_a_number(path: Path) -> None:
    data = bytearray(path.read_bytes())
    place = data.index(np.array([1.0, 2.5]).tobytes())
    data[place] ^= 1
    path.write_bytes(bytes(data))


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-50])


def make_newer(path: Path) -> None:
    write_arrays(path, "memory", {"format": 99, "entries": []}, {})


def lose_an_array(path: Path) -> None:
    write_arrays(path, "memory", {"format": 1, "entries": [["me", "you", "test", 1, {}, ["counts"]]]}, {})


def list_nonsense(path: Path) -> None:
    write_arrays(path, "memory", {"format": 1, "entries": [["me", 3, "test", 1, {}, []]]}, {})


def make_another_kind(path: Path) -> None:
    write_arrays(path, "strategy", {}, {})


def write_prose(path: Path) -> None:
    path.write_text("Dear diary,\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (damage_a_number, "damaged"),
        (cut_off, "cut off"),
        (make_newer, "version 99, expected 1"),
        (lose_an_array, "list of entries is damaged"),
        (list_nonsense, "list of entries is damaged"),
        (make_another_kind, "this is a strategy, expected a memory"),
        (write_prose, "not a riverboat file"),
    ],
)
def test_a_bad_file_is_one_line_and_stays_as_it_was(tmp_path: Path, spoil, said: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "memory.riverboat"
    with FileMemory(path) as store:
        remember_something(store)
        store.save()
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(RiverboatError, match=said) as error:
        FileMemory(path)
    assert "\n" not in str(error.value)
    assert path.read_bytes() == before
    path.unlink()
    FileMemory(path).close()  # a file that was refused is not held


def test_a_memory_in_no_folder_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match="there is no folder"):
        FileMemory(tmp_path / "nowhere" / "memory.riverboat")
    with pytest.raises(RiverboatError, match="this is a folder"):
        FileMemory(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_memory_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RiverboatError, match="Permission denied"):
        FileMemory(tmp_path / "memory.riverboat")


def test_packed_arrays_are_a_file_in_bytes(tmp_path: Path) -> None:
    arrays: dict[str, NDArray[Any]] = {
        "a": np.arange(6, dtype=np.int16).reshape(2, 3),
        "b": np.zeros((0, 2)),
        "c": np.array([0.1]),
    }
    write_arrays(tmp_path / "file", "test", {"x": 1}, arrays)
    data = pack_arrays("test", {"x": 1}, arrays)
    assert data == (tmp_path / "file").read_bytes()
    header, found = unpack_arrays(data, "test", "the bytes")
    assert header == {"x": 1}
    assert {name: array.tolist() for name, array in found.items()} == {n: a.tolist() for n, a in arrays.items()}
    with pytest.raises(RiverboatError, match="the bytes: c is damaged"):
        unpack_arrays(data.replace(np.array([0.1]).tobytes(), np.array([0.2]).tobytes()), "test", "the bytes")
