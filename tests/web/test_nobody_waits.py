"""What takes long for one table or one person delays nobody else: reading old hands, getting bots ready, closing."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from table_players import Person, new_table, sit

from riverboat.games.catalogue import parse_game
from riverboat.games.play import OutOfTimeError
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.web.tables import workers
from riverboat.web.tables.bots import MAX_HANGS, Bot
from riverboat.web.tables.workers import Workers


def test_tables_play_on_while_somebody_reads_old_hands(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames wait for what is written, so nothing else may keep the thread that writes."""
    address = here.url("").rstrip("/")
    name = new_table(address, game="holdem(betting=limit)", bots=["always_call"])
    key = sit(address, name)
    reading, may_end = threading.Event(), threading.Event()

    def slowly(*_: object) -> list[Any]:
        reading.set()
        assert may_end.wait(60)
        return []

    monkeypatch.setattr(here.app.state.services.database, "hands_before", slowly)

    async def play() -> None:
        url = here.url(f"api/tables/{name}/live", "ws")
        async with httpx.AsyncClient(base_url=address, timeout=60) as client, Person(url, key) as ann:
            await ann.play(1)
            asked = asyncio.create_task(client.post(f"/api/tables/{name}/hands", json={"key": key}))
            await asyncio.to_thread(reading.wait, 60)
            await ann.play(2)  # without an answer to the other question
            assert not asked.done()
            may_end.set()
            assert (await asked).json() == []

    try:
        asyncio.run(asyncio.wait_for(play(), 60))
    finally:
        may_end.set()


def test_a_table_that_cannot_be_closed_stays_open(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is stored of it goes in one transaction, or nothing does."""
    address = here.url("").rstrip("/")
    name = new_table(address, game="holdem(betting=limit)", bots=["always_call"])
    key = sit(address, name)
    documents = here.app.state.services.documents

    def play() -> None:
        async def one_hand() -> None:
            async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
                await ann.play(1)

        asyncio.run(asyncio.wait_for(one_hand(), 60))

    play()
    before = [kind for kind, each in documents.names() if each == name]
    with monkeypatch.context() as broken:

        def fail(*_: object) -> None:
            raise OperationalError("DELETE", {}, OSError("database or disk is full"))

        broken.setattr(documents, "erase", fail)
        refused = httpx.delete(f"{address}/api/tables/{name}", timeout=30)
        assert (refused.status_code, "full" in refused.json()["detail"]) == (507, True)
    assert [kind for kind, each in documents.names() if each == name] == before
    assert here.tables._keeper.hand_log.sealed(name, 1)
    play()
    assert httpx.delete(f"{address}/api/tables/{name}", timeout=30).status_code == 204
    assert not [kind for kind, each in documents.names() if each == name]
    assert not here.tables._keeper.hand_log.sealed(name, 1)
    assert httpx.get(f"{address}/api/tables/{name}").status_code == 404


def test_decisions_do_not_wait_for_bots_that_get_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_PATIENCE", 30.0)

    async def ask() -> None:
        threads, may_end = Workers(), threading.Event()
        busy = [asyncio.create_task(threads.prepare(lambda: may_end.wait(60))) for _ in range(3)]
        await asyncio.sleep(0)
        try:
            assert await threads.run(lambda: "call", 30.0) == "call"
            assert not any(each.done() for each in busy)
        finally:
            may_end.set()
            assert await asyncio.gather(*busy) == [True] * 3
            threads.close()

    asyncio.run(asyncio.wait_for(ask(), 60))


@pytest.mark.parametrize("slow", [False, True], ids=["unknown", "known"])
def test_slow_bots_do_not_hold_the_others(monkeypatch: pytest.MonkeyPatch, slow: bool) -> None:
    """Six that think until the others have been answered, whether or not it was known that they think for long."""
    monkeypatch.setattr(workers, "_PATIENCE", 30.0)
    monkeypatch.setattr(workers, "QUICK", 0.01)

    async def ask() -> None:
        threads, may_end = Workers(), threading.Event()
        busy = [asyncio.create_task(threads.run(lambda: may_end.wait(60), 60.0, slow=slow)) for _ in range(6)]
        await asyncio.sleep(0)
        try:
            for _ in range(3):
                assert await threads.run(lambda: "call", 30.0) == "call"
            assert not any(each.done() for each in busy)
        finally:
            may_end.set()
            assert await asyncio.gather(*busy) == [True] * 6
            threads.close()

    asyncio.run(asyncio.wait_for(ask(), 60))


def test_who_waits_for_a_turn_is_not_taken_for_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    """More slow bots than there are turns: one that never gets its turn checks, and is asked again the next time."""
    rules = parse_game("holdem")
    view = View(State(rules, list(range(rules.deck.size))), 0)

    async def ask() -> None:
        threads, may_end = Workers(), threading.Event()
        bot = Bot("Bot", "random", threads)
        await bot.prepare(rules)
        bot._is_slow = True
        busy = [asyncio.create_task(threads.run(lambda: may_end.wait(60), 60.0, slow=True)) for _ in range(2)]
        await asyncio.sleep(0)
        monkeypatch.setattr(workers, "_PATIENCE", 0.05)
        for _ in range(MAX_HANGS + 1):
            decision = await bot.decide(view)
            assert "busy" in decision.faults[0]
        may_end.set()
        await asyncio.gather(*busy)
        monkeypatch.setattr(workers, "_PATIENCE", 30.0)
        assert not (await bot.decide(view)).faults
        threads.close()

    asyncio.run(asyncio.wait_for(ask(), 60))


def test_a_bot_that_cannot_get_ready_does_not_stop_the_dealer() -> None:
    """It checks or folds, and its fault is told."""

    def fail(_: str) -> Any:
        raise OutOfTimeError("no answer within 300 s")

    async def prepare() -> None:
        threads = Workers()
        bot = Bot("Bot", "random", threads, make=fail)
        await bot.prepare(parse_game("holdem"))
        assert not bot.is_quick(parse_game("holdem"))
        threads.close()

    asyncio.run(asyncio.wait_for(prepare(), 60))
