"""Review: files that a browser sends become hands of the database, are found again, and are judged."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.positions import position_name
from riverboat.games.pots import uncalled_of
from riverboat.records import write_hands
from riverboat.records.database import open_database
from riverboat.records.database.search import SHOWDOWN, Wanted, games_of, players_of, search
from riverboat.web import Settings, create_app
from riverboat.web.tasks import imports
from riverboat.web.tasks.imports import display_name, recognised
from riverboat.web.tasks.reviews import chosen

GAME = "holdem(betting=no-limit,players=3)"


@pytest.fixture(scope="module")
def played() -> list[Hand]:
    """Sixty hands of three players."""
    hands: list[Hand] = []
    run_match(["random", "always_call", "always_raise"], GAME, 60, seed=5, record=hands.extend)
    return hands


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path / "data")), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that never gets a hand."""
    settings = Settings(folder=tmp_path_factory.mktemp("empty"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client


def _text(hands: list[Hand], folder: Path, ending: str) -> bytes:
    file = folder / f"hands.{ending}"
    write_hands(hands, file)
    return file.read_bytes()


def _send(client: TestClient, name: str, data: bytes, game: str = "") -> dict[str, Any]:
    answer = client.post("/api/review/import", files={"file": (name, data)}, data={"game": game})
    assert answer.status_code == 201, answer.text
    return _finished(client, answer.json()["id"])


def _finished(client: TestClient, name: str) -> dict[str, Any]:
    for _ in range(600):
        job: dict[str, Any] = client.get(f"/api/jobs/{name}").json()
        if job["state"] not in ("waiting", "running"):
            return job
        time.sleep(0.1)
    raise AssertionError("the job does not end")


def test_a_file_comes_in_and_its_hands_are_found(client: TestClient, played: list[Hand], tmp_path: Path) -> None:
    data = _text(played, tmp_path, "txt")
    broken = data.replace(b"Seat 1: ", b"Seat one: ", 1)
    job = _send(client, "../../etc/my hands.txt", broken)
    assert job["state"] == "done", job
    assert job["title"] == "my hands.txt"
    assert (job["result"]["hands"], job["result"]["refused"]) == (59, 1)
    assert job["result"]["reasons"][0]["reason"]
    assert "database" not in job["params"]
    assert [file.name for file in (tmp_path / "data" / "jobs" / job["id"]).iterdir()] == ["simulation.json"]
    sources = client.get("/api/review/sources").json()
    run = sources["runs"][0]
    assert (run["title"], run["mode"], run["hands"]) == ("my hands.txt", "import", 59)
    found = client.get("/api/review/hands", params={"player": "random", "result": "won", "count": 100}).json()
    won = [hand for hand in played[1:] if hand.payoffs[hand.players.index("random")] > 0]
    assert found["total"] == len(won) > 0
    assert [line["number"] for line in found["hands"]] == [hand.number for hand in won]
    for line, hand in zip(found["hands"], won, strict=True):
        at = hand.players.index("random")
        put_in = hand.committed[at] - uncalled_of(hand.committed, hand.rules)[at]
        pushed, net = (float(line[name].replace(",", "")) for name in ("collected", "won"))
        assert pushed == pytest.approx(net * (hand.payoffs[at] + put_in) / hand.payoffs[at])
    assert {player["name"] for player in client.get("/api/review/players").json()} == {*played[0].players}
    first = found["hands"][0]
    film = client.get(f"/api/review/hands/{first['run']}/{first['place']}").json()
    assert film["frames"][-1]["won"] == list(won[0].payoffs)
    assert client.get(f"/api/review/hands/{first['run']}/99999").status_code == 404
    assert client.get("/api/review/hands", params={"position": "button"}).status_code == 400


def test_packed_files_and_other_formats(client: TestClient, played: list[Hand], tmp_path: Path) -> None:
    packed = gzip.compress(_text(played[:9], tmp_path, "phhs"))
    job = _send(client, "hands.txt", packed)  # whatever its name says
    assert (job["params"]["format"], job["result"]["hands"]) == ("phh", 9)
    cut = _send(client, "cut.phhs.gz", packed[: len(packed) // 2])
    assert cut["state"] == "failed" or cut["result"]["hands"] < 9
    two: list[Hand] = []
    run_match(["random", "always_call"], "holdem(betting=limit,players=2,acpc=yes)", 5, seed=2, record=two.extend)
    log = _text(two, tmp_path, "log")
    unnamed = _send(client, "match.bin", log)
    assert unnamed["state"] == "failed"
    assert "does not say which game" in unnamed["error"]
    heading = b"# name/game/hands/seed x holdem.limit.2p.reverse_blinds.game 5 2\n"
    assert _send(client, "match.log", heading + log)["result"]["hands"] == 5
    told = _send(client, "match.log", log, game=two[0].rules.identity)
    assert (told["params"]["format"], told["result"]["hands"]) == ("acpc", 5)
    refused = client.post("/api/review/import", files={"file": ("x", log)}, data={"game": "chess"})
    assert refused.status_code == 400


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("hands.txt", b"", "is empty"),
        ("hands.txt", b"Dear diary, I lost again.\n", "no known format"),
        ("hands.phh", b"\x89PNG\r\n\x1a\n\0\0\0", "no known format"),
        ("hands.phhs.gz", b"\x1f\x8bnot really", "cannot be unpacked"),
        ("hands.zip", b"PK\x03\x04" + b"\0" * 40, "no known format"),
    ],
)
def test_files_that_are_not_what_they_say(empty: TestClient, name: str, data: bytes, why: str) -> None:
    answer = empty.post("/api/review/import", files={"file": (name, data)})
    assert answer.status_code == 400
    assert why in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]
    assert empty.get("/api/jobs").json() == []


def test_uploads_are_limited(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(folder=tmp_path, largest_body=1000)), base_url="http://127.0.0.1") as client:
        assert client.post("/api/review/import", files={"file": ("x", b"x" * 2000)}).status_code == 413


