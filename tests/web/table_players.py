"""People for live tables in tests: sockets that keep every raw frame and answer by a rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

Frame = dict[str, Any]
Chooser = Callable[[Frame, Random], Frame]


def new_table(address: str, **setup: Any) -> str:
    """A table's id; `bots` are the agents beside `people` chairs for people."""
    people, bots = setup.pop("people", 1), setup.pop("bots", ["random"])
    chairs = [{"kind": "human"}] * people + [{"kind": "bot", "agent": bot} for bot in bots]
    answer = httpx.post(f"{address}/api/tables", json={"pace": 0, "chairs": chairs, **setup}, timeout=60)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    return table


def sit(address: str, table: str, chair: int = 0, name: str = "") -> str:
    """A seat's key."""
    answer = httpx.post(f"{address}/api/tables/{table}/seats/{chair}", json={"name": name or f"Player {chair}"})
    assert answer.status_code == 201, answer.text
    key: str = answer.json()["key"]
    return key


def any_legal(frame: Frame, rng: Random) -> Frame:
    """Some legal answer to what a frame asks."""
    ask, turn = frame["ask"], frame["turn"]
    if "cards" in ask:
        verb = "pass" if ask["phase"] == "pass" else "discard"
        held = frame["cards"] + frame["seats"][str(frame["you"])].get("up", [])
        return {"kind": "act", "turn": turn, "verb": verb, "cards": rng.sample(held, rng.randint(*ask["cards"]))}
    choices: list[Frame] = []
    if ask.get("fold") and rng.random() < 0.3:
        choices.append({"verb": "fold"})
    if "call" in ask:
        choices += [{"verb": "call"}] * 2
    if "bring_in" in ask:
        choices.append({"verb": "bring_in"})
    if "raise" in ask:
        choices.append({"verb": "raise", "amount": rng.randint(*ask["raise"])})
    return {"kind": "act", "turn": turn, **rng.choice(choices)}


class Person:
    """A socket at a table."""

    def __init__(self, url: str, key: str = "", seed: int = 1) -> None:
        self._url, self._key = url, key
        self.raw: list[str] = []
        self.you: int | None = None
        self.last: Frame = {}
        self.rng = Random(seed)

    async def __aenter__(self) -> Person:
        self.socket: ClientConnection = await connect(self._url, compression=None, proxy=None)
        await self.say({"kind": "hello", "key": self._key})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def say(self, message: Frame) -> None:
        """Send something."""
        await self.socket.send(json.dumps(message))

    async def hear(self) -> Frame:
        """The next frame."""
        text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        frame: Frame = json.loads(text)
        if frame["kind"] == "now":
            if "table" in frame:
                self.you = frame["table"]["you"]
            frame["you"] = self.you
            self.last = frame
        return frame

    async def hear_kind(self, kind: str) -> Frame:
        """The next frame of a kind."""
        while (frame := await self.hear())["kind"] != kind:
            pass
        return frame

    async def until_asked(self) -> Frame:
        """Wait for one's turn."""
        while not (self.last.get("ask") and "over" not in self.last):
            await self.hear()
        return self.last

    async def play(self, hands: int, choose: Chooser = any_legal) -> None:
        """Play until this many hands are over, buying in again when broke."""
        answered = -1
        finished: set[int] = set()
        before = self.last.get("hand") if "over" in self.last else None
        frame = self.last
        while len(finished) < hands:
            if frame.get("kind") == "refused" and "stack is full" not in frame["why"]:  # the chips came meanwhile
                raise AssertionError(frame)
            if "over" in frame and frame["hand"] != before:
                if frame["hand"] not in finished and frame["seats"][str(self.you)]["stack"] == 0:
                    await self.say({"kind": "rebuy"})
                finished.add(frame["hand"])
            elif "ask" in frame and "over" not in frame and frame["turn"] != answered:
                answered = frame["turn"]
                await self.say(choose(frame, self.rng))
            if len(finished) < hands:
                frame = await self.hear()
