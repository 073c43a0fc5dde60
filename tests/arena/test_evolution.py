"""Evolution: better generations, the same for any number of processes, stopped and resumed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from riverboat.agents import make_agent
from riverboat.arena import EvolutionSettings, run_match
from riverboat.errors import RiverboatError
from riverboat.progress import Progress

GAME = "holdem(betting=limit)"
WEAK = ["rules(style=tight_passive)", "rules(style=loose_passive)"]


def mean_fitness(members: Sequence[str]) -> float:
    """What these members win from always-call with cards that evolution never saw, the same for all."""
    won = [
        run_match([member, "always_call"], GAME, 200, "duplicate", seed=987).players[0].mbb.mean for member in members
    ]
    return sum(won) / len(won)


def test_mean_fitness_improves_over_generations() -> None:
    """Passive players against one who always calls: betting good hands pays, and selection finds it.

    Each generation has other cards, and 100 hands of limit hold'em are worth ±275 mbb to all its members alike, so the
    means of the run itself cannot show it: with this seed they even fall.
    """
    settings = EvolutionSettings(generations=7, population=10, eliminated=0.4, opponents=("always_call",))
    result = run_match(WEAK, GAME, 100, "evolve", seed=4, settings=settings)
    history = result.extra.generations
    assert len(history) == 7
    assert len(result.extra.founders) == len(result.players) == 10
    assert mean_fitness(result.extra.population) > mean_fitness(result.extra.founders) + 50.0
    assert all(generation.worst <= generation.mean <= generation.best for generation in history)
    assert result.players[0].agent == result.extra.population[0] == history[-1].champion
    make_agent(history[-1].champion)
    *_, last = result.table().splitlines()  # generations are counted from 0, the founders
    assert last.split() == ["6", f"{history[-1].mean:+.2f}", f"{history[-1].best:+.2f}", history[-1].champion]
    assert "play=" in last


def test_among_themselves_winnings_sum_to_nothing() -> None:
    settings = EvolutionSettings(generations=2, population=8, seats=4)
    result = run_match(WEAK, GAME, 24, "evolve", settings=settings)
    for generation in result.extra.generations:
        assert generation.mean == pytest.approx(0.0, abs=1e-9)
    assert result.hands == 2 * 8 * 24


def test_any_number_of_processes_and_resumed(tmp_path: Path) -> None:
    settings = EvolutionSettings(generations=4, population=6, seats=3)
    asked = (WEAK, GAME, 12, "evolve")
    one = run_match(*asked, settings=settings)  # type: ignore[arg-type]
    assert run_match(*asked, settings=settings, jobs=2).to_json() == one.to_json()  # type: ignore[arg-type]

    def stop(progress: Progress[Any]) -> None:
        assert "generation" in progress.note
        if progress.note.startswith("generation 2"):
            raise KeyboardInterrupt

    path = tmp_path / "evolution.json"
    part = run_match(*asked, settings=settings, resume=path, on_progress=stop)  # type: ignore[arg-type]
    assert not part.complete
    assert len(part.extra.generations) == 2
    assert run_match(*asked, settings=settings, resume=path).to_json() == one.to_json()  # type: ignore[arg-type]


def test_players_that_cannot_change_are_copied() -> None:
    settings = EvolutionSettings(generations=6, population=8, eliminated=0.5, opponents=("always_raise",))
    result = run_match(["always_fold", "always_raise"], "kuhn", 20, "evolve", settings=settings)
    assert set(result.extra.population) == {"always_raise"}  # folding to every bet dies out


def test_what_cannot_evolve() -> None:
    with pytest.raises(RiverboatError, match="shares between 0 and 1"):
        EvolutionSettings(eliminated=1.5)
    with pytest.raises(RiverboatError, match="without players="):
        run_match(WEAK, "holdem(players=2)", 10, "evolve")
