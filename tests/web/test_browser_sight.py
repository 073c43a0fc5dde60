"""Agents that only see the table: the same actions as on the wire, in real Chromium."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from page_eye import look

from riverboat.errors import RiverboatError
from riverboat.web.by_sight import Played, play_by_sight
from riverboat.web.by_sight.browser import Address


def new_table(server: Any, opponents: tuple[str, ...], **setup: Any) -> str:
    chairs = [{"kind": "human"}, *({"kind": "bot", "agent": agent} for agent in opponents)]
    asked = {"game": "holdem(betting=no-limit)", "pace": 0.0, "auto_deal": False, "chairs": chairs} | setup
    answer = httpx.post(f"{server.address}/api/tables", json=asked)
    assert answer.status_code == 201, answer.text
    return f"{server.address}/play/{answer.json()['id']}"


def check(played: Played, hands: int) -> None:
    """Every decision is the twin's, on the same information set, and every hand was noticed."""
    assert len(played.hands) == hands
    assert played.decisions == played.same > 0
    assert played.unsure == 0
    assert played.faults == []


def test_twenty_hands_by_sight(browser: Any, server: Any) -> None:
    """A twin is told what the server recorded, and decides the same."""
    url = new_table(server, ("random",), game="holdem(betting=limit)", stack=20_000)
    check(play_by_sight("random", url, hands=20, seed=5, eye=look, browser=browser), 20)


def test_raises_of_odd_sizes_are_typed_until_the_chips_are_gone(browser: Any, server: Any) -> None:
    """Without a limit random players go broke sooner or later; then play ends with a report."""
    url = new_table(server, ("random",), stack=20_000)
    played = play_by_sight("random", url, hands=15, seed=5, eye=look, browser=browser)
    check(played, len(played.hands))
    assert len(played.hands) == 15 or played.chips == -20_000


@pytest.mark.slow
def test_three_at_a_limit_table(browser: Any, server: Any) -> None:
    """Bots that can be watched: each action stays for a third of a second."""
    url = new_table(server, ("always_call", "random"), game="holdem(betting=limit)", pace=0.3)
    check(play_by_sight("rules", url, hands=5, seed=2, eye=look, browser=browser), 5)


@pytest.mark.slow
def test_two_hundred_hands_by_sight(browser: Any, server: Any) -> None:
    url = new_table(server, ("random",), game="holdem(betting=limit)", stack=100_000)
    check(play_by_sight("rules", url, hands=200, seed=7, eye=look, browser=browser), 200)


@pytest.mark.parametrize(
    "url", ["http://example.org/play/abc", "https://127.0.0.1/play/abc", "http://127.0.0.1:8462/watch", "table"]
)
def test_only_tables_of_this_machine_are_played(url: str) -> None:
    with pytest.raises(RiverboatError, match=r"^table "):
        Address.parse(url)


def test_a_table_without_a_free_seat_says_so(browser: Any, server: Any) -> None:
    url = new_table(server, ("random",))
    httpx.post(url.replace("/play/", "/api/tables/") + "/seats/0", json={"name": "Somebody"})
    with pytest.raises(RiverboatError, match="no seat is free"):
        play_by_sight("random", url, hands=1, eye=look, browser=browser)


def test_records_need_the_key_of_the_seat(server: Any) -> None:
    url = new_table(server, ("random",)).replace("/play/", "/api/tables/")
    httpx.post(url + "/seats/0", json={"name": "Somebody"})
    refused = httpx.post(url + "/hands", json={"key": "guessed"})
    assert refused.status_code == 400
    assert "opens no seat" in refused.json()["detail"]
