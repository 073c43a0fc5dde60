"""Buckets: the same whatever suits are called, as large as they should be, and the same for one hand and for all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from riverboat.abstraction import edges
from riverboat.abstraction.bucketing import NO_BUCKET, parse_bucketing
from riverboat.abstraction.building import deals_of, places_of
from riverboat.abstraction.edges import PSOPTI_SHARES, EdgeBuckets, count_edges
from riverboat.abstraction.features import deal_weights, feature_by_holding, feature_table
from riverboat.cards.holdings import CLASS_SIZES, HOLDING_CARDS, HOLDING_CLASS, holding_index
from riverboat.errors import NotationError
from riverboat.odds.strength import expected_hand_strength, hand_potential, river_histogram

PSOPTI = parse_bucketing("psopti(7)")


def edges_of(text: str, street: int) -> EdgeBuckets:
    of = parse_bucketing(text).streets[street]
    assert isinstance(of, EdgeBuckets)
    return of


def random_board(rng: Random, cards: int) -> tuple[int, ...]:
    return tuple(rng.sample(range(52), cards))


def renamed(card: int, suits: list[int]) -> int:
    return card // 4 * 4 + suits[card % 4]


@pytest.mark.parametrize("cards", [0, 3, 4, 5])
def test_names_of_suits_do_not_matter(cards: int) -> None:
    rng = Random(cards)
    for _ in range(3):
        board, suits = random_board(rng, cards), rng.sample(range(4), 4)
        plain = PSOPTI.by_holding(board)
        other = PSOPTI.by_holding(tuple(renamed(card, suits) for card in board))
        for holding, hole in enumerate(HOLDING_CARDS.tolist()):
            assert plain[holding] == other[holding_index(*(renamed(card, suits) for card in hole))]


@pytest.mark.parametrize("cards", [0, 3, 4, 5])
def test_one_hand_has_the_bucket_that_all_hands_have(cards: int) -> None:
    rng = Random(10 + cards)
    board = random_board(rng, cards)
    buckets = PSOPTI.by_holding(board)
    for holding in rng.sample(range(1326), 40):
        hole = tuple(HOLDING_CARDS[holding].tolist())
        if set(hole) & set(board):
            assert buckets[holding] == NO_BUCKET
        else:
            assert buckets[holding] == PSOPTI.bucket(hole, board)


def test_draws_have_a_bucket_of_their_own() -> None:
    """Nine cards make the flush of 3h2h on the flop and on the turn; on the river there is nothing to hope for."""
    flop = (48 + 2, 28 + 2, 20 + 1)  # Ah 9h 7d
    hole = (4 + 2, 0 + 2)
    assert expected_hand_strength(hole, flop) < 0.5
    assert hand_potential(hole, flop, 1).positive >= 0.2
    assert PSOPTI.bucket(hole, flop) == PSOPTI.counts[1] - 1
    assert PSOPTI.bucket(hole, (*flop, 36)) == PSOPTI.counts[2] - 1
    assert PSOPTI.bucket(hole, (*flop, 36, 41)) < 2


def test_stronger_hands_are_in_higher_buckets() -> None:
    board = (50, 30, 21, 36, 41)
    strength, buckets = feature_by_holding("ehs", board), PSOPTI.by_holding(board)
    live = np.isfinite(strength)
    order = np.argsort(strength[live], kind="stable")
    assert (np.diff(buckets[live][order].astype(int)) >= 0).all()


@pytest.mark.parametrize("count", sorted(PSOPTI_SHARES))
def test_as_many_hands_as_said_before_the_flop_and_on_the_river(count: int) -> None:
    """As near as whole classes, and whole steps of strength, allow."""
    text = f"psopti({count})"
    by_class = np.zeros(169)
    by_class[HOLDING_CLASS] = feature_by_holding("ehs", ())
    for edge, share in zip(edges_of(text, 0).edges(), PSOPTI_SHARES[count][0], strict=True):
        below = CLASS_SIZES[by_class < edge].sum() / 1326
        assert below <= share < below + 12 / 1326 + 1e-9
    steps = river_histogram().sum(axis=0).astype(float)
    strength = np.arange(1981) / 1980
    for edge, share in zip(edges_of(text, 3).edges(), PSOPTI_SHARES[count][2], strict=True):
        below = steps[strength < edge].sum() / steps.sum()
        assert below <= share <= below + steps.max() / steps.sum()


@pytest.mark.slow
@pytest.mark.parametrize("street", [1, 2])
@pytest.mark.parametrize("count", sorted(PSOPTI_SHARES))
def test_as_many_hands_as_said_on_flop_and_turn(count: int, street: int) -> None:
    of = edges_of(f"psopti({count})", street)
    cards = 2 + street
    strength, weights = feature_table("ehs", cards), deal_weights(cards)
    assert of.given is not None
    assert of.potential is not None
    drawing = (strength < 0.5) & (feature_table("ppot", cards) >= of.potential)
    for edge, share in zip(of.given, of.shares, strict=True):
        below = weights[(strength < edge) & ~drawing].sum() / weights[~drawing].sum()
        assert below == pytest.approx(share, abs=2e-4)
    assert count_edges(of) == pytest.approx(np.array(of.given), abs=1e-4)


@pytest.mark.slow
def test_tables_say_what_a_board_says() -> None:
    rng = Random(4)
    for name in ("ehs", "ppot"):
        for cards in (3, 4):
            table = feature_table(name, cards)
            board = np.array(random_board(rng, cards), np.uint8)
            live, places = places_of(board)
            assert table[places] == pytest.approx(feature_by_holding(name, board)[live], abs=1e-6)


def test_quantiles_on_the_river_are_equally_large() -> None:
    """A hand on an edge is above it: half of all hands reach the median strength, to within one step of it."""
    bucketing = parse_bucketing("quantiles(ehs,2)")
    edge = edges_of("quantiles(ehs,2)", 3).edges()[0]
    steps = river_histogram().sum(axis=0).astype(float)
    board = (50, 30, 21, 36, 41)
    strength, buckets = feature_by_holding("ehs", board), bucketing.by_holding(board)
    live = np.isfinite(strength)
    assert (buckets[live] == (np.rint(strength[live] * 1980) >= np.rint(edge * 1980))).all()
    below = steps[: round(float(edge) * 1980)].sum() / steps.sum()
    assert below <= 0.5 <= below + steps.max() / steps.sum()


def test_labels_of_all_deals_are_cut_like_one_hand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With made-up features: a deal on an edge is above it, and a weak one that draws is in the last bucket."""
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    rng = np.random.default_rng(1)
    size = deals_of(3).size
    made = {name: rng.integers(0, 100, size).astype(np.float32) / 100 for name in ("ehs", "ppot")}
    monkeypatch.setattr(edges, "feature_table", lambda name, cards, on_progress: made[name])
    of = EdgeBuckets(1, "ehs", (0.3, 0.6), (0.25, 0.75), 0.5)
    of.prepare()
    assert of.labels is not None
    labels = of.labels.load()
    for strength, potential, wanted in (
        (0.25, 0.1, 1),
        (0.24, 0.49, 0),
        (0.24, 0.5, 3),
        (0.75, 0.9, 2),
        (0.49, 0.5, 3),
    ):
        chosen = (made["ehs"] == np.float32(strength)) & (made["ppot"] == np.float32(potential))
        assert chosen.any()
        assert set(labels[chosen].tolist()) == {wanted}
    board = np.array([3, 17, 40], np.uint8)
    live, places = places_of(board)
    assert of.by_holding(board)[live].tolist() == labels[places].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["psopti(7)", "quantiles(ehs,20)"])
