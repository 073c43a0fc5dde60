"""Suit isomorphism against Burnside's lemma, published counts, and brute force over the 24 suit permutations."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from riverboat.cards.card import cards_text, parse_cards
from riverboat.cards.isomorphism import Isomorphism, canonical_boards
from riverboat.errors import DealError, RiverboatError

PERMUTATIONS = list(permutations(range(4)))


def cycle_lengths(permutation: tuple[int, ...]) -> list[int]:
    lengths, seen = [], set()
    for start in range(4):
        length, suit = 0, start
        while suit not in seen:
            seen.add(suit)
            suit = permutation[suit]
            length += 1
        if length:
            lengths.append(length)
    return lengths


def burnside_classes(groups: tuple[int, ...]) -> int:
    """Deals left unchanged by each suit permutation, averaged: a cycle of suits joins or leaves a group as a whole."""
    total = 0
    for permutation in PERMUTATIONS:
        ways: Counter[tuple[int, ...]] = Counter({groups: 1})
        for length in cycle_lengths(permutation) * 13:
            further = Counter(ways)
            for left, count in ways.items():
                for group, missing in enumerate(left):
                    if missing >= length:
                        further[(*left[:group], missing - length, *left[group + 1 :])] += count
            ways = further
        total += ways[(0,) * len(groups)]
    assert total % 24 == 0
    return total // 24


def raw_deals(groups: tuple[int, ...]) -> int:
    left, total = 52, 1
    for group in groups:
        total *= comb(left, group)
        left -= group
    return total


def brute_force_keys(deals: NDArray[np.uint8], groups: tuple[int, ...]) -> list[bytes]:
    """The least of the 24 suit images of each deal, groups sorted."""
    images = []
    for permutation in PERMUTATIONS:
        moved = (deals & 0xFC) | np.array(permutation, dtype=np.uint8)[deals & 3]
        at = 0
        for group in groups:
            moved[:, at : at + group] = np.sort(moved[:, at : at + group], axis=1)
            at += group
        images.append(moved)
    return [min(image[row].tobytes() for image in images) for row in range(len(deals))]


def random_deals(cards: int, count: int, seed: int, deck: int = 52) -> NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((count, deck)), axis=1)[:, :cards].astype(np.uint8)


@pytest.mark.parametrize(
    ("groups", "published"),
    [
        ((2,), 169),
        ((2, 3), 1_286_792),
        ((2, 4), 13_960_050),
        ((2, 5), 123_156_254),
        ((3,), 1_755),
        ((4,), 16_432),
        ((5,), 134_459),
        ((2, 3, 1), 55_190_538),
        ((2, 3, 1, 1), 2_428_287_420),
    ],
)
def test_sizes_are_the_published_ones_and_burnsides(groups: tuple[int, ...], published: int) -> None:
    """Waugh 2013 gives the street-by-street counts; Burnside's lemma all of them."""
    assert burnside_classes(groups) == published
    assert Isomorphism(groups).size == published


@pytest.mark.parametrize("groups", [(1,), (4, 3), (1, 1), (7,), (13,), (1, 2, 3), (26,), (6, 6)])
def test_any_groups_have_burnsides_size(groups: tuple[int, ...]) -> None:
    assert Isomorphism(groups).size == burnside_classes(groups)


@pytest.mark.parametrize("groups", [(2,), (2, 3), (3,), (4,), (5,), (1, 1), (1, 2, 1), (2, 2)])
def test_every_index_comes_back_and_multiplicities_add_up(groups: tuple[int, ...]) -> None:
    iso = Isomorphism(groups)
    everything = np.arange(iso.size)
    deals = iso.unindex_batch(everything)
    assert np.array_equal(iso.index_batch(deals), everything)
    assert int(iso.multiplicity_batch(everything).sum(dtype=np.int64)) == raw_deals(groups) == iso.deals


def test_turn_multiplicities_add_up() -> None:
    turn = Isomorphism((2, 4))
    total = 0
    for start in range(0, turn.size, 1 << 21):
        part = np.arange(start, min(start + (1 << 21), turn.size))
        total += int(turn.multiplicity_batch(part).sum(dtype=np.int64))
    assert total == comb(52, 2) * comb(50, 4)


