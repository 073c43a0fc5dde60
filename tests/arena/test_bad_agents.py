"""Agents that crash, hang, lie or answer nonsense, in every mode: the match ends, and they are counted."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from riverboat.agents.registry import make_agent
from riverboat.arena import EvolutionSettings, RingSettings, TournamentSettings, run_match
from riverboat.errors import RiverboatError
from riverboat.games import Action, Agent, Hand, View
from riverboat.games.play import AgentError

LIMIT = "holdem(betting=limit)"
MODES: dict[str, Any] = {
    "cash": None,
    "duplicate": None,
    "ring": RingSettings(seasons=2),
    "tournament": TournamentSettings(hands_per_level=5, stack=200),
}


class Crashes(Agent):
    def act(self, view: View) -> Action:
        raise KeyError("seven\nof clubs")


class Leaves(Agent):
    def act(self, view: View) -> Action:
        sys.exit(3)


class Mumbles(Agent):
    def act(self, view: View) -> Action:
        return "call"  # type: ignore[return-value]


class Discards(Agent):
    def act(self, view: View) -> Action:
        return Action.discard(*view.hole)


class Halves(Agent):
    def act(self, view: View) -> Action:
        return Action.raise_to(2.5)  # type: ignore[arg-type]


class Meddles(Agent):
    """Raises errors outside its turn."""

    def begin(self, view: View) -> None:
        raise ValueError("begin")

    def end(self, hand: Hand) -> None:
        raise ValueError("end")

    def act(self, view: View) -> Action:
        return view.check_or_call()


class Sleeps(Agent):
    def act(self, view: View) -> Action:
        time.sleep(2.0)
        return view.check_or_call()


class Unready(Agent):
    """Cannot even be made a second time."""

    made = 0

    def __init__(self) -> None:
        super().__init__()
        type(self).made += 1
        if type(self).made > 1:
            raise OSError("no more of me")

    def act(self, view: View) -> Action:
        return view.check_or_call()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (Crashes, "error"),
        (Leaves, "error"),
        (Mumbles, "illegal"),
        (Discards, "illegal"),
        (Halves, "illegal"),
        (Meddles, "error"),
    ],
)
def test_no_agent_stops_a_match(mode: str, agent: type[Agent], kind: str) -> None:
    result = run_match([agent, "always_call", "random"], LIMIT, 40, mode, settings=MODES[mode])  # type: ignore[arg-type]
    assert result.complete
    assert result.players[0].faults[kind] > 0
    assert all("\n" not in message for message in result.players[0].messages)
    assert all(not player.faults for player in result.players[1:])
    with pytest.raises(AgentError):
        run_match([agent, "always_call", "random"], LIMIT, 40, mode, settings=MODES[mode], strict=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", MODES)
def test_an_agent_that_hangs_is_late(mode: str) -> None:
    settings = TournamentSettings(hands_per_level=1, stack=40) if mode == "tournament" else MODES[mode]
    result = run_match([Sleeps, "always_call"], LIMIT, 3, mode, settings=settings, clock=0.01)  # type: ignore[arg-type]
    assert result.players[0].faults["late"] > 0


class Picky(Meddles):
    """Gives up when asked for a table."""

    def choose_table(self, tables: object, bankroll: int) -> int:
        sys.exit("none\nof these")


def test_a_table_that_cannot_be_chosen() -> None:
    result = run_match([Picky, "always_call", "random"], LIMIT, 20, "ring")
    assert result.players[0].faults["error"] > 0
    assert result.players[0].hands == 0
    assert "choose_table: SystemExit: none of these" in result.players[0].messages[0]
    with pytest.raises(AgentError, match="choose_table"):
        run_match([Picky, "always_call", "random"], LIMIT, 20, "ring", strict=True)


def test_a_bad_file_in_evolution(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(
        "from riverboat.games import Agent\nclass Bad(Agent):\n    def act(self, view):\n        return 1 / 0\n"
    )
    settings = EvolutionSettings(generations=2, population=4, seats=2)
    result = run_match([str(file), "always_call"], LIMIT, 6, "evolve", settings=settings)
    assert result.complete
    assert sum(player.faults.get("error", 0) for player in result.players) > 0


@pytest.mark.parametrize("mode", MODES)
def test_an_agent_that_cannot_be_made_is_an_error_in_one_line(mode: str) -> None:
    Unready.made = 0
    with pytest.raises(RiverboatError, match="agent Unready: cannot be created: OSError: no more of me"):
        run_match([Unready, Unready], LIMIT, 20, mode, settings=MODES[mode])  # type: ignore[arg-type]


BAD_FILE = """\
from riverboat.games.agent import Agent


def think(view):
    return view.bets[17]


class Bad(Agent):
    def act(self, view):
        return think(view)


class Loose(Agent):
    def act(self, view):
        return view.rules.with_stacks((0, 0))
"""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(("name", "lines"), [("Bad", [10, 5]), ("Loose", [15])])
def test_a_strict_match_shows_the_frames_of_the_users_file_only(
    name: str, lines: list[int], jobs: int, tmp_path: Path
) -> None:
    """No frame of the table, of the library that the agent called, or of Python; from another process too."""
    path = tmp_path / "mine.py"
    path.write_text(BAD_FILE)
    with pytest.raises(AgentError) as stop:
        run_match([f"{path}:{name}", "always_call"], LIMIT, 10, jobs=jobs, strict=True)
    frames = [line.strip() for line in stop.value.frames.splitlines() if line.strip().startswith("File ")]
    assert [frame.split(", ")[:2] for frame in frames] == [[f'File "{path}"', f"line {line}"] for line in lines]


def test_the_table_of_results_prints_the_first_fault_of_each_player(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(BAD_FILE)
    table = run_match([f"{path}:Bad", "always_call"], LIMIT, 10).table().splitlines()
    told = [line for line in table if "first fault" in line]
    assert told == ["Bad: first fault: hand 1, position 0 (Bad): error: IndexError: tuple index out of range"]


@pytest.mark.parametrize("session", [1000, None])
def test_what_cannot_be_sent_to_another_process_is_refused_at_once(session: int | None) -> None:
    """It used to wait for ever."""
    with pytest.raises(RiverboatError, match=r"cannot be sent to another process: .*lambda.*jobs=1"):
        run_match([lambda: make_agent("always_call"), "always_call"], LIMIT, 10, jobs=2, session=session, matches=2)
