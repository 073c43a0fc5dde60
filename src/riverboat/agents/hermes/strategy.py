"""Shove or not? The rules of Figure 70 (Teófilo 2016, section 6.4.2).

The figure's last branch repeats a part of the one before, so that it can never be reached; the small blind was probably
meant. `resteals_from` has the positions that re-steal: as printed the big blind alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from riverboat.agents.hermes.tables import GameState, Position

SB, BB, CO, BTN = Position.SMALL_BLIND, Position.BIG_BLIND, Position.CUT_OFF, Position.BUTTON
OPENING_IN_SMALL_BLIND: Final = 0.6
"""How often class 2 is shoved from the small blind when all have folded."""
RESTEAL_FOLDS: Final = 0.5
"""How often an opponent must fold to two raises for a re-steal."""
PRINTED: Final = (BB,)
REPAIRED: Final = (BB, SB)
"""Positions that re-steal."""

_SHOVES: Final[Mapping[int, Mapping[GameState, Collection[Position]]]] = {
    2: {
        GameState.UNOPENED: (SB, CO, BTN),
        GameState.LIMPED: (BB, SB),
        GameState.ALLIN: (BB, SB),
        GameState.LIMPS: (BB,),
        GameState.RAISED: (BB, SB, BTN),
    },
    3: {GameState.UNOPENED: (BTN, SB), GameState.LIMPED: (BB,), GameState.RAISED: (BB,)},
}
"""From where the classes 2 and 3 go all-in, if that has a positive expected return."""


def shove_probability(
    hand_class: int | None,
    state: GameState,
    position: Position,
    opponent: Position,
    fold3bet: float,
    has_return: Callable[[], bool],
    resteals_from: Collection[Position] = PRINTED,
) -> float:
    """How likely Hermes goes all-in; otherwise it folds, or checks if that is free.

    `has_return` says whether the expected return is 0 or more; it is asked where the figure needs it.
    """
    if hand_class is None:
        return 0.0
    if hand_class == 1:
        return 1.0
    if hand_class in _SHOVES and has_return():
        if position not in _SHOVES[hand_class].get(state, ()):
            return 0.0
        mixed = hand_class == 2 and state is GameState.UNOPENED and position is SB
        return OPENING_IN_SMALL_BLIND if mixed else 1.0
    stealers = (BTN, SB) if position is BB else (BTN,)
    resteals = position in resteals_from and state is GameState.RAISED and opponent in stealers
    return float(resteals and fold3bet >= RESTEAL_FOLDS)
