"""What everything stands on: tables kept between runs, files written whole, names imported when used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO

import numpy as np
import pytest
from numpy.typing import NDArray

import riverboat
from riverboat.cache import cache_folder, cached_arrays
from riverboat.errors import RiverboatError
from riverboat.files import one_at_a_time, write_text, write_whole


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "cache"))
    return cache_folder()


class Builder:
    """Builds an array and counts how often it had to."""

    def __init__(self) -> None:
        self.builds = 0

    def __call__(self) -> dict[str, NDArray[np.generic]]:
        self.builds += 1
        return {"numbers": np.arange(5)}


def test_a_table_is_built_once(folder: Path) -> None:
    build = Builder()
    first, second = (cached_arrays("squares-v1", build)["numbers"] for _ in range(2))
    assert build.builds == 1
    assert first.tolist() == second.tolist() == [0, 1, 2, 3, 4]
    assert [path.name for path in folder.iterdir()] == ["squares-v1.npz"]


def test_a_damaged_table_is_built_again(folder: Path) -> None:
    build = Builder()
    cached_arrays("squares-v1", build)
    path = folder / "squares-v1.npz"
    path.write_bytes(path.read_bytes()[:40])
    assert cached_arrays("squares-v1", build)["numbers"].tolist() == [0, 1, 2, 3, 4]
    assert build.builds == 2
    assert cached_arrays("squares-v1", build)["numbers"].size == 5
    assert build.builds == 2


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "file" / "cache"))
    build = Builder()
    assert cached_arrays("squares-v1", build)["numbers"].size == 5
    assert cached_arrays("squares-v1", build)["numbers"].size == 5
    assert build.builds == 2


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "result.txt"
    write_text(path, "old")

    def fail(file: IO[bytes]) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.txt"]


def test_who_may_read_a_file_is_not_changed_by_writing_it_again(tmp_path: Path) -> None:
    """A new one is as the umask says, like those of any other program."""
    mine, new, usual = tmp_path / "mine.html", tmp_path / "new.html", tmp_path / "usual"
    mine.write_text("old")
    mine.chmod(0o600)
    usual.write_text("as Python writes it")
    for path in (mine, new):
        write_text(path, "text")
    assert mine.stat().st_mode & 0o777 == 0o600
    assert new.stat().st_mode == usual.stat().st_mode


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RiverboatError, match=r"page\.html"):
        write_text(tmp_path / "file" / "page.html", "text")


_IN_TURN = """
import sys, time
from pathlib import Path
from riverboat.files import one_at_a_time
with one_at_a_time(Path(sys.argv[1])):
    for word in ("in", "out"):
        with open(sys.argv[2], "a") as log:
            log.write(word + "\\n")
        time.sleep(0.1)
"""


def test_one_process_at_a_time(tmp_path: Path) -> None:
    lock, log = tmp_path / "lock", tmp_path / "log"
    some = [subprocess.Popen([sys.executable, "-c", _IN_TURN, str(lock), str(log)]) for _ in range(3)]
    assert [each.wait(timeout=60) for each in some] == [0, 0, 0]
    assert log.read_text().split() == ["in", "out"] * 3


def test_where_nothing_can_be_locked_nobody_waits(tmp_path: Path) -> None:
    entered = False
    with one_at_a_time(tmp_path / "missing" / "lock"):
        entered = True
    assert entered


def test_public_names_all_exist() -> None:
    import riverboat.cards
    import riverboat.odds

    for package in (riverboat, riverboat.cards, riverboat.odds):
        for name in package.__all__:
            assert getattr(package, name) is not None
        with pytest.raises(AttributeError, match="no_such_name"):
            getattr(package, "no_such_name")  # noqa: B009


def test_equity_is_the_function_however_it_is_reached() -> None:
    from riverboat.odds import equity
    from riverboat.odds.showdown import equity as original

    assert equity is original is riverboat.equity
