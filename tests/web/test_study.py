"""The Study page's API: ranges both ways, equities, spots that are checked, refused, solved, locked, resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from riverboat.cards.ranges import Range
from riverboat.solve.spot import Spot
from riverboat.solve.spot.standard import standard_spot
from riverboat.web import Settings, create_app
from riverboat.web.solutions import Solutions
from riverboat.web.tasks import spots

POLAR = {"board": "2c2d7h7s3c", "oop": "AA,QQ", "ip": "KK", "pot": 100, "stack": 100, "bets": "oop: 100%"}
"""Aces and queens against kings: bet the pot with all aces and half of the queens, call half of the time."""

LARGE = {"board": "2c2d7h", "bets": "20,30,40,50,60,70,80,90", "raises": "2x,3x,4x,a", "stack": 10_000}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as found:
        yield found


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server for questions that leave nothing behind."""
    settings = Settings(folder=tmp_path_factory.mktemp("asked"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as found:
        yield found


def finish(client: httpx.Client, job: dict[str, Any], seconds: float = 120) -> dict[str, Any]:
    """The job when it is over."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        found: dict[str, Any] = client.get(f"/api/jobs/{job['id']}").json()
        if found["state"] not in ("waiting", "running"):
            return found
        time.sleep(0.05)
    raise AssertionError(f"job {job['title']} did not end")


def solve(client: TestClient, **given: Any) -> dict[str, Any]:
    answer = client.post("/api/study/spots", json=given)
    assert answer.status_code == 200, answer.text
    job = finish(client, answer.json())
    assert job["state"] == "done", job["error"]
    return job


def node(client: TestClient, job: dict[str, Any], path: str = "", **more: str) -> dict[str, Any]:
    answer = client.get(f"/api/study/spots/{job['id']}/node", params={"path": path, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# Ranges ---------------------------------------------------------------------------------------------------------------


def test_a_range_goes_from_text_to_weights_and_back(asked: TestClient) -> None:
    read = asked.post("/api/study/range/read", json={"text": "QQ+, AKs:0.5, 7h6h"}).json()
    assert read["combos"] == 18 + 2 + 1
    assert Range.from_weights(read["weights"]).weight("AhKh") == 0.5
    written = asked.post("/api/study/range/write", json={"weights": read["weights"]}).json()
    assert Range.parse(written["text"]) == Range.parse("QQ+,AKs:0.5,7h6h")
    empty = asked.post("/api/study/range/write", json={"weights": [0] * 1326}).json()
    assert (empty["text"], empty["combos"]) == ("", 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AK-QJs", "a dash joins two hands of the same kind"),
        ("AAA", "not a hand"),
        ("", "empty"),
        ("[50]AA", "is never closed"),
        ("0" * 20_000, "not a hand"),
        ("AA" + " " * 19_000 + "x", "not a hand"),
    ],
)
def test_a_range_that_is_none_gets_one_line(asked: TestClient, text: str, said: str) -> None:
    answer = asked.post("/api/study/range/read", json={"text": text})
    assert answer.status_code == 200
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_weights_are_bounded(asked: TestClient) -> None:
    for weights in ([0.5] * 1325, [2.0] * 1326, ["x"] * 1326):
        assert asked.post("/api/study/range/write", json={"weights": weights}).status_code == 422
    assert asked.post("/api/study/range/read", json={"text": "A" * 20_001}).status_code == 422


def test_saved_ranges_are_there_when_the_server_starts_again(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        first = client.post("/api/study/ranges", json={"name": "BTN/open", "text": "22+,A2s+"}).json()
        again = client.post("/api/study/ranges", json={"name": "BTN/open", "text": "22+"}).json()
        assert again["id"] == first["id"]
        assert client.post("/api/study/ranges", json={"name": "wrong", "text": "XX?"}).status_code == 400
        assert client.post("/api/study/ranges", json={"name": "", "text": "22+"}).status_code == 422
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert client.get("/api/study/ranges").json() == [{"id": first["id"], "name": "BTN/open", "text": "22+"}]
        assert client.delete(f"/api/study/ranges/{first['id']}").status_code == 204
        assert client.delete(f"/api/study/ranges/{first['id']}").status_code == 404
        assert client.get("/api/study/ranges").json() == []


# Equities -------------------------------------------------------------------------------------------------------------


def test_ace_king_suited_against_queens(asked: TestClient) -> None:
    """46.21 %: the coin flip that every table of equities has."""
    found = asked.post("/api/study/equity", json={"players": ["AhKh", "QsQd"]}).json()
    assert found["exact"]
    assert found["deals"] == 1_712_304  # 48 choose 5
    assert [round(each["equity"], 4) for each in found["players"]] == [0.4621, 0.5379]


def test_an_equity_as_a_job_carries_its_error(client: TestClient) -> None:
    question = {"players": ["AhKh", "QsQd"], "samples": 200_000, "seed": 7}
    job = finish(client, client.post("/api/study/equity/job", json=question).json())
    assert job["state"] == "done", job["error"]
    first = job["result"]["players"][0]
    assert not job["result"]["exact"]
    assert first["standard_error"] == pytest.approx((0.462 * 0.538 / 200_000) ** 0.5, rel=0.02)
    assert first["equity"] == pytest.approx(0.46214, abs=5 * first["standard_error"])


def test_the_next_card(asked: TestClient) -> None:
    """Top pair against a flush draw: eight hearts win for the draw, two of nine pair the board's cards or ours."""
    question = {"players": ["AsKd", "QhJh"], "board": "Kh7h2c"}
    found = asked.post("/api/study/equity/cards", json=question).json()
    assert len(found) == 52 - 7
    assert found["2h"][1] > 0.7
    assert found["2s"][1] < 0.25
    assert all(sum(each) == pytest.approx(1) for each in found.values())
    refused = asked.post("/api/study/equity/cards", json={"players": ["AsKd", "QhJh"]})
    assert refused.status_code == 400
    assert "the flop or the turn" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        ({"players": ["AhKh", "AhQd"]}, 400, "Ah"),
        ({"players": ["AhKh"]}, 422, ""),
        ({"players": ["AA"] * 11}, 422, ""),
        ({"players": ["AhKh", "QsQd"], "game": "snap"}, 400, "snap"),
        ({"players": ["AhKh", "QsQd"], "board": "2c"}, 400, "board"),
    ],
)
def test_hands_that_cannot_be_are_refused(asked: TestClient, question: Any, status: int, said: str) -> None:
    answer = asked.post("/api/study/equity", json=question)
    assert answer.status_code == status
    assert said in str(answer.json()["detail"])


