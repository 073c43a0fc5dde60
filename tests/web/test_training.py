"""The trainer's API: answers stay on the server until the action, scores are each person's, mistakes come back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from riverboat.solve.spot.judging import Blockers, Judgement, Option
from riverboat.solve.spot.loading import load
from riverboat.web import Settings, create_app
from riverboat.web.training.schedule import WAITS, after_right, after_wrong
from riverboat.web.training.scores import MAX_MISTAKES, Record
from riverboat.web.training.shipped import FOLDER, shipped_spots

TOKEN = "the-token-of-the-owner"
TOY = "river-aces-or-queens"
NOW = datetime(2026, 11, 17, tzinfo=UTC)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as found:
        yield found


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server for requests that change nothing."""
    settings = Settings(folder=tmp_path_factory.mktemp("room"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as found:
        yield found


def dealt(client: TestClient, **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/train/hands", json={"spot": TOY, **wanted})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def acted(client: TestClient, hand: dict[str, Any], action: str) -> dict[str, Any]:
    answer = client.post(f"/api/train/hands/{hand['id']}/act", json={"action": action})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# The schedule ---------------------------------------------------------------------------------------------------------


def test_leitner_s_boxes() -> None:
    """Right answers when it is due: 10 minutes, then 1, 3, 7 and 21 days, then learned; a wrong one begins again."""
    box = after_wrong(NOW)
    waits = []
    now = NOW
    for _ in range(5):
        assert after_right(box, box.due - timedelta(seconds=1)) == box  # too early: nothing changes
        waits.append(box.due - now)
        now = box.due
        following = after_right(box, now)
        if following is None:
            break
        box = following
    assert following is None
    assert waits == [timedelta(minutes=10), *(timedelta(days=days) for days in (1, 3, 7, 21))]
    assert after_wrong(now).number == 0


def _judgement(path: str, hand: str, taken: int, lost: float, frequencies: tuple[float, ...]) -> Judgement:
    names = ("x", "b50", "b100")[: len(frequencies)]
    mix = tuple(
        Option(name, share, -lost if at == taken else 0.0)
        for at, (name, share) in enumerate(zip(names, frequencies, strict=True))
    )
    return Judgement(path, hand, 0, 2, names[taken], mix, 0.5, 100, 0, 1.0, 1.0, Blockers(1, 0, 1, 0, 0, 0))


def test_a_record_counts_and_repeats() -> None:
    record = Record("spot", "title", "2c2d7h7s3c", 100)
    assert not record.count(_judgement("", "AhAd", 0, 30.0, (0.0, 1.0)), "mix", NOW)
    assert record.count(_judgement("", "QhQd", 0, 0.0, (0.3, 0.7)), "mix", NOW)  # in the mix
    assert not record.count(_judgement("", "QsQd", 0, 0.0, (0.3, 0.7)), "best", NOW)  # not the most frequent
    assert record.count(_judgement("", "JsJd", 1, 0.0, (0.3, 0.7)), "best", NOW)
    for difficulty, right in (("mix", True), ("best", False)):  # half a percent of the pot
        assert Record("", "", "", 100).count(_judgement("", "JsJd", 0, 0.5, (0.0, 1.0)), difficulty, NOW) is right  # type: ignore[arg-type]
    total = record.total
    assert (total.decisions, total.lost, total.lost_pots, total.best, total.right) == (4, 30.0, 0.3, 1, 2)
    assert {each.hand for each in record.mistakes.values()} == {"AhAd", "QsQd"}
    assert record.due(NOW) == []
    later = NOW + WAITS[0]
    assert [each.hand for each in record.due(later)] == ["AhAd", "QsQd"]
    better = _judgement("", "AhAd", 1, 0.0, (0.0, 1.0))
    for wait in WAITS:
        later += wait
        assert record.count(better, "mix", later)
    assert {each.hand for each in record.mistakes.values()} == {"QsQd"}
    again = Record.from_json(
        {
            **vars(record),
            "streets": {"river": vars(record.streets["river"])},
            "mistakes": {"a": vars(next(iter(record.mistakes.values())))},
        }
    )
    assert again.total == record.total


def test_the_costliest_mistakes_are_kept() -> None:
    record = Record("spot", "title", "2c2d7h7s3c", 100)
    for number in range(MAX_MISTAKES + 50):
        record.count(_judgement(f"b{number}", "AhAd", 0, float(number), (0.0, 1.0)), "mix", NOW)
    assert len(record.mistakes) == MAX_MISTAKES
    assert min(each.lost for each in record.mistakes.values()) == 50.0


# The shipped spots ----------------------------------------------------------------------------------------------------


def test_the_shipped_rivers_are_solved_as_well_as_they_say() -> None:
    """Exploitability is measured again, from the strategies in the files."""
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_000_000
    solved = [each for each in shipped_spots().values() if each.solution is not None]
    assert len(solved) >= 4
    for each in solved:
        assert each.solution is not None
        solution = load(each.solution)
        assert solution.spot == each.spot
        assert solution.solver.exploitability().percent < 0.15, each.name
    assert {each.spot.street for each in shipped_spots().values()} == {0, 1, 2}


# Training -------------------------------------------------------------------------------------------------------------


def test_nothing_is_told_before_the_action(client: TestClient) -> None:
    """The hand before the action has names of actions and no numbers of the solution, nor the opponent's cards."""
    hand = dealt(client, player="oop", hands="AA")
    assert set(hand) == {
        "id", "spot", "title", "again", "player", "street", "hole", "board", "path", "line", "pot", "stacks", "to_call",
        "actions", "over",
    }  # fmt: skip
    assert [set(action) for action in hand["actions"]] == [{"name", "label", "colour"}] * 2
    assert [action["name"] for action in hand["actions"]] == ["x", "b100"]
    answer = acted(client, hand, "x")
    judgement = answer["judgement"]
    assert (judgement["verdict"], judgement["best"], answer["right"]) == ("mistake", "b100", False)
    assert judgement["lost"] == pytest.approx(50, abs=0.1)
    assert answer["hand"]["over"]
    assert [card[0] for card in answer["hand"]["opponent"]] == ["K", "K"]
    assert (answer["hand"]["winner"], answer["hand"]["net"]) == ("oop", 100)
    assert client.post(f"/api/train/hands/{hand['id']}/act", json={"action": "x"}).status_code == 400


def test_the_score_is_kept_and_mistakes_come_back(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = dealt(client, player="oop", hands="AA")
    acted(client, hand, "x")
    for _ in range(3):
        acted(client, dealt(client, player="oop", hands="AA"), "b100")
    score = client.get("/api/train/score").json()
    assert score["total"] == {
        "decisions": 4,
        "lost_per_100": None,
        "lost_pots_per_100": pytest.approx(12.5, abs=0.05),
        "best": 0.75,
        "right": 0.75,
    }
    assert score["spots"][0]["total"]["lost_per_100"] == pytest.approx(1250, abs=5)
    assert list(score["streets"]) == ["river"]
    [mistake] = client.get("/api/train/mistakes").json()
    assert (mistake["hand"], mistake["action"], mistake["best"]) == ("".join(hand["hole"]), "x", "b100")
    assert mistake["lost"] == pytest.approx(50, abs=0.1)
    # It is not due yet; ten minutes later it comes first, whatever else is wanted.
    assert dealt(client, mistakes=True, hands="QQ", player="oop")["again"] is False
    monkeypatch.setattr("riverboat.web.training.schedule.Box.is_due", lambda box, now: True)
    again = dealt(client, mistakes=True, hands="QQ", player="oop")
    assert (again["again"], again["hole"]) == (True, hand["hole"])
    acted(client, again, "b100")
    assert [each["box"] for each in client.get("/api/train/mistakes").json()] == [1]
    assert client.delete(f"/api/train/score/{TOY}").status_code == 204
    assert client.get("/api/train/score").json()["total"]["decisions"] == 0
    assert client.delete(f"/api/train/score/{TOY}").status_code == 404


def test_scores_are_those_of_one_person_and_outlive_the_server(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, token=TOKEN)
    owner = {"authorization": f"Bearer {TOKEN}"}
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        key = client.post("/api/people", json={"name": "Ann", "role": "player"}, headers=owner).json()["key"]
        ann = {"authorization": f"Bearer {key}"}
        hand = client.post("/api/train/hands", json={"spot": TOY, "player": "oop"}, headers=ann).json()
        # A hand is that of whoever it was dealt to.
        act = f"/api/train/hands/{hand['id']}/act"
        assert client.post(act, json={"action": "x"}, headers=owner).status_code == 404
        assert client.post(act, json={"action": "x"}, headers=ann).status_code == 200
        assert client.get("/api/train/score", headers=owner).json()["total"]["decisions"] == 0
        assert all(each["shipped"] for each in client.get("/api/train/spots", headers=ann).json())
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert client.get("/api/train/score", headers=ann).json()["total"]["decisions"] == 1


@pytest.mark.parametrize(
    ("wanted", "status", "said"),
    [
        ({"spot": "no-such-spot"}, 404, "no-such-spot"),
        ({"spot": TOY, "street": "turn"}, 400, "street"),
        ({"spot": TOY, "hands": "AAA"}, 400, "AAA"),
        ({"spot": TOY, "hands": "72o"}, 400, "none of them"),
        ({"spot": "turn-dry-king"}, 400, "not solved yet"),
        ({"spot": "../x"}, 422, ""),
        ({"spot": TOY, "categories": ["five aces"]}, 422, ""),
    ],
)
def test_what_cannot_be_dealt_is_refused(room: TestClient, wanted: Any, status: int, said: str) -> None:
    answer = room.post("/api/train/hands", json=wanted)
    assert answer.status_code == status
    assert said in str(answer.json()["detail"])


@pytest.mark.slow
def test_an_unsolved_spot_is_solved_on_first_use(client: TestClient, over: Any) -> None:
    """A turn of the set: a job solves it, once, and hands are dealt on both of its streets."""
    name = "turn-wet-queen"
    assert client.get(f"/api/train/spots/{name}").json()["state"] == "unsolved"
    first = client.post(f"/api/train/spots/{name}/solve").json()
    assert client.post(f"/api/train/spots/{name}/solve").json()["job"] == first["job"]
    over(client, first["job"])
    assert client.get(f"/api/train/spots/{name}").json()["state"] == "ready"
    for street, cards in (("turn", 4), ("river", 5)):
        hand = dealt(client, spot=name, street=street)
        assert len(hand["board"]) == cards
        acted(client, hand, hand["actions"][0]["name"])
    [record] = client.get("/api/train/score").json()["spots"]
    assert record["spot"] == name
