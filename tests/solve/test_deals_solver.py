"""Regret minimisation on sampled deals: recursion, levels and texts agree, and what comes out is an equilibrium."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from checkpoints import assert_same_state, hand_over
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.progress import Progress
from riverboat.solve.betting import TooLargeError
from riverboat.solve.core import Runner
from riverboat.solve.deals import DealGame, DealSolver, best_responses
from riverboat.solve.deals.by_text import TextWalk
from riverboat.solve.response import exploitability
from riverboat.solve.solving import load_policy
from riverboat.solve.strategy import Strategy
from riverboat.solve.tree import GameTree


def random_deals(game: DealGame, count: int, seed: int = 7) -> NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(game.rules.deck.size)[: game.cards] for _ in range(count)], np.uint8)


@pytest.mark.parametrize(
    ("game", "sets"),
    [
        ("kuhn(players=2,cards=4)", 16),
        ("kuhn(players=3)", 48),
        ("kuhn(cards=52)", 208),
        ("kuhn(players=5,cards=26)", 2080),
        ("kuhn(players=8,cards=13)", 13312),
        ("leduc", 936),
    ],
)
def test_information_sets_are_those_of_the_literature(game: str, sets: int) -> None:
    """Kuhn poker has cards x n x 2^(n-1); Leduc hold'em 936."""
    assert DealGame.build(parse_game(game)).information_sets == sets


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        ("kuhn(players=2,cards=4)", 2000),
        ("kuhn(players=3)", 2000),
        ("kuhn(players=5,cards=26)", 500),
        ("kuhn(players=8,cards=13)", 100),
        ("leduc", 500),
    ],
)
def test_recursive_iterative_and_text_walks_agree_to_the_last_bit(game: str, deals: int) -> None:
    recursive, iterative = DealSolver(game, walk="recursive"), DealSolver(game, walk="iterative")
    visits = DealSolver(game)
    dealt = random_deals(iterative.game, deals)
    for solver in (recursive, iterative, visits):
        solver.walk_deals(dealt)
    for other in (recursive, visits):
        assert np.array_equal(other.regrets, iterative.regrets)
        assert np.array_equal(other.strategy_sums, iterative.strategy_sums)
    assert np.abs(iterative.regrets).max() > 0.0
    by_text = np.zeros((iterative.game.rows, 2))
    TextWalk(iterative.game).walk(by_text, dealt)
    assert np.array_equal(by_text[:, 0], iterative.regrets)
    assert np.array_equal(by_text[:, 1], iterative.strategy_sums)


def test_the_previous_players_weight_agrees_in_all_walks() -> None:
    recursive = DealSolver("kuhn(players=5)", walk="recursive", weight="previous-player")
    iterative = DealSolver("kuhn(players=5)", weight="previous-player", walk="iterative")
    visits = DealSolver("kuhn(players=5)", weight="previous-player")
    dealt = random_deals(iterative.game, 500)
    for solver in (recursive, iterative, visits):
        solver.walk_deals(dealt)
    for other in (recursive, visits):
        assert np.array_equal(other.regrets, iterative.regrets)
        assert np.array_equal(other.strategy_sums, iterative.strategy_sums)


def test_the_heap_of_the_thesis_gives_the_same_numbers_with_40_percent_gaps() -> None:
    """Fig. 58: 15 slots for 2-player Kuhn poker, of which 7, 8 and 11 to 14 are empty."""
    heap = DealGame.build(parse_game("kuhn(cards=4)"), "heap")
    assert np.flatnonzero(heap.betting_node < 0).tolist() == [7, 8, 11, 12, 13, 14]
    assert len(heap.nodes) == 15
    compact = DealSolver("kuhn(cards=4)", walk="iterative")
    sparse = DealSolver(heap, walk="iterative")
    dealt = random_deals(heap, 300)
    compact.walk_deals(dealt)
    sparse.walk_deals(dealt)
    assert np.array_equal(compact.regrets, sparse.regrets)
    assert np.array_equal(compact.average(), sparse.average())


