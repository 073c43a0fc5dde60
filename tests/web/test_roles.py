"""Roles: the owner of the server, the host of a table, players and watchers; keys that can be revoked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from riverboat.web import Settings, create_app

TOKEN = "the-token-of-the-owner"
PEOPLE = {"chairs": [{"kind": "human"}, {"kind": "human"}, {"kind": "bot", "agent": "always_call"}], "pace": 0}


class Here(NamedTuple):
    client: TestClient
    keys: dict[str, str]
    ids: dict[str, str]

    def ask(self, who: str, method: str, path: str, **options: Any) -> Any:
        headers = {"authorization": f"Bearer {self.keys[who]}"}
        return self.client.request(method, path, headers=headers, **options)

    def live(self, who: str, table: str) -> Any:
        headers = {"authorization": f"Bearer {self.keys[who]}"}
        return self.client.websocket_connect(f"ws://127.0.0.1/api/tables/{table}/live", headers=headers)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    """A server with an owner, two players and a watcher."""
    settings = Settings(folder=tmp_path, token=TOKEN)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        server = Here(client, {"owner": TOKEN}, {})
        for name, role in (("Ann", "player"), ("Bob", "player"), ("Wat", "watcher")):
            answer = server.ask("owner", "POST", "/api/people", json={"name": name, "role": role})
            assert answer.status_code == 201
            server.keys[name], server.ids[name] = answer.json()["key"], answer.json()["id"]
        yield server


FOR_WATCHERS = {
    ("GET", "/api/me"),
    ("GET", "/api/about"),
    ("GET", "/api/characters"),
    ("GET", "/api/health"),
    ("GET", "/api/help"),
    ("GET", "/api/help/search"),
    ("GET", "/api/help/pages/{name}"),
    ("GET", "/api/plotly.js"),
    ("GET", "/api/choice"),
    ("GET", "/api/preparing"),
    ("GET", "/api/tables"),
    ("GET", "/api/tables/{name}"),
    ("GET", "/api/tables/{name}/log"),
    ("POST", "/api/tables/{name}/hands/{hand}/proof"),
    ("WS", "/api/tables/{name}/live"),
}
FOR_PLAYERS = {
    ("GET", "/api/ladder"),
    ("POST", "/api/tables"),
    ("DELETE", "/api/tables/{name}"),
    ("POST", "/api/tables/{name}/seats/{chair}"),
    ("DELETE", "/api/tables/{name}/seats/{chair}"),
    ("POST", "/api/tables/{name}/hands"),
    ("GET", "/api/train/spots"),
    ("GET", "/api/train/spots/{name}"),
    ("POST", "/api/train/spots/{name}/solve"),
    ("POST", "/api/train/hands"),
    ("POST", "/api/train/hands/{name}/act"),
    ("GET", "/api/train/score"),
    ("GET", "/api/train/mistakes"),
    ("DELETE", "/api/train/score/{name}"),
}


def _routes(client: TestClient) -> list[tuple[str, str]]:
    described = client.get("/api/docs.json", headers={"authorization": f"Bearer {TOKEN}"}).json()["paths"]
    found = [(method.upper(), path) for path, methods in described.items() for method in methods]
    assert len(found) > 50
    return [*found, ("GET", "/api/plotly.js"), ("WS", "/api/tables/{name}/live"), ("WS", "/api/jobs/{name}/live")]


def _closing_code(socket: Any) -> int:
    while (message := socket.receive())["type"] != "websocket.close":
        pass
    return int(message["code"])


def _is_forbidden(here: Here, who: str, method: str, path: str) -> bool:
    for part in ("{name}", "{chair}", "{run}", "{place}", "{form}", "{hand}"):
        path = path.replace(part, "1")
    if method != "WS":
        return bool(here.ask(who, method, path).status_code == 403)
    headers, address = {"authorization": f"Bearer {here.keys[who]}"}, f"ws://127.0.0.1{path}"
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        here.client.websocket_connect(address, headers=headers) as socket,
    ):
        socket.receive_text()
    return closed.value.code == 4403


def test_every_route_asks_for_its_role(here: Here) -> None:
    """What is not on the lists above is the owner's alone; the lists are short enough to be read."""
    routes = _routes(here.client)
    assert set(routes) >= FOR_WATCHERS | FOR_PLAYERS
    for method, path in routes:
        allowed = {"Wat": (method, path) in FOR_WATCHERS, "Ann": (method, path) in FOR_WATCHERS | FOR_PLAYERS}
        for who, may in allowed.items():
            assert _is_forbidden(here, who, method, path) is not may, (who, method, path)


