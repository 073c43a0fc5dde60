"""The equilibrium opponent of small games, against what theory says about them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from riverboat.agents import make_agent
from riverboat.agents.equilibrium import _share, is_solved_once, solution_of
from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games import Action, State, View, parse_game
from riverboat.progress import Progress
from riverboat.solve.core.strategy_file import read_strategy


def test_kuhn_as_theory_has_it() -> None:
    """Kuhn 1950: the second player always bets the king, never calls with the jack, and bluffs it one time in three."""
    rules = parse_game("kuhn")
    policy = solution_of(rules)

    def after_check(card: int) -> dict[str, float]:
        """What the second player does with a card after a check; jack 0, queen 1, king 2."""
        deck = [next(each for each in range(3) if each != card), card]
        deck += [each for each in range(3) if each not in deck]
        state = State(rules, deck)
        state.check_or_call()
        found = policy.probabilities(View(state, 1))
        return {action.verb: float(share) for action, share in zip(found.actions, found.probabilities, strict=True)}

    assert after_check(2)["raise_to"] > 0.98
    assert after_check(1)["raise_to"] < 0.02
    assert after_check(0)["raise_to"] == pytest.approx(1 / 3, abs=0.05)


@pytest.mark.parametrize("game", ["holdem(betting=limit)", "rhode_island(players=3)", "badugi"])
def test_large_games_are_refused_in_one_line(game: str) -> None:
    with pytest.raises(RiverboatError, match=r"^[^\n]*only games of at most 16 cards are solved[^\n]*$"):
        make_agent("equilibrium").require_game(parse_game(game))


def test_a_line_that_is_not_in_the_solution_is_called() -> None:
    """A stack of one chip after the ante cannot pay Leduc's bets."""
    rules = parse_game("leduc")
    state = State(rules, range(6), (2, 13))
    player = make_agent("equilibrium")
    player.begin(View(state, 0))
    while not state.is_over:
        assert state.actor is not None
        action = player.act(View(state, state.actor))
        assert isinstance(action, Action)
        state.apply(action)


@pytest.mark.slow
def test_rhode_island_with_twenty_cards_is_solved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To a thousandth of the ante by a best response, with progress; the second player reads what is kept."""
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    rules = replace(parse_game("rhode_island"), deck=Deck("23456", "cdhs"))
    seen: list[Any] = []
    player = make_agent("equilibrium")
    player.require_game(rules)
    player.prepare(seen.append)
    assert seen[-1].detail.chips <= 0.005
    percents = [each.done for each in seen]
    assert percents == sorted(percents)
    assert percents[0] < 5
    assert all(each.total == 100 for each in seen)
    [kept] = tmp_path.glob("model-equilibrium-*.strategy")
    assert (read_strategy(kept, rules).origin.exploitability or 1.0) <= 0.005
    monkeypatch.setattr("riverboat.solve.solving.solve", None)  # nothing is solved again
    state = State(rules, range(20))
    again = make_agent("equilibrium")
    again.begin(View(state, 0))
    assert again.act(View(state, state.actor or 0)).verb in ("check_or_call", "raise_to")


def test_rhode_island_is_solved_once_and_larger_games_are_not() -> None:
    assert is_solved_once(parse_game("rhode_island"))
    assert not any(is_solved_once(parse_game(game)) for game in ("leduc", "kuhn", "holdem(betting=limit)", "stud"))


def test_progress_is_a_share_of_the_way_to_the_target() -> None:
    """Exploitability that is not measured yet, that falls, rises for once, and reaches the target."""
    seen: list[tuple[int, int | None]] = []
    report = _share(0.005, lambda now: seen.append((now.done, now.total)))
    for done, chips in enumerate((None, 0.5, 0.01, 0.02, 0.004)):
        report(Progress(done, detail=None if chips is None else SimpleNamespace(chips=chips)))
    assert seen == [(0, 100), (1, 100), (50, 100), (50, 100), (99, 100)]