class Listing:
    """Fig. 57 of the thesis in plain Python on the dealer's own states, with either weight."""

    def __init__(self, rules: Rules, previous_only: bool) -> None:
        self.rules, self.previous_only = rules, previous_only
        self.regrets: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        self.sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])

    def train(self, deck: list[int]) -> None:
        self.walk(State(self.rules, tuple(deck)), [1.0] * self.rules.players, 0, "")

    def walk(self, state: State, reach: list[float], previous: int, history: str) -> list[float]:
        if state.is_over:
            assert state.payoffs is not None
            return [float(payoff) for payoff in state.payoffs]
        me = state.actor
        assert me is not None
        actions = [Action.fold()] if state.can_fold() else []
        actions.append(Action.check_or_call())
        if interval := state.raise_interval():
            actions.append(Action.raise_to(interval[0]))
        key = f"{me}:{state.down[me]}:{history}"
        positive = [max(regret, 0.0) for regret in self.regrets[key][: len(actions)]]
        total = sum(positive)
        probabilities = [each / total for each in positive] if total else [1.0 / len(actions)] * len(actions)
        value, own = [0.0] * len(reach), []
        for choice, (action, chance) in enumerate(zip(actions, probabilities, strict=True)):
            self.sums[key][choice] += reach[me] * chance
            below = reach.copy()
            below[me] *= chance
            paid = self.walk(state.child(action), below, me, history + str(choice))
            own.append(paid[me])
            value = [v + chance * u for v, u in zip(value, paid, strict=True)]
        weight = reach[previous] if self.previous_only else float(np.prod(reach[:me] + reach[me + 1 :]))
        for choice, worth in enumerate(own):
            self.regrets[key][choice] += weight * (worth - value[me])
        return value


@pytest.mark.parametrize("previous_only", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sums_are_those_of_the_listing_played_on_the_dealer(players: int, previous_only: bool) -> None:
    rules = parse_game(f"kuhn(players={players})")
    listing = Listing(rules, previous_only)
    solver = DealSolver(rules, weight="previous-player" if previous_only else "others")
    game = solver.game
    rng = np.random.default_rng(3)
    decks = [rng.permutation(rules.deck.size).tolist() for _ in range(150)]
    for deck in decks:
        listing.train(deck)
    holdings = [[State(rules, tuple(deck)).down[p][0] for p in range(players)] for deck in decks]
    solver.walk_deals(np.array(holdings, np.uint8))
    for node, _ in game.walk_choices():
        history, at = "", node
        while game.betting.parent[at] > 0:
            history = str(at - int(game.betting.first_child[game.betting.parent[at]])) + history
            at = int(game.betting.parent[at])
        for card in range(rules.deck.size):
            key = f"{game.betting.player[node]}:({card},):{history}"
            rows = game.rows_of(node, card)
            count = rows.stop - rows.start
            assert solver.regrets[rows] == pytest.approx(listing.regrets[key][:count], abs=1e-9)
            assert solver.strategy_sums[rows] == pytest.approx(listing.sums[key][:count], abs=1e-9)


def test_two_players_approach_the_known_values() -> None:
    """Kuhn (1950): -1/18 for the first player; with four cards -0.0419 as measured from the thesis's method."""
    solver = DealSolver("kuhn", seed=2).train(200_000)
    found = best_responses(solver.game, solver.average())
    assert found.values[0] == pytest.approx(-1 / 18, abs=0.002)
    assert found.nash_conv < 0.02


def test_leduc_approaches_its_value() -> None:
    """-0.0856064 chips for the first player."""
    solver = DealSolver("leduc", seed=2).train(100_000)
    found = best_responses(solver.game, solver.average())
    assert found.best[0] > -0.0856064 > -found.best[1]
    assert found.nash_conv < 0.25


def test_with_two_players_both_weights_are_the_same() -> None:
    right, printed = DealSolver("kuhn(cards=4)"), DealSolver("kuhn(cards=4)", weight="previous-player")
    right.train(2000)
    printed.train(2000)
    assert np.array_equal(right.regrets, printed.regrets)


def test_three_players_need_the_reach_of_all_others() -> None:
    """The right weight goes to an equilibrium, the printed one stays about a third of a chip away."""
    right = DealSolver("kuhn(players=3)", seed=1).train(100_000)
    printed = DealSolver("kuhn(players=3)", seed=1, weight="previous-player").train(100_000)
    assert best_responses(right.game, right.average()).nash_conv < 0.03
    assert 0.2 < best_responses(printed.game, printed.average()).nash_conv < 0.6


@pytest.mark.slow
def test_three_players_after_a_million_deals() -> None:
    """Sum of gains below 0.006 with the right weight, seat values near (-0.027, -0.021, 0.048)."""
    for seed in (1, 2, 3):
        right = DealSolver("kuhn(players=3)", seed=seed).train(1_000_000)
        found = best_responses(right.game, right.average())
        assert found.nash_conv < 0.006
        assert found.values == pytest.approx((-0.027, -0.021, 0.048), abs=0.006)
        printed = DealSolver("kuhn(players=3)", seed=seed, weight="previous-player").train(1_000_000)
        assert 0.25 < best_responses(printed.game, printed.average()).nash_conv < 0.5


def test_a_stopped_solver_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = DealSolver("kuhn(players=3)", seed=9).train(30_000)
    first = DealSolver("kuhn(players=3)", seed=9).train(12_345)
    second = DealSolver("kuhn(players=3)", seed=9)
    hand_over(first, second, tmp_path / "run")
    second.train(30_000 - 12_345)
    assert_same_state(second, whole)


def test_an_interrupt_leaves_whole_steps() -> None:
    solver = DealSolver("kuhn(players=8,cards=13)", seed=4)

    def stop(now: Progress[None]) -> None:
        assert 0 < now.done <= 1_000_000 == now.total
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.train(1_000_000, on_progress=stop)
    again = DealSolver("kuhn(players=8,cards=13)", seed=4).train(solver.deals)
    assert np.array_equal(solver.regrets, again.regrets)


def test_checkpoints_of_other_games_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kuhn"
    Runner(DealSolver("kuhn").train(10), checkpoint=path).save()
    with pytest.raises(RiverboatError, match=r"its game is kuhn, not kuhn\(players=3"):
        Runner(DealSolver("kuhn(players=3)"), checkpoint=path).resume()
    with pytest.raises(RiverboatError, match="its weight is others, not previous-player"):
        Runner(DealSolver("kuhn", weight="previous-player"), checkpoint=path).resume()


def test_a_deal_strategy_says_what_its_rows_say(tmp_path: Path) -> None:
    """With the cards of a view the same probabilities as the solver's table by betting and hand."""
    solver = DealSolver("leduc", seed=3).train(2_000)
    path = tmp_path / "leduc.strategy"
    solver.policy().save(path)
    policy = load_policy(path)
    tree = GameTree.build(parse_game("leduc"))
    vector = Strategy.of(policy, tree).vector
    assert exploitability(tree, vector).chips == pytest.approx(solver.exploitability().chips, abs=1e-9)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("holdem(betting=limit)", "hands to number"),
        ("rhode_island", "choices in all information sets"),
        ("omaha8(betting=limit)", "one award"),
        ("stud", "private cards and a board"),
    ],
)
def test_games_that_do_not_fit_are_refused(game: str, words: str) -> None:
    with pytest.raises(RiverboatError, match=words):
        DealGame.build(parse_game(game))


