"""AIVAT: exactly unbiased over every way a hand can go, and without variance where everything is known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from random import Random

import numpy as np
import pytest

from riverboat.agents.strategy import StrategyAgent
from riverboat.assess import Aivat
from riverboat.assess.aivat import node_values
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import make_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.play import decks, play_hand
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.solve.cfr import METHODS, Solver
from riverboat.solve.strategy import Origin, Strategy
from riverboat.solve.tree import Floats, GameTree


@lru_cache
def _tree(game: str) -> GameTree:
    return GameTree.build(make_game(game))


@lru_cache
def _equilibrium(game: str) -> Floats:
    solver = Solver(_tree(game), METHODS["cfr+"])
    solver.iterate(200)
    return solver.average


def _random(tree: GameTree, seed: int) -> Floats:
    return tree.normalised(np.random.default_rng(seed).random(tree.entries))


def _seated(tree: GameTree, first: Floats, second: Floats) -> Floats:
    return np.where(tree.set_player[tree.entry_set] == 0, first, second)


def _every_hand(tree: GameTree, joint: Floats) -> Iterator[tuple[float, Hand]]:
    """All hands of a small game, with their probabilities, played by the dealer."""
    rules, last = tree.rules, len(tree.rules.streets) - 1
    deals = tree.deals.counts[last + 1]
    for deal in range(deals):
        deck = tree.deals.deck(last, deal, rules.deck.size)

        def go_on(state: State, chance: float) -> Iterator[tuple[float, Hand]]:
            if state.is_over:
                yield chance, finished_hand(state, ("a", "b"), rules.stacks)
                return
            bone = tree.betting.follow(action for _, _, action in state.actions)
            start = int(tree.set_start[tree.find(bone, state.down[state.actor or 0], state.board)])
            for place, action in enumerate(tree.betting.choices(bone)):
                if joint[start + place] > 0:
                    yield from go_on(state.child(action), chance * float(joint[start + place]))

        yield from go_on(State(rules, deck), 1.0 / deals)


@pytest.mark.parametrize("known", [(), (0,), (1,), (0, 1)], ids=["nobody", "first", "second", "both"])
@pytest.mark.parametrize("value", ["uniform", "equilibrium", "random"])
def test_the_mean_over_all_hands_of_kuhn_is_the_true_value(known: tuple[int, ...], value: str) -> None:
    tree = _tree("kuhn")
    joint = _seated(tree, _random(tree, 1), _random(tree, 2))
    values = {"uniform": tree.uniform(), "equilibrium": _equilibrium("kuhn"), "random": _random(tree, 3)}[value]
    judge = Aivat(tree, values, dict.fromkeys(known, joint))
    chances, hands = zip(*_every_hand(tree, joint), strict=True)
    assert sum(chances) == pytest.approx(1.0)
    truth = sum(chance * float(hand.payoffs[0]) for chance, hand in zip(chances, hands, strict=True))
    estimates = judge.estimates(hands)
    assert np.array(chances) @ estimates[:, 0] == pytest.approx(truth, abs=1e-12)
    assert estimates.sum(axis=1) == pytest.approx(0.0, abs=1e-12)


def test_an_equilibrium_of_kuhn_is_worth_minus_one_eighteenth_in_every_hand() -> None:
    """Both known and the value function right: no variance is left."""
    tree, nash = _tree("kuhn"), _equilibrium("kuhn")
    judge = Aivat(tree, nash, {0: nash, 1: nash})
    estimates = judge.estimates([hand for _, hand in _every_hand(tree, nash)])[:, 0]
    assert estimates == pytest.approx(estimates[0], abs=1e-9)
    assert estimates[0] == pytest.approx(-1 / 18, abs=2e-3)


@pytest.mark.parametrize("known", [(), (1,), (0, 1)], ids=["nobody", "second", "both"])
def test_leduc_is_estimated_with_less_variance(known: tuple[int, ...]) -> None:
    tree = _tree("leduc")
    joint = _seated(tree, tree.uniform(), tree.normalised(0.7 * _equilibrium("leduc") + 0.3 * tree.uniform()))
    truth = node_values(tree, joint)[0][0, 0]
    agents = [StrategyAgent(Strategy(tree, joint, Origin("test"))) for _ in range(2)]
    for seed, agent in enumerate(agents):
        agent.random = Random(seed)
    cards = decks(tree.rules, 3)
    hands = [play_hand(tree.rules, agents, next(cards), players=("a", "b"), number=n) for n in range(1500)]
    money = np.array([float(hand.payoffs[0]) for hand in hands])
    estimates = Aivat(tree, _equilibrium("leduc"), dict.fromkeys(known, joint)).estimates(hands)[:, 0]
    assert estimates.mean() == pytest.approx(truth, abs=4 * estimates.std() / sqrt(len(hands)))
    assert money.var() / estimates.var() > {0: 1.3, 1: 3.5, 2: 15.0}[len(known)]


def test_node_values_agree_with_the_solver() -> None:
    from riverboat.solve.response.exact import Watch

    tree = _tree("leduc")
    strategy = _random(tree, 5)
    watch = Watch(tree)
    assert node_values(tree, strategy)[0][0] == pytest.approx([watch.value(strategy, p) for p in (0, 1)])


def test_what_cannot_be_judged_is_named() -> None:
    tree, nash = _tree("kuhn"), _equilibrium("kuhn")
    hand = next(_every_hand(tree, tree.uniform()))[1]
    hidden = hand._replace(down=(hand.down[0], (HIDDEN,)))
    with pytest.raises(RiverboatError, match="needs the cards"):
        Aivat(tree, nash, {0: nash}).estimate(hidden)
    assert Aivat(tree, nash, {1: tree.uniform()}).estimate(hidden)  # his cards are averaged over anyway
    never = tree.uniform().copy()
    bone = tree.betting.follow(())
    first = tree.set_start[tree.set_first[bone]]
    for each in range(3):
        never[tree.set_start[tree.set_first[bone] + each] :][:2] = (0.0, 1.0)
    assert first == 0
    checked = next(h for _, h in _every_hand(tree, tree.uniform()) if h.actions[0][2].verb == "check_or_call")
    with pytest.raises(RiverboatError, match="never does this"):
        Aivat(tree, nash, {0: never}).estimate(checked)
    with pytest.raises(RiverboatError, match="the hand is of leduc"):
        Aivat(tree, nash).estimate(next(_every_hand(_tree("leduc"), _tree("leduc").uniform()))[1])
