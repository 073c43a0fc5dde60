"""The Statistics page: its numbers are those of the hands, and a click opens them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")

from starlette.testclient import TestClient

from riverboat.arena import run_match
from riverboat.assess import review_hands
from riverboat.games.hand import Hand
from riverboat.records.database import open_database
from riverboat.records.statistics import statistics_of
from riverboat.web import Settings, create_app

AGENTS = ["always_raise", "always_call", "random"]
Over = Callable[[Any, str], dict[str, Any]]


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    found: list[Hand] = []
    run_match(AGENTS, "holdem(betting=no-limit,players=3,stacks=800)", 60, seed=8, record=found.extend)
    return found


@pytest.fixture
def client(hands: list[Hand], tmp_path: Path) -> Iterator[TestClient]:
    with open_database(tmp_path / "riverboat.db") as database, database.record("import") as recorder:
        recorder.add_all(hands)
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as found:
        yield found


def test_the_table_is_that_of_the_hands(client: TestClient, hands: list[Hand], over: Over) -> None:
    before = client.get("/api/statistics/players").json()
    assert before["luck_left"] == 60
    assert all(row["adjusted"] is None for row in before["rows"])
    job = over(client, client.post("/api/statistics/luck").json()["id"])
    assert job["result"]["left"] == 0
    assert client.post("/api/statistics/luck").json() is None
    found = client.get("/api/statistics/players").json()
    expected = {line.player: line for line in statistics_of(hands)}
    reviewed = {each["name"]: each["rates"] for each in review_hands(hands, ["allin"]).data["players"]}
    assert {row["player"] for row in found["rows"]} == set(AGENTS)
    for row in found["rows"]:
        line = expected[row["player"]]
        assert row["hands"] == 60
        assert row["rate"]["mean"] == pytest.approx(line.bb_per_100)
        assert row["rate"]["margin"] == pytest.approx(line.bb_per_100_margin)
        assert row["adjusted"]["mean"] == pytest.approx(reviewed[row["player"]]["allin"]["mean"])
        assert row["rates"]["vpip"] == list(line.indicators.sample("vpip"))
        assert row["af"] == pytest.approx(line.indicators.aggression_factor, abs=1e-4)
    assert "by luck alone about 0.15 would" in found["warnings"][0]
    course = client.get("/api/statistics/course", params={"player": "random"}).json()
    assert course["hands"][-1] == 60
    assert course["money"][-1] == pytest.approx(expected["random"].won_bb, abs=0.01)
    assert course["adjusted"][-1] == pytest.approx(60 * reviewed["random"]["allin"]["mean"] / 100, abs=0.01)


def test_groups_and_searches(client: TestClient, hands: list[Hand]) -> None:
    expected = {line.group: line.hands for line in statistics_of(hands, "position", lambda name: name == "random")}
    found = client.get("/api/statistics/players", params={"player": "random", "by": "position"}).json()
    assert {row["group"]: row["hands"] for row in found["rows"]} == expected
    won = client.get("/api/statistics/players", params={"query": "random won"}).json()
    assert won["searched"]
    assert [row["hands"] for row in won["rows"]] == [sum(h.payoffs[h.players.index("random")] > 0 for h in hands)]
    assert "selected by how they ended" in won["warnings"][0]
    assert (
        client.get("/api/review/hands", params={"player": "random", "query": "won"}).json()["total"]
        == won["rows"][0]["hands"]
    )
    words = {each["name"]: each["word"] for each in client.get("/api/statistics/rates").json()}
    assert (words["three_bet"], words["cbet_flop"], words["went_to_showdown"]) == ("3bet", "cbet", "")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("players?by=position", "whose? name a player"),
        ("players?query=lost>x", "lost"),
        ("players?query=random&player=random&by=stake", "expected one of position"),
        ("players?query=nobody", "no such player"),
    ],
)
def test_wrong_questions_are_answered_in_one_line(client: TestClient, path: str, said: str) -> None:
    answer = client.get(f"/api/statistics/{path}")
    assert answer.status_code == 400
    assert said in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]


@pytest.mark.slow
def test_the_page_in_a_browser(
    page: Any, server: Any, hands: list[Hand], screenshots: Callable[[Any, str], None], tmp_path: Path
) -> None:
    """Sorted by a click, divided by position, searched; a rate opens its hands; tables and charts become files."""
    from playwright.sync_api import expect

    with open_database(server.folder / "riverboat.db") as database, database.record("import") as recorder:
        recorder.add_all(hands)
    page.goto("/statistics")
    table = page.get_by_label("Players", exact=True).locator("tbody tr")
    expect(table).to_have_count(3)
    expect(page.locator(".stat-luck")).to_be_hidden(timeout=120_000)
    expect(page.locator("[aria-label='One player'] .legendtext").filter(has_text="luck-adjusted")).to_be_visible(
        timeout=240_000
    )
    page.get_by_role("button", name="VPIP").first.click()
    expect(page.get_by_role("columnheader", name="VPIP").first).to_have_attribute("aria-sort", "descending")
    shares = [float(text.split(" ")[0]) for text in table.locator("td:nth-child(6)").all_inner_texts()]
    assert shares == sorted(shares, reverse=True)
    page.get_by_role("button", name="random", exact=True).click()
    groups = page.get_by_label("Groups").locator("tbody tr")
    expect(groups).to_have_count(3)
    expect(groups.filter(has_text="button").locator("td").nth(1)).to_have_text("20")
    screenshots(page, "statistics")
    with page.expect_download() as saved:
        page.get_by_label("Players", exact=True).get_by_role("button", name="CSV").click()
    text = Path(saved.value.path()).read_text()
    assert text.startswith('Player,Hands,"Won, bb",bb/100,bb/100 ±,Luck-adj.,Luck-adj. ±,vpip,vpip sample,')
    assert len(text.splitlines()) == 4
    for button in (0, 1, 2):  # the table of players, the chart, the groups
        with page.expect_download() as saved:
            page.get_by_role("button", name="PNG").nth(button).click()
        assert Path(saved.value.path()).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        assert Path(saved.value.path()).stat().st_size > 5_000
    groups.filter(has_text="button").locator("td").nth(1).get_by_role("link").click()
    expect(page.get_by_role("heading", name="20 hands")).to_be_visible()
    page.go_back()
    page.get_by_label("Search").fill("random showdown")
    page.get_by_label("Search").press("Enter")
    expect(table).to_have_count(1)
    expect(page.locator(".stat-said")).to_contain_text("selected by how they ended")
    page.set_viewport_size({"width": 390, "height": 844})
    ends = time.monotonic() + 30
    while page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        assert time.monotonic() < ends, "the page must be scrolled sideways"
        time.sleep(0.1)
