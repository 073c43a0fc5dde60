"""`riverboat hands import`: files and folders into a database, each hand once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import StoppedError, hands_text, progress_line
from riverboat.cli.selection import Refused, rules_of
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.games import Hand
    from riverboat.games.rules import Rules
    from riverboat.records import RejectedHand

_BATCH = 500
_Piece = tuple[int, Path, "Rules | None"]
_Batch = tuple[int, "list[Hand | RejectedHand]"]


def import_hands(
    sources: Annotated[list[Path], typer.Argument(help="Files or folders; the format is detected.")],
    db: Annotated[str, typer.Option(help="A file for SQLite, or a postgresql:// URL.")],
    game: Annotated[str | None, typer.Option(help="The game of ACPC logs that do not name it.")] = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Number of files to read at the same time.")] = 1,
    to_json: AsJson = False,
) -> None:
    """Import hand histories into a database, each file as a separate run. The database is created if needed.

    A hand that is there already, by its site and number or by its content, is not stored again.
    """
    from riverboat.executor import make_executor
    from riverboat.records import RejectedHand, read_hands
    from riverboat.records.database import Importer, open_database
    from riverboat.records.parsing import history_files

    rules = rules_of(game)
    if game is not None and rules is None:
        raise RiverboatError(f'game "{game[:80]}": expected a complete game, like holdem(players=6,blinds=50/100)')
    for source in sources:
        if not source.exists():
            raise RiverboatError(f'file "{source}": there is no such file; nothing was imported')
        if source.is_file():
            read_hands(source, rules)  # its format is recognised, or this is an error
    files = [file for source in sources for file in history_files(source)]
    refused, stored, known = Refused(), 0, 0
    show, began = progress_line(), perf_counter()
    importer: Importer | None = None
    at = -1
    try:
        with (
            open_database(db) as database,
            make_executor(min(jobs, len(files) or 1), "local") as executor,
            closing(executor.in_streams(_batches, [(n, file, rules) for n, file in enumerate(files)])) as results,
        ):
            for number, found in results:
                if number != at or importer is None:
                    if importer is not None:
                        importer.close()
                    importer, at = Importer(database, {"from": str(files[number])}), number
                before = importer.stored, importer.known
                importer.add([each for each in found if not isinstance(each, RejectedHand)])
                stored, known = stored + importer.stored - before[0], known + importer.known - before[1]
                for each in found:
                    if isinstance(each, RejectedHand):
                        refused.left_out(files[number], each)
                rate = (stored + known) / max(perf_counter() - began, 1e-3)
                show(f"file {number + 1:,} of {len(files):,}: {stored:,} hands, {rate:,.0f} per second")
            if importer is not None:
                importer.close()
    except KeyboardInterrupt:
        show("")
        raise StoppedError(
            f"stopped after {hands_text(stored)}, which are in {db}; the same command continues after them"
        ) from None
    show("")
    if to_json:
        counts = {"imported": stored, "known": known, "refused": refused.count, "reasons": refused.some}
        print_json("import", [counts])
        return
    print(
        f"imported {hands_text(stored)} into {db}"
        + (f"; {known:,} {'was' if known == 1 else 'were'} known already" if known else "")
    )
    refused.report()


def _batches(piece: _Piece) -> Iterator[_Batch]:
    """The hands of a file, some at a time; a file of a folder that cannot be read is refused as a whole."""
    from riverboat.records import RejectedHand, read_hands

    number, file, rules = piece
    try:
        found = read_hands(file, rules)
        while batch := list(islice(found, _BATCH)):
            yield number, batch
    except RiverboatError as error:
        yield number, [RejectedHand(1, str(error).removeprefix(f'file "{file}": '))]
