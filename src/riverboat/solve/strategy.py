"""A strategy as a file: how everybody plays a game, and where that came from.

The probabilities are one vector in the order of the game's tree (`tree.py`); the header has the game's identity, so a
file is refused for any other game, and what is known about its quality.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.games.catalogue import parse_game
from riverboat.solve.tree import Floats, GameTree

_KIND = "strategy"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a strategy came from."""

    method: str
    iterations: int = 0
    exploitability: float | None = None
    """Chips a hand, if known."""


@dataclass(frozen=True)
class Strategy:
    """How all players of a game play."""

    tree: GameTree
    probabilities: Floats
    origin: Origin

    def __post_init__(self) -> None:
        if len(self.probabilities) != self.tree.entries:
            raise RiverboatError(
                f"strategy: {len(self.probabilities)} probabilities, {self.tree.rules.name} has {self.tree.entries}"
            )

    @property
    def game(self) -> str:
        """The identity of the game."""
        return self.tree.rules.identity

    @cached_property
    def by_label(self) -> dict[tuple[int, str], dict[str, float]]:
        """For people: player and information set, and the probability of each choice."""
        found = {}
        for each in range(self.tree.sets):
            betting_node, start = self.tree.betting_node_of(each), int(self.tree.set_start[each])
            first = int(self.tree.betting.first_child[betting_node])
            letters = [self.tree.betting.letter(first + at) for at in range(len(self.tree.choices(each)))]
            chances = self.probabilities[start : start + len(letters)].tolist()
            found[int(self.tree.set_player[each]), self.tree.label(each)] = dict(zip(letters, chances, strict=True))
        return found

    def save(self, path: Path) -> None:
        """Write a strategy file."""
        header = {"game": self.game, "abstraction": "none", **asdict(self.origin)}
        write_arrays(path, _KIND, header, {"probabilities": self.probabilities})


def load_strategy(path: Path, tree: GameTree | None = None) -> Strategy:
    """Read a strategy file, for this tree if one is given."""
    header, arrays = read_arrays(path, _KIND)
    game = str(header.get("game"))
    if header.get("abstraction") != "none":
        raise FileFormatError(f'strategy "{path}": its abstraction "{header.get("abstraction")}" is not known here')
    if tree is not None and tree.rules.identity != game:
        raise FileFormatError(f'strategy "{path}": it is for {game}, not for {tree.rules.identity}')
    tree = tree or GameTree.build(parse_game(game))
    probabilities = arrays.get("probabilities")
    if probabilities is None or probabilities.shape != (tree.entries,) or not _are_probabilities(tree, probabilities):
        raise FileFormatError(f'strategy "{path}": these are not probabilities for {game}')
    try:
        origin = _origin(header)
    except (TypeError, ValueError) as error:
        raise FileFormatError(f'strategy "{path}": its header is damaged') from error
    return Strategy(tree, np.asarray(probabilities, np.float64), origin)


def _are_probabilities(tree: GameTree, values: Floats) -> bool:
    if values.dtype != np.float64 or not np.all(np.isfinite(values)) or values.min(initial=0.0) < 0.0:
        return False
    return bool(np.allclose(np.add.reduceat(values, tree.set_start[:-1]), 1.0, atol=1e-6))


def _origin(header: dict[str, Any]) -> Origin:
    known = header.get("exploitability")
    return Origin(str(header.get("method")), int(header.get("iterations", 0)), None if known is None else float(known))
