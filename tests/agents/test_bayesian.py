"""Learning who the opponent is: posteriors against sums over all deals, and what they win at the table."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from riverboat.agents.bayesian import Bayesian
from riverboat.agents.registry import make_agent, register
from riverboat.agents.strategy import StrategyAgent
from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.play import decks, play_hand
from riverboat.model.bayesian import Posterior, Prior, follow_best_fit, play_out
from riverboat.solve.cfr import TreeSolver
from riverboat.solve.core import Runner
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.response import best_response
from riverboat.solve.strategy import Strategy
from riverboat.solve.tree import Floats, GameTree

KUHN = GameTree.build(parse_game("kuhn"))
LEDUC = GameTree.build(parse_game("leduc"))
TRUE = 7


def hands_between(tree: GameTree, first: Floats, second: Floats, count: int, seen_by: int) -> list[Hand]:
    players = [StrategyAgent(Strategy(tree, each, Origin("test"))) for each in (first, second)]
    return [
        play_hand(tree.rules, players, deck, number=number, strict=True).seen_by(seen_by)
        for number, deck in zip(range(count), decks(tree.rules, 1), strict=False)
    ]


def probability_of(tree: GameTree, hand: Hand, strategy: Floats) -> float:
    """How likely player 1 acts like this, summed over all decks that look the same to player 0 (by brute force)."""
    total, ways = 0.0, 0
    last = len(tree.rules.streets) - 1
    for holes, board in tree.deals.on(last):
        if holes[0] != hand.down[0] or board[: len(hand.board)] != hand.board:
            continue
        if -1 not in hand.down[1] and holes[1] != hand.down[1]:
            continue
        ways += 1
        likely = 1.0
        so_far: list[Any] = []
        for street, position, action in hand.actions:
            if position == 1:
                betting_node = tree.betting.follow(so_far)
                board_then = board[: sum(each.board for each in tree.rules.streets[: street + 1])]
                start = tree.set_start[tree.find(betting_node, holes[1], board_then)]
                likely *= strategy[start + tree.betting.choices(betting_node).index(action)]
            so_far.append(action)
        total += likely
    return total / ways


@pytest.mark.parametrize("tree", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_weights_are_bayes_rule_over_all_deals(tree: GameTree) -> None:
    prior = Prior.sampled(tree, 20, seed=3)
    hands = hands_between(tree, tree.uniform(), prior.strategies[TRUE], 25, seen_by=0)
    assert any(not hand.went_to_showdown for hand in hands)
    assert any(hand.went_to_showdown for hand in hands)
    posterior = Posterior(prior)
    expected = np.ones(20)
    for hand in hands:
        posterior.see(hand, 1)
        expected *= [probability_of(tree, hand, strategy) for strategy in prior.strategies]
    assert posterior.weights == pytest.approx(expected / expected.sum(), rel=1e-9)


def test_a_jack_that_folds_says_nothing_and_a_queen_that_folds_does() -> None:
    """P1 with a king bets, P2 folds: jack or queen, each with 1/2. Pr = (fold with J + fold with Q) / 2."""
    prior = Prior.sampled(KUHN, 5, seed=1)
    hands = hands_between(KUHN, bettor(), KUHN.uniform(), 60, seen_by=0)
    king = next(h for h in hands if KUHN.rules.deck.rank_of(h.down[0][0]) == 2 and not h.went_to_showdown)
    folds = [
        int(KUHN.set_start[each])
        for each in range(KUHN.sets)
        if KUHN.set_player[each] == 1 and KUHN.label(each).endswith(" b") and KUHN.label(each)[0] in "JQ"
    ]
    posterior = Posterior(prior)
    posterior.see(king, 1)
    expected = prior.strategies[:, folds].mean(axis=1)
    assert posterior.weights == pytest.approx(expected / expected.sum())


def bettor() -> Floats:
    """Bets and calls whatever it has."""
    strategy = np.zeros(KUHN.entries)
    strategy[KUHN.set_start[1:] - 1] = 1.0
    return strategy


def test_strategies_are_drawn_from_the_dirichlet_distribution() -> None:
    """Of two choices each is Beta(a, a): mean 1/2, variance 1 / (4 (2a + 1))."""
    for parameter in (0.5, 1.0, 5.0):
        draws = Prior.sampled(KUHN, 4000, dirichlet=parameter, seed=1).strategies
        assert np.add.reduceat(draws, KUHN.set_start[:-1], axis=1) == pytest.approx(1.0)
        assert draws.mean() == pytest.approx(0.5, abs=1e-9)
        assert draws.var() == pytest.approx(1 / (4 * (2 * parameter + 1)), rel=0.03)


def test_the_mean_of_a_posterior_plays_like_drawing_a_sample_every_hand() -> None:
    """Weights 2/3 and 1/3: each plan's probability is that mixture, behaviour is not."""
    prior = Prior.sampled(LEDUC, 2, seed=5)
    posterior = Posterior(prior)
    posterior._log[:] = np.log([2.0, 1.0])
    ends = {}
    for name, strategy in (
        ("mean", posterior.mean(1)),
        ("first", prior.strategies[0]),
        ("second", prior.strategies[1]),
    ):
        values = [best_value(LEDUC, strategy, response) for response in range(3)]
        ends[name] = np.array(values)
    assert ends["mean"] == pytest.approx((2 * ends["first"] + ends["second"]) / 3, abs=1e-12)


