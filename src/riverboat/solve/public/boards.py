"""Which boards can be dealt, and which of them are equal up to a renaming of suits?

Boards come in layers: layer 0 is the table before any card, layer l the board after the l-th deal, and what was dealt
at once has no order. A renaming of suits that leaves a board as it is (street by street) makes some of the boards
that follow it alike; only the first of each such orbit is kept, with one renaming for every member, the first of which
is the identity (Gilpin and Sandholm 2007 call this lossless; Waugh 2013 indexes it). Hands are renamed with the board,
so what a hand is worth on a board that was left out is read from its image.

Orbits are counted without listing them by Burnside's lemma: the mean number of boards that a renaming leaves as they
are. Rhode Island hold'em has 52 flops in 13 orbits and 2,652 flops with turns in 325.

Ranks are never renamed, and a deck that lacks cards of some suits has only the renamings that keep it whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.deck import Deck

Renaming = tuple[int, ...]
"""For each card of the deck the card that it becomes."""
Deals = tuple[tuple[int, ...], ...]
"""The cards of a board, deal by deal."""

_MAX_SUITS: Final = 5


@cache
def suit_renamings(deck: Deck) -> tuple[Renaming, ...]:
    """Every renaming of suits that maps the deck onto itself, the one that changes nothing first."""
    nothing = tuple(range(deck.size))
    if len(deck.suits) > _MAX_SUITS:
        return (nothing,)
    plain = deck.size - deck.jokers
    copy = plain // deck.copies
    numbers = {deck.card_text(card): card for card in range(copy)}
    found = []
    for suits in permutations(deck.suits):
        renamed = dict(zip(deck.suits, suits, strict=True))
        once = [numbers.get(text[0] + renamed[text[1]]) for text in numbers]
        if None in once:
            continue
        cards = [card + at * copy for at in range(deck.copies) for card in once if card is not None]
        found.append((*cards, *range(plain, deck.size)))
    return tuple(found)


def count_boards(deck_size: int, dealt: Sequence[int], renamings: Sequence[Renaming]) -> int:
    """How many boards there are after deals of these sizes, counting an orbit of the renamings once (Burnside)."""
    if len(renamings) == 1:
        boards, left = 1, deck_size
        for cards in dealt:
            boards, left = boards * comb(left, cards), left - cards
        return boards
    fixed = sum(_fixed_boards(renaming, tuple(dealt)) for renaming in renamings)
    return fixed // len(renamings)


def _fixed_boards(renaming: Renaming, dealt: tuple[int, ...]) -> int:
    """How many boards a renaming leaves as they are: every cycle of cards is in one deal as a whole, or in none."""
    ways: dict[tuple[int, ...], int] = {dealt: 1}
    for length in _cycles(renaming):
        more = dict(ways)
        for missing, count in ways.items():
            for at, cards in enumerate(missing):
                if cards >= length:
                    left = (*missing[:at], cards - length, *missing[at + 1 :])
                    more[left] = more.get(left, 0) + count
        ways = more
    return ways.get((0,) * len(dealt), 0)


def _cycles(renaming: Renaming) -> Iterator[int]:
    """The lengths of the cycles in which a renaming moves the cards."""
    seen: set[int] = set()
    for start in range(len(renaming)):
        length, card = 0, start
        while card not in seen:
            seen.add(card)
            length, card = length + 1, renaming[card]
        if length:
            yield length


@dataclass(frozen=True, eq=False)
class BoardLayer:
    """The boards after one deal, siblings side by side."""

    deals: tuple[Deals, ...]
    parent: NDArray[np.int64]
    """The board of the layer before from which each came."""
    orbits: tuple[tuple[Renaming, ...], ...]
    """For each board a renaming to every member of its orbit, the first of which changes nothing."""

    def __len__(self) -> int:
        return len(self.deals)


def board_layers(
    deck_size: int,
    dealt: Sequence[int],
    renamings: Sequence[Renaming],
    start: Deals = (),
    left_out: Collection[int] = (),
) -> list[BoardLayer]:
    """All boards, layer by layer; `dealt` says how many board cards each deal has.

    Layer 0 is the board `start`, which the renamings must leave as it is; cards that are `left_out` are never dealt.
    """
    nothing = tuple(range(deck_size))
    layers = [BoardLayer((start,), np.zeros(1, np.int64), ((nothing,),))]
    keepers: list[list[Renaming]] = [list(renamings)]
    for cards in dealt:
        deals: list[Deals] = []
        parents: list[int] = []
        orbits: list[tuple[Renaming, ...]] = []
        now_keeping: list[list[Renaming]] = []
        for parent, above in enumerate(layers[-1].deals):
            on_board = {card for deal in above for card in deal}
            left = [card for card in range(deck_size) if card not in on_board and card not in left_out]
            seen: set[tuple[int, ...]] = set()
            for chosen in combinations(left, cards):
                if chosen in seen:
                    continue
                images: dict[tuple[int, ...], Renaming] = {}
                staying = []
                for renaming in keepers[parent]:
                    image = tuple(sorted(renaming[card] for card in chosen))
                    if image == chosen:
                        staying.append(renaming)
                    images.setdefault(image, renaming)
                seen.update(images)
                deals.append((*above, chosen))
                parents.append(parent)
                orbits.append(tuple(images.values()))
                now_keeping.append(staying)
        layers.append(BoardLayer(tuple(deals), np.array(parents, np.int64), tuple(orbits)))
        keepers = now_keeping
    return layers
