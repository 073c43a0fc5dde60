"""`riverboat hands`: hand histories from anywhere, to anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.output import print_json, print_table

if TYPE_CHECKING:
    from riverboat.games import Hand
    from riverboat.records import Refusal

app = typer.Typer(
    help="Read, convert and sum up hand histories: PHH, PokerStars, ACPC logs, IRC.", no_args_is_help=True
)

Source = Annotated[Path, typer.Argument(help="A file or folder; the format is recognised.")]
Target = Annotated[
    Path, typer.Argument(help="A file to write: .phhs, .phh, .txt (PokerStars) or .log (ACPC), also .gz.")
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
_SHOWN = 10


class Form(StrEnum):
    """Formats that can be written."""

    PHH = "phh"
    POKERSTARS = "pokerstars"
    ACPC = "acpc"


Written = Annotated[Form | None, typer.Option("--to", help="The format; the ending of the file says it otherwise.")]


@app.command("list")
def list_hands(
    source: Source,
    most: Annotated[int, typer.Option(min=1, help="How many to show.")] = 20,
    as_json: AsJson = False,
) -> None:
    """The hands of a record: game, players, pot and who won."""
    hands, refused = _Refused.split(source)
    rows: list[tuple[int, str, int, int, str, int | Fraction]] = []
    for hand in islice(hands, most):
        best = max(range(len(hand.players)), key=lambda p: hand.payoffs[p])
        pot = sum(hand.committed)
        rows.append((hand.number, hand.rules.identity, len(hand.players), pot, hand.players[best], hand.payoffs[best]))
    if as_json:
        keys = ("number", "game", "players", "pot", "winner", "won")
        shown = [dict(zip(keys, (*row[:5], float(row[5])), strict=True)) for row in rows]
        print_json({"hands": shown, "refused": [str(refusal) for refusal in refused.some]})
        return
    texts = [tuple(map(str, (row[1], row[0], *row[2:]))) for row in rows]
    print_table(("game", "hand", "players", "pot", "winner", "won"), texts)
    refused.report()


@app.command("stats")
def stats(
    source: Source,
    player: Annotated[str, typer.Option(help="Only this player.")] = "",
    as_json: AsJson = False,
) -> None:
    """How each player plays: hands, winnings, VPIP, PFR and the other indicators of a HUD."""
    from riverboat.arena.indicators import Indicators, count_hand

    hands, refused = _Refused.split(source)
    books: dict[str, Indicators] = {}
    played: dict[str, int] = {}
    won: dict[str, float] = {}
    for hand in hands:
        count_hand(hand, [books.setdefault(name, Indicators()) for name in hand.players])
        for name, chips in zip(hand.players, hand.payoffs, strict=True):
            played[name] = played.get(name, 0) + 1
            won[name] = won.get(name, 0.0) + float(chips)
    names = sorted((name for name in books if player in ("", name)), key=lambda name: -played[name])
    if as_json:
        shown = {name: {"hands": played[name], "won": won[name], **books[name].as_json()} for name in names}
        print_json({"players": shown, "read": refused.read, "refused": refused.count})
        return
    rows = [
        (
            name,
            f"{played[name]:,}",
            f"{won[name]:+,.10g}",
            *(_percent(books[name].rate(rate)) for rate in ("vpip", "pfr")),
            f"{books[name].aggression_factor:.1f}",
        )
        for name in names
    ]
    print_table(("player", "hands", "won", "VPIP", "PFR", "AF"), rows)
    refused.report()


@app.command("import")
def import_hands(
    source: Source,
    db: Annotated[str, typer.Option(help="A file for SQLite, or a postgresql:// URL.")],
) -> None:
    """Put the hands of a record into a database; made if it is not there."""
    from riverboat.records.database import open_database

    hands, refused = _Refused.split(source)
    with open_database(db) as database, database.record("import", parameters={"from": str(source)}) as recorder:
        recorder.add_all(hands)
    print(f"imported {refused.read:,} hands into {db}")
    refused.report()


@app.command("export")
def export(source: Source, target: Target, to: Written = None) -> None:
    """Write the hands of one record as another."""
    _write(source, target, to, anonymous=False, key="")


@app.command("anonymise")
def anonymise(
    source: Source,
    target: Target,
    to: Written = None,
    key: Annotated[str, typer.Option(help="A secret; the same one gives the same aliases.")] = "",
) -> None:
    """Write the hands of a record without the people in them: the same player keeps the same alias."""
    _write(source, target, to, anonymous=True, key=key)


def _write(source: Path, target: Path, to: Form | None, *, anonymous: bool, key: str) -> None:
    from riverboat.records import anonymise as without_names
    from riverboat.records import write_hands

    hands, refused = _Refused.split(source)
    chosen = (without_names(hand, key) for hand in hands) if anonymous else hands
    count = write_hands(chosen, target, to.value if to else None, refused.not_written)
    print(f"wrote {count:,} hands to {target}")
    refused.report()


class _Refused:
    """The hands that were not read or written: how many, and the first of them in words."""

    def __init__(self) -> None:
        self.read = 0
        self.count = 0
        self.some: list[str] = []

    @classmethod
    def split(cls, source: Path) -> tuple[Iterator[Hand], _Refused]:
        """The hands of a record, while this object counts the rest."""
        from riverboat.records import read_hands

        refused = cls()
        return refused._hands(read_hands(source)), refused

    def _hands(self, found: Iterator[Hand | Refusal]) -> Iterator[Hand]:
        from riverboat.records import Refusal

        for each in found:
            if isinstance(each, Refusal):
                self._note(str(each))
            else:
                self.read += 1
                yield each

    def not_written(self, hand: Hand, error: Exception) -> None:
        self._note(f"hand {hand.number}: {error}")

    def _note(self, reason: str) -> None:
        self.count += 1
        if len(self.some) < _SHOWN:
            self.some.append(reason)

    def report(self) -> None:
        """Say what was left out, on standard error."""
        for reason in self.some:
            typer.echo(f"left out: {reason}", err=True)
        if self.count > len(self.some):
            typer.echo(f"left out: {self.count - len(self.some):,} more", err=True)


def _percent(rate: float) -> str:
    return "-" if rate != rate else f"{100 * rate:.0f}%"