def best_value(tree: GameTree, second: Floats, seed: int) -> float:
    """What some first player wins from this second player."""
    from riverboat.solve.response import game_values

    first = tree.normalised(np.random.default_rng(seed).random(tree.entries))
    return game_values(tree, np.where(tree.set_player[tree.entry_set] == 0, first, second))[0]


def test_modes_answer_what_they_say() -> None:
    prior = Prior.sampled(LEDUC, 3, seed=2)
    posterior = Posterior(prior)
    posterior._log[:] = np.log([0.2, 0.5, 0.3])
    best = [best_response(LEDUC, strategy, 0).strategy for strategy in prior.strategies]
    mine = LEDUC.set_player[LEDUC.entry_set] == 0
    assert np.array_equal(posterior.answer(0, "map")[mine], best[1][mine])
    for draw, sample in ((0.0, 0), (0.19, 0), (0.21, 1), (0.69, 1), (0.71, 2), (0.999, 2)):
        assert np.array_equal(posterior.answer(0, "thompson", draw)[mine], best[sample][mine])
    mean = best_response(LEDUC, posterior.mean(1), 0).strategy
    assert np.array_equal(posterior.answer(0, "bbr")[mine], mean[mine])


@pytest.fixture(scope="module")
def a_sample() -> tuple[Floats, Floats]:
    """One of the samples that the player starts with, and an equilibrium, in Kuhn."""
    solver = TreeSolver(KUHN)
    Runner(solver).run(target=1e-4)
    return Prior.sampled(KUHN, 200, seed=1).strategies[TRUE], solver.average


@pytest.mark.parametrize("mode", ["bbr", "map", "thompson"])
def test_in_kuhn_the_learner_wins_more_than_the_equilibrium(mode: str, a_sample: tuple[Floats, Floats]) -> None:
    opponent, nash = a_sample
    register("one_of_the_samples", lambda: StrategyAgent(Strategy(KUHN, opponent, Origin("prior"))))
    result = run_match([f"bayesian(samples=200,mode={mode})", "one_of_the_samples"], "kuhn", 3000, "cash", seed=4)
    won = result.players[0].chips
    owner = KUHN.set_player[KUHN.entry_set]
    safe = sum(value_of(np.where(owner == seat, nash, opponent), seat) for seat in (0, 1)) / 2
    max_trials = sum(best_response(KUHN, opponent, seat).value for seat in (0, 1)) / 2
    assert not result.players[0].faults
    assert won.mean - 3 * won.standard_error > safe
    assert won.mean < max_trials + 4 * won.standard_error


def value_of(strategy: Floats, seat: int) -> float:
    from riverboat.solve.response import game_values

    return game_values(KUHN, strategy)[seat]


def test_in_leduc_the_true_sample_is_found_and_beaten() -> None:
    agent = Bayesian(samples=300)
    prior = Prior.sampled(LEDUC, 300, seed=1)
    opponent = StrategyAgent(Strategy(LEDUC, prior.strategies[TRUE], Origin("prior")))
    solver = TreeSolver(LEDUC)
    Runner(solver).run(target=5e-3)
    owner = LEDUC.set_player[LEDUC.entry_set]
    from riverboat.solve.response import game_values

    safe = (
        sum(
            game_values(LEDUC, np.where(owner == seat, solver.average, prior.strategies[TRUE]))[seat] for seat in (0, 1)
        )
        / 2
    )
    won, shares = [], []
    for number, deck in zip(range(500), decks(LEDUC.rules, 1), strict=False):
        me = number % 2
        table = [agent, opponent] if me == 0 else [opponent, agent]
        won.append(float(play_hand(LEDUC.rules, table, deck, strict=True).payoffs[me]))
        if number + 1 in (10, 50, 200):
            assert agent.posterior is not None
            shares.append(agent.posterior.weights[TRUE])
    assert 1 / 300 < shares[0] < shares[1] <= shares[2]
    assert shares[2] > 0.99
    error = np.std(won) / np.sqrt(len(won))
    assert np.mean(won) - 3 * error > safe


