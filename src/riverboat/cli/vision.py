"""`riverboat vision`: pictures of the table, and play by sight."""

from __future__ import annotations

import typer

from riverboat.cli import vision_play

app = typer.Typer(help="Read Riverboat's own table from its picture.", no_args_is_help=True)


@app.callback()
def _family() -> None:
    """Read Riverboat's own table from its picture."""


app.command("play")(vision_play.play)
app.command("configure")(vision_play.configure)
