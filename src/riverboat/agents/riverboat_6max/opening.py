"""With which hands does the blueprint open at each position, beside what is usual?"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.riverboat_6max.blueprints import blueprint_for
from riverboat.cards.holdings import HOLDINGS
from riverboat.cards.ranges import Range
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.solve.multiway.game import ALL_IN, LARGE

POSITIONS: Final = {"UTG": "15%", "HJ": "19%", "CO": "27%", "BTN": "45%", "SB": "40%"}
"""Those who can open when all before them fold, and about how many hands players and solvers open there."""
_PLAYED: Final = 0.5


class OpeningRange(NamedTuple):
    """One position."""

    position: str
    share: float
    """Of all hands, those that raise when everybody before has folded."""
    usual: str
    text: str
    """The hands that raise more often than not."""


def opening_ranges(path: str | Path | None = None) -> list[OpeningRange]:
    """The opening raises of a blueprint, from under the gun on."""
    found = []
    for folds, (position, usual) in enumerate(POSITIONS.items()):
        raises = opening_raises(folds, path)
        text = str(Range.from_weights((raises > _PLAYED).astype(np.float64)))
        found.append(OpeningRange(position, float(raises.sum() / HOLDINGS), usual, text))
    return found


def opening_raises(folds: int, path: str | Path | None = None) -> NDArray[np.float64]:
    """float64[1326]: how often each hand raises after this many folds of six players."""
    blueprint = blueprint_for(path)
    state = State(parse_game("holdem(betting=no-limit,players=6,stacks=10000)"), tuple(range(52)))
    for _ in range(folds):
        state.apply(Action.fold())
    return np.asarray(blueprint.rows(blueprint.situation(state.betting), ())[:, [LARGE, ALL_IN]].sum(axis=1))
