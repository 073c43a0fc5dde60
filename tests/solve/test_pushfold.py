"""Push or fold: payoffs, equilibria and how they are measured."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from riverboat.cards.holdings import CLASS_BY_NAME
from riverboat.errors import RiverboatError
from riverboat.odds.multiway import ThreeWay, rank_pairs, sample_showdowns, showdown_counts, weak_orders
from riverboat.odds.multiway.three_way import BOARDS, count_triples, triple_index
from riverboat.odds.showdown import preflop_matchups
from riverboat.solve.pushfold import PushFoldGame, push_fold_ranges, seat_in_order, solve_push_fold
from riverboat.solve.pushfold.depths import parse_depths
from riverboat.solve.pushfold.showdowns import ExactPayoffs, SampledPayoffs, nodes_of
from riverboat.solve.pushfold.three_players import three_players


def _payoff(game: PushFoldGame, standings: tuple[int, ...], all_in: set[int]) -> list[float]:
    """What everybody wins when these seats are all-in and the hands stand like this."""
    orders = weak_orders(game.players).standings.tolist()
    payoffs: list[float] = game.payoffs()[orders.index(list(standings)), :, sum(1 << seat for seat in all_in)].tolist()
    return payoffs


# Payoffs --------------------------------------------------------------------------------------------------------------


def test_three_unequal_stacks_make_a_main_and_a_side_pot() -> None:
    """10, 5 and 3 big blinds all-in: the shortest wins 9, the second 4 of the side pot, 5 go back to the first."""
    game = PushFoldGame((10.0, 5.0, 3.0))
    assert _payoff(game, (0, 1, 2), {0, 1, 2}) == pytest.approx([-5.0, -1.0, 6.0])
    assert _payoff(game, (2, 1, 0), {0, 1, 2}) == pytest.approx([8.0, -5.0, -3.0])
    assert _payoff(game, (1, 0, 1), {0, 1, 2}) == pytest.approx([4.5 + 4 - 5, -5.0, 1.5])


def test_antes_belong_to_the_main_pot_and_folded_blinds_are_lost() -> None:
    game = PushFoldGame((8.0, 8.0, 8.0, 8.0), ante=0.25)
    assert _payoff(game, (0, 0, 0, 0), set()) == pytest.approx([-0.25, -0.25, -0.75, 1.25])
    assert _payoff(game, (3, 2, 1, 0), {0}) == pytest.approx([2.25, -0.25, -0.75, -1.25])
    assert _payoff(game, (3, 2, 1, 0), {0, 1}) == pytest.approx([10.0, -8.0, -0.75, -1.25])


def test_the_big_blind_pays_its_ante_for_everybody() -> None:
    game = PushFoldGame((6.0, 6.0, 6.0), big_blind_ante=1.0)
    assert _payoff(game, (0, 0, 0), set()) == pytest.approx([0.0, -0.5, 0.5])
    assert _payoff(game, (2, 1, 0), {0}) == pytest.approx([2.5, -0.5, -2.0])


def test_winning_against_a_shorter_stack_busts_it_and_pays_its_place() -> None:
    """Three left, prizes 50, 30, 20: the short stack is out and gets 20; the others share 80 by their chips."""
    game = PushFoldGame((10.0, 6.0, 4.0), payouts=(50.0, 30.0, 20.0))
    chips = np.array([10.0 + 4.0 + 0.5, 6.0 - 0.5])
    first = chips / chips.sum()
    after = np.array([*(first * 50 + (1 - first) * 30), 20.0])
    before = _prizes_before(game)
    found = _payoff(game, (2, 1, 0), {0, 2})
    assert sum(found) == pytest.approx(0.0, abs=1e-9)
    assert found == pytest.approx(after - before, abs=1e-9)


def _prizes_before(game: PushFoldGame) -> np.ndarray:
    """The prizes before the hand by all orders of finishing, written out for three players."""
    stacks, (one, two, three) = np.array(game.stacks), game.payouts
    total, equity = stacks.sum(), np.zeros(3)
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        chance = stacks[a] / total * stacks[b] / (total - stacks[a])
        equity[[a, b, c]] += chance * np.array([one, two, three])
    return equity


@settings(deadline=None, max_examples=25)
@given(
    stacks=st.lists(st.floats(0.2, 60.0), min_size=2, max_size=4),
    ante=st.sampled_from([0.0, 0.1, 1.5]),
    big_blind_ante=st.sampled_from([0.0, 1.0]),
    prizes=st.booleans(),
)
def test_nothing_is_won_that_nobody_loses(
    stacks: list[float], ante: float, big_blind_ante: float, prizes: bool
) -> None:
    payouts = (50.0, 30.0) if prizes else ()
    game = PushFoldGame(tuple(stacks), ante=ante, big_blind_ante=big_blind_ante, payouts=payouts)
    payoffs = game.payoffs()
    assert np.abs(payoffs.sum(axis=1)).max() < 1e-6
    if not prizes:
        assert (payoffs >= -np.array(stacks)[:, None] - 1e-6).all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"stacks": (10.0,)},
        {"stacks": (10.0,) * 7},
        {"stacks": (10.0, -1.0)},
        {"stacks": (10.0, float("nan"))},
        {"stacks": (10.0, 10.0), "ante": -0.1},
        {"stacks": (10.0, 10.0), "small_blind": 2.0},
        {"stacks": (10.0, 10.0), "payouts": (50.0, 30.0, 20.0)},
        {"stacks": (10.0, 10.0), "payouts": (30.0, 50.0)},
    ],
)
def test_impossible_games_are_refused_in_one_line(wrong: dict[str, object]) -> None:
    with pytest.raises(RiverboatError) as refused:
        PushFoldGame(**wrong)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)


# Two players ----------------------------------------------------------------------------------------------------------


def _value_by_linear_program(stack: float, weight: np.ndarray, equity: np.ndarray) -> float:
    """The small blind's value of the heads-up game: maximise over shoves what the best calls leave, as one program.

    With w(a, b) the probability of two classes and p the shoves, the value is
    -0.5 + 1.5 sum p w + sum over b of min(0, sum over a of p w (stack (2 e - 1) - 1)).
    """
    called = weight * (stack * (2.0 * equity - 1.0) - 1.0)
    classes = len(weight)
    cost = -np.concatenate([1.5 * weight.sum(axis=1), np.ones(classes)])
    below = np.hstack([-called.T, np.eye(classes)])  # t_b <= sum_a p_a called_ab, t_b <= 0
    found = linprog(
        cost, A_ub=below, b_ub=np.zeros(classes), bounds=[(0, 1)] * classes + [(None, 0)] * classes, method="highs"
    )
    assert found.success
    return float(-found.fun - 0.5)


@pytest.mark.parametrize("stack", [4.0, 10.0, 18.0])
def test_two_players_have_the_value_of_the_linear_program(stack: float) -> None:
    """And not that of a game without card removal between the hands."""
    weight, equity = preflop_matchups().weight, preflop_matchups().equity
    weight = weight / weight.sum()
    solution = solve_push_fold(PushFoldGame((stack, stack)))
    assert solution.values[0] == pytest.approx(_value_by_linear_program(stack, weight, equity), abs=2e-6)
    careless = np.outer(weight.sum(axis=1), weight.sum(axis=0))
    assert abs(solution.values[0] - _value_by_linear_program(stack, careless, equity)) > 1e-3


def test_ten_big_blinds_heads_up_shoves_58_and_calls_37_percent() -> None:
    """The no-ante equilibrium at 10 big blinds as charts give it: the small blind shoves 58.3 %, the big blind calls
    37.4 % of hands (HoldemResources, heads-up push/fold: the cells of 10 and more)."""
    solution = solve_push_fold(PushFoldGame((10.0, 10.0)))
    assert solution.is_exact
    assert solution.share(0) == pytest.approx(0.583, abs=0.002)
    assert solution.share(1, [0]) == pytest.approx(0.374, abs=0.002)
    assert max(solution.gains) < 1e-5
    assert sum(solution.values) == pytest.approx(0.0, abs=1e-12)


def test_only_the_smaller_of_two_stacks_counts_in_chips_and_prizes_of_two_change_nothing() -> None:
    equal = solve_push_fold(PushFoldGame((8.0, 8.0)))
    deeper = solve_push_fold(PushFoldGame((8.0, 30.0)))
    assert deeper.values == pytest.approx(equal.values, abs=5e-6)
    prizes = solve_push_fold(PushFoldGame((8.0, 8.0), payouts=(65.0, 35.0)))
    assert np.array(prizes.values) * 16 / 30 == pytest.approx(equal.values, abs=2e-4)
    assert prizes.share(0) == pytest.approx(equal.share(0), abs=0.01)


def test_one_big_blind_deep_everybody_plays_everything() -> None:
    solution = solve_push_fold(PushFoldGame((1.0, 1.0)))
    assert solution.share(0) == pytest.approx(1.0, abs=1e-3)
    assert solution.share(1, [0]) == pytest.approx(1.0, abs=1e-3)


# More players ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_sampled_advantages_equal_a_sum_over_all_ends(players: int) -> None:
    """Deal by deal, end by end: what a seat wins all-in less what it wins folding, times how the others get there."""
    rng = np.random.default_rng(players)
    game = PushFoldGame(tuple(rng.uniform(2.0, 15.0, players).tolist()), ante=0.1, payouts=(3.0, 2.0))
    deals = sample_showdowns(players, 40, seed=7)
    payoffs = SampledPayoffs(game, deals)
    strategy = rng.choice([0.0, 0.3, 1.0], size=(payoffs.nodes, 169))
    table = game.payoffs()
    expected, folded = np.zeros((payoffs.nodes, 169)), np.zeros(players)
    for classes, order in zip(deals.classes.tolist(), deals.orders.tolist(), strict=True):
        for actions, seat in product(product((0, 1), repeat=players), range(players)):
            end = sum(action << s for s, action in enumerate(actions))
            reach = 1.0
            for other in range(players):
                shoves = strategy[(1 << other) - 1 + (end & (1 << other) - 1), classes[other]]
                reach *= 1.0 if other == seat else shoves if actions[other] else 1.0 - shoves
            node = (1 << seat) - 1 + (end & (1 << seat) - 1)
            won = reach * table[order, seat, end] / len(deals.orders)
            expected[node, classes[seat]] += won if actions[seat] else -won
            folded[seat] += 0.0 if actions[seat] else won
    found = payoffs.advantages(strategy)
    assert found.table == pytest.approx(expected, abs=1e-6)
    assert found.folded == pytest.approx(folded, abs=1e-5)


def test_exact_and_sampled_advantages_of_two_players_agree() -> None:
    """Over half a million deals every class is within five standard errors of the exact payoff."""
    game = PushFoldGame((9.0, 9.0), ante=0.1)
    strategy = np.random.default_rng(2).uniform(size=(3, 169))
    exact = ExactPayoffs(game).advantages(strategy, range(2))
    sampled = SampledPayoffs(game, sample_showdowns(2, 1 << 19, seed=3)).advantages(strategy)
    error = 9.0 * np.sqrt(12 / 1326 / (1 << 19))
    assert np.abs(exact.table - sampled.table).max() < 5.0 * error
    assert exact.folded == pytest.approx(sampled.folded, abs=0.02)


def test_four_players_over_few_deals_are_near_equilibrium_and_lose_nothing() -> None:
    solution = solve_push_fold(PushFoldGame((8.0,) * 4), deals=1 << 16, iterations=40)
    assert not solution.is_exact
    assert sum(solution.values) == pytest.approx(0.0, abs=1e-5)
    assert max(solution.gains) < 0.05
    for gain, (low, high) in zip(solution.gains, solution.gain_intervals, strict=True):
        assert low <= gain <= high
    shares = [solution.share(seat) for seat in range(3)]
    assert shares == sorted(shares)  # the later the seat, the more it shoves


def test_the_gain_of_a_bad_strategy_is_seen() -> None:
    """A solve of one iteration leaves everybody at a coin toss: the intervals exclude zero."""
    solution = solve_push_fold(PushFoldGame((8.0,) * 3), equities="sampled", deals=1 << 15, iterations=1)
    assert all(low > 0.1 for low, _ in solution.gain_intervals)


def test_prizes_make_the_big_blind_fold_more_on_the_bubble() -> None:
    """Four players, three equal prizes: a call risks what cannot be won back (every ICM text's first example)."""
    settings = {"equities": "sampled", "deals": 1 << 15, "iterations": 60}
    chips = solve_push_fold(PushFoldGame((8.0,) * 4), **settings)  # type: ignore[arg-type]
    prizes = solve_push_fold(PushFoldGame((8.0,) * 4, payouts=(1.0, 1.0, 1.0)), **settings)  # type: ignore[arg-type]
    assert prizes.share(3, [2]) < 0.5 * chips.share(3, [2])


def test_exact_payoffs_of_three_players_hand_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of four starting hands only: every way in which three players can hold them, beside counts made now."""
    hands = [CLASS_BY_NAME[name] for name in ("AA", "AKs", "AKo", "T9s")]
    pairs, _ = rank_pairs()
    counts = np.zeros((129_766, 8, 13), np.uint32)
    for triple in {tuple(sorted(int(pairs[hand]) for hand in each)) for each in product(hands, repeat=3)}:
        counts[triple_index(*triple)] = count_triples(np.array([triple]))[0]
    monkeypatch.setattr("riverboat.solve.pushfold.three_players.three_way", lambda _: ThreeWay(counts))
    game = PushFoldGame((12.0, 5.0, 8.0), payouts=(5.0, 2.0))
    table = game.payoffs()
    weight, make = three_players(table, None)
    deals = 1326 * 1225 * 1128 * BOARDS
    for seat, end in ((0, 7), (1, 3), (2, 7), (1, 5)):
        tensor = make(seat, end).reshape(169, 169, 169)
        for held in product(hands, repeat=3):
            expected = float(showdown_counts(*held) @ table[:, seat, end]) / deals
            own, *others = held[seat], *(held[other] for other in range(3) if other != seat)
            assert tensor[own, others[0], others[1]] == pytest.approx(expected, rel=1e-5, abs=1e-12)
    assert weight.reshape(169, 169, 169)[tuple(hands[1:])] == pytest.approx(showdown_counts(*hands[1:]).sum() / deals)


@pytest.mark.slow
def test_three_players_exactly_and_by_samples() -> None:
    """The exact equilibrium's values lie within the error of the sampled one's, and its gains are those asked for."""
    game = PushFoldGame((12.0, 5.0, 8.0))
    exact, sampled = solve_push_fold(game), solve_push_fold(game, equities="sampled")
    assert exact.is_exact
    assert max(exact.gains) < 3e-5
    assert sum(exact.values) == pytest.approx(0.0, abs=1e-5)
    assert exact.values == pytest.approx(sampled.values, abs=0.02)
    strategy = exact.strategy.astype(np.float64)
    deals = SampledPayoffs(game, sample_showdowns(3, 1 << 21, seed=11)).advantages(strategy)
    for seat in range(3):  # what the exact solution claims to win, it wins over deals
        assert deals.value(strategy, seat) == pytest.approx(exact.values[seat], abs=0.02)
        mine = nodes_of(seat)
        assert float((np.abs(deals.table[mine]) * (deals.table[mine] > 0) * (strategy[mine] < 0.01)).sum()) < 0.02


# Questions ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 6])
def test_seats_in_order_of_action_from_positions_left_of_the_button(players: int) -> None:
    seats = [seat_in_order(position, players) for position in range(players)]
    assert sorted(seats) == list(range(players))
    small, big = (1, 0) if players == 2 else (0, 1)
    assert (seats[small], seats[big]) == (players - 2, players - 1)


def test_ranges_of_two_players_are_rounded_and_remembered() -> None:
    ranges = push_fold_ranges(9.8, players=2)
    assert ranges.game.stacks == (10.0, 10.0)
    assert push_fold_ranges([10.2, 40.0]) is ranges
    assert ranges.probability(0, "AA") == pytest.approx(1.0)
    assert ranges.probability(0, "32o") == pytest.approx(0.0, abs=1e-5)
    assert ranges.probability(1, "AhKd", all_in=[0]) == pytest.approx(1.0)


def test_questions_without_an_answer_are_refused() -> None:
    solution = solve_push_fold(PushFoldGame((5.0, 5.0)), iterations=5)
    for seat, all_in in ((2, ()), (0, (1,)), (1, ())):
        with pytest.raises(RiverboatError):
            solution.probabilities(seat, all_in)
    calls: tuple[Callable[[], object], ...] = (
        lambda: push_fold_ranges([5.0, 5.0], players=3),
        lambda: push_fold_ranges(-3.0),
        lambda: solve_push_fold(PushFoldGame((5.0,) * 4), equities="exact"),
        lambda: solve_push_fold(PushFoldGame((5.0,) * 4), deals=3),
    )
    for call in calls:
        with pytest.raises(RiverboatError):
            call()


def test_depths_as_people_write_them() -> None:
    assert parse_depths("2-4", 0.5) == (2.0, 2.5, 3.0, 3.5, 4.0)
    assert parse_depths("1-2:0.25, 10", 1.0) == (1.0, 1.25, 1.5, 1.75, 2.0, 10.0)
    for wrong in ("", "x", "4-2", "0-3", "1-9999:0.001", "1-nan"):
        with pytest.raises(RiverboatError):
            parse_depths(wrong, 1.0)
