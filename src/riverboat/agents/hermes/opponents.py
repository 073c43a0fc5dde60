"""What Hermes knows about its opponents: three statistics by name, drawn towards the usual until there is data.

The source reads them from the database of a tracker. `vpip` and `pfr` are those of the indicators. `fold3bet` is the
share of folds among decisions in a betting round with two raises or more (section 6.4.1): not the fold to a re-raise
of trackers, which counts the opener alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.indicators import Indicators, count_hand
from riverboat.games.memory import Memory

KIND: Final = "hermes"
VERSION: Final = 1
USUAL_VPIP: Final = 0.25
USUAL_FOLD: Final = 0.5
PSEUDO_HANDS: Final = 20
"""How many hands of an ordinary player every statistic begins with."""
FLOOR: Final = 0.02


@dataclass
class Book:
    """What is known about one player."""

    indicators: Indicators = field(default_factory=Indicators)
    faced: int = 0
    """Decisions in a round with two raises or more."""
    folded: int = 0
    """Folds among them."""

    @property
    def vpip(self) -> float:
        """The share of hands with a call or raise before the flop."""
        return _shrunk(*self.indicators.sample("vpip"), USUAL_VPIP)

    @property
    def pfr(self) -> float:
        """The share of hands raised before the flop; collected as in the source, where nothing uses it."""
        return self.indicators.rate("pfr")

    @property
    def fold3bet(self) -> float:
        """The share of folds when there were two raises or more in the round."""
        return _shrunk(self.folded, self.faced, USUAL_FOLD)


UNKNOWN: Final = Book()


class OpponentBooks:
    """Everybody at the table, by name."""

    def __init__(self) -> None:
        self._books: Final[dict[str, Book]] = {}

    def book(self, name: str) -> Book:
        """What is known about a player: nothing, if there was no hand."""
        return self._books.get(name, UNKNOWN)

    def learn(self, hand: Hand, names: Sequence[str]) -> None:
        """Count a finished hand; names by position."""
        books = [self._books.setdefault(name, Book()) for name in names]
        count_hand(hand, [book.indicators for book in books])
        current, raises = 0, 0
        for street, position, action in hand.actions:
            if street != current:
                current, raises = street, 0
            if raises >= 2:
                books[position].faced += 1
                books[position].folded += action.verb == "fold"
            raises += action.verb == "raise_to"

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        """Recall what is known about these players."""
        for name in opponents:
            entry = memory.recall(name, KIND, VERSION)
            if entry is not None:
                try:
                    found, folded, faced = (entry.header[key] for key in ("indicators", "folded", "faced"))
                    book = Book(Indicators.restored(found), int(faced), int(folded))
                except (KeyError, TypeError, ValueError) as error:
                    raise RiverboatError(f"memory: what is known about {name} is damaged") from error
                self._books[name] = book

    def save_memory(self, memory: Memory) -> None:
        """Remember everybody."""
        for name, book in self._books.items():
            known = {"indicators": book.indicators.saved(), "folded": book.folded, "faced": book.faced}
            memory.remember(name, KIND, VERSION, known, {})


def _shrunk(done: int, opportunities: int, usual: float) -> float:
    """A rate, drawn towards the usual one by `PSEUDO_HANDS`."""
    return max(FLOOR, (done + PSEUDO_HANDS * usual) / (opportunities + PSEUDO_HANDS))
