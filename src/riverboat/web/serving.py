"""Running the server: uvicorn with the limits of the settings, until interrupted."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from riverboat.errors import RiverboatError
from riverboat.web.app import create_app
from riverboat.web.settings import Settings


def serve(settings: Settings, ready: Callable[[Settings], object] = lambda settings: None) -> None:
    """Serve until Ctrl-C; `ready` is told the settings with the port that was found."""
    try:
        listening = socket.create_server(
            (settings.host, settings.port), family=socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        )
    except OSError as error:
        raise RiverboatError(f"{settings.host} port {settings.port}: {error.strerror or error}") from None
    settings = replace(settings, port=listening.getsockname()[1])
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(settings),
            log_level="warning",
            ws_max_size=settings.largest_message,
            ws_ping_interval=20.0,
            timeout_graceful_shutdown=2,
            access_log=False,
        )
    )
    ready(settings)
    server.run(sockets=[listening])
