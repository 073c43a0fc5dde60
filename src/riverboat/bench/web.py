"""Does the server cope with many live tables? 200 of them, one browser each, rule bots in the other seats, five
minutes.

The server runs as a user starts it, in its own process, with its database, and writes every decision to the disk before
anybody sees it; the browsers are sockets in this process. There are two loads, one after the other:

* people: a browser decides 2 s after it is asked, on average (exponentially distributed), so 200 tables offer up to 100
  answers per second;
* without thinking time: every browser answers at once. Then 200 answers are always under way, and the time of one is
  200 divided by the answers per second: this measures how much the server can do, not how long a person waits.

Measured is the time from sending an answer to the frame that shows it, and the processor time of the server, all its
threads, for each answer (Linux only). Counted as errors are refusals, lost sockets, frames that do not follow from the
last, and chips that do not add up. Memory is the server's, from the end of the first fifth of the run to its end.

`RIVERBOAT_BENCH_SECONDS` and `RIVERBOAT_BENCH_TABLES` make it shorter or smaller, `RIVERBOAT_BENCH_THINKS` changes
the mean thinking time.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from riverboat.bench.harness import Measurement, Peers
from riverboat.errors import RiverboatError

_SEATS: Final = 6
_THINKS: Final = 2.0
_PEOPLE: Final = 0.4
"""The part of the run with thinking time."""
_STACK: Final = 10_000
_WARM_UP: Final = 0.2
_SECONDS_TO_BEGIN: Final = 120.0
_GOAL_MS: Final = 50.0
_GOAL_MB: Final = 16.0


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Times, errors and memory of one run."""
    seconds = float(os.environ.get("RIVERBOAT_BENCH_SECONDS", "300"))
    tables = int(os.environ.get("RIVERBOAT_BENCH_TABLES", "200"))
    thinks = float(os.environ.get("RIVERBOAT_BENCH_THINKS", _THINKS))
    people, pressed = _Load(thinks, seconds * _PEOPLE), _Load(0.0, seconds * (1 - _PEOPLE))
    with TemporaryDirectory() as folder, _server(folder) as (process, address):
        found = asyncio.run(_run(address, process, tables, (people, pressed)))
    if not people.times or not pressed.times:
        raise RiverboatError(f"bench web: no answer was shown ({'; '.join(found.errors[:3])})")
    yield from people.lines(f"{tables} tables, {thinks:g} s to think", _GOAL_MS)
    yield from pressed.lines(f"{tables} tables, no time to think")
    yield Measurement(f"errors{': ' + found.errors[0] if found.errors else ''}", "errors", len(found.errors), goal=0.0)
    yield Measurement("memory of the server", "MB", found.memory[-1][1])
    yield Measurement(
        "memory that it grew after the warm-up",
        "MB",
        _growth(found.memory, seconds),
        goal=_GOAL_MB,
        series=found.memory,
    )


class _Load:
    """How browsers answer for some seconds, and what came of it."""

    def __init__(self, thinks: float, seconds: float) -> None:
        self.thinks, self.seconds = thinks, seconds
        self.times: list[float] = []
        """From each answer to its frame."""
        self.processor = 0.0
        """Seconds that the server computed."""

    def lines(self, name: str, goal: float | None = None) -> Iterator[Measurement]:
        """What was measured."""
        times = sorted(self.times)
        yield Measurement(f"{name}: answer to frame, median", "ms", median(times) * 1e3, goal=goal)
        yield Measurement(f"{name}: the slowest of a hundred", "ms", times[int(len(times) * 0.99)] * 1e3)
        yield Measurement(f"{name}: answers per second", "k/s", len(times) / self.seconds / 1e3)
        if self.processor:
            yield Measurement(f"{name}: processor time per answer", "ms", self.processor / len(times) * 1e3)


class _Found:
    """What a run has shown so far."""

    def __init__(self, load: _Load) -> None:
        self.load = load
        """How browsers answer now."""
        self.errors: list[str] = []
        self.asked = asyncio.Event()
        """The first request was sent."""
        self.until = inf
        """When browsers leave."""
        self.memory: list[tuple[float, float]] = []
        """(seconds, megabytes)."""


@contextmanager
def room(folder: str) -> Iterator[str]:
    """The address of a running server, started as a user starts it."""
    with _server(folder) as (_, address):
        yield address


