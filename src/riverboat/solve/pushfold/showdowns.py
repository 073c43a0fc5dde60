"""What is going all-in worth, given how the others play? Exact for two and three players, over sampled deals for more.

Everybody acts once, so one table answers all questions: the *advantage* of going all-in over folding, for every class
of starting hand at every node (a seat and who is all-in before it), weighted by how likely the others bring the game
there. Regrets, values and best responses are sums of it.

*Exact*: a tensor of weighted payoffs for each end and seat, contracted with how likely the others go there: card
removal between all hands and the board is in the tensor. *Sampled*: the mean over random deals, with all cards
removed properly in each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASSES
from riverboat.errors import RiverboatError
from riverboat.odds.multiway import Showdowns, sample_showdowns
from riverboat.odds.showdown import preflop_matchups
from riverboat.progress import OnProgress
from riverboat.solve.pushfold.game import PushFoldGame
from riverboat.solve.pushfold.three_players import three_players
from riverboat.workers import in_threads

Floats = NDArray[np.float64]

_BATCHES: Final = 64
"""Parts of a sample by which its error is measured."""
_PIECE: Final = 1 << 15
"""Deals that one thread takes at a time."""


def nodes_of(seat: int) -> slice:
    """The nodes of a seat, by the set of earlier seats that are all-in."""
    return slice((1 << seat) - 1, (2 << seat) - 1)


class Advantages(NamedTuple):
    """Under one strategy of all players."""

    table: Floats
    """float64[nodes, 169]: what going all-in wins more than folding, times the probability of being there."""
    folded: Floats
    """float64[players]: what each player wins when it always folds."""

    def value(self, strategy: Floats, seat: int) -> float:
        """What the seat wins with this strategy of its own."""
        mine = nodes_of(seat)
        return float(self.folded[seat] + (strategy[mine] * self.table[mine]).sum())

    def best_value(self, seat: int) -> float:
        """What the seat's best response wins."""
        return float(self.folded[seat] + np.maximum(self.table[nodes_of(seat)], 0.0).sum())


class Payoffs(ABC):
    """A game's payoffs by class of starting hand."""

    def __init__(self, game: PushFoldGame) -> None:
        self.game = game
        self.nodes = (1 << game.players) - 1
        self.table = game.payoffs()

    @property
    @abstractmethod
    def alternates(self) -> bool:
        """Whether the advantages of one seat cost less than those of all."""

    @abstractmethod
    def advantages(self, strategy: Floats, seats: Iterable[int], turn: int = 0) -> Advantages:
        """Advantages of these seats (all, where they come together) when everybody plays float64[nodes, 169]."""


class ExactPayoffs(Payoffs):
    """Two or three players, by tensors of probability times payoff."""

    alternates = True

    def __init__(self, game: PushFoldGame, on_progress: OnProgress | None = None) -> None:
        super().__init__(game)
        if game.players == 2:
            self.weight, make = _two_players(self.table)
        else:
            self.weight, make = three_players(self.table, on_progress)
        self._constant = np.ptp(self.table, axis=0) == 0.0  # [player, end]
        ends = [(seat, end) for seat, end in np.argwhere(~self._constant).tolist()]
        self._tensors = dict(zip(ends, in_threads(lambda key: make(*key), ends), strict=True))
        self._tensor_sums = {key: tensor.sum(axis=0) for key, tensor in self._tensors.items()}
        self._weight_sums = self.weight.sum(axis=0)

    def advantages(self, strategy: Floats, seats: Iterable[int], turn: int = 0) -> Advantages:
        players = self.game.players
        table, folded = np.zeros((self.nodes, CLASSES)), np.zeros(players)
        for seat in seats:
            for before in range(1 << seat):
                gained, lost = self._at_node(strategy, seat, before)
                table[(1 << seat) - 1 + before] = gained
                folded[seat] += lost
        return Advantages(table, folded)

    def _at_node(self, strategy: Floats, seat: int, before: int) -> tuple[Floats, float]:
        """float64[169]: what going all-in wins more; and what folding wins with all classes: times its probability."""
        gained, folded = np.zeros(CLASSES), 0.0
        constant = np.zeros(self.weight.shape[1], self.weight.dtype)
        for later in range(1 << self.game.players - seat):
            end = before | later << seat
            reach = self._reach(strategy, seat, end)
            sign = 1.0 if later & 1 else -1.0
            if self._constant[seat, end]:
                payoff = self.table[0, seat, end]
                constant += sign * payoff * reach
                folded += 0.0 if later & 1 else payoff * float(self._weight_sums @ reach)
                continue
            gained += sign * (self._tensors[seat, end] @ reach)
            folded += 0.0 if later & 1 else float(self._tensor_sums[seat, end] @ reach)
        if constant.any():
            gained += self.weight @ constant
        return gained, folded

    def _reach(self, strategy: Floats, seat: int, end: int) -> NDArray[np.floating]:
        """How likely the others' classes play to this end, flat over their classes."""
        factors = []
        for other in range(self.game.players):
            if other != seat:
                shoves = strategy[(1 << other) - 1 + (end & (1 << other) - 1)]
                factors.append((shoves if end >> other & 1 else 1.0 - shoves).astype(self.weight.dtype))
        joint: NDArray[np.floating] = reduce(np.multiply.outer, factors).ravel()
        return joint


