"""Regret minimisation on sampled deals: the thesis's CFR for any number of players.

Each iteration deals one hand, walks the whole betting tree with these cards, and updates the regrets and average
strategies of all players at once (Zinkevich et al. 2007 with chance sampling, as Teófilo 2016, Figs 57 to 60). A
deal of 3-player Kuhn poker takes about a microsecond, one of the 8-player game 30.

The listing in the thesis weights regrets by the reach of the previous player only. With two players who take turns
that is the opponent's reach and right; with three or more it is not, and what comes out is no equilibrium.
`weight="previous-player"` keeps it so that the error can be shown; the default multiplies the reach of all others.

With three and more players nothing guarantees that the average strategies converge; `response.py` measures how far
from an equilibrium they are.

A solver is its deals, its random stream and its sums: resumed from a checkpoint, it ends like one that never stopped.
"""

from __future__ import annotations

from typing import Any, Final, Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress, Progress, Uninterrupted
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.deals.game import DealGame, Floats
from riverboat.solve.deals.strategy import DealStrategy

Weight = Literal["others", "previous-player"]
Walk = Literal["visits", "iterative", "recursive"]
"""Whether a deal visits only nodes where something can change, or goes through all of them, level by level or by
recursion as the thesis does; all give the same numbers."""

_VISITS: Final = 2_000_000  # nodes in one call of a kernel, so that it answers Ctrl-C


class DealSolver:
    """Regrets and average strategies of one game, as far as they are trained."""

    def __init__(
        self,
        game: DealGame | Rules | str,
        seed: int = 1,
        *,
        weight: Weight = "others",
        walk: Walk = "visits",
        allowed: NDArray[np.bool_] | None = None,
    ) -> None:
        """`allowed` bool[rows] leaves choices out (see `pruning.py`)."""
        if weight not in get_args(Weight):
            raise RiverboatError(f'weight "{weight}": expected one of {", ".join(get_args(Weight))}')
        if walk not in get_args(Walk):
            raise RiverboatError(f'walk "{walk}": expected one of {", ".join(get_args(Walk))}')
        if isinstance(game, str):
            game = parse_game(game)
        self.game = DealGame.build(game) if isinstance(game, Rules) else game
        self.seed, self.weight, self.walk = seed, weight, walk
        self.allowed = allowed
        sums = np.zeros((self.game.rows, 2))
        if allowed is not None:
            sums[~allowed, 0] = -np.inf
        self.iterations = 0
        self._sums = sums
        self._rng = np.random.SeedSequence(seed).generate_state(4, np.uint64).astype(np.uint64)

    @property
    def deals(self) -> int:
        """How many were walked."""
        return self.iterations

    @property
    def regrets(self) -> Floats:
        """The cumulative regret of every choice; -inf where it is left out."""
        return self._sums[:, 0]

    @property
    def strategy_sums(self) -> Floats:
        """The cumulative strategy of every choice."""
        return self._sums[:, 1]

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""
        left_out = 0 if self.allowed is None else int((~self.allowed).sum())
        return {
            "engine": "deals",
            "game": self.game.rules.identity,
            "method": "chance",
            "seed": str(self.seed),
            "weight": self.weight,
            "choices left out": str(left_out),
        } | ({"abstraction": self.game.views.text} if self.game.views.text else {})

    def iterate(self, count: int) -> None:
        """Traverse this many more deals."""
        self.train(count)

    def exploitability(self) -> Exploitability:
        """By exact best responses to the average strategies."""
        return self.policy().exploitability()

    def policy(self) -> DealStrategy:
        """The average strategies, to play or to keep."""
        return DealStrategy(self.game, self.average(), Origin("chance", self.deals))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that deals change."""
        return {"rng": self._rng, "sums": self._sums}

    def train(self, deals: int, on_progress: OnProgress | None = None) -> Self:
        """Traverse this many more deals. Ctrl-C stops the solver between two deals."""
        from riverboat.solve.deals._kernels.dealing import shuffle

        if deals < 1:
            raise RiverboatError(f"{deals} deals: expected 1 or more")
        game = self.game
        end = self.deals + deals
        step = max(1, _VISITS // len(game.nodes))
        while self.deals < end:
            dealt = np.empty((min(step, end - self.deals), game.cards), np.uint8)
            with Uninterrupted():
                shuffle(self._rng, game.rules.deck.size, dealt)
                self._walk(dealt)
            if on_progress:
                on_progress(Progress(self.deals - end + deals, deals))
        return self

    def walk_deals(self, dealt: NDArray[np.uint8]) -> None:
        """Walk given deals: the cards of position 0, 1, ..., then the board, street by street."""
        game = self.game
        if dealt.ndim != 2 or dealt.shape[1] != game.cards:
            raise RiverboatError(f"deals of shape {dealt.shape}: expected {game.cards} cards each")
        with Uninterrupted():
            self._walk(dealt.astype(np.uint8))

    def _walk(self, dealt: NDArray[np.uint8]) -> None:
        from riverboat.solve.deals._kernels.iterating import walk_levels, walk_visits
        from riverboat.solve.deals._kernels.recursing import walk_recursively

        game, weight, sums = self.game, get_args(Weight).index(self.weight), self._sums
        hands = game.see(dealt)
        ranks = game.views.ranks(dealt, hands)
        if self.walk == "recursive":
            levels, choices = game.levels, game.choices
            walk_recursively(game.nodes, game.payoffs, ranks, hands, sums, weight, game.ties, levels, choices)
        else:
            walk = walk_visits if self.walk == "visits" else walk_levels
            walk(game.nodes, game.payoffs, ranks, hands, sums, weight, game.ties)
        self.iterations += len(dealt)

    def average(self) -> Floats:
        """The average strategy, float64[rows]; where nothing was learned all choices have the same probability."""
        return normalised(self.game, self.strategy_sums, self.allowed)

    def strategy(self) -> dict[str, Floats]:
        """The average strategy by betting so far: float64[hands, choices]."""
        average, betting = self.average(), self.game.betting
        return {betting.history(node): self.game.table(average, node).copy() for node in self.game.decisions.tolist()}


def normalised(game: DealGame, sums: Floats, allowed: NDArray[np.bool_] | None = None) -> Floats:
    """Sums as probabilities, information set by information set."""
    probabilities = np.empty(game.rows)
    for node in game.decisions.tolist():
        table = game.table(sums, node)
        exist = np.ones(table.shape) if allowed is None else game.table(allowed, node).astype(np.float64)
        total = table.sum(axis=1, keepdims=True)
        even = exist / exist.sum(axis=1, keepdims=True)
        shares = np.where(total > 0.0, table / np.where(total > 0.0, total, 1.0), even)
        game.table(probabilities, node)[...] = shares
    return probabilities
