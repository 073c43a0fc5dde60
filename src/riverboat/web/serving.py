"""Running the server: uvicorn with the limits of the settings, until interrupted."""

from __future__ import annotations

import gc
import os
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Final

import uvicorn
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from riverboat import __version__
from riverboat.errors import RiverboatError
from riverboat.web.alone import SECONDS_BETWEEN_CHECKS, alone_with
from riverboat.web.app import create_app
from riverboat.web.documents import one_line
from riverboat.web.limits import http_protocol
from riverboat.web.logs import log_event, log_to
from riverboat.web.private import make_database_file, make_folder
from riverboat.web.services import Services, open_services
from riverboat.web.settings import Settings

_SWITCH: Final = 0.0005
"""Seconds that a busy thread keeps others waiting: frames wait for the thread that writes (`tables/keeping.py`)."""
_COLLECT: Final = (20_000, 20, 20)
"""When Python looks for cycles of unused objects: at its own thresholds that took a fifth of a live table's time."""


def serve(settings: Settings, ready: Callable[[Settings], object] = lambda settings: None) -> None:
    """Serve until Ctrl-C.

    Args:
        settings: Folders, address and limits.
        ready: Called with the settings and the actual port.
    """
    _require_certificate(settings)
    try:
        listening = socket.create_server(
            (settings.host, settings.port), family=socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        )
    except OSError as error:
        raise RiverboatError(f"{settings.host} port {settings.port}: {error.strerror or error}") from None
    settings = replace(settings, port=listening.getsockname()[1])
    with listening, _alone_in(settings.folder), _alone_with_database(settings) as is_held:
        # Opened here rather than by the application: uvicorn would answer a bad database with a traceback.
        services = _opened(settings)
        server = uvicorn.Server(
            uvicorn.Config(
                create_app(settings, services),
                log_level="warning",
                http=http_protocol(settings),
                ws_max_size=settings.largest_message,
                ws_ping_interval=20.0,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=2,
                access_log=False,
                ssl_certfile=settings.certfile or None,
                ssl_keyfile=settings.keyfile or None,
            )
        )
        sys.setswitchinterval(_SWITCH)
        _collect_less()
        log_to(settings.folder)
        log_event("start", version=__version__, tls=bool(settings.certfile))
        if is_held is not None:
            _stop_when_lost(server, is_held)
        ready(settings)
        server.run(sockets=[listening])


def _collect_less() -> None:
    """What was loaded until now stays: nobody has to look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT)


def _require_certificate(settings: Settings) -> None:
    """Raise if the certificate cannot be used."""
    if settings.certfile:
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
                settings.certfile, settings.keyfile or None, password=lambda: ""
            )
        except (OSError, ValueError) as error:
            raise RiverboatError(
                f'certificate "{settings.certfile}": {getattr(error, "strerror", None) or error}; expected PEM files '
                "without a password"
            ) from None


def _opened(settings: Settings) -> Services:
    try:
        return open_services(settings)
    except SQLAlchemyError as error:  # the hands can be read, but the server's own tables cannot be made
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise RiverboatError(f"the server's own tables cannot be made in the database: {reason}") from None
    except OSError as error:
        raise RiverboatError(f'folder "{settings.folder}": {error.strerror or error}') from None


@contextmanager
def _alone_with_database(settings: Settings) -> Iterator[Callable[[], bool] | None]:
    try:
        make_database_file(settings.database, settings.folder)
        with alone_with(settings.database) as is_held:
            yield is_held
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise RiverboatError(f'database "{settings.database[:80]}": {one_line(error)}') from None


def _stop_when_lost(server: uvicorn.Server, is_held: Callable[[], bool]) -> None:
    """Watch the lock of the database: whoever has lost it must not go on dealing."""

    def watch() -> None:
        while not server.should_exit:
            if not is_held():
                print("the connection that locks the database is lost: stopping", file=sys.stderr, flush=True)
                server.should_exit = True
            sleep(SECONDS_BETWEEN_CHECKS)

    threading.Thread(target=watch, name="lock", daemon=True).start()


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Two servers with one folder would do every job twice; a server that is killed leaves no lock behind."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    try:
        make_folder(folder)
        file = os.fdopen(os.open(folder / "server.lock", os.O_CREAT | os.O_WRONLY, 0o600), "wb")
    except OSError as error:
        raise RiverboatError(f'folder "{folder}": {error.strerror or error}') from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RiverboatError(f'folder "{folder}": another server uses it; choose one with --folder') from None
        yield
