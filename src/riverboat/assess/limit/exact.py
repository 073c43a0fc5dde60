"""What does a best response win from a player of limit hold'em, in the full game? Flop by flop, exactly.

Each of the 1,755 flops that differ by more than the names of suits is one task (`solve/limit/flop.py`): 2 seats x 7
lines x 169 starting hands, 19 kB. Tasks run on any executor, longest first, with a checkpoint, so that a run survives
days; the sum over flops and the choice before the flop take no time (`solve/limit/preflop.py`).

With a sample of flops (`FlopSample`) every flop is still exact and inner streets are never sampled; only the choice
before the flop, made on the sample, is not certain. Chosen and valued on the same flops it is worth too much, chosen
on one half and valued on the other too little: both are reported, and the interval reaches from 1.96 standard errors
below the one to 1.96 above the other.

Cost of the whole game: 2,554,656 boards, each a third of the spot R2; players who leave lines unused cost less
(always_call 10 minutes on one core).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.limit_tables import table_strategy
from riverboat.assess.limit.habits import KINDS, STREETS, count_actions, frequencies
from riverboat.assess.limit.players import limit_strategy
from riverboat.cards.card import cards_text
from riverboat.cards.holdings import CLASSES
from riverboat.cards.isomorphism import canonical_boards
from riverboat.errors import RiverboatError
from riverboat.executor import Task, make_executor, run_tasks
from riverboat.files import Checkpoint
from riverboat.progress import OnProgress
from riverboat.solve.limit.flop import FlopResponse, count_boards
from riverboat.solve.limit.lines import LINES
from riverboat.solve.limit.opponent import StrategyOpponent
from riverboat.solve.limit.preflop import FLOPS_LEFT, PreflopResponse, by_class, linear_value, preflop_response
from riverboat.solve.limit.responder import LimitResponse, target_identity
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.stats.mean import Interval

Floats = NDArray[np.float64]
FLOPS: Final = 22_100
SEATS: Final = ("big blind", "small blind")
"""By the best responder's number."""
CLASSES_OF_FLOPS: Final = 1755
MIN_SAMPLE: Final = 8
COUNTED_FLOPS: Final = 8
"""On this many flops it is counted what the best response does later."""
COVERAGE_FLOPS: Final = 100
COVERAGE_SAMPLES: Final = 1000
_SAVE_EVERY: Final = 60.0
_CONFIDENCE: Final = 1.959964
_KIND: Final = "limit best response"
_VERSION: Final = 1


class Flop(NamedTuple):
    """A flop up to the names of suits."""

    cards: tuple[int, ...]
    weight: int
    """How many flops it stands for."""

    @property
    def is_paired(self) -> bool:
        """Whether two cards have the same rank: such flops are harder to play by buckets."""
        return len({card >> 2 for card in self.cards}) < len(self.cards)


def all_flops() -> list[Flop]:
    """All 1,755 of them."""
    boards, weights = canonical_boards(3)
    return [Flop(tuple(board), int(weight)) for board, weight in zip(boards.tolist(), weights.tolist(), strict=True)]


@dataclass(frozen=True)
class FlopSample:
    """Flops drawn with replacement: paired and unpaired ones in proportion to how often they are dealt."""

    flops: list[Flop]
    """In the order in which they were drawn; a flop may come twice."""
    strata: NDArray[np.int64]
    """Of each flop: 0 unpaired, 1 paired."""
    shares: Floats
    """How often each stratum is dealt."""

    @classmethod
    def draw(cls, count: int, seed: int) -> FlopSample:
        """At least two of each stratum and half."""
        if not count >= MIN_SAMPLE:
            raise RiverboatError(f"{count} flops: expected {MIN_SAMPLE} or more, or none for all {CLASSES_OF_FLOPS:,}")
        rng, everything = np.random.default_rng(seed), all_flops()
        weights = np.array([flop.weight for flop in everything], np.float64)
        paired = np.array([flop.is_paired for flop in everything])
        shares = np.array([weights[~paired].sum(), weights[paired].sum()]) / weights.sum()
        counts = [count - max(4, round(count * shares[1])), max(4, round(count * shares[1]))]
        flops: list[Flop] = []
        for stratum, among in enumerate((~paired, paired)):
            chosen = rng.choice(len(everything), counts[stratum], p=np.where(among, weights, 0) / weights[among].sum())
            flops += [everything[number] for number in chosen.tolist()]
        return cls(flops, np.repeat([0, 1], counts), shares)

    @property
    def weights(self) -> Floats:
        """What each flop counts in a mean; the sum is 1."""
        return self.weights_of(np.arange(len(self.flops)))

    def weights_of(self, chosen: NDArray[np.int64]) -> Floats:
        """What each chosen flop counts, if these are the sample."""
        counts = np.bincount(self.strata[chosen], minlength=2)
        return np.asarray((self.shares / counts)[self.strata[chosen]])


