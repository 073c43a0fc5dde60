"""The laboratory's API: what the results say, what is published where there are none, and running again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from starlette.testclient import TestClient

from riverboat.lab import Size, entry_ids, find_entry, run_entry
from riverboat.lab.results import SHIPPED, Result, Results
from riverboat.web import Settings
from riverboat.web.app import create_app

Over = Callable[[TestClient, str], dict[str, Any]]


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setenv("RIVERBOAT_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(SHIPPED, "folder", tmp_path / "shipped")
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as client:
        yield client


def test_the_list_has_every_entry_once_by_document(client: TestClient) -> None:
    found = client.get("/api/lab").json()
    listed = [entry for document in found["documents"] for entry in document["entries"]]
    assert [entry["id"] for entry in listed] == list(entry_ids())
    assert all(entry["last"] is None for entry in listed)
    assert found["running"] == {}
    by_document = {document["short"]: document for document in found["documents"]}
    assert any(short.startswith("Billings") for short in by_document)
    assert len(by_document) == len(found["documents"])


def test_an_entry_that_was_not_run_has_what_is_published(client: TestClient) -> None:
    """Billings 2006, Table 2.3: 449,005 boards keep the hand ahead."""
    found = client.get("/api/lab/billings-table-2-3").json()
    assert found["results"] == {"small": None, "full": None, "shipped": None}
    first = found["published"]["values"][0]
    assert (first["published"], first["reproduced"], first["verdict"]) == ("449,005", "-", "not run")
    assert found["job"] is None


def test_the_shipped_result_is_shown_and_a_run_is_set_beside_it(client: TestClient) -> None:
    entry = find_entry("billings-table-2-3")
    run_entry(entry, Size.FULL, results=SHIPPED)
    listed = [each for document in client.get("/api/lab").json()["documents"] for each in document["entries"]]
    assert [each["id"] for each in listed if each["last"]] == [entry.id]
    found = client.get(f"/api/lab/{entry.id}").json()["results"]
    assert (found["small"], found["shipped"]["beside"], found["shipped"]["reproduced"]) == (None, "", 19)
    run_entry(entry, Size.SMALL, results=Results())
    found = client.get(f"/api/lab/{entry.id}").json()["results"]
    assert "shipped result" in found["small"]["beside"]


def test_the_list_reads_only_results_that_have_changed(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("billings-table-2-3", "southey-figure-3"):
        run_entry(find_entry(name), Size.SMALL, results=Results())
    read = []
    load = Results.load

    def noted(results: Results, name: str, size: Size) -> Result | None:
        found = load(results, name, size)
        if found is not None:
            read.append(name)
        return found

    monkeypatch.setattr(Results, "load", noted)

    def sizes() -> dict[str, str]:
        listed = (each for document in client.get("/api/lab").json()["documents"] for each in document["entries"])
        return {each["id"]: each["last"]["size"] for each in listed if each["last"]}

    assert sizes() == {"billings-table-2-3": "small", "southey-figure-3": "small"}
    assert sorted(read) == ["billings-table-2-3", "southey-figure-3"]
    assert sizes() == {"billings-table-2-3": "small", "southey-figure-3": "small"}
    assert len(read) == 2
    run_entry(find_entry("billings-table-2-3"), Size.FULL, results=SHIPPED)
    assert sizes() == {"billings-table-2-3": "full", "southey-figure-3": "small"}
    assert read[2:] == ["billings-table-2-3"]


def test_running_again_brings_the_result(client: TestClient, over: Over) -> None:
    job = client.post("/api/lab/billings-table-2-3/run", json={"size": "small", "seed": 3}).json()
    done = over(client, job["id"])
    assert done["state"] == "done", done["error"]
    assert done["result"]["mood"] == "good"
    found = client.get("/api/lab/billings-table-2-3").json()
    result = found["results"]["small"]
    assert result["seed"] == 3
    assert result["verdict"] == "19 reproduced, 0 differ, 0 cannot be compared"
    first = result["values"][0]
    assert (first["published"], first["reproduced"], first["verdict"]) == ("449,005", "449,005", "reproduced")
    assert found["job"]["id"] == job["id"]
    listed = {
        entry["id"]: entry for document in client.get("/api/lab").json()["documents"] for entry in document["entries"]
    }
    assert listed["billings-table-2-3"]["last"]["verdict"] == "19 reproduced, 0 differ, 0 cannot be compared"
    assert listed["billings-table-2-3"]["last"]["size"] == "small"
    assert listed["billings-game-tree"]["last"] is None


def test_pictures_are_pictures(client: TestClient) -> None:
    """The figures of Southey et al. 2005 are curves, those of Teófilo 2016 grids of starting hands."""
    run_entry(find_entry("southey-figure-3"), Size.SMALL, results=Results())
    charts = client.get("/api/lab/southey-figure-3").json()["results"]["small"]["charts"]
    assert charts
    for chart in charts:
        assert ElementTree.fromstring(chart["svg"]).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_result_that_cannot_be_read_is_as_good_as_none(client: TestClient, tmp_path: Path) -> None:
    folder = tmp_path / "state" / "lab"
    folder.mkdir(parents=True)
    (folder / "billings-table-2-3.small.json").write_text("{}")
    assert client.get("/api/lab/billings-table-2-3").json()["results"]["small"] is None
    assert client.get("/api/lab").status_code == 200


def test_one_run_of_an_entry_at_a_time(client: TestClient, over: Over) -> None:
    first = client.post("/api/lab/southey-figure-4/run", json={"size": "full"}).json()
    again = client.post("/api/lab/southey-figure-4/run", json={"size": "small"}).json()
    assert again["id"] == first["id"]
    assert client.get("/api/lab").json()["running"] == {"southey-figure-4": first["id"]}
    client.post(f"/api/jobs/{first['id']}/stop")
    stopped = over(client, first["id"])
    assert stopped["state"] == "stopped"
    assert client.get("/api/lab/southey-figure-4").json()["results"]["full"] is None


@pytest.mark.parametrize("name", ["none", "..%2f..%2fetc%2fpasswd", "billings_table_2_3", "Billings-table-2-3", "all"])
def test_other_names_are_none(client: TestClient, name: str) -> None:
    assert client.get(f"/api/lab/{name}").status_code == 404
    assert client.post(f"/api/lab/{name}/run", json={}).status_code == 404


@pytest.mark.parametrize("wrong", [{"size": "huge"}, {"seed": -1}, {"seed": 2**31}, {"jobs": 4}, {"out": "/etc"}])
def test_runs_that_cannot_be(client: TestClient, wrong: dict[str, Any]) -> None:
    assert client.post("/api/lab/billings-table-2-3/run", json=wrong).status_code == 422
