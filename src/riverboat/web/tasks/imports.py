"""Uploaded hand histories: their format is detected from the content, and a job stores them in the database.

A file may be PHH, the history of a poker site or the log of an ACPC dealer, packed with gzip or not. Its name is only
shown, never used: the server stores it under its own name, reads it in a separate process, and deletes it. What a
packed file may unpack to is bounded. Hands that the database has already are not stored again, so an
interrupted job resumes after the last stored hand.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.errors import RiverboatError
from riverboat.files import write_text
from riverboat.games.catalogue import parse_game
from riverboat.records.parsing import Format, read_lines, recognise, text_lines, unknown_format
from riverboat.records.rejected import RejectedHand
from riverboat.web.tasks.worker import Report

if TYPE_CHECKING:
    from riverboat.records.database import HandDatabase

KIND: Final = "import"
UPLOAD: Final = "upload"
"""What the file is called in the folder of its job."""
MAX_UNPACKED: Final = 256 << 20
"""Bytes."""
_PACKED: Final = b"\x1f\x8b"
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_LOOK_AT: Final = 1 << 16
_PIECE: Final = 1 << 20
_BATCH: Final = 200
_REASONS: Final = 20
_LONGEST_NAME: Final = 80


def orders(data: bytes, name: str, game: str = "") -> dict[str, Any]:
    """The parameters of a job that stores this file, if its format is supported.

    `game` is for logs that do not say of which game they are.
    """
    shown = display_name(name)
    form = recognised(data, shown)
    identity = parse_game(game).identity if game.strip() else ""
    return {"name": shown, "format": form, "game": identity}


def recognised(data: bytes, name: str) -> Format:
    """The format of a file, by its first lines."""
    if not data:
        raise RiverboatError(f'file "{name}" is empty')
    try:
        head = zlib.decompressobj(31).decompress(data, _LOOK_AT) if data[:2] == _PACKED else data[:_LOOK_AT]
    except zlib.error:
        raise RiverboatError(f'file "{name}": it begins like gzip, but cannot be unpacked') from None
    lines = list(islice(text_lines(io.BufferedReader(io.BytesIO(head))), 50))
    form = None if b"\0" in head and not head.startswith(_WIDE) else recognise(lines)
    if form is None:
        raise RiverboatError(f'file "{name}": {unknown_format(lines)}')
    return form


def display_name(name: str) -> str:
    """A client's file name for display: no folders, no control characters, not long."""
    plain = "".join(sign for sign in name.replace("\\", "/").rpartition("/")[2] if sign.isprintable()).strip()
    return plain[:_LONGEST_NAME] or "upload"


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """Store the hands; the result counts them, and those that were refused with the reasons.

    If interrupted, it counts the hands stored so far, and resumes from there when it runs again.
    """
    from riverboat.records.database import Importer, open_database

    source = folder / UPLOAD
    if not source.is_file():
        raise RiverboatError(f'file "{params["name"]}" is no longer there: upload it again')
    text = _unpacked(source, folder / "hands.txt")
    refused: Counter[str] = Counter()
    whole = True
    with open_database(params["database"]) as database, text.open("rb") as file:
        simulation = _simulation(database, folder, params["name"])
        importer, size = Importer(database, recorder=database.resume(simulation)), text.stat().st_size
        rules = parse_game(params["game"]) if params["game"] else None
        found = read_lines(text_lines(file), params["format"], rules)
        try:
            while batch := list(islice(found, _BATCH)):
                refused.update(each.reason for each in batch if isinstance(each, RejectedHand))
                importer.add([each for each in batch if not isinstance(each, RejectedHand)])
                report(
                    {"simulation": simulation, "done": file.tell(), "total": size, "hands": database.stored(simulation)}
                )
        except KeyboardInterrupt:
            whole = False
        importer.close()
        read = database.stored(simulation)
    (folder / "hands.txt").unlink(missing_ok=True)
    if whole:
        source.unlink(missing_ok=True)
    if not read and not importer.known:
        why = next(iter(refused), "there is none in it")
        raise RiverboatError(f'file "{params["name"]}": no hand could be read; {why}')
    reasons = [{"reason": reason, "hands": count} for reason, count in refused.most_common(_REASONS)]
    return {
        "simulation": simulation,
        "hands": read,
        "known": importer.known,
        "refused": refused.total(),
        "reasons": reasons,
    }


def _simulation(database: HandDatabase, folder: Path, name: str) -> int:
    """The run that gets the hands: a new one, or the one that this job began before it was interrupted."""
    note = folder / "simulation.json"
    if note.is_file():
        return int(json.loads(note.read_text(encoding="utf-8")))
    simulation = database.record(KIND, parameters={"from": name, "job": folder.name}).simulation
    write_text(note, json.dumps(simulation))
    return simulation


def _unpacked(source: Path, target: Path) -> Path:
    """The file itself, or what a packed one unpacks to; one that was cut short ends there."""
    with source.open("rb") as raw:
        if raw.read(2) != _PACKED:
            return source
    left = MAX_UNPACKED
    with gzip.open(source) as packed, target.open("wb") as out, suppress(EOFError, zlib.error, gzip.BadGzipFile):
        while piece := packed.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise RiverboatError(f"the file unpacks to more than {MAX_UNPACKED >> 20} megabytes")
            out.write(piece)
    return target
