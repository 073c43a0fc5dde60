"""What does each starting hand earn if everyone always calls? Income rates IR-N by roll-out.

D. Billings ("Algorithms and Assessment in Computer Poker", 2006, section 2.5.1): N players put in one small bet each,
all cards are dealt with no more betting, and the best hands share the pot. The income rate of a starting hand is its
mean net winnings in milli-bets (thousandths of a small bet): IR = 1000 (N equity - 1). Only relative values matter.

Method. One deal uses the whole deck: a board and 23 hands. Any N - 1 of the other 22 hands are as good a set of random
opponents as any other, so from the number of hands that are better and tied the expected share of the pot against all
such sets follows exactly. One roll-out therefore gives the tables of every N from 2 to 10, and every hand of a deal is
credited. At N = 10 one such deal is worth about four of ten hands; at N = 2 far more.

Cost: about 5 million deals (110 million hands) per second and thread. The default tables (DEFAULT_DEALS) take a few
seconds on first use and are then kept in the cache folder; 4 million deals already bring IR-10 within 6 milli-bets
(root mean square) of the 86 values of Billings's Table 2.1. The standard error takes the credits of a class as
independent; hands of one class on one board are not, so the scatter of repeated roll-outs is 1 % (N = 10) to 4 % (N =
2) larger.

Not for hands after the flop, nor for opponents who fold: see `iterated.py` for those.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.cards.holdings import CLASS_NAMES, CLASSES
from riverboat.errors import RiverboatError
from riverboat.odds.preflop.dealing import generator_state, in_chunks, kernel_tables, require_deals
from riverboat.odds.preflop.starting_hands import StartingHand, starting_class
from riverboat.progress import OnProgress

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 10
DEFAULT_DEALS: Final = 16_000_000
DEFAULT_SEED: Final = 2006

_HANDS: Final = 23
_TIED_STEP: Final = 32  # a standing is 32 * (tied, itself included) + better, as the kernel counts it
_CODES: Final = 1024
_CHUNK: Final = 200_000
_VERSION: Final = 1
_in_memory: Final[dict[str, dict[str, NDArray[np.float64]]]] = {}


@dataclass(frozen=True, eq=False)
class IncomeRates:
    """The income rates of the 169 starting hands against `players - 1` random hands, in milli-bets."""

    players: int
    deals: int
    seed: int
    rates: NDArray[np.float64]
    """float64[169]: mean net winnings, milli-bets per hand."""
    errors: NDArray[np.float64]
    """float64[169]: the standard error of each rate; nan for a class that was never dealt."""

    def __getitem__(self, hand: StartingHand) -> float:
        """The rate of a hand, such as `"AKs"` or `"AhKh"`."""
        return float(self.rates[starting_class(hand)])

    def error(self, hand: StartingHand) -> float:
        """The standard error of a hand's rate."""
        return float(self.errors[starting_class(hand)])

    @property
    def equities(self) -> NDArray[np.float64]:
        """float64[169]: the share of the pot, 0..1, that each hand wins."""
        return (1.0 + self.rates / 1000.0) / self.players

    def best_first(self) -> tuple[str, ...]:
        """The names of all hands in order of their rates."""
        return tuple(CLASS_NAMES[index] for index in np.argsort(-self.rates, kind="stable"))


@dataclass(frozen=True, eq=False)
class RollOut:
    """Where the hands of each class stood among 23: what one roll-out found, for any number of players."""

    deals: int
    seed: int
    standings: NDArray[np.int64]
    """int64[169, 1024]: how often a class had `better` hands above it and `tied` equal ones, at 32 tied + better."""

    def income_rates(self, players: int) -> IncomeRates:
        """IR-N for N = `players`, 2 to 10."""
        _require_players(players)
        shares = _expected_shares(players)
        dealt = self.standings.sum(axis=1).astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = self.standings @ shares / dealt
            variance = self.standings @ shares**2 / dealt - mean**2
            errors = np.sqrt(variance / dealt)
        return IncomeRates(players, self.deals, self.seed, 1000.0 * (players * mean - 1.0), 1000.0 * players * errors)


def income_rates(
    players: int,
    deals: int = DEFAULT_DEALS,
    seed: int = DEFAULT_SEED,
    *,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
) -> IncomeRates:
    """IR-N for N = `players`. The result does not depend on `threads`.

    Args:
        players: How many are at the table.
        deals: How many deals are rolled out; the default number and seed are cached.
    """
    _require_players(players)
    if (deals, seed) != (DEFAULT_DEALS, DEFAULT_SEED):
        return roll_out(deals, seed, on_progress=on_progress, threads=threads).income_rates(players)
    name = f"income-rates-v{_VERSION}-{DEFAULT_DEALS}-{DEFAULT_SEED}"
    if name not in _in_memory:
        stored = cached_arrays(name, lambda: _default_tables(on_progress, threads))
        for array in stored.values():
            array.flags.writeable = False  # every caller gets the same one
        _in_memory[name] = stored
    row = players - MIN_PLAYERS
    return IncomeRates(players, deals, seed, _in_memory[name]["rates"][row], _in_memory[name]["errors"][row])


def roll_out(
    deals: int = DEFAULT_DEALS,
    seed: int = DEFAULT_SEED,
    *,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
) -> RollOut:
    """Deal a board and 23 hands `deals` times and count where the hands of each class stand."""
    from riverboat.odds.preflop import _kernels

    require_deals(deals, seed)
    tables = kernel_tables()

    def count(chunk: int, size: int) -> NDArray[np.uint32]:
        standings = np.zeros((CLASSES, _CODES), np.uint32)
        _kernels.count_standings(*tables, size, generator_state(seed, 0, chunk), standings)
        return standings

    total = np.zeros((CLASSES, _CODES), np.int64)
    for standings in in_chunks(count, deals, _CHUNK, on_progress, threads):
        total += standings
    return RollOut(deals, seed, total)


@cache
def _expected_shares(players: int) -> NDArray[np.float64]:
    """float64[1024]: by standing, the expected share of the pot against `players - 1` of the other 22 hands."""
    others, opponents = _HANDS - 1, players - 1
    shares = np.zeros(_CODES)
    for tied in range(_HANDS):
        for better in range(_HANDS - tied):
            worse = others - tied - better
            # Nobody better may be among the opponents; with k tied ones there, the pot is split k + 1 ways.
            ways = sum(comb(tied, k) * comb(worse, opponents - k) / (k + 1) for k in range(min(tied, opponents) + 1))
            shares[_TIED_STEP * (tied + 1) + better] = ways / comb(others, opponents)
    return shares


def _default_tables(on_progress: OnProgress | None, threads: int | None) -> dict[str, NDArray[np.generic]]:
    found = roll_out(DEFAULT_DEALS, DEFAULT_SEED, on_progress=on_progress, threads=threads)
    tables = [found.income_rates(players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    return {
        "rates": np.array([table.rates for table in tables]),
        "errors": np.array([table.errors for table in tables]),
    }


def _require_players(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RiverboatError(f"{players} players: income rates are for {MIN_PLAYERS} to {MAX_PLAYERS}")
