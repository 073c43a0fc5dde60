"""Who sits where when the same cards are dealt again? Seatings that distribute cards and neighbours fairly.

An order lists the player of each chair. In every kind below each player sits once (or equally often) in each chair, so
over the replays of one deal everyone holds everyone's cards. Rotations keep the same neighbours; a Williams square
(E. J. Williams 1949) has, for an even number of players, every player directly before every other exactly once. For
two players there is one way, the swap.
"""

from __future__ import annotations

from itertools import permutations
from typing import Literal, get_args

from riverboat.errors import RiverboatError

Seating = Literal["auto", "rotations", "permutations", "williams"]
Orders = tuple[tuple[int, ...], ...]

MAX_PERMUTED = 6


def seat_orders(players: int, kind: Seating = "auto") -> Orders:
    """The orders in which one deal is replayed.

    `auto` takes all permutations for two and three players, a Williams square for larger even numbers and rotations for
    odd ones.
    """
    if kind not in get_args(Seating):
        raise RiverboatError(f'seating "{kind}": expected one of {", ".join(get_args(Seating))}')
    if kind == "auto":
        kind = "permutations" if players <= 3 else "rotations" if players % 2 else "williams"
    if kind == "permutations":
        if players > MAX_PERMUTED:
            raise RiverboatError(f"seating permutations of {players} players: expected {MAX_PERMUTED} at most")
        return tuple(permutations(range(players)))
    if kind == "williams":
        return williams_square(players)
    return tuple(tuple((chair + turn) % players for chair in range(players)) for turn in range(players))


def williams_square(players: int) -> Orders:
    """A row-complete Latin square: 0, 1, n-1, 2, n-2, ... and its shifts."""
    if players % 2:
        raise RiverboatError(f"a Williams square of {players} players: expected an even number")
    base = [0]
    for step in range(1, players // 2 + 1):
        base += [step] if step == players - step else [step, players - step]
    return tuple(tuple((player + turn) % players for player in base) for turn in range(players))
