"""The rows of the tables: a public situation as one number, the same for kernels and for real hands.

A situation says what matters of the betting so far and forgets the rest (imperfect recall). Amounts are in parts of the
pot or in big blinds, so a bet of any size and any depth of stacks has a row: nothing has to be translated. Before the
flop it is the position, the raises so far and whether the last was huge, who raised last, how many called, and what the
player did before; later the number of opponents, the position, whether others act behind, stacks over pot, who bet on
the street before, and the bet that is faced.
"""

from __future__ import annotations

import numpy as np
from numba import njit

POSITIONS = 6
"""0 small blind, 1 big blind, 2 under the gun, ..., 5 button."""
LEVELS, ROLES, CALLS = 7, 3, 3
NO_RAISE, OPEN, HUGE_OPEN, RE_RAISE, HUGE_RE_RAISE, FOURTH_BET, SHOVE = range(LEVELS)
"""What a player may face before the flop; `SHOVE` is about all-in at 100 big blinds."""
PREFLOP_SITUATIONS = POSITIONS * LEVELS * POSITIONS * CALLS * ROLES
OPPONENTS, PLACES, BEHIND, DEPTHS, INITIATIVES, FACED = 3, 3, 2, 5, 3, 6
LATER_SITUATIONS = OPPONENTS * PLACES * BEHIND * DEPTHS * INITIATIVES * FACED

NOTHING, SMALL_BET, LARGE_BET, HUGE_BET, RAISE, HUGE_RAISE = range(6)
"""What a player may face after the flop."""

_SMALL = 0.61  # the bet that is taken for 40 % or 90 % of the pot with equal probability, pseudo-harmonically
_HUGE = 1.5
MAX_HUGE_OPEN = 18.0  # big blinds


@njit
def raise_level(raises, big_blinds, is_huge):
    """The level of the last of some raises, to this many big blinds; a huge one is of more than 1.5 times the pot."""
    if raises == 0:
        return NO_RAISE
    if is_huge and raises == 1 and big_blinds <= MAX_HUGE_OPEN:
        return HUGE_OPEN
    if is_huge and 14.0 < big_blinds <= 40.0:
        return HUGE_RE_RAISE
    least = 1 if big_blinds <= 18.0 else 2 if big_blinds <= 22.0 else 3 if big_blinds <= 50.0 else 4
    most = 1 if big_blinds <= 4.0 else 2 if big_blinds <= 14.0 else 3 if big_blinds <= 45.0 else 4
    number = max(least, min(raises, most))
    return OPEN if number == 1 else RE_RAISE if number == 2 else FOURTH_BET if number == 3 else SHOVE


@njit
def depth_class(behind, pot):
    """Chips behind over the pot when the street begins: below 0.75, 1.75, 4, 9, or more."""
    ratio = behind / max(pot, 1)
    return 0 if ratio < 0.75 else 1 if ratio < 1.75 else 2 if ratio < 4.0 else 3 if ratio < 9.0 else 4


@njit
def is_huge_bet(share):
    """Whether a bet or raise is of more than 1.5 times the pot after calling."""
    return share > _HUGE


@njit
def faced_class(raises, share, all_in):
    """A bet (the first) or raise of a street, in parts of the pot after calling."""
    is_huge = all_in or is_huge_bet(share)
    if raises > 1:
        return HUGE_RAISE if is_huge else RAISE
    return HUGE_BET if is_huge else SMALL_BET if share < _SMALL else LARGE_BET


@njit
def preflop_situation(position, level, raiser, callers, role):
    """Numbers from 0; `raiser` is a position, `role` 0 for who has not acted, 1 has raised, 2 has called.

    After a huge raise, a fourth bet or all-in it does not count who raised and how many called. Such hands are rare and
    played for stacks: divided further, no row would see enough of them to learn anything but noise.
    """
    if level == HUGE_OPEN or level >= HUGE_RE_RAISE:
        callers = 0
        raiser = 0
    last = raiser if level > 0 else 0
    return (((position * LEVELS + level) * POSITIONS + last) * CALLS + min(callers, CALLS - 1)) * ROLES + role


@njit
def later_situation(opponents, place, behind, depth, initiative, faced):
    """Numbers from 0; `place` 0 first, 1 between, 2 last; `initiative` 0 nobody, 1 the player, 2 another."""
    many = min(opponents, OPPONENTS) - 1
    found = ((many * PLACES + place) * BEHIND + behind) * DEPTHS + depth
    return (found * INITIATIVES + initiative) * FACED + faced


@njit
def place_among(live, player):
    """First, between or last of the players still in, which are bits."""
    below = live & ((1 << player) - 1)
    above = live >> (player + 1)
    return 0 if below == 0 else 2 if above == 0 else 1


@njit
def bits_of(number):
    """How many bits are set."""
    count = 0
    while number:
        number &= number - 1
        count += 1
    return np.int64(count)
