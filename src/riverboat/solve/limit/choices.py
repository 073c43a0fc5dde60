"""What is each action of a street worth to a best responder? From the values behind the closings of the street.

The kernels keep only the best value of a street; here every decision is laid out for a few lines, to see what the best
responder does. Arrays have a first axis over the nine closings (`lines.py`), then any others: hands, lines.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.solve.limit.lines import ACTIONS, FIRST_ACTION, NODE_ACTIONS

Floats = NDArray[Any]
_FIRST_A: Final = (1, 5)
"""[me]: the first of the four closings in which the opponent bets first; those in which I do are the others."""


def decision_values(me: int, met: Floats, leaves: Floats, stake: Floats, bet: float) -> tuple[Floats, ...]:
    """[actions, ...] for each of my five decisions of a street, in the order of `lines.NODES`.

    `met` [9, ...] is the opponent's reach behind each closing that my hand can meet, `leaves` [9, ...] what a closing
    is worth to me, summed over that reach; `stake` is what each player paid before the street.
    """
    theirs, mine = _FIRST_A[me], _FIRST_A[1 - me]
    s1, s2, s3 = stake + bet, stake + 2 * bet, stake + 3 * bet
    r0, r1, r2, r3 = met[theirs : theirs + 4]
    l0, l1, l2, l3 = leaves[theirs : theirs + 4]
    again = np.stack([-r2 * s2, l2, (r2 - r3) * s3 + l3])
    answer = np.stack([-r0 * stake, l0, (r0 - r1 - r2) * s1 + l1 + again.max(axis=0)])
    r0, r1, r2, r3 = met[mine : mine + 4]
    l0, l1, l2, l3 = leaves[mine : mine + 4]
    capped = np.stack([-r3 * s3, l3])
    raised = np.stack([-r1 * s1, l1, (r1 - r2 - r3) * s2 + l2 + capped.max(axis=0)])
    betting = (_before(me, met) - r0 - r1) * stake + l0 + raised.max(axis=0)
    checking = leaves[0] + answer.max(axis=0) if me == 0 else leaves[0]
    return np.stack([checking, betting]), raised, capped, answer, again


def met_at_decisions(me: int, met: Floats) -> tuple[Floats, ...]:
    """The opponent's reach that my hand can meet at each of my five decisions."""
    theirs, mine = _FIRST_A[me], _FIRST_A[1 - me]
    return _before(me, met), met[mine + 1], met[mine + 3], met[theirs], met[theirs + 2]


def best_shares(values: tuple[Floats, ...]) -> NDArray[np.float32]:
    """float32[..., 13]: 1 for the best action of each decision; a check or call where nothing is better."""
    found = np.zeros((*values[0].shape[1:], ACTIONS), np.float32)
    for worth, first, letters in zip(values, FIRST_ACTION, NODE_ACTIONS, strict=True):
        stay = letters.index("c" if "c" in letters else "k")
        best = np.where(worth[stay] >= worth.max(axis=0), stay, worth.argmax(axis=0))
        np.put_along_axis(found, (first + best)[..., None], 1.0, axis=-1)
    return found


def meetable(reach: Floats) -> Floats:
    """[1326, ...]: the reach that shares no card with each hand, from the reach [1326, ...] of all hands."""
    flat = reach.reshape(HOLDINGS, -1)
    held = _held(flat.dtype.char)
    return np.asarray(flat.sum(axis=0) - held @ (held.T @ flat) + flat).reshape(reach.shape)


@cache
def _held(kind: str) -> Floats:
    """[1326, 52]: 1 for the two cards of each holding."""
    found = np.zeros((HOLDINGS, DECK_SIZE), kind)
    found[np.arange(HOLDINGS)[:, None], HOLDING_CARDS] = 1.0
    return found


def _before(me: int, met: Floats) -> Floats:
    """The reach at my first decision: everybody's, or after a check."""
    return np.asarray(met[0] + met[_FIRST_A[me]] if me == 0 else met[0])
