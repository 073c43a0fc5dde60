"""Answers to a model of the opponent: restricted Nash, data-biased and frequentist, against theory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from checkpoints import hand_over

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.play import decks, play_hand
from riverboat.games.view import View
from riverboat.solve.core import Runner
from riverboat.solve.response import (
    Counter,
    RestrictedSolver,
    best_response,
    calling,
    curve,
    data_biased,
    exploitability,
    frequentist_response,
    linear,
    observe,
    restricted_nash,
    restricted_nash_curve,
    step,
)
from riverboat.solve.response.frequentist import Observed
from riverboat.solve.tree import Floats, GameTree

KUHN = GameTree.build(parse_game("kuhn"))
LEDUC = GameTree.build(parse_game("leduc"))
SHARES = (0.0, 0.2, 0.5, 0.8, 0.95, 1.0)
TARGET = 2e-3


def kuhn_strategy(**probabilities: float) -> Floats:
    """A strategy of Kuhn in the letters of Southey, Hoehn and Holte: how likely each of them bets or calls."""
    bold = {
        (0, "J", ""): "alpha", (0, "Q", "kb"): "beta", (0, "K", ""): "gamma", (1, "Q", "b"): "eta", (1, "J", "k"): "xi",
    }  # fmt: skip
    always = {(0, "K", "kb"), (1, "K", "b"), (1, "K", "k")}
    strategy = np.zeros(KUHN.entries)
    for each in range(KUHN.sets):
        card, _, history = KUHN.label(each).partition(" ")
        where = int(KUHN.set_player[each]), card[0], history
        chance = probabilities[bold[where]] if where in bold else float(where in always)
        start = int(KUHN.set_start[each])
        strategy[start : start + 2] = 1.0 - chance, chance
    return strategy


O6 = kuhn_strategy(alpha=1 / 6, beta=1 / 2, gamma=1 / 2, eta=0.17, xi=0.2)


def some_strategy(tree: GameTree, seed: int) -> Floats:
    return tree.normalised(np.random.default_rng(seed).random(tree.entries))


@cache
def leduc_curve() -> list[tuple[float, Counter]]:
    return restricted_nash_curve(LEDUC, some_strategy(LEDUC, 1), SHARES, target=TARGET)


def test_the_equilibrium_of_kuhn_is_written_as_southey_writes_it() -> None:
    """gamma = 1/2 and (1/3, 1/3): worth -1/18 to the first player and unexploitable."""
    nash = kuhn_strategy(alpha=1 / 6, beta=1 / 2, gamma=1 / 2, eta=1 / 3, xi=1 / 3)
    found = exploitability(KUHN, nash)
    assert found.values[0] == pytest.approx(-1 / 18)
    assert found.chips == pytest.approx(0.0, abs=1e-12)


def test_never_held_to_the_model_the_answer_is_an_equilibrium() -> None:
    for tree in (KUHN, LEDUC):
        answer = restricted_nash(tree, some_strategy(tree, 2), 0.0, target=TARGET)
        assert answer.exploitability <= 2 * TARGET


def test_always_held_to_the_model_the_answer_is_a_best_response() -> None:
    for tree, model in ((KUHN, O6), (LEDUC, some_strategy(LEDUC, 3))):
        answer = restricted_nash(tree, model, 1.0, target=TARGET)
        for position in range(2):
            assert answer.wins[position] == pytest.approx(best_response(tree, model, position).value, abs=4 * TARGET)


def test_the_best_response_to_o6_wins_what_southeys_formula_says() -> None:
    """EV = (eta (-3 alpha + gamma) + xi (-1 + 3 beta - gamma) + alpha - beta) / 6, at its largest over pure ones."""
    eta, xi = 0.17, 0.2
    best = max((eta * (-3 * a + c) + xi * (-1 + 3 * b - c) + a - b) / 6 for a in (0, 1) for b in (0, 1) for c in (0, 1))
    assert restricted_nash(KUHN, O6, 1.0, target=1e-5).wins[0] == pytest.approx(best, abs=1e-4)


def test_holding_more_wins_more_and_risks_more() -> None:
    answers = [answer for _, answer in leduc_curve()]
    for safe, greedy in pairwise(answers):
        assert greedy.exploitation >= safe.exploitation - 2 * TARGET
        assert greedy.exploitability >= safe.exploitability - 2 * TARGET
    assert answers[-1].exploitation > answers[0].exploitation + 1.0


def test_no_other_answer_is_better_at_the_same_p() -> None:
    """The answer maximises p times what it wins from the model less (1 - p) times what it can lose."""
    for p, answer in leduc_curve():
        for _, other in leduc_curve():
            ours = p * answer.exploitation - (1 - p) * answer.exploitability
            theirs = p * other.exploitation - (1 - p) * other.exploitability
            assert ours >= theirs - 2 * TARGET


def test_the_gap_that_is_reported_was_reached() -> None:
    assert all(answer.gap <= TARGET for _, answer in leduc_curve())
    assert restricted_nash(LEDUC, some_strategy(LEDUC, 1), 0.5, target=1e-9, max_iterations=3).gap > 1e-3


def test_held_by_the_set_and_by_the_hand_are_one_where_hands_have_one_decision() -> None:
    """The second player of Kuhn decides once a hand, so that both games are the same."""
    by_hand = RestrictedSolver(KUHN, O6, 0, 0.4)
    by_set = RestrictedSolver(KUHN, O6, 0, np.full(KUHN.sets, 0.4))
    for solver in (by_hand, by_set):
        Runner(solver).run(target=1e-5, iterations=50_000)
    points = [solver.exploitability() for solver in (by_hand, by_set)]
    assert points[0].values[0] == pytest.approx(points[1].values[0], abs=2e-5)
    by_hand, by_set = (
        RestrictedSolver(LEDUC, LEDUC.uniform(), 0, 0.4),
        RestrictedSolver(LEDUC, LEDUC.uniform(), 0, np.full(LEDUC.sets, 0.4)),
    )
    for solver in (by_hand, by_set):
        Runner(solver).run(target=1e-3, iterations=50_000)
    points = [solver.exploitability() for solver in (by_hand, by_set)]
    assert abs(points[0].values[0] - points[1].values[0]) > 0.01  # in Leduc they are not


def test_a_restricted_run_continues_to_the_same_last_bit(tmp_path: Path) -> None:
    model = some_strategy(LEDUC, 4)
    whole, first, second = (RestrictedSolver(LEDUC, model, 1, 0.5) for _ in range(3))
    whole.iterate(30)
    first.iterate(11)
    hand_over(first, second, tmp_path / "run")
    second.iterate(19)
    assert np.array_equal(whole.average, second.average)


def test_restricted_responses_refuse_what_they_cannot_do() -> None:
    three = GameTree.build(parse_game("kuhn(players=3)"))
    with pytest.raises(RiverboatError, match="for two players, here are 3"):
        restricted_nash(three, three.uniform(), 0.5)
    with pytest.raises(RiverboatError, match="kuhn has 24"):
        restricted_nash(KUHN, LEDUC.uniform(), 0.5)
    with pytest.raises(RiverboatError, match="probabilities from 0 to 1"):
        restricted_nash(KUHN, KUHN.uniform(), 1.5)
    with pytest.raises(RiverboatError, match="above 0"):
        linear(0.0)


class Plays(Agent):
    """Follows a strategy vector."""

    def __init__(self, tree: GameTree, strategy: Floats, name: str) -> None:
        super().__init__()
        self.tree, self.strategy, self.name = tree, strategy, name

    def act(self, view: View) -> Action:
        betting_node = self.tree.betting.follow(action for _, _, action in view.actions)
        choices = self.tree.betting.choices(betting_node)
        start = int(self.tree.set_start[self.tree.find(betting_node, view.down, view.board)])
        probabilities = self.strategy[start : start + len(choices)]
        return self.rng.choices(choices, probabilities.tolist())[0]


def played(tree: GameTree, strategies: Sequence[Floats], hands: int, *, seen_by: str | None = None) -> list[Hand]:
    """Hands between "we" and "they" in alternating positions, all cards known or as one of them saw them."""
    we, they = (Plays(tree, strategy, name) for strategy, name in zip(strategies, ("we", "they"), strict=True))
    found = []
    for number, deck in zip(range(hands), decks(tree.rules, 1), strict=False):
        hand = play_hand(tree.rules, [we, they] if number % 2 else [they, we], deck, number=number, strict=True)
        found.append(hand if seen_by is None else hand.seen_by(hand.players.index(seen_by)))
    return found


def test_everything_is_counted_where_all_cards_are_known() -> None:
    hands = played(KUHN, [KUHN.uniform(), O6], 600)
    observed = observe(KUHN, hands, "they")
    assert (observed.hands, observed.used) == (600, 600)
    decisions = sum(hand.players[position] == "they" for hand in hands for _, position, _ in hand.actions)
    assert observed.counts.sum() == decisions


def test_frequencies_come_near_what_was_played() -> None:
    """With n visits a frequency is within four standard errors of the probability."""
    observed = observe(LEDUC, played(LEDUC, [LEDUC.uniform(), LEDUC.uniform()], 3000), "they")
    visits = observed.visits
    for each in np.flatnonzero(visits >= 30):
        start, stop = LEDUC.set_start[each], LEDUC.set_start[each + 1]
        chance = 1.0 / (stop - start)
        error = np.sqrt(chance * (1 - chance) / visits[each])
        assert np.all(np.abs(observed.strategy()[start:stop] - chance) < 4 * error)


def test_only_shown_cards_count_and_a_folder_shows_none() -> None:
    hands = played(KUHN, [KUHN.uniform(), KUHN.uniform()], 400, seen_by="we")
    observed = observe(KUHN, hands, "they")
    shown = sum(hand.went_to_showdown for hand in hands)
    assert (observed.hands, observed.used) == (400, shown)
    folds = [
        int(KUHN.set_start[each]) + at
        for each in range(KUHN.sets)
        for at, choice in enumerate(KUHN.choices(each))
        if choice.verb == "fold"
    ]
    assert observed.counts[folds].sum() == 0.0


def test_guessing_hidden_cards_finds_the_folds_again() -> None:
    """O6's queen calls a bet 17 % of the time as P2; shown hands alone make that 100 %."""
    hands = played(KUHN, [kuhn_strategy(alpha=1, beta=1, gamma=0.5, eta=0.5, xi=0.5), O6], 4000, seen_by="we")
    queen = next(each for each in range(KUHN.sets) if KUHN.set_player[each] == 1 and KUHN.label(each) == "Qs b")
    entry = int(KUHN.set_start[queen]) + 1
    assert observe(KUHN, hands, "they").strategy()[entry] == 1.0
    guessed = observe(KUHN, hands, "they", hidden="guess")
    assert guessed.used == guessed.hands
    assert guessed.strategy()[entry] == pytest.approx(0.17, abs=0.05)


