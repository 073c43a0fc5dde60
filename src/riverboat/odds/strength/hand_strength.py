"""How often is this hand the best one now? Hand strength (HS), for one hand or for all hands of a board at once.

Every hand that an opponent may hold is compared with ours on the board as it lies: HS = (ahead + tied/2) / all
(Billings 2006, Fig. 2.3). Each opponent's hand counts with its weight, if there is a range or a weight table. HS
against n opponents alike is HS^n, against n different ones the product of their HS: both take the opponents' hands as
independent, which they are not quite, since no two hold the same card. Cards to come play no part; see `potential.py`
and `expected.py`.

Cost: about 10 us for one hand, below 0.1 ms for all holdings of a board.
"""

from __future__ import annotations

from math import prod
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import Cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.odds.strength.inputs import (
    Against,
    Opponent,
    Spot,
    Weights,
    average_table,
    live_weights,
    read_against,
    read_board,
    read_opponents,
    read_spot,
    tables,
)

Combination = Literal["product", "field"]
"""How several opponents' tables become one number: the product of HS_i, or HS^n against the field's average table."""

_NEGLIGIBLE = 1e-12


class Standing(NamedTuple):
    """The weight of one opponent's hands that ours beats, ties and loses to; whole numbers where all weigh 1."""

    ahead: float
    tied: float
    behind: float

    @property
    def strength(self) -> float:
        """HS = (ahead + tied/2) / (ahead + tied + behind)  (Billings 2006, Fig. 2.3)."""
        return (self.ahead + self.tied / 2.0) / (self.ahead + self.tied + self.behind)


class HandStrength(float):
    """HS against all opponents, a number from 0 to 1 that also knows the standing behind it."""

    standings: tuple[Standing, ...]
    """One for each table given, or one for all opponents alike."""

    def __new__(cls, value: float, standings: tuple[Standing, ...]) -> Self:
        made = super().__new__(cls, value)
        made.standings = standings
        return made

    @property
    def ahead(self) -> float:
        """Weight of the (first) opponent's hands that ours beats."""
        return self.standings[0].ahead

    @property
    def tied(self) -> float:
        """Weight of the (first) opponent's hands that tie with ours."""
        return self.standings[0].tied

    @property
    def behind(self) -> float:
        """Weight of the (first) opponent's hands that beat ours."""
        return self.standings[0].behind

    def __reduce__(self) -> tuple[type[HandStrength], tuple[float, tuple[Standing, ...]]]:
        return HandStrength, (float(self), self.standings)


def hand_strength(
    hole: Cards, board: Cards, opponents: int = 1, against: Against = None, combination: Combination = "product"
) -> HandStrength:
    """HS of a hand on a flop, turn or river.

    `against` is one range or weight table for all `opponents` alike, or a list with one for each of them. A list is
    combined as the product of the single strengths, or with `combination="field"` as HS^n against the average table
    (Papp 1998).
    """
    spot = read_spot(hole, board)
    known = np.concatenate([spot.hole, spot.board])
    return strength_of(spot, opponents, read_against(against, known), combination)


def strength_of(spot: Spot, opponents: int, live: list[Weights] | None, combination: Combination) -> HandStrength:
    """HS of a spot whose opponents have been read."""
    if combination not in ("product", "field"):
        raise RiverboatError(f'combination "{combination}": expected "product" or "field"')
    if live is None:
        standing = standing_of(spot, None)
        return HandStrength(standing.strength ** read_opponents(opponents), (standing,))
    count = count_opponents(opponents, live)
    if combination == "field" and len(live) > 1:
        live = [average_table(live)]
    standings = tuple(standing_of(spot, weights) for weights in live)
    if len(live) == 1:
        return HandStrength(standings[0].strength ** count, standings)
    return HandStrength(prod(standing.strength for standing in standings), standings)


def count_opponents(opponents: int, live: list[Weights] | None) -> int:
    """How many opponents there are, given a table for all or one for each."""
    count = read_opponents(opponents)
    if live is None or len(live) == 1:
        return count
    if count not in (1, len(live)):
        raise RiverboatError(f"{count} opponents but {len(live)} weight tables: expected one table, or one for each")
    return len(live)


def standing_of(spot: Spot, weights: Weights | None) -> Standing:
    """How the hand stands against one opponent, as weights or as counts."""
    from riverboat.odds.strength import _kernels

    ranks = tables()
    table = ranks.by_size[2 + len(spot.board)]
    if weights is None:
        counts = _kernels.standing_against_all(table, ranks.words, spot.hole, spot.board, np.ones(HOLDINGS))
        return Standing(*(int(count) for count in counts))
    counts = _kernels.standing_against_all(table, ranks.words, spot.hole, spot.board, weights)
    return Standing(*(float(count) for count in counts))


def standings_by_holding(board: Cards, against: Opponent | None = None) -> NDArray[np.float64]:
    """float64[1326, 3]: the weight that every holding is ahead of, tied with and behind; NaN where the board holds a
    card.
    """
    from riverboat.odds.strength import _kernels

    cards = read_board(board)
    weights = np.ones(HOLDINGS) if against is None else live_weights(against, cards)
    ranks = tables()
    standings = np.full((HOLDINGS, 3), np.nan)
    _kernels.standings_of_all(ranks.by_size[2 + len(cards)], ranks.words, HOLDING_CARDS, cards, weights, standings)
    return without_dust(standings, weights)


def strength_by_holding(board: Cards, opponents: int = 1, against: Opponent | None = None) -> NDArray[np.float64]:
    """float64[1326]: HS of every holding on the board, in the order of `HOLDING_CARDS`.

    NaN for holdings with a card of the board, and for those that leave no hand to an opponent with a narrow range.
    """
    count = read_opponents(opponents)
    standings = standings_by_holding(board, against)
    with np.errstate(invalid="ignore"):
        strength = (standings[:, 0] + standings[:, 1] / 2.0) / standings.sum(axis=1)
    return np.asarray(strength**count)


def without_dust(sums: NDArray[np.float64], weights: Weights, times: int = 1) -> NDArray[np.float64]:
    """Differences of weighted sums leave rounding dust where the truth is zero: wipe it off."""
    sums[np.abs(sums) < _NEGLIGIBLE * times * weights.sum()] = 0.0
    return sums
