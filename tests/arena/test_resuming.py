"""Stopped anywhere, killed, continued with other processes: the end is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from learning_agents import Learns

from riverboat.arena import EvolutionSettings, RingSettings, TournamentSettings, run_match
from riverboat.games import Action, Agent, Hand, View
from riverboat.progress import Progress

LIMIT = "holdem(betting=limit)"


class Crashes(Agent):
    """Fails now and then, so that messages are kept in order."""

    def act(self, view: View) -> Action:
        if self.rng.random() < 0.05:
            raise ZeroDivisionError(f"oops {self.rng.random()}")
        return view.check_or_call()


MATCHES: dict[str, dict[str, Any]] = {
    "cash": {
        "agents": [Learns, Crashes, "random"], "game": LIMIT, "hands": 400, "mode": "cash", "session": 40,
    },
    "all-in winnings": {
        "agents": ["random", "always_raise"], "game": "holdem", "hands": 120, "mode": "duplicate", "session": 20,
        "all_in_ev": True,
    },
    "until significant": {
        "agents": ["always_raise", "always_fold"], "game": "kuhn", "hands": 4000, "mode": "duplicate", "session": 40,
        "until_significant": True,
    },
    "ring": {
        "agents": [Learns, Crashes, "random"], "game": LIMIT, "hands": 400, "mode": "ring", "session": 50,
    },
    "ring of seasons": {
        "agents": [Learns, Crashes, "random"], "game": LIMIT, "hands": 400, "mode": "ring", "session": 30,
        "settings": RingSettings(seasons=3),
    },
    "tournament": {
        "agents": [Learns, Crashes, "random", "always_call"], "game": LIMIT, "hands": 400, "mode": "tournament",
        "session": 25, "settings": TournamentSettings(hands_per_level=10, entrants=8, seats=4),
    },
    "evolve": {
        "agents": ["rules(style=tight_passive)", "rules(style=loose_passive)"], "game": LIMIT, "hands": 12,
        "mode": "evolve", "settings": EvolutionSettings(generations=3, population=6, seats=2),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", MATCHES)
def test_stopped_at_many_places_it_ends_the_same(tmp_path: Path, name: str) -> None:
    asked = MATCHES[name]
    reports: list[int] = []
    whole = run_match(**asked, on_progress=lambda state: reports.append(state.done))
    assert whole.complete
    assert len(reports) >= 3  # there are places to stop at within the match, one season and one tournament included

    for stop_after in sorted({1, len(reports) // 2, len(reports) - 1}):
        path = tmp_path / f"{stop_after}.json"
        seen = 0

        def stop(state: Progress[Any], stop_after: int = stop_after) -> None:
            nonlocal seen
            seen += 1
            if seen == stop_after:
                raise KeyboardInterrupt

        part = run_match(**asked, resume=path, on_progress=stop)
        assert not part.complete
        assert part.hands < whole.hands
        resumed = run_match(**asked, resume=path, jobs=2)
        assert resumed.to_json() == whole.to_json()


@pytest.mark.parametrize("name", MATCHES)
def test_any_number_of_processes(name: str) -> None:
    asked = MATCHES[name]
    one, three = run_match(**asked), run_match(**asked, jobs=3)
    assert one.to_json() == three.to_json()


@pytest.mark.parametrize("name", ["cash", "ring of seasons", "tournament", "evolve"])
def test_recorded_hands_are_the_same_for_any_number_of_processes(name: str) -> None:
    asked = MATCHES[name]
    kept: list[list[Hand]] = [[], []]
    for jobs in (1, 2):
        run_match(**asked, jobs=jobs, record=kept[jobs - 1].extend)
    assert kept[0] == kept[1]
    assert kept[0]


def test_a_long_tournament_that_is_recorded_resumes_with_all_its_hands(tmp_path: Path) -> None:
    """Its hands are not in the file, so a tournament under way begins again."""
    asked = MATCHES["tournament"]
    whole: list[Hand] = []
    run_match(**asked, record=whole.extend)
    kept: list[Hand] = []
    seen = 0

    def stop(state: Progress[Any]) -> None:
        nonlocal seen
        seen += 1
        if seen == 3:
            raise KeyboardInterrupt

    path = tmp_path / "tournament.json"
    run_match(**asked, resume=path, on_progress=stop, record=kept.extend)
    run_match(**asked, resume=path, record=kept.extend)
    assert kept == whole


RING = """
import sys
from riverboat.arena import run_match
agents = ["random", "acpc_example", "always_call"]
result = run_match(agents, "holdem(betting=limit)", 60_000, "ring", resume=sys.argv[1])
print(result.hands, [player.chips.mean for player in result.players])
"""


@pytest.mark.slow
def test_a_killed_process_leaves_a_season_that_goes_on(tmp_path: Path) -> None:
    def start(file: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", RING, str(tmp_path / file)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    whole = start("whole.json").communicate()[0]
    killed = start("killed.json")
    while not (tmp_path / "killed.json").exists() and killed.poll() is None:
        time.sleep(0.05)
    assert killed.poll() is None
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    assert start("killed.json").communicate()[0] == whole
