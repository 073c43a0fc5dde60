"""Sampled all-in equity in hold'em and short deck: deal at random, count, and estimate the standard error.

Every deal is drawn from the exact joint distribution: holdings of all ranges independently, all of them again when two
share a card (rejection), then the players of whom nothing is known and the board from the cards left. So deals are
independent and the standard error is that of a mean of independent shares.

The sample is cut into blocks, each with its own random stream made from the seed, so the numbers depend on the
seed and the sample size only, not on how many threads work. Tens of millions of deals per second and thread; ranges
that often collide cost more, because deals are drawn again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import DealError
from riverboat.odds.showdown.exact import rank_tables
from riverboat.odds.showdown.result import Equity, from_tally
from riverboat.odds.showdown.spot import HOLDING_BITS, Spot, no_deal
from riverboat.progress import OnProgress, Progress
from riverboat.workers import in_threads

BLOCK: Final = 1 << 16
"""Deals with one random stream."""
_MAX_TRIES: Final = 4_000_000
"""Deals tried between two checks for Ctrl-C: below a tenth of a second."""
_HOPELESS: Final = 400_000_000
"""Deals tried in a row before giving up."""
_MAX_PAIRS: Final = 1 << 14
"""Pairs of holdings in one table: more would fall out of the second-level cache."""
_SEARCH_STEPS: Final = 20_000_000
"""How long to look for a deal that the ranges allow, before dealing at random: about a tenth of a second."""


def block_states(seed: int, blocks: int) -> NDArray[np.uint64]:
    """uint64[blocks, 4]: where each block's random stream begins."""
    rows = [np.random.SeedSequence([seed, block]).generate_state(4, np.uint64) for block in range(blocks)]
    return np.array(rows, np.uint64).reshape(blocks, 4)


