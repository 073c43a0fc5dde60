"""Help in the room: the handbook's contents, pages, pictures and search, for everybody who may watch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from starlette.testclient import TestClient

from riverboat.handbook import open_handbook
from riverboat.web import Settings
from riverboat.web.app import create_app


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as client:
        yield client


def test_the_handbook_is_served(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sections = client.get("/api/help").json()
    entries = {entry["name"]: entry for section in sections for entry in section["entries"]}
    assert {"tutorial", "loki", "glossary", "api/odds", "contributing"} <= set(entries)
    for name in ("index", "tutorial", "contributing", "api/odds"):
        page = client.get(f"/api/help/pages/{name}").json()
        assert "<h1" in page["html"]
        assert 'href="http://' not in page["html"]
    picture = client.get("/static/handbook/hand-strength.svg")
    assert picture.status_code == 200
    monkeypatch.setattr("riverboat.handbook.contents.reference_names", lambda: ())  # quicker
    open_handbook.cache_clear()
    found = client.get("/api/help/search", params={"q": "iterated roll-outs"}).json()
    assert found[0]["address"].startswith("/help/preflop#")
    open_handbook.cache_clear()
    missing = client.get("/api/help/pages/../../etc/passwd")
    assert missing.status_code == 404
    assert client.get("/api/help/pages/%2e%2e%2fREADME").status_code == 404
    assert client.get("/help/loki").headers["content-type"].startswith("text/html")
