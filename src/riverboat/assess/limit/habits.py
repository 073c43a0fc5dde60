"""What does a best responder do on flop, turn and river? How often it folds, calls and raises there.

Counted on some flops of a run, one random turn and river each, with all hands of both players on all lines. What the
responder does before the flop is not known yet when a flop is computed, so that counts are kept by the line into the
flop and the starting hand: 10,647 numbers a seat.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.odds.showdown.suits import keeping
from riverboat.solve.limit.choices import best_shares, decision_values, meetable, met_at_decisions
from riverboat.solve.limit.flop import Behind, FlopResponse
from riverboat.solve.limit.lines import (
    BETS,
    CLOSING_OF_ROW,
    FIRST_ACTION,
    LINES,
    NODE_ACTIONS,
    hand_lanes,
    lane_of,
    preflop_multipliers,
    row_multipliers,
    stakes,
)
from riverboat.solve.limit.preflop import PreflopResponse, preflop_shares
from riverboat.solve.limit.responder import river_behind
from riverboat.solve.limit.strategy import LimitStrategy

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
STREETS: Final = ("flop", "turn", "river")
KINDS: Final = ("fold", "call", "raise")
_KIND: Final = {"f": 0, "k": 1, "c": 1, "b": 2, "r": 2}


def count_actions(response: FlopResponse, strategy: LimitStrategy, flop: tuple[int, ...]) -> Singles:
    """float32[3 streets, 7 lines, 169, 3 kinds]: how often actions are taken, after `response.values(flop)`.

    Weighted by the pairs of hands that get there if the responder brings all of his to the flop.
    """
    assert response.on_flop is not None
    me = response.me
    rng = np.random.default_rng([*flop])
    rest = [card for card in range(DECK_SIZE) if card not in flop]
    turn, river = rng.choice(rest, 2, replace=False).tolist()
    found = np.zeros((len(STREETS), LINES[1], CLASSES, len(KINDS)), np.float32)
    own = _alive((*flop,))[:, None] * np.ones(LINES[1], np.float32)
    own = _street(me, 1, response.on_flop, own, found[0])
    theirs = _into(response.on_flop.reach)
    lanes, lane = hand_lanes(2), lane_of(2)
    by_lane = lanes.reshape(-1, HOLDINGS, lanes.shape[1])
    by_lane[lane // lanes.shape[1], :, lane % lanes.shape[1]] = theirs.T
    response.turn_values((*flop, turn), keeping([flop, (turn,)]), lanes)
    own = _street(me, 2, response.on_turn, own * _alive((*flop, turn))[:, None], found[1])
    board = (*flop, turn, river)
    alive = _alive(board)[:, None]
    theirs = _into(response.on_turn.reach) * alive
    behind = river_behind(strategy, me, board, theirs, np.arange(LINES[3]))
    _street(me, 3, behind, own * alive, found[2])
    return found


def frequencies(response: PreflopResponse, counts: Floats) -> dict[str, dict[str, float]]:
    """By street: how often the responder folds, calls (or checks) and raises (or bets), from weighted counts."""
    lines = preflop_multipliers(preflop_shares(response.me, response.choices), response.me)
    found = {}
    for name, street in zip(STREETS, counts, strict=True):
        total = np.einsum("cl,lck->k", lines.astype(np.float64), street)
        shares = total / total.sum() if total.sum() > 0 else np.zeros(len(KINDS))
        found[name] = dict(zip(KINDS, shares.tolist(), strict=True))
    return found


def _street(me: int, street: int, behind: Behind, own: Singles, counts: Singles) -> Singles:
    """Count what is done on a street; gives the responder's reach [1326, lines] into the next one."""
    met = np.stack([meetable(row) for row in behind.reach])
    stake = stakes(street).ravel()[lane_of(street)]
    shares = best_shares(decision_values(me, met, behind.leaves, stake, BETS[street]))
    rows = row_multipliers(shares, me) * own[..., None]
    for letters, first, before, there in zip(
        NODE_ACTIONS, FIRST_ACTION, _own_before(rows, own, me), met_at_decisions(me, met), strict=True
    ):
        for place, letter in enumerate(letters):
            weight = shares[..., first + place] * before * there
            by_line = weight.reshape(HOLDINGS, -1, LINES[1]).sum(axis=1)
            np.add.at(counts[:, :, _KIND[letter]].T, HOLDING_CLASS, by_line)
    closings = np.empty_like(rows)
    closings[..., list(CLOSING_OF_ROW[me])] = rows
    return np.asarray(closings.transpose(0, 2, 1).reshape(HOLDINGS, -1))


def _own_before(rows: Singles, own: Singles, me: int) -> tuple[Singles, ...]:
    """The responder's own reach at each of his five decisions: products of what he did before on the street."""
    checked = rows[..., 0] if me == 0 else own
    bet, raised = rows[..., 1], rows[..., 6]
    return own, bet, rows[..., 3], checked, raised


def _into(reach: Singles) -> Singles:
    """[1326, lines into the next street] of a reach behind closings [9, 1326, lines]."""
    return np.asarray(reach.transpose(1, 0, 2).reshape(HOLDINGS, -1))


def _alive(board: tuple[int, ...]) -> Singles:
    return np.asarray(~np.isin(HOLDING_CARDS, board).any(axis=1), np.float32)
