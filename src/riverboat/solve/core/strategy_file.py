"""Strategies as files: one container for every kind, with the rules of the game inside.

The header has the game's identity, its rules as a PGDL document (so that a game which is not in the catalogue can be
played from the file alone), the layout of the numbers, and where they came from. The arrays depend on the layout: a
vector in the order of a game tree, or rows over a public tree.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import Arrays, FileFormatError, read_arrays, write_arrays
from riverboat.games import pgdl
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules

Layout = Literal["tree", "public tree", "deals", "limit lines", "limit response", "blueprint", "multiway"]
KIND: Final = "strategy"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a strategy came from."""

    method: str
    iterations: int = 0
    exploitability: float | None = None
    """Chips per hand, if known."""


UNKNOWN_ORIGIN: Final = Origin("unknown")


class StoredStrategy(NamedTuple):
    """What a file holds."""

    rules: Rules
    layout: str
    origin: Origin
    settings: dict[str, Any]
    """What else the layout needs to know."""
    arrays: dict[str, NDArray[Any]]


def write_strategy(
    path: str | Path,
    rules: Rules,
    layout: Layout,
    origin: Origin,
    arrays: Arrays,
    settings: dict[str, Any] | None = None,
) -> None:
    """Write a strategy file."""
    header = {
        "game": rules.identity,
        "rules": _rules_text(rules),
        "layout": layout,
        "abstraction": "none",
        "settings": settings or {},
        **asdict(origin),
    }
    write_arrays(path, KIND, header, arrays)


def read_strategy(path: str | Path, rules: Rules | None = None) -> StoredStrategy:
    """Read a strategy file, for this game if one is given; files from before rules were stored name their game."""
    header, arrays = read_arrays(path, KIND)
    game = str(header.get("game"))
    if header.get("abstraction") != "none":
        raise FileFormatError(f'strategy "{path}": its abstraction "{header.get("abstraction")}" is not known here')
    try:
        text = header.get("rules")
        stored = parse_game(game) if text is None else pgdl.read(text, game).rules()
        settings, layout = dict(header.get("settings", {})), str(header.get("layout", "tree"))
        known = header.get("exploitability")
        quality = None if known is None else float(known)
        origin = Origin(str(header.get("method")), int(header.get("iterations", 0)), quality)
    except (TypeError, ValueError) as error:
        raise FileFormatError(f'strategy "{path}": its header is damaged') from error
    except FileFormatError:
        raise
    except RiverboatError as error:
        raise FileFormatError(f'strategy "{path}": its game cannot be read: {error}') from None
    if rules is not None and rules != stored and rules.identity != stored.identity:
        raise FileFormatError(f'strategy "{path}": it is for {stored.identity}, not for {rules.identity}')
    return StoredStrategy(stored, layout, origin, settings, arrays)


def require_shares(path: str | Path, game: str, values: NDArray[Any] | None, count: int) -> NDArray[Any]:
    """Numbers that can be played in proportion: `count` of them, finite, none below zero."""
    fits = values is not None and values.shape == (count,) and values.dtype.kind == "f"
    if values is None or not fits or not np.isfinite(values).all() or values.min(initial=0.0) < 0.0:
        raise FileFormatError(f'strategy "{path}": these are not probabilities for {game}')
    return values


def _rules_text(rules: Rules) -> str | None:
    """The rules as a document, or nothing where PGDL cannot express them and the catalogue can."""
    try:
        return pgdl.dump(rules)
    except RiverboatError:
        if parse_game(rules.identity) == rules:
            return None
        raise
