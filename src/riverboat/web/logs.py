"""What happened on the server, for its owner: one JSON object per line, each request with an id.

Every answer has its id in the header `x-request-id`, an error of the server also in its text; the line in the log with
the same id says who asked for what, how it ended and how long it took. Of an error the log has its kind and the places
in the code, not its words: those might name cards. Tokens and keys are in no line, because queries and headers are not
logged. The file is `server.log` in the server's folder, for the owner alone; it is begun anew at 5 MB, and three old
ones are kept.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import sys
import traceback
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FILE: Final = "server.log"
_LARGEST: Final = 5 << 20
_OLD_FILES: Final = 3
_LONGEST_PATH: Final = 200
_log: Final = logging.getLogger("riverboat.web")
_log.propagate = False
_log.addHandler(logging.NullHandler())


class _PrivateFile(RotatingFileHandler):
    """A log that only its owner can read."""

    def _open(self) -> Any:
        os.close(os.open(self.baseFilename, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600))
        return super()._open()


def log_to(folder: Path | None) -> None:
    """Write the log into this folder from now on, or nowhere."""
    for handler in _log.handlers[:]:
        _log.removeHandler(handler)
        handler.close()
    if folder is None:
        _log.addHandler(logging.NullHandler())
    else:
        _log.addHandler(_PrivateFile(folder / FILE, maxBytes=_LARGEST, backupCount=_OLD_FILES, encoding="utf-8"))
    _log.setLevel(logging.WARNING if folder is None else logging.INFO)


def log_event(event: str, **facts: Any) -> None:
    """Write a line."""
    if _log.isEnabledFor(logging.INFO):
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        _log.info(json.dumps({"time": now, "event": event, **facts}, default=str))


def log_error(event: str, error: BaseException, **facts: Any) -> None:
    """Write a line about an error: what it is and where, without its words; the kind also goes to the terminal."""
    kind = type(error).__name__
    frames = [f"{Path(each.filename).name}:{each.lineno}" for each in traceback.extract_tb(error.__traceback__)]
    log_event(event, error=kind, where=frames[-8:], **facts)
    print(f"{event}: {kind} at {frames[-1] if frames else '?'} (see {FILE})", file=sys.stderr, flush=True)


class RequestLog:
    """Gives every request an id and logs how it ended; an error that nobody expected is answered 500."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        number, start, status = secrets.token_hex(6), perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = number
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception as error:
            log_error("error", error, request=number, path=scope["path"][:_LONGEST_PATH])
            if scope["type"] == "http" and not status:
                said = f"an error of the server; its log has it under {number}"
                await JSONResponse({"detail": said}, status_code=500)(scope, receive, sending)
        person = scope.get("state", {}).get("person")
        log_event(
            "request" if scope["type"] == "http" else "socket",
            request=number,
            client=scope["client"][0] if scope.get("client") else "",
            person=person.id if person is not None else "",
            method=scope.get("method", "GET"),
            path=scope["path"][:_LONGEST_PATH],
            status=status,
            ms=round(1000 * (perf_counter() - start), 1),
        )
