"""What a table's socket refuses, over real sockets: a clear message to that client, no effect, nobody else notices."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from table_players import Person, new_table, sit
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


def run(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, 30))


async def _listen(person: Person) -> None:
    while True:
        await person.hear()


async def _say_hello(socket: ClientConnection, hello: str) -> None:
    await socket.send(hello)
    await socket.recv()


async def _babble(person: Person) -> None:
    for _ in range(400):
        await person.socket.send("nonsense")
    await _listen(person)


def ready(here: Any, **setup: Any) -> tuple[str, str, str]:
    """A table's id, its socket's address, and the key of its seat."""
    address = here.url("").rstrip("/")
    name = new_table(address, **{"game": "holdem(betting=limit)", "bots": ["always_call"], **setup})
    return name, here.url(f"api/tables/{name}/live", "ws"), sit(address, name)


BAD = [
    ("not json", "{oops"),
    ("a number", "7"),
    ("no kind", "{}"),
    ("an unknown kind", '{"kind": "win"}'),
    ("a second hello", '{"kind": "hello", "key": ""}'),
    ("no turn", '{"kind": "act", "verb": "call"}'),
    ("a turn that is text", '{"kind": "act", "verb": "call", "turn": "1"}'),
    ("an unknown verb", '{"kind": "act", "verb": "steal", "turn": 1}'),
    ("more than is asked for", '{"kind": "auto", "on": true, "cards": ["Ah"]}'),
    ("a fraction of a chip", '{"kind": "act", "verb": "raise", "amount": 20.5, "turn": 1}'),
    ("a negative raise", '{"kind": "act", "verb": "raise", "amount": -20, "turn": 1}'),
    ("too many cards", json.dumps({"kind": "act", "verb": "discard", "turn": 1, "cards": ["Ah"] * 50})),
    ("not a number", '{"kind": "act", "verb": "raise", "amount": NaN, "turn": 1}'),
]


def test_malformed_messages_are_refused_and_change_nothing(here: Any) -> None:
    name, url, key = ready(here)

    async def play() -> dict[str, Any]:
        async with Person(url, key) as ann:
            before = await ann.until_asked()
            table = httpx.get(here.url(f"api/tables/{name}")).json()
            for what, text in BAD:
                await ann.socket.send(text)
                refused = await ann.hear()
                assert refused["kind"] == "refused", what
                assert refused["turn"] == before["turn"]
                assert "\n" not in refused["why"]
            assert httpx.get(here.url(f"api/tables/{name}")).json() == table
            await ann.say({"kind": "act", "turn": before["turn"], "verb": "call"})
            return await ann.hear()

    assert run(play())["kind"] == "now"


def test_actions_that_are_late_repeated_illegal_or_out_of_turn_have_no_effect(here: Any) -> None:
    name, url, key = ready(here, people=2, bots=[])
    other = sit(here.url("").rstrip("/"), name, 1)

    async def play() -> None:
        async with Person(url, key) as ann, Person(url, other) as bob, Person(url) as watcher:
            await asyncio.gather(*(person.hear() for person in (ann, bob, watcher)))
            while ann.last["actor"] is None:
                await ann.hear()
            await bob.hear_kind("now") if bob.last["actor"] is None else None
            first, second = (ann, bob) if ann.last["actor"] == 0 else (bob, ann)
            turn = first.last["turn"]
            call = {"kind": "act", "turn": turn, "verb": "call"}

            async def refused(person: Person, message: dict[str, Any], words: str) -> None:
                await person.say(message)
                assert words in (await person.hear_kind("refused"))["why"]

            await refused(second, call, "not your turn")
            await refused(watcher, call, "watching")
            await refused(watcher, {"kind": "deal", "hand": 1}, "watching")
            await refused(first, call | {"turn": turn + 1}, f"this is turn {turn}")
            await refused(first, call | {"turn": turn - 1}, f"this is turn {turn}")
            await refused(first, call | {"verb": "raise", "amount": 15}, "raise")
            await refused(first, call | {"verb": "discard", "cards": []}, "exchanged")
            await refused(first, call | {"verb": "discard", "cards": ["2c", "2c"]}, "not one of yours")
            await refused(first, {"kind": "deal", "hand": 1}, "being played")
            await first.say(call)
            while first.last["turn"] == turn:
                await first.hear()
            await refused(first, call, "turn")
            info = httpx.get(here.url(f"api/tables/{name}")).json()
            assert (info["turn"], info["pot"]) == (turn + 1, 20)

    run(play())


def test_wrong_keys_and_unknown_tables_are_closed_for_good(here: Any) -> None:
    _, url, _ = ready(here)

    async def code(address: str, hello: str) -> int | None:
        socket = await connect(address, proxy=None)
        with pytest.raises(ConnectionClosed) as closed:
            await _say_hello(socket, hello)
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code

    assert run(code(url, '{"kind": "hello", "key": "nobody knows"}')) == 4003
    assert run(code(url, '{"kind": "act", "verb": "call", "turn": 1}')) == 4003
    assert run(code(here.url("api/tables/none/live", "ws"), "{}")) == 4004


def test_the_newest_browser_of_a_seat_takes_over(here: Any) -> None:
    _, url, key = ready(here)

    async def play() -> tuple[int, str]:
        async with Person(url, key) as old:
            first = await old.until_asked()
            async with Person(url, key) as new:
                second = await new.until_asked()
                assert {**second, "did": 0, "table": 0, "whole": 0} == {**first, "did": 0, "table": 0, "whole": 0}
                with pytest.raises(ConnectionClosed) as closed:
                    await _listen(old)
                await new.say({"kind": "act", "turn": second["turn"], "verb": "call"})
                assert (await new.hear_kind("now"))["turn"] > second["turn"]
            assert closed.value.rcvd is not None
            return closed.value.rcvd.code, closed.value.rcvd.reason

    code, reason = run(play())
    assert code == 4001
    assert "another window" in reason


def test_a_message_that_is_too_large_ends_only_that_socket(here: Any) -> None:
    _, url, key = ready(here)

    async def play() -> None:
        async with Person(url, key) as ann, Person(url) as watcher:
            before = await ann.until_asked()
            await ann.socket.send("x" * (here.settings.largest_message + 1))
            with pytest.raises(ConnectionClosed) as closed:
                await _listen(ann)
            found = closed.value.rcvd or closed.value.sent
            assert found is not None
            assert found.code == 1009
            await watcher.hear()
            async with Person(url, key) as again:
                after = await again.until_asked()
                assert (after["turn"], after["cards"], after["seats"]) == (
                    before["turn"],
                    before["cards"],
                    before["seats"],
                )

    run(play())


def test_bytes_are_refused_and_endless_nonsense_is_shown_the_door(here: Any) -> None:
    _, url, key = ready(here)

    async def play() -> int:
        async with Person(url, key) as ann:
            await ann.until_asked()
            await ann.socket.send(b"\x00\x01")
            assert "not bytes" in (await ann.hear_kind("refused"))["why"]
            with pytest.raises(ConnectionClosed) as closed:
                await _babble(ann)
            assert closed.value.rcvd is not None
            return closed.value.rcvd.code

    assert run(play()) == 4009


def test_a_seat_cannot_be_taken_twice_and_names_are_unique(here: Any) -> None:
    name, _, _ = ready(here, people=2)

    def ask(chair: int, who: str) -> httpx.Response:
        return httpx.post(here.url(f"api/tables/{name}/seats/{chair}"), json={"name": who})

    assert "sits there" in ask(0, "Eve").json()["detail"]
    assert "has it" in ask(1, "Caller").json()["detail"]
    assert "no chair" in ask(2, "Eve").json()["detail"]
    assert ask(1, "Bob").status_code == 201
    assert ask(9, "Eve").status_code == 400
    assert ask(1, " ").status_code == 422


def test_a_table_that_is_closed_says_so_and_keeps_its_hands(here: Any) -> None:
    name, url, key = ready(here)

    async def play() -> int:
        async with Person(url, key) as ann:
            await ann.play(3)
            assert httpx.delete(here.url(f"api/tables/{name}")).status_code == 204
            with pytest.raises(ConnectionClosed) as closed:
                await _listen(ann)
            assert closed.value.rcvd is not None
            return closed.value.rcvd.code

    assert run(play()) == 4000
    assert httpx.get(here.url(f"api/tables/{name}")).status_code == 404
    assert not any(table["id"] == name for table in httpx.get(here.url("api/tables")).json())
    database = here.app.state.services.database
    assert sum(run.hands for run in database.simulations() if run.parameters.get("table") == name) >= 3
