"""GS1 before the flop and on it: an equilibrium of two rounds over classes of hands, and the ranges that follow.

From nothing the model takes some minutes (`riverboat tables --build gs1`): wins and losses of 1,286,792 hands and
flops, 2,465 classes of them, who wins how often for each pair of classes over all run-outs, and CFR to 0.0005 small
bets. Every step is kept in the cache; Ctrl-C loses little.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.abstraction.thresholds import GS1_CLASSES, flop_classes
from riverboat.abstraction.views import StartingHands, StartingHandsAndFlops
from riverboat.agents.psopti.models import ModelOptions, from_start
from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.games.betting import Betting
from riverboat.games.state import State
from riverboat.progress import OnProgress
from riverboat.solve.abstract.building import solved_model
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import limit_holdem, two_round_game, two_rounds_unseen

Blueprint = Literal["two_rounds", "four_rounds", "starting_hands"]
TARGET: Final = 0.0005
"""Small bets per hand, in the model."""
COARSE_TARGET: Final = 0.01
FLOOR: Final = 1e-4
"""What every hand keeps of the largest weight of a range."""
TURN: Final = 2
"""The street from which on hands are solved in play."""
Weights = NDArray[np.float64]


def two_rounds(on_progress: OnProgress | None = None) -> FollowedModel:
    """The published model: 169 starting hands, 2,465 classes on the flop, no betting later."""
    classes = flop_classes(GS1_CLASSES, on_progress)
    strategy = solved_model(
        "gs1-two-rounds", lambda: two_round_game(classes, on_progress), TARGET, on_progress=on_progress
    )
    return FollowedModel(strategy, StartingHandsAndFlops(classes))


def starting_hands(on_progress: OnProgress | None = None) -> FollowedModel:
    """Two rounds in which nobody looks at the flop: for trying things out, built in a second."""
    strategy = solved_model(
        "gs1-starting-hands", lambda: two_rounds_unseen(on_progress), COARSE_TARGET, on_progress=on_progress
    )
    return FollowedModel(strategy, StartingHands())


def blueprint(name: Blueprint, on_progress: OnProgress | None = None) -> FollowedModel:
    """The model that is played before the turn; with four rounds it knows that there will be betting later."""
    if name == "two_rounds":
        return two_rounds(on_progress)
    if name == "starting_hands":
        return starting_hands(on_progress)
    return from_start(ModelOptions(parse_bucketing("psopti(6)")), "four_rounds", on_progress)


class AtTurn(NamedTuple):
    """A hand when the turn is dealt."""

    first: Weights
    """float64[1326]: how likely each holding of position 0 is; the largest is 1."""
    second: Weights
    """The same of position 1."""
    pot: int


def at_turn(model: FollowedModel, betting: Betting, board: tuple[int, ...]) -> AtTurn:
    """How likely each holding of each position is by the turn: its own actions before, with its own class.

    Bayes' rule with the model for both players: Pr(holding | actions) is proportional to Pr(actions | holding). What
    somebody does that the model never does says nothing. The largest weight is 1, and no holding that the board leaves
    has less than `FLOOR`: the model is not certain of anybody's cards.
    """
    found = [np.ones(HOLDINGS), np.ones(HOLDINGS)]
    state = State(limit_holdem(), _deck_with(board))
    for street, position, action in betting.actions:
        if street >= TURN:
            break
        node = model.node(state.betting)
        if node is not None and action in model.choices(node):
            choice = model.choices(node).index(action)
            views = model.views.by_holding(board[:3] if street else ())
            likely = np.where(views >= 0, model.rows(node)[views, choice], 0.0)
            if (found[position] * likely).any():
                found[position] = found[position] * likely
        state.apply(action)
    blocked = np.asarray(np.isin(HOLDING_CARDS, board).any(axis=1))
    ranges = [_with_floor(np.where(blocked, 0.0, weights), blocked) for weights in found]
    return AtTurn(ranges[0], ranges[1], sum(state.committed))


def _with_floor(weights: Weights, blocked: NDArray[np.bool_]) -> Weights:
    if not weights.any():
        return np.where(blocked, 0.0, 1.0)
    return np.where(blocked, 0.0, np.maximum(weights / weights.max(), FLOOR))


def _deck_with(board: tuple[int, ...]) -> tuple[int, ...]:
    """A deck that deals this board to hands that nobody looks at."""
    rest = [card for card in range(DECK_SIZE) if card not in board]
    return (*rest[:4], *board, *rest[4:])
