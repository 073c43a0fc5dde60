"""The abstract game for many players: the same betting as the dealer's, and regrets that find a known equilibrium."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.abstraction.clusters import ClusterBuckets
from riverboat.abstraction.given import one_bucket
from riverboat.abstraction.vectors import Histogram
from riverboat.errors import RiverboatError
from riverboat.files import read_arrays, write_arrays
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.solve.deals import DealGame, best_responses
from riverboat.solve.deals.buckets import river_labels
from riverboat.solve.multiway import _kernels as kernels
from riverboat.solve.multiway import jit
from riverboat.solve.multiway.game import ALL_IN, CALL, FOLD, LARGE, Layout, Sizes, game_settings, settings_of
from riverboat.solve.multiway.jit import later_situation, preflop_situation, raise_level
from riverboat.solve.multiway.situation import situation_of, table_position
from riverboat.solve.multiway.strategy import MultiwayBlueprint, as_shares
from riverboat.solve.solving import load_policy

SIX = parse_game("holdem(players=6,stacks=10000)")


def test_the_dealer_and_the_kernel_agree_on_every_situation() -> None:
    """Random hands, in the kernel's rows and at the dealer's table: same situations, same actions, same chips."""
    game, sizes = settings_of(SIX), Sizes()
    rng = np.random.default_rng(3)
    streets, huge_raises = set(), 0
    for _ in range(120):
        state = State(SIX, tuple(rng.permutation(52).tolist()))
        row, after = np.zeros(kernels.WIDTH, np.int64), np.zeros(kernels.WIDTH, np.int64)
        totals = np.zeros(kernels.ACTIONS, np.int64)
        kernels.begin_hand(row, game)
        ended = kernels.GOES_ON
        while ended == kernels.GOES_ON:
            kernels.list_totals(row, game, totals)
            at = situation_of(state.betting, sizes)
            assert state.actor == row[kernels.ACTOR]
            assert (at.street, at.number) == (row[kernels.STREET], kernels.situation_of(row, game))
            assert [action is not None for action in at.actions] == (totals >= 0).tolist()
            for action, total in zip(at.actions, totals.tolist(), strict=True):
                if action is not None and action.verb == "raise_to":
                    # A bet below a big blind is one at the table; halves may be rounded either way.
                    assert abs(action.amount - max(total, state.raise_interval()[0])) <= 1  # type: ignore[index]
            if totals[CALL] < 0 and rng.random() < 0.2:  # the kernel's players tremble, people limp
                at = at._replace(actions=(at.actions[FOLD], Action.check_or_call(), *at.actions[2:]))
                totals[CALL] = 0
            likely = np.array([0.15, 1.0, 0.4, 0.4, 0.05]) * (totals >= 0)
            slot = int(rng.choice(kernels.ACTIONS, p=likely / likely.sum()))
            action = at.actions[slot]
            assert action is not None
            assert at.slot(action, state.betting) == slot
            huge = kernels.huge_raise(row, game)
            if slot == LARGE and huge and rng.random() < 0.3:
                action, huge_raises = Action.raise_to(huge), huge_raises + 1
            ended = kernels.act(row, after, slot, action.amount, game)
            streets.add(int(row[kernels.STREET]))
            state.apply(action)
            row, after = after, row
        assert state.is_over
        assert state.betting.committed == tuple(row[kernels.PAID : kernels.PAID + 6].tolist())
    assert streets == {0, 1, 2, 3}
    assert huge_raises > 20


def kuhn_profile(deals: int, tremble: float = 0.0) -> tuple[DealGame, np.ndarray]:
    """Three-player Kuhn poker by the kernel: the river of a game with an ante of 1 and 1 chip behind."""
    game = game_settings(3, 2, (0, 0), ante=1, first_street=3)
    layout = Layout((1, 1, 1, 4))
    regrets, sums = np.zeros(layout.size, np.float32), np.zeros(layout.size, np.float32)
    orders = np.array(list(permutations(range(4), 3)))
    cards = orders[np.random.default_rng(1).integers(0, len(orders), deals)]
    views = np.zeros((deals, 3, 4), np.uint32)
    views[:, :, 3] = cards
    stream = np.random.SeedSequence(1).generate_state(4, np.uint64).astype(np.uint64)
    counts = np.array(layout.counts, np.int64)
    kernels.learn_deals(
        game, layout.bases, counts, views, cards.astype(np.int32), regrets, sums, 0, 1000.0, tremble, -1e9, stream
    )
    exact = DealGame.build(parse_game("kuhn(players=3)"))
    vector = np.zeros(exact.rows)
    table = layout.street(sums, 3)
    row, after = np.zeros(kernels.WIDTH, np.int64), np.zeros(kernels.WIDTH, np.int64)
    for node in exact.decisions.tolist():
        kernels.begin_hand(row, game)
        for action in exact.betting.path(node):
            slot = {"fold": FOLD, "check_or_call": CALL, "raise_to": ALL_IN}[action.verb]
            kernels.act(row, after, slot, 1, game)
            row, after = after, row
        slots = [
            {"fold": FOLD, "check_or_call": CALL, "raise_to": ALL_IN}[action.verb]
            for action in exact.betting.choices(node)
        ]
        shares = table[kernels.situation_of(row, game)][:, slots]
        exact.table(vector, node)[...] = shares / shares.sum(axis=1, keepdims=True)
    return exact, vector


@pytest.mark.slow  # the kernel takes 20 s to compile
def test_three_player_kuhn_poker_comes_near_an_equilibrium() -> None:
    """What best responses gain in all, by the exact judge of another solver; uniform play loses 1.5 chips and more."""
    exact, vector = kuhn_profile(40_000)
    assert best_responses(exact, vector).nash_conv < 0.03
    assert best_responses(exact, np.full(exact.rows, 0.5)).nash_conv > 1.0


def test_other_tables_take_the_places_of_the_last_to_act() -> None:
    """With four players: blinds, the one before the button, the button."""
    assert [table_position(position, 4) for position in range(4)] == [0, 1, 4, 5]
    assert [table_position(position, 6) for position in range(6)] == [0, 1, 2, 3, 4, 5]


def test_bets_of_any_size_have_a_row() -> None:
    """A third of the pot is a small bet, the pot a large one, twice the pot like all-in; min-raise wars stay low."""
    sizes, faced = Sizes(), []
    for bet in (200, 600, 1200):
        state = State(SIX, tuple(range(52)))
        for action in (*[Action.fold()] * 3, Action.raise_to(250), Action.fold(), Action.check_or_call()):
            state.apply(action)
        state.apply(Action.raise_to(bet))
        faced.append(situation_of(state.betting, sizes).number % 6)
    assert faced == [1, 2, 3]
    levels = [raise_level.py_func(2, blinds, False) for blinds in (3.0, 9.0, 25.0, 100.0)]
    assert levels == [jit.OPEN, jit.RE_RAISE, jit.FOURTH_BET, jit.SHOVE]


def test_huge_raises_before_the_flop_have_rows_of_their_own() -> None:
    """Who opens for 8.5 big blinds is not answered like who opens for 2.5; 22 is more than a re-raise to 7.5."""
    found = []
    for amount in (250, 400, 850, 1800, 5500):
        opened = State(SIX, tuple(range(52)))
        opened.apply(Action.raise_to(amount))
        found.append(situation_of(opened.betting, Sizes()).number)
    levels = (jit.OPEN, jit.OPEN, jit.HUGE_OPEN, jit.HUGE_OPEN, jit.SHOVE)
    assert found == [preflop_situation.py_func(3, level, 2, 0, 0) for level in levels]
    assert len(set(found)) == 3
    for amount, level in ((750, jit.RE_RAISE), (2200, jit.HUGE_RE_RAISE)):
        raised = State(SIX, tuple(range(52)))
        raised.apply(Action.raise_to(250))
        raised.apply(Action.raise_to(amount))
        assert situation_of(raised.betting, Sizes()).number == preflop_situation.py_func(4, level, 3, 0, 0)
    anybody = {
        preflop_situation.py_func(4, jit.HUGE_OPEN, raiser, callers, 0) for raiser in (2, 3) for callers in (0, 1)
    }
    assert len(anybody) == 1  # it does not count who it was: rare rows must be learned too


@pytest.mark.slow  # the kernel takes 20 s to compile
def test_pots_for_many_are_learned_from_loose_deals() -> None:
    """Flops that four players see are rare in good play; where the others may be loose they come often enough."""
    game, layout = settings_of(SIX), Layout((1, 1, 1, 1))
    rng = np.random.default_rng(1)
    deals = 4000
    ranks = np.argsort(rng.random((deals, 6)), axis=1).astype(np.int32)
    views, counts = np.zeros((deals, 6, 4), np.uint32), np.array(layout.counts, np.int64)
    visited = []
    for tremble in (0.0, 0.01):
        regrets, sums = np.zeros(layout.size, np.float32), np.zeros(layout.size, np.float32)
        layout.street(regrets, 0)[:, :, FOLD] = 1e6  # everybody folds if he can
        stream = np.random.SeedSequence(1).generate_state(4, np.uint64).astype(np.uint64)
        kernels.learn_deals(
            game, layout.bases, counts, views, ranks, regrets, sums, 0, 1e9, tremble, -1e9, stream
        )  # fmt: skip
        many = [later_situation.py_func(3, place, 1, 4, 0, 0) for place in (0, 1)]
        visited.append(float(layout.street(sums, 1)[many].sum()))
    assert visited[0] == 0.0
    assert visited[1] > 20.0


def small_blueprint() -> MultiwayBlueprint:
    """Under the gun raises three hands of four; on later streets the first to act bets small with every second one."""
    layout = Layout((1, 1, 1, 1))
    sums = np.zeros(layout.size, np.float32)
    layout.street(sums, 0)[preflop_situation.py_func(2, 0, 0, 0, 0), 0] = [1.0, 0.0, 0.0, 3.0, 0.0]
    for street in (1, 2, 3):
        layout.street(sums, street)[later_situation.py_func(1, 0, 1, 4, 0, 0), 0] = [0.0, 2.0, 2.0, 0.0, 0.0]
    return MultiwayBlueprint(SIX, Sizes(), one_bucket(), as_shares(layout, sums))


def test_a_situation_that_is_not_there_is_played_like_the_nearest() -> None:
    blueprint = small_blueprint()
    state = State(SIX, tuple(range(52)))
    first = blueprint.range_probabilities(state.betting, ())
    assert [action.verb for action in first.actions] == ["fold", "raise_to"]
    np.testing.assert_allclose(first.probabilities[0], [0.25, 0.75])
    state.apply(Action.fold())
    np.testing.assert_allclose(blueprint.range_probabilities(state.betting, ()).probabilities[0], [0.25, 0.75])


def test_a_blueprint_is_stored_and_damage_is_noticed(tmp_path: Path) -> None:
    bucketing = parse_bucketing("psopti(6)")
    layout, rng = Layout(bucketing.counts), np.random.default_rng(2)
    sums = np.zeros(layout.size, np.float32)
    for street in range(4):
        table = layout.street(sums, street)
        table[::7, :, 1:4] = rng.random((len(table[::7]), layout.counts[street], 3))
    made = MultiwayBlueprint(SIX, Sizes(small=0.33), bucketing, as_shares(layout, sums))
    path = tmp_path / "some.strategy"
    made.save(path)
    found = load_policy(path)
    assert isinstance(found, MultiwayBlueprint)
    assert found.sizes == made.sizes
    np.testing.assert_array_equal(found.shares, made.shares)
    assert path.stat().st_size < 0.6 * np.count_nonzero(made.shares) + 20_000  # 4 bits an action
    header, arrays = read_arrays(path, "strategy")
    write_arrays(tmp_path / "cut.strategy", "strategy", header, {**arrays, "shares-2": arrays["shares-2"][:-1]})
    with pytest.raises(RiverboatError, match="its situations-2 are damaged"):
        load_policy(tmp_path / "cut.strategy")
    header["settings"].pop("situations")
    write_arrays(tmp_path / "old.strategy", "strategy", header, arrays)
    with pytest.raises(RiverboatError, match="of an earlier version; train it again"):
        load_policy(tmp_path / "old.strategy")


def test_a_bucket_that_was_never_seen_is_played_like_its_neighbour() -> None:
    layout = Layout((3, 4, 1, 1))
    sums = np.zeros(layout.size, np.float32)
    layout.street(sums, 1)[5, 0] = [0.0, 1.0, 0.0, 0.0, 0.0]
    layout.street(sums, 1)[5, 3] = [0.0, 0.0, 0.0, 5.0, 0.0]
    found = layout.street(as_shares(layout, sums), 1)[5]
    assert found.tolist() == [[0, 15, 0, 0, 0]] * 2 + [[0, 0, 0, 15, 0]] * 2


def test_river_clusters_of_many_deals_are_those_of_single_hands() -> None:
    centres = np.array([[0.1], [0.35], [0.7], [0.95]], np.float32)
    buckets = ClusterBuckets(3, Histogram(), len(centres), given=centres)
    deals = np.stack([np.random.default_rng(seed).permutation(52)[:11] for seed in range(20)]).astype(np.uint8)
    found = river_labels(buckets)(deals)
    for deal, labels in zip(deals.tolist(), found.tolist(), strict=True):
        board = tuple(deal[6:])
        assert labels == [buckets.bucket((deal[2 * p], deal[2 * p + 1]), board) for p in range(3)]
    assert len(np.unique(found)) == len(centres)
