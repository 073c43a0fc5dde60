"""The one interface of all rankings, and the checks of what goes into them.

A ranking turns the cards of a player, and of the board where there is one, into a number: 0 is the worst hand, higher
is better, in lows too, and equal numbers split the pot. Numbers of different rankings do not compare. Only rankings
with a qualifier have a hand below 0: `NO_HAND`, which wins nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, card_text, cards_text, parse_cards
from riverboat.errors import DealError

Cards = Sequence[int] | str
"""Cards as numbers or as text."""

Hands = NDArray[np.uint8]

NO_HAND: Final = -1
"""The rank of cards that do not qualify."""

_SLICE: Final = 1 << 17  # hands between two checks for Ctrl-C


class Ranking(ABC):
    """A way to rank hands: `rank` for one, `rank_batch` for many, `best` and `describe` for people.

    Every method takes the player's cards and, optionally, the board. Where `takes` is "cards" the two are simply put
    together, so all cards may be given at once; where it is "hole and board" the two are used differently.
    """

    takes: ClassVar[Literal["cards", "hole and board"]] = "cards"
    max_cards: ClassVar[int] = 20
    """Maximum number of cards; beyond it there are too many combinations."""

    def __init__(self, name: str, title: str, lowest: int = 0) -> None:
        """A ranking under its name.

        Args:
            name: Its name in `RANKINGS`.
            title: Its name for people.
            lowest: The lowest rank in the deck: 0 (deuces), or 4 (sixes) in a short deck.
        """
        self.name: Final = name
        self.title: Final = title
        self.lowest: Final = lowest
        """The lowest rank in the deck: 0 (deuces), or 4 (sixes) in a short deck."""

    def __repr__(self) -> str:
        return f"<ranking {self.name}: {self.title}>"

    @property
    @abstractmethod
    def classes(self) -> int:
        """How many different ranks there are: 0 up to `classes` - 1."""

    @abstractmethod
    def _rank_arrays(self, holes: Hands, boards: Hands) -> NDArray[Any]:
        """The ranks of checked hands; `boards` has as many rows and perhaps no columns."""

    @abstractmethod
    def _size_problem(self, hole: int, board: int) -> str | None:
        """The error for this number of cards, with what would be right."""

    @abstractmethod
    def _best(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The cards that make the hand, from checked cards."""

    @abstractmethod
    def _words(self, best: Sequence[int]) -> str:
        """The hand that these cards make, in words."""

    def rank(self, cards: Cards, board: Cards = ()) -> int:
        """The rank of one hand; higher is better."""
        hole, table = self._read(cards, board)
        return int(self._rank_arrays(_one_row(hole), _one_row(table))[0])

    def rank_batch(
        self, hands: NDArray[Any], boards: NDArray[Any] | None = None, *, check: bool = True
    ) -> NDArray[Any]:
        """The ranks of many hands, an integer array [N].

        Args:
            hands: Card numbers 0 to 51, an integer array [N, cards].
            boards: Their boards [N, cards], or one board [cards] for all.
            check: Without, the cards are trusted.
        """
        holes = _as_bytes(hands, "hands")
        table = np.zeros((len(holes), 0), np.uint8) if boards is None else _boards_as_bytes(boards, len(holes))
        problem = self._size_problem(holes.shape[1], table.shape[1])
        if problem:
            raise DealError(f"batch of hands {hands.shape}: {problem}")
        if check:
            self._check_batch(holes, table)
        parts = [slice(start, start + _SLICE) for start in range(0, len(holes), _SLICE)] or [slice(0)]
        ranks = [self._rank_arrays(holes[part], table[part]) for part in parts]
        return ranks[0] if len(ranks) == 1 else np.concatenate(ranks)

    def best(self, cards: Cards, board: Cards = ()) -> tuple[int, ...]:
        """The cards that make the hand, laid out as players do; none where nothing qualifies."""
        return self._best(*self._read(cards, board))

    def describe(self, cards: Cards, board: Cards = ()) -> str:
        """The hand in words."""
        return self._words(self.best(cards, board))

    def _read(self, cards: Cards, board: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
        hole, table = self._parse(cards), self._parse(board)
        self._check_cards((*hole, *table))
        problem = self._size_problem(len(hole), len(table))
        if problem:
            beside = f' and board "{self._text(table)}"' if table else ""
            raise DealError(f'hand "{self._text(hole)}"{beside}: {problem}')
        return hole, table

    def _parse(self, cards: Cards) -> tuple[int, ...]:
        return parse_cards(cards) if isinstance(cards, str) else tuple(int(card) for card in cards)

    def _text(self, cards: Sequence[int]) -> str:
        return cards_text(cards)

    def has_card(self, card: int) -> bool:
        """Whether the card is in the deck of this ranking."""
        return 4 * self.lowest <= card < DECK_SIZE

    def _check_cards(self, cards: Sequence[int]) -> None:
        for place, card in enumerate(cards):
            if not self.has_card(card):
                if 0 <= card < DECK_SIZE:
                    low = card_text(4 * self.lowest)[0]
                    raise DealError(f"{card_text(card)} is not in the deck of {self.name}, which begins at {low}")
                raise DealError(f"hand {tuple(cards)}: {card} is not a card; cards are numbered 0 to 51")
            if card in cards[:place]:
                raise DealError(f'hand "{self._text(cards)}": {self._text([card])} comes twice')

    def _check_batch(self, holes: Hands, boards: Hands) -> None:
        from riverboat.cards.ranking.variants._kernels import first_bad_deal

        bad = first_bad_deal(holes, boards, np.uint8(4 * self.lowest), np.uint8(DECK_SIZE - 1))
        if bad >= 0:
            cards = [*holes[bad].tolist(), *boards[bad].tolist()]
            try:
                self._check_cards(cards)
            except DealError as error:
                raise DealError(f"row {bad} of the batch: {error}") from None


def _one_row(cards: Sequence[int]) -> Hands:
    return np.array([cards], np.uint8).reshape(1, len(cards))


def _as_bytes(hands: NDArray[Any], what: str) -> Hands:
    """The hands as contiguous uint8; numbers that do not fit are refused, not wrapped around."""
    if hands.ndim != 2:
        raise DealError(f"{what} of shape {hands.shape}: expected an array [N, cards]")
    if hands.dtype != np.uint8:
        if not np.issubdtype(hands.dtype, np.integer):
            raise DealError(f"{what} of type {hands.dtype}: cards are integers 0 to 51")
        if hands.size and (hands.min() < 0 or hands.max() > 255):
            raise DealError(f"{what} with a card {hands.min() if hands.min() < 0 else hands.max()}: expected 0 to 51")
    return np.ascontiguousarray(hands, np.uint8)


def _boards_as_bytes(boards: NDArray[Any], rows: int) -> Hands:
    """One board for each row of hands; a single board serves for all."""
    if boards.ndim == 1:
        boards = np.broadcast_to(boards, (rows, len(boards)))
    if len(boards) != rows:
        raise DealError(f"{len(boards)} boards for {rows} hands: expected one board each, or one for all")
    return _as_bytes(boards, "boards")
