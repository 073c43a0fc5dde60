"""`riverboat equity`: the all-in equity of each hand or range."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar, quick_start

if TYPE_CHECKING:
    from riverboat.odds.showdown import Equity


def command(
    players: Annotated[list[str], typer.Argument(help='Hands or ranges, like AhKh or "TT+,AQs+" or random.')],
    board: Annotated[str, typer.Option(help='The board so far, like "Jh4c3h".')] = "",
    dead: Annotated[str, typer.Option(help="Cards removed from the deck.")] = "",
    game: Annotated[
        str,
        typer.Option(
            help="holdem, short_deck, omaha, omaha5, omaha6, omaha8, stud, stud8, razz, five_card_draw, single_draw, "
            "triple_draw, badugi."
        ),
    ] = "holdem",
    exact: Annotated[bool, typer.Option("--exact", help="Count every deal, however long it takes.")] = False,
    samples: Annotated[int | None, typer.Option(min=2, help="Sample this many random deals instead.")] = None,
    seed: Annotated[int | None, typer.Option(help="Random seed: the same seed gives the same result.")] = None,
    threads: Annotated[int, typer.Option(help="Threads for sampling. The result does not depend on it.")] = 1,
    jobs: Annotated[int | None, typer.Option(hidden=True, help="The old name of --threads.")] = None,
    to_json: AsJson = False,
) -> None:
    """Equity of two to ten hands or ranges: exact if that is quick, otherwise sampled with a 95 % interval."""
    with quick_start(), progress_bar("dealing") as on_progress:
        from riverboat.odds.showdown import equity
        from riverboat.odds.showdown.one_deal import without_compiler

        with without_compiler():
            result = equity(
                players,
                board=board,
                dead=dead,
                game=game,
                exact=exact or None,
                samples=samples,
                seed=seed,
                threads=threads if jobs is None else jobs,
                on_progress=on_progress,
            )
    if to_json:
        print_json("equity", [result.to_json()])
    else:
        _print(result)


def _print(result: Equity) -> None:
    print_table(*result.rows())
    print(result.how)
