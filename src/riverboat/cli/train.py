"""`riverboat train`: blueprints of games that are too large to be solved."""

from __future__ import annotations

import typer

from riverboat.cli import train_limit, train_nolimit, train_sixmax

app = typer.Typer(help="Train blueprints of games that are too large to be solved.", no_args_is_help=True)
app.command("limit")(train_limit.command)
app.command("nolimit")(train_nolimit.command)
app.command("6max")(train_sixmax.command)


@app.callback()
def _root() -> None:
    """Train blueprints of games that are too large to be solved."""
