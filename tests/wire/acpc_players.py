"""A table for tests: the dealer in this thread, programs that connect to it in others, and all that they were sent."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from riverboat.games.hand import Hand
from riverboat.wire.acpc.dealer import run_dealer
from riverboat.wire.acpc.options import DealerOptions

LIMIT = "holdem.limit.2p.reverse_blinds.game"
NO_LIMIT = "holdem.nolimit.2p.reverse_blinds.game"
THREE = "holdem.nolimit.3p.game"

Answer = Callable[[str], bytes | None]
"""From a match state to what is sent back; empty for nothing, None to leave."""


def betting(line: str) -> str:
    return line.split(":")[3]


def actor(line: str, players: int = 2) -> int | None:
    """Whose turn it is, as far as simple hold'em scripts need to know: only calls, and nobody folds."""
    rounds = betting(line).split("/")
    done = len(rounds[-1])
    if len(rounds) == 4 and done == players:
        return None
    first = (1 if players == 2 else 2) if len(rounds) == 1 else 0
    return (first + done) % players


def caller(line: str, players: int = 2) -> bytes:
    """Calls when it is its turn, if everybody else only calls."""
    position = int(line.split(":")[1])
    return f"{line}:c\r\n".encode() if actor(line, players) == position else b""


@dataclass
class Program:
    """A scripted player."""

    answer: Answer
    introduction: bytes = b"VERSION:2.0.0\r\n"
    received: bytes = b""

    def run(self, port: int) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                connection.sendall(self.introduction)
                unread = b""
                while packet := connection.recv(4096):
                    self.received += packet
                    *lines, unread = (unread + packet).split(b"\r\n")
                    for line in lines:
                        reply = self.answer(line.decode("ascii"))
                        if reply is None:
                            return
                        if reply:
                            connection.sendall(reply)
            except ConnectionError:
                return

    @property
    def lines(self) -> list[str]:
        return self.received.decode("ascii").split("\r\n")[:-1]


@dataclass
class Played:
    """What came of a match."""

    code: int
    out: str
    err: str
    log: str
    transactions: str
    hands: list[Hand] = field(default_factory=list)

    @property
    def bettings(self) -> list[str]:
        """Of every hand in the log."""
        return [line.split(":")[2] for line in self.log.splitlines() if line.startswith("STATE")]


class _Door(io.StringIO):
    """Standard output that lets the players in as soon as the ports are known."""

    def __init__(self, programs: Sequence[Callable[[int], object]]) -> None:
        super().__init__()
        self.programs = programs
        self.threads: list[threading.Thread] = []

    def write(self, text: str) -> int:
        if not self.threads:
            for port, run in zip(text.split(), self.programs, strict=True):
                self.threads.append(threading.Thread(target=run, args=(int(port),), daemon=True))
                self.threads[-1].start()
        return super().write(text)


def deal(options: DealerOptions, programs: Sequence[Callable[[int], object]]) -> Played:
    """Run the dealer with these players; each is called with its port."""
    door, err = _Door(programs), io.StringIO()
    hands: list[Any] = []
    code = run_dealer(options, door, err, hands.append)
    for thread in door.threads:
        thread.join(20)
        assert not thread.is_alive(), "a player is still there after the dealer has closed"
    files = [Path(options.name + ending) for ending in (".log", ".tlog")]
    log, transactions = (file.read_text() if file.exists() else "" for file in files)
    return Played(code, door.getvalue(), err.getvalue(), log, transactions, hands)


def nobody(port: int) -> None:
    """A player who never comes."""