@pytest.mark.slow
@pytest.mark.parametrize("groups", [(2, 4), (2, 5)])
def test_every_turn_and_river_index_comes_back(groups: tuple[int, ...]) -> None:
    iso = Isomorphism(groups)
    total = 0
    for start in range(0, iso.size, 1 << 21):
        part = np.arange(start, min(start + (1 << 21), iso.size))
        assert np.array_equal(iso.index_batch(iso.unindex_batch(part)), part)
        total += int(iso.multiplicity_batch(part).sum(dtype=np.int64))
    assert total == raw_deals(groups)


@pytest.mark.parametrize("groups", [(2, 4), (2, 5), (2, 3, 1, 1), (4, 3), (4, 5), (7,), (26,)])
def test_sampled_indices_come_back(groups: tuple[int, ...]) -> None:
    iso = Isomorphism(groups)
    sample = np.random.default_rng(20).integers(0, iso.size, 200_000)
    sample[:2] = 0, iso.size - 1
    deals = iso.unindex_batch(sample)
    assert np.array_equal(iso.index_batch(deals), sample)
    assert all(len(set(row)) == iso.cards for row in deals[:1000].tolist())


@pytest.mark.parametrize(
    ("groups", "deals"),
    [
        ((2,), np.array(list(combinations(range(52), 2)), dtype=np.uint8)),
        ((3,), np.array(list(combinations(range(52), 3)), dtype=np.uint8)),
        ((2, 3), random_deals(5, 4_000, seed=1, deck=12)),
        ((2, 4), random_deals(6, 4_000, seed=2, deck=12)),
        ((2, 5), random_deals(7, 4_000, seed=3, deck=12)),
        ((2, 5), random_deals(7, 2_000, seed=4)),
        ((5,), random_deals(5, 4_000, seed=5, deck=16)),
        ((2, 1, 1), random_deals(4, 4_000, seed=6, deck=12)),
    ],
    ids=["preflop", "flops", "flop", "turn", "river", "river52", "board", "streets"],
)
def test_same_index_exactly_when_a_suit_permutation_leads_there(
    groups: tuple[int, ...], deals: NDArray[np.uint8]
) -> None:
    """All pre-flop hands and flops; elsewhere samples, mostly of three ranks so that many deals coincide."""
    iso = Isomorphism(groups)
    indices = iso.index_batch(deals).tolist()
    keys = brute_force_keys(deals, groups)
    pairs = set(zip(indices, keys, strict=True))
    assert len(pairs) == len(set(indices)) == len(set(keys))
    orbits = Counter(keys)
    if len(deals) == raw_deals(groups):
        assert sorted(set(indices)) == list(range(iso.size))
        assert all(iso.multiplicity(index) == orbits[key] for index, key in list(pairs)[:300])


@st.composite
def deals_with_groups(draw: st.DrawFn) -> tuple[tuple[int, ...], list[int]]:
    groups = draw(st.sampled_from([(2,), (2, 3), (2, 4), (2, 5), (3,), (5,), (2, 3, 1, 1), (4, 3)]))
    size = sum(groups)
    return groups, draw(st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True))


@given(deals_with_groups(), st.sampled_from(PERMUTATIONS), st.randoms(use_true_random=False))
def test_renaming_suits_and_reordering_groups_change_nothing(
    dealt: tuple[tuple[int, ...], list[int]], permutation: tuple[int, ...], random: object
) -> None:
    groups, cards = dealt
    iso = Isomorphism(groups)
    moved, at = [], 0
    for group in groups:
        part = [(card & ~3) | permutation[card & 3] for card in cards[at : at + group]]
        random.shuffle(part)  # type: ignore[attr-defined]
        moved += part
        at += group
    assert iso.index(moved) == iso.index(cards)
    assert iso.canonical(moved) == iso.canonical(cards)


@given(deals_with_groups())
def test_the_canonical_deal_is_a_suit_image_of_the_deal(dealt: tuple[tuple[int, ...], list[int]]) -> None:
    groups, cards = dealt
    canonical = Isomorphism(groups).canonical(cards)
    both = np.array([cards, canonical], dtype=np.uint8)
    first, second = brute_force_keys(both, groups)
    assert first == second
    assert Isomorphism(groups).canonical(canonical) == canonical


def test_multiplicity_is_the_size_of_the_grid_cells() -> None:
    """6 pairs, 4 suited, 12 offsuit."""
    preflop = Isomorphism((2,))
    sizes = Counter(int(size) for size in preflop.multiplicity_batch(np.arange(169)))
    assert sizes == {6: 13, 4: 78, 12: 78}
    assert preflop.multiplicity(preflop.index("QdQc")) == 6
    assert preflop.multiplicity(preflop.index("9h8h")) == 4