def test_a_table_is_closed_by_its_host_or_the_owner_and_by_nobody_else(here: Here) -> None:
    table = here.ask("Ann", "POST", "/api/tables", json=PEOPLE).json()
    assert table["host"] is True
    assert here.ask("Bob", "GET", f"/api/tables/{table['id']}").json()["host"] is False
    assert here.ask("Bob", "POST", f"/api/tables/{table['id']}/seats/0", json={"name": "Bob"}).status_code == 201
    for who in ("Bob", "Wat"):
        refused = here.ask(who, "DELETE", f"/api/tables/{table['id']}")
        assert refused.status_code == 403
        assert "\n" not in refused.json()["detail"]
    assert here.ask("Ann", "DELETE", f"/api/tables/{table['id']}").status_code == 204
    other = here.ask("Ann", "POST", "/api/tables", json=PEOPLE).json()["id"]
    assert here.ask("owner", "DELETE", f"/api/tables/{other}").status_code == 204


def test_seats_are_freed_by_their_player_or_the_host(here: Here) -> None:
    table = here.ask("Ann", "POST", "/api/tables", json=PEOPLE).json()["id"]
    seats = f"/api/tables/{table}/seats"
    for chair, who in enumerate(("Ann", "Bob")):
        assert here.ask(who, "POST", f"{seats}/{chair}", json={"name": who}).status_code == 201
    assert here.ask("Bob", "DELETE", f"{seats}/0").status_code == 400
    assert here.ask("Bob", "DELETE", f"{seats}/2").status_code == 400  # a bot
    assert here.ask("Bob", "DELETE", f"{seats}/1").status_code == 204
    assert here.ask("Bob", "DELETE", f"{seats}/1").status_code == 400
    assert here.ask("Bob", "POST", f"{seats}/1", json={"name": "Bob"}).status_code == 201
    assert here.ask("Ann", "DELETE", f"{seats}/1").status_code == 204
    info = here.ask("Wat", "GET", f"/api/tables/{table}").json()
    assert info["seats"][1]["free"]
    assert sum(seat["stack"] for seat in info["seats"]) + info["house"] == sum(s["bought"] for s in info["seats"])


def test_a_seat_key_is_of_no_use_to_somebody_else(here: Here) -> None:
    table = here.ask("Ann", "POST", "/api/tables", json=PEOPLE).json()["id"]
    key = here.ask("Bob", "POST", f"/api/tables/{table}/seats/0", json={"name": "Bob"}).json()["key"]
    for who in ("Ann", "owner", "Wat"):
        with here.live(who, table) as socket:
            socket.send_text(json.dumps({"kind": "hello", "key": key}))
            assert _closing_code(socket) == 4003
    assert here.ask("Ann", "POST", f"/api/tables/{table}/hands", json={"key": key}).status_code == 400
    assert here.ask("Bob", "POST", f"/api/tables/{table}/hands", json={"key": key}).json() == []


def test_a_revoked_key_is_out_at_once_in_the_middle_of_a_hand(here: Here) -> None:
    """Bob's socket closes, his hand folds, his seat is free, and the others play on."""
    table = here.ask("owner", "POST", "/api/tables", json=PEOPLE).json()["id"]
    keys = [
        here.ask(who, "POST", f"/api/tables/{table}/seats/{chair}", json={"name": who}).json()["key"]
        for chair, who in enumerate(("Ann", "Bob"))
    ]

    with here.live("Ann", table) as ann, here.live("Bob", table) as bob:
        for socket, key in ((ann, keys[0]), (bob, keys[1])):
            socket.send_text(json.dumps({"kind": "hello", "key": key}))
        frame: dict[str, Any] = {}
        while frame.get("actor") != 1:
            frame = json.loads(ann.receive_text())
            if frame.get("ask"):
                ann.send_text(json.dumps({"kind": "act", "turn": frame["turn"], "verb": "call"}))
        assert here.ask("owner", "DELETE", f"/api/people/{here.ids['Bob']}").status_code == 204
        assert _closing_code(bob) == 4010
        hand = frame["hand"]
        while frame.get("hand") == hand or not frame.get("ask"):
            frame = json.loads(ann.receive_text())
            if frame.get("ask") and frame["hand"] == hand:
                ann.send_text(json.dumps({"kind": "act", "turn": frame["turn"], "verb": "call"}))
        assert frame["seats"]["1"]["state"] == "free"
    assert here.ask("Bob", "GET", "/api/me").status_code == 401
    assert here.ask("Ann", "GET", "/api/me").json() == {"id": here.ids["Ann"], "name": "Ann", "role": "player"}
    info = here.ask("owner", "GET", f"/api/tables/{table}").json()
    assert [seat["free"] for seat in info["seats"]] == [False, True, False]


