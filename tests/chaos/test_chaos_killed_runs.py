"""`kill -9` of matches and solves at random moments: resumed, each ends exactly like one that nobody disturbed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

RUNS: dict[str, tuple[list[str], list[str]]] = {
    "match": (
        ["match", "rules", "random", "--game", "holdem(betting=limit)", "--seed", "3", "--jobs", "1", "--hands"],
        ["400", "30000"],
    ),
    "solve": (["solve", "leduc", "--method", "cfr+", "--iterations"], ["200", "20000"]),
}
_TIMES = frozenset({"seconds", "hands_per_second", "curve", "seconds_per_hand", "faults", "time"})


def _plain(found: Any) -> Any:
    """A result without how long it took."""
    if isinstance(found, dict):
        return {name: _plain(value) for name, value in found.items() if name not in _TIMES}
    return [_plain(value) for value in found] if isinstance(found, list) else found


def _command(run: str, long: bool, *more: object) -> list[str]:
    typed, sizes = RUNS[run]
    return [sys.executable, "-m", "riverboat", *typed, sizes[long], "--json", *map(str, more)]


def _killed(run: str, folder: Path, kills: int, long: bool) -> None:
    expected = json.loads(subprocess.run(_command(run, long), capture_output=True, check=True, timeout=600).stdout)
    file, rng = folder / "run.checkpoint", Random(run)
    for _ in range(kills):
        process = subprocess.Popen(_command(run, long, "--resume", file), stdout=subprocess.DEVNULL)
        sleep(rng.uniform(0.5, 8.0 if long else 2.0))
        process.kill()
        process.wait(60)
    found = subprocess.run(_command(run, long, "--resume", file), capture_output=True, check=True, timeout=600)
    assert _plain(json.loads(found.stdout)) == _plain(expected)


@pytest.mark.parametrize("run", RUNS)
def test_a_run_is_killed_once(run: str, tmp_path: Path) -> None:
    _killed(run, tmp_path, 1, long=False)


@pytest.mark.slow
@pytest.mark.chaos("kills of matches and solves, with the same results", 10)
@pytest.mark.parametrize("run", RUNS)
def test_a_run_is_killed_ten_times(run: str, tmp_path: Path) -> None:
    _killed(run, tmp_path, 10, long=True)
