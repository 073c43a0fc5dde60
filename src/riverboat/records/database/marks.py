"""Stars, tags and notes of hands: yours, kept apart from the record, found again by what the hand is recognised by.

A hand is recognised by its site and number or by its content (`records.facts.hand_key`), so a file that is imported
again, or into a database from which its run was deleted, has its marks. Hands of matches get such a key when they are
first marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from riverboat.errors import RiverboatError
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import GAME, HAND_MARK
from riverboat.records.facts import facts_of, hand_key

_TAG: Final = re.compile(r"[\w+.-]{1,40}")
MAX_NOTE: Final = 2000
_MAX_TAGS: Final = 50


class Mark(NamedTuple):
    """What a person says about a hand."""

    starred: bool = False
    tags: tuple[str, ...] = ()
    note: str = ""


def marks_at(database: HandDatabase, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Mark]:
    """The marks of the hands at (run, place), where there are any."""
    found = {}
    with database.reading() as connection:
        for run, place in places:
            here = (GAME.c.simulation_id == run) & (GAME.c.game == place)
            query = select(HAND_MARK).join(GAME, GAME.c.hand_key == HAND_MARK.c.hand_key).where(here)
            row = connection.execute(query).first()
            if row is not None:
                found[run, place] = Mark(bool(row.starred), tuple(row.tags.split()), row.note)
    return found


def mark(
    database: HandDatabase,
    places: Sequence[tuple[int, int]],
    *,
    starred: bool | None = None,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
    note: str | None = None,
) -> int:
    """Change the marks of hands, all or none; what is None stays. Returns how many hands there are."""
    for tag in (*add, *remove):
        if not _TAG.fullmatch(tag):
            raise RiverboatError(f'tag "{tag[:60]}": expected up to 40 letters, digits, and _ + . -')
    if note is not None and len(note) > MAX_NOTE:
        raise RiverboatError(f"note of {len(note):,} characters: expected {MAX_NOTE:,} at most")
    keys = _keys(database, places)
    with database.writing() as connection:
        for (run, place), (key, is_new) in keys.items():
            if is_new:
                here = (GAME.c.simulation_id == run) & (GAME.c.game == place)
                connection.execute(update(GAME).where(here).values(hand_key=key))
        for key in {key for key, _ in keys.values()}:
            old = _read(connection, key)
            tags = tuple(dict.fromkeys([*(tag for tag in old.tags if tag not in remove), *add]))
            if len(tags) > _MAX_TAGS:
                raise RiverboatError(f"{len(tags)} tags: expected {_MAX_TAGS} at most")
            _write(
                connection,
                key,
                Mark(old.starred if starred is None else starred, tags, old.note if note is None else note),
            )
    return len(keys)


def tags_of(database: HandDatabase) -> list[str]:
    """Every tag that is used."""
    with database.reading() as connection:
        return sorted({tag for row in connection.execute(select(HAND_MARK.c.tags)) for tag in row.tags.split()})


def _keys(database: HandDatabase, places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], tuple[str, bool]]:
    """By place the key of a hand, and whether it is new."""
    found = {}
    for run, place in places:
        with database.reading() as connection:
            here = (GAME.c.simulation_id == run) & (GAME.c.game == place)
            known = connection.execute(select(GAME.c.hand_key).where(here)).scalar()
        if known is None:
            raise RiverboatError(f"hand {place} of run {run}: there is none")
        if known:
            found[run, place] = known, False
        else:
            [hand] = database.page(run, place, 1)
            found[run, place] = hand_key(hand, facts_of(hand)), True
    return found


def _read(connection: Connection, key: str) -> Mark:
    row = connection.execute(select(HAND_MARK).where(HAND_MARK.c.hand_key == key)).first()
    return Mark() if row is None else Mark(bool(row.starred), tuple(row.tags.split()), row.note)


def _write(connection: Connection, key: str, found: Mark) -> None:
    connection.execute(delete(HAND_MARK).where(HAND_MARK.c.hand_key == key))
    if found != Mark():
        tags = f" {' '.join(found.tags)} " if found.tags else ""
        connection.execute(insert(HAND_MARK).values(hand_key=key, starred=found.starred, tags=tags, note=found.note))
