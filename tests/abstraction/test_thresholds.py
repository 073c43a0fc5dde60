"""GameShrink with thresholds: known records, the 169 starting hands, wanted numbers of classes, interrupted counts."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction import thresholds
from riverboat.abstraction.board_classes import BoardClasses, board_classes
from riverboat.abstraction.building import deals_of
from riverboat.abstraction.records import Records, board_records, flop_records, preflop_records
from riverboat.abstraction.thresholds import (
    GS1_CLASSES,
    FlopClasses,
    class_pairs,
    cut_by_threshold,
    cut_into,
    flop_classes,
    preflop_classes,
    starting_hands,
)
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS, HOLDINGS, holding_index
from riverboat.cards.isomorphism import canonical_boards
from riverboat.cards.ranking.high import rank
from riverboat.errors import RiverboatError
from riverboat.progress import Progress

TURN = tuple(read_cards("Ks9h4c2s"))
WINS, LOSSES = np.array([10, 10, 12, 30, 30]), np.array([5, 5, 4, 9, 8])
ONE_PARENT = np.zeros(5, np.int64)


@pytest.fixture(scope="module")
def classes() -> BoardClasses:
    return board_classes(TURN)


def at(text: str) -> int:
    return holding_index(*read_cards(text))


def brute_force(hole: str, board: str) -> tuple[int, int]:
    """Wins and losses of one hand on a river board, hand by hand."""
    own, dealt = read_cards(hole), read_cards(board)
    mine = rank((*own, *dealt))
    ranks = [rank((*other, *dealt)) for other in combinations(sorted({*range(52)} - {*own, *dealt}), 2)]
    assert len(ranks) == 990
    return sum(mine > each for each in ranks), sum(mine < each for each in ranks)


# Records --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hole", ["AhAd", "Kd9d", "7c3d", "5s3s"])
def test_records_of_a_river_are_those_of_every_showdown(hole: str) -> None:
    found = board_records(tuple(read_cards("Ks9h4c2s8d")))
    assert (found.wins[at(hole)], found.losses[at(hole)]) == brute_force(hole, "Ks9h4c2s8d")


def test_what_one_wins_another_loses() -> None:
    for board in (TURN, (*TURN, 0)):
        found = board_records(board)
        assert found.wins.sum() == found.losses.sum() > 0


def test_a_board_that_plays_has_no_winners() -> None:
    found = board_records(tuple(read_cards("AsKsQsJsTs")))
    assert found.wins.max() == found.losses.max() == 0


def test_records_of_a_turn_are_those_of_its_rivers() -> None:
    """The nuts on the turn lose only to what a river can bring: a set of kings to 44 x 990 hands less."""
    found = board_records(TURN)
    hand = at("KhKd")
    rivers = [card for card in range(52) if card not in (*TURN, *read_cards("KhKd"))]
    each = [board_records((*TURN, card)) for card in rivers]
    assert found.wins[hand] == sum(one.wins[hand] for one in each)
    assert found.wins[hand] + found.losses[hand] <= 46 * 990
    assert found.wins[hand] == found.wins.max()


@pytest.mark.parametrize("board", [(), TURN[:2], (*TURN, 0, 1)])
def test_other_boards_have_no_records_of_one_board(board: tuple[int, ...]) -> None:
    with pytest.raises(RiverboatError, match="expected 3 to 5"):
        board_records(board)


# Cutting --------------------------------------------------------------------------------------------------------------


def test_thresholds_merge_more_and_more() -> None:
    def labels(threshold: int) -> list[int]:
        return list(map(int, cut_by_threshold(Records(WINS, LOSSES), ONE_PARENT, threshold).label))

    assert labels(0) == [0, 0, 1, 3, 2]
    assert labels(2) == [0, 0, 1, 2, 2]
    assert labels(3) == [0, 0, 0, 1, 1]
    assert labels(1000) == [0] * 5
    with pytest.raises(RiverboatError, match="threshold -1"):
        labels(-1)


def test_a_class_is_compared_with_its_first_not_with_its_last() -> None:
    """Wins 0, 1, 2, 3: a chain of neighbours is no class."""
    chain = Records(np.arange(4), np.zeros(4, np.int64))
    assert cut_by_threshold(chain, np.zeros(4, np.int64), 1).label.tolist() == [0, 0, 1, 1]


def test_parents_are_never_merged() -> None:
    parents = np.array([0, 1, 0, 1, 0])
    found = cut_by_threshold(Records(WINS, LOSSES), parents, 1000)
    assert found.label.tolist() == [0, 1, 0, 1, 0]
    assert found.parents.tolist() == [0, 1]
    with pytest.raises(RiverboatError, match="1 classes of 2 parents"):
        cut_into(Records(WINS, LOSSES), parents, 1)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_any_number_of_classes_can_be_had(count: int) -> None:
    assert len(cut_into(Records(WINS, LOSSES), ONE_PARENT, count).parents) == count


def test_no_more_classes_than_differ() -> None:
    assert len(cut_into(Records(WINS, LOSSES), ONE_PARENT, 100).parents) == 4


def test_a_number_that_is_skipped_merges_the_nearest_of_the_next_finer_classes() -> None:
    """0, 10, 21, 32, 42: threshold 10 leaves three classes and 9 has five; of those the nearest two are merged."""
    apart = Records(np.array([0, 10, 21, 32, 42]), np.zeros(5, np.int64))
    assert len(cut_by_threshold(apart, ONE_PARENT, 9).parents) == 5
    assert len(cut_by_threshold(apart, ONE_PARENT, 10).parents) == 3
    found = cut_into(apart, ONE_PARENT, 4)
    assert found.label.tolist() == [0, 0, 1, 2, 3]
    assert found.threshold == 9


def test_only_siblings_are_merged_where_a_number_is_skipped() -> None:
    """0, 10 below one parent and 11, 22, 32 below another: 10 and 11 are nearest, but no siblings."""
    parents = np.array([0, 0, 1, 1, 1])
    apart = Records(np.array([0, 10, 11, 22, 32]), np.zeros(5, np.int64))
    assert [len(cut_by_threshold(apart, parents, threshold).parents) for threshold in (9, 10)] == [5, 3]
    found = cut_into(apart, parents, 4)
    assert found.label.tolist() == [0, 0, 1, 2, 3]
    assert found.parents.tolist() == [0, 1, 1, 1]


# Turn and river of one board ------------------------------------------------------------------------------------------


def test_25_and_125_classes(classes: BoardClasses) -> None:
    """As many as Gilpin and Sandholm aim at; a river class belongs to one turn class."""
    assert classes.counts == (25, 125)
    for card in read_cards("8dAc"):
        here = classes.by_holding((*TURN, card))
        live = here >= 0
        assert live.sum() == 1081
        assert (classes.parents[here[live]] == classes.turn[live]).all()
    assert classes.of_hand(tuple(read_cards("AhAd")), TURN) == classes.turn[at("AhAd")]


def test_classes_are_ordered_by_strength(classes: BoardClasses) -> None:
    wins = board_records(TURN).wins
    live = classes.turn >= 0
    means = np.bincount(classes.turn[live], wins[live]) / np.bincount(classes.turn[live])
    assert (np.diff(means) > 0).all()


def test_pairs_of_classes_add_up_to_the_hands_of_both(classes: BoardClasses) -> None:
    """One hand each: kings full of nothing against a flush draw, which is behind unless a spade or better comes."""
    first, second = np.zeros(HOLDINGS), np.zeros(HOLDINGS)
    first[at("KhKd")], second[at("AsQs")] = 3.0, 0.2
    turn, river, edge = classes.pairs(first, second)
    assert turn[classes.turn[at("KhKd")], classes.turn[at("AsQs")]] == pytest.approx(1.0)
    assert turn.sum() == pytest.approx(1.0)
    assert river.sum() == pytest.approx(1.0)
    # A spade makes the flush, but the nine and the four of spades pair the board: a full house.
    used = {*TURN, *read_cards("KhKdAsQs")}
    lead = sum(
        np.sign(rank((*read_cards("KhKd"), *TURN, card)) - rank((*read_cards("AsQs"), *TURN, card)))
        for card in range(52)
        if card not in used
    )
    assert edge.sum() == pytest.approx(lead / 44)
    with pytest.raises(RiverboatError, match="no pair of hands"):
        classes.pairs(first, first)


def test_pairs_of_classes_follow_the_classes_of_the_turn(classes: BoardClasses) -> None:
    weights = np.random.default_rng(1).random((2, HOLDINGS))
    turn, river, edge = classes.pairs(weights[0], weights[1])
    rows = np.zeros((25, 125))
    np.add.at(rows, classes.parents, river)
    columns = np.zeros((25, 25))
    np.add.at(columns.T, classes.parents, rows.T)
    assert columns == pytest.approx(turn)
    assert (np.abs(edge) <= river + 1e-15).all()


# Streets before -------------------------------------------------------------------------------------------------------


def few_classes(flops: int, monkeypatch: pytest.MonkeyPatch, cache: Path) -> FlopClasses:
    """Starting hands as classes of the flop, and a deck of few flops."""
    boards, orbit = canonical_boards(3)
    monkeypatch.setattr(thresholds, "canonical_boards", lambda cards: (boards[:flops], orbit[:flops]))
    monkeypatch.setenv("RIVERBOAT_CACHE", str(cache))
    return FlopClasses(starting_hands().astype(np.uint16), np.arange(169), 0)


def test_starting_hands_of_deals() -> None:
    deals = deals_of(3)
    hands = starting_hands()
    for number in (0, 1000, deals.size - 1):
        cards = deals.unindex_batch(np.array([number]))[0, :2]
        assert hands[number] == HOLDING_CLASS[holding_index(int(cards[0]), int(cards[1]))]


def test_classes_of_a_flop_do_not_depend_on_names_of_suits() -> None:
    """With any labels: the class of a hand and a flop is that of the deal, whatever its suits are called."""
    label = np.random.default_rng(1).integers(0, 500, deals_of(3).size).astype(np.uint16)
    classes = FlopClasses(label, np.zeros(500, np.int64), 0)
    suits, flop = [2, 0, 3, 1], tuple(read_cards("Ks9h4h"))

    def renamed(card: int) -> int:
        return card // 4 * 4 + suits[card % 4]

    plain, other = classes.by_holding(flop), classes.by_holding(tuple(map(renamed, flop)))
    for holding, hole in enumerate(HOLDING_CARDS.tolist()):
        assert plain[holding] == other[holding_index(*map(renamed, hole))]
        if plain[holding] >= 0:
            assert classes.of_hand(tuple(hole), flop) == plain[holding]
        else:
            assert {*hole} & {*flop}


def test_counting_pairs_can_be_interrupted_and_resumed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ctrl-C after the second flop: what was counted stays, and no flop is counted twice."""
    classes = few_classes(5, monkeypatch, tmp_path / "one")
    whole = class_pairs(classes)
    seen: list[int] = []

    def interrupt(state: Progress[object]) -> None:
        seen.append(state.done)
        if state.done == 2:
            raise KeyboardInterrupt

    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "two"))
    (tmp_path / "two").mkdir()
    with pytest.raises(KeyboardInterrupt):
        class_pairs(classes, interrupt)
    assert len(list((tmp_path / "two").glob("*.building"))) == 1
    resumed = class_pairs(classes, lambda state: seen.append(state.done))
    assert seen == [1, 2, 3, 4, 5]
    for one, other in zip(whole, resumed, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not list((tmp_path / "two").glob("*.building"))


def test_pairs_of_a_flop_are_its_showdowns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Against the equity of every pair of hands on one flop, by another program of the house."""
    from riverboat.odds import equity

    classes = few_classes(1, monkeypatch, tmp_path)
    joint, edge = class_pairs(classes)
    flop = canonical_boards(3)[0][0]
    live = np.flatnonzero(~np.isin(HOLDING_CARDS, flop).any(axis=1))
    first, second = HOLDING_CLASS[at("AhAd")], HOLDING_CLASS[at("KhKd")]
    assert joint.sum() == pytest.approx(1.0)
    assert len(live) == 1176
    board = tuple(int(card) for card in flop)
    aces = [each for each in live if HOLDING_CLASS[each] == first]
    kings = [each for each in live if HOLDING_CLASS[each] == second]
    leads = [
        equity([tuple(HOLDING_CARDS[a].tolist()), tuple(HOLDING_CARDS[b].tolist())], board=board).equity[0]
        for a in aces
        for b in kings
    ]
    assert edge[first, second] / joint[first, second] == pytest.approx(2 * np.mean(leads) - 1)


def test_numbers_of_classes_that_cannot_be(tmp_path: Path) -> None:
    for count in (168, 70_000):
        with pytest.raises(RiverboatError, match="expected 169 to 65535"):
            flop_classes(count)


@pytest.mark.slow
def test_holdem_has_169_classes_before_the_flop() -> None:
    """Gilpin and Sandholm 2006: threshold 0 finds them by itself."""
    found = preflop_classes()
    assert len(found.parents) == 169
    assert len(np.unique(np.stack([found.label, HOLDING_CLASS]), axis=1).T) == 169
    records = preflop_records()
    assert records.wins.sum() == records.losses.sum()


@pytest.mark.slow
def test_gs1_has_2465_classes_on_the_flop() -> None:
    """The published number, inside all 169 starting hands; no deal is farther from its class's first than is said."""
    found = flop_classes()
    assert found.count == GS1_CLASSES == 2465
    assert len(np.unique(found.parents)) == 169
    assert (found.parents[found.label] == starting_hands()).all()
    records = flop_records()
    assert (records.wins + records.losses <= 1_070_190).all()
    first = np.zeros(found.count, np.int64)
    order = np.lexsort((records.losses, records.wins, starting_hands()))[::-1]
    first[found.label[order]] = order
    far = np.abs(records.wins - records.wins[first[found.label]]) + np.abs(
        records.losses - records.losses[first[found.label]]
    )
    apart = np.bincount(found.label[far > found.threshold], minlength=found.count) > 0
    assert apart.sum() <= 50  # merged siblings
