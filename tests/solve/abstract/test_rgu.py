"""Reduced game utility: hands are ordered as they should be, buckets are equally frequent, suits mean nothing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from riverboat.abstraction.building import deals_of, places_of
from riverboat.abstraction.features import deal_weights, feature_by_holding
from riverboat.abstraction.given import equal_labels
from riverboat.cards.card import parse_cards
from riverboat.cards.holdings import CLASS_BY_NAME, CLASS_SIZES, HOLDING_CARDS, HOLDING_CLASS, holding_index
from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint
from riverboat.solve.abstract import rgu as rgu_module
from riverboat.solve.abstract.reduced import (
    _two_rounds,
    reduced_betting,
    reduced_game,
    solve_reduced,
    utilities,
    utility_by_holding,
)
from riverboat.solve.abstract.rgu import Bands, UtilityBuckets, parse_any_bucketing, preflop_utilities, rgu


def board_of(text: str) -> np.ndarray:
    return np.array(parse_cards(text), np.uint8)


def test_the_reduced_game_has_one_bet_in_each_of_two_rounds() -> None:
    """Check, bet, fold and call: 4 decisions in the first round and 4 after each of its three ways to go on."""
    betting = reduced_betting()
    assert int((betting.player >= 0).sum()) == 4 + 3 * 4
    ends = [node for node in range(betting.nodes) if betting.player[node] == -2]
    assert sorted({float(betting.payoffs(end, ((1, 0),))[0]) for end in ends if betting.is_showdown(end)}) == [
        1,
        3,
        5,
        7,
    ]


def test_aces_are_worth_most_before_the_flop() -> None:
    worth = preflop_utilities()
    order = [CLASS_BY_NAME[name] for name in ("AA", "KK", "QQ", "JJ", "TT")]
    assert np.argsort(-worth)[:5].tolist() == order
    for better, worse in (("AKs", "AKo"), ("AKo", "AQo"), ("76s", "76o"), ("KQs", "72o"), ("33", "22")):
        assert worth[CLASS_BY_NAME[better]] > worth[CLASS_BY_NAME[worse]]
    assert (worth * CLASS_SIZES).sum() == pytest.approx(0.0, abs=1e-4 * CLASS_SIZES.sum())  # what one wins, one loses


def test_the_reduced_game_is_solved() -> None:
    """30 iterations leave little of what uniform play gives away."""
    game, _ = reduced_game(board_of("AhKh2c"))
    assert solve_reduced(game).exploitability().chips < 0.03 < 0.3 < solve_reduced(game, 1).exploitability().chips


def test_utility_rises_with_strength_where_cards_block_nothing() -> None:
    """The river without card removal: n hands, the higher one wins."""
    hands = np.arange(60)
    joint = np.full((60, 60), 1 / 3600)
    worth = utilities(_two_rounds(joint, joint * np.sign(hands[:, None] - hands[None, :]), "60 ranks"), 2000)
    assert np.diff(worth).min() > -0.01
    assert worth[-1] > 2 > 0 > worth[0] > -2


def test_on_a_real_river_only_card_removal_disturbs_the_order() -> None:
    from scipy.stats import spearmanr

    board = board_of("AhKd7d2c4h")
    worth, strength = utility_by_holding(board), feature_by_holding("ehs", board)
    live = np.isfinite(worth)
    assert np.array_equal(live, np.isfinite(strength))
    assert spearmanr(worth[live], strength[live]).statistic > 0.98
    assert np.nanmean(worth) == pytest.approx(0.0, abs=1e-3)


def test_renaming_suits_changes_no_utility() -> None:
    board = board_of("AhKh2c")
    renamed = np.array([card // 4 * 4 + (card + 1) % 4 for card in board.tolist()], np.uint8)
    worth, other = utility_by_holding(board), utility_by_holding(renamed)
    moved = HOLDING_CARDS // 4 * 4 + (HOLDING_CARDS + 1) % 4
    places = [holding_index(int(a), int(b)) for a, b in moved]
    assert np.allclose(worth, other[places], atol=2e-3, equal_nan=True)
    live, deals = places_of(board)
    for deal in np.unique(deals)[:50]:
        assert np.ptp(worth[live[deals == deal]]) == 0.0


def test_a_draw_is_worth_another_share_of_its_strength_than_a_made_hand() -> None:
    """Utility is no function of E[HS]: on a flop the orders differ, else RGU would be E[HS] by another name."""
    from scipy.stats import spearmanr

    board = board_of("9h8h2c")
    worth, strength = utility_by_holding(board), feature_by_holding("ehs", board)
    live = np.isfinite(worth)
    assert 0.9 < spearmanr(worth[live], strength[live]).statistic < 0.999


@pytest.mark.parametrize("count", [5, 20])
def test_buckets_before_the_flop_have_equal_shares_as_far_as_169_hands_allow(count: int) -> None:
    labels = equal_labels(preflop_utilities(), CLASS_SIZES.astype(np.float64), count)
    share = np.bincount(labels, CLASS_SIZES, count) / 1326
    assert np.abs(share - 1 / count).max() <= 12 / 1326 + 1e-9


def test_buckets_rise_with_utility_and_not_with_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the flop by the solved utilities; on a flop by a table that has nothing to do with strength."""
    worth, labels = preflop_utilities(), rgu(20).on(0).by_holding(board_of(""))
    by_class = np.zeros(169, int)
    by_class[HOLDING_CLASS] = labels
    assert (np.diff(by_class[np.argsort(worth, kind="stable")]) >= 0).all()
    values = np.random.default_rng(1).permutation(deals_of(3).size).astype(np.float32)
    monkeypatch.setattr(rgu_module, "utility_table", lambda street, boards: SimpleNamespace(load=lambda _: values))
    found = UtilityBuckets(1, 20)._label_all(Checkpoint(None, "none", {}), None)
    assert (np.diff(found[np.argsort(values)].astype(int)) >= 0).all()
    share = np.bincount(found, deal_weights(3), 20) / deal_weights(3).sum()
    assert share == pytest.approx(np.full(20, 0.05), abs=1e-4)


