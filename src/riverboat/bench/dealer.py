"""How fast is the ACPC dealer, with two Riverboat players that call at the other ends of its sockets?

Limit hold'em, one match, three processes on this machine, with the log. Beside it, in the same run, a bare echo: three
processes send each other the very same bytes in the same order, and do nothing else. What the echo reaches is what the
system can carry; the goals are a third of its decisions per second, and 600 hands per second. A longer match
shows that neither the dealer nor a player needs more memory for it (`dealer-long`: for a million hands).
"""

from __future__ import annotations

import io
import multiprocessing
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, Final, NamedTuple

from riverboat.bench.harness import Measurement, Peers, require_equal
from riverboat.errors import RiverboatError
from riverboat.games.acpc.standard import standard_game
from riverboat.games.hand import Hand
from riverboat.lines import listen, no_delay
from riverboat.progress import OnProgress, Progress
from riverboat.wire.acpc.client import play_on
from riverboat.wire.acpc.dealer import Match
from riverboat.wire.acpc.options import DealerOptions
from riverboat.workers import start_method

_GAME: Final = "holdem.limit.2p.reverse_blinds"
_HANDS: Final = 1500
_DECISIONS: Final = 8
"""In a hand of two players who call."""
_ROUNDS: Final = 4
_LONG: Final = 20_000
_HOST: Final = "127.0.0.1"
_HANDS_BETWEEN_SAMPLES: Final = 4000
_STATM: Final = Path("/proc/self/statm")
_INTRODUCTION: Final = b"VERSION:2.0.0\r\n"


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Decisions per second beside the echo, hands per second, and memory."""
    script = _script(_HANDS)
    require_equal(sum(not event.sent for event in script), _HANDS * _DECISIONS + 2, "answers in a match of callers")
    dealer = echo = float("inf")
    for _ in range(_ROUNDS):  # in turns, so that noise affects both equally
        dealer = min(dealer, _match_seconds(_HANDS))
        echo = min(echo, _echo_seconds(script))
    decisions = {"riverboat": _HANDS * _DECISIONS / dealer / 1e3, "bare echo": _HANDS * _DECISIONS / echo / 1e3}
    yield Measurement(
        "decisions in a match of three processes",
        "k/s",
        decisions.pop("riverboat"),
        decisions,
        ratios={"bare echo": 1 / 3},
    )
    yield Measurement("hands in that match", "k/s", _HANDS / dealer / 1e3, goal=0.6)
    yield from memory(_LONG)


# The match ------------------------------------------------------------------------------------------------------------


def _match_seconds(hands: int) -> float:
    """Deal a match to two calling players in processes of their own."""
    with TemporaryFile("w", encoding="ascii") as log, _guests([_caller, _caller]) as connections:
        match = Match(standard_game(_GAME), _options(hands), connections, io.StringIO(), log)
        start = perf_counter()
        match.play()
        return perf_counter() - start


def _options(hands: int) -> DealerOptions:
    return DealerOptions("match", _GAME, hands, 1, ("first", "second"), quiet=True)


def _caller(connection: socket.socket) -> None:
    from riverboat.agents.registry import make_agent

    play_on(connection, make_agent("always_call"), standard_game(_GAME))


# The echo -------------------------------------------------------------------------------------------------------------


class _Event(NamedTuple):
    """Bytes that the dealer sent to a seat, or was sent by it."""

    seat: int
    sent: bool
    data: bytes


class _Notebook:
    """A fake socket for the dealer: always calls, and records everything."""

    def __init__(self, seat: int, events: list[_Event]) -> None:
        self._seat, self._events = seat, events
        self._answer = _INTRODUCTION

    def setblocking(self, flag: bool) -> None:
        """Nothing blocks here."""

    def setsockopt(self, *option: object) -> None:
        """Nothing to set."""

    def sendall(self, data: bytes) -> None:
        """Ready to answer the last line."""
        self._events.append(_Event(self._seat, True, data))
        self._answer = data.split(b"\r\n")[-2] + b":c\r\n"

    def recv(self, size: int) -> bytes:
        """The answer."""
        self._events.append(_Event(self._seat, False, self._answer))
        return self._answer


def _script(hands: int) -> list[_Event]:
    """All that is sent in a match of callers, in order."""
    events: list[_Event] = []
    seats: list[Any] = [_Notebook(seat, events) for seat in range(2)]
    Match(standard_game(_GAME), _options(hands), seats, io.StringIO()).play()
    return events


def _echo_seconds(script: list[_Event]) -> float:
    """Send the same bytes back and forth."""
    parts = [[event for event in script if event.seat == seat] for seat in range(2)]
    with _guests([partial(_follow, part) for part in parts]) as connections:
        start = perf_counter()
        for seat, sent, data in script:
            if sent:
                connections[seat].sendall(data)
            else:
                _receive(connections[seat], len(data))
        return perf_counter() - start


def _follow(script: list[_Event], connection: socket.socket) -> None:
    """The other end: what the dealer sends is received, and the other way round."""
    for _, sent, data in script:
        if sent:
            _receive(connection, len(data))
        else:
            connection.sendall(data)


def _receive(connection: socket.socket, size: int) -> None:
    while size:
        size -= len(connection.recv(size))


# Processes ------------------------------------------------------------------------------------------------------------


@contextmanager
def _guests(programs: Sequence[Callable[[socket.socket], object]]) -> Iterator[list[socket.socket]]:
    """Connections to programs, each in its own process; they have to end by themselves when these are closed."""
    context = _forking()
    with ExitStack() as stack:
        processes, connections = [], []
        for program in programs:
            with listen(_HOST, 0) as listener:
                process = context.Process(target=_dial, args=(program, listener.getsockname()[1]), daemon=True)
                process.start()
                processes.append(process)
                connections.append(stack.enter_context(listener.accept()[0]))
            no_delay(connections[-1])
        yield connections
        for connection in connections:
            connection.shutdown(socket.SHUT_WR)
        for process in processes:
            process.join(10)


def _forking() -> Any:
    if start_method() != "fork":
        raise RiverboatError("bench dealer: its guests are forked, which this system cannot do")
    return multiprocessing.get_context("fork")


def _dial(program: Callable[[socket.socket], object], port: int) -> None:
    with socket.create_connection((_HOST, port)) as connection:
        no_delay(connection)
        program(connection)


# Memory ---------------------------------------------------------------------------------------------------------------


def memory(hands: int, on_progress: OnProgress | None = None) -> Iterator[Measurement]:
    """How much more memory the dealer and the players have after a long match than early in it."""
    if not _STATM.exists():
        return
    grown = _forking().Array("q", 2)
    gauge = MemoryGauge()

    def sample_memory(hand: object) -> None:
        gauge.sample_memory(hand)
        if on_progress is not None and gauge.hands % _HANDS_BETWEEN_SAMPLES == 0:
            note = f"{gauge.hands:,} of {hands:,} hands, {gauge.grown / 1e3:,.0f} kB more"
            on_progress(Progress(gauge.hands, hands, note=note))

    players = [partial(_watched, grown, seat) for seat in range(2)]
    with TemporaryFile("w", encoding="ascii") as log, _guests(players) as connections:
        Match(standard_game(_GAME), _options(hands), connections, io.StringIO(), log, record=sample_memory).play()
    yield Measurement(f"memory that {hands:,} hands add to the dealer", "kB", gauge.grown / 1e3, goal=500)
    yield Measurement(f"memory that {hands:,} hands add to a player", "kB", max(grown[:]) / 1e3, goal=500)


class MemoryGauge:
    """How much this process has grown since some thousand hands were over."""

    def __init__(self) -> None:
        self.grown = 0
        """Bytes."""
        self.hands = self._before = 0

    def sample_memory(self, hand: object) -> None:
        """One more hand is over."""
        self.hands += 1
        if self.hands % _HANDS_BETWEEN_SAMPLES == 0:
            now = int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            if self.hands == _HANDS_BETWEEN_SAMPLES:
                self._before = now
            self.grown = now - self._before


def _watched(grown: Any, seat: int, connection: socket.socket) -> None:
    from riverboat.agents.scripted import AlwaysCall

    gauge = MemoryGauge()

    class Watched(AlwaysCall):
        """Calls, and measures its memory after each hand."""

        def end(self, hand: Hand) -> None:
            gauge.sample_memory(hand)
            grown[seat] = gauge.grown

    play_on(connection, Watched(), standard_game(_GAME))
