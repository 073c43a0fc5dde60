"""Many finished hands in little space: a sequence that keeps them as bytes.

A hand is some forty small objects, and Python's garbage collector scans all of them again and again as long as they
live: keeping a thousand costs as much as playing them. Packed, a heads-up hand is 160 bytes, takes three microseconds,
and crosses to another process as it is. The bytes are for this program alone; they are not a file format.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, overload

from riverboat.games.hand import Hand

_BATCH: Final = 200
"""Hands in one batch: enough that what they share costs almost nothing."""


class PackedHands(Sequence[Hand]):
    """Hands in the order in which they were added; reading them creates equal copies."""

    __slots__ = ("_loose", "_packed", "pieces")

    def __init__(self, hands: Iterable[Hand] = ()) -> None:
        self.pieces: list[bytes] = []
        """The hands as bytes; complete after `pack`."""
        self._packed = 0
        self._loose: list[Hand] = []
        for hand in hands:
            self.append(hand)
        self.pack()

    def append(self, hand: Hand) -> None:
        """One more hand."""
        self._loose.append(hand)
        if len(self._loose) >= _BATCH:
            self.pack()

    def pack(self) -> None:
        """Turn the last hands into bytes, too."""
        if self._loose:
            self.pieces.append(pickle.dumps([tuple(hand) for hand in self._loose], protocol=5))
            self._packed += len(self._loose)
            self._loose = []

    def __len__(self) -> int:
        return self._packed + len(self._loose)

    def __iter__(self) -> Iterator[Hand]:
        for piece in self.pieces:
            yield from unpacked(piece)
        yield from self._loose

    @overload
    def __getitem__(self, at: int) -> Hand: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Hand]: ...
    def __getitem__(self, at: int | slice) -> Hand | Sequence[Hand]:
        """A hand, or a slice; all hands before it must be unpacked."""
        if isinstance(at, slice):
            return list(self)[at]
        place = range(len(self))[at]
        return next(islice(self, place, None))


def unpacked(piece: bytes) -> Iterator[Hand]:
    """The hands of a piece; only for bytes of this very program, since reading them may run code."""
    return map(Hand._make, pickle.loads(piece))
