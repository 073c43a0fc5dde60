"""How is no-limit hold'em for six played well? External-sampling regret minimisation on sampled deals.

Each iteration deals one hand to all players and learns for one player after the other: all of his actions are tried,
everybody else takes one by his present strategy (Lanctot et al. 2009). Later deals count more, linearly in regrets and
by the square in the average (Brown and Sandholm 2019). Actions that have long been bad are tried one time in sixteen,
and what is learned then counts sixteen times: hands at the edge begin badly, against others who do not know yet when
to fold, and would not come back otherwise.

What nobody should do must be answered too. One time in a hundred the others tremble; in one deal of twenty they are
loose, and limp in or call a raise with many hands that they would fold, so that pots for many come up; and hands
that they surely raise before the flop are raised by three times the pot twelve times in a hundred.

What players know is a public situation (`jit.py`) and a bucket of cards. With more than two players, and with players
who forget, nothing promises an equilibrium; this is the way by which Pluribus was trained all the same (Brown and
Sandholm 2019b). Cost: about 0.07 ms a deal and 50 MB.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import Bucketing
from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.deals.buckets import BucketViews
from riverboat.solve.multiway.game import Layout, Sizes, settings_of
from riverboat.solve.multiway.strategy import MultiwayBlueprint, as_shares

METHOD: Final = "mccfr(external)"
PACE: Final = 20_000.0
"""Deals after which a deal counts once more."""
TREMBLE: Final = 0.01
PRUNE: Final = -2500.0
"""Regret, in big blinds and weights of the present deal, below which an action is seldom tried. One visit moves it by
a dozen big blinds or so: less than this is noise for thousands of visits."""
LEAST: Final = 1e-4
"""Situations with a smaller share of their street than this are left out of the strategy."""
_CHUNK: Final = 500


class MultiwayTrainer:
    """An abstract game and what was learned about it so far: an `Engine` of the solver core."""

    def __init__(self, rules: Rules, bucketing: Bucketing, sizes: Sizes | None = None, *, seed: int = 1) -> None:
        self.rules, self.bucketing, self.sizes = rules, bucketing, sizes or Sizes()
        self.seed: Final = seed
        self.iterations = 0
        self._game: Final = settings_of(rules, self.sizes)
        self.layout: Final = Layout(bucketing.counts)
        self.regrets, self.sums = (np.zeros(self.layout.size, np.float32) for _ in range(2))
        self._rng = np.random.SeedSequence(seed).generate_state(8, np.uint64).reshape(2, 4).astype(np.uint64)
        self._views: BucketViews | None = None

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Build the tables of buckets."""
        if self._views is None:
            self._views = BucketViews(self.rules, self.bucketing, on_progress)

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for a checkpoint to be continued."""
        return {
            "game": self.rules.identity,
            "engine": "multiway 2",
            "method": METHOD,
            "bets": str(self.sizes.to_json()),
            "buckets": self.bucketing.identity,
            "seed": str(self.seed),
        }

    @property
    def choices(self) -> int:
        """Of all information sets that were seen."""
        return int(np.count_nonzero(self.sums))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that iterations change."""
        return {"regrets": self.regrets, "sums": self.sums, "rng": self._rng}

    def iterate(self, count: int) -> None:
        """Learn from some more deals."""
        from riverboat.solve.deals._kernels.dealing import shuffle
        from riverboat.solve.multiway._kernels import learn_deals

        self.prepare()
        assert self._views is not None
        counts = np.array(self.layout.counts, np.int64)
        while count > 0:
            deals = np.empty((min(count, _CHUNK), 2 * self.rules.players + 5), np.uint8)
            shuffle(self._rng[0], self.rules.deck.size, deals)
            views = self._views.of_deals(deals)
            ranks = self._views.ranks(deals, views)
            learn_deals(
                self._game, self.layout.bases, counts, views, ranks, self.regrets, self.sums, self.iterations, PACE,
                TREMBLE, PRUNE, self._rng[1],
            )  # fmt: skip
            self.iterations += len(deals)
            count -= len(deals)

    def exploitability(self) -> Exploitability:
        """Nobody can say: the game is too large."""
        raise RiverboatError(f"{self.rules.identity}: too large for best responses")

    def policy(self) -> MultiwayBlueprint:
        """The average strategy as it is."""
        visit = (1.0 + self.iterations / PACE) ** 2 / 3.0  # the mean square of the weights so far
        shares = as_shares(self.layout, self.sums, LEAST, visit)
        return MultiwayBlueprint(self.rules, self.sizes, self.bucketing, shares, Origin(METHOD, self.iterations))
