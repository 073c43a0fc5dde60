"""Rows of labels per board: what the buckets say hand by hand, whatever the suits are called; resumed, refused."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.abstraction import parse_bucketing, table_bucketing
from riverboat.abstraction.board_rows import BoardRows, locate_boards
from riverboat.abstraction.buckets import CARDS, NO_BUCKET, Labels, StreetBuckets
from riverboat.abstraction.building import live_holdings
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import NotationError
from riverboat.odds.showdown.suits import card_maps
from riverboat.progress import Progress


class SuitedWithBoard(StreetBuckets):
    """The number of board cards in the suit of the higher card, and of its rank: changes with every suit."""

    street, count, identity = 1, 8, "suited with board"

    @cached_property
    def rows(self) -> BoardRows:
        return BoardRows("rows-8-3-test", {"buckets": self.identity}, 3, self.without_rows)

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        found = np.full(HOLDINGS, NO_BUCKET, np.uint16)
        high, low = HOLDING_CARDS[:, 1], HOLDING_CARDS[:, 0]
        suits, ranks = board & 3, board >> 2
        label = (suits == (high & 3)[:, None]).sum(1) + 4 * (ranks == (low >> 2)[:, None]).any(1)
        live = live_holdings(board)
        found[live] = label[live]
        return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_a_renaming_leads_from_any_board_to_the_kept_one(cards: int) -> None:
    rng = Random(cards)
    kept = canonical_boards(cards)[0]
    boards = np.array([rng.sample(range(52), cards) for _ in range(50)], np.uint8)
    for board, number, renaming in zip(boards, *locate_boards(boards), strict=True):
        assert set(card_maps()[renaming][board].tolist()) == set(kept[number].tolist())


def test_rows_say_what_was_computed_under_every_name_of_suits(folder: Path) -> None:
    buckets, plain = SuitedWithBoard(), SuitedWithBoard()
    buckets.prepare_rows()
    assert [path.name for path in folder.glob("rows-8-3-*.table")]
    rng = Random(7)
    for _ in range(40):
        # a suit of the higher card is not the same after a renaming of a pair: those are left out
        board = np.array(rng.sample(range(52), 3), np.uint8)
        differ = HOLDING_CARDS[:, 0] >> 2 != HOLDING_CARDS[:, 1] >> 2
        assert (buckets.by_holding(board)[differ] == plain.computed(board)[differ]).all()
        assert ((buckets.by_holding(board) == NO_BUCKET) == (plain.computed(board) == NO_BUCKET)).all()


def test_without_rows_a_flop_is_worked_out_once_whatever_its_suits_are_called(folder: Path) -> None:
    worked_out: list[tuple[int, ...]] = []

    class Counting(SuitedWithBoard):
        def computed(self, board: NDArray[np.uint8]) -> Labels:
            worked_out.append(tuple(board.tolist()))
            return super().computed(board)

    buckets, plain = Counting(), SuitedWithBoard()
    differ = HOLDING_CARDS[:, 0] >> 2 != HOLDING_CARDS[:, 1] >> 2
    for text in ("Ks7h4h", "7d4dKc", "4sKh7s", "Ks7h4d", "Ks7h4h"):
        board = np.array(read_cards(text), np.uint8)
        assert (buckets.by_holding(board)[differ] == plain.computed(board)[differ]).all()
    assert len(worked_out) == 2  # two suits, and three
    assert not list(folder.glob("rows-*"))


def test_an_interrupted_build_is_resumed(folder: Path) -> None:
    def stop_halfway(state: Progress[object]) -> None:
        if state.done > 800:
            raise KeyboardInterrupt

    asked: list[int] = []

    class Counted(SuitedWithBoard):
        def computed(self, board: NDArray[np.uint8]) -> Labels:
            asked.append(1)
            return super().computed(board)

    with pytest.raises(KeyboardInterrupt):
        SuitedWithBoard().prepare_rows(stop_halfway)
    assert not list(folder.glob("*.table"))
    resumed = Counted()
    resumed.prepare_rows()
    assert 0 < len(asked) < 1755 - 700
    assert resumed.rows is not None
    whole = resumed.rows.load()
    assert all((whole[n] == SuitedWithBoard().computed(board)).all() for n, board in enumerate(canonical_boards(3)[0]))


def test_quantiles_said_for_each_street() -> None:
    bucketing = parse_bucketing("quantiles(ehs,169/20/7/1000)")
    assert bucketing.counts == (169, 20, 7, 1000)
    assert len(set(bucketing.by_holding(()).tolist())) == 169
    river = bucketing.by_holding(read_cards("AsKsQsJsTs"))  # the board plays: every hand ties
    live = river[river != NO_BUCKET]
    assert len(live) == 1081
    assert len(set(live.tolist())) == 1
    better = bucketing.by_holding(read_cards("Ks7h4h2c9d"))
    assert better[holding_index(*read_cards("KhKd"))] > better[holding_index(*read_cards("3s5s"))]
    with pytest.raises(NotationError, match="one for each street"):
        parse_bucketing("quantiles(ehs,169/20)")


def test_a_bucketing_builds_the_rows_of_all_its_streets(folder: Path) -> None:
    whole = table_bucketing("made up", (None, SuitedWithBoard(), None, None))
    whole.prepare_rows()
    assert len(list(folder.glob("rows-*.table"))) == 1
    assert len(CARDS) == 4
