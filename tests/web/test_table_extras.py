"""What a table offers besides play: positions, counts beside the seats, lessons after a hand; and whom it refuses."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from table_players import Frame, Person, new_table, sit

from riverboat.games.indicators import indicators_of


def run(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, 60))


def calls(frame: Frame, rng: Random) -> Frame:
    return {"kind": "act", "turn": frame["turn"], "verb": "call"}


def folds(frame: Frame, rng: Random) -> Frame:
    return {"kind": "act", "turn": frame["turn"], "verb": "fold" if frame["ask"].get("fold") else "call"}


def address_of(here: Any) -> str:
    return str(here.url("")).rstrip("/")


def test_positions_are_named_from_the_button_on(here: Any) -> None:
    """Four players: the button is the last of them, and the blinds are on its left."""
    name = new_table(address_of(here), bots=["always_call"] * 3, game="holdem(betting=limit)")
    key = sit(address_of(here), name)

    async def story() -> Frame:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            return await ann.until_asked()

    frame = run(story())
    named = {(int(chair) - frame["button"]) % 4: place for chair, place in frame["positions"].items()}
    assert named == {0: "button", 1: "small blind", 2: "big blind", 3: "UTG"}


@pytest.mark.parametrize(("game", "named"), [("stud", set()), ("leduc", {"button"})])
def test_where_no_blinds_are_posted_nobody_is_called_one(here: Any, game: str, named: set[str]) -> None:
    name = new_table(address_of(here), bots=["random"], game=game)
    key = sit(address_of(here), name)

    async def story() -> Frame:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            return await ann.until_asked()

    assert set(run(story())["positions"].values()) == named


def test_counts_beside_the_seats_are_those_of_the_stored_hands(here: Any) -> None:
    name = new_table(address_of(here), bots=["always_raise", "always_fold"], game="holdem(betting=limit)")
    key = sit(address_of(here), name, name="Ann")

    async def story() -> Frame:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            await ann.play(6, calls)
            await ann.say({"kind": "auto", "on": False})
            await ann.say({"kind": "hud"})
            return await ann.hear_kind("hud")

    found = run(story())["seats"]
    database = here.app.state.services.database
    [simulation] = [each.id for each in database.simulations() if each.hands]
    books = indicators_of(list(database.hands(simulation)))
    counted = {seat["hands"] for seat in found.values()}
    assert counted == {len(list(database.hands(simulation)))}
    raiser, folder = found["1"], found["2"]
    assert raiser["vpip"] == list(books["Raiser"].sample("vpip"))
    assert raiser["pfr"][0] == raiser["pfr"][1] > 0
    assert folder["vpip"][0] == 0


def test_a_lesson_has_all_cards_and_the_equity_of_every_street(here: Any) -> None:
    name = new_table(address_of(here), bots=["always_call"], game="holdem(betting=limit)", auto_deal=False)
    key = sit(address_of(here), name)

    async def story() -> tuple[Frame, Frame]:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            while "ready to deal" not in (await ann.hear()).get("waiting", ""):
                pass
            await ann.say({"kind": "deal", "hand": 0})
            await ann.play(1, calls)
            over = ann.last
            await ann.say({"kind": "lesson", "hand": over["hand"]})
            return over, await ann.hear_kind("lesson")

    over, lesson = run(story())
    assert lesson["cards"]["0"] == over["cards"]
    assert lesson["cards"]["1"] == over["shown"]["1"]
    assert [street for street, _ in lesson["equity"]] == ["preflop", "flop", "turn", "river"]
    won = over["over"]["won"]["0"]
    assert lesson["equity"][-1][1] == (1.0 if won > 0 else 0.0 if won < 0 else 0.5)


def test_cards_of_a_folded_bot_are_in_a_lesson_and_in_no_other_frame(here: Any) -> None:
    """No raw frame of one's own table has them before the hand is over."""
    name = new_table(address_of(here), bots=["always_fold"] * 2, game="holdem(betting=limit)", auto_deal=False)
    key = sit(address_of(here), name)

    async def story() -> tuple[list[str], Frame, Frame]:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            while "ready to deal" not in (await ann.hear()).get("waiting", ""):
                pass
            await ann.say({"kind": "deal", "hand": 0})
            await ann.play(1, calls)
            before, shown = [text for text in ann.raw if '"over"' not in text], ann.last["shown"]
            await ann.say({"kind": "lesson", "hand": ann.last["hand"]})
            return before, shown, await ann.hear_kind("lesson")

    raw, shown, lesson = run(story())
    hidden = [card for chair, cards in lesson["cards"].items() if chair not in shown for card in cards]
    assert len(hidden) in (2, 4)  # who folds at once; the big blind may see the showdown for nothing
    assert not [card for card in hidden if any(f'"{card}"' in text for text in raw)]


