"""`riverboat tables`: the tables and kernels that Riverboat builds on first use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar
from riverboat.errors import RiverboatError

_FILES = ("*.npz", "*.table", "model-*.strategy", "*.building")


def command(
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Delete all cached tables and build the usual ones now (minutes).")
    ] = False,
    build: Annotated[
        list[str] | None,
        typer.Option(
            help="Build what a player needs before its first hand (psopti1, ...), three-way, or the rows of an"
            ' abstraction such as "kmeans(histogram/histogram/ochs,1000)" (minutes).'
        ),
    ] = None,
    to_json: AsJson = False,
) -> None:
    """List the cached tables. With --rebuild, delete them and build the usual ones again."""
    from riverboat.cache import cache_folder

    folder = cache_folder()
    if rebuild:
        _delete_tables(folder)
        _build_everything()
    for name in build or ():
        _prepare(name)
    files = _tables_in(folder)
    if to_json:
        sizes = [{"name": path.stem, "bytes": path.stat().st_size} for path in files]
        print_json("table", sizes, folder=str(folder))
        return
    rows = [(path.stem, f"{path.stat().st_size / 1e6:.1f}") for path in files]
    print_table((f"tables in {folder}", "MB"), rows)


def _tables_in(folder: Path) -> list[Path]:
    """Tables, models of players, and what was interrupted while it was built."""
    return sorted(path for name in _FILES for path in folder.glob(name)) if folder.is_dir() else []


def _prepare(player: str) -> None:
    if player == "three-way":
        from riverboat.odds.multiway import three_way

        with progress_bar("three-way showdowns") as on_progress:
            three_way(on_progress)
        return
    from riverboat.abstraction.bucketing import KINDS, parse_bucketing

    if player.partition("(")[0].strip().lower() in KINDS:
        bucketing = parse_bucketing(player)
        with progress_bar(bucketing.text) as on_progress:
            bucketing.prepare_rows(on_progress)
        return
    from riverboat.agents import make_agent

    agent = make_agent(player)
    with progress_bar(player) as on_progress:
        agent.prepare(on_progress)


def _delete_tables(folder: Path) -> None:
    for path in _tables_in(folder):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise RiverboatError(f'table "{path}": {error.strerror or error}') from error


def _build_everything() -> None:
    """The tables that commands use by default; rarer ones (more opponents) are built on first use."""
    from riverboat.warm import usual_tables, warm_up

    with progress_bar("kernels") as on_progress:
        warm_up(on_progress)
    for name, build in usual_tables().items():
        with progress_bar(name) as on_progress:
            build(on_progress)
