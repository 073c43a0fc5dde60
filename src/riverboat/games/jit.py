"""A decision of a betting round in numbers, for kernels that play hands: what `Betting` does after a fold, call, raise.

Chips are int64 or float64, all of one kind in one call; `raises` is int64, and the counts of players are uint64:
`pending` of those who must still decide, `able` of those who have chips and have not folded, the actor among both.
`owed` is how far the actor is behind the highest bet, `stack` what is left behind. Who is in, whose turn it is and what
everybody has in front are kept by each kernel in its own layout, and so is whether a raise is allowed: where stacks are
deep only the cap counts, elsewhere the chips of the others do too. There are no bring-ins and no exchanges here.

`bet_step` does it all. A kernel with more to do in each case branches itself and calls `folded`, `called` or `raised`
there: to branch again on what came out cost the arena's kernel 6 % of its hands per second.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.games.action_odds import CALL, FOLD, RAISE

_ONE = np.uint64(1)


@njit(forceinline=True)
def folded(pending, able):
    """(pending, able) after a fold."""
    return pending - _ONE, able - _ONE


@njit(forceinline=True)
def called(owed, stack, pending, able):
    """(chips put in, pending, able) after a check or a call, for less if the stack is short."""
    if owed <= 0:
        return owed - owed, pending - _ONE, able
    chips = min(owed, stack)
    return chips, pending - _ONE, able - _ONE if chips == stack else able


@njit(forceinline=True)
def raised(by, owed, stack, highest, raises, able):
    """(chips put in, highest bet, raises, pending, able) after a raise of the highest bet by this amount.

    In limit games that is the bet of the street; a stack that is too short for it is all-in. All others must answer.
    """
    chips = min(owed + by, stack)
    return chips, highest + (chips - owed), raises + 1, able - _ONE, able - _ONE if chips == stack else able


@njit(forceinline=True)
def bet_step(wanted, may_raise, by, owed, stack, highest, raises, pending, able):
    """(action, chips put in, highest bet, raises, pending, able) after a player has said what he wants to do.

    `FOLD`, `CALL` or `RAISE` are wanted and done; as in `ActionOdds.allowed` a fold where nothing is owed becomes a
    check, and a raise that is not allowed a call.
    """
    if wanted == RAISE and may_raise:
        chips, highest, raises, pending, able = raised(by, owed, stack, highest, raises, able)
        return RAISE, chips, highest, raises, pending, able
    if wanted == FOLD and owed > 0:
        pending, able = folded(pending, able)
        return FOLD, owed - owed, highest, raises, pending, able
    chips, pending, able = called(owed, stack, pending, able)
    return CALL, chips, highest, raises, pending, able
