"""A full disk: dealing stops, everyone is told, nothing that was seen is lost, and play resumes when there is space."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from table_players import Person, any_legal, new_table, sit

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
    setup = {"pace": 0, "chairs": [{"kind": "human"}, {"kind": "bot", "agent": "random"}], "title": "x" * 60}

    async def play() -> tuple[dict[str, Any], dict[str, Any], list[int]]:
        seen: list[dict[str, Any]] = []
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            await ann.play(3)
            disk.is_full = True
            answered, problem = -1, ""
            while not problem:  # until a new page is needed
                frame = await ann.hear()
                problem = frame.get("why", "")
                if frame["kind"] == "now":
                    seen.append(frame)
                    if "ask" in frame and "over" not in frame and frame["turn"] != answered:
                        answered = frame["turn"]
                        await ann.say(any_legal(frame, ann.rng))
            assert "full" in problem
            before = ann.last
            async with httpx.AsyncClient(base_url=address, timeout=30) as client:
                assert "full" in (await client.get("/api/health")).json()["problem"]
                refused = await client.post("/api/tables", json=setup)
                assert refused.status_code == 507
                assert "full" in refused.json()["detail"]
                assert "\n" not in refused.json()["detail"]
            await ann.say({"kind": "sit_out", "out": True})
            assert "full" in (await ann.hear_kind("refused"))["why"]
            assert ann.last["turn"] == before["turn"], "a frame left that is not on disk"
            async with Person(here.url(f"api/tables/{name}/live", "ws")) as watcher:
                assert "full" in (await watcher.hear())["why"]
            disk.is_full = False
            assert (await ann.hear_kind("problem"))["why"] == ""
            number = ann.last["hand"]
            while ann.last["turn"] == before["turn"]:  # what was answered already
                await ann.hear()
            await ann.play(3)
            return before, ann.last, [number]

    before, after, (number,) = asyncio.run(asyncio.wait_for(play(), 120))
    assert after["hand"] > before["hand"]
    assert httpx.get(f"{address}/api/health").json() == {"problem": ""}
    database = here.app.state.services.database
    hands = list(database.hands(database.simulations()[-1].id))
    assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
    assert len(hands) >= number


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
