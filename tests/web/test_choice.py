"""What the pickers offer, over the interface."""

from __future__ import annotations

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


def test_strength_comes_from_a_crosstable_that_is_shipped(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Always Raise wins the antes of Always Fold in Kuhn poker: its rating is above zero."""
    table = run_crosstable(["always_raise", "always_call", "always_fold"], "kuhn", CrosstableSettings(hands=200))
    monkeypatch.setattr(shipped, "shipped_fields", lambda: ("limit",))
    monkeypatch.setattr(shipped, "shipped_crosstable", lambda field: table)
    players._ratings.cache_clear()
    try:
        cards = {card["agent"]: card for card in client.get("/api/choice").json()["players"]}
    finally:
        players._ratings.cache_clear()
    assert cards["always_raise"]["strength"]["mbb"] > 0 > cards["always_fold"]["strength"]["mbb"]
    assert cards["poki"]["strength"] is None
