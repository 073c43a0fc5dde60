"""From a recorded hand to the solver: the spot of a decision, what it cost, and a whole session as a job."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from riverboat.records import read_hands
from riverboat.records.database.search import Wanted
from riverboat.web import Settings, create_app
from riverboat.web.tables.keeping import RUN
from riverboat.web.tasks import decisions


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(folder=tmp_path_factory.mktemp("room"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as found:
        yield found


@pytest.fixture(scope="module")
def run(client: TestClient, tmp_path_factory: pytest.TempPathFactory, folded_nuts: str) -> int:
    """A run with that hand."""
    file = tmp_path_factory.mktemp("hands") / "duel.phh"
    file.write_text(folded_nuts)
    database = client.app.state.services.database  # type: ignore[attr-defined]
    with database.record("import") as recorder:
        for hand in read_hands(file):
            recorder.add(hand)
    return int(client.get("/api/review/sources").json()["runs"][0]["id"])


def test_a_decision_becomes_a_spot(client: TestClient, run: int) -> None:
    answer = client.post("/api/decisions/spot", json={"run": run, "place": 0, "number": 7})
    assert answer.status_code == 200, answer.text
    draft = answer.json()
    assert (draft["path"], draft["action"], draft["name"], draft["player"]) == ("b100", "f", "Bob", 1)
    spot = draft["spot"]
    assert (spot["board"], spot["pot"], spot["stack"]) == ("2c2d7h7s3c", 100, [100, 100])
    # Ranges can be given instead; what was held must be among them to be judged.
    given = client.post(
        "/api/decisions/spot", json={"run": run, "place": 0, "number": 7, "hero": "77,AA", "villain": "KK,QQ"}
    ).json()["spot"]
    assert (given["ip"], given["oop"]) == ("77,AA", "KK,QQ")


def test_the_hand_of_a_table_is_found_by_its_number(client: TestClient, run: int) -> None:
    documents = client.app.state.services.documents  # type: ignore[attr-defined]
    documents.put(RUN, "cafe", {"simulation": run})
    draft = client.post("/api/decisions/spot", json={"table": "cafe", "hand": 1, "number": 6})
    assert draft.status_code == 200, draft.text
    assert (draft.json()["name"], draft.json()["path"], draft.json()["action"]) == ("Ann", "", "b100")
    for wrong in ({"table": "cafe", "hand": 2}, {"table": "none", "hand": 1}):
        assert client.post("/api/decisions/spot", json={**wrong, "number": 6}).status_code == 404


def test_cards_of_a_table_for_several_people_stay_closed(
    client: TestClient, run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob folded without showing: nobody studies what he held there."""
    monkeypatch.setattr("riverboat.web.api.decisions.private_runs", lambda database: {run})
    refused = client.post("/api/decisions/spot", json={"run": run, "place": 0, "number": 7})
    assert refused.status_code == 400
    assert "the cards of Bob are not known" in refused.json()["detail"]


def test_a_session_is_checked_and_resumed(
    client: TestClient, run: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work of the job, in this process: Bob's fold is found, and what is in the folder is not solved again."""
    monkeypatch.setattr(decisions, "be_nice", lambda: None)  # this process has the tests of others to run
    given = client.app.state.services.settings.database  # type: ignore[attr-defined]
    wanted = asdict(Wanted(run, player="Bob"))
    params = {"wanted": wanted, "streets": ["river"], "target": 0.5, "database": given}
    reported: list[dict[str, Any]] = []
    result = decisions.run(params, tmp_path, reported.append)
    assert reported[-1]["done"] == reported[-1]["total"] == result["decisions"] == 1
    [found] = result["costliest"]
    assert (found["run"], found["place"], found["number"]) == (run, 0, 7)
    assert (found["lost"], found["lost_bb"]) == (pytest.approx(200, abs=0.01), pytest.approx(100, abs=0.01))
    kept = json.loads((tmp_path / "decisions.json").read_text())
    (tmp_path / "decisions.json").write_text(json.dumps([{**kept[0], "lost_bb": 7.0}]))
    again = decisions.run(params, tmp_path, reported.append)
    assert again["lost_bb"] == 7.0


@pytest.mark.slow
def test_a_decision_is_solved_and_judged_by_jobs(client: TestClient, run: int, over: Any) -> None:
    """Through the interface: the spot is solved by a job, its mark is kept, and a session by another."""
    draft = client.post("/api/decisions/spot", json={"run": run, "place": 0, "number": 7}).json()
    mark = {key: draft[key] for key in ("path", "hand", "action", "name")}
    job = client.post(
        "/api/study/spots", json={"spot": draft["spot"], "title": draft["title"], "decision": mark}
    ).json()
    assert over(client, job["id"])["params"]["decision"] == mark
    judged = client.get(
        f"/api/study/spots/{job['id']}/judge", params={key: mark[key] for key in ("path", "hand", "action")}
    )
    assert judged.json()["lost"] == pytest.approx(200, abs=0.01)
    assert (judged.json()["best"], judged.json()["verdict"]) == ("c", "mistake")
    answer = client.post("/api/decisions/sessions", json={"run": run, "player": "Bob", "streets": ["river"]})
    assert answer.status_code == 201, answer.text
    job = over(client, answer.json()["id"])
    assert job["state"] == "done", job["error"]
    result = job["result"]
    assert (result["decisions"], result["checked"] + sum(each["decisions"] for each in result["left_out"])) == (1, 1)
    [line] = client.get("/api/decisions/sessions").json()
    assert (line["id"], line["result"]) == (job["id"], None)


@pytest.mark.parametrize(
    ("wanted", "status", "said"),
    [
        ({"place": 0, "number": 0}, 400, "begins with the flop"),
        ({"place": 0, "number": 99}, 400, "the hand has 8"),
        ({"place": 5, "number": 0}, 404, "there is none"),
        ({"number": 0}, 400, "expected a run and a place"),
        ({"place": 0, "number": 7, "hero": "AAA"}, 400, "AAA"),
    ],
)
def test_what_cannot_be_solved_is_refused(client: TestClient, run: int, wanted: Any, status: int, said: str) -> None:
    answer = client.post("/api/decisions/spot", json={"run": run, **wanted})
    assert answer.status_code == status
    assert said in answer.json()["detail"]


def test_a_session_needs_hands_and_a_player(client: TestClient, run: int) -> None:
    assert client.post("/api/decisions/sessions", json={"run": run, "player": ""}).status_code == 422
    assert client.post("/api/decisions/sessions", json={"run": run, "player": "Zoe"}).status_code == 404
