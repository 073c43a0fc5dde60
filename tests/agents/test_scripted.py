"""Players that do not look at their cards, by the frequencies their definitions give."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from riverboat.agents import agent_names, make_agent
from riverboat.agents.registry import BUILT_ON_FIRST_USE
from riverboat.games import Action, Agent, State, View
from riverboat.games.catalogue import games, make_game, parse_game
from riverboat.games.play import Fault, decks, play_hand

LIMIT = make_game("holdem", betting="limit", players=2)
NO_LIMIT = make_game("holdem", betting="no-limit", players=2)
DECK = tuple(range(52))
SPECIALISTS = {"kuhn_": "kuhn", "kuhn3_": "kuhn(players=3)", "lucifer": "kuhn(players=3)", "bayesian": "kuhn",
               "loki": "holdem(betting=limit)", "poki": "holdem(betting=limit)",
               "jagbot": "holdem(betting=limit)", "pokerlang": "holdem", "riverboat_nl": "holdem",
               "riverboat_6max": "holdem(players=6)", "riverboat": "holdem(betting=limit)",
               "hermes": "holdem(players=6)", "chen": "holdem",
               "equilibrium": "leduc"}  # fmt: skip
"""How the names of players begin that know one game and refuse all others; they have tests of their own."""


def facing_blind(rules=LIMIT) -> View:  # type: ignore[no-untyped-def]
    state = State(rules, DECK)
    assert state.actor is not None
    return View(state, state.actor)


def free_check() -> View:
    state = State(LIMIT, DECK)
    state.check_or_call()
    assert state.actor is not None
    return View(state, state.actor)


def frequencies(agent: Agent, view: View, times: int = 6000) -> dict[str, float]:
    agent.rng = Random(1)
    counts = Counter(agent.act(view).verb for _ in range(times))
    return {verb: count / times for verb, count in counts.items()}


def test_random_is_uniform_over_what_is_legal() -> None:
    found = frequencies(make_agent("random"), facing_blind())
    assert found == pytest.approx({"fold": 1 / 3, "check_or_call": 1 / 3, "raise_to": 1 / 3}, abs=0.025)


def test_random_never_folds_for_free() -> None:
    found = frequencies(make_agent("random"), free_check())
    assert found == pytest.approx({"check_or_call": 0.5, "raise_to": 0.5}, abs=0.025)


def test_acpc_example_mix() -> None:
    """6 % fold, 47 % call, 47 % raise; without the fold the other two share evenly."""
    found = frequencies(make_agent("acpc_example"), facing_blind())
    assert found == pytest.approx({"fold": 0.06, "check_or_call": 0.47, "raise_to": 0.47}, abs=0.025)
    found = frequencies(make_agent("acpc_example"), free_check())
    assert found == pytest.approx({"check_or_call": 0.5, "raise_to": 0.5}, abs=0.025)


@pytest.mark.parametrize("name", ["random", "acpc_example"])
def test_random_raises_cover_the_interval(name: str) -> None:
    view = facing_blind(NO_LIMIT)
    agent = make_agent(name)
    agent.rng = Random(2)
    amounts = [action.amount for action in (agent.act(view) for _ in range(3000)) if action.verb == "raise_to"]
    low, high = view.raise_interval or (0, 0)
    assert low <= min(amounts) < low + (high - low) * 0.01
    assert high - (high - low) * 0.01 < max(amounts) <= high
    assert np.mean(amounts) == pytest.approx((low + high) / 2, rel=0.05)


def test_always_fold_checks_when_it_is_free() -> None:
    agent = make_agent("always_fold")
    assert agent.act(facing_blind()) == Action.fold()
    assert agent.act(free_check()) == Action.check_or_call()


def test_always_raise_raises_the_minimum_and_then_calls() -> None:
    hand = play_hand(LIMIT, [make_agent("always_raise"), make_agent("always_raise")], DECK)
    verbs = Counter((street, action.verb) for street, _, action in hand.actions)
    # The big blind is the first of four bets before the flop.
    assert [verbs[street, "raise_to"] for street in range(4)] == [3, 4, 4, 4]
    assert [verbs[street, "check_or_call"] for street in range(4)] == [1, 1, 1, 1]
    assert sorted(hand.payoffs) in ([-240, 240], [0, 0])


PLAYERS_AND_GAMES = [
    (name, game)
    for name in agent_names()
    if not name.endswith("_for_a_test") and name not in BUILT_ON_FIRST_USE
    for game in [only for start, only in SPECIALISTS.items() if name.startswith(start)][:1] or games()
]


@pytest.mark.parametrize(("name", "game"), PLAYERS_AND_GAMES)
def test_every_player_plays_every_game_by_its_rules(name: str, game: str) -> None:
    rules = parse_game(game)
    spec = {
        "expected_strength": "expected_strength(samples=10)",
        "monte_carlo": "monte_carlo(trials=3,seconds=60)",
        "riverboat_nl": "riverboat_nl(seconds=0.001)",
        "riverboat_6max": "riverboat_6max(seconds=0.001)",
    }.get(name, name)
    agents = [make_agent(spec if position % 2 == 0 else "random") for position in range(rules.players)]
    for position, agent in enumerate(agents):
        agent.rng = Random(position)
    faults: list[Fault] = []
    for number, deck in zip(range(4), decks(rules, 5), strict=False):
        hand = play_hand(rules, agents, deck, number=number, faults=faults)
        assert sum(hand.payoffs) == 0
    assert faults == []
