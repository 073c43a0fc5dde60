"""Cards that were not shown at a table for several people: in the database, in files, and in what commands print."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
import pytest
from table_players import Frame, Person, new_table, sit

from riverboat.arena import run_match
from riverboat.games import Hand
from riverboat.games.view import HIDDEN
from riverboat.web.tables.closing import closed, closed_cards, opened


def _folds_now_and_then(frame: Frame, rng: Random) -> Frame:
    ask = frame["ask"]
    if "cards" in ask:
        held = frame["cards"]
        return {"kind": "act", "turn": frame["turn"], "verb": "discard", "cards": held[: ask["cards"][1]][:2]}
    verb = "fold" if ask["fold"] and rng.random() < 0.4 else "call"
    return {"kind": "act", "turn": frame["turn"], "verb": verb}


@pytest.mark.parametrize("game", ["holdem(betting=limit)", "triple_draw"])
def test_what_was_not_shown_is_in_no_row_and_every_seat_still_has_its_own(here: Any, game: str) -> None:
    address = here.url("").rstrip("/")
    name = new_table(address, game=game, people=2, bots=["rules" if "holdem" in game else "random"])
    keys = [sit(address, name, chair, who) for chair, who in enumerate(("Ann", "Bob"))]
    url = here.url(f"api/tables/{name}/live", "ws")

    async def play() -> tuple[dict[int, list[str]], list[Frame]]:
        own: dict[int, list[str]] = {}
        async with Person(url, keys[0], seed=1) as ann, Person(url, keys[1], seed=2) as bob:
            await asyncio.gather(ann.play(12, _folds_now_and_then), bob.play(12, _folds_now_and_then))
            for text in ann.raw:
                frame = json.loads(text)
                if frame.get("over") and frame.get("cards"):
                    own[frame["hand"]] = frame["cards"]
            await ann.say({"kind": "auto", "on": False})
            films = []
            for number in list(own)[:8]:
                await ann.say({"kind": "replay", "hand": number})
                films.append(await ann.hear_kind("replay"))
            return own, films

    own, films = asyncio.run(asyncio.wait_for(play(), 90))
    database = here.app.state.services.database
    [run] = [each.id for each in database.simulations() if each.hands]
    stored = {hand.number: hand for hand in database.hands(run)}
    unshown = 0
    for hand in stored.values():
        assert not hand.dealt
        for position, cards in enumerate(hand.down):
            if not (hand.live[position] and hand.went_to_showdown):
                unshown += 1
                assert set(cards) <= {HIDDEN}
        assert all(set(action.cards) <= {HIDDEN} for _, _, action in hand.actions)
    assert unshown > 5
    for film in films:
        mine = stored[film["hand"]].players.index("Ann")
        assert sorted(film["film"]["frames"][-1]["down"][mine]) == sorted(own[film["hand"]])
    log = here.tables._keeper.hand_log
    assert log.sealed(name, 1)
    assert httpx.delete(f"{address}/api/tables/{name}", timeout=60).status_code == 204
    assert not log.sealed(name, 1)


def test_a_closed_hand_can_be_opened_again_with_its_cards() -> None:
    hands: list[Hand] = []
    run_match(["random", "random", "random"], "triple_draw", 10, record=hands.extend)
    assert any(closed(hand) != hand for hand in hands)
    assert [opened(closed(hand), closed_cards(hand)) for hand in hands] == hands
