"""Do a site's winnings contain the uncalled bet that came back? Decided over a file where one hand leaves it open.

A site always writes winnings in one way. Hands whose numbers allow only one reading are the evidence; a hand that
allows both waits until its site has enough of it. If there is none, or it contradicts itself, the hand is refused with
both results named. Hands keep their order, so those behind a waiting one wait too: `ENOUGH` clear hands end it, or
`MAX_WAITING` of any kind.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from riverboat.games.hand import Hand
from riverboat.records.rejected import RejectedHand
from riverboat.records.settling import TwoReadingsError

ENOUGH: Final = 100
MAX_WAITING: Final = 20_000


class Piece(Protocol):
    """A hand of a file that can be read with or without the uncalled bet among its winnings."""

    site: str
    counts_uncalled: bool | None
    """What the numbers of this hand alone say, after it was read."""

    def read(self, counts_uncalled: bool | None = None) -> Hand | RejectedHand:
        """The hand, or `TwoReadingsError`."""
        ...


def in_one_reading(pieces: Iterable[Piece]) -> Iterator[Hand | RejectedHand]:
    """The hands in their order, each read as its site writes."""
    seen: Counter[tuple[str, bool]] = Counter()
    waiting: deque[Hand | RejectedHand | _Open] = deque()
    for piece in pieces:
        try:
            found: Hand | RejectedHand | _Open = piece.read()
            if piece.counts_uncalled is not None:
                seen[piece.site, piece.counts_uncalled] += 1
        except TwoReadingsError as error:
            found = _Open(piece, error)
        if not waiting and not isinstance(found, _Open):
            yield found
            continue
        waiting.append(found)
        while waiting and (
            not isinstance(first := waiting[0], _Open) or first.evidence(seen) >= ENOUGH or len(waiting) > MAX_WAITING
        ):
            yield _decided(waiting.popleft(), seen)
    for left in waiting:
        yield _decided(left, seen)


class _Open:
    """A hand that waits for its site."""

    def __init__(self, piece: Piece, error: TwoReadingsError) -> None:
        self.piece, self.error = piece, error

    def evidence(self, seen: Counter[tuple[str, bool]]) -> int:
        """How many hands of the site were clear."""
        return seen[self.piece.site, False] + seen[self.piece.site, True]

    def decide(self, seen: Counter[tuple[str, bool]]) -> Hand | RejectedHand:
        """Read as the site writes, or refused."""
        without, contained = seen[self.piece.site, False], seen[self.piece.site, True]
        if bool(without) != bool(contained):
            return self.piece.read(bool(contained))
        why = "no other hand decides" if not without else f"{without} hands say the one and {contained} the other"
        return RejectedHand(self.error.line, f"{self.error}; {why}")


def _decided(found: Hand | RejectedHand | _Open, seen: Counter[tuple[str, bool]]) -> Hand | RejectedHand:
    return found.decide(seen) if isinstance(found, _Open) else found
