"""Sampled deals with views that forget: the same numbers where nothing is lost, and no more than the views know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.abstraction.building import deals_of
from riverboat.abstraction.edges import quantile_buckets
from riverboat.abstraction.given import TableBuckets, starting_hands, table_bucketing
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.odds.strength import hand_strength
from riverboat.solve.core import Runner
from riverboat.solve.deals import DealGame, DealSolver
from riverboat.solve.deals.buckets import BucketViews
from riverboat.solve.deals.matches import expected_duplicate
from riverboat.solve.deals.views import NumberedHands
from riverboat.solve.solving import load_policy


class Forgetful:
    """Views of a small game by a function of the player's own cards and the board of the present street."""

    text = "test views"
    ties = True

    def __init__(self, game: str, tables: Sequence[NDArray[np.int64]]) -> None:
        self.hands = NumberedHands(parse_game(game))
        self.tables = tables
        self.counts = tuple(int(table.max()) + 1 for table in tables)

    def of_deals(self, deals: NDArray[np.uint8]) -> NDArray[np.uint32]:
        numbers = self.hands.of_deals(deals)
        return np.stack([table[numbers[:, :, s]] for s, table in enumerate(self.tables)], axis=2).astype(np.uint32)

    def of_hand(self, street: int, hand: Sequence[int], board: Sequence[int]) -> int:
        return int(self.tables[street][self.hands.of_hand(street, hand, board)])

    def ranks(self, deals: NDArray[np.uint8], views: NDArray[np.uint32]) -> NDArray[np.int32]:
        return self.hands.ranks(deals, self.hands.of_deals(deals))


@pytest.mark.parametrize("game", ["kuhn", "kuhn(players=3)", "leduc"])
def test_views_that_lose_nothing_give_the_numbers_of_perfect_recall(game: str) -> None:
    """Another order of rows, and of memory, but the same regrets for every betting and hand."""
    plain = DealSolver(game, seed=5)
    every = [np.arange(count) for count in plain.game.hand_counts]
    blind = DealSolver(DealGame.build(plain.game.rules, see=Forgetful(game, every)), seed=5)
    plain.train(3000)
    blind.train(3000)
    for node in plain.game.decisions.tolist():
        for mine, theirs in ((plain.regrets, blind.regrets), (plain.strategy_sums, blind.strategy_sums)):
            assert np.array_equal(plain.game.table(mine, node), blind.game.table(theirs, node))
    assert blind.exploitability().chips == pytest.approx(plain.exploitability().chips, abs=1e-12)


