"""`riverboat train nolimit`: a blueprint of heads-up no-limit hold'em, trained on sampled boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from riverboat.cli.json_output import AsJson
from riverboat.cli.train_blueprint import train_blueprint
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

_USUAL_BUCKETS = "150/200/200"
_USUAL_BOARDS = 5_000


def command(
    stack: Annotated[int, typer.Option(min=2, max=1000, help="Depth in big blinds.")] = 100,
    buckets: Annotated[
        str, typer.Option(help="Buckets on flop, turn and river: 150/200/200, or an abstraction such as psopti(7).")
    ] = _USUAL_BUCKETS,
    bets: Annotated[
        str | None, typer.Option(help="Bets in parts of the pot, street by street: 75%/50%,100%/75%/75%.")
    ] = None,
    raises: Annotated[str | None, typer.Option(help="Raises, in the same way. Default: 100%.")] = None,
    sized: Annotated[
        str | None, typer.Option(help="Bets and raises with sizes per street, later ones are all-in: 3/2/2/2.")
    ] = None,
    boards: Annotated[int | None, typer.Option(min=1, help="Boards to play, in total. Default: 5000.")] = None,
    hours: Annotated[float | None, typer.Option(help="Maximum hours of this run.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the boards.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(help="File for the blueprint. Default: the cache folder, where riverboat_nl finds it."),
    ] = None,
    to_json: AsJson = False,
) -> None:
    """Train a blueprint for riverboat_nl. Ctrl-C keeps what is done; the same command resumes it."""
    if hours is not None and not 0.0 < hours < 10_000.0:
        raise RiverboatError(f"--hours {hours:g}: expected more than 0")
    if out is not None and out.suffix != ".strategy":
        raise RiverboatError(f'--out "{out}": blueprints end in .strategy')
    require_folder(out)
    from riverboat.agents.riverboat_nl.blueprints import DEPTHS, trained_path

    if out is None and stack not in DEPTHS:
        listed = ", ".join(map(str, DEPTHS))
        raise RiverboatError(
            f"--stack {stack}: riverboat_nl plays blueprints of {listed} big blinds; name a file by --out"
        )
    path = trained_path(stack) if out is None else out
    path.parent.mkdir(parents=True, exist_ok=True)
    trainer = _trainer(stack, buckets, bets, raises, sized, seed)
    train_blueprint(trainer, path, _USUAL_BOARDS, boards, hours and 3600.0 * hours, "boards", to_json=to_json)


def _trainer(stack: int, buckets: str, bets: str | None, raises: str | None, sized: str | None, seed: int) -> Any:
    from riverboat.abstraction.bucketing import parse_bucketing
    from riverboat.games.catalogue import parse_game
    from riverboat.solve.nolimit.menu import BetMenu
    from riverboat.solve.nolimit.trainer import BlueprintTrainer

    menu = BetMenu.parse(bets, raises, sized)
    text = f"kmeans(histogram,{buckets})" if buckets.replace("/", "").isdecimal() else buckets
    rules = parse_game(f"holdem(betting=no-limit,stacks={100 * stack})")
    return BlueprintTrainer(rules, parse_bucketing(text), menu, seed=seed)
