"""Looking after a database: is it sound, and copies of it that can be put back.

`problems` asks the database itself and then compares what belongs together: every hand has all its players and
actions, places have no gaps, payoffs and rake add up to nothing, and nobody put in more than they had or lost more
than they put in. A copy is made while others write, by SQLite's own
backup, and is whole or not there; it is checked before it is put in the place of another. PostgreSQL has tools of its
own for copies (`pg_dump`, `pg_restore`).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from riverboat.errors import RiverboatError
from riverboat.files import exclusive
from riverboat.records.database.connecting import DatabaseError, address_of
from riverboat.records.database.store import HandDatabase, open_database

_FEW: Final = 20
"""Problems of one kind that are named."""
_QUERIES: Final = {
    "run {0}, hand {1}: a player's row is missing": """
        SELECT g.simulation_id, g.game FROM game g LEFT JOIN game_player p
        ON p.simulation_id = g.simulation_id AND p.game = g.game
        GROUP BY g.simulation_id, g.game, g.players HAVING count(p.position) <> g.players""",
    "run {0}, hand {1}: payoffs and rake do not add up": """
        SELECT g.simulation_id, g.game FROM game g JOIN game_player p
        ON p.simulation_id = g.simulation_id AND p.game = g.game
        GROUP BY g.simulation_id, g.game, g.rake HAVING abs(sum(p.payoff) + g.rake) > 0.001""",
    "run {0}, hand {1}: a player put in more than the stack, or lost more than was put in": """
        SELECT DISTINCT simulation_id, game FROM game_player
        WHERE committed > stack OR payoff < -committed - 0.001""",
    "run {0}: {1} hands are missing among its places": """
        SELECT simulation_id, max(game) + 1 - count(*) FROM game
        GROUP BY simulation_id HAVING max(game) + 1 <> count(*)""",
    "run {0}, hand {1}: a player's row belongs to no hand": """
        SELECT DISTINCT p.simulation_id, p.game FROM game_player p LEFT JOIN game g
        ON p.simulation_id = g.simulation_id AND p.game = g.game WHERE g.game IS NULL""",
    "run {0}, hand {1}: an action belongs to no hand": """
        SELECT DISTINCT a.simulation_id, a.game FROM action a LEFT JOIN game g
        ON a.simulation_id = g.simulation_id AND a.game = g.game WHERE g.game IS NULL""",
    "run {0}, hand {1}: an action is missing": """
        SELECT simulation_id, game FROM action GROUP BY simulation_id, game
        HAVING max(sequence) + 1 <> count(*)""",
    "run {0}, hand {1}: its rules are missing": """
        SELECT g.simulation_id, g.game FROM game g LEFT JOIN rules r ON r.id = g.rules_id WHERE r.id IS NULL""",
    "run {0}, hand {1}: its setting is missing": """
        SELECT g.simulation_id, g.game FROM game g LEFT JOIN setting s ON s.id = g.setting_id WHERE s.id IS NULL""",
}


def problems(database: HandDatabase) -> Iterator[str]:
    """What is wrong with the hands of a database, one line each."""
    with database.engine.connect() as connection:
        if database.engine.dialect.name == "sqlite":
            damage = [str(row[0]) for row in connection.execute(text(f"PRAGMA integrity_check({_FEW})"))]
            if damage != ["ok"]:
                yield from (f"SQLite: {' '.join(line.split())[:200]}" for line in damage)
                return  # what is read from it now means nothing
        for line, query in _QUERIES.items():
            yield from _found(connection, line, query)


def _found(connection: Connection, line: str, query: str) -> Iterator[str]:
    for number, row in enumerate(connection.execute(text(query))):
        if number == _FEW:
            yield f"and more of the kind: {line.partition(': ')[2]}"
            return
        yield line.format(*row)


def file_of(where: str | Path) -> Path:
    """The file of a SQLite database; an error for others."""
    url = make_url(address_of(where))
    if url.get_backend_name() != "sqlite" or not url.database:
        raise RiverboatError("only SQLite databases are copied here; PostgreSQL has pg_dump and pg_restore")
    return Path(url.database)


def backup(where: str | Path, to: str | Path) -> int:
    """Copy a database into a file that only the owner can read, while it is in use; returns its size in bytes."""
    to = Path(to)
    source = file_of(where)
    if not source.is_file():
        raise DatabaseError(f'database "{source}": there is no such file')
    if to.exists():
        raise RiverboatError(f'file "{to}": it exists already; backups are not overwritten')
    temporary = to.with_name(f".{to.name}.{os.urandom(6).hex()}.part")
    try:
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(temporary)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file
        _require_sound(temporary)
        os.replace(temporary, to)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseError(f'backup "{to}": {getattr(error, "strerror", None) or error}') from None
    finally:
        with suppress(OSError):  # nor can anything be removed from a read-only disk
            temporary.unlink(missing_ok=True)
    return to.stat().st_size


def restore(copy: str | Path, where: str | Path, *, replace: bool = False) -> Path | None:
    """Put a copy in the place of a database that no server uses; returns where the old one is now, if there was one."""
    copy = Path(copy)
    target = file_of(where)
    if not copy.is_file():
        raise RiverboatError(f'file "{copy}": there is no such file')
    if target.exists() and not replace:
        raise RiverboatError(f'database "{target}": it exists; --replace keeps it beside the restored one')
    if not target.parent.is_dir():
        raise RiverboatError(f'database "{target}": there is no folder {target.parent}')
    temporary = target.with_name(f".{target.name}.{os.urandom(6).hex()}.part")
    with exclusive(target.resolve().with_name(f"{target.name}.lock"), f'database "{target}"'):
        try:
            shutil.copyfile(copy, temporary)
            temporary.chmod(0o600)
            _require_sound(temporary)
            old = _set_aside(target) if target.exists() else None
            os.replace(temporary, target)
        except OSError as error:
            raise DatabaseError(f'database "{target}": {error.strerror or error}') from None
        finally:
            for end in ("", "-wal", "-shm"):
                with suppress(OSError):
                    temporary.with_name(temporary.name + end).unlink(missing_ok=True)
    return old


def _set_aside(target: Path) -> Path:
    """Give the old database, with what is still in its log, another name."""
    number = next(n for n in range(1, 10_000) if not target.with_name(f"{target.name}.old{n}").exists())
    for end in ("-wal", "-shm", ""):
        part = target.with_name(target.name + end)
        if part.exists():
            os.replace(part, target.with_name(f"{target.name}.old{number}{end}"))
    return target.with_name(f"{target.name}.old{number}")


def _require_sound(path: Path) -> None:
    with open_database(path, must_exist=True) as database:
        first = next(problems(database), None)
    if first is not None:
        raise DatabaseError(f'database "{path.name}": {first}')
