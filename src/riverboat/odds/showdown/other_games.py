"""All-in equity in every other game: complete the deal in all ways, or in many at random, and rank every hand.

The unknown cards are those missing from the players' hands (stud, draw, `random`) and from the board. All completions
are enumerated when that takes about two seconds at most, else a sample is drawn as in `dealing/`. No use is made of
alike suits, so a deal costs what ranking it costs: tenths of a microsecond per player.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.errors import DealError
from riverboat.odds.showdown.dealing import BLOCK, block_states, blocks_of
from riverboat.odds.showdown.result import Equity, from_shares
from riverboat.odds.showdown.spot import Spot
from riverboat.progress import OnProgress, Progress
from riverboat.workers import in_threads

_SECONDS_PER_LOOKUP: Final = 6e-9
_SECONDS_PER_DEAL: Final = 1.5e-7
_MAX_DEALS: Final = 1 << 40


@dataclass(frozen=True)
class Completions:
    """The ways to complete a spot of any game."""

    spot: Spot

    @cached_property
    def _deck(self) -> NDArray[np.uint8]:
        known = {card for hand in self.spot.hands for card in hand or ()}
        gone = {*self.spot.out_of_play, *self.spot.board, *known}
        return np.array([card for card in range(DECK_SIZE) if card not in gone], np.uint8)

    @cached_property
    def _missing(self) -> list[int]:
        """How many cards each player lacks, and the board at the end."""
        hands = [self.spot.game.cards - len(hand or ()) for hand in self.spot.hands]
        return [*hands, self.spot.to_come]

    @cached_property
    def count(self) -> int:
        """How many completions there are."""
        left, total = len(self._deck), 1
        for size in self._missing:
            total *= comb(left, size)
            left -= size
        return total

    @property
    def seconds(self) -> float:
        """About how long `run` takes."""
        return self.count * self.seconds_per_deal

    @property
    def seconds_per_deal(self) -> float:
        """About how long one deal takes."""
        game = self.spot.game
        lookups = 10 * comb(game.cards, 2) if game.board[-1] else 2
        return _SECONDS_PER_DEAL + self.spot.players * len(game.rankings) * lookups * _SECONDS_PER_LOOKUP

    def run(self, on_progress: OnProgress | None = None) -> Equity:
        """Every completion once."""
        if self.count > _MAX_DEALS:
            raise DealError(f"{self.count:.1e} ways to complete the deal are too many; ask for samples instead")
        totals = np.zeros((4, self.spot.players))
        groups = np.array([size for size in self._missing if size], np.int64)
        choose = np.array([[comb(n, k) for k in range(max(self._missing) + 1)] for n in range(53)], np.int64)
        for start in range(0, self.count, BLOCK):
            from riverboat.odds.showdown.dealing import _kernels

            dealt = np.empty((min(BLOCK, self.count - start), sum(self._missing)), np.uint8)
            _kernels.deal_in_order(start, self._deck, groups, choose, dealt)
            totals += self._share(dealt)
            if on_progress:
                on_progress(Progress(min(start + BLOCK, self.count), self.count))
        return self._result(totals, self.count, None)

    def sample(self, samples: int, seed: int, threads: int = 1, on_progress: OnProgress | None = None) -> Equity:
        """Random completions."""
        blocks = blocks_of(samples)
        states = block_states(seed, len(blocks))

        def play(block: tuple[int, int]) -> NDArray[np.float64]:
            from riverboat.odds.showdown.dealing import _kernels

            dealt = np.empty((block[1], sum(self._missing)), np.uint8)
            _kernels.deal_at_random(states[block[0]].copy(), self._deck.copy(), dealt)
            return self._share(dealt)

        totals = np.zeros((4, self.spot.players))
        shares = in_threads(play, blocks, threads=threads) if threads > 1 else map(play, blocks)
        for done, part in enumerate(shares, start=1):
            totals += part
            if on_progress:
                on_progress(Progress(done, len(blocks)))
        return self._result(totals, samples, seed)

    def _share(self, dealt: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Rank everyone in every deal and share out the pots."""
        from riverboat.cards.ranking.rankings import RANKINGS
        from riverboat.odds.showdown.dealing import _kernels

        spot = self.spot
        ends = np.cumsum(self._missing)
        board = _joined(spot.board, dealt[:, ends[-2] :])
        ranks = np.empty((len(dealt), len(spot.game.rankings), spot.players), np.int32)
        for p, hand in enumerate(spot.hands):
            cards = _joined(hand or (), dealt[:, ends[p] - self._missing[p] : ends[p]])
            for pot, name in enumerate(spot.game.rankings):
                boards = board if spot.game.board[-1] else None
                ranks[:, pot, p] = RANKINGS[name].rank_batch(cards, boards, check=False)
        totals = np.zeros((4, spot.players))
        _kernels.share_pots(ranks, totals)
        return totals

    def _result(self, totals: NDArray[np.float64], deals: int, seed: int | None) -> Equity:
        share, squares, win, tie = totals / deals
        return from_shares(share, win, tie, squares, deals, self.spot.game.name, self.spot.names, seed)


def _joined(known: tuple[int, ...], dealt: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """uint8[N, cards]: the known cards and those dealt, side by side."""
    start = np.broadcast_to(np.array(known, np.uint8), (len(dealt), len(known)))
    return np.concatenate([start, dealt], axis=1)
