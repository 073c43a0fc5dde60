"""Random message sequences against a table's sockets: chips are conserved, nothing leaks, nobody else notices.

The sockets are made up, everything behind them is real: messages, connections, the table, its keeper and a database.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import re
import tempfile
from functools import cache
from pathlib import Path
from random import Random, SystemRandom
from types import SimpleNamespace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from starlette.websockets import WebSocketDisconnect

from riverboat.games import Hand
from riverboat.records.database import HandDatabase, open_database
from riverboat.web.documents import Documents
from riverboat.web.people import OWNER
from riverboat.web.tables import table
from riverboat.web.tables.connection import attend
from riverboat.web.tables.lobby import Tables
from riverboat.web.tables.sealing import Seal
from riverboat.web.tables.setup import Chair, TableSetup

LARGEST = 4096
_CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
_GAMES = st.sampled_from(["holdem(betting=limit)", "holdem(betting=no-limit)", "five_card_draw", "stud"])


@cache
def _database() -> HandDatabase:
    """One for all examples: making it takes longer than playing."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return open_database(Path(folder.name) / "hands.db")


class MadeUpSocket:
    """What `attend` sees of a browser."""

    def __init__(self) -> None:
        self.state = SimpleNamespace(person=OWNER)
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.frames: list[str] = []
        self.closed: int | None = None

    async def receive(self) -> dict[str, Any]:
        return await self.incoming.get()

    async def send_text(self, text: str) -> None:
        if self.closed is not None:
            raise WebSocketDisconnect(1006)
        self.frames.append(text)

    async def close(self, code: int, reason: str = "") -> None:
        self.closed = code


class Browser:
    """One socket and what it knows."""

    def __init__(self, chair: int | None, task: asyncio.Task[None], socket: MadeUpSocket) -> None:
        self.chair, self.task, self.socket = chair, task, socket
        self.read = 0

    @property
    def last(self) -> dict[str, Any]:
        """The last frame that shows the table."""
        for text in reversed(self.socket.frames):
            frame: dict[str, Any] = json.loads(text)
            if frame["kind"] == "now":
                return frame
        return {}


