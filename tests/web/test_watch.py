"""Matches to watch: the result is that of the arena, whatever happens on the way, and every hand is there once."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from starlette.testclient import TestClient

from riverboat.arena import EvolutionSettings, MatchResult, RingSettings, TournamentSettings, run_match
from riverboat.arena.match import player_names
from riverboat.games import Hand
from riverboat.games.pots import uncalled_of
from riverboat.records import read_hands
from riverboat.records.database import open_database
from riverboat.web import Settings
from riverboat.web.app import create_app
from riverboat.web.tasks.matches import MatchSetup, names_for_people
from riverboat.web.tasks.matches import run as run_job

TWO = ["always_raise", "random"]
Over = Callable[[TestClient, str], dict[str, Any]]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path, workers=2)), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server on which nothing is ever started."""
    settings = Settings(folder=tmp_path_factory.mktemp("refusing"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client


def played(folder: Path, **setup: Any) -> dict[str, Any]:
    """The job's work, done here."""
    folder.mkdir(exist_ok=True, parents=True)
    database = str(folder.parent / "hands.db")
    params = MatchSetup.model_validate(setup).model_dump()
    found: dict[str, Any] = run_job({**params, "database": database}, folder, lambda progress: None)
    return found


def agree(found: dict[str, Any], result: MatchResult) -> None:
    """What the page is told is what the arena says."""
    assert found["hands"] == result.hands
    assert found["complete"] is result.complete
    assert len(found["players"]) == len(result.players)
    for told, player in zip(found["players"], result.players, strict=True):
        assert told["name"] == player.name
        assert tuple(told["chips"]) == (player.chips.mean, player.margin())
        assert told["hands"] == player.hands
        if told["mbb"]:
            assert told["mbb"][0] == player.mbb.mean
            assert told["mbb"][1] == pytest.approx(player.mbb.margin())


def test_a_match_is_that_of_the_arena(client: TestClient, over: Over) -> None:
    asked = {"agents": TWO, "game": "leduc", "hands": 1000, "seed": 7}
    job = client.post("/api/watch", json=asked).json()
    assert job["title"] == "Raiser v Random"
    done = over(client, job["id"])
    assert done["state"] == "done", done["error"]
    result = run_match(TWO, "leduc", 1000, seed=7, session=100)
    agree(done["result"], result)
    assert done["result"]["command"] == (
        "riverboat match always_raise random --game leduc --hands 1000 --mode cash --seed 7 --session 100"
    )
    course = done["result"]["course"]
    assert course["hands"][-1] == 1000
    assert [line[-1] for line in course["chips"]] == [player.chips.total for player in result.players]
    assert course["reach"] == pytest.approx([player.margin() * 1000 for player in result.players])
    cell = done["result"]["crosstable"]["cells"][0][1]
    assert cell == pytest.approx([result.players[0].mbb.mean, result.players[0].mbb.margin()])
    vpip = next(row for row in done["result"]["indicators"] if row["name"] == "VPIP")
    assert vpip["samples"] == [list(player.indicators.sample("vpip")) for player in result.players]
    [line] = client.get("/api/watch").json()
    assert (line["id"], line["state"], line["done"], line["hands"]) == (job["id"], "done", 1000, 1000)
    assert line["leader"] == ("Raiser" if result.players[0].chips.mean > 0 else "Random")


def test_its_hands_are_all_there(client: TestClient, tmp_path: Path, over: Over) -> None:
    asked = {"agents": TWO, "game": "holdem(betting=limit)", "hands": 300, "seed": 3, "session": 50}
    name = client.post("/api/watch", json=asked).json()["id"]
    assert over(client, name)["state"] == "done"
    hands: list[Hand] = []
    run_match(TWO, "holdem(betting=limit)", 300, seed=3, session=50, record=hands.extend)
    page = client.get(f"/api/watch/{name}/hands", params={"first": 295, "count": 20}).json()
    assert page["total"] == 300
    assert [hand["number"] for hand in page["hands"]] == [296, 297, 298, 299, 300]
    for told, hand in zip(page["hands"], hands[295:], strict=True):
        assert told["won"] == [float(payoff) for payoff in hand.payoffs]
        assert sum(told["collected"]) == told["pot"]
        assert told["players"] == [{"always_raise": "Raiser", "random": "Random"}[name] for name in hand.players]
        assert told["pot"] == sum(hand.committed) - sum(uncalled_of(hand.committed, hand.rules))
    film = client.get(f"/api/watch/{name}/hands/299").json()
    assert film["number"] == 300
    assert [seat["won"] for seat in film["seats"]] == list(map(float, hands[299].payoffs))
    assert client.get(f"/api/watch/{name}/hands/300").status_code == 404
    assert client.get(f"/api/watch/{name}/hands", params={"first": 300}).json()["hands"] == []
    for form, ending in (("phh", "phhs"), ("pokerstars", "txt"), ("acpc", "log")):
        answer = client.get(f"/api/watch/{name}/download/{form}")
        assert answer.status_code == 200
        assert f"match-{name}.{ending}" in answer.headers["content-disposition"]
        file = tmp_path / f"downloaded.{ending}"
        file.write_bytes(answer.content)
        known = hands[0].rules if form == "acpc" else None
        again = [hand for hand in read_hands(file, known) if isinstance(hand, Hand)]
        assert len(again) == 300
        assert [abs(float(hand.payoffs[0])) for hand in again] == [abs(float(hand.payoffs[0])) for hand in hands]
    assert not list((tmp_path / "jobs" / name).glob("*.phhs"))


def test_stored_hands_have_the_names_that_people_know() -> None:
    """Every name of the arena has one, and no two players share one: `rules` is the tight-aggressive Sofia too."""
    agents = ["rules", "rules(style=tight_aggressive)", "random", "random", "poki(tightness=tight)"]
    shown = names_for_people(agents)
    assert set(shown) == set(player_names(agents))
    assert list(shown.values()) == ["Sofia", "Sofia 2", "Random", "Random 2", "Tight Poki"]


def test_pause_and_resume_change_nothing(client: TestClient, over: Over) -> None:
    asked = {"agents": TWO, "game": "leduc", "hands": 8_000, "seed": 2, "session": 500}
    name = client.post("/api/watch", json=asked).json()["id"]
    while client.get(f"/api/watch/{name}/hands").json()["total"] < 1000:
        sleep(0.02)
    client.post(f"/api/jobs/{name}/stop")
    paused = over(client, name)
    assert paused["state"] == "stopped"
    assert not paused["result"]["complete"]
    so_far = paused["result"]["hands"]
    assert 1000 <= so_far < 8_000
    assert client.get(f"/api/watch/{name}/hands").json()["total"] == so_far
    assert client.get("/api/watch").json()[0]["done"] == so_far
    client.post(f"/api/jobs/{name}/resume")
    done = over(client, name)
    assert done["state"] == "done"
    agree(done["result"], run_match(TWO, "leduc", 8_000, seed=2, session=500))
    assert client.get(f"/api/watch/{name}/hands").json()["total"] == 8_000
    numbers = [
        hand["number"]
        for hand in client.get(f"/api/watch/{name}/hands", params={"first": so_far - 3, "count": 6}).json()["hands"]
    ]
    assert numbers == list(range(so_far - 2, so_far + 4))


def test_a_killed_worker_loses_nothing(client: TestClient, tmp_path: Path, over: Over) -> None:
    asked = {"agents": TWO, "game": "leduc", "hands": 3_000, "seed": 5, "session": 500}
    name = client.post("/api/watch", json=asked).json()["id"]
    while client.get(f"/api/watch/{name}/hands").json()["total"] < 500:
        sleep(0.02)
    [process] = client.app.state.services.jobs._processes.values()  # type: ignore[attr-defined]
    os.kill(process.pid, signal.SIGKILL)
    assert "signal 9" in over(client, name)["error"]
    client.post(f"/api/jobs/{name}/resume")
    done = over(client, name)
    agree(done["result"], run_match(TWO, "leduc", 3_000, seed=5, session=500))
    with open_database(tmp_path / "riverboat.db") as database:
        [simulation] = database.simulations()
        assert [hand.number for hand in database.hands(simulation.id)] == list(range(1, 3_001))
    assert simulation.parameters["job"] == name


def test_duplicate_with_three_and_all_in_winnings(tmp_path: Path) -> None:
    agents = ["always_raise", "random", "always_call"]
    found = played(
        tmp_path / "job", agents=agents, game="holdem(players=2)", hands=24, mode="duplicate", all_in_ev=True
    )
    result = run_match(agents, "holdem(players=2)", 24, "duplicate", session=100, all_in_ev=True)
    agree(found, result)
    assert found["samples"] == result.samples
    assert found["course"]["chips"][0][-1] == pytest.approx(result.players[0].chips.mean * result.players[0].hands)
    assert found["course"]["adjusted"][0][-1] == pytest.approx(result.adjusted_curves["always_raise"][-1][1])
    assert found["players"][0]["adjusted"][0] == pytest.approx(
        result.players[0].adjusted.mean * 1000 / result.players[0].units.big_blind
    )


def test_the_same_players_for_the_whole_match(tmp_path: Path) -> None:
    asked: dict[str, Any] = {
        "agents": ["random", "always_raise"],
        "game": "holdem(betting=limit)",
        "hands": 250,
        "seed": 4,
    }
    found = played(tmp_path / "job", **asked, session=None, block=100)
    result = run_match(["random", "always_raise"], asked["game"], 250, seed=4, session=None, block=100)
    agree(found, result)
    assert result.learning is not None
    assert found["session"] is None
    for told, player in zip(found["learning"]["curves"], result.learning.players, strict=True):
        assert (told["name"], told["hands"]) == (player.name, [50.0, 150.0, 250.0])
        assert [mean for mean, _ in told["sb"]] == pytest.approx([mean.mean / 10 for mean in player.curve])
        assert [margin for _, margin in told["sb"]] == pytest.approx([mean.margin() / 10 for mean in player.curve])
    assert found["learning"]["rows"][0][0] == "random"
    assert found["command"].endswith("--seed 4 --session never --block 100")
    assert played(tmp_path / "other", **asked)["learning"] is None


def test_sessions_of_other_modes_end(refusing: TestClient) -> None:
    asked = {"agents": TWO, "game": "holdem", "mode": "ring", "session": None}
    answer = refusing.post("/api/watch", json=asked)
    assert answer.status_code == 400
    assert "session never in mode ring" in answer.text


def test_until_significant_has_the_wider_intervals(tmp_path: Path) -> None:
    agents = ["always_raise", "always_fold"]
    found = played(tmp_path / "job", agents=agents, game="kuhn", hands=5000, until_significant=True)
    result = run_match(agents, "kuhn", 5000, session=100, until_significant=True)
    agree(found, result)
    assert found["watched"]
    assert found["winners"] == ["always_raise"]
    assert found["hands"] < 5000


def test_ring_tournament_and_evolution(tmp_path: Path) -> None:
    trio = ["always_call", "random", "always_raise"]
    ring = played(tmp_path / "ring", agents=trio, game="holdem(betting=limit)", hands=200, mode="ring",
                  ring={"seasons": 2, "buy_ins": {"random": 30}})  # fmt: skip
    settings = RingSettings(seasons=2, buy_ins={"random": 30})
    agree(ring, run_match(trio, "holdem(betting=limit)", 200, "ring", session=100, settings=settings))
    assert ring["extra"]["seasons"] == 2
    assert ring["course"]["reach"] == []
    cup = played(tmp_path / "cup", agents=trio, game="holdem", hands=200, mode="tournament",
                 tournament={"entrants": 6, "hands_per_level": 5})  # fmt: skip
    cups = TournamentSettings(entrants=6, hands_per_level=5)
    agree(cup, run_match(trio, "holdem", 200, "tournament", session=100, settings=cups))
    assert cup["per"] == "tournament"
    assert cup["course"]["chips"][0][-1] == pytest.approx(cup["players"][0]["chips"][0] * cup["samples"])
    founders = ["rules(style=tight_passive)", "rules(style=loose_passive)"]
    world = played(tmp_path / "world", agents=founders, game="kuhn", hands=20, mode="evolve",
                   evolve={"generations": 2, "population": 4})  # fmt: skip
    ways = EvolutionSettings(generations=2, population=4, opponents=("always_call",))
    agree(world, run_match(founders, "kuhn", 20, "evolve", session=100, settings=ways))
    assert len(world["extra"]["generations"]) == 2
    assert world["simulation"] is None


@pytest.mark.parametrize("mode", ["ring", "tournament"])
def test_a_ring_or_tournament_that_was_killed_keeps_every_hand_once(tmp_path: Path, mode: str) -> None:
    """Killed right after hands were stored and before, or after, the checkpoint was written."""
    trio = ["always_call", "random", "always_raise"]
    setup = {"agents": trio, "game": "holdem(betting=limit)", "hands": 300, "mode": mode, "session": 20, "seed": 4,
             "tournament": {"stack": 200}}  # fmt: skip
    whole = played(tmp_path / "whole", **setup)
    with open_database(tmp_path / "hands.db") as database:
        expected = [hand._replace(notes=()) for hand in database.hands(whole["simulation"])]
    for folds in (1, 3, 6):
        folder = tmp_path / f"killed {folds}"
        folder.mkdir()
        _killed_after(folds, folder, setup)
        found = played(folder, **setup)
        assert found["players"] == whole["players"]
        with open_database(tmp_path / "hands.db") as database:
            assert [hand._replace(notes=()) for hand in database.hands(found["simulation"])] == expected


def _killed_after(folds: int, folder: Path, setup: dict[str, Any]) -> None:
    """A run that dies in the middle, with a checkpoint that is older than the hands that are stored."""
    from riverboat.web.tasks import matches

    class Killed(BaseException):
        pass

    seen = 0
    record = matches._Kept.record

    def dying(kept: Any, hands: Any) -> None:
        nonlocal seen
        record(kept, hands)
        seen += 1
        if seen == folds:
            raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matches._Kept, "record", dying)
        patch.setattr("riverboat.arena.match.SECONDS_BETWEEN_SAVES", 0.0 if folds % 2 else 1e9)
        with pytest.raises(Killed):
            played(folder, **setup)


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [
        ({"agents": ["always_call"]}, 422, "agents"),
        ({"agents": ["always_call"] * 21}, 422, "agents"),
        ({"agents": ["always_call", "/etc/passwd.py"]}, 400, "expected one of always_call"),
        ({"agents": ["always_call", "acpc:rm -rf /"]}, 400, "expected one of always_call"),
        ({"agents": ["always_call", "leduc.strategy"]}, 400, "expected one of always_call"),
        ({"agents": ["always_call", "random("]}, 400, "expected one of"),
        ({"mode": "evolve", "evolve": {"opponents": ["x.py"]}}, 400, "expected one of always_call"),
        ({"game": "bridge"}, 400, "bridge"),
        ({"game": "../../etc/passwd"}, 400, "game"),
        ({"game": "holdem(players=3)"}, 400, "needs 3 players"),
        ({"game": "holdem(players=2)", "mode": "ring"}, 400, "leave out players="),
        ({"hands": 0}, 422, "hands"),
        ({"hands": 10**9}, 422, "hands"),
        ({"seed": -1}, 422, "seed"),
        ({"mode": "chess"}, 422, "mode"),
        ({"mode": "ring", "all_in_ev": True}, 400, "only cash and duplicate"),
        ({"database": "/etc/passwd"}, 422, "database"),
        ({"mode": "ring", "ring": {"bankroll": 50, "buy_in": 100, "stakes": []}}, 422, "stakes"),
        ({"mode": "ring", "ring": {"buy_ins": {"random": 5}}}, 422, "greater than or equal to 20"),
    ],
)
def test_matches_that_cannot_be(refusing: TestClient, wrong: dict[str, Any], status: int, said: str) -> None:
    answer = refusing.post("/api/watch", json={"agents": TWO, **wrong})
    assert answer.status_code == status, answer.text
    assert said in json.dumps(answer.json()["detail"])
    assert refusing.get("/api/watch").json() == []


