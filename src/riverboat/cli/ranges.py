"""`riverboat ranges`: the shipped pre-flop ranges, and ranges out of ranges."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.agents.range_library import LibraryRange

app = typer.Typer(help="Pre-flop ranges that come with Riverboat, and operations on ranges.", no_args_is_help=True)


@app.command("list")
def list_ranges(
    words: Annotated[
        list[str] | None, typer.Argument(help='Only names with all of these words: "6 players" BTN "10 bb".')
    ] = None,
    to_json: Annotated[bool, typer.Option("--json", help="JSON for programs, with the ranges and origins.")] = False,
) -> None:
    """List the shipped ranges by game, depth and position."""
    from riverboat.agents.range_library import range_library

    wanted = [word.casefold() for word in words or []]
    found = [each for each in range_library() if all(word in each.name.casefold() for word in wanted)]
    if not found:
        raise RiverboatError(f'ranges "{" ".join(words or [])[:80]}": none has all of these words in its name')
    if to_json:
        print_json("range", map(_item, found))
        return
    print_table(("range", "hands"), [(each.name, f"{100 * each.share:.1f}%") for each in found])


def _item(each: LibraryRange) -> dict[str, Any]:
    fields = ("name", "game", "depth", "position", "action", "text", "share", "origin")
    return {name: getattr(each, name) for name in fields}


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="The name, as `ranges list` prints it.")], to_json: AsJson = False
) -> None:
    """Print one shipped range and where it is from."""
    from riverboat.agents.range_library import range_library

    for each in range_library():
        if each.name.casefold() == name.casefold():
            if to_json:
                print_json("range", [_item(each)])
                return
            print(each.text)
            print(f"{100 * each.share:.1f}% of hands")
            print(f"origin: {each.origin}")
            return
    raise RiverboatError(f'range "{name[:80]}": there is none of that name; `riverboat ranges list` has them')


@app.command("combine")
def combine(
    operation: Annotated[str, typer.Argument(help="union, subtract or intersect; scale or best.")],
    left: Annotated[str, typer.Argument(help="A range.")],
    right: Annotated[str, typer.Argument(help="Another range; for scale and best, a number of percent.")],
    to_json: AsJson = False,
) -> None:
    """Make a range out of ranges: `combine subtract 22+ QQ+`, `combine best "22+,A2s+" 30`."""
    from riverboat.cards.range_algebra import OF_NUMBER, OF_TWO
    from riverboat.cards.ranges import Range

    if operation in OF_TWO:
        found = OF_TWO[operation](Range.parse(left), Range.parse(right))
    elif operation in OF_NUMBER:
        try:
            number = float(right.removesuffix("%"))
        except ValueError:
            raise RiverboatError(f'{operation} "{right[:40]}": expected a number of percent') from None
        found = OF_NUMBER[operation](Range.parse(left), number)
    else:
        raise RiverboatError(f'operation "{operation[:40]}": expected one of {", ".join((*OF_TWO, *OF_NUMBER))}')
    if to_json:
        item = {"operation": operation, "left": left, "right": right, "text": str(found), "combos": found.combos}
        print_json("combination", [item])
        return
    print(found)


@app.command("build")
def build(
    out: Annotated[Path, typer.Option(help="The file of the library to write.")], to_json: AsJson = False
) -> None:
    """Solve all ranges of the library again: some minutes of processor time."""
    from riverboat.agents.range_library.building import build_library
    from riverboat.files import require_folder

    require_folder(out)
    with progress_bar("ranges") as on_progress:
        found = build_library(out, on_progress)
    if to_json:
        print_json("file", [{"file": str(out), "ranges": len(found)}])
        return
    print(f"wrote {len(found)} ranges to {out}")