# Spots ----------------------------------------------------------------------------------------------------------------


def test_a_spot_is_told_in_all_its_forms(asked: TestClient) -> None:
    sizes = {"oop": {"turn": "50%", "river": "75%,a"}, "ip": {"turn": "none", "river": "a"}}
    given = {"board": "Td9d6hQc", "oop": "AA,KK", "ip": "QQ", "pot": 200, "stack": [900, 1200], "bets": sizes}
    found = asked.post("/api/study/spot/check", json=given).json()
    assert found["error"] == ""
    assert found["sizes"]["bets"]["oop"] == {"flop": "", "turn": "50%", "river": "75%,a"}
    spot = Spot.parse(found["toml"])
    assert found["size"]["decisions"] == spot.estimate().decisions
    assert found["size"]["memory"]["float32"] == spot.estimate().memory()
    again = asked.post("/api/study/spot/read", json={"toml": found["toml"]}).json()
    assert again["spot"] == found["spot"]
    assert again["sizes"] == found["sizes"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"board": "2c2d"}, "board"),
        ({"oop": "AA,,KX?"}, "oop range"),
        ({"bets": "fifty"}, "bets"),
        ({"pot": 0}, "pot 0"),
        ({"ip": "2c2s"}, "no hand is left"),
        ({"lock": ["b100: c=2"]}, "lock"),
        ({"lock": ["x/b70: c=1"]}, "x/b70"),
        (LARGE, "more than 30,000 betting nodes"),
    ],
)  # fmt: skip
def test_a_spot_that_makes_no_sense_gets_one_line(asked: TestClient, change: dict[str, Any], said: str) -> None:
    answer = asked.post("/api/study/spot/check", json=POLAR | change)
    assert answer.status_code == 200
    assert said in answer.json()["error"]
    refused = asked.post("/api/study/spots", json={"spot": POLAR | change})
    assert (refused.status_code, refused.json()["detail"]) == (400, answer.json()["error"])