MakeTensor = Callable[[int, int], NDArray[np.floating]]
"""From a seat and an end to probability times payoff, [169, classes of the others]."""


def _two_players(table: Floats) -> tuple[NDArray[np.floating], MakeTensor]:
    """Two players: class against class, exact. Prizes of two players are linear in chips, as pots are."""
    matchups = preflop_matchups()
    weight = matchups.weight / matchups.weight.sum()

    def make(seat: int, end: int) -> Floats:
        tie, low, high = table[:, seat, end]  # standings (0, 0), (0, 1), (1, 0)
        lost, won = (low, high) if seat == 0 else (high, low)
        if not np.isclose(tie, (lost + won) / 2):
            raise RiverboatError("push or fold: a tie of two players must be worth half of winning and losing")
        tensor: Floats = weight * (lost + matchups.equity * (won - lost))
        return tensor

    return weight, make


class SampledPayoffs(Payoffs):
    """Any number of players, over random deals; every turn looks at the next part of them."""

    alternates = False

    def __init__(self, game: PushFoldGame, deals: Showdowns, part: int | None = None) -> None:
        super().__init__(game)
        self.deals = deals
        self._single = self.table.astype(np.float32)
        self.part = part or len(deals.orders)
        self.parts = -(-len(deals.orders) // self.part)

    def advantages(self, strategy: Floats, seats: Iterable[int] = (), turn: int = 0) -> Advantages:
        start = turn % self.parts * self.part
        return self._over_all(strategy, start, min(start + self.part, len(self.deals.orders)))

    def in_batches(self, strategy: Floats) -> list[Advantages]:
        """The same from equal parts of all deals."""
        size = len(self.deals.orders) // _BATCHES
        pieces = [slice(at * size, (at + 1) * size) for at in range(_BATCHES)]
        return list(in_threads(lambda piece: self._over(strategy, piece), pieces))

    def _over_all(self, strategy: Floats, start: int, stop: int) -> Advantages:
        """The mean over some deals; pieces of a fixed size, so that the number of threads changes nothing."""
        pieces = [slice(at, min(at + _PIECE, stop)) for at in range(start, stop, _PIECE)]
        found = list(in_threads(lambda piece: self._over(strategy, piece), pieces))
        shares = [(piece.stop - piece.start) / (stop - start) for piece in pieces]
        return Advantages(
            sum(
                (share * each.table for share, each in zip(shares, found, strict=True)), np.zeros((self.nodes, CLASSES))
            ),
            sum((share * each.folded for share, each in zip(shares, found, strict=True)), np.zeros(self.game.players)),
        )

    def _over(self, strategy: Floats, part: slice) -> Advantages:
        from riverboat.solve.pushfold import _kernels

        table, folded = np.zeros((CLASSES, self.nodes), np.float32), np.zeros(self.game.players)
        classes, orders = self.deals.classes[part], self.deals.orders[part]
        by_class = np.ascontiguousarray(strategy.T, np.float32)
        _kernels.add_advantages(classes, orders, self._single, by_class, table, folded)
        return Advantages(table.T.astype(np.float64) / len(orders), folded / len(orders))


def sampled_deals(players: int, deals: int, seed: int, on_progress: OnProgress | None = None) -> Showdowns:
    """Deals for `SampledPayoffs`; the last ones asked for are kept, because they fit any stacks and prizes."""
    key = players, deals, seed
    if key not in _kept:
        if len(_kept) > 3:
            _kept.pop(next(iter(_kept)))
        _kept[key] = sample_showdowns(players, deals, seed, on_progress)
    return _kept[key]


_kept: dict[tuple[int, int, int], Showdowns] = {}
