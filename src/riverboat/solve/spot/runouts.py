"""Which cards can still come, and how do all hands stand on each of them?

Boards come in layers (`riverboat.solve.public.boards`): layer 0 is the board of the spot, the last layer the river.
Renamings of suits that change neither the board nor any weight in the two ranges make run-outs alike; one of each kind
is kept, with the renamings that lead to the others. On every river board the live hands of both players are put in
order of strength once, with all that the sweep of `_kernels/sweep.py` asks: where the weaker and equal hands of the
opponent end, where my own equals end, and where the opponent has the same two cards.

Before the river an all-in is decided by counting: wins less losses over all boards to come, one number per pair of
hands, at most 1,980 in size.

Cost: all 48 rivers of a turn with 400 hands 10 ms, a flop's 1,700 run-outs 0.3 s; the order takes 14 bytes per board
and hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import card_text, cards_text
from riverboat.cards.deck import Deck
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranking.rankings import find_ranking
from riverboat.errors import RiverboatError
from riverboat.solve.lanes import WIDTH, padded
from riverboat.solve.public.boards import BoardLayer, Renaming, board_layers, suit_renamings
from riverboat.solve.spot._kernels.layout import Boards, Images
from riverboat.solve.spot._kernels.setup import add_signs

RIVER_CARDS: Final = 5
_ALIASING: Final = 256  # rows of a multiple of 1 kB map to the same cache lines


def row_width(count: int) -> int:
    """The length of a row that holds `count` hands: whole lanes, and cache-friendly."""
    width = max(padded(count), WIDTH)
    return width + WIDTH if width % _ALIASING == 0 else width


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands that one player can have, with their weights; positions are the solver's numbers of hands."""

    cards: NDArray[np.uint8]
    """[hand, 2], the higher card first."""
    weights: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def holdings(self) -> NDArray[np.int64]:
        """Their numbers among all 1,326 holdings."""
        high, low = self.cards.astype(np.int64).T
        return np.asarray(high * (high - 1) // 2 + low)


def live_hands(weights: NDArray[Any], board: Sequence[int]) -> Hands:
    """The holdings of positive weight that share no card with the board."""
    low, high = HOLDING_CARDS.T
    blocked = np.zeros(52, bool)
    blocked[list(board)] = True
    live = np.flatnonzero((weights > 0) & ~(blocked[low] | blocked[high]))
    cards = np.stack([high[live], low[live]], axis=1).astype(np.uint8)
    return Hands(cards, np.asarray(weights, np.float64)[live])


def kept_renamings(board: Sequence[int], rows: Sequence[NDArray[Any]]) -> list[Renaming]:
    """Every renaming of suits that leaves a board and rows over all 1,326 holdings as they are, nothing first."""
    renamings, cards, images = _all_renamings()
    on_board = np.zeros(len(cards[0]), bool)
    on_board[list(board)] = True
    kept = np.flatnonzero(on_board[cards[:, list(board)]].all(axis=1))
    return [
        renamings[at]
        for at in kept.tolist()
        if at == 0 or all(np.array_equal(row[images[at]], row, equal_nan=True) for row in rows)
    ]


@cache
def _all_renamings() -> tuple[tuple[Renaming, ...], NDArray[np.int64], NDArray[np.int64]]:
    """Every renaming of suits, nothing first: as it is, as an array [renaming, card], and what holdings become."""
    renamings = suit_renamings(Deck.standard())
    cards = np.array(renamings)
    low, high = np.moveaxis(np.sort(cards[:, HOLDING_CARDS], axis=2), 2, 0)
    return renamings, cards, high * (high - 1) // 2 + low


class Runouts:
    """All boards from a spot's board to the river, and all hands on them."""

    def __init__(
        self,
        board: Sequence[int],
        weights: tuple[NDArray[Any], NDArray[Any]],
        alike: Sequence[NDArray[Any]] = (),
        *,
        short_deck: bool = False,
        isomorphism: bool = True,
    ) -> None:
        self.board: Final = tuple(board)
        self.hands: Final = (live_hands(weights[0], board), live_hands(weights[1], board))
        self.lowest: Final = 16 if short_deck else 0
        self._ranking = find_ranking("short-deck" if short_deck else "high")
        self.renamings: Final = kept_renamings(board, [*weights, *alike]) if isomorphism else [tuple(range(52))]
        self.layers: Final[list[BoardLayer]] = board_layers(
            52, (1,) * (RIVER_CARDS - len(board)), self.renamings, (self.board,), range(self.lowest)
        )

    def locate(self, dealt: Sequence[int]) -> tuple[list[int], list[int]]:
        """The kept boards on the way to a run-out, and the number of the renaming that makes the dealt one of each."""
        taken = list(self.board)
        whole: Renaming = tuple(range(52))
        boards, renamings = [0], [self._number[whole]]
        for depth, card in enumerate(dealt):
            if card in taken or card < self.lowest or depth + 1 >= len(self.layers):
                raise RiverboatError(f"{card_text(card)} cannot be dealt after {cards_text(taken)}")
            taken.append(card)
            board, renaming = self._found_by[depth][boards[-1], whole.index(card)]
            whole = tuple(whole[to] for to in renaming)
            boards.append(board)
            renamings.append(self._number[whole])
        return boards, renamings

    def matching(self, cards: Sequence[int | None]) -> list[int]:
        """The boards after these cards, None meaning any; cards may be named only where no suits are renamed."""
        layer = len(cards)
        skip = len(self.board)
        return [
            board
            for board, dealt in enumerate(self.boards(layer).tolist())
            if all(card is None or card == found for card, found in zip(cards, dealt[skip:], strict=True))
        ]

    @property
    def cards_left(self) -> list[int]:
        """From how many cards each layer after the first is dealt, when both hands are known."""
        deck = 52 - self.lowest
        return [deck - len(self.board) - 4 - dealt for dealt in range(len(self.layers) - 1)]

    def boards(self, layer: int) -> NDArray[np.uint8]:
        """The boards of a layer, [board, cards]."""
        return np.array([[card for deal in deals for card in deal] for deals in self.layers[layer].deals], np.uint8)

    def following(self, layer: int) -> NDArray[np.int64]:
        """Where the boards that follow each board of a layer begin in the next one; one longer than the layer."""
        return self._following[layer]

    @cached_property
    def _following(self) -> list[NDArray[np.int64]]:
        return [np.searchsorted(after.parent, np.arange(len(layer) + 1)) for layer, after in pairwise(self.layers)]

    @cached_property
    def _found_by(self) -> list[dict[tuple[int, int], tuple[int, Renaming]]]:
        """For each layer after the first, by board before and card: the kept board and what makes the card of it."""
        found = []
        for layer in self.layers[1:]:
            by: dict[tuple[int, int], tuple[int, Renaming]] = {}
            for board, (deals, orbit) in enumerate(zip(layer.deals, layer.orbits, strict=True)):
                for renaming in orbit:
                    by.setdefault((int(layer.parent[board]), renaming[deals[-1][0]]), (board, renaming))
            found.append(by)
        return found

    @cached_property
    def _number(self) -> dict[Renaming, int]:
        return {renaming: at for at, renaming in enumerate(self.renamings)}

    def live(self, layer: int, player: int) -> NDArray[np.bool_]:
        """Which hands share no card with each board, [board, hand]."""
        cards, boards = self.hands[player].cards, self.boards(layer)
        blocked = np.zeros((len(boards), 52), bool)
        blocked[np.arange(len(boards))[:, None], boards] = True
        return np.ascontiguousarray(~(blocked[:, cards[:, 0]] | blocked[:, cards[:, 1]]))

    def renamed(self, player: int) -> NDArray[np.uint16]:
        """For each renaming the number that each hand becomes, [renaming, hand]."""
        cards = self.hands[player].cards.astype(np.int64)
        numbers = np.zeros(52 * 51 // 2, np.uint16)
        numbers[self.hands[player].holdings] = np.arange(len(cards))
        to = np.array(self.renamings)
        first, second = to[:, cards[:, 0]], to[:, cards[:, 1]]
        high, low = np.maximum(first, second), np.minimum(first, second)
        return np.ascontiguousarray(numbers[high * (high - 1) // 2 + low])

    def images(self, layer: int, player: int) -> Images:
        """The renamings under which each board of a layer counts."""
        orbits = self.layers[layer].orbits
        start = np.cumsum([0, *(len(orbit) for orbit in orbits)]).astype(np.int64)
        by = np.array([self._number[renaming] for orbit in orbits for renaming in orbit], np.int64)
        return Images(start, by, self.renamed(player))

    def ranks(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The strength of every hand on every river board, [board, hand]; -1 where the board blocks it."""
        boards = self.boards(-1)
        found = []
        for player in (0, 1):
            cards = self.hands[player].cards
            ranks = np.full((len(boards), len(cards)), -1, np.int16)
            live = self.live(-1, player)
            for first in range(0, len(boards), 256):
                chunk = slice(first, first + 256)
                board, hand = np.nonzero(live[chunk])
                ranks[chunk][board, hand] = self._ranking.rank_batch(cards[hand], boards[chunk][board])
            found.append(ranks)
        return found[0], found[1]

    def orders(self, ranks: tuple[NDArray[np.int16], NDArray[np.int16]]) -> tuple[Boards, Boards]:
        """The hands of every river board in order of strength, as each player sees them."""
        sorted_hands = [_sorted(rank, self.hands[player]) for player, rank in enumerate(ranks)]
        sides = []
        for me, they in ((0, 1), (1, 0)):
            mine, theirs = sorted_hands[me], sorted_hands[they]
            tables = [
                mine.hand,
                _table(mine.cards[0], mine),
                _table(mine.cards[1], mine),
                _table(_same_hands(mine, theirs), mine, missing=theirs.width),
                _table(_first_at_least(theirs, mine.keys), mine),
                _table(_first_at_least(theirs, mine.keys + 1), mine),
                _table(_first_at_least(mine, mine.keys + 1), mine),
            ]
            others = [theirs.hand, _table(theirs.cards[0], theirs), _table(theirs.cards[1], theirs)]
            counts = np.stack([mine.counts, theirs.counts], axis=1)
            sides.append(Boards(counts, np.stack(tables), np.stack(others)))
        return sides[0], sides[1]

    def all_in_counts(self, ranks: tuple[NDArray[np.int16], NDArray[np.int16]]) -> list[NDArray[Any]]:
        """Per layer before the river wins less losses of OOP over all run-outs, [board, OOP's hand, IP's hand].

        One run-out counts once for each order of its cards; pairs of hands that share a card have zero.
        """
        share = self.hands[0].cards[:, None, :, None] == self.hands[1].cards[None, :, None, :]
        possible = ~share.any(axis=(2, 3))
        renamed = [self.renamed(player) for player in (0, 1)]
        memory = np.empty(len(self.hands[1]), np.int16)
        found: list[NDArray[Any]] = []
        for layer in range(len(self.layers) - 2, -1, -1):
            counts = np.zeros((len(self.layers[layer]), *possible.shape), np.int16)
            following, images = self.following(layer), self.images(layer + 1, 0)
            for board in range(len(counts)):
                for child in range(following[board], following[board + 1]):
                    for image in images.by[images.start[child] : images.start[child + 1]]:
                        rows, columns = renamed[0][image], renamed[1][image]
                        if not found:
                            add_signs(ranks[0][child], ranks[1][child], rows, columns, memory, counts[board])
                        else:
                            counts[board][np.ix_(rows, columns)] += found[0][child]
                counts[board] *= possible
            found.insert(0, counts)
        return found


def tiled(counts: NDArray[Any]) -> NDArray[Any]:
    """[board, my hand, their hand] in the kernels' tiles: [board, tile * their hands + their hand, 16]."""
    boards, mine, theirs = counts.shape
    tiles = padded(mine) // WIDTH
    full = np.zeros((boards, tiles * WIDTH, theirs), counts.dtype)
    full[:, :mine] = counts
    turned = full.reshape(boards, tiles, WIDTH, theirs).transpose(0, 1, 3, 2)
    return np.ascontiguousarray(turned).reshape(boards, tiles * theirs, WIDTH)


class _Sorted(NamedTuple):
    """One player's live hands on all river boards: flat, board after board, each board in order of strength."""

    counts: NDArray[np.int64]
    board: NDArray[np.int64]
    place: NDArray[np.int64]
    keys: NDArray[np.int64]
    """Board and rank in one number, ascending."""
    start: NDArray[np.int64]
    cards: tuple[NDArray[np.uint16], NDArray[np.uint16]]
    hand: NDArray[np.uint16]
    """[board, place]"""
    width: int


def _sorted(ranks: NDArray[np.int16], hands: Hands) -> _Sorted:
    order = np.argsort(ranks, axis=1, kind="stable")
    live = np.take_along_axis(ranks, order, axis=1) >= 0
    board, place = np.nonzero(live)
    count = live.sum(axis=1)
    start = np.concatenate([[0], np.cumsum(count)])
    hand = order[board, place]
    width = row_width(int(count.max(initial=1)))
    numbers = np.zeros((len(ranks), width), np.uint16)
    within = np.arange(len(board)) - start[board]
    numbers[board, within] = hand
    keys = (board << 16) | ranks[board, hand].astype(np.int64)
    cards = (hands.cards[hand, 0].astype(np.uint16), hands.cards[hand, 1].astype(np.uint16))
    return _Sorted(count, board, within, keys, start, cards, numbers, width)


def _table(flat: NDArray[Any], owner: _Sorted, missing: int = 0) -> NDArray[np.uint16]:
    """Flat numbers of the owner's hands as [board, place]."""
    table = np.full(owner.hand.shape, missing, np.uint16)
    table[owner.board, owner.place] = flat
    return table


def _first_at_least(among: _Sorted, keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """The place on the same board of the first hand that is at least as strong."""
    return np.asarray(np.searchsorted(among.keys, keys) - among.start[keys >> 16])


def _same_hands(mine: _Sorted, theirs: _Sorted) -> NDArray[np.int64]:
    """Where the other player has the same two cards; his row's width if nowhere."""
    places = np.full((len(theirs.counts), 52 * 52), theirs.width, np.uint16)
    places[theirs.board, theirs.cards[0].astype(np.int64) * 52 + theirs.cards[1]] = theirs.place
    return np.asarray(places[mine.board, mine.cards[0].astype(np.int64) * 52 + mine.cards[1]], np.int64)