class TableMachine(RuleBasedStateMachine):
    """Two people at a table with a bot, and a witness at another."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        database = _database()
        self.tables = Tables(Documents(database.engine), database, Seal(bytes(32)))
        self.hands: dict[int, Hand] = {}
        self.browsers: list[Browser] = []
        self.said = ""

    @initialize(game=_GAMES, seed=st.integers(0, 1000))
    def begin(self, game: str, seed: int) -> None:
        table._RNG = Random(seed)  # type: ignore[misc, assignment]
        self.tables._entropy = Random(seed).randbytes

        async def start() -> None:
            await self.tables.open()
            chairs = [Chair(kind="human"), Chair(kind="human"), Chair(kind="bot", agent="always_call")]
            setup = TableSetup(game=game, chairs=chairs, pace=0, strategies={})
            self.table, self.witness = await self.tables.create(setup), await self.tables.create(setup)
            self.keys = [self.table.sit_down(chair, f"Player {chair}") for chair in range(2)]
            key = self.witness.sit_down(0, "Witness")
            self.seen = self._open(self.witness, None, key)
            while self.table.waiting.startswith("the players") or self.witness.waiting.startswith("the players"):
                await asyncio.sleep(0.001)

        self.loop.run_until_complete(start())
        record = self.tables._keeper.record

        def listen(name: str, setup: TableSetup, hand: Hand) -> None:
            if name == self.table.name:
                self.hands[hand.number] = hand
            record(name, setup, hand)

        self.tables._keeper.record = listen  # type: ignore[method-assign, assignment]
        for chair in (0, 1):
            self.connect(chair)
        self.settle()
        self.quiet = self.witness.public()

    def teardown(self) -> None:
        async def end() -> None:
            for each in (self.table, self.witness):
                await self.tables.drop(each.name)
            await self.tables.close()
            for task in asyncio.all_tasks():
                if task is not asyncio.current_task():
                    task.cancel()
            await asyncio.sleep(0)

        table._RNG = SystemRandom()  # type: ignore[misc]
        if hasattr(self, "table"):
            self.loop.run_until_complete(end())
        self.loop.close()

    # What happens -----------------------------------------------------------------------------------------------------

    def _open(self, table: Any, chair: int | None, key: str) -> Browser:
        socket = MadeUpSocket()
        socket.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps({"kind": "hello", "key": key})})
        task = asyncio.get_event_loop().create_task(attend(socket, table, LARGEST))  # type: ignore[arg-type]
        return Browser(chair, task, socket)

    def settle(self) -> None:
        async def wait() -> None:
            keeper = self.tables._keeper
            while True:  # frames leave when what they show is on disk
                for _ in range(60):
                    await asyncio.sleep(0)
                if keeper.written >= keeper.newest:
                    return
                await self.tables.settled()

        self.loop.run_until_complete(wait())

    def send(self, browser: Browser, text: str) -> None:
        self.said = text
        browser.socket.incoming.put_nowait({"type": "websocket.receive", "text": text})
        self.settle()

    def open_ones(self) -> list[Browser]:
        return [browser for browser in self.browsers if browser.socket.closed is None and not browser.task.done()]

    @rule(chair=st.sampled_from([0, 1, None]))
    def connect(self, chair: int | None) -> None:
        """A browser opens the table; if it is somebody's seat, any other there has to go."""
        before = [browser for browser in self.open_ones() if browser.chair == chair and chair is not None]

        async def come() -> Browser:
            return self._open(self.table, chair, "" if chair is None else self.keys[chair])

        self.browsers.append(self.loop.run_until_complete(come()))
        self.settle()
        assert all(browser.socket.closed == 4001 for browser in before)

    @precondition(lambda self: self.open_ones())
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        browser = data.draw(st.sampled_from(self.open_ones()))
        browser.socket.incoming.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self.settle()
        assert browser.task.done()

    @precondition(lambda self: any(b.last.get("ask") and "over" not in b.last for b in self.open_ones()))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Somebody who is asked answers as the rules allow, and it counts."""
        asked = [b for b in self.open_ones() if b.last.get("ask") and "over" not in b.last]
        browser = data.draw(st.sampled_from(asked))
        frame, ask = browser.last, browser.last["ask"]
        message: dict[str, Any] = {"kind": "act", "turn": frame["turn"]}
        if "cards" in ask:
            held = frame["cards"]
            count = data.draw(st.integers(ask["cards"][0], min(ask["cards"][1], len(held))))
            message |= {"verb": "discard", "cards": held[:count]}
        else:
            choices: list[dict[str, Any]] = [{"verb": "call"}] if "call" in ask else []
            choices += [{"verb": "fold"}] if ask["fold"] else []
            choices += [{"verb": "bring_in"}] if "bring_in" in ask else []
            if "raise" in ask:
                choices.append({"verb": "raise", "amount": data.draw(st.integers(*ask["raise"]))})
            message |= data.draw(st.sampled_from(choices))
        before = self.table.turn
        self.send(browser, json.dumps(message))
        assert self.table.turn > before

    @precondition(lambda self: self.said and self.open_ones())
    @rule(data=st.data())
    def say_it_again(self, data: st.DataObject) -> None:
        """A message that was sent before, perhaps from another browser."""
        acted = '"act"' in self.said
        before = self.table.turn
        self.send(data.draw(st.sampled_from(self.open_ones())), self.said)
        if acted:
            assert self.table.turn == before

    @precondition(lambda self: self.open_ones())
    @rule(
        data=st.data(), off=st.integers(-3, 3).filter(bool), verb=st.sampled_from(["fold", "call", "raise", "discard"])
    )
    def act_in_another_turn(self, data: st.DataObject, off: int, verb: str) -> None:
        before = self.table.kept()
        message = {"kind": "act", "turn": max(0, self.table.turn + off), "verb": verb, "amount": 20}
        self.send(data.draw(st.sampled_from(self.open_ones())), json.dumps(message))
        assert self.table.kept() == before

    @precondition(lambda self: self.open_ones())
    @rule(
        data=st.data(),
        text=st.text(max_size=60) | st.sampled_from(["{", "[]", "null", '{"kind":"act"}', '{"kind":[]}']),
    )
    def talk_nonsense(self, data: st.DataObject, text: str) -> None:
        browser = data.draw(st.sampled_from(self.open_ones()))
        before = self.table.kept()
        self.send(browser, text)
        assert json.loads(browser.socket.frames[-1])["kind"] == "refused"
        assert self.table.kept() == before

    @precondition(lambda self: self.open_ones())
    @rule(data=st.data())
    def say_too_much(self, data: st.DataObject) -> None:
        browser = data.draw(st.sampled_from(self.open_ones()))
        before = self.table.kept()
        self.send(browser, "x" * (LARGEST + 1))
        assert browser.socket.closed == 1009
        assert self.table.kept() == before

    @precondition(lambda self: self.open_ones())
    @rule(
        data=st.data(),
        message=st.sampled_from(
            [
                {"kind": "auto", "on": True}, {"kind": "auto", "on": False}, {"kind": "sit_out", "out": True},
                {"kind": "sit_out", "out": False}, {"kind": "rebuy"}, {"kind": "deal", "hand": 1},
                {"kind": "odds", "turn": 0}, {"kind": "replay", "hand": 99},
            ]
        ),
    )  # fmt: skip
    def change_something(self, data: st.DataObject, message: dict[str, Any]) -> None:
        self.send(data.draw(st.sampled_from(self.open_ones())), json.dumps(message))

    # What is always true ----------------------------------------------------------------------------------------------

    @invariant()
    def chips_are_conserved(self) -> None:
        if hasattr(self, "table"):
            now = self.table.public()
            bought = sum(seat["bought"] for seat in now["seats"])
            assert sum(seat["stack"] for seat in now["seats"]) + now["pot"] + now["house"] == bought

    @invariant()
    def nobody_sees_anothers_cards(self) -> None:
        for browser in self.browsers:
            new, browser.read = browser.socket.frames[browser.read :], len(browser.socket.frames)
            for text in new:
                self._check(json.loads(text), text, browser.chair)

    def _check(self, frame: dict[str, Any], text: str, chair: int | None) -> None:
        found = set(_CARD.findall(text))
        if frame["kind"] != "now" or not found:
            assert not found
            return
        number = frame["hand"]
        record = self.hands.get(number)
        if record is not None:
            states = list(record.replay())
            players = record.players
            deck = record.rules.deck
        else:
            live = self.table.hand
            assert live is not None
            assert live.number == number
            states, deck = [live.state], live.rules.deck
            players = tuple(self.table.seats[each].name for each in live.order)
        name = None if chair is None else f"Player {chair}"
        own = players.index(name) if name in players else None
        allowed: set[int] = set()
        for state in states:
            allowed.update(state.board, *state.up)
            if own is not None:
                allowed.update(state.down[own])
        if "over" in frame and record is not None and record.went_to_showdown:
            allowed.update(card for p, alive in enumerate(record.live) if alive for card in record.down[p])
        assert found <= {deck.card_text(card) for card in allowed}, (frame, chair)

    @invariant()
    def nobody_else_notices(self) -> None:
        if hasattr(self, "quiet"):
            assert self.witness.public() == self.quiet
            assert self.seen.socket.closed is None


TableMachine.TestCase.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)
TestTableMachine = TableMachine.TestCase
