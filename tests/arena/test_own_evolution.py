"""Members of a class of one's own, and a fitness that is its own method."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from pathlib import Path

import pytest

from riverboat.agents.evolving import Evolving, EvolvingAgent, Performance, gene
from riverboat.agents.rules import RuleBot
from riverboat.arena import EvolutionSettings, MatchResult, run_match
from riverboat.errors import NotationError, RiverboatError
from riverboat.games import Action, View

WANTED = 0.3


@dataclass(frozen=True)
class Nerve:
    """How often a coin bets and calls."""

    bold: float = gene(0.9, 0.0, 1.0)


class Coin(EvolvingAgent):
    """Bets or calls with one probability, whatever it holds; it wants to put chips in three times in ten."""

    Genes = Nerve

    def act(self, view: View) -> Action:
        if self.rng.random() >= self.genes.bold:
            return view.check_or_fold()
        return Action.raise_to(view.raise_interval[0]) if view.raise_interval else view.check_or_call()

    def fitness(self, performance: Performance) -> float:
        return -abs(performance.indicators.rate("vpip") - WANTED)


class Absent(Coin):
    """Has a fitness that is none."""

    def fitness(self, performance: Performance) -> float:
        return nan


class Broken(Coin):
    """Has a fitness that fails."""

    def fitness(self, performance: Performance) -> float:
        raise KeyError("vpip")


class Rock(RuleBot):
    """A rule player of another name."""


def evolved(
    generations: int = 12, fitness: str = "own", agent: object = Coin, *, members: int = 10, **options: object
) -> MatchResult:
    settings = EvolutionSettings(generations, members, 0.5, opponents=("always_call",), fitness=fitness)  # type: ignore[arg-type]
    return run_match([agent, agent], "kuhn", 6 * members, "evolve", seed=5, settings=settings, **options)  # type: ignore[arg-type, list-item]


def mean_nerve(members: tuple[str, ...]) -> float:
    """A founder without numbers has the default."""
    return sum(float(text.partition("=")[2].rstrip(")") or Nerve().bold) for text in members) / len(members)


def test_a_population_follows_its_own_fitness_and_not_its_winnings() -> None:
    """Coins begin bold. By their own measure they come to bet three times in ten, whatever that wins."""
    own, winnings = evolved().extra, evolved(fitness="winnings").extra
    assert own.founders == winnings.founders
    assert mean_nerve(own.founders) > 0.75
    assert abs(mean_nerve(own.population) - WANTED) < 0.1
    assert own.generations[-1].best > -0.05 > own.generations[0].mean
    assert own.generations[0].champion != winnings.generations[0].champion or own.population != winnings.population
    assert abs(mean_nerve(winnings.population) - WANTED) > 0.1
    assert all(text.startswith("Coin(bold=") for text in own.population)


def test_the_three_methods_of_a_class_of_ones_own() -> None:
    coin = Coin(bold=0.25)
    assert isinstance(coin, Evolving)
    assert coin.spec == "Coin(bold=0.25)"
    assert type(Rock().reproduce_asexually(coin.rng)) is Rock
    assert Rock().spec.startswith("Rock(play=")
    assert RuleBot().spec.startswith("rules(play=")
    with pytest.raises(NotationError, match='Coin: no parameter "brave"; there is bold'):
        Coin(brave=1.0)
    with pytest.raises(NotationError, match=r"bold=2\.0: expected 0\.0 to 1\.0"):
        Coin(bold=2.0)


def test_a_class_in_a_file_evolves_in_any_number_of_processes_and_resumes(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    source = Path(__file__).read_text(encoding="utf-8")
    start, end = source.index("WANTED"), source.index("class Absent")
    head = "from dataclasses import dataclass\nfrom riverboat.agents.evolving import EvolvingAgent, Performance, gene\n"
    file.write_text(f"{head}from riverboat.games import Action, View\n{source[start:end]}", encoding="utf-8")
    by_file = evolved(2, agent=f"{file}:Coin", members=4)
    assert all(text.startswith(f"{file}:Coin") for text in by_file.extra.population)
    assert any("(bold=" in text for text in by_file.extra.population)
    assert evolved(2, agent=f"{file}:Coin", members=4, jobs=2).to_json() == by_file.to_json()
    by_class = evolved(2, members=4)
    assert [text.partition(":")[2] for text in by_file.extra.population] == list(by_class.extra.population)
    # Stopped after a generation, a class is found again by its name.
    path = tmp_path / "coins.json"

    def stop(progress: object) -> None:
        if progress.note.startswith("generation 1"):  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    assert not evolved(2, members=4, on_progress=stop, resume=path).complete
    assert evolved(2, members=4, resume=path).to_json() == by_class.to_json()


def test_a_fitness_that_is_no_number_is_an_error_of_one_line() -> None:
    with pytest.raises(RiverboatError, match=r"fitness of Absent.*: nan; expected a finite number"):
        evolved(1, agent=Absent)
    with pytest.raises(RiverboatError, match=r"fitness of Broken.*: KeyError: 'vpip'"):
        evolved(1, agent=Broken)
    assert evolved(1, "winnings", Broken).complete
    with pytest.raises(RiverboatError, match="fitness=luck; expected own or winnings"):
        EvolutionSettings(fitness="luck")  # type: ignore[arg-type]
    with pytest.raises(RiverboatError, match="by name or class"):
        evolved(1, agent=lambda: Coin())
