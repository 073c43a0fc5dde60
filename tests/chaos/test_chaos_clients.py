"""Clients that mean no good: slow ones, players' processes that die, people who come and go in the middle of hands."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from killed_rooms import Room
from table_players import Person, new_table, sit

from riverboat.arena import run_match
from riverboat.records.database import open_database
from riverboat.web.checking import Checked, check
from riverboat.web.private import kept_key
from riverboat.web.tables.sealing import Seal

LORIS = [b"", b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n", b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: b"]


def _slow_clients(folder: Path, clients: int, hands: int) -> None:
    """While all of them wait with half a request, somebody plays; then each of them has been sent away."""
    room = Room(folder, seconds_to_ask=2.0)
    room.start()
    try:
        name = new_table(room.address, bots=["always_call"])
        key = sit(room.address, name)
        with ExitStack() as stack:
            lines = [
                stack.enter_context(socket.create_connection(("127.0.0.1", room.port), timeout=120))
                for _ in range(clients)
            ]
            for number, line in enumerate(lines):
                line.sendall(LORIS[number % len(LORIS)])

            async def play() -> None:
                async with Person(room.socket(name), key) as person:
                    await person.play(hands)

            asyncio.run(asyncio.wait_for(play(), 300))
            assert all(line.recv(13) == b"HTTP/1.1 408 " for line in lines)
        assert httpx.get(f"{room.address}/api/health", timeout=60).json() == {"problem": ""}
    finally:
        room.stop()


def test_twenty_slow_clients(tmp_path: Path) -> None:
    _slow_clients(tmp_path / "data", 20, 3)


@pytest.mark.slow
@pytest.mark.chaos("clients with half a request at once", 600)
def test_six_hundred_slow_clients(tmp_path: Path) -> None:
    _slow_clients(tmp_path / "data", 600, 20)


DYING = """
import os, signal
from riverboat.games import Action, Agent
class Dying(Agent):
    def act(self, view):
        drawn = os.urandom(1)[0]
        if drawn < 3:
            os._exit(drawn)
        if drawn < 6:
            os.kill(os.getpid(), signal.SIGKILL)
        if drawn < 9:
            raise KeyboardInterrupt
        return Action.check_or_call()
"""


def _dying_player(folder: Path, hands: int) -> int:
    file = folder / "dying.py"
    file.write_text(DYING)
    result = run_match([str(file), "always_call", "random"], "holdem(betting=limit)", hands, session=hands)
    assert result.hands == hands
    assert all(not player.faults for player in result.players[1:])
    return sum(result.players[0].faults.values())


def test_a_player_whose_process_dies_now_and_then_plays_on(tmp_path: Path) -> None:
    _dying_player(tmp_path, 30)


@pytest.mark.slow
@pytest.mark.chaos("hands with a player whose process dies", 1500)
def test_many_hands_with_a_player_whose_process_dies(tmp_path: Path) -> None:
    assert _dying_player(tmp_path, 1500) > 50


def _people_come_and_go(folder: Path, hands: int) -> None:
    """Somebody leaves in the middle of every other hand and another comes; stacks, hands and log agree afterwards."""
    room = Room(folder)
    room.start()
    rng = Random(1)
    try:
        name = new_table(room.address, people=2, bots=["random"])
        ann = sit(room.address, name, 0, "Ann")

        async def guest(number: int) -> None:
            key = await asyncio.to_thread(sit, room.address, name, 1, f"Guest {number}")
            async with Person(room.socket(name), key, number) as person:
                seen: list[dict[str, Any]] = []
                while not any(frame.get("cards") for frame in seen):
                    seen.append(await person.hear())
                if rng.random() < 0.5:
                    await person.until_asked()
                address = f"{room.address}/api/tables/{name}/seats/1"
                assert (await asyncio.to_thread(httpx.delete, address, timeout=60)).status_code == 204
            while not (await asyncio.to_thread(_table, room.address, name))["seats"][1]["free"]:
                await asyncio.sleep(0.02)

        async def play() -> None:
            async with Person(room.socket(name), ann) as person:
                others = asyncio.create_task(_each(guest, hands))
                playing = asyncio.create_task(person.play(10**6))
                await others
                playing.cancel()

        asyncio.run(asyncio.wait_for(play(), 600))
        table = _table(room.address, name)
        stacks = sum(seat["stack"] for seat in table["seats"])
        assert stacks + table["pot"] + table["house"] == sum(seat["bought"] for seat in table["seats"])
    finally:
        room.stop()
    with open_database(folder / "riverboat.db", must_exist=True) as database:
        assert list(check(database, Seal(kept_key(folder)), Checked())) == []


async def _each(guest: Any, count: int) -> None:
    for number in range(count):
        await guest(number)


def _table(address: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(httpx.get(f"{address}/api/tables/{name}", timeout=60).text)
    return found


def test_three_guests_come_and_go(tmp_path: Path) -> None:
    _people_come_and_go(tmp_path / "data", 3)


@pytest.mark.slow
@pytest.mark.chaos("guests who leave in the middle of a hand", 60)
def test_sixty_guests_come_and_go(tmp_path: Path) -> None:
    _people_come_and_go(tmp_path / "data", 60)