def test_bad_arguments_are_named() -> None:
    with pytest.raises(RiverboatError, match='weight "all"'):
        DealSolver("kuhn", weight="all")  # type: ignore[arg-type]
    with pytest.raises(RiverboatError, match='walk "sideways"'):
        DealSolver("kuhn", walk="sideways")  # type: ignore[arg-type]
    with pytest.raises(RiverboatError, match="0 deals"):
        DealSolver("kuhn").train(0)
    with pytest.raises(RiverboatError, match="expected 2 cards each"):
        DealSolver("kuhn").walk_deals(np.zeros((1, 3), np.uint8))
    with pytest.raises(RiverboatError, match='layout "list"'):
        DealGame.build(parse_game("kuhn"), "list")  # type: ignore[arg-type]


def test_best_responses_to_uniform_play_are_those_of_the_literature() -> None:
    """Exploitability (half the sum of gains) of uniform play: 0.458333 in Kuhn poker, 2.373611 in Leduc."""
    for game, published in (("kuhn", 0.458333), ("leduc", 2.373611)):
        solver = DealSolver(game)
        assert best_responses(solver.game, solver.average()).nash_conv / 2 == pytest.approx(published, abs=1e-6)


def test_best_responses_of_three_players_agree_with_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game("kuhn_poker(players=3)")
    theirs = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solver = DealSolver("kuhn(players=3)")
    assert best_responses(solver.game, solver.average()).nash_conv == pytest.approx(theirs, abs=1e-9)


def test_best_responses_to_large_games_are_refused() -> None:
    solver = DealSolver("kuhn(players=8,cards=13)")
    with pytest.raises(TooLargeError, match="best responses look at"):
        best_responses(solver.game, solver.average())