@dataclass(frozen=True, eq=False)
class LimitExploitability:
    """What best responses in both seats win."""

    player: str
    flops: list[Flop]
    values: Floats
    """float64[flops, seat, 169, line]: of the best response in each seat, sums over the player's hands."""
    reach: tuple[NDArray[np.float32], NDArray[np.float32]]
    """[seat]: what the player brings to the flop against a best response in that seat."""
    sample: FlopSample | None = None
    """None if all flops are there."""
    seed: int = 0
    counts: Floats | None = None
    """float64[seat, street, line, 169, kind]: what the best response does after the flop (`habits.py`), if counted."""

    @cached_property
    def responses(self) -> tuple[PreflopResponse, PreflopResponse]:
        """The best responses before the flop, in the big blind and in the small blind."""
        dealt = np.array([flop.weight for flop in self.flops]) / FLOPS
        weights = dealt if self.sample is None else self.sample.weights
        return self._chosen_on(np.arange(len(self.flops)), weights)

    @property
    def by_seat(self) -> tuple[float, float]:
        """mbb per hand of the best response in the big blind and in the small blind."""
        return self.responses[0].mbb, self.responses[1].mbb

    @property
    def mbb(self) -> float:
        """Exploitability: the mean over both seats, mbb per hand. Of a sample: chosen and valued on the same flops."""
        return sum(self.by_seat) / 2

    @cached_property
    def by_flop(self) -> Floats:
        """float64[flops]: what the best responses win if this flop is always dealt, mean of both seats; mbb per hand.

        The choice before the flop is that of all flops; the mean over flops is the exploitability.
        """
        return self._values_of(self.responses, np.arange(len(self.flops)))

    @cached_property
    def cross_fitted(self) -> float:
        """Of a sample: chosen on one half of the flops and valued on the other, both ways; biased downwards."""
        sample = self._require_sample()
        rng = np.random.default_rng([self.seed, 1])
        half = np.zeros(len(self.flops), bool)
        for stratum in (0, 1):
            here = rng.permutation(np.flatnonzero(sample.strata == stratum))
            half[here[: len(here) // 2]] = True
        found = []
        for mine in (half, ~half):
            choosing, valuing = np.flatnonzero(mine), np.flatnonzero(~mine)
            chosen = self._chosen_on(choosing, sample.weights_of(choosing))
            found.append(float(self._values_of(chosen, valuing) @ sample.weights_of(valuing)))
        return sum(found) / 2

    @cached_property
    def standard_error(self) -> float:
        """Of a sample: by the bootstrap over flops within strata, the choice before the flop kept."""
        sample, rng = self._require_sample(), np.random.default_rng([self.seed, 2])
        total = np.zeros(_RESAMPLES)
        for stratum in (0, 1):
            here = self.by_flop[sample.strata == stratum]
            drawn = here[rng.integers(0, len(here), (_RESAMPLES, len(here)))].mean(axis=1)
            # a resample of n values varies by (n - 1) / n too little
            total += sample.shares[stratum] * (drawn - here.mean()) * np.sqrt(len(here) / (len(here) - 1))
        return float(total.std())

    @property
    def interval(self) -> Interval:
        """95 %, of a sample; the value itself if all flops are there."""
        if self.sample is None:
            return Interval(self.mbb, self.mbb)
        reach = _CONFIDENCE * self.standard_error
        low, high = sorted((self.cross_fitted, self.mbb))
        return Interval(low - reach, high + reach)

    @cached_property
    def habits(self) -> tuple[dict[str, dict[str, float]], ...]:
        """[seat][street]: how often the best response folds, calls and raises after the flop; empty if not counted."""
        if self.counts is None:
            return {}, {}
        return tuple(
            frequencies(response, counts) for response, counts in zip(self.responses, self.counts, strict=True)
        )

    def sampled(self, flops: int, seed: int) -> LimitExploitability:
        """What a run on a sample of this size would have found, from the values of all flops."""
        if self.sample is not None:
            raise RiverboatError("a sample of a sample: all flops are needed")
        sample = FlopSample.draw(flops, seed)
        chosen = [self._places[flop] for flop in sample.flops]
        return LimitExploitability(self.player, sample.flops, self.values[chosen], self.reach, sample, seed)

    @cached_property
    def coverage(self) -> float:
        """How often the 95 % interval of `COVERAGE_FLOPS` sampled flops holds the exact value; takes two minutes."""
        intervals = (self.sampled(COVERAGE_FLOPS, seed).interval for seed in range(COVERAGE_SAMPLES))
        return sum(low <= self.mbb <= high for low, high in intervals) / COVERAGE_SAMPLES

    @cached_property
    def _places(self) -> dict[Flop, int]:
        return {flop: number for number, flop in enumerate(self.flops)}

    def response(self) -> LimitResponse:
        """The best response as a player, if the measured player has tables of its own."""
        target = self.player
        table_strategy(target)
        return LimitResponse.of(self.responses, target, table_strategy)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        found: dict[str, Any] = {
            "player": self.player, "mbb": self.mbb, "chips": self.mbb / 100, "flops": len(self.flops),
            "is_exact": self.sample is None,
            "seats": {
                name.replace(" ", "_"): {"mbb": response.mbb, "preflop": preflop_frequencies(response), **later}
                for name, response, later in zip(SEATS, self.responses, self.habits, strict=True)
            },
        }  # fmt: skip
        if self.sample is None:
            found["coverage"] = self.coverage
        else:
            found |= {
                "seed": self.seed, "cross_fitted": self.cross_fitted, "standard_error": self.standard_error,
                "interval": [self.interval.low, self.interval.high],
            }  # fmt: skip
        found["by_flop"] = {
            cards_text(flop.cards): value for flop, value in zip(self.flops, self.by_flop.tolist(), strict=True)
        }
        return found

    def _chosen_on(self, flops: NDArray[np.int64], weights: Floats) -> tuple[PreflopResponse, PreflopResponse]:
        found = []
        for me in (0, 1):
            leaves = np.tensordot(weights, self.values[flops, me], axes=1) * (FLOPS / FLOPS_LEFT)
            found.append(preflop_response(me, self.reach[me], leaves))
        return found[0], found[1]

    def _values_of(self, chosen: Sequence[PreflopResponse], flops: NDArray[np.int64]) -> Floats:
        """float64[flops]: mean of both seats, mbb per hand, if these choices are made before each of the flops."""
        total = np.zeros(len(flops))
        for me in (0, 1):
            constant, slopes = linear_value(chosen[me], self.reach[me])
            total += constant + np.tensordot(self.values[flops, me], slopes, axes=2) * (FLOPS / FLOPS_LEFT)
        return total / 2

    def _require_sample(self) -> FlopSample:
        if self.sample is None:
            raise RiverboatError("all flops are there: nothing was sampled")
        return self.sample


_RESAMPLES: Final = 2000
_COUNTS: Final = (len(STREETS), LINES[1], CLASSES, len(KINDS))


def preflop_frequencies(response: PreflopResponse) -> dict[str, dict[str, float]]:
    """How often the best response folds, calls and raises at each of its decisions before the flop, hands as dealt."""
    from riverboat.cards.holdings import CLASS_SIZES

    found = {}
    for node, choices in response.choices.items():
        counts = np.bincount(choices, weights=CLASS_SIZES, minlength=3) / CLASS_SIZES.sum()
        found[node or "first"] = dict(zip(("fold", "call", "raise"), counts.tolist(), strict=True))
    return found


class _Piece(NamedTuple):
    player: str
    flop: tuple[int, ...]
    is_counted: bool = False
    """Whether to count what the best response does later, too."""


def exploit_exactly(
    player: str,
    *,
    flops: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    executor: str | None = None,
    checkpoint: str | Path | None = None,
    on_progress: OnProgress | None = None,
) -> LimitExploitability:
    """Best responses to a player of heads-up limit hold'em in both seats; `flops` is the size of a sample."""
    if player.endswith(".strategy"):
        player = str(Path(player).resolve())
    strategy = limit_strategy(player, on_progress)
    reach = (strategy.preflop_reach(1), strategy.preflop_reach(0))
    sample = None if flops is None else FlopSample.draw(flops, seed)
    wanted = all_flops() if sample is None else sample.flops
    different = sorted(set(wanted), key=lambda flop: (-count_boards(flop.cards), flop.cards))
    counted = _counted_flops(wanted, sample, seed)
    tasks = [
        Task(
            cards_text(flop.cards) + (" counted" if flop in counted else ""),
            _Piece(player, flop.cards, is_counted=flop in counted),
            count_boards(flop.cards),
        )
        for flop in different
    ]
    # a player's name is not enough: another blueprint may be trained before the run is resumed
    version = target_identity(player)
    if version == player:
        version = strategy.checksum
    identity = {"player": Path(player).name, "strategy": version, "version": _VERSION}
    kept = Checkpoint(checkpoint, _KIND, identity, every=_SAVE_EVERY)
    files = [player] if player.endswith(".strategy") else []
    with make_executor(jobs, executor, files=files, kernels="limit best response") as chosen:
        found = run_tasks(chosen, _flop_values, tasks, checkpoint=kept, on_progress=on_progress)
    by_cards = {flop.cards: np.asarray(part, np.float64).ravel() for flop, part in zip(different, found, strict=True)}
    size = 2 * CLASSES * LINES[1]
    values = np.stack([by_cards[flop.cards][:size].reshape(2, CLASSES, LINES[1]) for flop in wanted])
    parts = [by_cards[flop.cards][size:].reshape(2, *_COUNTS) for flop in counted if len(by_cards[flop.cards]) > size]
    counts = np.mean(parts, axis=0) if parts else None
    return LimitExploitability(player, wanted, values, reach, sample, seed, counts)


def _counted_flops(wanted: Sequence[Flop], sample: FlopSample | None, seed: int) -> list[Flop]:
    """Flops as they are dealt, perhaps one of them twice."""
    weights = sample.weights if sample is not None else np.array([flop.weight for flop in wanted]) / FLOPS
    chosen = np.random.default_rng([seed, 3]).choice(len(wanted), COUNTED_FLOPS, p=weights)
    return [wanted[number] for number in chosen.tolist()]


def _flop_values(piece: _Piece) -> NDArray[np.float32]:
    """float32[2 seats * 169 * 7 lines]: what best responses win on a flop, averaged over all renamings of suits.

    What they do there comes after it, if it is counted.
    """
    values = np.empty((2, CLASSES, LINES[1]), np.float32)
    counts = np.zeros((2, *_COUNTS), np.float32)
    for me, response in enumerate(_responses(piece.player)):
        values[me] = by_class(response.values(piece.flop))
        if piece.is_counted:
            counts[me] = count_actions(response, _strategy(piece.player), piece.flop)
    return np.concatenate([values.ravel(), counts.ravel()]) if piece.is_counted else values.ravel()


@lru_cache(maxsize=1)
def _strategy(player: str) -> LimitStrategy:
    return limit_strategy(player)


@lru_cache(maxsize=1)
def _responses(player: str) -> tuple[FlopResponse, FlopResponse]:
    strategy = _strategy(player)
    return FlopResponse(StrategyOpponent(strategy, 1)), FlopResponse(StrategyOpponent(strategy, 0))
