"""`riverboat train 6max`: a blueprint of no-limit hold'em for up to six players, and its opening ranges."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table
from riverboat.cli.train_blueprint import train_blueprint
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

_USUAL_DEALS = 10_000_000


def command(
    hours: Annotated[float | None, typer.Option(help="Maximum hours of this run.")] = None,
    minutes: Annotated[float | None, typer.Option(hidden=True, help="The old form of --hours.")] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="Deals to learn from, in total. Default: 10000000.")] = None,
    stack: Annotated[int, typer.Option(min=20, max=1000, help="Depth in big blinds.")] = 100,
    buckets: Annotated[
        str, typer.Option(help="Buckets on flop, turn and river: 150/200/100, or an abstraction such as psopti(7).")
    ] = "150/200/100",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(help="File for the blueprint. Default: the cache folder, where riverboat_6max finds it."),
    ] = None,
    ranges: Annotated[
        bool,
        typer.Option("--ranges", help="Train nothing: print the opening ranges, of the file --out if named."),
    ] = False,
    to_json: AsJson = False,
) -> None:
    """Train a blueprint for riverboat_6max. Ctrl-C keeps what is done; the same command resumes it."""
    if hours is None and minutes is not None:
        hours = minutes / 60.0
    if hours is not None and not 0.0 < hours < 1e5:
        raise RiverboatError(f"--hours {hours:g}: expected more than 0")
    if out is not None and out.suffix != ".strategy":
        raise RiverboatError(f'--out "{out}": blueprints end in .strategy')
    require_folder(out)
    from riverboat.agents.riverboat_6max.blueprints import trained_path

    if ranges:
        _print_ranges(out, to_json=to_json)
        return
    from riverboat.abstraction.bucketing import parse_bucketing
    from riverboat.games.catalogue import parse_game
    from riverboat.solve.multiway.trainer import MultiwayTrainer

    path = trained_path() if out is None else out
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f"kmeans(histogram,{buckets})" if buckets.replace("/", "").isdecimal() else buckets
    rules = parse_game(f"holdem(betting=no-limit,players=6,stacks={100 * stack})")
    trainer = MultiwayTrainer(rules, parse_bucketing(text), seed=seed)
    train_blueprint(trainer, path, _USUAL_DEALS, deals, hours and 3600.0 * hours, "deals", to_json=to_json)


def _print_ranges(path: Path | None, *, to_json: bool) -> None:
    from riverboat.agents.riverboat_6max.opening import opening_ranges

    found = opening_ranges(path)
    if to_json:
        print_json("opening", [each._asdict() for each in found])
        return
    rows = [(each.position, f"{100 * each.share:.1f}%", each.usual, each.text) for each in found]
    print_table(("position", "opens", "usual", "range"), rows)
