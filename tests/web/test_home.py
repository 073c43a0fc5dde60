"""Behind the doors of Home: the sample session, and the ladder of the club."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from table_players import Frame, Person, new_table, sit

from riverboat.arena.crosstable import shipped
from riverboat.arena.crosstable.results import Cell, CrosstableResult
from riverboat.assess.chance import chance_luck
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.records.parsing import read_hands
from riverboat.stats.mean import RunningMean
from riverboat.web.game_families import rated_game
from riverboat.web.ladder import Ladder, Rung, ladder_of

SESSION = Path(__file__).parents[2] / "src" / "riverboat" / "web" / "samples" / "session.phhs"


def test_the_sample_session_is_stored_once(here: Any, over: Callable[[Any, str], dict[str, Any]]) -> None:
    with httpx.Client(base_url=here.url(""), timeout=60) as client:
        first = client.post("/api/review/sample").json()
        job = over(client, first["id"])
        assert (job["state"], job["error"]) == ("done", "")
        again = client.post("/api/review/sample").json()
        assert again["id"] == first["id"]
        run = job["result"]["simulation"]
        found = client.get("/api/review/hands", params={"run": run}).json()
    assert found["total"] == 120


@pytest.mark.slow
def test_the_sample_session_can_be_made_again() -> None:
    sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
    try:
        from sample_session import session
    finally:
        sys.path.pop(0)
    played = [(hand.players, hand.down, hand.board, hand.payoffs) for hand in session()]
    shipped = [
        (hand.players, hand.down, hand.board, hand.payoffs) for hand in read_hands(SESSION) if isinstance(hand, Hand)
    ]
    assert played == shipped


def calls(frame: Frame, rng: Any) -> Frame:
    return {"kind": "act", "turn": frame["turn"], "verb": "call"}


def test_the_ladder_counts_heads_up_hands_without_luck_also_of_closed_tables(here: Any) -> None:
    """The same mean as from the stored hands one by one; hands with a second bot or another host do not count."""
    address = here.url("").rstrip("/")
    tables = [
        new_table(address, bots=bots, game="holdem(betting=limit)")
        for bots in (["always_call"], ["always_call", "always_call"])
    ]

    async def story() -> None:
        for table in tables:
            key = sit(address, table, name="Ann")
            async with Person(here.url(f"api/tables/{table}/live", "ws"), key) as ann:
                await ann.play(12, calls)

    asyncio.run(asyncio.wait_for(story(), 90))
    with httpx.Client(base_url=address, timeout=60) as client:
        assert client.delete(f"/api/tables/{tables[0]}").status_code == 204
        shown = client.get("/api/ladder").json()
    database = here.app.state.services.database
    duel = next(run for run, about in database.parameters("table").items() if len(about["agents"]) == 1)
    expected, unit = RunningMean(), 2 * 10
    for hand in database.hands(duel):
        position = hand.players.index("Ann")
        big_blind = max(hand.rules.blinds)
        expected.add(100 * chance_luck(hand).adjusted[position] / big_blind)
        assert big_blind in (unit, big_blind)
    [rung] = shown["rungs"]
    assert (rung["agent"], rung["name"], rung["hands"]) == ("always_call", "Caller", expected.count)
    assert rung["adjusted"] == pytest.approx([expected.mean, expected.margin()])
    assert not rung["has_luck"]
    # With one opponent the fit is exact, and the mean of the two ratings is zero.
    assert rung["game"] == "holdem(betting=limit)"
    assert {game: rating for game, (rating, _) in shown["ratings"].items()} == {
        "holdem(betting=limit)": pytest.approx(expected.mean / 2)
    }
    assert shown["left"] == 0
    services = here.app.state.services
    assert ladder_of("somebody else", services.documents, services.database).rungs == []


def test_the_ladder_says_where_luck_cannot_be_removed(here: Any) -> None:
    """In Leduc: its result is the money, and must not be called anything else."""
    address = here.url("").rstrip("/")
    table = new_table(address, bots=["always_call"], game="leduc")

    async def story() -> None:
        async with Person(here.url(f"api/tables/{table}/live", "ws"), sit(address, table, name="Ann")) as ann:
            await ann.play(3, calls)

    asyncio.run(asyncio.wait_for(story(), 90))
    [rung] = httpx.get(f"{address}/api/ladder", timeout=60).json()["rungs"]
    assert rung["has_luck"]
    assert rung["adjusted"] == rung["money"]


def test_a_crosstable_counts_on_the_ladder_in_its_own_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """You lost 10 bb/100 to each of two. That one beats the other says something about you, if it is your game."""
    seen = RunningMean(5000, 300.0, 1.0)  # mbb per hand: 30 bb/100
    table = CrosstableResult(
        "holdem(betting=limit,players=2)", 1, ("poki", "chen"), (Cell("poki", "chen", seen, 10_000, "deals", "none"),)
    )
    monkeypatch.setattr(shipped, "shipped_fields", lambda: ("limit",))
    monkeypatch.setattr(shipped, "shipped_crosstable", lambda field: table)

    def rating(hands: tuple[int, int], betting: str) -> float:
        lost = [RunningMean(count, -0.1, float(count)) for count in hands]
        game = f"holdem(betting={betting})"
        rungs = [Rung(game, name, mean, mean) for name, mean in zip(table.players, lost, strict=True)]
        return Ladder(rungs, 0).ratings()[game][0]

    # Without it, you are 10 below two equal players: 6.7 below the mean of the three.
    assert rating((1000, 1000), "no-limit") == pytest.approx(-20 / 3)
    # Almost all of your hands were against the stronger one, who is 30 above the other: from that alone you would be
    # 3.3 above the mean; the few hands against the other say otherwise.
    assert -20 / 3 + 1 < rating((100_000, 20), "limit") < 10 / 3
    assert rating((100_000, 20), "no-limit") == pytest.approx(-20 / 3)


def test_every_game_has_a_rating_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What you lose in Leduc says nothing about your hold'em, nor limit about no-limit; a crosstable joins nobody."""
    seen = RunningMean(5000, 300.0, 1.0)
    cell = Cell("poki", "equilibrium", seen, 10_000, "deals", "none")
    table = CrosstableResult("holdem(betting=limit,players=2)", 1, ("poki", "equilibrium"), (cell,))
    monkeypatch.setattr(shipped, "shipped_fields", lambda: ("limit",))
    monkeypatch.setattr(shipped, "shipped_crosstable", lambda field: table)
    limit, no_limit = "holdem(betting=limit)", "holdem(betting=no-limit)"

    def rung(game: str, agent: str, mean: float, hands: int = 1000) -> Rung:
        return Rung(game, agent, RunningMean(), RunningMean(hands, mean, float(hands)))

    rungs = [rung(limit, "poki", 0.2), rung("leduc", "equilibrium", -5.0), rung("kuhn", "equilibrium", -9.0, hands=9)]
    found = Ladder(rungs, 0).ratings()
    # With one opponent in each the fit is exact, and you are half of the difference from the mean of both.
    assert {game: rating for game, (rating, _) in found.items()} == {
        limit: pytest.approx(10.0),
        "leduc": pytest.approx(-250.0),
    }
    again = Ladder([*rungs, rung(no_limit, "poki", -0.4)], 0).ratings()
    assert again[no_limit][0] == pytest.approx(-20.0)
    assert again[limit] == found[limit]


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("holdem(betting=limit,players=2)", "holdem(betting=limit)"),
        ("holdem(betting=limit,blinds=1/2)", "holdem(betting=limit)"),
        ("holdem", "holdem(betting=no-limit)"),
        ("omaha(hole=5)", "omaha(betting=pot-limit,hole=5)"),
        ("leduc(ante=5)", "leduc"),
    ],
)
def test_a_game_has_one_name_whatever_its_stakes(game: str, name: str) -> None:
    assert rated_game(parse_game(game)) == name
