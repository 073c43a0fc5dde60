"""`riverboat tables`: the tables and kernels that Riverboat builds on first use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.output import print_json, print_table, progress_bar
from riverboat.errors import RiverboatError


def command(
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Delete all cached tables and build the usual ones now (minutes).")
    ] = False,
    to_json: Annotated[bool, typer.Option("--json", help="JSON for programs.")] = False,
) -> None:
    """List the cached tables. With --rebuild, delete them and build the usual ones again."""
    from riverboat.cache import cache_folder

    folder = cache_folder()
    if rebuild:
        _delete_tables(folder)
        _build_everything()
    files = sorted(folder.glob("*.npz")) if folder.is_dir() else []
    if to_json:
        print_json({"folder": str(folder), "tables": {path.stem: path.stat().st_size for path in files}})
        return
    rows = [(path.stem, f"{path.stat().st_size / 1e6:.1f}") for path in files]
    print_table((f"tables in {folder}", "MB"), rows)


def _delete_tables(folder: Path) -> None:
    for path in folder.glob("*.npz"):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise RiverboatError(f'table "{path}": {error.strerror or error}') from error


def _build_everything() -> None:
    """The tables that commands use by default; rarer ones (more opponents) are built when they are asked for."""
    from riverboat.odds.ars import ars_table
    from riverboat.odds.preflop import income_rates
    from riverboat.odds.showdown import preflop_matchups
    from riverboat.warm import warm_up

    with progress_bar("kernels") as on_progress:
        warm_up(on_progress)
    with progress_bar("match-ups before the flop") as on_progress:
        preflop_matchups(on_progress)
    with progress_bar("income rates") as on_progress:
        income_rates(10, on_progress=on_progress)
    for street in ("river", "turn", "flop"):
        with progress_bar(f"average rank strength, {street}") as on_progress:
            ars_table(street, 1, on_progress)
