"""What the training kernels work on: the hands of one board, tables of regrets and sums, and memory to work in.

Hands of a river board are in order of strength, weakest first, 1,081 of them; of a turn board there are 1,128. All
arrays over hands have `HANDS` rows for each block of sixteen lanes. A slot is the place of a bucket among those that
the board's hands have on a street.

Regrets and sums of a street are float32 (2 * blocks * buckets * 13, 16), row
`((player * blocks + block) * buckets + bucket) * 13 + action`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit._kernels.sweep import CARDS, SHOWN
from riverboat.solve.packed import PackedArguments

HANDS = 1136
"""Hands that a turn board leaves, and some for kernels that look ahead."""
ACTIONS = 13
OTHERS = 8
"""A street's actions but for the first one of each decision: their shares, and by how much they are worth more than it,
lie in this order. The share of the first is what the others leave."""
ROWS = 9


class Board(NamedTuple):
    """All hands of one board; filled in place by `prepare_board`."""

    sizes: Any
    """int64[6]: hands, levels of equal strength, and slots on each street."""
    hand: Any
    """uint16[HANDS]: which of the 1,326 holdings."""
    first: Any
    """uint8[HANDS]: one card of each, and the other."""
    second: Any
    level: Any
    """int32[HANDS + 1]: where hands of equal strength begin, and the number of hands."""
    slot: Any
    """uint16[4, HANDS]: by street."""
    row: Any
    """uint16[HANDS]: where a hand's reach lies: 0, 1, 2, ..., unless it is in the order of another board."""
    place: Any
    """int32[4, HANDS]: by street, where the multipliers of its slot begin."""
    used: Any
    """int32[4, HANDS]: the bucket of each slot."""


class FlopTrunk(NamedTuple):
    """What an opponent has learned on one flop, hand by hand: a slot for each hand up to the names of suits."""

    regrets: Any
    """(HANDS * 13, 16)"""
    slot: Any
    """uint16[HANDS]"""
    place: Any
    """int32[HANDS]: where the multipliers of its slot begin."""
    used: Any
    """int32[HANDS]: 0, 1, 2, ..."""
    sizes: Any
    """int64[1]: slots."""


class Tables(NamedTuple):
    """What is learned after the flop, and how many buckets a street has."""

    regrets1: Any
    regrets2: Any
    regrets3: Any
    sums1: Any
    sums2: Any
    sums3: Any
    buckets: Any
    """int64[4]"""
    shape: Any
    """int64[2]: lines into the flop, and blocks of sixteen lanes that lead to the turn."""


class Scratch(NamedTuple):
    """Memory of one thread."""

    held: Any
    """(5 * 52, 16): reach by card."""
    shown: Any
    """(SHOWN * HANDS, 16): what a hand has read in a sweep."""
    sums: Any
    """(HANDS * 8, 16): differences by slot."""
    own: Any
    """(HANDS, 16): own reach by slot."""
    shares2: Any
    """(2 * HANDS * 8, 16): by player and slot on the turn, and on the river."""
    shares3: Any
    rows2: Any
    """(2 * HANDS * 9, 16): multipliers of reach."""
    rows3: Any
    reach3: Any
    """(2 * HANDS, 16): reach into the river of one block."""
    meets: Any
    """(2 * 9 * HANDS, 16): by player and closing, the reach of that player that a hand can meet."""
    leaf: Any
    """(2 * 9 * HANDS, 16): by player and closing, values behind it."""


def scratch_arrays() -> Scratch:
    """Memory for one thread, 9 MB."""
    shares, multipliers, closings = 2 * HANDS * OTHERS, 2 * HANDS * ROWS, 2 * ROWS * HANDS
    rows = [5 * CARDS, SHOWN * HANDS, OTHERS * HANDS, HANDS]
    rows += [shares, shares, multipliers, multipliers, 2 * HANDS, closings, closings]
    return Scratch(*(aligned((count, WIDTH)) for count in rows))


def new_scratch() -> Any:
    """The same as kernels take it."""
    return PackedArguments(scratch_arrays())


def blocks_of(lines: int) -> tuple[int, int, int, int]:
    """Blocks of lanes on each street, if this many lines lead to the flop: those of `lines.BLOCKS` for all seven."""
    turn = -(-ROWS * lines // WIDTH)
    return 1, 1, turn, ROWS * turn
