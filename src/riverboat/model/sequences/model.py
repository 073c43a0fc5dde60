"""What does this opponent do after each betting sequence, and what does it show? Vexbot's opponent model.

The context tree of Billings (2006, section 4.6): at each of the opponent's decisions the frequencies of fold, call and
raise, at each showdown a histogram of the hand ranks shown (20 cells of width 0.05). Hand rank is the strength on the
river against all 990 other hands, ties half. Every observation also counts for the coarser classes of `contexts.py`;
old ones fade by a factor for each new one in their class. What is believed of a sequence is a blend: a level with n
observations takes 1 - m^n of the weight that finer levels left over, and defaults take the rest.

Cost: 1.9 MB per opponent; 20 us to learn a hand; beliefs of one seat are blended when first asked for after a hand,
0.6 ms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.model.sequences import _kernels
from riverboat.model.sequences.contexts import LEVELS, Contexts
from riverboat.odds.strength.expected import DOUBLED, doubled_on
from riverboat.odds.strength.inputs import read_spot

CELLS: Final = 20
"""Of a histogram of hand ranks."""
KIND: Final = "sequence-model"
VERSION: Final = 1
_ARRAYS: Final = ("counts", "counts_seen", "shown", "shown_seen")


@dataclass(frozen=True)
class SequenceSettings:
    """How observations become beliefs."""

    first_level: int = 0
    last_level: int = len(LEVELS) - 1
    mixing: float = 0.95
    """m: a level with n observations takes 1 - m^n of the weight that is left."""
    shown_decay: float = 0.95
    """What a hand shown is worth after one more in its class."""
    action_decay: float = 0.98
    """What an action is worth after one more in its class."""

    def __post_init__(self) -> None:
        if not 0 <= self.first_level <= self.last_level < len(LEVELS):
            raise RiverboatError(f"levels {self.first_level} to {self.last_level}: expected 0 to {len(LEVELS) - 1}")
        for name in ("mixing", "shown_decay", "action_decay"):
            if not 0.0 < getattr(self, name) <= 1.0:
                raise RiverboatError(f"{name} {getattr(self, name)}: expected more than 0 and at most 1")


class Defaults(NamedTuple):
    """What is believed of a sequence of which nothing is known, by our seat."""

    actions: NDArray[np.float64]
    """float64[2, nodes, 3]."""
    shown: NDArray[np.float64]
    """float64[2, showdowns, 20]."""


class Beliefs(NamedTuple):
    """What is believed of an opponent, for one of our seats."""

    actions: NDArray[np.float64]
    """float64[nodes, 3]: probabilities of fold, call and raise at the opponent's decisions."""
    shown: NDArray[np.float64]
    """float64[showdowns, 20]: the probability of each cell of hand rank."""
    cumulative: NDArray[np.float64]
    """float64[showdowns, 21]: the probability of a weaker hand than the lower edge of each cell."""


def flat_defaults(contexts: Contexts) -> Defaults:
    """All legal choices alike, all hand ranks alike.

    Args:
        contexts: The betting that is modelled.
    """
    legal = (contexts.child >= 0).astype(np.float64)
    shares = legal / np.maximum(legal.sum(axis=1, keepdims=True), 1.0)
    shown = np.full((2, len(contexts.showdowns), CELLS), 1.0 / CELLS)
    return Defaults(np.stack([shares, shares]), shown)


def blending_weights(observations: tuple[int, ...], mixing: float = 0.95) -> tuple[float, ...]:
    """The weights of levels with so many observations each, finest first, and last what is left for the next.

    Args:
        observations: How many there are at each level, the finest first.
        mixing: What one observation leaves to the next level.
    """
    weights, rest = [], 1.0
    for count in observations:
        weights.append(rest * (1.0 - mixing**count))
        rest *= mixing**count
    return (*weights, rest)


def river_hand_rank(hole: tuple[int, ...], board: tuple[int, ...]) -> float:
    """The share of all other hands that this one beats on the river, ties half."""
    spot = read_spot(hole, board, (5,))
    return int(doubled_on(spot, np.array([board], np.uint8))[0]) / (DOUBLED - 1)


def cell_of(hand_rank: float) -> int:
    """Its cell in a histogram."""
    return min(int(hand_rank * CELLS), CELLS - 1)