def test_canonical_text_is_readable() -> None:
    assert cards_text(Isomorphism((2,)).canonical("KdAd")) == "AsKs"
    assert cards_text(Isomorphism((3,)).canonical("2c7c9c")) == "9s7s2s"
    flop = Isomorphism((2, 3))
    assert flop.index("AhKh 2h7h9c") == flop.index(parse_cards("KdAd 7d9s2d"))
    assert flop.index("AhKh 2h7h9c") != flop.index("AhKh 2h7c9h")


@pytest.mark.parametrize(("cards", "classes"), [(3, 1_755), (4, 16_432), (5, 134_459)])
def test_canonical_boards_stand_for_all_boards(cards: int, classes: int) -> None:
    boards, weights = canonical_boards(cards)
    assert boards.shape == (classes, cards)
    assert int(weights.sum(dtype=np.int64)) == comb(52, cards)
    # Any suit-blind statistic agrees with its closed form: boards of one suit, and boards with a pair or better.
    one_suit = (boards & 3 == boards[:, :1] & 3).all(axis=1)
    assert int(weights[one_suit].sum(dtype=np.int64)) == 4 * comb(13, cards)
    distinct = np.array([len(set(row)) == cards for row in (boards >> 2).tolist()])
    assert int(weights[distinct].sum(dtype=np.int64)) == comb(13, cards) * 4**cards


def test_equal_objects_share_tables_and_survive_pickling() -> None:
    flop = pickle.loads(pickle.dumps(Isomorphism((2, 3))))
    assert flop.size == 1_286_792
    assert flop.index("AhKh2h7h9c") == Isomorphism([2, 3]).index("AhKh2h7h9c")
    assert repr(flop) == "Isomorphism((2, 3))"


def test_batches_take_any_integers_and_empty_ones() -> None:
    iso = Isomorphism((2,))
    assert iso.index_batch(np.array([[51, 47]], dtype=np.int64))[0] == iso.index("AsKs")
    assert iso.index_batch(np.array([[0, 51], [47, 1]], dtype=np.uint8)[:, ::-1]).shape == (2,)
    assert iso.index_batch(np.empty((0, 2), dtype=np.uint8)).shape == (0,)
    assert iso.unindex_batch([]).shape == (0, 2)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (lambda: Isomorphism(()), "groups"),
        (lambda: Isomorphism((2, 0)), "groups"),
        (lambda: Isomorphism((50, 3)), "52 in all"),
        (lambda: Isomorphism((1,) * 10), "too many"),
        (lambda: Isomorphism((2, 3)).index("AhKh"), 'cards "AhKh": expected 5 cards'),
        (lambda: Isomorphism((2,)).index("AhAh"), "Ah comes twice"),
        (lambda: Isomorphism((2,)).index([4, 4]), "comes twice"),
        (lambda: Isomorphism((2,)).index([4, 52]), "0 to 51"),
        (lambda: Isomorphism((2,)).index([-1, 4]), "0 to 51"),
        (lambda: Isomorphism((2,)).index("AhZz"), "no rank"),
        (lambda: Isomorphism((2,)).index_batch([[1, 2, 3]]), "shape"),
        (lambda: Isomorphism((2,)).index_batch([[0.5, 1.0]]), "integer"),
        (lambda: Isomorphism((2,)).index_batch(np.array([[1, 2], [7, 7]], dtype=np.uint8)), "row 1"),
        (lambda: Isomorphism((2,)).index_batch(np.array([[1, 200]], dtype=np.uint8)), "row 0"),
        (lambda: Isomorphism((2,)).index_batch([[1, 300]]), "0 to 51"),
        (lambda: Isomorphism((2,)).unindex(169), "index 169: expected 0 to 168"),
        (lambda: Isomorphism((2,)).unindex(-1), "index -1"),
        (lambda: Isomorphism((2,)).unindex_batch([0.5]), "whole numbers"),
        (lambda: Isomorphism((2,)).multiplicity(500), "index 500"),
        (lambda: canonical_boards(2), "3, 4 or 5"),
    ],
)
def test_errors_are_one_line_and_name_the_fault(bad: object, message: str) -> None:
    with pytest.raises(RiverboatError, match=message) as caught:
        bad()  # type: ignore[operator]
    assert isinstance(caught.value, (DealError, ValueError))
    assert "\n" not in str(caught.value)
