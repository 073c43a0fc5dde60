"""A table whose disk fills up in the middle of a hand: what everybody must be told, and that play resumes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
from table_players import Person, any_legal


async def play_until_full(
    address: str, table: str, key: str, fill: Callable[[], object], free: Callable[[], object], hands: int = 3
) -> int:
    """Play before the disk is full, while it is, and after there is space again; how many hands were seen before."""
    socket = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live"
    setup = {"pace": 0, "chairs": [{"kind": "human"}, {"kind": "bot", "agent": "random"}], "title": "x" * 60}
    async with Person(socket, key) as ann:
        await ann.play(hands)
        fill()
        answered, problem = -1, ""
        while not problem:  # until a new page is needed
            frame = await ann.hear()
            problem = frame.get("why", "")
            if frame["kind"] == "now" and "over" in frame and not frame["seats"]["0"]["stack"]:
                await ann.say({"kind": "rebuy"})
            elif frame["kind"] == "now" and "ask" in frame and "over" not in frame and frame["turn"] != answered:
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
        async with Person(socket) as watcher:
            assert "full" in (await watcher.hear())["why"]
        free()
        assert (await ann.hear_kind("problem"))["why"] == ""
        number: int = ann.last["hand"]
        while ann.last["turn"] == before["turn"]:  # what was answered already
            await ann.hear()
        await ann.play(hands)
        after: dict[str, Any] = ann.last
    assert after["hand"] > before["hand"]
    async with httpx.AsyncClient(base_url=address, timeout=30) as client:
        assert (await client.get("/api/health")).json() == {"problem": ""}
    return number
