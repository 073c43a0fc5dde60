"""`riverboat db`: look after the database of hands and of the room."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import progress_bar
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.records.database import HandDatabase

app = typer.Typer(
    help="Check, back up, restore and upgrade the database of hands and live tables.", no_args_is_help=True
)

Where = Annotated[str, typer.Option("--db", help="File or URL of the database. Default: in your data folder.")]


@app.command("check")
def check(
    db: Where = "",
    folder: Annotated[
        Path | None, typer.Option(help="The server's folder, for the key of its decks. Default: that of the database.")
    ] = None,
    to_json: AsJson = False,
) -> None:
    """Check rows and money of all hands, and stacks, hand logs and commitments of live tables.

    Every problem is one line. The last line says how much was checked.
    """
    from dataclasses import asdict

    from riverboat.records.database import open_database
    from riverboat.web.checking import Checked
    from riverboat.web.checking import check as check_database
    from riverboat.web.private import KEY_BYTES
    from riverboat.web.tables.sealing import Seal

    where = _where(db)
    key = (folder or Path(where).parent) / "deck.key"
    data = key.read_bytes() if key.is_file() else b""
    checked = Checked()
    with open_database(where, must_exist=True) as database:
        found = list(check_database(database, Seal(data) if len(data) == KEY_BYTES else None, checked))
    if to_json:
        print_json("database", [{"database": _name(database), **asdict(checked), "problems": found}])
    else:
        for problem in found:
            print(problem)
        print(
            f"rows and money of {checked.hands:,} hands, {checked.documents:,} documents, "
            f"{checked.tables:,} live tables with {checked.table_hands:,} hands, "
            f"{checked.entries:,} log entries and {checked.commitments:,} commitments: "
            f"{f'{len(found)} problems' if found else 'no problem'}"
        )
    if found:
        raise RiverboatError(f"database {_name(database)}: {len(found)} problems, the first: {found[0]}")


@app.command("backup")
def backup(
    to: Annotated[Path, typer.Argument(help="The new file.")],
    db: Where = "",
    to_json: AsJson = False,
) -> None:
    """Copy the database into one file, also while a server uses it. The key of decks in play is not copied."""
    from riverboat.records.database.care import backup as copy

    where = _where(db)
    size = copy(where, to)
    if to_json:
        print_json("backup", [{"database": where, "file": str(to), "bytes": size}])
        return
    print(f"{to}: {size / 1e6:,.1f} MB")


@app.command("restore")
def restore(
    copy: Annotated[Path, typer.Argument(help="A file that `riverboat db backup` made.")],
    db: Where = "",
    replace: Annotated[bool, typer.Option(help="If there is a database, keep it under another name.")] = False,
    to_json: AsJson = False,
) -> None:
    """Put a backup in the place of the database; refused while a server uses it."""
    from riverboat.records.database.care import restore as put_back

    where = _where(db)
    old = put_back(copy, where, replace=replace)
    if to_json:
        print_json("restored", [{"database": where, "from": str(copy), "old": None if old is None else str(old)}])
        return
    print(f"{where} is restored" + ("" if old is None else f"; the old one is {old}"))


@app.command("upgrade")
def upgrade(db: Where = "", to_json: AsJson = False) -> None:
    """Bring a database of an older version to the newest schema, and count the hands that no statistics have yet.

    Every command does so when it needs it; this one does it when it suits you. It can be stopped and run again.
    """
    from riverboat.records.database import open_database
    from riverboat.records.database.summary import catch_up

    steps: list[tuple[str, str]] = []
    with progress_bar("schema"):
        database = open_database(_where(db), must_exist=True, on_upgrade=lambda *versions: steps.append(versions))
    with database, progress_bar("counting hands") as on_progress:
        counted = catch_up(database, on_progress)
    if to_json:
        old, new = steps[0] if steps else (None, None)
        print_json("upgrade", [{"database": _name(database), "from": old, "to": new, "counted": counted}])
        return
    changed = "brought from schema {} to {}".format(*steps[0]) if steps else "has the newest schema"
    print(f"{_name(database)} {changed}; {counted:,} hands counted")


def _name(database: HandDatabase) -> str:
    """Its file, or its URL without the password."""
    return database.name.removeprefix("sqlite:///")


def _where(db: str) -> str:
    if db:
        return db
    from riverboat.web.settings import data_folder

    return str(data_folder() / "riverboat.db")
