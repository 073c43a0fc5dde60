"""What can the opponent expect from a turn on, against a strategy over buckets? What re-solving lets him leave with.

The same question as `solve/spot/boundary.py` answers for any policy by asking it at thousands of decisions; a strategy
over buckets answers it in one pass of the lane kernels over the rivers, 50 ms in place of seconds.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from riverboat.games.betting import Betting
from riverboat.solve.limit.choices import meetable
from riverboat.solve.limit.lines import lane_of, line_of, stakes
from riverboat.solve.limit.responder import LineResponses
from riverboat.solve.limit.strategy import LimitStrategy

_TURN = 2


def turn_values_against(
    strategy: LimitStrategy, betting: Betting, board: tuple[int, ...], player: int
) -> NDArray[np.float64] | None:
    """float64[1326]: what each holding of the other player can get of the pot by a best response; chips.

    `betting` is any of the hand from the turn on. None if the strategy never brings its player here.
    """
    line, me = line_of(betting, _TURN), 1 - player
    responses = _responses(strategy)
    turn = tuple(board[:4])
    reach = responses.reach(me, turn, line).astype(np.float64)
    if not reach.any():
        return None
    met = meetable(reach)
    won = responses.turn_values(me, turn, line).astype(np.float64)
    stake = float(stakes(_TURN).ravel()[lane_of(_TURN)[line]])
    mean = np.divide(won, met, out=np.zeros_like(won), where=met > 1e-9)
    return (mean + stake) * (betting.rules.largest_blind / 2)


@lru_cache(maxsize=2)
def _responses(strategy: LimitStrategy) -> LineResponses:
    return LineResponses(strategy)
