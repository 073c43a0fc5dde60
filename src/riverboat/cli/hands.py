"""`riverboat hands`: read, store, convert and summarise hand histories."""

from __future__ import annotations

from contextlib import closing
from enum import StrEnum
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.hands_import import import_hands
from riverboat.cli.hands_marks import complete_search, mark_hands
from riverboat.cli.hands_stats import nothing_to, require_known, stats
from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import hands_text, print_table
from riverboat.cli.selection import Database, Game, Player, Pot, Refused, Simulation, Sources, Wanted, Where
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    pass

app = typer.Typer(
    help="Read, store, convert and summarise hand histories: PHH, PokerStars, ACPC logs, IRC, and databases.",
    no_args_is_help=True,
)

Paths = Annotated[
    list[Path],
    typer.Argument(
        help="Input files (or use --db), then the output file: .phhs, .phh, .txt (PokerStars), .log (ACPC), .csv,"
        " .parquet, or .gz."
    ),
]
_MAX_LIMIT = 10**9


class Form(StrEnum):
    """Formats that can be written."""

    PHH = "phh"
    POKERSTARS = "pokerstars"
    ACPC = "acpc"
    CSV = "csv"
    PARQUET = "parquet"

    @property
    def ending(self) -> str:
        """Of files."""
        return {"phh": ".phhs", "pokerstars": ".txt", "acpc": ".log"}.get(self.value, f".{self.value}")


Written = Annotated[Form | None, typer.Option("--to", help="Format to write. Default: by the file's extension.")]


@app.command("list")
def list_hands(
    sources: Sources = None,
    db: Database = None,
    player: Player = None,
    game: Game = None,
    simulation: Simulation = None,
    pot: Pot = None,
    where: Where = None,
    limit: Annotated[int, typer.Option(min=1, max=_MAX_LIMIT, help="Maximum number of hands to show.")] = 20,
    to_json: AsJson = False,
) -> None:
    """List hands from files or a database: game, players, pot and winner."""
    hands, refused = Refused.split(sources, db, Wanted(player, game, simulation, pot, where))
    rows: list[tuple[str | int, str, int, int, str, int | Fraction, int | Fraction]] = []
    with closing(hands):
        for hand in islice(hands, limit):
            best = max(range(len(hand.players)), key=lambda p: hand.payoffs[p])
            number = dict(hand.notes).get("hand", hand.number)
            shown = number, hand.rules.identity, len(hand.players), hand.pot, hand.players[best]
            rows.append((*shown, hand.collected[best], hand.payoffs[best]))
    if not rows and refused.some:
        nothing_to("list", game, refused)
    if not rows:
        require_known(game)
    if to_json:
        keys = ("number", "game", "players", "pot", "winner", "collected", "won")
        lines = [dict(zip(keys, (*row[:5], *map(float, row[5:])), strict=True)) for row in rows]
        print_json("hand", lines, refused=[str(rejected) for rejected in refused.some])
        return
    texts = [tuple(map(str, (row[1], row[0], *row[2:6], f"{float(row[6]):+.15g}"))) for row in rows]
    print_table(("game", "hand", "players", "pot", "winner", "collected", "net"), texts)
    refused.report()


@app.command("verify")
def verify(
    path: Annotated[Path, typer.Argument(help="The proof of a hand, as a live table gives it (JSON).")],
    root: Annotated[str, typer.Option(help="The commitment that the table showed before the hand.")] = "",
    to_json: AsJson = False,
) -> None:
    """Check that the deck of a hand was not changed after its commitment was shown."""
    import json

    from riverboat.records.commitment import check_proof

    try:
        proof = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from None
    except (ValueError, RecursionError):
        raise RiverboatError(f'file "{path}": this is not the proof of a hand, or it is damaged') from None
    found = check_proof(proof, root)
    if to_json:
        print_json("proof", [found._asdict() | {"compared": bool(root)}])
        return
    where = ", each where the rules deal it" if found.is_dealt else ""
    print(f"hand {found.hand} of table {found.table}: {found.opened} of {found.cards} cards opened{where}")
    print(f"commitment {found.root}{' is the one shown before the hand' if root else ''}")
    if not root:
        print("compare it with the one shown before the hand (--root)")


app.command("stats")(stats)
app.command("mark")(mark_hands)
app.command("complete")(complete_search)


app.command("import")(import_hands)


@app.command("export")
def export(
    paths: Paths,
    to: Written = None,
    db: Database = None,
    player: Player = None,
    game: Game = None,
    simulation: Simulation = None,
    pot: Pot = None,
    where: Where = None,
    to_json: AsJson = False,
) -> None:
    """Write hands from files or a database in another format."""
    _write(paths, db, to, Wanted(player, game, simulation, pot, where), to_json=to_json)


@app.command("anonymise")
def anonymise(
    paths: Paths,
    to: Written = None,
    key: Annotated[str, typer.Option(help="A secret key: the same key gives the same aliases.")] = "",
    db: Database = None,
    player: Player = None,
    game: Game = None,
    simulation: Simulation = None,
    pot: Pot = None,
    where: Where = None,
    to_json: AsJson = False,
) -> None:
    """Write hands with aliases for names: the same player keeps the same alias."""
    _write(paths, db, to, Wanted(player, game, simulation, pot, where), anonymous=True, key=key, to_json=to_json)


def _write(
    paths: list[Path],
    db: str | None,
    to: Form | None,
    wanted: Wanted,
    *,
    anonymous: bool = False,
    key: str = "",
    to_json: bool = False,
) -> None:
    from riverboat.records import anonymise as without_names
    from riverboat.records import write_hands

    *sources, target = paths
    if not sources and db is None and to is not None and target.exists():  # the file to read, and none to write
        sources, target = [target], target.with_name(target.name.partition(".")[0] + to.ending)
        if target.exists():
            raise RiverboatError(f'file "{target}": it exists; name the file to write after the file to read')
    if to is None and target.suffix in (".csv", ".parquet"):
        to = Form(target.suffix[1:])
    hands, refused = Refused.split(sources, db, wanted)
    first = next(hands, None)
    if first is None:
        nothing_to("write", wanted.game, refused)
    found = chain([first], hands)
    chosen = (without_names(hand, key) for hand in found) if anonymous else found
    if to in (Form.CSV, Form.PARQUET):
        from riverboat.records.flat import write_flat

        count = write_flat(chosen, target, "csv" if to is Form.CSV else "parquet")
    else:
        form: Any = None if to is None else to.value
        count = write_hands(chosen, target, form, refused.not_written, name_game=True)
    if to_json:
        counts = {"written": count, "file": str(target), "refused": refused.count, "reasons": refused.some}
        print_json("export", [counts])
        return
    print(f"wrote {hands_text(count)} to {target}")
    refused.report()
