"""What the arrays mean that the solver hands to its kernels.

Named tuples travel as packed arguments (`riverboat.solve.packed`); kernels see their fields by name.
"""

from __future__ import annotations

from collections import namedtuple

MINE, THEIRS, FOLD, DEAL, ALL_IN, SHOWDOWN = range(6)
ROLE, ACTIONS, CHILD, SLOT, ROW = range(5)  # what a forest says of a node
FOLD_PAY, STAKE, TOLL = range(3)  # what it says of a row of reach
SHOWDOWNS, FOLDS = range(2)  # the two ends of a row
COUNT_MINE, COUNT_THEIRS = range(2)
HAND, CARD_A, CARD_B, SAME, BELOW, THROUGH, LEVEL = range(
    7
)  # what an order says of a place; `Hands` has the first four
ALL_CARDS = 52

# What my nodes do: move towards equilibrium, take the best action, play the average, write the best action down as it.
LEARN, BEST, MEAN, RECORD = range(4)
OPEN, GO_ON, CLOSE = 1, 2, 4  # parts of a visit to a street: down to its ends, the boards that follow, back up

Boards = namedtuple("Boards", "counts mine theirs")
"""River boards as the traverser sees them: live hands [board, side], and tables [what, board, place by strength]."""

Scratch = namedtuple("Scratch", "reach dead values turned prefix shown rows by_card")
"""Working memory of one pass on one street. `rows[2, action, hand]` takes 16-bit regrets and sums of one node while
they are float32; `by_card` has one number per card."""

Store = namedtuple("Store", "regrets sums short_regrets short_sums regret_scale sum_scale is_short")
"""One player's learning on one street, [board, slot, hand]: float32, or 16 bits with scales [board, slot] if
`is_short`; the other two arrays are empty. Both are there so that one kernel is compiled, not two."""

Locks = namedtuple("Locks", "at rows")
"""Fixed strategies: `at[board, node]` is the first of the node's rows, -1 for none; a negative share is not fixed."""

Images = namedtuple("Images", "start by renamed")
"""What renaming suits makes of a board: `by[start[board]:start[board + 1]]` are rows of `renamed[row, my hand]`."""

Hands = namedtuple("Hands", "mine theirs numbers")
"""The hands of both players in the order of the streets before the river, [what, hand], and the numbers of mine."""

RiverSide = namedtuple("RiverSide", "forest boards mine theirs my_locks their_locks scratch images")
"""A traverser's river."""

EarlySide = namedtuple(
    "EarlySide",
    "forest hands my_live their_live matrix per_runout share mine theirs my_locks their_locks scratch images next",
)
"""A traverser's street before the river; boards `next[board]:next[board + 1]` follow each board."""

Gate = namedtuple("Gate", "weights values regrets sums")
"""A player's choice before the first node, per hand: take `values` and leave, or go on (rows 0 and 1 of the others).

Without hands there is no choice: everybody goes on."""

Discounts = namedtuple("Discounts", "positive negative average")
