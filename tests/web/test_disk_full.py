"""A full disk: dealing stops, everyone is told, nothing that was seen is lost, and play resumes when there is space."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from full_disks import play_until_full
from sqlalchemy import event
from table_players import Person, new_table, sit

MANY = 1 << 30


class Disk:
    """Lets SQLite believe that there is no space left: it then fails as on a full disk."""

    def __init__(self, engine: Any) -> None:
        self.engine, self.is_full = engine, False
        event.listen(engine, "checkout", self._limit)

    def _limit(self, connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={1 if self.is_full else MANY}")  # 1: as few as there are now


@pytest.fixture
def disk(here: Any) -> Iterator[Disk]:
    found = Disk(here.app.state.services.database.engine)
    yield found
    found.is_full = False


@pytest.mark.chaos("full disks", 1)
def test_a_full_disk_stops_the_table_and_is_told_everywhere(here: Any, disk: Disk) -> None:
    address = here.url("").rstrip("/")
    name = new_table(address, game="holdem(betting=limit)", bots=["always_call", "random"])
    key = sit(address, name)

    def fill() -> None:
        disk.is_full = True

    def free() -> None:
        disk.is_full = False

    hands_before = asyncio.run(asyncio.wait_for(play_until_full(address, name, key, fill, free), 120))
    database = here.app.state.services.database
    hands = list(database.hands(database.simulations()[-1].id))
    assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
    assert len(hands) >= hands_before


def test_the_clock_does_not_fold_while_nothing_can_be_stored(here: Any, disk: Disk) -> None:
    address = here.url("").rstrip("/")
    name = new_table(address, bots=["always_call"], clock=0.3, stack=10_000)
    key = sit(address, name)
    keeper = here.tables._keeper

    async def play() -> None:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            await ann.until_asked()
            turn = ann.last["turn"]
            keeper.problem = "nothing can be stored: a test"
            here.tables._tell_problem()
            await asyncio.sleep(1.0)
            assert here.tables.get(name).turn == turn
            keeper.problem = ""
            waiting, keeper.waiting = keeper.waiting, set()
            for each in waiting:
                keeper._loop.call_soon_threadsafe(each.set)
            while here.tables.get(name).turn == turn:
                await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_seat_whose_key_could_not_be_stored_stays_free(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    address = here.url("").rstrip("/")
    name = new_table(address, bots=["always_call"])

    def fail(batch: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(here.tables._keeper, "_write", fail)
    refused = httpx.post(f"{address}/api/tables/{name}/seats/0", json={"name": "Ann"}, timeout=30)
    assert refused.status_code == 507
    assert "no space left" in refused.json()["detail"]
    monkeypatch.undo()
    while httpx.get(f"{address}/api/health").json()["problem"]:
        pass
    assert sit(address, name, name="Ann")


def test_the_first_hand_of_a_table_costs_no_commits_of_its_own(here: Any) -> None:
    """A new run with its players is part of the batch: two hundred new tables would otherwise wait for each other."""
    engine, keeper = here.app.state.services.database.engine, here.tables._keeper
    address = here.url("").rstrip("/")
    name = new_table(address, game="holdem(betting=limit)", bots=["always_call", "random"])
    key = sit(address, name, name="Somebody new")
    commits = [0]

    def count(_: object) -> None:
        commits[0] += 1

    event.listen(engine, "commit", count)
    before = keeper.commits

    async def play() -> None:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            await ann.play(2)

    asyncio.run(asyncio.wait_for(play(), 60))
    httpx.get(f"{address}/api/tables/{name}")  # waits until everything is on disk
    event.remove(engine, "commit", count)
    assert 0 < commits[0] == keeper.commits - before
