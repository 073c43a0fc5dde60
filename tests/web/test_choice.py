"""What the pickers offer, over the interface."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from riverboat.arena.crosstable import CrosstableSettings, run_crosstable, shipped
from riverboat.web import Settings, create_app
from riverboat.web.api import players


@pytest.fixture
def client(tmp_path: Path) -> Any:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as opened:
        yield opened


def fitting(client: Any, game: str, seats: int) -> set[str]:
    found = client.get("/api/choice", params={"game": game, "players": seats}).json()
    return {card["name"] for card in found["players"] if card["fits"]}


def test_who_plays_what(client: Any) -> None:
    limit, six = fitting(client, "holdem(betting=limit)", 2), fitting(client, "holdem(betting=limit)", 6)
    assert {"Riverboat", "Poki", "Vexbot", "Sofia"} <= limit
    assert "Riverboat NL" not in limit
    assert "Poki" in six
    assert "Riverboat" not in six
    assert {"Nash", "Bayes", "Explorer"} <= fitting(client, "kuhn", 2)
    assert "Nash" not in limit
    assert "Nash" in fitting(client, "rhode_island", 2)  # solved once, in minutes
    assert "Bayes" not in fitting(client, "rhode_island", 2)
    assert "Poki" in fitting(client, "no such game", 2)  # nothing is known about it: nobody is left out


def test_games_have_names_and_families(client: Any) -> None:
    games = {each["name"]: each for each in client.get("/api/choice").json()["games"]}
    assert games["holdem"]["title"] == "Texas hold'em"
    assert games["leduc"]["family"] == "Small games"
    assert all(each["title"] and each["about"] for each in games.values())


@pytest.fixture
def ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str, int], None]]:
    """Puts a crosstable of three simple players into the folder of shipped ones: under a field's name, of a game."""
    (tmp_path / "shipped").mkdir()
    monkeypatch.setattr(shipped, "files", lambda package: tmp_path)

    def add(field: str, game: str, hands: int) -> None:
        table = run_crosstable(["always_raise", "always_call", "always_fold"], game, CrosstableSettings(hands=hands))
        (tmp_path / "shipped" / f"{field}.json").write_text(shipped.crosstable_text(table))
        players._ratings.cache_clear()

    players._ratings.cache_clear()
    yield add
    players._ratings.cache_clear()


def strengths(client: Any, game: str = "", seats: int = 2) -> dict[str, Any]:
    found = client.get("/api/choice", params={"game": game, "players": seats}).json()["players"]
    return {card["agent"]: card["strength"] for card in found}


def test_without_a_crosstable_no_strength_is_claimed(client: Any, ship: Any) -> None:
    assert set(strengths(client).values()) == {None}


def test_strength_comes_from_a_crosstable_that_is_shipped(client: Any, ship: Any) -> None:
    """Always Raise wins the antes of Always Fold in Kuhn poker: its rating is above zero."""
    ship("limit", "kuhn", 200)
    found = strengths(client)
    assert found["always_raise"]["mbb"] > 0 > found["always_fold"]["mbb"]
    assert found["poki"] is None


def test_strength_is_that_of_the_game_which_is_asked_about(client: Any, ship: Any) -> None:
    ship("limit", "holdem(betting=limit,players=2)", 40)
    ship("nolimit", "holdem(betting=no-limit,players=2)", 40)
    limit, free = strengths(client, "holdem(betting=limit)"), strengths(client, "holdem(betting=no-limit)")
    assert limit["always_raise"]["field"] == "heads-up limit hold'em"
    assert free["always_raise"]["field"] == "heads-up no-limit hold'em"
    elsewhere = strengths(client, "holdem(betting=no-limit)", 6)["always_raise"]
    assert elsewhere["field"] == "heads-up limit hold'em"  # another game, and the card says which
