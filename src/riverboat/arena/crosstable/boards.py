"""Pairs whose strategies are both known tables: on a board all their hands are played at once.

A session of such a pair deals boards in place of hands, and the value of a board is what the first player wins there
from the second in both orders of seats, over all hands of both and all lines of betting. Neither hidden cards nor
decisions leave any luck in it, so that some hundred boards say what some ten thousand duplicate deals would. A board
counts as the two hands that a deal has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from riverboat.arena.seeds import rng_for
from riverboat.arena.sessions import Session
from riverboat.arena.tally import Tally
from riverboat.solve.limit.winnings import random_board
from riverboat.stats.mean import RunningMean

_BOARDS = "boards"


class BoardValue(Protocol):
    """Says what a first player wins from a second one on a board. It travels to other processes."""

    label: str
    """How results call it."""

    def __call__(self, agents: Sequence[str], board: tuple[int, ...]) -> float:
        """Chips per hand, the mean of both orders of seats."""


def all_hands(session: Session, value: BoardValue) -> Tally:
    """The boards of a session, one for each of its deals; the same for the same session, wherever it is played."""
    agents = [str(agent) for agent in session.agents]
    cards = np.random.default_rng(rng_for(session.seed, _BOARDS, session.number).getrandbits(128))
    won = RunningMean()
    for _ in range(session.deals):
        won.add(value(agents, random_board(cards)))
    tally = Tally(session.names)
    tally.hands = len(agents) * session.deals
    for player, mean in zip(tally.players, (won, won.scaled(-1.0)), strict=True):
        player.hands, player.chips = tally.hands, mean
    return tally
