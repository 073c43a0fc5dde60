"""Which hands can a player have after this line? Both ranges of a hold'em hand, from a policy for both players.

By Bayes' rule, Pr(holding | actions) is proportional to the product of the policy's probabilities of a player's own
actions with that holding. Any `Policy` that answers for whole ranges will do: a blueprint, PsOpti, a solved spot. What
somebody does that the policy never does says nothing about the cards. Cost: one question to the policy per action.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.games.betting import Betting
from riverboat.games.state import State
from riverboat.solve.core.policy import Policy

Weights = NDArray[np.float64]
FLOOR: Final = 0.01
"""Hands that the opponent should not have keep this part of his largest weight: he may play otherwise."""
BOARD_CARDS: Final = (0, 3, 4, 5)


class LineRanges(NamedTuple):
    """The ranges when a street begins, and the state of the betting there."""

    weights: tuple[Weights, Weights]
    """float64[1326] of both players, the first to act first; the largest is 1, 0 where the board blocks a holding."""
    state: State
    """The hand as it was then, with cards that nobody looks at."""
    positions: tuple[int, int] = (0, 1)
    """Whose ranges they are: at larger tables, the two who are left."""

    def floored(self, side: int, board: tuple[int, ...], floor: float = FLOOR) -> Weights:
        """The range of a player in which no holding that the board leaves is ruled out."""
        return np.where(blocked_by(board), 0.0, np.maximum(self.weights[side], floor))


def ranges_before(policy: Policy, betting: Betting, board: tuple[int, ...], street: int) -> LineRanges:
    """Both ranges before the first action of a street, heads-up; `board` has the cards of that street."""
    found = [np.ones(HOLDINGS), np.ones(HOLDINGS)]
    state = replayed(betting)
    for at, position, action in betting.actions:
        if at >= street:
            break
        actions = policy.range_probabilities(state.betting, board[: BOARD_CARDS[at]])
        place = actions.place(action)
        if place >= 0 and (likely := found[position] * actions.probabilities[:, place]).any():
            found[position] = likely
        state.apply(action)
    blocked = blocked_by(board[: BOARD_CARDS[street]])
    first, second = (scaled(np.where(blocked, 0.0, weights), blocked) for weights in found)
    return LineRanges((first, second), state)


def replayed(betting: Betting) -> State:
    """The start of a hand with the stacks of this one, and cards that nobody looks at."""
    stacks = [behind + paid for behind, paid in zip(betting.stacks, betting.committed, strict=True)]
    return State(betting.rules, tuple(range(DECK_SIZE)), stacks)


def blocked_by(board: tuple[int, ...]) -> NDArray[np.bool_]:
    """bool[1326]: the holdings that need a card of the board."""
    return np.asarray(np.isin(HOLDING_CARDS, board).any(axis=1))


def scaled(weights: Weights, blocked: NDArray[np.bool_]) -> Weights:
    """The same with a largest weight of 1; any hand that the board leaves if nothing is left."""
    top = weights.max()
    return weights / top if top > 0.0 else np.where(blocked, 0.0, 1.0)
