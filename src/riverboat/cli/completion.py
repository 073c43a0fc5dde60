"""What a shell offers when Tab is pressed: names of players and searches, from the database on the command line.

`riverboat --install-completion` teaches it to the shell. Nothing is offered without `--db`, or if it cannot be opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.records.database import HandDatabase


def complete_player(ctx: typer.Context, incomplete: str) -> list[str]:
    """Players whose name has this part, those with the most hands first."""

    def names(database: HandDatabase) -> list[str]:
        from riverboat.records.database.statistics import player_names

        return player_names(database, incomplete)

    return _asked(ctx, names)


def complete_query(ctx: typer.Context, incomplete: str) -> list[str]:
    """The search with its last word completed."""

    def searches(database: HandDatabase) -> list[str]:
        from riverboat.records.database.completion import complete

        return complete(database, incomplete, only_adding=True)

    return _asked(ctx, searches)


def _asked(ctx: typer.Context, ask: Callable[[HandDatabase], list[str]]) -> list[str]:
    from riverboat.records.database import open_database

    where = ctx.params.get("db")
    if not where:
        return []
    try:
        with open_database(where, must_exist=True) as database:
            return ask(database)
    except RiverboatError:
        return []
