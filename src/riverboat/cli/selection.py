"""Selecting hands: the options that select them, and the selected hands of files or of a database."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from riverboat.cli.completion import complete_player, complete_query
from riverboat.cli.output import progress_bar
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.games import Hand
    from riverboat.games.rules import Rules
    from riverboat.records import RejectedHand
    from riverboat.records.database import HandDatabase

Sources = Annotated[list[Path] | None, typer.Argument(help="Files or folders; the format is detected.")]
Database = Annotated[str | None, typer.Option("--db", help="Read a database: an SQLite file or a postgresql:// URL.")]
Player = Annotated[str | None, typer.Option(help="Only hands with this player.", autocompletion=complete_player)]
Game = Annotated[
    str | None,
    typer.Option(
        help='Only this game, like "holdem(betting=limit)". ACPC logs without a heading are read as this game.'
    ),
]
Simulation = Annotated[int | None, typer.Option(help="Only this run of the database.")]
Pot = Annotated[int | None, typer.Option(min=0, help="Minimum pot, in chips.")]

Where = Annotated[
    str | None,
    typer.Option(
        "--where",
        "-w",
        help='Only these hands, like "hero AKs BTN lost>20bb" (docs/search.md).',
        autocompletion=complete_query,
    ),
]
_SHOWN = 10


class Wanted(NamedTuple):
    """The criteria of a selection."""

    player: str | None = None
    game: str | None = None
    simulation: int | None = None
    pot: int | None = None
    where: str | None = None

    def has(self, hand: Hand) -> bool:
        """Whether this hand is selected."""
        from riverboat.records.naming import is_game

        return (
            (self.player is None or self.player in hand.players)
            and (self.game is None or is_game(hand.rules.identity, self.game))
            and (self.pot is None or hand.pot >= self.pot)
            and (self.where is None or self._is_searched(hand))
        )

    def _is_searched(self, hand: Hand) -> bool:
        from riverboat.records.query import matches, parse_query

        return matches(parse_query(self.where or ""), hand)


def rules_of(game: str | None) -> Rules | None:
    """The rules for logs that do not name their game, if the text has all that is needed."""
    from riverboat.games.catalogue import parse_game

    if game is None:
        return None
    try:
        return parse_game(game)
    except RiverboatError:
        return None  # only a filter


class Refused:
    """The hands that were not read or written: their number, and the first reasons."""

    def __init__(self) -> None:
        self.read = 0
        self.count = 0
        self.some: list[str] = []

    @classmethod
    def split(cls, sources: list[Path] | None, db: str | None, wanted: Wanted) -> tuple[Generator[Hand], Refused]:
        """The hands of records or of a database, while this object counts the rest."""
        if db is None and not sources:
            raise RiverboatError("no hands to read: name a file or folder, or a database with --db")
        if db is not None and sources:
            raise RiverboatError(f"{sources[0]} and --db {db}: read either files or a database")
        if wanted.game is not None:  # an incomplete game text is refused before any hand is read
            from riverboat.records.naming import plain_game

            wanted = wanted._replace(game=plain_game(wanted.game))
        if wanted.where is not None:  # and so is a search
            from riverboat.records.query import parse_query

            parse_query(wanted.where)
        refused = cls()
        if db is not None:
            return refused._stored(db, wanted), refused
        if wanted.simulation is not None:
            raise RiverboatError(f"--simulation {wanted.simulation}: files have no runs; it belongs to --db")
        return refused._hands(sources or [], wanted), refused

    def _stored(self, db: str, wanted: Wanted) -> Generator[Hand]:
        with open_hands(db) as database:
            for hand in _selected(database, wanted):
                self.read += 1
                yield hand

    def _hands(self, sources: list[Path], wanted: Wanted) -> Generator[Hand]:
        from riverboat.records import RejectedHand, read_hands

        rules = rules_of(wanted.game)
        for source in sources:
            for each in read_hands(source, rules):
                if isinstance(each, RejectedHand):
                    self.left_out(source, each)
                elif wanted.has(each):
                    self.read += 1
                    yield each

    def left_out(self, source: Path, rejected: RejectedHand) -> None:
        """Count a hand that was not read, and say where it was."""
        self._note(str(rejected._replace(file=str(source / rejected.file if rejected.file else source))))

    def not_written(self, hand: Hand, error: Exception) -> None:
        self._note(f"hand {hand.number}: {error}")

    def _note(self, reason: str) -> None:
        self.count += 1
        if len(self.some) < _SHOWN:
            self.some.append(reason)

    def report(self) -> None:
        """Report what was left out, on standard error."""
        for reason in self.some:
            typer.echo(f"left out: {reason}", err=True)
        if self.count > len(self.some):
            typer.echo(f"left out: {self.count - len(self.some):,} more", err=True)


def open_hands(db: str) -> HandDatabase:
    """A database that exists; one of an older version is brought to the newest schema, and a terminal says so."""
    from riverboat.records.database import open_database

    def say(old: str, new: str) -> None:
        if sys.stderr.isatty():
            typer.echo(f"{db}: bringing schema {old} to {new}; a large database takes some minutes", err=True)

    return open_database(db, must_exist=True, on_upgrade=say)


def _selected(database: HandDatabase, wanted: Wanted) -> Iterator[Hand]:
    """The hands of a database that are wanted."""
    if wanted.where is None:
        yield from database.hands(wanted.simulation, wanted.player, game=wanted.game, min_pot=wanted.pot)
        return
    from riverboat.records.database import search
    from riverboat.records.database.summary import catch_up

    with progress_bar("counting hands") as on_progress:  # of an older database, or of a run that was killed
        catch_up(database, on_progress)
    asked = search.Wanted(wanted.simulation, wanted.game or "", wanted.player or "", query=wanted.where)
    with progress_bar("searching") as on_progress:
        for hand in database.hands_at(search.places_of(database, asked, on_progress=on_progress)):
            if wanted.pot is None or hand.pot >= wanted.pot:
                yield hand