def test_whoever_takes_a_chair_sees_nothing_of_the_player_before(here: Here) -> None:
    """Bob is dealt cards and leaves; the owner takes his chair before the next hand, and would like his name too."""
    table = here.ask("Ann", "POST", "/api/tables", json={**PEOPLE, "auto_deal": False}).json()["id"]
    seats = f"/api/tables/{table}/seats"
    keys = [here.ask(w, "POST", f"{seats}/{c}", json={"name": w}).json()["key"] for c, w in enumerate(("Ann", "Bob"))]
    with here.live("Ann", table) as ann, here.live("Bob", table) as bob:
        for socket, key in ((ann, keys[0]), (bob, keys[1])):
            socket.send_text(json.dumps({"kind": "hello", "key": key}))
        ann.send_text(json.dumps({"kind": "deal", "hand": 0}))
        frame: dict[str, Any] = {}
        while not frame.get("cards"):
            frame = json.loads(bob.receive_text())
        cards = frame["cards"]
        while not ("over" in frame or frame.get("actor") == 1):  # Ann checks until Bob has to decide
            frame = json.loads(ann.receive_text())
            if frame.get("ask"):
                ann.send_text(
                    json.dumps({"kind": "act", "turn": frame["turn"], "verb": "raise", "amount": _raise(frame)})
                )
        assert here.ask("Bob", "DELETE", f"{seats}/1").status_code == 204  # he faces a raise, and so he folds
        while "over" not in frame:
            frame = json.loads(ann.receive_text())
            if frame.get("ask"):
                ann.send_text(json.dumps({"kind": "act", "turn": frame["turn"], "verb": "call"}))
    assert "1" not in frame["shown"]
    assert here.ask("owner", "GET", f"/api/tables/{table}").json()["seats"][1]["free"]
    refused = here.ask("owner", "POST", f"{seats}/1", json={"name": "Bob"})
    assert refused.status_code == 400
    assert "had it" in refused.json()["detail"]
    key = here.ask("owner", "POST", f"{seats}/1", json={"name": "Eve"}).json()["key"]
    with here.live("owner", table) as eve:
        eve.send_text(json.dumps({"kind": "hello", "key": key}))
        first = json.loads(eve.receive_text())
        eve.send_text(json.dumps({"kind": "replay", "hand": 1}))
        while (film := json.loads(eve.receive_text()))["kind"] != "replay":
            pass
    assert first["hand"] == 1
    assert "cards" not in first
    assert "1" not in first["shown"]
    assert not any(cards in shown["down"] for shown in film["film"]["frames"])