def test_where_nothing_was_seen_the_default_is_played() -> None:
    nothing = Observed(LEDUC, np.zeros(LEDUC.entries), 0, 0)
    assert np.array_equal(nothing.strategy(), calling(LEDUC))
    assert np.array_equal(nothing.strategy(LEDUC.uniform()), LEDUC.uniform())
    for each in range(0, LEDUC.sets, 13):
        start = int(LEDUC.set_start[each])
        chosen = LEDUC.choices(each)[int(calling(LEDUC)[start : start + len(LEDUC.choices(each))].argmax())]
        assert chosen.verb == "check_or_call"


def test_the_frequentist_answer_beats_a_caller_by_as_much_as_possible() -> None:
    """Every hand of a caller is shown down, so that even hidden cards leave no bias; positions not seen call anyway."""
    caller = calling(LEDUC)
    observed = observe(LEDUC, played(LEDUC, [LEDUC.uniform(), caller], 200, seen_by="we"), "they")
    answer = frequentist_response(LEDUC, observed)
    assert np.array_equal(answer.model, caller)
    assert answer.wins == pytest.approx([best_response(LEDUC, caller, position).value for position in (0, 1)])


def test_three_players_have_a_frequentist_answer_too() -> None:
    tree = GameTree.build(parse_game("kuhn(players=3)"))
    answer = frequentist_response(tree, Observed(tree, np.zeros(tree.entries), 0, 0))
    assert answer.wins == pytest.approx([best_response(tree, calling(tree), seat).value for seat in range(3)])


