"""A four-round model that needs no tables: two buckets on each street, cheap to compute, counted on a few boards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import NO_BUCKET, Bucketing, StreetBuckets
from riverboat.abstraction.joint import _counted
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.odds.strength import expected_strength_by_holding
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.model import AbstractModel, Model
from riverboat.solve.abstract.models import limit_holdem


class TwoBuckets(StreetBuckets):
    """Before the flop high cards or not; on flop and turn paired with the board or not; on the river above average."""

    def __init__(self, street: int) -> None:
        self.street = street

    @property
    def count(self) -> int:
        return 2

    @property
    def identity(self) -> str:
        return f"two buckets {self.street}"

    def computed(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        ranks = HOLDING_CARDS // 4
        if self.street == 0:
            good = (ranks.max(axis=1) >= 10) | (ranks[:, 0] == ranks[:, 1])
        elif self.street == 3:
            good = np.nan_to_num(expected_strength_by_holding(board)) > 0.5
        else:
            good = np.isin(ranks, board // 4).any(axis=1) | (ranks[:, 0] == ranks[:, 1])
        found: NDArray[np.uint16] = np.asarray(good, np.uint16).copy()
        found[np.isin(HOLDING_CARDS, board).any(axis=1)] = NO_BUCKET
        return found


BUCKETS = Bucketing("two buckets", tuple(TwoBuckets(street) for street in range(4)))


def small_model(text: str = "four_rounds", raises: int = 4) -> AbstractModel:
    """Of limit hold'em."""
    return AbstractModel(limit_holdem(), Model(text, raises=raises), BUCKETS)


def counted(model: AbstractModel, flops: int = 40) -> AbstractGame:
    """Its cards, from a board for each of some flops."""
    first, last = model.model.first, model.model.last
    return model.with_cards(*_counted(BUCKETS, first, last, 1, 1, 1, flops, None))  # without a file in the cache
