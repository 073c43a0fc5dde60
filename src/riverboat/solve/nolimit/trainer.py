"""How is an abstract no-limit game played well? Public-chance-sampled CFR over buckets, in vector form.

Each iteration deals a whole board and plays every line with all 1,081 hands of both players at once (Johanson et al.
2012). Hands are compared by their cards; what they do is looked up by bucket, without recall of earlier buckets.
Iteration t counts t times, in regrets and in the average (linear CFR, Brown and Sandholm 2019).

Cost: about 25 ms for a board at 100 big blinds with the usual menu, one core. Boards depend on the seed and the
iteration alone, so a run that was interrupted and resumed ends like one that was not. How exploitable the result is
nobody can compute; head-to-heads and local best responses say what it is worth.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS, Bucketing
from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.ranking.high import high_tables
from riverboat.errors import RiverboatError
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.nolimit.menu import BetMenu
from riverboat.solve.nolimit.strategy import Blueprint, abstract_game, as_shares

METHOD: Final = "lcfr(public chance)"
_BOARD: Final = 5
_LIVE: Final = 1081


class BlueprintTrainer:
    """An abstract game and what was learned about it so far: an `Engine` of the solver core."""

    def __init__(self, rules: Rules, bucketing: Bucketing, menu: BetMenu | None = None, *, seed: int = 1) -> None:
        if rules.players != 2 or not is_holdem(rules) or rules.betting != "no-limit":
            raise RiverboatError(f"{rules.identity}: blueprints are trained for heads-up no-limit hold'em")
        if len(set(rules.stacks)) != 1:
            raise RiverboatError(f"{rules.identity}: a blueprint has equal stacks")
        self.rules, self.bucketing, self.menu = rules, bucketing, menu or BetMenu()
        self.seed: Final = seed
        self.iterations = 0
        self.program: Final = abstract_game(rules, self.menu, bucketing)
        self.regrets, self.sums = (np.zeros(self.program.size, np.float32) for _ in range(2))
        self._current = np.empty(self.program.size, np.float32)
        self._reach = np.empty((self.program.reach_rows, _LIVE), np.float32)
        self._values = np.empty((self.program.value_rows, _LIVE), np.float32)
        self._decisions = self.program.decisions
        self._before_flop = bucketing.by_holding(())
        ranks = high_tables()
        self._ranks = (ranks.by_size[7], ranks.words)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Build the tables of buckets on flop and turn; without them a board takes 15 ms longer."""
        self.bucketing.prepare(on_progress, (1, 2))

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""
        return {
            "game": self.rules.identity,
            "engine": "blueprint",
            "method": METHOD,
            "bets": str(self.menu.to_json()),
            "buckets": self.bucketing.identity,
            "seed": str(self.seed),
        }

    @property
    def choices(self) -> int:
        """Of all information sets."""
        return self.program.size

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        return {"regrets": self.regrets, "sums": self.sums}

    def iterate(self, count: int) -> None:
        """Play some more boards."""
        for _ in range(count):
            self.iterations += 1
            rng = np.random.default_rng([self.seed, self.iterations])
            self.play(rng.choice(DECK_SIZE, _BOARD, replace=False).astype(np.uint8), float(self.iterations))

    def play(self, board: NDArray[np.uint8], weight: float) -> NDArray[np.float32]:
        """Learn from one board; the values of both players' hands in the order of their strength, float32[2, 1081]."""
        from riverboat.solve.nolimit._kernels import learn_board, match_regrets

        labels = np.empty((len(CARDS), HOLDINGS), np.uint16)
        labels[0] = self._before_flop
        for street in range(1, len(CARDS)):
            labels[street] = self.bucketing.by_holding(board[: CARDS[street]])
        match_regrets(self._decisions, self.regrets, self._current)
        learn_board(
            *self._ranks, HOLDING_CARDS, board, labels, self.program.steps, self.program.pays, self._current,
            self.regrets, self.sums, self._reach, self._values, np.float32(weight),
        )  # fmt: skip
        return self._values[:2]

    def exploitability(self) -> Exploitability:
        """Nobody can say: the game is too large."""
        return self.policy().exploitability()

    def policy(self) -> Blueprint:
        """The average strategy as it is."""
        origin = Origin(METHOD, self.iterations)
        shares = as_shares(self.program, self.sums)
        return Blueprint(self.program, self.menu, self.bucketing, shares, origin=origin)