def test_a_spot_that_is_too_large_is_refused_with_its_size(tmp_path: Path) -> None:
    """A flop of 337 MB where 100 MB are allowed: no job, and what would fit is said."""
    settings = Settings(folder=tmp_path, solve_memory=200_000_000)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        spot = standard_spot("F1").to_json()
        checked = client.post("/api/study/spot/check", json=spot).json()
        assert checked["size"]["allowed"] == 200_000_000 < checked["size"]["memory"]["float32"]
        refused = client.post("/api/study/spots", json={"spot": spot})
        assert refused.status_code == 400
        assert "337 MB in float32, 200 MB are allowed; choose 16-bit storage" in refused.json()["detail"]
        assert client.get("/api/study/spots").json() == []
        assert client.post("/api/study/spots", json={"spot": POLAR | {"colour": "red"}}).status_code == 422


def test_polar_against_bluff_catchers(client: TestClient) -> None:
    """Bet the pot: half of the queens bluff, kings call every second time, and OOP has three quarters of the pot."""
    job = solve(client, spot=POLAR, target=0.01)
    assert job["result"]["percent"] <= 0.01
    assert job["result"]["oop"]["ev"] == pytest.approx(75, abs=0.1)
    about = client.get(f"/api/study/spots/{job['id']}").json()
    assert about["summary"]["oop"]["ev"] == job["result"]["oop"]["ev"]
    first, answer = node(client, job), node(client, job, "b100")
    share = first["node"]["sides"][0]["total"]["frequencies"]
    assert share["b100"] == pytest.approx(0.75, abs=0.01)
    assert answer["node"]["sides"][1]["total"]["frequencies"]["c"] == pytest.approx(0.5, abs=0.02)
    assert not answer["locked"]
    assert client.get(f"/api/study/spots/{job['id']}/node", params={"path": "b70"}).status_code == 400
    assert client.get(f"/api/study/spots/{job['id']}/cards").status_code == 400  # nothing is dealt on a river


def test_a_player_who_never_folds_is_never_bluffed(client: TestClient) -> None:
    """Locked to call, kings lose a bet to every ace: OOP has 50 + 50 of the pot of 100. Locked to fold, they lose the
    pot to any bet; the best response takes all of it."""
    calls = solve(client, spot=POLAR | {"lock": ["b100: c=1"]}, target=0.01)
    assert node(client, calls, "b100")["locked"]
    assert not node(client, calls)["locked"]
    assert calls["result"]["oop"]["ev"] == pytest.approx(100, abs=0.2)
    folds = solve(client, spot=POLAR | {"lock": ["b100: f=1"]}, target=0.01, start=calls["id"])
    exploited = node(client, folds, exploit="oop")["node"]["sides"][0]["total"]
    assert exploited["ev"] == pytest.approx(100, abs=1e-6)
    about = client.get(f"/api/study/spots/{folds['id']}", params={"exploit": "oop"}).json()
    assert about["summary"]["oop"]["ev"] == pytest.approx(100, abs=1e-6)
    assert about["gain"] == pytest.approx(100 - folds["result"]["oop"]["ev"], abs=1e-5)
    assert exploited["ev"] - 0.05 <= node(client, folds)["node"]["sides"][0]["total"]["ev"] <= exploited["ev"] + 1e-6


def test_going_on_begins_where_the_other_ended(client: TestClient) -> None:
    spot = standard_spot("R1").to_json()
    rough = solve(client, spot=spot, target=5)
    other = {"spot": spot | {"pot": 300}, "start": rough["id"], "goes_on": True}
    assert client.post("/api/study/spots", json=other).status_code == 400
    fine = solve(client, spot=spot, target=0.1, start=rough["id"], goes_on=True)
    assert fine["result"]["iterations"] > rough["result"]["iterations"] > 0
    direct = standard_spot("R1").solve(target="0.1%")
    assert fine["result"]["oop"]["ev"] == pytest.approx(direct.node().oop.total.ev, abs=0.1 / 100 * 200 * 2)
    history = client.get(f"/api/study/spots/{fine['id']}").json()["history"]
    assert rough["result"]["iterations"] in [row[0] for row in history]


