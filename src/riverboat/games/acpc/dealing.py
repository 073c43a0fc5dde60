"""Which cards does the competition's dealer deal for a seed? The same ones, card by card.

One Mersenne twister (MT19937, seeded by `init_genrand`) serves a whole match. For each hand the deck is laid out suit
by suit, c d h s, and within a suit from the lowest rank up; a number modulo the cards left picks one, and the last
card takes its place. Hole cards come first, position by position, then all board cards, whether or not the hand gets
that far. The remainder is very slightly uneven, which is part of what has to be reproduced. A hand costs two
microseconds; hands come in order only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules

_AHEAD: Final = 64
"""Hands whose random numbers are drawn at once."""


class AcpcCards:
    """The decks of one match, hand after hand: an endless iterator of cards in the order that `State` deals them."""

    def __init__(self, rules: Rules, seed: int) -> None:
        if not 0 <= seed < 2**32:
            raise RiverboatError(f"seed {seed}: expected 0 to {2**32 - 1}")
        if rules.scenario is not None:
            raise RiverboatError(
                f"{rules.identity}: the ACPC dealer shuffles all cards, and these hands come from ranges"
            )
        ranks, suits = len(rules.deck.ranks), len(rules.deck.suits)
        self._fresh = [rank * suits + suit for suit in range(suits) for rank in range(ranks)]
        self._count = rules.cards_needed
        # This is RandomState's `init_genrand`; the newer generators of numpy and Python's own seed differently.
        self._twister = np.random.RandomState(seed)
        self._draws: Iterator[int] = iter(())

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self

    def __next__(self) -> tuple[int, ...]:
        """The cards of the next hand."""
        draws = list(islice(self._draws, self._count))
        if not draws:
            numbers = self._twister.randint(0, 1 << 32, size=self._count * _AHEAD, dtype=np.uint32)
            self._draws = iter(numbers.tolist())
            draws = list(islice(self._draws, self._count))
        deck, dealt = self._fresh[:], []
        for draw in draws:
            place = draw % len(deck)
            dealt.append(deck[place])
            last = deck.pop()
            if place < len(deck):
                deck[place] = last
        return tuple(dealt)