def test_players_that_cannot_be_made_or_do_not_know_the_game_are_refused_at_once(refusing: TestClient) -> None:
    for player, said in (("rules(style=none)", "style"), ("lucifer", "knows only kuhn"), ("loki(x=1)", "no parameter")):
        answer = refusing.post("/api/watch", json={"agents": ["random", player], "game": "holdem", "hands": 10})
        assert answer.status_code == 400, answer.text
        assert said in answer.json()["detail"]
    assert refusing.get("/api/watch").json() == []
    assert refusing.get("/api/watch/none/hands").status_code == 404


def test_a_game_of_ones_own(client: TestClient, over: Over) -> None:
    from riverboat.games.pgdl import catalogue, read

    name, document = next((name, text) for name, text in catalogue().items() if "leduc" in name.lower())
    saved = client.post("/api/games/saved", json={"pgdl": document}).json()
    asked = {"agents": TWO, "saved": saved["id"], "hands": 50}
    job = client.post("/api/watch", json=asked).json()
    done = over(client, job["id"])
    assert done["state"] == "done", done["error"]
    agree(done["result"], run_match(TWO, read(document, name).rules(2), 50, session=100))
    assert client.get(f"/api/watch/{job['id']}/hands").json()["total"] == 50
    assert client.post("/api/watch", json={**asked, "saved": "none"}).status_code == 404
    assert client.post("/api/watch", json={**asked, "mode": "ring"}).status_code == 400
    assert client.post("/api/watch", json={**asked, "pgdl": document}).status_code == 422


