"""What a shell offers when Tab is pressed: names of players and searches, from the database on the command line.

`riverboat --install-completion` teaches it to the shell. Nothing is offered without `--db`, or if it cannot be opened.
zsh loads what it was taught when Tab is first pressed; typer's script then only registers itself and answers the second
Tab, so ours (`answer_the_first_tab`) answers the first one, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import typer
from typer import _completion_shared

from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.records.database import HandDatabase

_FIRST_TAB: Final = """
if [ "$funcstack[1]" = "_%(prog_name)s" ]; then %(complete_func)s "$@"; fi
"""


def answer_the_first_tab() -> None:
    """Complete the script for zsh; nothing happens with a typer that keeps its scripts elsewhere."""
    scripts: dict[str, str] = getattr(_completion_shared, "_completion_scripts", {})
    if "zsh" in scripts and not scripts["zsh"].endswith(_FIRST_TAB):
        scripts["zsh"] += _FIRST_TAB


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
