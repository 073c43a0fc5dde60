"""Which starting hands earn money when the others fold their losers? Iterated roll-outs.

D. Billings ("Algorithms and Assessment in Computer Poker", 2006, section 2.5.1): repeat the roll-out, and let the
result of one generation decide who plays in the next: a hand with a negative value folds. A noise term that diminishes
like the temperature of simulated annealing lets hands come back. After ten generations the hands that are still
positive are played once more, longer. Table 2.2 lists 27 hands that survive.

The thesis leaves the accounting open. What reproduces its table: both blinds stay in whatever they hold, everyone who
stays pays two units, the other eight seats play if their class is positive, and only those are credited. With one unit
each every value is halved, aces are worth about 1470, and the published 2920 is out of reach. So the published numbers
are those of pots with two small bets each (one raise), or they count half bets.

Cost: a million deals of ten hands, about 0.2 s. It answers "play or not" for a ten-handed table only: no position, no
earlier action, no betting after the flop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASS_NAMES, CLASSES
from riverboat.errors import RiverboatError
from riverboat.odds.preflop.dealing import generator_state, in_chunks, kernel_tables, require_deals
from riverboat.odds.preflop.starting_hands import StartingHand, starting_class
from riverboat.progress import OnProgress, Progress

_CHUNK: Final = 50_000
_DEALS_STREAM: Final = 1
_NOISE_STREAM: Final = 2
_MILLI: Final = 1000.0
_PARTS: Final = 2520  # the kernel counts a unit in 2520 parts, so that pots split evenly


@dataclass(frozen=True)
class IterationSettings:
    """How an iterated roll-out is played; the defaults are Billings's constants where they are given."""

    generations: int = 10
    trials: int = 50_000
    """Deals in each generation."""
    final_trials: int = 500_000
    """Deals of the last round, among the hands that are still positive."""
    seats: int = 10
    blinds: int = 2
    """Seats that stay in with any hand and are not credited."""
    stake: int = 2
    """Units that everyone who stays puts into the pot; Table 2.2 is reproduced by 2 (see the module's text)."""
    noise: float = 100.0
    """Milli-bets: in the first generation a value counts as anything from this much less to this much more; the span
    shrinks evenly to nothing in the last round. The thesis gives no size."""

    def __post_init__(self) -> None:
        for name, lowest in (("generations", 0), ("trials", 1), ("final_trials", 1), ("stake", 1)):
            if getattr(self, name) < lowest:
                raise RiverboatError(f"{name} {getattr(self, name)}: expected {lowest} or more")
        if not 2 <= self.seats <= 10:
            raise RiverboatError(f"seats {self.seats}: expected 2 to 10")
        if not 0 <= self.blinds < self.seats:
            raise RiverboatError(f"blinds {self.blinds}: expected 0 to {self.seats - 1}, fewer than the seats")
        if not 0.0 <= self.noise < float("inf"):
            raise RiverboatError(f"noise {self.noise}: expected 0 or more milli-bets")


@dataclass(frozen=True, eq=False)
class IteratedRollOut:
    """The value of each starting hand when only hands of positive value play, in milli-bets per time played."""

    settings: IterationSettings
    seed: int
    values: NDArray[np.float64]
    """float64[169]: a hand that no longer plays keeps the value with which it left."""
    errors: NDArray[np.float64]
    """float64[169]: the standard error of each value."""
    field_sizes: tuple[int, ...]
    """How many classes played in each generation and, last, in the final round."""

    def __getitem__(self, hand: StartingHand) -> float:
        """The value of a hand, such as `"AKs"` or `"AhKh"`."""
        return float(self.values[starting_class(hand)])

    def error(self, hand: StartingHand) -> float:
        """The standard error of a hand's value."""
        return float(self.errors[starting_class(hand)])

    def playable(self) -> tuple[str, ...]:
        """The names of the hands of positive value, best first."""
        order = np.argsort(-self.values, kind="stable")
        return tuple(CLASS_NAMES[index] for index in order if self.values[index] > 0)


def iterated_roll_out(
    settings: IterationSettings | None = None,
    seed: int = 0,
    *,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
) -> IteratedRollOut:
    """Play the generations and the final round; the same seed gives the same result whatever `threads` is.

    Args:
        settings: Players, generations and deals. Default: those of Billings (2006).
    """
    settings = settings or IterationSettings()
    require_deals(settings.final_trials, seed)
    total = settings.generations * settings.trials + settings.final_trials
    values = np.full(CLASSES, _MILLI)
    errors = np.full(CLASSES, np.nan)
    field_sizes = []
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_NOISE_STREAM,)))
    for generation in range(settings.generations + 1):
        last = generation == settings.generations
        span = 0.0 if last else settings.noise * (1.0 - generation / settings.generations)
        # In the first generation every hand plays: nothing is known against it yet.
        plays = (values + rng.uniform(-span, span, CLASSES) > 0.0) | (generation == 0)
        means, deviations, played = _play(
            settings,
            plays,
            settings.final_trials if last else settings.trials,
            (seed, _DEALS_STREAM, generation),
            _later(on_progress, generation * settings.trials, total) if on_progress else None,
            threads,
        )
        values[played] = means[played]
        errors[played] = deviations[played]
        field_sizes.append(int(plays.sum()))
    return IteratedRollOut(settings, seed, values, errors, tuple(field_sizes))


def value_against_field(
    field: NDArray[np.bool_],
    settings: IterationSettings | None = None,
    seed: int = 0,
    *,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
) -> IteratedRollOut:
    """The values when exactly the classes of `field` (bool[169]) play: one final round, no generations."""
    settings = settings or IterationSettings()
    if field.shape != (CLASSES,):
        raise RiverboatError(f"field of shape {field.shape}: expected one truth value for each of {CLASSES} classes")
    require_deals(settings.final_trials, seed)
    stream = (seed, _DEALS_STREAM, settings.generations)
    means, errors, _ = _play(settings, field.astype(np.bool_), settings.final_trials, stream, on_progress, threads)
    return IteratedRollOut(settings, seed, means, errors, (int(field.sum()),))


def _later(on_progress: OnProgress, before: int, total: int) -> OnProgress:
    """Progress of one generation as progress of the whole."""
    return lambda state: on_progress(Progress(before + state.done, total))


def _play(
    settings: IterationSettings,
    plays: NDArray[np.bool_],
    trials: int,
    stream: tuple[int, ...],
    on_progress: OnProgress | None,
    threads: int | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Means and standard errors in milli-bets by class, and which classes were dealt to a seat that plays."""
    from riverboat.odds.preflop import _kernels

    tables = kernel_tables()
    seed, *rest = stream

    def play(chunk: int, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        played, parts, squares = np.zeros(CLASSES, np.int64), np.zeros(CLASSES, np.int64), np.zeros(CLASSES)
        _kernels.play_generation(
            *tables, plays, settings.seats, settings.blinds, settings.stake, size,
            generator_state(seed, *rest, chunk), played, parts, squares,
        )  # fmt: skip
        return played, parts, squares

    count, parts, squares = np.zeros(CLASSES, np.int64), np.zeros(CLASSES, np.int64), np.zeros(CLASSES)
    for part in in_chunks(play, trials, _CHUNK, on_progress, threads):
        count += part[0]
        parts += part[1]
        squares += part[2]
    with np.errstate(invalid="ignore", divide="ignore"):
        means = parts / count / _PARTS
        errors = np.sqrt((squares / count - means**2) / count)
    return _MILLI * means, _MILLI * errors, count > 0