def test_a_name_stays_with_whoever_had_it_first(tmp_path: Path) -> None:
    """Hands, scores and proofs are found by name: a later person with the same name would get them. Also after a
    restart, and at tables for one person.
    """
    settings, keys = Settings(folder=tmp_path, token=TOKEN), {"owner": TOKEN}
    tables: dict[int, str] = {}
    for restarted in (False, True):
        with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
            here = Here(client, keys, {})
            if not restarted:
                for who in ("Ann", "Bob"):
                    made = here.ask("owner", "POST", "/api/people", json={"name": who, "role": "player"})
                    keys[who] = made.json()["key"]
                for people in (1, 2):
                    chairs = [*[{"kind": "human"}] * people, {"kind": "bot", "agent": "always_call"}]
                    made = here.ask("owner", "POST", "/api/tables", json={"chairs": chairs, "pace": 0})
                    tables[people] = made.json()["id"]
            for people, table in tables.items():
                seat = f"/api/tables/{table}/seats/0"

                def sits(who: str, name: str, seat: str = seat, here: Here = here) -> bool:
                    answer = here.ask(who, "POST", seat, json={"name": name})
                    assert answer.status_code in (201, 400)
                    if answer.status_code == 201:
                        assert here.ask(who, "DELETE", seat).status_code == 204
                    else:
                        assert "had it" in answer.json()["detail"]
                    return bool(answer.status_code == 201)

                assert sits("Ann", "Ann")
                assert not sits("Bob", "Ann")
                assert not sits("Bob", " Ann ")
                assert not sits("owner", "Ann")
                assert sits("Bob", "Bob")
                assert sits("Ann", "Ann")  # it is hers
                # Without a token everybody is the owner, so where cards are private the owner's names serve once.
                assert sits("owner", "Eve") or (restarted and people == 2)
                assert sits("owner", "Eve") is (people == 1)


def test_a_table_remembers_a_number_of_names(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.web.tables.seating.MAX_NAMES", 3)
    table = here.ask("Ann", "POST", "/api/tables", json=PEOPLE).json()["id"]
    seat = f"/api/tables/{table}/seats/0"
    for name in ("one", "two", "three", "one"):
        assert here.ask("Ann", "POST", seat, json={"name": name}).status_code == 201
        assert here.ask("Ann", "DELETE", seat).status_code == 204
    refused = here.ask("Ann", "POST", seat, json={"name": "four"})
    assert refused.status_code == 400
    assert "3 names" in refused.json()["detail"]


def _raise(frame: dict[str, Any]) -> int:
    return int(frame["ask"]["raise"][0])


def test_only_the_host_decides_when_hands_are_dealt_among_several_people(here: Here) -> None:
    table = here.ask("Ann", "POST", "/api/tables", json=PEOPLE).json()["id"]
    for chair, who, may in ((0, "Ann", True), (1, "Bob", False)):
        key = here.ask(who, "POST", f"/api/tables/{table}/seats/{chair}", json={"name": who}).json()["key"]
        with here.live(who, table) as socket:
            socket.send_text(json.dumps({"kind": "hello", "key": key}))
            first = json.loads(socket.receive_text())
            assert first["table"]["host"] is may
            socket.send_text(json.dumps({"kind": "auto", "on": False}))
            while True:
                frame = json.loads(socket.receive_text())
                if frame["kind"] == "refused" or ("table" in frame and not frame["table"]["auto"]):
                    break
            assert (frame["kind"] != "refused") is may


def test_one_watcher_leaves_places_for_others(here: Here) -> None:
    table = here.ask("Ann", "POST", "/api/tables", json=PEOPLE).json()["id"]
    with ExitStack() as stack:

        def watch(who: str) -> bool:
            socket = stack.enter_context(here.live(who, table))
            socket.send_text(json.dumps({"kind": "hello"}))
            return bool(socket.receive()["type"] == "websocket.send")

        assert [watch("Wat") for _ in range(6)] == [True] * 5 + [False]
        assert watch("Bob")
        assert all(watch("owner") for _ in range(6))


def test_people_survive_a_restart_and_their_keys_are_not_stored(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, token=TOKEN)
    owner = {"authorization": f"Bearer {TOKEN}"}
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        key = client.post("/api/people", json={"name": "Ann"}, headers=owner).json()["key"]
        for wrong in ({"name": "Ann"}, {"name": "Eve", "role": "owner"}, {"name": ""}):
            assert client.post("/api/people", json=wrong, headers=owner).status_code in (400, 422)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert client.get("/api/me", headers={"authorization": f"Bearer {key}"}).json()["name"] == "Ann"
        welcome = client.get(f"/play?token={key}", follow_redirects=False)
        assert welcome.status_code == 303
        assert key in welcome.headers["set-cookie"]
        assert client.get("/api/me").json()["role"] == "player"
    assert all(key.encode() not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


def test_without_a_token_everyone_who_gets_here_is_the_owner(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as client:
        assert client.get("/api/me").json()["role"] == "owner"
