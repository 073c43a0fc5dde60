"""Extracting a strategy: query an agent in every information set of a small game and record its action probabilities.

Whoever plays is a black box here: it is dealt each hand that it can hold, sees each betting sequence happen (`begin`,
`observe`), and is asked for its decision so often that its probabilities can be estimated. The strategy that comes out
can be exploited exactly (`solve.response`). A player that learns is asked as it is before its first hand. With n
questions a probability is known to about 0.5 / sqrt(n); deterministic players are known exactly.
"""

from __future__ import annotations

from random import Random

import numpy as np

from riverboat.agents.registry import make_agent
from riverboat.errors import RiverboatError
from riverboat.games.agent import Agent
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.solve.tree import Floats, GameTree


def extract_strategy(tree: GameTree, name: str, *, queries: int = 200, seed: int = 1) -> Floats:
    """A player's strategy in all positions, estimated from this many queries in each information set."""
    strategy = np.zeros(tree.entries)
    for information_set in range(tree.sets):
        agent = make_agent(name)
        agent.rng = Random(f"{seed} {information_set}")
        start = int(tree.set_start[information_set])
        choices = tree.choices(information_set)
        view = _led_to(agent, tree, information_set)
        for _ in range(queries):
            action = agent.act(view)
            if action not in choices:
                raise RiverboatError(f"{name}: {action} in {tree.label(information_set)} is not in the tree")
            strategy[start + choices.index(action)] += 1.0 / queries
    return strategy


def _led_to(agent: Agent, tree: GameTree, information_set: int) -> View:
    """Let a player see the hand up to its decision."""
    betting_node = tree.betting_node_of(information_set)
    position, street = int(tree.betting.player[betting_node]), int(tree.betting.street[betting_node])
    deck = tree.deals.deck(street, tree.one_deal(information_set), tree.rules.deck.size)
    state = State(tree.rules, deck)
    agent.begin(View(state, position))
    for action in tree.betting.path(betting_node):
        who = state.actor
        assert who is not None
        state.apply(action)
        agent.observe(View(state, position), who, action)
    return View(state, position)
