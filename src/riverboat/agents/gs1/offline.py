"""GS1 before the flop and on it: an equilibrium of two rounds over classes of hands, and the ranges that follow."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.thresholds import GS1_CLASSES, flop_classes
from riverboat.abstraction.views import StartingHandsAndFlops
from riverboat.agents.psopti.models import ModelOptions, from_start
from riverboat.cards.holdings import HOLDINGS
from riverboat.games.betting import Betting
from riverboat.games.state import State
from riverboat.progress import OnProgress
from riverboat.solve.abstract.building import solved_model
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import limit_holdem, two_round_game

Blueprint = Literal["two_rounds", "four_rounds"]
TARGET: Final = 0.0005
"""Small bets per hand, in the model."""
FLOOR: Final = 1e-4
"""How much of all hands is mixed into a range that would be empty."""


def two_rounds(on_progress: OnProgress | None = None) -> FollowedModel:
    """The published model: 169 starting hands, 2,465 classes on the flop, no betting later."""
    classes = flop_classes(GS1_CLASSES, on_progress)
    strategy = solved_model(
        "gs1-two-rounds", lambda: two_round_game(classes, on_progress), TARGET, on_progress=on_progress
    )
    return FollowedModel(strategy, StartingHandsAndFlops(classes))


def blueprint(name: Blueprint, on_progress: OnProgress | None = None) -> FollowedModel:
    """The model that is played before the turn; with four rounds it knows that there will be betting later."""
    return (
        two_rounds(on_progress)
        if name == "two_rounds"
        else from_start(ModelOptions("psopti(6)"), "four_rounds", on_progress)
    )


def ranges_at(model: FollowedModel, betting: Betting, board: tuple[int, ...]) -> tuple[NDArray[np.float64], ...]:
    """How likely each holding of each position is by the turn: its own actions before, with its own class.

    Bayes' rule with the model for both players. What somebody does that the model never does tells nothing.
    """
    found = [np.ones(HOLDINGS), np.ones(HOLDINGS)]
    state = State(limit_holdem(), _deck_with(board))
    for street, position, action in betting.actions:
        if street > 1:
            break
        seen = board[:3] if street else ()
        node = model.node(state.betting)
        if node is not None and action in model.choices(node):
            choice = model.choices(node).index(action)
            views = model.views.by_holding(seen)
            likely = np.where(views >= 0, model.rows(node)[views, choice], 0.0)
            if (found[position] * likely).any():
                found[position] = found[position] * likely
        state.apply(action)
    return tuple(found)


def _deck_with(board: tuple[int, ...]) -> tuple[int, ...]:
    """A deck that deals this board to hands that nobody looks at."""
    rest = [card for card in range(52) if card not in board]
    return (*rest[:4], *board, *rest[4:])
