"""`riverboat hands mark` and `riverboat hands complete`: stars, tags and notes of hands, and help with a search."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from riverboat.cli.completion import complete_query
from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import hands_text, progress_bar
from riverboat.cli.selection import open_hands
from riverboat.errors import RiverboatError

_Database = Annotated[str, typer.Option("--db", help="A database: an SQLite file or a postgresql:// URL.")]
_MAX_MARKED = 10_000


def mark_hands(
    query: Annotated[
        str,
        typer.Argument(
            help='Which hands, like "number:123" or "hero lost>50bb" (docs/search.md).', autocompletion=complete_query
        ),
    ],
    db: _Database,
    star: Annotated[
        bool | None, typer.Option("--star/--no-star", help="Star the hands, or take the star away.")
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Add a tag. Repeatable.")] = None,
    untag: Annotated[list[str] | None, typer.Option(help="Take a tag away. Repeatable.")] = None,
    note: Annotated[str | None, typer.Option(help='Your note, in place of an earlier one; "" for none.')] = None,
    to_json: AsJson = False,
) -> None:
    """Star hands of a database, tag them, or write a note. Marks survive importing the same hands again."""
    from riverboat.records.database.marks import mark
    from riverboat.records.database.search import Wanted, places_of

    if star is None and note is None and not tag and not untag:
        raise RiverboatError("nothing to change: give --star, --no-star, --tag, --untag or --note")
    with open_hands(db) as database:
        with progress_bar("searching") as on_progress:
            found = places_of(database, Wanted(query=query), on_progress=on_progress)
            places = list(islice(found, _MAX_MARKED + 1))
        if not places:
            raise RiverboatError(f'search "{query[:80]}": no hands')
        if len(places) > _MAX_MARKED:
            raise RiverboatError(f'search "{query[:80]}": more hands than {_MAX_MARKED:,}, the most to mark at a time')
        count = mark(database, places, starred=star, add=tag or (), remove=untag or (), note=note)
    if to_json:
        changes = {"starred": star, "tagged": tag or [], "untagged": untag or [], "note": note}
        print_json("marks", [{"hands": count, **changes}])
        return
    print(f"marked {hands_text(count)}")


def complete_search(
    text: Annotated[str, typer.Argument(help="A search whose last word is to be completed.")],
    db: _Database,
    to_json: AsJson = False,
) -> None:
    """Complete the last word of a search: names of players, tags, games, and words of the search language."""
    from riverboat.records.database.completion import complete

    with open_hands(db) as database:
        found = complete(database, text)
    if to_json:
        print_json("completion", [{"search": each} for each in found])
    else:
        for each in found:
            print(each)
