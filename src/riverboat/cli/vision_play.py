"""`riverboat vision play`, `follow` and `configure`: agents at tables that they only see, and the hands they follow."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from riverboat.cli.json_output import AsJson, print_json, the_item
from riverboat.cli.output import progress_bar, progress_line
from riverboat.extras import require_installed

if TYPE_CHECKING:
    from riverboat.vision.locating import Picture
    from riverboat.vision.sighting import Sighting
    from riverboat.web.by_sight import Played

_MAX_SIGHTING: Final = 1_000_000
"""Characters; a table of ten has about ten thousand."""


def require_pictures() -> None:
    """Name the extra of these commands before the room, which is a part of it, names its own."""
    require_installed("cv2", "reading pictures")


def play(
    agent: Annotated[str, typer.Argument(help='A player, like rules or "rules(style=tight_passive)".')],
    table: Annotated[str, typer.Option(help="Address of the table, like http://127.0.0.1:8462/play/...")],
    hands: Annotated[int, typer.Option(min=1, max=100_000, help="Number of hands.")] = 20,
    key: Annotated[str, typer.Option(help="Key of your seat. Default: the first free seat is taken.")] = "",
    name: Annotated[str, typer.Option(help="Name at the table.")] = "Eye",
    seed: Annotated[int, typer.Option(help="Random seed of the player.")] = 1,
    patience: Annotated[float, typer.Option(min=1.0, help="Seconds without anything new to see.")] = 120.0,
    layout: Annotated[
        Path | None, typer.Option(help="Layout file: where to click. Default: where the buttons are found.")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with the profit curve.")] = None,
    to_json: AsJson = False,
) -> None:
    """Let an agent play at a Riverboat table on this machine by sight: pictures in, clicks out. Ctrl-C ends it.

    Afterwards a twin of the agent, with the same seed, is given the recorded hands; its decisions should be the same.
    """
    require_pictures()
    from riverboat.files import require_folder
    from riverboat.web.by_sight import ClickLayout, play_by_sight

    require_folder(html)
    corrected = None if layout is None else ClickLayout.read(layout)
    line = progress_line()
    played = play_by_sight(
        agent, table, hands=hands, seed=seed, key=key, player=name, patience=patience, layout=corrected,
        on_hand=lambda number: line(f"{number} of {hands} hands"),
    )  # fmt: skip
    line("")
    if html is not None:
        from riverboat.files import write_text

        write_text(html, profit_page(played))
    if to_json:
        print_json("played", [summary(played)])
        return
    print(f"{agent} by sight: {len(played.hands):,} hands, {played.chips:+,} chips, {played.pictures:,} pictures")
    print(f"twin: {played.same:,} of {played.decisions:,} decisions are the same; seed {seed}")
    print(
        f"{played.followed:,} hands seen exactly as recorded, {played.corrections} corrections, "
        f"{played.resynchronised} resynchronisations, {played.unsure} turns unsure, {len(played.faults)} faults"
    )
    for fault in played.faults[:10]:
        print(f"  {fault}")


def follow(
    hands: Annotated[int, typer.Option(min=1, max=100_000, help="Number of hands, spread over five tables.")] = 50,
    seed: Annotated[int, typer.Option(help="Random seed.")] = 1,
    resume: Annotated[
        Path | None, typer.Option(help="File that keeps what is done: an interrupted run is resumed.")
    ] = None,
    to_json: AsJson = False,
) -> None:
    """Render whole hands on a virtual clock, read the pictures, and count the hands that are followed right.

    One action per second, two pictures per second; hold'em with and without a limit and Omaha, two to nine players.
    """
    require_pictures()
    from riverboat.files import require_folder
    from riverboat.web.by_sight import film
    from riverboat.web.pictures.calibrating import calibration

    require_folder(resume)
    with progress_bar("following") as on_progress:
        filmed = film(hands, calibration(), seed=seed, resume=resume, on_progress=on_progress)
    if to_json:
        print_json("filmed", [asdict(filmed) | {"seed": seed}])
        return
    share = 100 * filmed.right / filmed.hands
    print(f"{filmed.right:,} of {filmed.hands:,} hands followed to identical events ({share:.1f} %); seed {seed}")
    print(
        f"{filmed.pictures:,} pictures, {filmed.read:,} of them different; {filmed.corrections} corrections, "
        f"{filmed.resynchronised} resynchronisations"
    )
    for wrong in filmed.wrong[:10]:
        print(f"  {wrong}")


def configure(
    picture: Annotated[Path, typer.Argument(help="PNG or JPEG picture of a table.")],
    sighting: Annotated[
        Path | None, typer.Argument(help="Output of vision read PICTURE --json. Default: the picture is read.")
    ] = None,
    html: Annotated[Path, typer.Option(help="The page to write.")] = Path("layout.html"),
    to_json: AsJson = False,
) -> None:
    """Write a page that shows what was found on a picture, on which you can correct the rectangles and save them."""
    require_pictures()
    from riverboat.files import require_folder, write_text
    from riverboat.web.by_sight import layout_page

    require_folder(html)
    loaded = _located(picture)
    seen = _read(loaded, picture) if sighting is None else _read_sighting(sighting)
    write_text(html, layout_page(picture.read_bytes(), seen))
    if to_json:
        print_json("file", [{"file": str(html), "seats": len(seen.seats), "buttons": len(seen.buttons)}])
        return
    print(f"wrote {html}: open it, correct the rectangles, save the layout")


def read_picture(path: Path) -> Sighting:
    """What a picture file shows."""
    require_pictures()
    return _read(_located(path), path)


def _located(path: Path) -> Picture:
    """The picture in a file, if a table is on it: anything else is refused before something is measured for it."""
    from riverboat.vision.locating import load_picture, locate

    loaded = load_picture(path)
    locate(loaded, str(path))
    return loaded


def _read(picture: Picture, path: Path) -> Sighting:
    from riverboat.vision.reading import read
    from riverboat.web.pictures.calibrating import calibration

    return read(picture, calibration(), str(path))


def _read_sighting(path: Path) -> Sighting:
    from riverboat.errors import RiverboatError
    from riverboat.vision.sighting import Sighting

    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_MAX_SIGHTING + 1)
        if len(text) > _MAX_SIGHTING:
            raise ValueError
        return Sighting.from_json(the_item("sighting", json.loads(text)))
    except OSError as error:
        raise RiverboatError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise RiverboatError(f"{path}: expected the output of vision read PICTURE --json") from None


def summary(played: Played) -> dict[str, object]:
    """For programs; amounts are chips."""
    return {
        "agent": played.agent,
        "seed": played.seed,
        "hands": len(played.hands),
        "chips": played.chips,
        "by_hand": played.hands,
        "pictures": played.pictures,
        "decisions": played.decisions,
        "twin_same": played.same,
        "followed": played.followed,
        "corrections": played.corrections,
        "resynchronised": played.resynchronised,
        "unsure": played.unsure,
        "faults": [json.dumps(str(fault))[1:-1] for fault in played.faults],
    }


def profit_page(played: Played) -> str:
    """The statistics: the profit curve, its mean with an interval, and how well the table was seen."""
    from riverboat.show.curves import Curve, line_chart
    from riverboat.show.page import figure, page, table
    from riverboat.stats import RunningMean

    won = [0]
    for chips in played.hands:
        won.append(won[-1] + chips)
    curve = Curve(played.agent, [(float(number), float(chips)) for number, chips in enumerate(won)])
    rows = [
        ("hands", f"{len(played.hands):,}"),
        ("chips", f"{played.chips:+,}"),
        ("decisions that the twin made alike", f"{played.same:,} of {played.decisions:,}"),
        ("hands seen exactly as recorded", f"{played.followed:,}"),
        ("pictures", f"{played.pictures:,}"),
        ("turns on which something could not be read", f"{played.unsure:,}"),
    ]
    if len(played.hands) > 1:
        mean = RunningMean.of(played.hands)
        rows.insert(2, ("chips per hand, 95 % interval", f"{mean.mean:+,.1f} ± {mean.margin():,.1f}"))
    chart = line_chart([curve], "Profit by hand", x="hands", y="chips")
    return page(f"{played.agent} by sight", figure(chart) + table(("", ""), rows), note=f"Seed {played.seed}.")
