"""The abstract game: stacks, blinds and bet sizes as the kernels take them, and where its tables lie."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.solve.multiway.jit import LATER_SITUATIONS, POSITIONS, PREFLOP_SITUATIONS

ACTIONS: Final = 5
"""Fold, check or call, a small bet, a large bet or a raise, all-in."""
FOLD, CALL, SMALL, LARGE, ALL_IN = range(ACTIONS)
STREETS: Final = 4
SITUATIONS: Final = (PREFLOP_SITUATIONS, LATER_SITUATIONS, LATER_SITUATIONS, LATER_SITUATIONS)


@dataclass(frozen=True)
class Sizes:
    """How much is bet. Before the flop there is one raise at a time, after three of them only all-in; later two sizes
    of bets and one of a raise. A bet of more than half of what a player has is all-in."""

    small: float = 0.4
    """Of the pot."""
    large: float = 0.9
    raised: float = 0.9
    """Of the pot after calling."""
    opened: float = 2.5
    """To how many big blinds the first raise is, and one more for each who has limped in."""
    opened_blind: float = 3.0
    """The same from the small blind."""
    re_raised: float = 3.0
    """Times the raise, and once more for each caller."""
    re_raised_blind: float = 4.0
    """The same from the blinds."""
    fourth: float = 2.3
    """A fourth bet, times the third."""

    @classmethod
    def from_json(cls, table: Any) -> Self:
        """What `to_json` wrote."""
        try:
            return cls(**{name: float(value) for name, value in dict(table).items()})
        except (TypeError, ValueError):
            raise RiverboatError("bet sizes of a blueprint: these are not known") from None

    def to_json(self) -> dict[str, float]:
        """For the header of a file."""
        return asdict(self)


def game_settings(
    players: int,
    stack: int,
    blinds: tuple[int, int],
    sizes: Sizes | None = None,
    *,
    ante: int = 0,
    first_street: int = 0,
) -> NDArray[np.float64]:
    """The game as a kernel takes it; one that begins on the river (3) has no blinds."""
    sizes = sizes or Sizes()
    return np.array(
        [
            players, stack, *blinds, ante, first_street, sizes.small, sizes.large, sizes.raised, sizes.opened,
            sizes.opened_blind, sizes.re_raised, sizes.re_raised_blind, sizes.fourth,
        ],
        np.float64,
    )  # fmt: skip


def settings_of(rules: Rules, sizes: Sizes | None = None) -> NDArray[np.float64]:
    """A game of six players with equal stacks and two blinds as a kernel takes it."""
    require_players(rules)
    if rules.players != POSITIONS or len(set(rules.stacks)) != 1 or any(rules.antes) or any(rules.blinds[2:]):
        raise RiverboatError(
            f"{rules.identity}: trained are {POSITIONS} players with equal stacks, two blinds, no antes"
        )
    return game_settings(rules.players, rules.stacks[0], (rules.blinds[0], rules.blinds[1]), sizes)


def require_players(rules: Rules) -> None:
    """Refuse what is not no-limit hold'em for two to six players."""
    if (
        not is_holdem(rules)
        or rules.betting != "no-limit"
        or len(rules.streets) != STREETS
        or rules.players > POSITIONS
        or len(rules.blinds) < 2
    ):
        raise RiverboatError(
            f"riverboat_6max plays no-limit hold'em for 2 to {POSITIONS} players, not {rules.identity}"
        )


@dataclass(frozen=True)
class Layout:
    """Where the rows of a street begin: situation by situation, bucket by bucket, five actions each."""

    counts: tuple[int, ...]
    """Buckets by street."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of a table by street."""
        return tuple(situations * count * ACTIONS for situations, count in zip(SITUATIONS, self.counts, strict=True))

    @property
    def bases(self) -> NDArray[np.int64]:
        """Where each street begins."""
        return np.cumsum([0, *self.sizes[:-1]]).astype(np.int64)

    @property
    def size(self) -> int:
        """Numbers of a table in all."""
        return sum(self.sizes)

    def street(self, table: NDArray[Any], street: int) -> NDArray[Any]:
        """[situations, buckets, actions] of a street: a window on a table."""
        start = int(self.bases[street])
        return table[start : start + self.sizes[street]].reshape(SITUATIONS[street], self.counts[street], ACTIONS)
