"""Rule players written down as tables of limit hold'em: decision by decision they are the players themselves."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from riverboat.agents.limit_tables import find_table, has_table
from riverboat.agents.registry import make_agent
from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.solve.abstract.models import limit_holdem

PLAYERS = (
    "rules(style=rock)", "rules(style=maniac)", "rules(style=calling_station)",
    "rules(style=loose_aggressive,tuned=no)", "rules(style=rock,margin=-0.3,credit=0.9)", "expected_strength",
)  # fmt: skip
STEPS = (Action.fold(), Action.check_or_call())


@pytest.mark.parametrize("name", PLAYERS)
def test_every_decision_is_that_of_the_player(name: str) -> None:
    """150 hands against somebody who does anything: the odds that the player states, and those of its table."""
    rules, rng, agent, table = limit_holdem(), Random(5), make_agent(name), find_table(name)
    assert table is not None
    assert has_table(name)
    agent.rng = Random(1)
    decisions, streets = 0, set()
    for _ in range(150):
        state = State(rules, tuple(rng.sample(range(52), 52)))
        while (actor := state.betting.actor) is not None:
            view = View(state, actor)
            agent.act(view)
            assert agent.action_odds is not None
            expected = agent.action_odds.allowed(view)
            found = ActionOdds.of(*table.probabilities(view)).allowed(view)
            assert expected is not None
            assert found is not None
            assert np.allclose(found, expected, atol=1e-6), (view.hole, view.board, state.betting.actions)
            decisions += 1
            streets.add(view.street)
            interval = state.betting.raise_interval()
            raising = [] if interval is None else [Action.raise_to(interval[0])] * 3
            state = state.child(rng.choice([*STEPS[1:] * 4, *raising]))
    assert decisions > 1000
    assert streets == {0, 1, 2, 3}


def test_a_player_made_of_a_rule_player_has_no_such_table() -> None:
    assert not has_table("quick_rules")
    assert not has_table("poki")
