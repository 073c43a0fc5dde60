"""Many tables at once in one room: everyone is answered, chips add up everywhere, and everything agrees afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from killed_rooms import Room
from table_players import Person, new_table, sit

from riverboat.records.database import open_database
from riverboat.web.checking import Checked, check
from riverboat.web.private import kept_key
from riverboat.web.tables.sealing import Seal

GAMES = ["holdem(betting=no-limit)", "holdem(betting=limit)", "omaha", "stud", "razz", "five_card_draw", "leduc"]


def _play(folder: Path, tables: int, hands: int) -> Checked:
    room = Room(folder)
    room.start()
    try:
        names = [new_table(room.address, game=GAMES[n % len(GAMES)], bots=["random"]) for n in range(tables)]
        keys = [sit(room.address, name) for name in names]

        async def one(number: int) -> None:
            async with Person(room.socket(names[number]), keys[number], number) as person:
                await person.play(hands)

        async def everyone() -> None:
            await asyncio.gather(*(one(number) for number in range(tables)))

        asyncio.run(asyncio.wait_for(everyone(), 900))
        for table in httpx.get(f"{room.address}/api/tables", timeout=60).json():
            stacks = sum(seat["stack"] for seat in table["seats"])
            assert stacks + table["pot"] + table["house"] == sum(seat["bought"] for seat in table["seats"])
    finally:
        room.stop()
    checked = Checked()
    with open_database(folder / "riverboat.db", must_exist=True) as database:
        assert list(check(database, Seal(kept_key(folder)), checked)) == []
    assert checked.tables == tables
    assert checked.table_hands >= tables * hands
    return checked


def test_seven_tables(tmp_path: Path) -> None:
    _play(tmp_path / "data", 7, 2)


@pytest.mark.slow
@pytest.mark.chaos("tables in one room at once", 300)
def test_three_hundred_tables(tmp_path: Path) -> None:
    _play(tmp_path / "data", 300, 5)
