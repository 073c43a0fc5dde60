"""`riverboat abstraction`: the kinds of card abstraction, and what is in the buckets of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar
from riverboat.errors import RiverboatError
from riverboat.files import require_folder, write_text

if TYPE_CHECKING:
    from riverboat.abstraction.summary import StreetSummary

app = typer.Typer(no_args_is_help=True, help="Card abstractions: which hands are played alike.")
_ROWS_SHOWN = 40


@app.command("list")
def list_kinds(to_json: AsJson = False) -> None:
    """List the kinds of abstraction, with an example of each."""
    from riverboat.abstraction.bucketing import EXAMPLES
    from riverboat.solve.abstract.rgu import EXAMPLE

    examples = {**EXAMPLES, **EXAMPLE}
    if to_json:
        print_json("abstraction", [{"name": name, "meaning": says} for name, says in examples.items()])
        return
    for text, meaning in examples.items():
        print(f"{text:46} {meaning}")


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help='Such as "psopti(7)"; see `riverboat abstraction list`.')],
    board: Annotated[str, typer.Option(help="The board: 3, 4 or 5 cards. Default: a street.")] = "",
    street: Annotated[str, typer.Option(help="preflop, flop, turn or river, over 40 random boards.")] = "preflop",
    seed: Annotated[int, typer.Option(help="Which random boards.")] = 1,
    html: Annotated[Path | None, typer.Option(help="Write a page with the grid and every bucket's histogram.")] = None,
    to_json: AsJson = False,
) -> None:
    """Show the buckets of a board or a street: on the 13x13 grid, with shares, strength and spread."""
    from riverboat.abstraction.buckets import STREETS
    from riverboat.abstraction.summary import summarise_board, summarise_street
    from riverboat.cards.card import read_cards
    from riverboat.solve.abstract.rgu import parse_any_bucketing

    bucketing = parse_any_bucketing(name)
    if street not in STREETS:
        raise RiverboatError(f'street "{street[:40]}": expected {", ".join(STREETS)}')
    cards = read_cards(board)
    if len(cards) not in (0, 3, 4, 5):
        raise RiverboatError(f'board "{board[:40]}": {len(cards)} cards; expected 3, 4 or 5')
    require_folder(html)
    with progress_bar(bucketing.text) as on_progress:
        number = STREETS.index(street) if not cards else len(cards) - 2
        bucketing.on(number).learn(on_progress)
        found = summarise_board(bucketing, cards) if cards else summarise_street(bucketing, number, seed)
    where = f"on {board}" if cards else STREETS[number] + (f", {found.boards} boards, seed {seed}" if number else "")
    if to_json:
        print_json("bucketing", [_as_json(found)])
        return
    if html is not None:
        write_text(html, _page(found, where))
        print(f"wrote {html}")
        return
    _print(found, where)


def _print(found: StreetSummary, where: str) -> None:
    from riverboat.cards.card import RANKS

    print(f"{found.text} {where}: {found.count} buckets; the mean bucket of each starting hand")
    print("     " + " ".join(f"{rank:>5}" for rank in reversed(RANKS)))
    for row in range(13):
        cells = (found.grid[row * 13 + column] for column in range(13))
        print(f"{RANKS[12 - row]:>5} " + " ".join(f"{cell:5.4g}" if cell == cell else "    -" for cell in cells))
    rows = [
        (str(bucket.number), f"{100 * bucket.share:.2f} %", f"{bucket.strength:.3f}", f"{bucket.spread:.3f}")
        for bucket in found.buckets[:_ROWS_SHOWN]
    ]
    print()
    print_table(("bucket", "hands", "E[HS]", "spread"), rows)
    if len(found.buckets) > _ROWS_SHOWN:
        print(f"... and {len(found.buckets) - _ROWS_SHOWN} more; --json or --html shows all")
    print(f"spread of E[HS] within buckets: {found.within:.4f}")


def _page(found: StreetSummary, where: str) -> str:
    from riverboat.show.bars import bar_chart
    from riverboat.show.grid import number_grid
    from riverboat.show.page import Html, figure, page, section, table

    grid = [round(value, 1) for value in found.grid]
    rows = [
        (
            str(bucket.number),
            f"{100 * bucket.share:.2f} %",
            f"{bucket.strength:.3f}",
            f"{bucket.spread:.3f}",
            Html(bar_chart(bucket.histogram, f"bucket {bucket.number}")),
        )
        for bucket in found.buckets
    ]
    columns = ("bucket", "hands", "mean E[HS]", "spread", "HS on the river, from 0 to 1")
    body = section("Starting hands", figure(number_grid(grid, "mean bucket"))) + section(
        "Buckets", table(columns, rows)
    )
    note = f"{where}: {found.count} buckets; spread of E[HS] within buckets {found.within:.4f}"
    return page(f"Abstraction {found.text}", body, note=note)


def _as_json(found: StreetSummary) -> dict[str, object]:
    from riverboat.cards.holdings import CLASS_NAMES

    grid = {name: value for name, value in zip(CLASS_NAMES, found.grid, strict=True) if value == value}
    return {
        "abstraction": found.text,
        "street": found.street,
        "buckets": found.count,
        "boards": found.boards,
        "spread": found.within,
        "grid": grid,
        "in_use": [
            {
                "bucket": bucket.number,
                "share": bucket.share,
                "strength": bucket.strength,
                "spread": bucket.spread,
                "histogram": list(bucket.histogram),
            }
            for bucket in found.buckets
        ],
    }