def _order(data: bytes, name: str, folder: Path) -> dict[str, Any]:
    """What a job is told, and the file where it finds it."""
    (folder / imports.UPLOAD).write_bytes(data)
    return imports.orders(data, name)


def test_a_packed_flood_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MAX_UNPACKED", 1 << 20)
    folder = tmp_path / "jobs" / "one"
    folder.mkdir(parents=True)
    head = b"variant = 'NT'\nantes = [0, 0]\n"
    params = _order(gzip.compress(head + b"# more\n" * 400_000), "bomb.phh.gz", folder)
    with pytest.raises(RiverboatError, match="unpacks to more than 1 megabytes"):
        imports.run({**params, "database": str(tmp_path / "hands.db")}, folder, lambda progress: None)


def test_an_interrupted_import_goes_on(tmp_path: Path, played: list[Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the server had been killed after seven hands, and the job stopped after twenty: none is lost or twice."""
    folder, address = tmp_path / "jobs" / "one", str(tmp_path / "hands.db")
    folder.mkdir(parents=True)
    params = {**_order(_text(played, tmp_path, "phhs"), "hands", folder), "database": address}
    with open_database(address) as database, database.record("import") as recorder:
        recorder.add_all(played[:7])
        (folder / "simulation.json").write_text(json.dumps(recorder.simulation))

    def interrupt(progress: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(imports, "_BATCH", 20)
    assert imports.run(params, folder, interrupt)["hands"] == 20
    assert imports.run(params, folder, lambda progress: None)["hands"] == 60
    assert [file.name for file in folder.iterdir()] == ["simulation.json"]
    with open_database(address) as database:
        assert [hand.payoffs for hand in database.hands()] == [hand.payoffs for hand in played]


def test_names_are_only_names() -> None:
    assert display_name("C:\\temp\\..\\hands\x00.txt") == "hands.txt"
    assert display_name("../../") == "upload"
    assert len(display_name("x" * 500)) == 80
    with pytest.raises(RiverboatError, match="no known format"):
        recognised(b"STATE\0:1:", "x")


def test_every_filter_finds_what_a_look_at_all_hands_finds(tmp_path: Path, played: list[Hand]) -> None:
    with open_database(tmp_path / "hands.db") as database:
        with database.record("cash") as recorder:
            recorder.add_all(played)
        who = "always_call"
        mine = [(place, hand, hand.players.index(who)) for place, hand in enumerate(played)]
        asked: dict[Wanted, list[int]] = {
            Wanted(): [*range(60)],
            Wanted(game="holdem"): [*range(60)],
            Wanted(game="omaha"): [],
            Wanted(player="nobody"): [],
            Wanted(player=who, position="button"): [n for n, hand, p in mine if position_name(p, 3) == "button"],
            Wanted(player=who, result="lost"): [n for n, hand, p in mine if hand.payoffs[p] < 0],
            Wanted(player=who, result="won", min_chips=500): [n for n, hand, p in mine if hand.payoffs[p] >= 500],
            Wanted(min_chips=2000): [n for n, hand, _ in mine if hand.pot >= 2000],
            Wanted(street=SHOWDOWN): [n for n, hand, _ in mine if hand.went_to_showdown],
            Wanted(street=2): [n for n, hand, _ in mine if len(hand.board) >= 4],
        }
        for wanted, places in asked.items():
            found = search(database, wanted, count=None)
            assert found.places == [(1, place) for place in places], wanted
            assert found.total == len(places)
            kept = list(chosen(database, found.places))
            assert [hand.payoffs for hand in kept] == [played[place].payoffs for place in places]
        assert search(database, Wanted(), 10, 3).places == [(1, 10), (1, 11), (1, 12)]
        pots = [played[place].pot for _, place in search(database, Wanted(), count=60, order="pot").places]
        assert pots == sorted(pots, reverse=True)
        assert search(database, Wanted(), count=1, order="newest").places == [(1, 59)]
        assert players_of(database) == [("always_call", 60), ("always_raise", 60), ("random", 60)]
        assert games_of(database) == [played[0].rules.identity]
        with pytest.raises(RiverboatError, match="whose"):
            Wanted(result="won")
        with pytest.raises(RiverboatError, match='position "throne"'):
            search(database, Wanted(player=who, position="throne"))


def test_a_report_is_made_and_kept_apart(client: TestClient, played: list[Hand], tmp_path: Path) -> None:
    run = _send(client, "hands", _text(played, tmp_path, "phhs"))["result"]["simulation"]
    answer = client.post("/api/review/reports", json={"run": run, "player": "random", "methods": ["allin"]})
    assert answer.status_code == 201
    job = _finished(client, answer.json()["id"])
    assert job["state"] == "done", job
    assert job["result"]["hands"] == 60
    assert job["result"]["players"][0]["name"] == "random"
    page = client.get(f"/api/review/reports/{job['id']}/page")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-security-policy"].startswith(
        "sandbox allow-scripts allow-downloads; default-src 'none'"
    )
    assert "Review of 60 hands" in page.text
    assert "prefers-color-scheme" in page.text
    assert "prefers-color-scheme" not in client.get(f"/api/review/reports/{job['id']}/page?theme=dark").text
    assert (
        "attachment" in client.get(f"/api/review/reports/{job['id']}/page?download=true").headers["content-disposition"]
    )
    assert [line["title"] for line in client.get("/api/review/reports").json()] == ["random: 60 hands"]
    assert client.post("/api/review/reports", json={"player": "nobody"}).status_code == 404
    assert client.post("/api/review/reports", json={"methods": ["tarot"]}).status_code == 422
    assert client.get("/api/review/reports/none/page").status_code == 404


def test_the_replayer_is_served(empty: TestClient) -> None:
    assert empty.get("/static/show/replayer.js").headers["content-type"].startswith("text/javascript")
    assert empty.get("/static/show/replayer.css").status_code == 200
    assert empty.get("/static/show/frames.py").status_code == 404


def test_cards_at_a_table_of_several_people_stay_closed(client: TestClient, played: list[Hand]) -> None:
    """Who folded has shown nothing, also after the table is closed; a table of one person and bots is an open book."""
    database = client.app.state.services.database  # type: ignore[attr-defined]
    place, hand = next((n, hand) for n, hand in enumerate(played) if not all(hand.live))
    folded = hand.live.index(False)
    for about, hidden in (({"people": 1}, False), ({"people": 2}, True), ({}, True)):
        with database.record("table", parameters={"table": "gone", "title": "closed", **about}) as recorder:
            recorder.add_all(played)
        run = recorder.simulation
        film = client.get(f"/api/review/hands/{run}/{place}").json()
        assert (film["frames"][0]["down"][folded] == ["??", "??"]) is hidden
        who = {"player": hand.players[folded], "count": 100, "run": run}
        line = client.get("/api/review/hands", params=who).json()["hands"][place]
        assert (line["cards"] == ["??", "??"]) is hidden
    refused = client.post("/api/review/reports", json={"run": run})
    assert refused.status_code == 400
    assert "stay closed" in refused.json()["detail"]