@dataclass(eq=False)
class SequenceModel:
    """What has been seen of one opponent, for both of our seats."""

    contexts: Contexts
    settings: SequenceSettings = field(default_factory=SequenceSettings)
    defaults: Defaults | None = None
    """Flat ones if not given."""

    def __post_init__(self) -> None:
        contexts = self.contexts
        self.hands = 0
        self.counts: NDArray[np.float64] = np.zeros((contexts.action_classes, 3))
        self.counts_seen: NDArray[np.int64] = np.zeros(contexts.action_classes, np.int64)
        self.shown: NDArray[np.float64] = np.zeros((contexts.shown_classes, CELLS))
        self.shown_seen: NDArray[np.int64] = np.zeros(contexts.shown_classes, np.int64)
        self._defaults = self.defaults or flat_defaults(contexts)
        self._beliefs: dict[int, Beliefs] = {}
        self._buffers: dict[int, Beliefs] = {}

    def forget(self) -> None:
        """Begin again."""
        for array in self.arrays().values():
            array[...] = 0
        self.hands = 0
        self._beliefs.clear()

    def learn(self, hand: Hand, seat: int) -> None:
        """Take over what a hand shows of the opponent; `seat` is our position."""
        contexts, settings, other = self.contexts, self.settings, 1 - seat
        node = contexts.root
        for _, position, action in hand.actions:
            place = contexts.place(action)
            if position == other:
                _kernels.observe(
                    contexts.action_class[seat], node, place, settings.action_decay, self.counts, self.counts_seen
                )
            node = int(contexts.child[node, place])
        showdown = int(contexts.showdown_at[node])
        if showdown >= 0 and HIDDEN not in hand.down[other]:
            cell = cell_of(river_hand_rank(hand.down[other], hand.board))
            _kernels.observe(
                contexts.shown_class[seat], showdown, cell, settings.shown_decay, self.shown, self.shown_seen
            )
        self.hands += 1
        self._beliefs.pop(seat, None)

    def beliefs(self, seat: int) -> Beliefs:
        """What is believed when we sit here. The arrays are reused: they hold until the next hand is learned."""
        if seat not in self._beliefs:
            self._beliefs[seat] = self._blended(seat)
        return self._beliefs[seat]

    def as_defaults(self) -> Defaults:
        """What is believed of this opponent, as defaults for others."""
        both = [self.beliefs(seat) for seat in (0, 1)]
        return Defaults(np.stack([each.actions for each in both]), np.stack([each.shown for each in both]))

    def _blended(self, seat: int) -> Beliefs:
        if seat not in self._buffers:
            showdowns = len(self.contexts.showdowns)
            actions, shown = np.zeros((self.contexts.tree.nodes, 3)), np.zeros((showdowns, CELLS))
            self._buffers[seat] = Beliefs(actions, shown, np.zeros((showdowns, CELLS + 1)))
        found, settings, contexts = self._buffers[seat], self.settings, self.contexts
        levels = (settings.first_level, settings.last_level, settings.mixing)
        _kernels.blend(
            contexts.action_class[seat], *levels, self.counts, self.counts_seen, self._defaults.actions[seat],
            found.actions,
        )  # fmt: skip
        _kernels.blend(
            contexts.shown_class[seat], *levels, self.shown, self.shown_seen, self._defaults.shown[seat], found.shown
        )
        _kernels.accumulate(found.shown, found.cumulative)
        return found

    # Kept ------------------------------------------------------------------------------------------------------------

    def header(self) -> dict[str, Any]:
        """What a file says about the arrays."""
        return {"version": VERSION, "game": self.contexts.tree.rules.identity, "hands": self.hands}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that has been seen."""
        return {name: getattr(self, name) for name in _ARRAYS}

    def restore(self, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Replace what has been seen by what was kept of another model."""
        mine = self.header()
        for key in ("version", "game"):
            if header.get(key) != mine[key]:
                raise FileFormatError(f"sequence model: its {key} is {header.get(key)}, expected {mine[key]}")
        own = self.arrays()
        for name, array in own.items():
            found = arrays.get(name)
            if found is None or found.shape != array.shape or found.dtype.kind not in "fiu":
                raise FileFormatError(f"sequence model: {name} is missing or has another shape")
            if not np.isfinite(found).all() or (found < 0).any():
                raise FileFormatError(f"sequence model: {name} has numbers that are no counts")
        hands = header.get("hands")
        if not isinstance(hands, int) or hands < 0:
            raise FileFormatError(f"sequence model: {hands} hands, expected a whole number")
        for name, array in own.items():
            array[...] = arrays[name]
        self.hands = hands
        self._beliefs.clear()


def write_model(path: str | Path, model: SequenceModel, about: Mapping[str, Any] | None = None) -> None:
    """Keep a model in a file.

    Args:
        about: What else the file says.
    """
    write_arrays(path, KIND, {**(about or {}), **model.header()}, model.arrays())


def read_model(path: str | Path, model: SequenceModel) -> dict[str, Any]:
    """Restore a model from a file; its header."""
    header, arrays = read_arrays(path, KIND, check=True)
    try:
        model.restore(header, arrays)
    except FileFormatError as error:
        raise FileFormatError(f'file "{path}": {error}') from error
    return header
