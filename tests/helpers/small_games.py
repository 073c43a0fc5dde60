"""Small games written out, strategies for them, and every hand that they can play, for tests of the judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from riverboat.games.catalogue import make_game, parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State
from riverboat.solve.cfr import TreeSolver
from riverboat.solve.core import METHODS
from riverboat.solve.tree import Floats, GameTree


@lru_cache
def small_tree(game: str) -> GameTree:
    """A game by its name; `no-limit leduc` has three chips each, one of them the ante."""
    if game == "no-limit leduc":
        leduc = make_game("leduc")
        streets = tuple(replace(street, bet=1, max_raises=None) for street in leduc.streets)
        return GameTree.build(replace(leduc, betting="no-limit", stacks=(3, 3), streets=streets))
    return GameTree.build(parse_game(game))


@lru_cache
def equilibrium(game: str) -> Floats:
    """Nearly one."""
    solver = TreeSolver(small_tree(game), METHODS["cfr+"])
    solver.iterate(200)
    return solver.average


def random_strategy(tree: GameTree, seed: int) -> Floats:
    """Any strategy."""
    return tree.normalised(np.random.default_rng(seed).random(tree.entries))


def sparse_strategy(tree: GameTree, seed: int) -> Floats:
    """A random strategy that leaves out half of all choices, so that not too many hands are possible."""
    rng = np.random.default_rng(seed)
    return tree.normalised(rng.random(tree.entries) * (rng.random(tree.entries) < 0.5))


def seated(tree: GameTree, *strategies: Floats) -> Floats:
    """Each position plays its own strategy."""
    return np.choose(tree.set_player[tree.entry_set], strategies)


def every_hand(tree: GameTree, joint: Floats) -> Iterator[tuple[float, Hand]]:
    """All hands of a small game, with their probabilities, played by the dealer."""
    rules, last = tree.rules, len(tree.rules.streets) - 1
    deals = tree.deals.counts[last + 1]
    for deal in range(deals):
        deck = tree.deals.deck(last, deal, rules.deck.size)

        def go_on(state: State, chance: float) -> Iterator[tuple[float, Hand]]:
            if state.is_over:
                yield chance, finished_hand(state, tuple("abc"[: rules.players]), rules.stacks)
                return
            betting_node = tree.betting.follow(action for _, _, action in state.actions)
            start = int(tree.set_start[tree.find(betting_node, state.down[state.actor or 0], state.board)])
            for place, action in enumerate(tree.betting.choices(betting_node)):
                if joint[start + place] > 0:
                    yield from go_on(state.child(action), chance * float(joint[start + place]))

        yield from go_on(State(rules, deck), 1.0 / deals)