def test_a_killed_solve_goes_on_and_stopping_keeps_the_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solve that never ends by itself: the job's work killed after a checkpoint, begun again there, and stopped."""
    monkeypatch.setattr(spots, "_KEPT_SECONDS", 0.0)
    monkeypatch.setattr(spots, "be_nice", lambda: None)
    monkeypatch.setattr(spots, "_hold_within", lambda size: None)
    params = {"spot": POLAR, "target": 1e-9, "seconds": 3600, "precision": "float32", "budget": 1 << 30}

    class Killed(BaseException):
        pass

    seen: list[dict[str, Any]] = []

    def until(what: type[BaseException], enough: Callable[[dict[str, Any]], bool]) -> Callable[[dict[str, Any]], None]:
        def report(now: dict[str, Any]) -> None:
            seen.append(now)
            if enough(now):
                raise what

        return report

    with pytest.raises(Killed):
        spots.run(params, tmp_path, until(Killed, lambda now: bool(now.get("kept"))))
    kept = seen[-1]["iterations"]
    seen.clear()
    over = spots.run(params, tmp_path, until(KeyboardInterrupt, lambda now: now.get("percent") is not None))
    assert over["stopped"] == "interrupted"
    assert seen[-1]["iterations"] > 0.3 * kept > 0
    assert over["percent"] < 5
    assert (tmp_path / spots.FILE).is_file()


@pytest.mark.slow
def test_a_killed_server_goes_on_and_stopping_keeps_the_best(server: Any) -> None:
    """A solve that never ends by itself: killed with its server it is resumed, stopped it can be viewed."""
    given = {"spot": standard_spot("T1").to_json(), "target": 0.001, "seconds": 3600, "precision": "16-bit"}
    with httpx.Client(base_url=server.address, timeout=60) as client:
        job = client.post("/api/study/spots", json=given).json()
        kept = waited(client, job, "kept")
    server.kill()
    server.start()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        assert waited(client, job, "percent")["iterations"] > 0.3 * kept["iterations"]
        client.post(f"/api/jobs/{job['id']}/stop")
        over = finish(client, job)
        assert over["state"] == "stopped"
        assert over["result"]["stopped"] == "interrupted"
        assert over["result"]["percent"] < 5
        cards = client.get(f"/api/study/spots/{job['id']}/cards", params={"path": "x/x"}).json()["cards"]
        assert len(cards) == 48
        assert client.delete(f"/api/study/spots/{job['id']}").status_code == 204
        assert not list((server.folder / "jobs").glob("*/*.solution"))


def waited(client: httpx.Client, job: dict[str, Any], what: str) -> dict[str, Any]:
    """The progress of a running job as soon as it tells something."""
    ends = time.monotonic() + 180
    while not (now := client.get(f"/api/jobs/{job['id']}").json())["progress"].get(what):
        assert now["state"] in ("waiting", "running"), now["error"]
        assert time.monotonic() < ends
        time.sleep(0.1)
    found: dict[str, Any] = now["progress"]
    return found


def test_names_of_spots_are_not_paths(asked: TestClient) -> None:
    for name in ("..%2F..%2Fetc", "0123456789abcde", "0123456789ABCDEF"):
        assert asked.get(f"/api/study/spots/{name}").status_code in (404, 422)
    assert asked.get("/api/study/spots/0123456789abcdef").status_code == 404
    start = {"spot": POLAR, "start": "0123456789abcdef"}
    assert asked.post("/api/study/spots", json=start).status_code == 404


def test_spots_are_saved_without_being_solved(client: TestClient) -> None:
    saved = client.post("/api/study/drafts", json={"name": "polar", "spot": POLAR}).json()
    (found,) = client.get("/api/study/drafts").json()
    assert (found["id"], found["name"], found["spot"]["oop"]) == (saved["id"], "polar", "AA,QQ")
    assert Spot.from_json(found["spot"]) == Spot.from_json(POLAR)
    assert client.delete(f"/api/study/drafts/{saved['id']}").status_code == 204
    assert client.get("/api/study/drafts").json() == []


def test_open_solutions_are_let_go_when_there_are_too_many(tmp_path: Path) -> None:
    solution = Spot.from_json(POLAR).solve(iterations=50)
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        solution.save(tmp_path / name / "spot.solution")
    found = Solutions(tmp_path, budget=2 * solution.solver.nbytes)
    for name in ("one", "two", "three"):
        assert found.node(name, "")["node"]["pot"] == 100
    assert [key.name for key in found._open] == ["two", "three"]
    found.about("two")
    found.node("one", "b100")
    assert [key.name for key in found._open] == ["two", "one"]
    solution.run(iterations=60).save(tmp_path / "one" / "spot.solution")
    assert found.about("one")["summary"]["iterations"] == 60
    assert [key.name for key in found._open] == ["two", "one"]
    found.forget("one")
    assert [key.name for key in found._open] == ["two"]
