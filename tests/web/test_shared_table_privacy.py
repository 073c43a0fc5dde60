"""After people have shared a table: lists, replays, searches, statistics and reports know only what was shown."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Any

import httpx
import pytest
from table_players import Frame, Person, new_table, sit

from riverboat.games import Hand

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs])+(?![0-9A-Za-z])")
GAME = "holdem(betting=limit)"


def _folds_every_other_hand(frame: Frame, _: Random) -> Frame:
    """At the first bet, so that whatever is dealt there are cards that nobody has shown."""
    verb = "fold" if frame["ask"]["fold"] and frame["hand"] % 2 else "call"
    return {"kind": "act", "turn": frame["turn"], "verb": verb}


def _played(here: Any, monkeypatch: pytest.MonkeyPatch, people: int) -> list[Hand]:
    """Hands of a table for this many people and two bots, with all cards, as only the dealer knows them."""
    hands: list[Hand] = []
    keeper = here.tables._keeper
    record = keeper.record

    def remember(table: str, setup: Any, hand: Hand) -> None:
        hands.append(hand)
        record(table, setup, hand)

    monkeypatch.setattr(keeper, "record", remember)
    address = here.url("").rstrip("/")
    name = new_table(address, game=GAME, people=people, bots=["rules(style=loose_passive)", "rules(style=maniac)"])
    keys = [sit(address, name, chair, who) for chair, who in enumerate(("Ann", "Bob")[:people])]
    url = here.url(f"api/tables/{name}/live", "ws")

    async def play() -> None:
        players = [Person(url, key, seed=seed) for seed, key in enumerate(keys)]
        for player in players:
            await player.__aenter__()
        await asyncio.gather(*(player.play(8, _folds_every_other_hand) for player in players))
        for player in players:
            await player.__aexit__(None, None, None)

    asyncio.run(asyncio.wait_for(play(), 90))
    assert httpx.delete(f"{address}/api/tables/{name}", timeout=60).status_code == 204
    return hands


def _hidden(hand: Hand) -> list[set[str]]:
    """The holdings that nobody has shown, card by card."""
    shown = [alive and hand.went_to_showdown for alive in hand.live]
    return [
        {hand.rules.deck.card_text(card) for card in cards}
        for cards, is_shown in zip(hand.down, shown, strict=True)
        if not is_shown
    ]


def _cards_in(answer: Any) -> set[str]:
    return {card for found in CARD.findall(json.dumps(answer)) for card in re.findall("..", found)}


def test_what_was_not_shown_is_nowhere(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not for the owner of the server, and also after the table is closed."""
    hands = _played(here, monkeypatch, 2)
    assert sum(map(len, map(_hidden, hands))) > 5
    client = httpx.Client(base_url=here.url("api"), timeout=60)
    [run] = client.get("/review/sources").json()["runs"]
    listed = client.get("/review/hands", params={"count": 100}).json()
    assert listed["total"] == run["hands"] == len(hands)
    closed_asked = 0
    for place, hand in enumerate(hands):
        closed = set().union(*_hidden(hand)) if _hidden(hand) else set()
        replay = client.get(f"/review/hands/{run['id']}/{place}").json()
        [line] = [each for each in listed["hands"] if each["number"] == hand.number]
        assert not closed & _cards_in(replay)
        assert not closed & _cards_in(line)
        for holding in _hidden(hand)[:1]:  # a search for it does not find it, and counts nothing
            closed_asked += 1
            query = f"run:{run['id']} cards:{''.join(sorted(holding))}"
            found = client.get("/review/hands", params={"query": query}).json()
            assert hand.number not in [each["number"] for each in found["hands"]]
            counted = client.get("/statistics/players", params={"query": query}).json()
            assert sum(row["hands"] for row in counted["rows"]) == sum(
                holding == {h.rules.deck.card_text(card) for card in cards}
                for h in hands
                for at, cards in enumerate(h.down)
                if h.live[at] and h.went_to_showdown
            )
    assert closed_asked > 3
    for path in ("players", "course?player=Ann", "players?player=Ann&by=position", "rates"):
        assert not _cards_in(client.get(f"/statistics/{path}").json()), path
    report = client.post("/review/reports", json={"player": "Ann"})
    assert report.status_code == 400
    assert "several people" in report.json()["detail"]
    luck = client.post("/statistics/luck").json()
    assert luck is None or not _cards_in(luck)


def test_alone_with_bots_everything_is_open_afterwards(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = _played(here, monkeypatch, 1)
    client = httpx.Client(base_url=here.url("api"), timeout=60)
    [run] = client.get("/review/sources").json()["runs"]
    place, hand = next((place, hand) for place, hand in enumerate(hands) if _hidden(hand))
    replay = client.get(f"/review/hands/{run['id']}/{place}").json()
    assert set().union(*_hidden(hand)) <= _cards_in(replay)
    query = f"cards:{''.join(sorted(_hidden(hand)[0]))}"
    found = client.get("/review/hands", params={"query": query}).json()
    assert hand.number in [each["number"] for each in found["hands"]]