def test_the_best_fit_takes_over() -> None:
    """Section 9.3 of Southey, Hoehn and Holte: even an opponent that is none of the samples has one that fits best."""
    prior = Prior.sampled(LEDUC, 200, seed=1)
    opponent = Prior.sampled(LEDUC, 1, seed=99).strategies[0]
    fit = follow_best_fit(prior, opponent, at=(10, 100, 200), seed=1)
    assert fit.shares[-1] > 0.3 > 10 / 200 > fit.shares[0]
    assert fit.won > 0.5


def test_hands_on_the_tree_end_where_their_strategies_lead() -> None:
    """Two players who only call: every hand is shown down, all deals alike."""
    from riverboat.solve.response import calling

    rng = np.random.default_rng(1)
    found = [play_out(KUHN, [calling(KUHN)] * 2, rng) for _ in range(3000)]
    assert {KUHN.betting.history(end) for end, _ in found} == {"kk"}
    counts = np.bincount([deal for _, deal in found], minlength=6)
    assert np.all(np.abs(counts - 500) < 4 * np.sqrt(500))


def test_the_opponent_is_known_in_both_positions_from_one_posterior() -> None:
    agent = make_agent("bayesian(samples=50)")
    assert isinstance(agent, Bayesian)
    caller = make_agent("always_call")
    for number, deck in zip(range(6), decks(KUHN.rules, 2), strict=False):
        play_hand(KUHN.rules, [agent, caller] if number % 2 else [caller, agent], deck, strict=True)
    assert agent.posterior is not None
    assert agent.posterior.hands == 6


def test_at_another_table_it_starts_anew() -> None:
    agent = make_agent("bayesian(samples=20)")
    assert isinstance(agent, Bayesian)
    caller = make_agent("always_call")
    for game, hands in (("kuhn", 3), ("leduc", 2)):
        rules = parse_game(game)
        for _, deck in zip(range(hands), decks(rules, 2), strict=False):
            play_hand(rules, [agent, caller], deck, strict=True)
        assert agent.posterior is not None
        assert agent.posterior.hands == hands


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bayesian(mode=best)", "bbr, map, thompson"),
        ("bayesian(samples=0)", "samples of 1 or more"),
        ("bayesian(dirichlet=0)", "above 0"),
        ("bayesian(size=3)", 'no parameter "size"'),
    ],
)
def test_settings_that_make_no_sense_are_refused(text: str, said: str) -> None:
    with pytest.raises(RiverboatError, match=said):
        make_agent(text)


def test_games_it_cannot_hold_are_refused() -> None:
    with pytest.raises(RiverboatError, match="1 to "):
        Prior.sampled(LEDUC, 10_000_000)
    with pytest.raises(RiverboatError, match="for two players, here are 3"):
        Prior.sampled(GameTree.build(parse_game("kuhn(players=3)")), 10)
    with pytest.raises(RiverboatError, match="bayesian plays against one opponent"):
        run_match(["bayesian(samples=10)", "always_call", "always_call"], "kuhn(players=3)", 10, "cash", seed=1)


def test_impossible_hands_do_not_destroy_what_is_known() -> None:
    """A pure sample that would never act like this gets next to nothing, and a sum that is still one."""
    strategies = np.stack([bettor(), KUHN.uniform()])
    posterior = Posterior(Prior(KUHN, strategies))
    checks = next(
        hand
        for hand in hands_between(KUHN, KUHN.uniform(), 1.0 - bettor(), 60, seen_by=0)
        if KUHN.betting.history(KUHN.betting.follow(a for _, _, a in hand.actions)) == "kk"
    )
    posterior.see(checks, 1)
    assert posterior.weights == pytest.approx([0.0, 1.0])
    for _ in range(3):
        posterior.see(checks, 1)
    assert posterior.weights.sum() == pytest.approx(1.0)


def test_every_hand_of_kuhn_has_a_chance_that_sums_to_one() -> None:
    """Over all betting and all that P1 can see, the probabilities of P2's choices (P1's given) are a distribution."""
    strategies = Prior.sampled(KUHN, 3, seed=4).strategies
    witness = Prior(KUHN, strategies).witness
    uniform = KUHN.uniform()
    total = np.zeros(3)
    ends = [betting_node for betting_node in range(KUHN.betting.nodes) if KUHN.betting.player[betting_node] == -2]
    for end, own in product(ends, range(3)):
        mine = witness.read_parts(end, [(own,), (-1,)], (), 0).likelihood(uniform)
        if KUHN.betting.is_showdown(end):
            others = [card for card in range(3) if card != own]
            seen = [witness.read_parts(end, [(own,), (card,)], (), 1).likelihood(strategies) for card in others]
            theirs = sum(seen) / len(others)
        else:
            theirs = witness.read_parts(end, [(own,), (-1,)], (), 1).likelihood(strategies)
        total += float(Fraction(1, 3)) * mine * theirs
    assert total == pytest.approx(1.0)
