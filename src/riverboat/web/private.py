"""Files that only the owner of the server may read: the folder, the database, the token, the key of decks in play.

The token and the key are made once and kept in the server's folder, each in its own file beside the database, so that
a copy or a backup of the database does not have them.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from typing import Final

from sqlalchemy.engine import make_url

from riverboat.errors import RiverboatError
from riverboat.records.database import address_of

KEY_BYTES: Final = 32
_OTHERS: Final = 0o077


def make_folder(folder: Path) -> None:
    """Make the folder of a server; one that is new is closed to others."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_database_file(where: str, folder: Path) -> None:
    """Let a new SQLite database be the owner's alone; one in the server's folder is closed to others."""
    url = make_url(address_of(where))
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith((":", "file:")):
        return
    path = Path(url.database)
    with suppress(OSError):  # if it cannot be made, opening it says why
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    if path.parent.resolve() != folder.resolve():
        return
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            if S_IMODE(each.stat().st_mode) & _OTHERS:
                each.chmod(0o600)


def kept_token(folder: Path) -> str:
    """The token of this folder's server."""
    return _kept(folder / "token", lambda: secrets.token_urlsafe(24).encode()).decode("ascii", "replace").strip()


def kept_key(folder: Path) -> bytes:
    """The key with which decks in play are encrypted."""
    key = _kept(folder / "deck.key", lambda: secrets.token_bytes(KEY_BYTES))
    if len(key) != KEY_BYTES:
        raise RiverboatError(f'file "{folder / "deck.key"}": expected {KEY_BYTES} bytes, found {len(key)}')
    return key


def _kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """The content of a file of secrets, which is made if it is not there."""
    try:
        make_folder(path.parent)
        with suppress(FileExistsError):
            temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
            file = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            try:
                os.write(file, make())
                os.fsync(file)
                os.link(temporary, path)  # whole, and never in place of another
            finally:
                os.close(file)
                temporary.unlink()
        if S_IMODE(path.stat().st_mode) & _OTHERS:
            path.chmod(0o600)
        return path.read_bytes()
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from None
