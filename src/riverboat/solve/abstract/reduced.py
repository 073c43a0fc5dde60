"""What is a hand worth in a much smaller game? Hold'em's cards with Leduc's betting (Teófilo 2016, section 5.3).

The reduced game starts on a street, with its board. Both players have put in an ante of 1; there are two rounds of
betting, of 2 and of 4, with one bet in each; then the rest of the board is dealt and hands are compared. It has 14
decisions where limit hold'em has thousands, so every hand of a board can have its own strategy, without any
abstraction: an abstract game whose views are the hands of the board up to the names of suits, and whose edge is exact,
over all run-outs. The *utility* of a hand is what it wins there in equilibrium from a random hand, as the mean of both
seats, in antes.

The thesis says "Leduc hold'em with the full deck", which has no flop, turn and river to start from; where its second
round lies in hold'em is not said. Here both rounds are bet on what is known at the start. A second round after the
river would need a strategy for every run-out of every board: hours instead of minutes for all flops.

Cost: 0.1 s for the run-outs of a flop and 0.1 s for 30 iterations; turn 0.1 s; before the flop milliseconds.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import places_of
from riverboat.abstraction.runouts import RUNOUTS, runouts_won
from riverboat.cards.holdings import HOLDINGS
from riverboat.odds.showdown.spot import HOLDING_BITS
from riverboat.progress import OnProgress
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.models import limit_holdem, starting_hand_pairs
from riverboat.solve.abstract.solver import AbstractSolver
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.betting import BettingTree, build_betting
from riverboat.solve.core.method import METHODS

Floats = NDArray[np.float64]
ANTE: Final = 1
BETS: Final = (2, 4)
ITERATIONS: Final = 30
"""For a board; before the flop ten times as many cost nothing."""


@cache
def reduced_betting() -> BettingTree:
    """An ante, then one bet in each of two rounds."""
    rules = limit_holdem()
    hole = replace(rules.streets[0], bet=BETS[0], max_raises=1, opener=0)
    later = replace(rules.streets[1], bet=BETS[1], max_raises=1, opener=0, board=5)
    return build_betting(
        replace(rules, name="reduced_game", settings=(), streets=(hole, later), blinds=(0, 0), antes=(ANTE, ANTE))
    )


def reduced_game(board: NDArray[np.uint8]) -> tuple[AbstractGame, NDArray[np.int64]]:
    """The reduced game on a flop, turn or river, and the view of each holding: int64[1326], -1 where it is blocked."""
    live, won = runouts_won(board)
    _, views = np.unique(places_of(board)[1], return_inverse=True)
    order = np.argsort(views, kind="stable")
    starts = np.flatnonzero(np.diff(views[order], prepend=-1))
    bits = HOLDING_BITS[live[order]]
    apart = (bits[:, None] & bits[None, :]) == 0

    def by_view(pairs: NDArray[np.float64]) -> Floats:
        return np.asarray(np.add.reduceat(np.add.reduceat(pairs, starts, axis=0), starts, axis=1))

    joint = by_view(apart.astype(np.float64))
    edge = by_view(np.where(apart, won[np.ix_(order, order)], 0).astype(np.float64))
    total = joint.sum()
    view_of = np.full(HOLDINGS, -1, np.int64)
    view_of[live] = views
    return _two_rounds(joint / total, edge / (total * RUNOUTS[len(board)]), "one board"), view_of


def reduced_preflop_game(on_progress: OnProgress | None = None) -> AbstractGame:
    """The reduced game before the flop: the 169 starting hands are the views."""
    return _two_rounds(*starting_hand_pairs(on_progress), "169 starting hands")


def _two_rounds(joint: Floats, edge: Floats, cards: str) -> AbstractGame:
    views = len(joint)
    parents = (np.zeros(views, np.int64), np.arange(views))
    return AbstractGame(reduced_betting(), parents, (joint, joint), edge, f"reduced game, {cards}")


def solve_reduced(game: AbstractGame, iterations: int = ITERATIONS) -> AbstractStrategy:
    """An equilibrium, nearly."""
    solver = AbstractSolver(game, METHODS["dcfr"], dtype=np.float32, threads=1)
    solver.iterate(iterations)
    return solver.strategy


def utilities(game: AbstractGame, iterations: int = ITERATIONS) -> Floats:
    """What each view wins in equilibrium, in antes: the mean of both seats."""
    strategy = solve_reduced(game, iterations)
    found: Floats = (strategy.view_values(0) + strategy.view_values(1)) / 2
    return found


def utility_by_holding(board: NDArray[np.uint8]) -> Floats:
    """float64[1326] on a flop, turn or river; NaN where the board holds a card of the hand."""
    game, view_of = reduced_game(board)
    return np.where(view_of >= 0, utilities(game)[view_of], np.nan)
