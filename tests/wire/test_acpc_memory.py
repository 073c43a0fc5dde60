"""A match may have millions of hands: neither the dealer nor a player keeps anything of those that are over."""

from __future__ import annotations

import gc
import io
from typing import Any

import pytest

from riverboat.agents.scripted import AlwaysCall
from riverboat.games.acpc.standard import standard_game
from riverboat.games.hand import Hand
from riverboat.wire.acpc.client import play_on
from riverboat.wire.acpc.dealer import Match
from riverboat.wire.acpc.options import DealerOptions

GAME = "holdem.limit.2p.reverse_blinds"
HANDS = 600


class Caller:
    """A socket with somebody at its other end who calls."""

    def __init__(self, sent: list[bytes] | None = None) -> None:
        self.sent = sent
        self.answer = b"VERSION:2.0.0\r\n"

    def setblocking(self, flag: bool) -> None:
        pass

    def setsockopt(self, *option: object) -> None:
        pass

    def sendall(self, data: bytes) -> None:
        if self.sent is not None:
            self.sent.append(data)
        self.answer = data.split(b"\r\n")[-2] + b":c\r\n"

    def recv(self, size: int) -> bytes:
        return self.answer


class Packets:
    """A socket on which these packets arrive."""

    def __init__(self, packets: list[bytes]) -> None:
        self.packets = iter(packets)

    def setblocking(self, flag: bool) -> None:
        pass

    def sendall(self, data: bytes) -> None:
        pass

    def recv(self, size: int) -> bytes:
        return next(self.packets, b"")


class Census:
    """How many objects there are after each hundred hands."""

    def __init__(self) -> None:
        self.hands = 0
        self.objects: list[int] = []

    def sample(self, hand: Hand) -> None:
        self.hands += 1
        if self.hands % 100 == 0:
            gc.collect()
            self.objects.append(len(gc.get_objects()))


@pytest.fixture
def sent() -> list[bytes]:
    """What a dealer sends to its first seat in a match."""
    packets: list[bytes] = []
    seats: list[Any] = [Caller(packets), Caller()]
    options = DealerOptions("m", GAME, HANDS, 1, ("A", "B"), quiet=True)
    Match(standard_game(GAME), options, seats, io.StringIO()).play()
    return packets


def test_a_dealer_keeps_nothing() -> None:
    census = Census()
    seats: list[Any] = [Caller(), Caller()]
    options = DealerOptions("m", GAME, HANDS, 1, ("A", "B"), quiet=True)
    Match(standard_game(GAME), options, seats, io.StringIO(), record=census.sample).play()
    assert len(census.objects) == HANDS // 100
    assert census.objects[-1] - census.objects[1] < 50  # one small object a hand would be 400


def test_a_player_keeps_nothing(sent: list[bytes]) -> None:
    census = Census()

    class Watched(AlwaysCall):
        def end(self, hand: Hand) -> None:
            census.sample(hand)

    connection: Any = Packets(sent)
    result = play_on(connection, Watched(), standard_game(GAME))
    assert result.hands == HANDS
    assert census.objects[-1] - census.objects[1] < 50
