"""How often does a player fold, call and raise in each context? Counts, with defaults where nothing is known yet.

36 counters per player, one for each cell of `contexts.py`. Two ways to use the defaults: *enough* observations
replace the defaults altogether (Billings et al. 1998: 20), or the defaults count as a number of prior observations,
made before (pseudo-counts), which fades gradually. With `forgetting` below 1 every observation makes the older ones of
its context weigh less, so that a player who changes is noticed; the original had none and named the inertia as a
weakness (Billings 2006, section 2.9).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action_odds import ActionOdds
from riverboat.model.actions.contexts import CELLS, CONTEXTS, STREETS, Decision

Defaults = tuple[ActionOdds, ...]
"""Twelve, by context."""

_BY_LEVEL: Final[tuple[ActionOdds, ...]] = (
    ActionOdds(0.0, 0.5, 0.5), ActionOdds(0.5, 0.3, 0.2), ActionOdds(0.7, 0.2, 0.1),
)  # fmt: skip

DEFAULT_FREQUENCIES: Final[Defaults] = _BY_LEVEL * STREETS
"""What an unknown player does, by bets to call (Papp 1998, Table B.2); the same on every street."""

LOKI_FREQUENCIES: Final[Defaults] = tuple(ActionOdds(*each) for each in (
    (0.0, 0.74, 0.26), (0.62, 0.25, 0.13), (0.79, 0.16, 0.05),
    (0.0, 0.51, 0.49), (0.42, 0.52, 0.06), (0.73, 0.26, 0.01),
    (0.0, 0.45, 0.55), (0.26, 0.66, 0.08), (0.52, 0.47, 0.01),
    (0.0, 0.52, 0.48), (0.29, 0.65, 0.06), (0.55, 0.44, 0.01),
))  # fmt: skip
"""What Loki does among ten of its kind, street by street, if it expects Papp's table of them: 6,000 hands of GOM."""

OWN_FREQUENCIES: Final[Defaults] = tuple(ActionOdds(*each) for each in (
    (0.0, 0.75, 0.25), (0.62, 0.26, 0.12), (0.78, 0.17, 0.05),
    (0.0, 0.55, 0.45), (0.47, 0.48, 0.05), (0.77, 0.22, 0.01),
    (0.0, 0.49, 0.51), (0.25, 0.67, 0.08), (0.53, 0.46, 0.01),
    (0.0, 0.53, 0.47), (0.28, 0.66, 0.06), (0.55, 0.44, 0.01),
))  # fmt: skip
"""What Loki does among ten of its kind if it expects just this of them: 20,000 hands of GOM.

GOM was counted and given what came out as defaults, until the same came out again. `riverboat lab run loki-own-play
--full` counts it once more. After the flop Loki never raises two bets; that is 1 % here, because nothing is impossible.
"""

STARTING_POINTS: Final[dict[str, Defaults]] = {
    "papp": DEFAULT_FREQUENCIES, "loki": LOKI_FREQUENCIES, "own": OWN_FREQUENCIES,
}  # fmt: skip
"""The defaults by name."""


def named_defaults(name: str) -> Defaults:
    """One of the `STARTING_POINTS`.

    Args:
        name: "papp", "loki" or "own".
    """
    if name not in STARTING_POINTS:
        raise NotationError(f'defaults "{name}": expected one of {", ".join(STARTING_POINTS)}')
    return STARTING_POINTS[name]


class ActionCounts:
    """Action counts of one player."""

    __slots__ = ("counts", "forgetting")

    def __init__(self, forgetting: float = 1.0) -> None:
        if not 0.0 < forgetting <= 1.0:
            raise RiverboatError(f"forgetting {forgetting}: expected more than 0 and no more than 1")
        self.counts = [0.0] * CELLS
        """By context, and there by fold, call, raise."""
        self.forgetting = forgetting

    def note(self, decision: Decision) -> None:
        """One more observation."""
        counts, first = self.counts, decision.context * 3
        if self.forgetting != 1.0:
            for cell in range(first, first + 3):
                counts[cell] *= self.forgetting
        counts[first + decision.action] += 1.0

    def seen(self, context: int) -> float:
        """How many observations there are in a context; fewer than were made if some are half forgotten."""
        return sum(self.counts[context * 3 : context * 3 + 3])

    def frequencies(self, context: int, default: ActionOdds, prior: float = 0.0, enough: float = 1.0) -> ActionOdds:
        """What is expected in a context.

        Args:
            default: What is expected of an unknown player.
            prior: How many observations the default counts as.
            enough: Without a prior, the default is all that counts until there are this many.
        """
        fold, call, raises = self.counts[context * 3 : context * 3 + 3]
        seen = fold + call + raises
        total = seen + prior
        if (seen < enough and not prior) or not total:
            return default
        return ActionOdds(
            (fold + prior * default[0]) / total,
            (call + prior * default[1]) / total,
            (raises + prior * default[2]) / total,
        )


def require_defaults(defaults: Sequence[Sequence[float]]) -> Defaults:
    """Twelve odds that are probabilities."""
    if len(defaults) != CONTEXTS:
        raise RiverboatError(f"{len(defaults)} default frequencies: expected {CONTEXTS}, one for each context")
    for context, odds in enumerate(defaults):
        if len(odds) != 3 or min(odds) < 0.0 or abs(sum(odds) - 1.0) > 1e-9:
            raise RiverboatError(f"default frequencies {tuple(odds)} of context {context}: expected three with sum 1")
    return tuple(ActionOdds(*odds) for odds in defaults)
