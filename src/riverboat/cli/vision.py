"""`riverboat vision`: pictures of the table, what they show, how well that is read, and play by sight."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli import vision_play
from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar

if TYPE_CHECKING:
    from riverboat.vision.accuracy import Tally
    from riverboat.vision.sighting import Seen, SeenCard, Sighting

app = typer.Typer(help="Read Riverboat's own table from its picture.", no_args_is_help=True)


@app.callback()
def _family() -> None:
    """Read Riverboat's own table from its picture."""


app.command("play")(vision_play.play)
app.command("follow")(vision_play.follow)
app.command("configure")(vision_play.configure)


@app.command("make")
def make(
    count: Annotated[int, typer.Option(help="Number of pictures.")] = 20,
    out: Annotated[Path, typer.Option(help="Folder for pictures and truths.")] = Path("pictures"),
    seed: Annotated[int, typer.Option(help="Random seed.")] = 1,
    jpeg: Annotated[bool, typer.Option("--jpeg", help="Compress as JPEG of quality 70 to 95.")] = False,
    scaling: Annotated[bool, typer.Option("--scaling", help="Scale by 0.8 to 1.25.")] = False,
    overlap: Annotated[bool, typer.Option("--overlap", help="Cover a small part of the table.")] = False,
    to_json: AsJson = False,
) -> None:
    """Render pictures of tables and replays, each with its truth as JSON. Needs Chromium."""
    vision_play.require_pictures()
    from riverboat.web.pictures.making import Noise
    from riverboat.web.pictures.making import make as write

    noise = Noise(scaling=scaling, jpeg=jpeg, overlap=overlap) if jpeg or scaling or overlap else None
    with progress_bar("rendering") as on_progress:
        written = write(count, out, seed=seed, noise=noise, on_progress=on_progress)
    if to_json:
        kinds = {"jpeg": jpeg, "scaling": scaling, "overlap": overlap}
        print_json("pictures", [{"folder": str(out), "pictures": written, "seed": seed, **kinds}])
        return
    print(f"wrote {written} pictures with their truths to {out}; seed {seed}")


@app.command("read")
def read(
    picture: Annotated[Path, typer.Argument(help="PNG or JPEG picture of a table or of the replayer.")],
    to_json: Annotated[
        bool, typer.Option("--json", help="JSON for programs, with confidences and rectangles.")
    ] = False,
) -> None:
    """What a picture of the table shows. A question mark stands for what could not be read."""
    sighting = vision_play.read_picture(picture)
    if to_json:
        print_json("sighting", [sighting.to_json()])
        return
    _show(sighting)


@app.command("test")
def measure_folder(
    folder: Annotated[Path, typer.Argument(help="Folder of pictures with truths, as `vision make` writes them.")],
    to_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="List every field that is not right.")] = False,
) -> None:
    """How many fields of pictures with known truth are read right, by field."""
    vision_play.require_pictures()
    from riverboat.vision.testing import measure, truths
    from riverboat.web.pictures.calibrating import calibration

    known = truths(folder)
    with progress_bar("reading") as on_progress:
        result = measure(known, calibration(), on_progress)
    if to_json:
        print_json("reading", [result.to_json()])
        return
    if verbose:
        for name, wrong in result.wrong.items():
            for each in wrong:
                print(f"{name}: {each}")
    _show_tally(result.tally)
    print(f"{result.seconds / max(1, result.tally.pictures) * 1000:.0f} ms of processor time per picture")
    for name, error in result.refused.items():
        print(f"not read: {name}: {error}")


def _show_tally(tally: Tally) -> None:
    rows = []
    for name, counts in tally.counts.items():
        total = counts.total()
        share = f"{100 * counts['right'] / total:.2f} %" if total else ""
        rows.append((name, f"{total:,}", *(f"{counts[kind]:,}" for kind in ("right", "unknown", "wrong")), share))
    print_table(("field", "count", "right", "unknown", "wrong", "right"), rows)
    perfect = 100 * tally.perfect / max(1, tally.pictures)
    print(f"everything right in {tally.perfect:,} of {tally.pictures:,} pictures ({perfect:.2f} %)")


def _show(sighting: Sighting) -> None:
    box = sighting.stage
    where = f"{box.width:.0f} x {box.height:.0f} pixels at {box.x:.0f}, {box.y:.0f}"
    print(f"{sighting.surface}, {len(sighting.seats)} seats, {where}")
    boards = " / ".join(_cards(board) for board in sighting.boards)
    print(f"pot {_value(sighting.pot)}" + (f", board {boards}" if boards else ""))
    rows = []
    for place, seat in enumerate(sighting.seats):
        marks = "D" * (sighting.dealer.value == place) + ">" * (sighting.actor.value == place)
        rows.append(
            (
                f"{place}{marks and f' {marks}'}",
                _value(seat.name),
                _value(seat.state),
                _value(seat.stack),
                _value(seat.bet) if seat.bet.value != 0 else "",
                _value(seat.action),
                _cards(seat.cards),
            )
        )
    print_table(("place", "name", "state", "stack", "bet", "action", "cards"), rows)
    print("places clockwise from the bottom; D dealer button, > to act")
    for button in sighting.buttons:
        x, y = button.box.centre
        print(f"button {_value(button.text)} at {x:.0f}, {y:.0f}")


def _value(seen: Seen[Any]) -> str:
    if seen.value is None:
        return "?"
    return f"{seen.value:,}" if isinstance(seen.value, int) else str(seen.value)


def _cards(cards: tuple[SeenCard, ...]) -> str:
    return " ".join(card.text or "?" for card in cards)
