"""Parsing the inputs: a hand, a board, and what is known of the opponents' hands.

Everywhere a hand or a board is text ("AdQc") or card numbers. An opponent's hand is unknown (None), a range (as text
or as a `Range`), or a table of 1,326 weights in the order of `HOLDING_CARDS`, where only the proportions count.
Several opponents have a list of these. Nothing is computed here; bad input is refused here, in one line.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import Cards, cards_text, read_cards, require_distinct
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.ranges import Range
from riverboat.cards.ranking.orders import HIGH
from riverboat.cards.ranking.tables import RankTables, load_tables
from riverboat.errors import DealError, NotationError, RiverboatError

Weights = NDArray[np.float64]
Opponent = str | Range | Weights | Sequence[float]
"""One opponent's possible hands: range text, a `Range`, or 1,326 weights."""
Against = Opponent | Sequence["str | Range | Weights"] | None

STREET_NAMES = {0: "pre-flop", 3: "flop", 4: "turn", 5: "river"}


@dataclass(frozen=True)
class Spot:
    """A hand on a board, checked, as the arrays that kernels take."""

    hole: NDArray[np.uint8]
    board: NDArray[np.uint8]

    @property
    def to_come(self) -> int:
        """How many board cards are still to be dealt."""
        return 5 - len(self.board)

    def __str__(self) -> str:
        return f"{cards_text(self.hole)} on {cards_text(self.board) or 'no board'}"


@cache
def tables() -> RankTables:
    """The usual order of hands; ranks of 5, 6 and 7 cards."""
    return load_tables(HIGH)


def read_spot(hole: Cards, board: Cards, streets: tuple[int, ...] = (3, 4, 5)) -> Spot:
    """Two hole cards and a board of one of the given sizes, no card twice."""
    hole_cards = read_cards(hole)
    if len(hole_cards) != 2:
        raise DealError(f'hand "{cards_text(hole_cards)}": expected 2 cards such as "AdQc", found {len(hole_cards)}')
    board_cards = read_board(board, streets)
    require_distinct(
        (*hole_cards, *board_cards), f'hand "{cards_text(hole_cards)}", board "{cards_text(board_cards.tolist())}"'
    )
    return Spot(np.array(hole_cards, np.uint8), board_cards)


def read_board(board: Cards, streets: tuple[int, ...] = (3, 4, 5)) -> NDArray[np.uint8]:
    """A board of one of the given sizes."""
    cards = read_cards(board)
    if len(cards) not in streets:
        sizes = [f"{size} ({STREET_NAMES[size]})" for size in streets]
        wanted = sizes[0] if len(sizes) == 1 else f"{', '.join(sizes[:-1])} or {sizes[-1]}"
        raise DealError(f'board "{cards_text(cards)}": expected {wanted} cards, found {len(cards)}')
    return np.array(cards, np.uint8)


def read_opponents(opponents: int) -> int:
    """A number of opponents: at least one, and few enough that each gets two cards."""
    try:
        count = operator.index(opponents)
    except TypeError as error:
        raise RiverboatError(f"{opponents!r} opponents: expected a whole number from 1 to 22") from error
    if not 1 <= count <= 22:
        raise RiverboatError(f"{count} opponents: expected 1 to 22")
    return count


def read_look_ahead(look_ahead: int | None, board: NDArray[np.uint8]) -> int:
    """How many cards to look ahead; default: to the river."""
    to_come = 5 - len(board)
    if look_ahead is None:
        return to_come
    if look_ahead not in range(1, to_come + 1):
        street = STREET_NAMES[len(board)]
        raise RiverboatError(f"look-ahead of {look_ahead} cards: {to_come} are still to come on the {street}")
    return look_ahead


def read_against(against: Against, dead: NDArray[np.uint8]) -> list[Weights] | None:
    """A weight table for each opponent that was given, holdings with a dead card set to zero; None if none was."""
    if against is None:
        return None
    given = _several(against)
    if not given:
        raise RiverboatError("against: an empty list; expected one range or weight table for each opponent")
    return [live_weights(one, dead) for one in given]


def live_weights(opponent: Opponent, dead: NDArray[np.uint8]) -> Weights:
    """The opponent's weights without the holdings that the dead cards rule out, as a fresh array."""
    if isinstance(opponent, str):
        opponent = Range(opponent)
    if isinstance(opponent, Range):
        weights = opponent.weights.copy()
    else:
        try:
            weights = np.array(opponent, np.float64)
        except (TypeError, ValueError) as error:
            raise NotationError(f"against: expected a range or {HOLDINGS} weights, found {opponent!r:.40}") from error
    if weights.shape != (HOLDINGS,):
        raise RiverboatError(f"against: weights of shape {weights.shape}; expected {HOLDINGS}, one for each holding")
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0.0)))
    if wrong.size:
        holding = int(wrong[0])
        raise RiverboatError(
            f"against: weight {weights[holding]} of {cards_text(HOLDING_CARDS[holding])}; expected 0 or more"
        )
    weights[np.isin(HOLDING_CARDS, dead).any(axis=1)] = 0.0
    if not weights.any():
        raise RiverboatError(f"against: no hand is left once {cards_text(dead)} are out of the deck")
    return weights


def field_table(against: Sequence[str | Range | Weights], dead: Cards = "") -> Weights:
    """One table for the whole field: the average of the opponents' tables, each first scaled to sum 1.

    (Papp 1998, section 5.2.1, the "field array"; he averages the tables as they stand, which counts an opponent with
    small weights for little.) `dead` are the cards that nobody in the field can hold.
    """
    dead_cards = np.array(read_cards(dead), np.uint8)
    live = read_against(against, dead_cards)
    if live is None:
        raise RiverboatError("against: None; expected one range or weight table for each opponent")
    return average_table(live)


def average_table(live: list[Weights]) -> Weights:
    """The average of tables, each first scaled to sum 1."""
    return np.asarray(np.mean([weights / weights.sum() for weights in live], axis=0))


def _several(against: Opponent | Sequence[str | Range | Weights]) -> list[Opponent]:
    if isinstance(against, str | Range):
        return [against]
    if isinstance(against, np.ndarray):
        return [against] if against.ndim < 2 else list(against)
    if all(isinstance(entry, int | float | np.number) for entry in against) and len(against):
        return [np.asarray(against, np.float64)]
    return list(against)  # type: ignore[arg-type]
