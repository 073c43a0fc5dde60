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

from typing import Any, Final, Literal, NamedTuple, Self, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress, Progress
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.deals.game import DealGame, Floats
from riverboat.solve.deals.strategy import DealStrategy

Weight = Literal["others", "previous-player"]
Walk = Literal["iterative", "recursive"]

_VISITS: Final = 2_000_000  # nodes in one call of a kernel, so that it answers Ctrl-C


class _Stand(NamedTuple):
    """All that changes; replaced as a whole, so that an interrupt never leaves half of a step behind."""

    deals: int
    rng: NDArray[np.uint64]
    sums: Floats


class DealSolver:
    """Regrets and average strategies of one game, as far as they are trained."""

    def __init__(
        self,
        game: DealGame | Rules | str,
        seed: int = 1,
        *,
        weight: Weight = "others",
        walk: Walk = "iterative",
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
        rng = np.random.SeedSequence(seed).generate_state(4, np.uint64).astype(np.uint64)
        self._stand = _Stand(0, rng, sums)

    @property
    def deals(self) -> int:
        """How many were walked."""
        return self._stand.deals

    @property
    def regrets(self) -> Floats:
        """The cumulative regret of every choice; -inf where it is left out."""
        return self._stand.sums[:, 0]

    @property
    def strategy_sums(self) -> Floats:
        """The cumulative strategy of every choice."""
        return self._stand.sums[:, 1]

    @property
    def iterations(self) -> int:
        """How many deals were walked."""
        return self._stand.deals

    @iterations.setter
    def iterations(self, deals: int) -> None:
        self._stand = self._stand._replace(deals=deals)

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
        }

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
        return {"rng": self._stand.rng, "sums": self._stand.sums}

    def train(self, deals: int, on_progress: OnProgress | None = None) -> Self:
        """Traverse this many more deals. Ctrl-C stops the solver between two deals."""
        from riverboat.solve.deals._kernels import shuffle

        if deals < 1:
            raise RiverboatError(f"{deals} deals: expected 1 or more")
        game = self.game
        end = self.deals + deals
        step = max(1, _VISITS // len(game.nodes))
        while self.deals < end:
            done, rng, sums = self._stand
            dealt = np.empty((min(step, end - done), game.cards), np.uint8)
            rng = rng.copy()
            shuffle(rng, game.rules.deck.size, dealt)
            self._stand = _Stand(done + len(dealt), rng, self._walked(sums, dealt))
            if on_progress:
                on_progress(Progress(self.deals - end + deals, deals))
        return self

    def walk_deals(self, dealt: NDArray[np.uint8]) -> None:
        """Walk given deals: the cards of position 0, 1, ..., then the board, street by street."""
        game = self.game
        if dealt.ndim != 2 or dealt.shape[1] != game.cards:
            raise RiverboatError(f"deals of shape {dealt.shape}: expected {game.cards} cards each")
        done, rng, sums = self._stand
        self._stand = _Stand(done + len(dealt), rng, self._walked(sums, dealt.astype(np.uint8)))

    def _walked(self, sums: Floats, dealt: NDArray[np.uint8]) -> Floats:
        from riverboat.solve.deals._kernels import walk_levels, walk_recursively

        game, weight = self.game, get_args(Weight).index(self.weight)
        hands, sums = game.see(dealt), sums.copy()
        if self.walk == "iterative":
            walk_levels(game.nodes, game.payoffs, game.ranks, hands, sums, weight, game.ties)
        else:
            walk_recursively(
                game.nodes, game.payoffs, game.ranks, hands, sums, weight, game.ties, game.levels, game.choices
            )
        return sums

    def average(self) -> Floats:
        """The average strategy, float64[rows]; where nothing was learned all choices have the same probability."""
        return normalised(self.game, self.strategy_sums, self.allowed)

    def strategy(self) -> dict[str, Floats]:
        """The average strategy by betting so far: float64[hands, choices]."""
        average = self.average()
        betting = self.game.betting
        return {
            betting.history(node): average[rows].reshape(-1, int(betting.children[node]))
            for node, rows in self.game.walk_choices()
        }


def normalised(game: DealGame, sums: Floats, allowed: NDArray[np.bool_] | None = None) -> Floats:
    """Sums as probabilities, information set by information set."""
    probabilities = np.empty(game.rows)
    for node, rows in game.walk_choices():
        table = sums[rows].reshape(-1, int(game.betting.children[node]))
        exist = np.ones(table.shape) if allowed is None else allowed[rows].reshape(table.shape).astype(np.float64)
        total = table.sum(axis=1, keepdims=True)
        even = exist / exist.sum(axis=1, keepdims=True)
        probabilities[rows] = np.where(total > 0.0, table / np.where(total > 0.0, total, 1.0), even).ravel()
    return probabilities