@pytest.mark.parametrize(
    ("confidence", "expected"),
    [
        (step(1), [0, 1, 1, 1, 1]),
        (step(10), [0, 0, 0, 1, 1]),
        (linear(10), [0, 0.1, 0.5, 1, 1]),
        (curve(10), [0, 1 / 11, 1 / 3, 1 / 2, 10 / 11]),
    ],
)
def test_confidence_in_0_1_5_10_and_100_observations(confidence: object, expected: list[float]) -> None:
    assert callable(confidence)
    assert confidence(np.array([0.0, 1.0, 5.0, 10.0, 100.0])) == pytest.approx(expected)


def test_without_data_the_biased_answer_is_an_equilibrium_and_with_enough_a_best_response() -> None:
    model = some_strategy(LEDUC, 5)
    nothing = Observed(LEDUC, np.zeros(LEDUC.entries), 0, 0)
    assert data_biased(LEDUC, nothing, target=TARGET).exploitability <= 2 * TARGET
    everything = Observed(LEDUC, 1e6 * model, 1, 1)
    answer = data_biased(LEDUC, everything, target=TARGET)
    best = sum(best_response(LEDUC, model, position).value for position in (0, 1)) / 2
    assert answer.exploitation == pytest.approx(best, abs=2 * TARGET)
    half = data_biased(LEDUC, everything, max_confidence=0.5, target=TARGET)
    assert half.exploitability < answer.exploitability


def test_little_data_biases_less_than_a_best_response_to_it() -> None:
    """The point of the method: from 100 hands a best response risks much, a data-biased one little; both beat the
    equilibrium against the true opponent or come near it."""
    truth = some_strategy(LEDUC, 6)
    observed = observe(LEDUC, played(LEDUC, [LEDUC.uniform(), truth], 100), "they")
    careful = data_biased(LEDUC, observed, linear(10), target=TARGET)
    reckless = frequentist_response(LEDUC, observed)
    assert careful.exploitability < reckless.exploitability / 2
    safe = restricted_nash(LEDUC, truth, 0.0, target=TARGET)
    assert Counter(LEDUC, careful.strategy, truth).exploitation > safe.exploitation