def test_labels_of_all_deals_are_those_of_a_board_worked_out_now(text: str) -> None:
    rng, bucketing = Random(7), parse_bucketing(text)
    bucketing.prepare()
    for street in (1, 2):
        for _ in range(10):
            board = np.array(random_board(rng, street + 2), np.uint8)
            assert bucketing.by_holding(board).tolist() == bucketing.on(street).computed(board).tolist()


def test_the_same_text_is_the_same_bucketing() -> None:
    assert parse_bucketing(" PsOpti( 7 )") is PSOPTI
    assert PSOPTI.identity != parse_bucketing("psopti(6)").identity
    assert PSOPTI.text == "psopti(7)"


def test_quantiles_before_the_flop() -> None:
    """Five buckets of a fifth of all hands each, as near as classes allow."""
    buckets = parse_bucketing("quantiles(ehs,5)").by_holding(())
    assert np.bincount(buckets) / 1326 == pytest.approx([0.2] * 5, abs=12 / 1326)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("psopti", "write one like"),
        ("psopti(5)", "6 or 7 buckets"),
        ("psopti(x)", "not a number"),
        ("quantiles(ehs)", r"quantiles\(FEATURE,N\)"),
        ("quantiles(luck,5)", r"quantiles\(FEATURE,N\)"),
        ("quantiles(ehs,0)", "expected 1 to"),
        ("magic(3)", 'no kind "magic"'),
    ],
)
def test_texts_that_name_nothing(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_bucketing(text)
