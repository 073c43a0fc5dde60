"""What `riverboat solve` and `riverboat exploit` share: how a game is named, and how exploitability is printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from riverboat.cli.games import game_in_file
from riverboat.cli.output import print_table
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.games import Rules
    from riverboat.solve.core import Exploitability

GameName = Annotated[
    str,
    typer.Argument(
        help='A game like kuhn, "kuhn(players=3)" or rhode_island, or a file: PGDL, ACPC, or a spot (TOML).'
    ),
]
MAX_PRINTED_NODES: Final = 2_000_000
"""Strategies of larger games are not written into JSON."""


def rules_of(game: str) -> Rules:
    """The rules of a game by its name or file."""
    from riverboat.games.catalogue import parse_game

    return game_in_file(game) or parse_game(game)


def require_strategy_name(option: str, path: Path | None) -> None:
    """Refuse files that would not be recognised as strategies later."""
    if path is not None and path.suffix != ".strategy":
        raise RiverboatError(f'{option} "{path}": strategy files end in .strategy')


def print_exploitability(found: Exploitability) -> None:
    """By position and in all."""
    rows = [
        (str(position), f"{round(value, 6) + 0.0:+.6f}", f"{best:+.6f}", f"{gain:.6f}")
        for position, (value, best, gain) in enumerate(zip(found.values, found.best, found.gains, strict=True))
    ]
    print_table(("position", "wins", "best response wins", "gain"), rows)
    print(f"exploitability {found.chips:.6f} chips per hand (NashConv {found.nash_conv:.6f})")
