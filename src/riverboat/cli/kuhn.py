"""`riverboat kuhn`: strategies of Kuhn poker as points, and how much can be won from them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table
from riverboat.errors import NotationError, RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.model.kuhn import Second

app = typer.Typer(help="Kuhn poker: how exploitable its players are.", no_args_is_help=True)


@app.callback()
def _family() -> None:
    """Kuhn poker: how exploitable its players are."""


@app.command("square")
def square(
    points: Annotated[
        list[str] | None,
        typer.Argument(
            help="Second players as ETA,XI, optionally with a name: 0.5,0.2 or mine=0.5,0.2.", metavar="POINT"
        ),
    ] = None,
    contour: Annotated[list[float] | None, typer.Option(help="Chips per hand of a contour. Repeatable.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write both plots of the square as a page.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the plot of the contours as SVG.")] = None,
    to_json: AsJson = False,
) -> None:
    """The (eta, xi) square of all second players: the first player's best response to each and what it wins.

    eta is the second player's call with the queen, xi its bet with the jack (Southey, Hoehn and Holte 2009).
    """
    from riverboat.model.kuhn import NASH_SECOND, OPPONENTS
    from riverboat.model.kuhn.studies import CONTOURS

    require_folder(html, svg)
    own = _points(points or [])
    values = tuple(contour) if contour else CONTOURS
    shown = {**OPPONENTS, "Nash": NASH_SECOND, **own}
    _write_pictures(html, svg, values, own)
    if to_json:
        print_json("kuhn_point", _points_json(shown), **_square_json(values))
        return
    columns = ("second player", "eta", "xi", "best response", "alpha", "beta", "gamma", "wins")
    print_table(columns, [(name, *_row(point)) for name, point in shown.items()])
    print("wins: chips per hand of the first player's best response; between perfect players -1/18 = -0.0556")
    for path in (html, svg):
        if path:
            print(f"wrote {path}")


def _points(texts: Sequence[str]) -> dict[str, Second]:
    """The points that were given, by their names."""
    from riverboat.model.kuhn import OPPONENTS, Second
    from riverboat.model.kuhn.family import require_probability

    found: dict[str, Second] = {}
    for text in texts:
        name, _, pair = text.rpartition("=")
        try:
            eta, xi = (float(part) for part in pair.split(","))
        except ValueError:
            raise NotationError(f'point "{text}": expected ETA,XI or NAME=ETA,XI, like 0.5,0.2') from None
        require_probability("eta", eta)
        require_probability("xi", xi)
        name = name or f"({eta:g}, {xi:g})"
        if name in OPPONENTS or name == "Nash" or name in found:
            raise RiverboatError(f'point "{text}": there is a point {name} already')
        found[name] = Second(eta, xi)
    return found


def _row(point: Second) -> tuple[str, ...]:
    """A point, the first player's best response to it, and what that wins."""
    from riverboat.model.kuhn import PURE, best_first, max_value_against

    number = best_first(point)
    probabilities = (f"{chance:g}" for chance in PURE[number])
    return f"{point.eta:.4g}", f"{point.xi:.4g}", f"S{number}", *probabilities, f"{max_value_against(point):+.4f}"


def _write_pictures(html: Path | None, svg: Path | None, values: Sequence[float], own: dict[str, Second]) -> None:
    from riverboat.files import write_text
    from riverboat.model.kuhn.studies import exploitability_picture, regions_picture
    from riverboat.show import page

    contours = exploitability_picture(values, own)
    if html:
        note = "Every second player of Kuhn poker is a point: η is its call with the queen, ξ its bet with the jack."
        body = f'<div class="row">{regions_picture(own)}{contours}</div>'
        write_text(html, page("The square of Kuhn poker", body, note=note))
    if svg:
        write_text(svg, contours)


def _points_json(shown: dict[str, Second]) -> list[dict[str, Any]]:
    from riverboat.model.kuhn import best_first, max_value_against

    return [
        {
            "name": name, **point._asdict(), "best_response": f"S{best_first(point)}",
            "wins": max_value_against(point),
        }
        for name, point in shown.items()
    ]  # fmt: skip


def _square_json(values: Sequence[float]) -> dict[str, Any]:
    """What is drawn below the points."""
    from riverboat.model.kuhn import PURE, region
    from riverboat.model.kuhn import contour as pieces_of
    from riverboat.model.kuhn.family import BEST_RESPONSES

    return {
        "regions": {
            f"S{number}": {"strategy": PURE[number]._asdict(), "corners": [list(corner) for corner in region(number)]}
            for number in BEST_RESPONSES
        },
        "contours": [
            {"wins": value, "pieces": [[list(end) for end in piece] for piece in pieces_of(value)]} for value in values
        ],
    }