def blocks_of(samples: int) -> list[tuple[int, int]]:
    """(number, deals) of each block of a sample."""
    return [(start // BLOCK, min(BLOCK, samples - start)) for start in range(0, samples, BLOCK)]


@dataclass(frozen=True)
class Sample:
    """The plan to deal hold'em at random."""

    spot: Spot

    @cached_property
    def _order(self) -> tuple[list[int], list[int], list[int]]:
        """The players with one holding, with a range (narrow ones first: they clash soonest), and with any cards."""
        spot = self.spot
        in_play = DECK_SIZE - len(spot.out_of_play) - len(spot.board)
        fixed, ranged, dealt = [], [], []
        for p, weights in enumerate(spot.weights):
            positive = weights[weights > 0]
            if len(positive) == 1:
                fixed.append(p)
            else:
                ranged.append(p)
        # A player who may have any holding that the fixed ones leave, all equally, is simply dealt two cards.
        left = in_play - 2 * len(fixed)
        for p in list(ranged):
            positive = spot.weights[p][spot.weights[p] > 0]
            if len(positive) == left * (left - 1) // 2 and np.all(positive == positive[0]):
                ranged.remove(p)
                dealt.append(p)
        ranged.sort(key=lambda p: int(np.count_nonzero(spot.weights[p])))
        return fixed, ranged, dealt

    def run(self, samples: int, seed: int, threads: int = 1, on_progress: OnProgress | None = None) -> Equity:
        """Deal `samples` times."""
        spot = self.spot
        fixed, ranged, dealt = self._order
        table, words = rank_tables(spot.game.name)
        hole_words = words[HOLDING_CARDS].sum(axis=1, dtype=np.uint64)
        hole_masks = words[52:][HOLDING_CARDS].sum(axis=1, dtype=np.uint64)
        board = list(spot.board)
        keys = np.full(spot.players, words[board].sum(dtype=np.uint64), np.uint64)
        masks = np.full(spot.players, words[52:][board].sum(dtype=np.uint64), np.uint64)
        gone = {*spot.out_of_play, *board}
        for place, p in enumerate(fixed):
            holding = int(np.flatnonzero(spot.weights[p])[0])
            keys[place] += hole_words[holding]
            masks[place] += hole_masks[holding]
            gone |= {int(card) for card in HOLDING_CARDS[holding]}
        full_deck = np.array([card for card in range(DECK_SIZE) if card not in gone], np.uint8)
        if ranged:
            self._require_a_deal([np.flatnonzero(spot.weights[p]) for p in ranged])
        columns = _AliasColumns([spot.weights[p] for p in ranged])
        bits = HOLDING_BITS[columns.holdings]
        range_words, range_masks = hole_words[columns.holdings], hole_masks[columns.holdings]
        blocks = blocks_of(samples)
        states = block_states(seed, len(blocks))

        def play(block: tuple[int, int]) -> NDArray[np.int64]:
            from riverboat.odds.showdown.dealing import _kernels

            number, deals = block
            state = states[number].copy()
            chosen = np.zeros((deals, len(ranged)), np.uint16)
            if ranged:
                self._draw(columns, state, chosen)
            tally = np.zeros((spot.players, spot.players + 1), np.int64)
            _kernels.play_holdem(
                table, words, state, deals, len(fixed), keys, masks, chosen, bits, range_words, range_masks,
                full_deck.copy(), spot.to_come, tally,
            )  # fmt: skip
            return tally

        total = np.zeros((spot.players, spot.players + 1), np.int64)
        tallies = in_threads(play, blocks, threads=threads) if threads > 1 else map(play, blocks)
        for done, tally in enumerate(tallies, start=1):
            total += tally
            if on_progress:
                on_progress(Progress(done, len(blocks)))
        seat = np.argsort([*fixed, *ranged, *dealt])
        return from_tally(total[seat], samples, spot.game.name, spot.names, seed)

    def _draw(self, columns: _AliasColumns, state: NDArray[np.uint64], chosen: NDArray[np.uint16]) -> None:
        """Fill all rows of `chosen`, however often the ranges clash."""
        from riverboat.odds.showdown.dealing import _kernels

        done, wasted = 0, 0
        while done < len(chosen):
            found = _kernels.draw_holdings(
                state, columns.starts, columns.table, columns.bits, columns.members, columns.seats, _MAX_TRIES,
                chosen[done:],
            )  # fmt: skip
            done += found
            wasted = 0 if found else wasted + _MAX_TRIES
            if wasted >= _HOPELESS:
                names = " v ".join(self.spot.names)
                raise DealError(f"{names}: {wasted:,} random deals all used a card twice; the ranges are too narrow")

    def _require_a_deal(self, ranges: list[NDArray[np.int64]]) -> None:
        """Raise if the ranges can never be held at once, as far as a short search tells."""
        from riverboat.odds.showdown import _kernels

        holdings = np.concatenate(ranges)
        cards = np.bitwise_or.reduce(HOLDING_BITS[holdings])
        room = np.empty((1, len(ranges)), np.int64)
        starts = np.cumsum([0, *map(len, ranges)])
        possible = int(cards).bit_count() >= 2 * len(ranges)
        if possible:
            # If the search gives up, sampling is tried: it finds a deal if there are not too few of them.
            possible = _kernels.compatible_deals(holdings, starts, HOLDING_BITS, room, _SEARCH_STEPS) != 0
        if not possible:
            raise no_deal(self.spot)


class _AliasColumns:
    """Alias tables (A. J. Walker, 1977) of some ranges one after the other: draws a weighted holding with one lookup.

    Two ranges that are not too wide share a table of all their pairs of holdings without a common card: half the draws,
    and fewer of them rejected.
    """

    def __init__(self, ranges: list[NDArray[np.float64]]) -> None:
        groups = [_pairs(ranges, seats) for seats in _grouped([int(np.count_nonzero(weights)) for weights in ranges])]
        self.starts = np.cumsum([0, *(len(members) for _, members, _ in groups)]).astype(np.uint64)
        self.table = np.concatenate([np.zeros(0, np.uint64), *(_alias(weights) for _, _, weights in groups)])
        self.seats = np.array([(*seats, -1)[:2] for seats, _, _ in groups], np.int64).reshape(-1, 2)
        members = np.concatenate([np.zeros((0, 2), np.uint16), *(members for _, members, _ in groups)])
        paired = np.repeat(self.seats[:, 1] >= 0, [len(members) for _, members, _ in groups])
        firsts, seconds = HOLDING_BITS[members].T
        # The few holdings there are, renumbered: what is looked up by them stays in the first-level cache.
        self.holdings, numbers = np.unique(members, return_inverse=True)
        self.members = numbers.reshape(-1, 2).astype(np.uint16)
        self.bits = np.where(paired, firsts | seconds, firsts)


def _grouped(sizes: list[int]) -> list[tuple[int, ...]]:
    """Neighbours two by two, as long as there are not too many pairs of their holdings."""
    groups: list[tuple[int, ...]] = []
    for seat, size in enumerate(sizes):
        if groups and len(groups[-1]) == 1 and size * sizes[groups[-1][0]] <= _MAX_PAIRS:
            groups[-1] = (*groups[-1], seat)
        else:
            groups.append((seat,))
    return groups


def _pairs(
    ranges: list[NDArray[np.float64]], seats: tuple[int, ...]
) -> tuple[tuple[int, ...], NDArray[np.uint16], NDArray[np.float64]]:
    """The seats of a group, the holdings they may have at once (uint16[columns, 2]), and the weight of each column."""
    first = np.flatnonzero(ranges[seats[0]])
    if len(seats) == 1:
        return seats, np.stack([first, first], axis=1).astype(np.uint16), ranges[seats[0]][first]
    second = np.flatnonzero(ranges[seats[1]])
    at_first, at_second = np.nonzero((HOLDING_BITS[first][:, None] & HOLDING_BITS[second]) == 0)
    mine, other = first[at_first], second[at_second]
    weights = ranges[seats[0]][mine] * ranges[seats[1]][other]
    return seats, np.stack([mine, other], axis=1).astype(np.uint16), weights


def _alias(weights: NDArray[np.float64]) -> NDArray[np.uint64]:
    from riverboat.odds.showdown.dealing import _kernels

    table = np.empty(len(weights), np.uint64)
    _kernels.fill_alias_table(weights, table)
    return table