def test_a_match_with_postgresql(tmp_path: Path, over: Over) -> None:
    """Set RIVERBOAT_TEST_POSTGRES to the URL of a database for tests; what is written there stays."""
    pytest.importorskip("psycopg")
    url = os.environ.get("RIVERBOAT_TEST_POSTGRES")
    if not url:
        pytest.skip("needs RIVERBOAT_TEST_POSTGRES")
    settings = Settings(folder=tmp_path, database=url)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        asked = {"agents": TWO, "game": "leduc", "hands": 300, "seed": 9}
        name = client.post("/api/watch", json=asked).json()["id"]
        done = over(client, name)
        agree(done["result"], run_match(TWO, "leduc", 300, seed=9, session=100))
        assert client.get(f"/api/watch/{name}/hands", params={"first": 298}).json()["total"] == 300
        assert url not in json.dumps(done)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert client.get(f"/api/jobs/{name}").json() == done
        assert client.delete(f"/api/jobs/{name}").status_code == 204


def test_hands_are_not_kept_if_nobody_wants_them(client: TestClient, over: Over) -> None:
    asked = {"agents": TWO, "game": "kuhn", "hands": 50, "keep_hands": False}
    name = client.post("/api/watch", json=asked).json()["id"]
    assert over(client, name)["state"] == "done"
    assert client.get(f"/api/watch/{name}/hands").json() == {"total": 0, "hands": []}
    assert client.get(f"/api/watch/{name}/hands/0").status_code == 404
