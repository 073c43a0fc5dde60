"""Live decks are committed to before the hand, logged in a chain, and proved afterwards to those who may know."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from table_players import Person, new_table, sit

from riverboat.errors import RiverboatError
from riverboat.records.commitment import check_proof
from riverboat.web.tables.hand import shuffled
from riverboat.web.tables.log import check_chain, first_hash, next_hash


def test_roots_come_first_and_proofs_open_only_what_a_seat_may_know(here: Any) -> None:
    address = here.url("").rstrip("/")
    name = new_table(address, game="holdem(betting=limit)", people=2, bots=["always_call"])
    keys = [sit(address, name, chair) for chair in range(2)]

    async def play() -> tuple[list[str], list[dict[str, Any]]]:
        url = here.url(f"api/tables/{name}/live", "ws")
        async with Person(url, keys[0], 1) as ann, Person(url, keys[1], 2) as bob, Person(url) as watcher:
            await asyncio.gather(ann.play(6), bob.play(6))
            proofs = []
            for person in (ann, bob, watcher):
                await person.say({"kind": "proof", "hand": 3})
                proofs.append((await person.hear_kind("proof"))["proof"])
            return ann.raw, proofs

    raw, proofs = asyncio.run(asyncio.wait_for(play(), 60))
    frames = [json.loads(text) for text in raw]
    frames = [frame for frame in frames if frame["kind"] == "now" and frame["hand"] == 3]
    assert "over" not in frames[0]
    root = frames[0]["commitment"]
    assert {frame["commitment"] for frame in frames} == {root}
    hand = here.tables._keeper._find(name, 3)
    for position, proof in zip(
        (hand.players.index("Player 0"), hand.players.index("Player 1"), -1), proofs, strict=True
    ):
        found = check_proof(proof, root)
        assert found.is_dealt
        assert found.opened < found.cards
        known = hand.seen_by(position)
        allowed = {*known.board, *(card for cards in known.down for card in cards if card != -1)}
        opened = {card for _, card, _ in proof["openings"]}
        assert opened == {hand.rules.deck.card_text(card) for card in allowed}
    asked = httpx.post(f"{address}/api/tables/{name}/hands/3/proof", json={"key": keys[0]})
    assert asked.json()["openings"] == proofs[0]["openings"]
    assert httpx.post(f"{address}/api/tables/{name}/hands/999/proof", json={}).status_code == 400

    entries = httpx.get(f"{address}/api/tables/{name}/log").json()
    head = first_hash(name)
    for place, entry in enumerate(entries):
        head = next_hash(head, entry["text"])
        assert (entry["place"], entry["hash"]) == (place, head)
    bodies = [json.loads(entry["text"]) for entry in entries]
    assert next(body for body in bodies if body["hand"] == 3 and body["kind"] == "deal")["root"] == root
    for body in bodies:
        if body["kind"] == "end":
            stored = here.app.state.services.database.hand(1, body["hand"])
            hidden = [p for p, alive in enumerate(stored.live) if not (alive and stored.went_to_showdown)]
            assert all(set(body["down"][p]) <= {"??"} for p in hidden)
            assert body["payoffs"] == list(stored.payoffs)


def test_a_log_that_was_changed_is_found_out(here: Any) -> None:
    address = here.url("").rstrip("/")
    name = new_table(address, bots=["always_call"])
    key = sit(address, name)

    async def play() -> None:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            await ann.play(3)

    asyncio.run(asyncio.wait_for(play(), 60))
    log = here.tables._keeper.hand_log
    entries = list(log.entries(name))
    assert len(entries) >= 6
    assert check_chain(name, entries) == entries[-1].hash
    changed = [entry if entry.place != 1 else entry._replace(text=entry.text.replace("-", "")) for entry in entries]
    for wrong, place in ((changed, 1), (entries[:2] + entries[3:], 2), (entries[1:], 0)):
        with pytest.raises(RiverboatError, match=f"entry {place} "):
            check_chain(name, wrong)


def test_decks_of_live_tables_come_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every order of a small deck comes as often as the others: 24 orders of 4 cards, chi-square below 0.1 %."""
    from collections import Counter
    from os import urandom

    from riverboat.games.catalogue import parse_game

    rules = parse_game("kuhn")
    asked: list[int] = []

    def entropy(size: int) -> bytes:
        asked.append(size)
        return urandom(size)

    counts = Counter(shuffled(rules, entropy) for _ in range(6000))
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 30.0  # 5 degrees: one in 70,000
    assert len(asked) == 6000
