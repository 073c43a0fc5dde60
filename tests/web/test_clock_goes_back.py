"""A clock that is set back while people play: hands stay in order, nothing waits for the old time, nothing is lost."""

from __future__ import annotations

import asyncio
import sys
import time
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from table_players import Person, new_table, sit

from riverboat.records.database import open_database
from riverboat.web.checking import Checked, check
from riverboat.web.private import kept_key
from riverboat.web.tables.sealing import Seal


class Clock:
    """What every module of the package is told when it asks for the time of day."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.late = timedelta()
        self._real = time.time
        clock = self

        class Shown(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Any:
                return datetime.now(tz) - clock.late

        monkeypatch.setattr(time, "time", lambda: clock._real() - clock.late.total_seconds())
        told = 0
        for name, module in list(sys.modules.items()):
            if name.startswith("riverboat.") and vars(module).get("datetime") is datetime:
                monkeypatch.setattr(module, "datetime", Shown)
                told += 1
        assert told >= 3

    def set_back(self, **much: float) -> None:
        """By so many days, hours, ..."""
        self.late += timedelta(**much)


def _play(folder: Path, open_server: Any, monkeypatch: pytest.MonkeyPatch, jumps: int) -> None:
    rng = Random(5)
    names: list[str] = []
    keys: list[str] = []
    with open_server(folder):  # all modules are loaded
        clock = Clock(monkeypatch)
    for life in range(2):
        with open_server(folder) as server:
            address = server.url("").rstrip("/")
            for _ in range(jumps):
                clock.set_back(seconds=rng.choice((0.5, 90, 40_000, 90 * 86_400)))
                if len(names) < 3:
                    names.append(new_table(address, bots=["always_call"], clock=30))
                    keys.append(sit(address, names[-1]))
                asyncio.run(asyncio.wait_for(_everybody(server, names, keys), 300))
                details = httpx.get(f"{address}/api/health/details", timeout=60).json()
                assert details["seconds"] >= 0.0
                assert details["writes"]["problem"] == ""
        clock.set_back(days=365.0 * (life + 1))
    checked = Checked()
    with open_database(folder / "riverboat.db", must_exist=True) as database:
        assert list(check(database, Seal(kept_key(folder)), checked)) == []
        for run in database.simulations():
            hands = [hand.number for hand in database.hands(run.id)]
            assert hands == list(range(1, len(hands) + 1))
    assert checked.tables == len(names)
    assert checked.table_hands >= 2 * jumps * 2


async def _everybody(server: Any, names: list[str], keys: list[str]) -> None:
    async def one(name: str, key: str) -> None:
        async with Person(server.url(f"api/tables/{name}/live", "ws"), key) as person:
            await person.play(2)

    await asyncio.gather(*(one(name, key) for name, key in zip(names, keys, strict=True)))


def test_the_clock_goes_back_twice(tmp_path: Path, open_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _play(tmp_path / "data", open_server, monkeypatch, 1)


@pytest.mark.slow
@pytest.mark.chaos("times that the clock of a room goes back", 80)
def test_the_clock_goes_back_eighty_times(tmp_path: Path, open_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _play(tmp_path / "data", open_server, monkeypatch, 40)