@contextmanager
def _server(folder: str) -> Iterator[tuple[int, str]]:
    command = [sys.executable, "-m", "riverboat", "web", "--port", "0", "--folder", folder, "--no-token"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            if "http://" not in line:
                raise RiverboatError("bench web: the server did not start")
            yield server.pid, next(word for word in line.split() if word.startswith("http://")).rstrip("/")
        finally:
            server.send_signal(signal.SIGINT)


async def _run(address: str, process: int, tables: int, loads: Sequence[_Load]) -> _Found:
    import httpx

    found = _Found(loads[0])
    seconds = sum(load.seconds for load in loads)
    async with httpx.AsyncClient(base_url=address, timeout=120.0) as client:
        seats = [await _seat(client, number) for number in range(tables)]
        browsers = [
            asyncio.create_task(_browse(address.replace("http", "ws", 1), *seat, number, found))
            for number, seat in enumerate(seats)
        ]
        # The clock runs from the first question: until then the players get ready.
        with suppress(TimeoutError):  # then no answer was shown either, and that is reported
            await asyncio.wait_for(found.asked.wait(), _SECONDS_TO_BEGIN)
        start = end = perf_counter()
        found.until = start + seconds
        for found.load in loads:
            end += found.load.seconds
            before = _processor_seconds(process)
            while perf_counter() < end:
                found.memory.append((perf_counter() - start, _megabytes(process)))
                await asyncio.sleep(min(1.0, seconds / 20))
            found.load.processor = _processor_seconds(process) - before
        await asyncio.gather(*browsers)
        for name, _ in seats:
            table = (await client.get(f"/api/tables/{name}")).json()
            if sum(each["stack"] for each in table["seats"]) + table["pot"] != sum(e["bought"] for e in table["seats"]):
                found.errors.append(f"table {name}: chips do not add up")
    return found


async def _seat(client: Any, number: int) -> tuple[str, str]:
    """A table and the key of its only person."""
    bots = [{"kind": "bot", "agent": "rules"} for _ in range(_SEATS - 1)]
    setup = {"title": f"table {number}", "pace": 0, "stack": _STACK, "chairs": [{"kind": "human"}, *bots]}
    table = (await client.post("/api/tables", json=setup)).json()["id"]
    key = (await client.post(f"/api/tables/{table}/seats/0", json={"name": f"browser {number}"})).json()["key"]
    return table, key


async def _browse(address: str, table: str, key: str, number: int, found: _Found) -> None:
    """One browser: responds to requests, and checks that every frame is consistent."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    rng = Random(number)
    turn = hand = 0
    sent: tuple[int, float, _Load] | None = None
    asked = broke = -1
    try:
        async with connect(f"{address}/api/tables/{table}/live", compression=None, proxy=None) as socket:
            await socket.send(json.dumps({"kind": "hello", "key": key}))
            while True:
                frame = json.loads(await socket.recv())
                now = perf_counter()
                if frame["kind"] != "now":
                    found.errors.append(f"table {number}: {frame.get('why', frame['kind'])}")
                    continue
                if "table" in frame and frame["table"]["id"] != table:
                    found.errors.append(f"table {number}: a frame of another table")
                if frame["turn"] < turn or not hand <= frame["hand"] <= hand + 1:
                    found.errors.append(
                        f"table {number}: hand {frame['hand']}, turn {frame['turn']} after {hand}, {turn}"
                    )
                turn, hand = frame["turn"], frame["hand"]
                if sent is not None and turn > sent[0]:
                    if not any(entry["seat"] == 0 for entry in frame["did"]):
                        found.errors.append(f"table {number}: an answer was not shown")
                    sent[2].times.append(now - sent[1])
                    sent = None
                if now > found.until:
                    return
                if "over" in frame and not frame["seats"]["0"]["stack"] and hand != broke:
                    broke = hand
                    await socket.send('{"kind":"rebuy"}')
                elif "ask" in frame and "over" not in frame and turn != asked:
                    asked = turn
                    found.asked.set()
                    if found.load.thinks:
                        await asyncio.sleep(rng.expovariate(1.0 / found.load.thinks))
                    sent = turn, perf_counter(), found.load
                    await socket.send(json.dumps({"kind": "act", "turn": turn} | _choice(frame["ask"], rng)))
    except (ConnectionClosed, OSError) as error:
        found.errors.append(f"table {number}: {type(error).__name__}: {error}"[:120])


def _choice(ask: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Mostly call, sometimes fold or make the minimum raise."""
    draw = rng.random()
    if ask["fold"] and draw < 0.15:
        return {"verb": "fold"}
    if "raise" in ask and draw > 0.9:
        return {"verb": "raise", "amount": ask["raise"][0]}
    return {"verb": "call"}


def _megabytes(process: int) -> float:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _processor_seconds(process: int) -> float:
    """What a process has computed so far, by all its threads; 0 where that is not known."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")  # in user code and in the system


def _growth(memory: list[tuple[float, float]], seconds: float) -> float:
    """From the first samples after the warm-up to the last ones, a tenth of the run each."""
    early = [size for at, size in memory if _WARM_UP <= at / seconds <= _WARM_UP + 0.1]
    late = [size for at, size in memory if at / seconds >= 0.9]
    return max(0.0, mean(late) - mean(early)) if early and late else 0.0