def test_no_lesson_where_several_people_play_nor_in_the_middle_of_a_hand(here: Any) -> None:
    address = address_of(here)
    shared = new_table(address, people=2, bots=["always_call"], game="holdem(betting=limit)")
    keys = [sit(address, shared, chair, who) for chair, who in enumerate(("Ann", "Bob"))]
    alone = new_table(address, bots=["always_call"], game="holdem(betting=limit)")
    own = sit(address, alone, name="Cleo")

    async def story() -> list[str]:
        said = []
        url = here.url(f"api/tables/{shared}/live", "ws")
        async with Person(url, keys[0], 1) as ann, Person(url, keys[1], 2) as bob:
            await asyncio.gather(ann.play(2, folds), bob.play(2, folds))
            await ann.say({"kind": "lesson", "hand": 1})
            said.append((await ann.hear_kind("refused"))["why"])
            for person in (ann, bob):
                assert not any('"lesson"' in text for text in person.raw)
        async with Person(here.url(f"api/tables/{alone}/live", "ws"), own) as cleo:
            asked = await cleo.until_asked()
            await cleo.say({"kind": "lesson", "hand": asked["hand"]})
            said.append((await cleo.hear_kind("refused"))["why"])
        return said

    several, middle = run(story())
    assert "several people" in several
    assert "not the last one" in middle


def test_who_takes_the_chair_afterwards_gets_no_lesson_of_that_hand(here: Any) -> None:
    import httpx

    address = address_of(here)
    name = new_table(address, bots=["always_call"], game="holdem(betting=limit)", auto_deal=False)
    key = sit(address, name, name="Ann")
    url = here.url(f"api/tables/{name}/live", "ws")

    async def story() -> str:
        async with Person(url, key) as ann:
            while "ready to deal" not in (await ann.hear()).get("waiting", ""):
                pass
            await ann.say({"kind": "deal", "hand": 0})
            await ann.play(1, calls)
            hand = ann.last["hand"]
            async with httpx.AsyncClient() as client:
                assert (await client.delete(f"{address}/api/tables/{name}/seats/0")).status_code == 204
                taken = await client.post(f"{address}/api/tables/{name}/seats/0", json={"name": "Bob"})
        async with Person(url, taken.json()["key"]) as bob:
            await bob.hear()
            await bob.say({"kind": "lesson", "hand": hand})
            return str((await bob.hear_kind("refused"))["why"])

    assert "not the last one that you played" in run(story())


def test_who_has_folded_can_skip_and_who_has_not_cannot(here: Any) -> None:
    """Hands are not dealt automatically here: the next one begins because of the skip."""
    name = new_table(
        address_of(here), bots=["always_raise"] * 3, game="holdem(betting=limit)", pace=0.3, auto_deal=False
    )
    key = sit(address_of(here), name)
    table = here.tables.get(name)

    async def story() -> str:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            while "ready to deal" not in (await ann.hear()).get("waiting", ""):
                pass
            await ann.say({"kind": "deal", "hand": 0})
            asked = await ann.until_asked()
            await ann.say({"kind": "skip", "hand": asked["hand"]})
            refused = (await ann.hear_kind("refused"))["why"]
            assert table._pace == 0.3
            await ann.say({"kind": "act", "turn": asked["turn"], "verb": "fold"})
            await ann.hear_kind("now")
            await ann.say({"kind": "skip", "hand": asked["hand"]})
            while ann.last["hand"] == asked["hand"]:
                await ann.hear()
            assert table._pace == 0.3  # the next one takes its time again
            return str(refused)

    assert "still in this hand" in run(story())