def test_leduc_by_ranks_loses_nothing_and_learns_faster() -> None:
    """Suits mean nothing in Leduc: 3 and 9 views are enough for its value of -0.0856064."""
    rules = parse_game("leduc")
    first = np.arange(6) // 2
    second = (np.arange(36) // 6 // 2) * 3 + np.arange(36) % 6 // 2
    solver = DealSolver(DealGame.build(rules, see=Forgetful("leduc", [first, second])), seed=2).train(100_000)
    found = solver.exploitability()
    assert found.best[0] > -0.0856064 > -found.best[1]
    assert found.chips < DealSolver("leduc", seed=2).train(100_000).exploitability().chips


def test_one_bucket_for_all_hands_plays_them_alike_and_is_exploitable() -> None:
    """Who cannot see its card plays J, Q and K the same; a best response that can wins more than a quarter chip."""
    views = Forgetful("kuhn", [np.zeros(3, np.int64)])
    solver = DealSolver(DealGame.build(parse_game("kuhn"), see=views), seed=1).train(20_000)
    strategy = solver.policy().remembered()
    for node in strategy.game.decisions.tolist():
        rows = strategy.game.table(strategy.vector, node)
        assert np.ptp(rows, axis=0).max() == 0.0
    assert solver.exploitability().chips > 0.25
    seeing = DealSolver("kuhn", seed=1).train(20_000).policy()
    different = [
        np.ptp(seeing.game.table(seeing.vector, node), axis=0).max() for node in seeing.game.decisions.tolist()
    ]
    assert max(different) > 0.5


@pytest.fixture(scope="module")
def tiny() -> BucketViews:
    """169 starting hands, two buckets on flop and turn by the lowest bit of the deal's number, 20 on the river."""
    tables = [TableBuckets(s, (np.arange(deals_of(c).size) % 2).astype(np.uint16)) for s, c in ((1, 3), (2, 4))]
    bucketing = table_bucketing("tiny", [starting_hands(), *tables, quantile_buckets(3, "ehs", 20)])
    return BucketViews(parse_game("holdem(betting=limit)"), bucketing)


def test_buckets_of_many_deals_are_those_of_single_hands(tiny: BucketViews) -> None:
    rng = np.random.default_rng(3)
    deals = np.array([rng.permutation(52)[:9] for _ in range(40)], np.uint8)
    views = tiny.of_deals(deals)
    ranks = tiny.ranks(deals, views)
    for deal, seen, rank in zip(deals.tolist(), views, ranks, strict=True):
        board = tuple(deal[4:])
        for player in (0, 1):
            hole = tuple(deal[2 * player : 2 * player + 2])
            for street in range(4):
                assert seen[player, street] == tiny.of_hand(street, hole, board)
        strength = [float(hand_strength(deal[2 * p : 2 * p + 2], board)) for p in (0, 1)]
        edges = tiny.bucketing.on(3).edges()  # type: ignore[attr-defined]
        assert seen[:, 3].tolist() == np.searchsorted(edges, np.array(strength, np.float32), "right").tolist()
        assert (rank[0] > rank[1]) == (strength[0] > strength[1]) or rank[0] == rank[1]


def test_hold_em_without_recall_has_a_row_for_each_node_and_bucket(tiny: BucketViews) -> None:
    """The plan counts 6,378 decisions; every row belongs to exactly one choice."""
    game = DealGame.build(parse_game("holdem(betting=limit)"), see=tiny)
    assert len(game.decisions) == 6378
    seen = np.zeros(game.rows, np.int64)
    for node in game.decisions.tolist():
        game.table(seen, node)[...] += 1
    assert seen.min() == seen.max() == 1
    streets = np.bincount(game.betting.street[game.decisions])
    assert game.information_sets == int((streets * (169, 2, 2, 20)).sum())
    solver = DealSolver(game, seed=1)
    runner = Runner(solver, measures=False)
    assert runner.run(iterations=300) == "iterations"
    assert solver.deals == 300
    with pytest.raises(RiverboatError, match="a target needs to be measured"):
        runner.run(target=0.1)
    with pytest.raises(RiverboatError, match="hands to number"):
        solver.exploitability()


def test_a_match_of_strategies_agrees_with_the_value_of_the_game() -> None:
    """Against itself each strategy wins nothing; an equilibrium's first seat of Kuhn poker is worth -1/18."""
    good, bad = DealSolver("kuhn", seed=1).train(50_000).policy(), DealSolver("kuhn", seed=1).policy()
    same = expected_duplicate(good, good, 500, seed=3)
    assert same.mean == pytest.approx(0.0, abs=1e-12)
    found = expected_duplicate(good, bad, 6000, seed=3)
    from riverboat.solve.deals import best_responses

    mixed = []
    for one, other in ((good, bad), (bad, good)):
        vector = one.vector.copy()
        for node in good.game.decisions.tolist():
            if good.betting.player[node] == 1:
                good.game.table(vector, node)[...] = good.game.table(other.vector, node)
        mixed.append(best_responses(good.game, vector).values)
    exact = (mixed[0][0] + mixed[1][1]) / 2
    assert exact in found.interval(0.999)
    assert exact > 0.05
    with pytest.raises(RiverboatError, match="0 deals"):
        expected_duplicate(good, bad, 0)


def test_views_of_other_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match="hold'em with four streets"):
        BucketViews(parse_game("leduc"), table_bucketing("none", [starting_hands(), None, None, None]))
    with pytest.raises(RiverboatError, match="2 streets, but views on 1"):
        DealGame.build(parse_game("leduc"), see=Forgetful("kuhn", [np.arange(3)]))
    views = Forgetful("kuhn", [np.arange(3)])
    with pytest.raises(RiverboatError, match="cannot be stored"):
        DealSolver(DealGame.build(parse_game("kuhn"), see=views)).policy().save(tmp_path / "kuhn.strategy")
    assert not list(tmp_path.iterdir())


def test_a_strategy_of_buckets_that_changed_is_never_played(
    tiny: BucketViews, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text is the same, the labels are not."""
    path, game = tmp_path / "tiny.strategy", DealGame.build(parse_game("holdem(betting=limit)"), see=tiny)
    DealSolver(game, seed=1).train(20).policy().save(path)
    monkeypatch.setattr("riverboat.solve.deals.strategy.parse_any_bucketing", lambda text: tiny.bucketing)
    assert load_policy(path).rules.name == "holdem"  # type: ignore[attr-defined]
    flop = tiny.bucketing.on(1)
    assert isinstance(flop, TableBuckets)
    others = [starting_hands(), TableBuckets(1, 1 - flop.table), *tiny.bucketing.streets[2:]]
    changed = table_bucketing("tiny", others)
    monkeypatch.setattr("riverboat.solve.deals.strategy.parse_any_bucketing", lambda text: changed)
    with pytest.raises(RiverboatError, match="not those of the same name here"):
        load_policy(path)
