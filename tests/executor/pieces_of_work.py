"""Work for the tests of executors: functions that other processes can import."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.errors import RiverboatError


def square(number: int) -> int:
    return number * number


def meets(piece: tuple[str, int]) -> int:
    """Waits until two processes are at work."""
    folder, number = piece
    (Path(folder) / f"{os.getpid()}.here").touch()
    until = time.monotonic() + 60.0
    while len(list(Path(folder).glob("*.here"))) < 2:
        if time.monotonic() > until:
            raise RiverboatError("nobody came")
        time.sleep(0.01)
    return number


def dies_once(piece: tuple[str, int]) -> int:
    """The worker of number 3 is killed the first time."""
    folder, number = piece
    if number == 3 and _first(folder, "killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuses(number: int) -> int:
    if number == 2:
        raise RiverboatError("number 2: not this one")
    return number


def sleeps(seconds: float) -> float:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(0.01)
    return seconds


def takes(megabytes: int) -> int:
    return int(np.ones(megabytes << 20, np.uint8).sum(dtype=np.int64) >> 20)


def total(shared: Any, number: int) -> float:
    return float(shared.arrays["numbers"][number:].sum() + shared.about["more"])


def is_writable(shared: Any, number: int) -> bool:
    return bool(shared.arrays["numbers"].flags.writeable)


def three(number: int) -> Iterator[int]:
    for place in range(3):
        yield 10 * number + place


def three_then_dies(piece: tuple[str, int]) -> Iterator[int]:
    """The worker of number 1 is killed after its second result, the first time."""
    folder, number = piece
    for place in range(3):
        if number == 1 and place == 2 and _first(folder, "stream"):
            time.sleep(0.3)  # the results before are on their way
            os.kill(os.getpid(), signal.SIGKILL)
        yield 10 * number + place


def reads(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


def lists(number: int) -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def when(number: int) -> tuple[float, float]:
    """On one clock for all processes of a machine."""
    began = time.monotonic()
    time.sleep(0.2)
    return began, time.monotonic()


def _first(folder: str, name: str) -> bool:
    """Whether nobody has asked before, in whatever process."""
    try:
        (Path(folder) / name).open("x").close()
    except FileExistsError:
        return False
    return True


def counts_slowly(piece: tuple[str, int]) -> Iterator[bytes]:
    """Notes each of its results in a file before it is sent; results are larger than a pipe."""
    path, results = piece
    for _ in range(results):
        with Path(path).open("a") as file:
            file.write("x")
        time.sleep(0.05)
        yield bytes(1 << 20)
