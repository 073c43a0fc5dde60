"""`kill -9` of matches, solves, spots and lab runs: resumed, each ends exactly like one that nobody disturbed.

A run saves ten times per second here (people's save every few seconds), and it dies some time after a few saves, or
while it starts. A run that ends before it has been killed often enough is begun again from nothing.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from riverboat.cli.app import main

SAVES_OFTEN = """
import sys
from time import monotonic
from riverboat.cli.app import main
from riverboat.files import Checkpoint
Checkpoint.is_due = property(lambda self: self.path is not None and monotonic() - self._written >= 0.1)
sys.argv[0] = "riverboat"
main()
"""
RUNS: dict[str, tuple[str, str, str]] = {
    "match": ("match rules random --game holdem(betting=limit) --seed 3 --jobs 1 --json --hands", "2000", "30000"),
    "solve": ("solve leduc --method cfr+ --json --iterations", "60000", "100000"),
    "spot": (
        "spot --board Td9d6h2c5s --oop 66+,A8s+,KQo --ip 22+,A2s+,KTs+ --pot 100 --stack 400 --bets 50%,100%,a "
        "--raises 2.5x,a --threads 1 --target 0.0000001 --json --iterations",
        "800",
        "3000",
    ),
    "lab run": ("lab run --small --jobs 1 --json", "southey-leduc-posterior", "billings-figures-5-3-to-5-5"),
}
"""What is typed, and the last word of a short and of a long run."""
_TIMES = frozenset({"seconds", "hands_per_second", "curve", "seconds_per_hand", "time", "started"})


def _plain(found: Any) -> Any:
    """A result without how long it took."""
    if isinstance(found, dict):
        return {name: _plain(value) for name, value in found.items() if name not in _TIMES}
    return [_plain(value) for value in found] if isinstance(found, list) else found


def _typed(run: str, long: bool, folder: Path) -> list[str]:
    """The command, saved in the folder and resumed from there."""
    typed, *sizes = RUNS[run]
    folder.mkdir(exist_ok=True)
    kept = ["--out", str(folder)] if run == "lab run" else ["--resume", str(folder / "run.solution")]
    return [*typed.split(), sizes[long], *kept]


def _files(folder: Path) -> set[tuple[str, int]]:
    """What has been saved."""
    found = [(path, path.name.startswith(".")) for path in folder.rglob("*") if path.is_file()]
    try:
        return {(path.name, path.stat().st_mtime_ns) for path, is_part in found if not is_part}
    except FileNotFoundError:  # it was being replaced
        return set()


class Killed:
    """A command that dies again and again."""

    def __init__(self, run: str, folder: Path, long: bool) -> None:
        self.run, self.folder, self.long = run, folder, long
        self.rng = Random(run)
        self.kills = self.saves = 0

    def once(self, saves: int) -> str | None:
        """Start it and kill it after so many saves; what it printed if it ended before."""
        printed = self.folder.with_suffix(".json")
        command = [sys.executable, "-c", SAVES_OFTEN, *_typed(self.run, self.long, self.folder)]
        with printed.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL) as process:
            seen, left = _files(self.folder), saves
            if not saves:
                sleep(self.rng.uniform(0.0, 1.0))
            while left and process.poll() is None:
                sleep(0.01)
                now = _files(self.folder)
                if now and now != seen:
                    seen, left = now, left - 1
            sleep(self.rng.uniform(0.0, 0.1))
            if process.poll() is None:
                process.kill()
                self.kills += 1
                self.saves += saves - left
                return None
        assert process.returncode == 0
        return printed.read_text()

    def until_killed(self, saves: int, expected: Any) -> None:
        """Start it again and again; whenever it ends, its result is compared and it begins from nothing."""
        while (printed := self.once(saves)) is not None:
            assert _plain(json.loads(printed)) == expected
            shutil.rmtree(self.folder)


Run = Callable[[list[str]], Any]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: what it prints, without times."""

    def run(typed: list[str]) -> Any:
        monkeypatch.setattr(sys, "argv", ["riverboat", *typed])
        with pytest.raises(SystemExit) as stop:
            main()
        assert not stop.value.code
        return _plain(json.loads(capsys.readouterr().out))

    return run


@pytest.mark.parametrize("run", [run if run == "match" else pytest.param(run, marks=pytest.mark.slow) for run in RUNS])
def test_a_run_is_killed_once(run: str, tmp_path: Path, here: Run) -> None:
    expected = here(_typed(run, False, tmp_path / "undisturbed"))
    killed = Killed(run, tmp_path / "kept", long=False)
    killed.until_killed(1, expected)
    assert killed.saves == 1
    assert here(_typed(run, False, tmp_path / "kept")) == expected


@pytest.mark.slow
@pytest.mark.chaos("kills of matches, solves, spots and lab runs", 20)
@pytest.mark.parametrize("run", RUNS)
def test_a_run_is_killed_twenty_times(run: str, tmp_path: Path, here: Run) -> None:
    expected = here(_typed(run, True, tmp_path / "undisturbed"))
    killed = Killed(run, tmp_path / "kept", long=True)
    while killed.kills < 20:
        killed.until_killed(killed.rng.choice((0, 1, 1, 2, 3)), expected)
    assert killed.saves >= 10, "it died too early to have saved anything"
    assert here(_typed(run, True, tmp_path / "kept")) == expected
    assert not list((tmp_path / "kept").rglob("*.part")), "half-written files are left behind"