def test_lines_in_bands_read_off_what_they_were_fitted_to() -> None:
    rng = np.random.default_rng(1)
    strength, potential = rng.random(40_000).astype(np.float32), rng.random(40_000).astype(np.float32)
    utility = (3 * strength**2 + 0.5 * potential).astype(np.float32)
    bands = Bands.fit(strength[:20_000], potential[:20_000], utility[:20_000])
    off = bands.read(strength[20_000:], potential[20_000:]) - utility[20_000:]
    assert np.sqrt((off**2).mean()) < 0.03  # a band is 0.1 wide: 0.5 x 0.1 / sqrt(12) = 0.0144


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rgu", "write rgu"),
        ("rgu(0)", "expected 1 to"),
        ("rgu(5,flops=2000)", "expected 1 to 1,755 boards on the flop"),
        ("rgu(5,rivers=3)", "write rgu"),
        ("what(5)", "no kind"),
    ],
)
def test_bad_texts_are_named(text: str, words: str) -> None:
    with pytest.raises(RiverboatError, match=words):
        parse_any_bucketing(text)


def test_texts_of_rgu_are_read_back() -> None:
    for text in ("rgu(20)", "rgu(5,flops=60,turns=60)", "rgu(7,turns=100)"):
        assert parse_any_bucketing(text).text == text
    assert parse_any_bucketing("quantiles(ehs,20)").text == "quantiles(ehs,20)"
    assert rgu(20).counts == (20, 20, 20, 20)


@pytest.mark.slow
def test_buckets_of_flop_and_turn_from_few_boards_have_equal_shares() -> None:
    bucketing = parse_any_bucketing("rgu(20,flops=60,turns=60)")
    bucketing.prepare()
    for street, cards in ((1, 3), (2, 4)):
        table = bucketing.on(street).labels
        assert table is not None
        share = np.bincount(table.load(), deal_weights(cards), 20)
        assert np.abs(share / share.sum() - 0.05).max() < 0.003


@pytest.mark.slow
def test_a_strategy_of_utility_buckets_sits_down_and_other_buckets_are_refused(tmp_path: Path) -> None:
    from riverboat.arena import run_match
    from riverboat.files import read_arrays, write_arrays
    from riverboat.games.catalogue import parse_game
    from riverboat.solve.deals import DealGame, DealSolver
    from riverboat.solve.deals.buckets import BucketViews
    from riverboat.solve.solving import load_policy

    rules, path = parse_game("holdem(betting=limit)"), tmp_path / "rgu.strategy"
    views = BucketViews(rules, parse_any_bucketing("rgu(5,flops=60,turns=60)"))
    policy = DealSolver(DealGame.build(rules, see=views), seed=1).train(1000).policy()
    policy.save(path)
    assert np.array_equal(load_policy(path).vector, policy.vector)  # type: ignore[attr-defined]
    result = run_match([str(path), "always_call"], rules, 100, "duplicate", seed=1)
    assert result.complete
    header, arrays = read_arrays(path, "strategy")
    header["settings"]["identity"] = "rgu(5,flops=60,turns=60)-00000000"
    write_arrays(path, "strategy", header, {name: np.array(array) for name, array in arrays.items()})
    with pytest.raises(RiverboatError, match="not those of the same name here"):
        load_policy(path)
