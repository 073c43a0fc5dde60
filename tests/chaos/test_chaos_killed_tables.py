"""`kill -9` of the room while tables are played at full speed: nothing that anybody saw is lost or taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from killed_rooms import Room
from table_players import Person, any_legal, new_table, sit
from websockets.exceptions import WebSocketException

from riverboat.records.database import open_database
from riverboat.web.checking import Checked, check
from riverboat.web.documents import Documents
from riverboat.web.private import kept_key
from riverboat.web.tables.keeping import NOW
from riverboat.web.tables.sealing import Seal

TABLES = 4
STACK = 2_000
MAX_ANSWERS = 80
"""Of a life: a hand takes three or four, so that a hundred lives play about a thousand hands."""


class Witness:
    """What one person has seen at a table, over all lives of the server."""

    def __init__(self, table: str, key: str, seed: int) -> None:
        self.table, self.key, self.rng = table, key, Random(seed)
        self.hand = self.turn = 0
        self.actions: list[dict[str, Any]] = []
        """Of the hand that is being played."""
        self.cards: list[str] = []
        self.over: dict[int, int] = {}
        """What this person won, by the number of the hand."""
        self.answers = 0
        self.on_answer: Callable[[], object] = lambda: None

    def see(self, frame: dict[str, Any]) -> None:
        """A frame must follow from those before, however often the server died in between."""
        assert frame["turn"] >= self.turn, "a decision that was seen was taken back"
        assert frame["hand"] >= self.hand
        done = [entry for entry in frame["did"] if entry["verb"] != "note"]
        if frame["hand"] > self.hand:
            self.actions, self.cards = [], frame.get("cards", [])
        elif frame.get("whole") and "waiting" not in frame:  # a server that starts between hands shows none
            assert done[: len(self.actions)] == self.actions, "an action that was seen was taken back"
        if frame.get("whole"):
            self.actions = done
        else:
            self.actions = self.actions + done
        self.hand, self.turn = frame["hand"], frame["turn"]
        if "over" in frame and "0" in frame["over"]["won"]:
            won = frame["over"]["won"]["0"]
            assert self.over.setdefault(self.hand, won) == won

    async def play(self, room: Room) -> None:
        """Play until the server dies."""
        answered = broke = -1
        try:
            async with Person(room.socket(self.table), self.key) as person:
                person.rng = self.rng
                while True:
                    frame = await person.hear()
                    if frame["kind"] != "now":
                        continue
                    self.see(frame)
                    is_broke = "over" in frame and not frame["seats"]["0"]["stack"]
                    if (is_broke or "rebuy" in frame.get("waiting", "")) and frame["hand"] != broke:
                        broke = frame["hand"]
                        await person.say({"kind": "rebuy"})
                    elif "ask" in frame and "over" not in frame and frame["turn"] != answered:
                        answered = frame["turn"]
                        self.answers += 1
                        self.on_answer()
                        await person.say(any_legal(frame, self.rng))
        except (WebSocketException, OSError):
            return


def _killed(folder: Path, kills: int, seed: int, hands: int = 0) -> tuple[list[Witness], list[dict[str, Any]]]:
    """Kill at least this often, until this many hands were seen: witnesses, and the tables as the last server has them.

    A life ends some milliseconds after a number of answers, not after a time: a slow machine plays as many hands.
    """
    rng = Random(seed)
    room = Room(folder)
    room.start()
    games = ["holdem(betting=no-limit)", "holdem(betting=limit)", "omaha", "five_card_draw"]
    witnesses = []
    for number in range(TABLES):
        table = new_table(room.address, game=games[number], stack=STACK, bots=["random", "random"])
        witnesses.append(Witness(table, sit(room.address, table), seed + number))
    lives = 0
    while lives < kills or sum(len(each.over) for each in witnesses) < hands:
        if lives:
            room.start()
        lives += 1

        async def live() -> None:
            left, enough = rng.randrange(1, MAX_ANSWERS), asyncio.Event()

            def on_answer() -> None:
                nonlocal left
                left -= 1
                if left == 0:
                    enough.set()

            for each in witnesses:
                each.on_answer = on_answer
            playing = [asyncio.create_task(each.play(room)) for each in witnesses]
            if rng.random() < 0.9:  # otherwise it may die while it starts
                await enough.wait()
            await asyncio.sleep(rng.uniform(0.0, 0.05))
            await asyncio.to_thread(room.kill)
            await asyncio.gather(*playing)

        asyncio.run(asyncio.wait_for(live(), 300))
    room.start()
    shown = [httpx.get(f"{room.address}/api/tables/{each.table}").json() for each in witnesses]
    room.stop()
    return witnesses, shown


def _check(folder: Path, witnesses: list[Witness], shown: list[dict[str, Any]]) -> int:
    """Every hand is stored once, with what was seen, and stacks are buy-ins and results; returns the hands."""
    total = 0
    with open_database(folder / "riverboat.db", must_exist=True) as database:
        runs = {run.parameters["table"]: run.id for run in database.simulations() if run.hands}
        for witness, table in zip(witnesses, shown, strict=True):
            hands = list(database.hands(runs[witness.table])) if witness.table in runs else []
            total += len(hands)
            assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
            assert table["hand"] - len(hands) in (0, 1)
            by_number = {hand.number: hand for hand in hands}
            for number, won in witness.over.items():
                hand = by_number[number]
                assert hand.payoffs[hand.players.index("Player 0")] == won
            now = Documents(database.engine).get(NOW, witness.table)
            assert now is not None
            for seat in now["seats"]:  # as they were when the hand that is being played was dealt
                results = [h.payoffs[h.players.index(seat["name"])] for h in hands if seat["name"] in h.players]
                assert seat["stack"] == seat["bought"] + sum(results)
            assert sum(s["stack"] for s in table["seats"]) + table["pot"] == sum(s["bought"] for s in table["seats"])
        checked = Checked()
        assert list(check(database, Seal(kept_key(folder)), checked)) == []
        assert checked.commitments == checked.table_hands == total
    return total


def test_five_kills(tmp_path: Path) -> None:
    witnesses, shown = _killed(tmp_path / "data", 5, seed=1, hands=20)
    assert _check(tmp_path / "data", witnesses, shown) >= 20
    assert all(witness.answers for witness in witnesses)


@pytest.mark.slow
@pytest.mark.chaos("kills of the room with four tables at full speed", 100)
def test_a_hundred_kills(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    witnesses, shown = _killed(tmp_path / "data", 100, seed=2, hands=1000)
    hands = _check(tmp_path / "data", witnesses, shown)
    assert hands >= 1000
    record_property("chaos", ("hands of the room with kills", hands))
    record_property("chaos", ("answers of the room with kills", sum(each.answers for each in witnesses)))
