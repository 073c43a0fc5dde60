"""Tables of all deals: whole or not at all, resumed after Ctrl-C, built again when damaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.abstraction.building import deals_of, places_of, stored_table, table_of_deals
from riverboat.progress import Progress

IDENTITY = {"what": "numbers of high cards"}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    return tmp_path


def high_cards(board: np.ndarray) -> np.ndarray:
    """The rank of the highest card of hand and board: the same whatever suits are called."""
    from riverboat.cards.holdings import HOLDING_CARDS

    return np.asarray(np.maximum(HOLDING_CARDS.max(axis=1) // 4, int(board.max()) // 4), np.uint16)


def test_every_deal_has_its_number() -> None:
    table = table_of_deals("high", IDENTITY, 3, np.uint16, high_cards)
    assert table.shape == (1_286_792,)
    deals = deals_of(3).unindex_batch(np.arange(0, len(table), 997))
    assert table[::997].tolist() == (deals.max(axis=1) // 4).tolist()
    board = np.array([3, 17, 40], np.uint8)
    live, places = places_of(board)
    assert table[places].tolist() == high_cards(board)[live].tolist()


def test_an_interrupted_build_is_resumed(own_cache: Path) -> None:
    seen: list[int] = []

    def stop_halfway(now: Progress[object]) -> None:
        if now.done >= 800:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table_of_deals("high", IDENTITY, 3, np.uint16, high_cards, stop_halfway)
    assert stored_table("high", IDENTITY, 3, np.uint16) is None

    def counted(board: np.ndarray) -> np.ndarray:
        seen.append(1)
        return high_cards(board)

    table = table_of_deals("high", IDENTITY, 3, np.uint16, counted)
    assert len(seen) <= 1755 - 800
    assert not list(own_cache.glob("*.building"))
    (own_cache / "high.table").unlink()
    assert table.tolist() == table_of_deals("high", IDENTITY, 3, np.uint16, high_cards).tolist()


def test_a_damaged_or_foreign_table_is_built_again(own_cache: Path) -> None:
    table_of_deals("high", IDENTITY, 3, np.uint16, high_cards)
    path = own_cache / "high.table"
    whole = path.read_bytes()
    for broken in (b"", whole[:1000], whole[:-5000] + bytes(5000), b"not a table\n" + whole):
        path.write_bytes(broken)
        assert stored_table("high", IDENTITY, 3, np.uint16) is None
    path.write_bytes(whole)
    assert stored_table("high", IDENTITY, 3, np.uint16) is not None
    assert stored_table("high", {"what": "something else"}, 3, np.uint16) is None
