"""`riverboat match` of players that learn: sessions, several matches, memory and AIVAT from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from commands import Run

LIMIT = ("--game", "holdem(betting=limit)")
PATIENT = f"{Path(__file__).parents[1] / 'arena' / 'learning_agents.py'}:Patient"
"""Folds its first 300 hands against an opponent and raises from then on: -10 and +15 chips per two hands."""


def won(outcome: object, name: str) -> float:
    players = {player["name"]: player for player in outcome.item["players"]}  # type: ignore[attr-defined]
    return float(players[name]["chips_per_hand"]["mean"])


def test_a_session_ends_what_was_learned_and_never_does_not(run: Run) -> None:
    command = ("match", PATIENT, "always_fold", *LIMIT, "--hands", "600", "--block", "100", "--json")
    forgets = run(*command, "--session", "200")
    learns = run(*command, "--session", "never")
    assert (forgets.item["session"], learns.item["session"]) == (200, "never")
    assert won(forgets, "Patient") == pytest.approx(0.0)  # a small blind lost, a small blind won
    assert won(learns, "Patient") == pytest.approx(7.5 / 2)  # 7.5 per hand in the second half
    curve = learns.item["learning"]["players"]["Patient"]["curve"]
    assert [point["mean"] for point in curve] == pytest.approx([0.0] * 3 + [7.5] * 3)
    assert [(point["from"], point["to"]) for point in curve][:2] == [(0, 100), (100, 200)]


def test_several_matches_are_pooled_whatever_the_processes(run: Run) -> None:
    command = ("match", "poki", "always_raise", *LIMIT, "--hands", "40", "--session", "never", "--matches", "3")
    alone, spread = (run(*command, "--jobs", jobs, "--json") for jobs in ("1", "2"))
    assert alone.item["hands"] == 120
    assert alone.item["players"] == spread.item["players"]
    words = run(*command)
    assert "120 hands, 3 matches, session never" in words.out


@pytest.mark.parametrize("where", ["opponents.memory", "sqlite:///{folder}/hands.db"])
def test_a_memory_is_there_in_the_next_match(run: Run, tmp_path: Path, where: str) -> None:
    address = where.format(folder=tmp_path) if "://" in where else str(tmp_path / where)
    command = ("match", PATIENT, "always_fold", *LIMIT, "--hands", "300", "--session", "never", "--json")
    first = run(*command, "--memory", address)
    second = run(*command, "--memory", address, "--seed", "2")
    stranger = run(*command, "--seed", "2")
    assert [won(each, "Patient") for each in (first, second, stranger)] == pytest.approx([0.0, 7.5, 0.0])


def test_aivat_of_a_known_player_has_less_luck(run: Run) -> None:
    command = ("match", "random", "always_call", *LIMIT, "--hands", "300", "--aivat")
    found = run(*command, "--json").item["players"][0]
    money, aivat = found["chips_per_hand"], found["aivat_chips_per_hand"]
    assert aivat["high"] - aivat["low"] < 0.5 * (money["high"] - money["low"])
    assert "AIVAT" in run(*command).out


@pytest.mark.parametrize("agents", [("rules(style=rock)",) * 2, ("rules(style=rock)", "always_call", "random")])
def test_aivat_of_the_cards_where_it_is_all_that_can_be_known(run: Run, agents: tuple[str, ...]) -> None:
    """Two of whom nothing is known, and three players: the luck of the deal goes, and winnings add up to nothing."""
    printed = run("match", *agents, *LIMIT, "--hands", "12", "--aivat", "--json").item["players"]
    adjusted = [player["aivat_of_the_cards_chips_per_hand"]["mean"] for player in printed]
    assert sum(adjusted) == pytest.approx(0.0, abs=1e-9)
    assert adjusted != [player["chips_per_hand"]["mean"] for player in printed]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--session", "0"), "session"),
        (("--session", "sometimes"), "session"),
        (("--memory", "m", "--matches", "2"), "memory with 2 matches"),
        (("--memory", "m", "--mode", "duplicate"), "memory in mode duplicate"),
        (("--aivat", "--game", "leduc"), "AIVAT"),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...],
                                    said: str) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    outcome = run("match", "always_call", "always_fold", *LIMIT, "--hands", "10", *options)
    assert (outcome.code, outcome.out) == (2, "")
    assert said.lower() in outcome.err.lower()
    assert not list(tmp_path.iterdir())
