"""The list of commands, and what happens to errors: one line on standard error and exit code 2."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from riverboat import __version__
from riverboat.cli import bench, equity, games, hands, heatmap, match, odds, server, tables, tour
from riverboat.errors import RiverboatError

app = typer.Typer(
    name="riverboat",
    help="A computer-poker laboratory: ranks hands, computes odds, deals any game, and lets programs play it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("equity")(equity.command)
app.command("odds")(odds.command)
app.command("odds-server")(server.command)
app.command("heatmap")(heatmap.command)
app.add_typer(games.app, name="games")
app.command("match")(match.command)
app.add_typer(hands.app, name="hands")
app.command("bench")(bench.command)
app.command("tables")(tables.command)
app.command("tour")(tour.command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"riverboat {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """A computer-poker laboratory."""


def main() -> None:
    """Run the command line; bad input is one line and exit code 2, Ctrl-C is exit code 130."""
    try:
        app(standalone_mode=True)
    except RiverboatError as error:
        print(f"riverboat: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader (`head`, a closed pager) has seen enough; keep Python from complaining when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
