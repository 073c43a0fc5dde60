"""Sampled all-in equity in hold'em and short deck: deal at random, count, and say how sure one can be.

Every deal is drawn from the exact joint distribution: holdings of all ranges independently, everybody anew when two
share a card (rejection), then the players of whom nothing is known and the board from the cards left. So deals are
independent and the standard error is that of a mean of independent shares.

The sample is cut into blocks, each with a random stream of its own made from the seed, so the numbers depend on the
seed and the sample size only, not on how many threads work. Tens of millions of deals a second and thread; ranges that
often collide cost more, one try after the other.
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
from riverboat.odds.workers import Progress, in_threads

BLOCK: Final = 1 << 16
"""Deals with one random stream."""
_MOST_TRIES: Final = 4_000_000
"""Deals tried between two chances for Ctrl-C: below a tenth of a second."""
_HOPELESS: Final = 400_000_000
"""Deals tried in a row before giving up."""
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

    def run(self, samples: int, seed: int, jobs: int = 1, progress: Progress | None = None) -> Equity:
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
        columns = _AliasColumns([spot.weights[p] for p in ranged])
        column_bits = HOLDING_BITS[columns.holdings]
        column_words, column_masks = hole_words[columns.holdings], hole_masks[columns.holdings]
        if ranged:
            self._require_a_deal(columns)
        blocks = blocks_of(samples)
        states = block_states(seed, len(blocks))

        def play(block: tuple[int, int]) -> NDArray[np.int64]:
            from riverboat.odds.showdown.dealing import _kernels

            number, deals = block
            state = states[number].copy()
            chosen = np.zeros((deals, len(ranged)), np.uint64)
            if ranged:
                self._draw(columns, column_bits, state, chosen)
            tally = np.zeros((spot.players, spot.players + 1), np.int64)
            _kernels.play_holdem(
                table, words, state, deals, len(fixed), keys, masks, chosen, column_bits, column_words, column_masks,
                full_deck.copy(), spot.to_come, tally,
            )  # fmt: skip
            return tally

        total = np.zeros((spot.players, spot.players + 1), np.int64)
        tallies = in_threads(play, blocks, threads=jobs) if jobs > 1 else map(play, blocks)
        for done, tally in enumerate(tallies, start=1):
            total += tally
            if progress:
                progress(done, len(blocks))
        seat = np.argsort([*fixed, *ranged, *dealt])
        return from_tally(total[seat], samples, spot.game.name, spot.names, seed)

    def _draw(
        self,
        columns: _AliasColumns,
        bits: NDArray[np.uint64],
        state: NDArray[np.uint64],
        chosen: NDArray[np.uint64],
    ) -> None:
        """Fill all rows of `chosen`, however often the ranges clash."""
        from riverboat.odds.showdown.dealing import _kernels

        done, wasted = 0, 0
        while done < len(chosen):
            found = _kernels.draw_holdings(
                state, columns.starts, columns.thresholds, columns.aliases, bits, _MOST_TRIES, chosen[done:]
            )
            done += found
            wasted = 0 if found else wasted + _MOST_TRIES
            if wasted >= _HOPELESS:
                names = " v ".join(self.spot.names)
                raise DealError(f"{names}: {wasted:,} random deals all used a card twice; the ranges are too narrow")

    def _require_a_deal(self, columns: _AliasColumns) -> None:
        """Raise if the ranges can never be held at once, as far as a short search tells."""
        from riverboat.odds.showdown import _kernels

        cards = np.bitwise_or.reduce(HOLDING_BITS[columns.holdings])
        players = len(columns.starts) - 1
        room = np.empty((1, players), np.int64)
        starts = columns.starts.astype(np.int64)
        possible = int(cards).bit_count() >= 2 * players
        if possible:
            # Where the search gives up, sampling goes on: it finds a deal if there are not too few of them.
            possible = _kernels.compatible_deals(columns.holdings, starts, HOLDING_BITS, room, _SEARCH_STEPS) != 0
        if not possible:
            raise no_deal(self.spot)


class _AliasColumns:
    """Alias tables (A. J. Walker, 1977) of some ranges one after the other: draws a weighted holding in one look."""

    def __init__(self, ranges: list[NDArray[np.float64]]) -> None:
        holdings, thresholds, aliases, starts = [], [], [], [0]
        for weights in ranges:
            mine = np.flatnonzero(weights)
            below, other = _alias(weights[mine])
            holdings.append(mine)
            thresholds.append(below)
            aliases.append(other + starts[-1])
            starts.append(starts[-1] + len(mine))
        self.holdings = np.concatenate(holdings) if holdings else np.zeros(0, np.int64)
        self.thresholds = np.concatenate(thresholds) if holdings else np.zeros(0, np.uint64)
        self.aliases = np.concatenate(aliases).astype(np.uint64) if holdings else np.zeros(0, np.uint64)
        self.starts = np.array(starts, np.uint64)


def _alias(weights: NDArray[np.float64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The threshold out of 2^32 and the alias of each column."""
    scaled = (weights / weights.sum() * len(weights)).tolist()
    aliases = list(range(len(scaled)))
    small = [i for i, x in enumerate(scaled) if x < 1.0]
    large = [i for i, x in enumerate(scaled) if x >= 1.0]
    while small and large:
        low, high = small.pop(), large[-1]
        aliases[low] = high
        scaled[high] -= 1.0 - scaled[low]
        if scaled[high] < 1.0:
            small.append(large.pop())
    for i in (*small, *large):  # what rounding left over
        scaled[i] = 1.0
    thresholds = np.minimum(np.rint(np.array(scaled) * 2.0**32), 2.0**32).astype(np.uint64)
    return thresholds, np.array(aliases, np.int64)
