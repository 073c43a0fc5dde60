"""AIVAT: exactly unbiased over every way a hand can go, and without variance where everything is known."""

from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest
from small_games import equilibrium, every_hand, random_strategy, seated, small_tree, sparse_strategy

from riverboat.agents.strategy import StrategyAgent
from riverboat.assess import Aivat
from riverboat.assess.aivat import node_values
from riverboat.errors import RiverboatError
from riverboat.games.play import decks, play_hand
from riverboat.games.view import HIDDEN
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.strategy import Strategy


@pytest.mark.parametrize("known", [(), (0,), (1,), (0, 1)], ids=["nobody", "first", "second", "both"])
@pytest.mark.parametrize("value", ["uniform", "equilibrium", "random"])
def test_the_mean_over_all_hands_of_kuhn_is_the_true_value(known: tuple[int, ...], value: str) -> None:
    tree = small_tree("kuhn")
    joint = seated(tree, random_strategy(tree, 1), random_strategy(tree, 2))
    values = {"uniform": tree.uniform(), "equilibrium": equilibrium("kuhn"), "random": random_strategy(tree, 3)}[value]
    judge = Aivat(tree, values, dict.fromkeys(known, joint))
    probabilities, hands = zip(*every_hand(tree, joint), strict=True)
    assert sum(probabilities) == pytest.approx(1.0)
    truth = sum(chance * float(hand.payoffs[0]) for chance, hand in zip(probabilities, hands, strict=True))
    estimates = judge.estimates(hands)
    assert np.array(probabilities) @ estimates[:, 0] == pytest.approx(truth, abs=1e-12)
    assert estimates.sum(axis=1) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("kuhn(players=3)", ()),
        ("kuhn(players=3)", (1,)),
        ("kuhn(players=3)", (0, 2)),
        ("kuhn(players=3)", (0, 1, 2)),
        ("leduc(players=3,bets=1/1,raises=1)", (0, 2)),
        ("no-limit leduc", ()),
        ("no-limit leduc", (1,)),
        ("no-limit leduc", (0, 1)),
    ],
)
def test_the_mean_over_all_hands_is_the_true_value_with_three_players_and_without_limit(
    game: str, known: tuple[int, ...]
) -> None:
    """Every hand that these strategies can play, weighted by its chance; the value strategy is somebody else's."""
    tree = small_tree(game)
    joint = seated(tree, *(sparse_strategy(tree, seed) for seed in range(1, 1 + tree.players)))
    judge = Aivat(tree, random_strategy(tree, 9), dict.fromkeys(known, joint))
    probabilities, hands = zip(*every_hand(tree, joint), strict=True)
    assert sum(probabilities) == pytest.approx(1.0)
    money = np.array([[float(each) for each in hand.payoffs] for hand in hands])
    assert np.array(probabilities) @ judge.estimates(hands) == pytest.approx(np.array(probabilities) @ money, abs=1e-12)


def test_three_players_who_are_all_known_leave_no_variance() -> None:
    tree = small_tree("kuhn(players=3)")
    joint = seated(tree, *(random_strategy(tree, seed) for seed in (1, 2, 3)))
    judge = Aivat(tree, joint, dict.fromkeys(range(3), joint))
    estimates = judge.estimates([hand for _, hand in every_hand(tree, joint)])
    assert np.ptp(estimates, axis=0) == pytest.approx(0.0, abs=1e-12)
    assert estimates[0] == pytest.approx(node_values(tree, joint)[0][0])


def test_an_equilibrium_of_kuhn_is_worth_minus_one_eighteenth_in_every_hand() -> None:
    """Both known and the value function right: no variance is left."""
    tree, nash = small_tree("kuhn"), equilibrium("kuhn")
    judge = Aivat(tree, nash, {0: nash, 1: nash})
    estimates = judge.estimates([hand for _, hand in every_hand(tree, nash)])[:, 0]
    assert estimates == pytest.approx(estimates[0], abs=1e-9)
    assert estimates[0] == pytest.approx(-1 / 18, abs=2e-3)


@pytest.mark.parametrize("known", [(), (1,), (0, 1)], ids=["nobody", "second", "both"])
def test_leduc_is_estimated_with_less_variance(known: tuple[int, ...]) -> None:
    tree = small_tree("leduc")
    joint = seated(tree, tree.uniform(), tree.normalised(0.7 * equilibrium("leduc") + 0.3 * tree.uniform()))
    truth = node_values(tree, joint)[0][0, 0]
    agents = [StrategyAgent(Strategy(tree, joint, Origin("test"))) for _ in range(2)]
    for seed, agent in enumerate(agents):
        agent.rng = Random(seed)
    cards = decks(tree.rules, 3)
    hands = [play_hand(tree.rules, agents, next(cards), players=("a", "b"), number=n) for n in range(1500)]
    money = np.array([float(hand.payoffs[0]) for hand in hands])
    estimates = Aivat(tree, equilibrium("leduc"), dict.fromkeys(known, joint)).estimates(hands)[:, 0]
    assert estimates.mean() == pytest.approx(truth, abs=4 * estimates.std() / sqrt(len(hands)))
    assert money.var() / estimates.var() > {0: 1.3, 1: 3.5, 2: 15.0}[len(known)]


def test_node_values_agree_with_the_solver() -> None:
    from riverboat.solve.response.exact import Evaluator

    tree = small_tree("leduc")
    strategy = random_strategy(tree, 5)
    watch = Evaluator(tree)
    assert node_values(tree, strategy)[0][0] == pytest.approx([watch.value(strategy, p) for p in (0, 1)])


def test_what_cannot_be_judged_is_named() -> None:
    tree, nash = small_tree("kuhn"), equilibrium("kuhn")
    hand = next(every_hand(tree, tree.uniform()))[1]
    hidden = hand._replace(down=(hand.down[0], (HIDDEN,)))
    with pytest.raises(RiverboatError, match="needs the cards"):
        Aivat(tree, nash, {0: nash}).estimate(hidden)
    assert Aivat(tree, nash, {1: tree.uniform()}).estimate(hidden)  # his cards are averaged over anyway
    never = tree.uniform().copy()
    betting_node = tree.betting.follow(())
    first = tree.set_start[tree.set_first[betting_node]]
    for each in range(3):
        never[tree.set_start[tree.set_first[betting_node] + each] :][:2] = (0.0, 1.0)
    assert first == 0
    checked = next(h for _, h in every_hand(tree, tree.uniform()) if h.actions[0][2].verb == "check_or_call")
    with pytest.raises(RiverboatError, match="never does this"):
        Aivat(tree, nash, {0: never}).estimate(checked)
    with pytest.raises(RiverboatError, match="the hand is of leduc"):
        Aivat(tree, nash).estimate(next(every_hand(small_tree("leduc"), small_tree("leduc").uniform()))[1])
