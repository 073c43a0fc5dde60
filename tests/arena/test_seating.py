"""Orders of players that are fair to everybody."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from riverboat.arena.seating import seat_orders, williams_square
from riverboat.errors import RiverboatError


@pytest.mark.parametrize("players", range(2, 11))
def test_everybody_sits_equally_often_in_every_chair(players: int) -> None:
    orders = seat_orders(players)
    for chair in range(players):
        counts = Counter(order[chair] for order in orders)
        assert set(counts.values()) == {len(orders) / players}
        assert len(counts) == players


def test_two_swap_three_permute() -> None:
    assert seat_orders(2) == ((0, 1), (1, 0))
    assert len(set(seat_orders(3))) == 6  # "all six orders" of three-player Kuhn


def test_williams_square_of_ten_begins_as_published() -> None:
    assert williams_square(10)[0] == (0, 1, 9, 2, 8, 3, 7, 4, 6, 5)


@pytest.mark.parametrize("players", [2, 4, 6, 8, 10, 12])
def test_williams_square_has_every_neighbour_once(players: int) -> None:
    pairs = Counter(pair for row in williams_square(players) for pair in pairwise(row))
    assert set(pairs.values()) == {1}
    assert len(pairs) == players * (players - 1)


def test_a_plain_rotation_keeps_its_neighbours() -> None:
    pairs = Counter(pair for row in seat_orders(10, "rotations") for pair in pairwise(row))
    assert len(pairs) == 10


def test_what_cannot_be_seated() -> None:
    with pytest.raises(RiverboatError, match="even number"):
        seat_orders(7, "williams")
    with pytest.raises(RiverboatError, match="6 at most"):
        seat_orders(9, "permutations")
    with pytest.raises(RiverboatError, match="auto, rotations"):
        seat_orders(3, "circle")  # type: ignore[arg-type]
