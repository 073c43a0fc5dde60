"""The search language and marks of hands over the web."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from riverboat.arena import run_match
from riverboat.games.hand import Hand
from riverboat.records.database.search import Wanted, search
from riverboat.records.database.store import HandDatabase
from riverboat.web.app import create_app
from riverboat.web.services import Services
from riverboat.web.settings import Settings

QUERY = "always_call BTN lost>1bb"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path / "data")), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def database(client: TestClient) -> HandDatabase:
    services: Services = client.app.state.services  # type: ignore[attr-defined]
    return services.database


@pytest.fixture
def stored(database: HandDatabase) -> int:
    hands: list[Hand] = []
    run_match(["always_call", "random"], "holdem", 30, seed=2, record=hands.extend)
    with database.record("import", parameters={"from": "x.phh"}) as recorder:
        recorder.add_all(hands)
    return recorder.simulation


def test_a_search_and_marks(client: TestClient, database: HandDatabase, stored: int) -> None:
    expected = search(database, Wanted(query=QUERY))
    assert 0 < expected.total < 30
    found = client.get("/api/review/hands", params={"query": QUERY}).json()
    assert [(line["run"], line["place"]) for line in found["hands"]] == expected.places
    run, place = expected.places[0]
    mark = {"starred": True, "tags": ["bluff"], "note": "hm"}
    assert client.put(f"/api/review/hands/{run}/{place}/mark", json=mark).json() == mark
    [line] = client.get("/api/review/hands", params={"query": "starred tag:bluff"}).json()["hands"]
    assert (line["place"], line["mark"]) == (place, mark)
    assert client.get("/api/review/complete", params={"text": "tag:b"}).json() == ["tag:bluff"]
    assert client.put(f"/api/review/hands/{run}/{place}/mark", json={}).status_code == 200
    assert client.get("/api/review/hands", params={"query": "starred"}).json()["total"] == 0


def test_very_many_hands_are_counted_apart(client: TestClient, stored: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if five were very many: the page says that there are more, and the number of all is a question of its own."""
    monkeypatch.setattr("riverboat.records.database.search._MANY", 5)
    monkeypatch.setattr("riverboat.records.database.search._FEW", 3)
    asked = {"query": "always_call won or always_call lost or even", "run": stored}
    page = client.get("/api/review/hands", params={**asked, "count": 2}).json()
    assert (page["total"], page["is_all"], len(page["hands"])) == (5, False, 2)
    assert client.get("/api/review/count", params=asked).json() == 30
    everything = client.get("/api/review/hands", params={"run": stored, "count": 2}).json()
    assert (everything["total"], everything["is_all"]) == (30, True), "which need not be counted"


def test_bad_searches_and_marks_are_answered_in_one_line(client: TestClient, stored: int) -> None:
    for query in ("lost>x", "nobody", "(", "tag:"):
        answer = client.get("/api/review/hands", params={"query": query})
        assert answer.status_code in (400, 422), query
    assert client.put(f"/api/review/hands/{stored}/999/mark", json={}).status_code == 404
    assert client.put(f"/api/review/hands/{stored}/1/mark", json={"tags": ["a b"]}).status_code in (400, 422)
