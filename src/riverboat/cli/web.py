"""`riverboat web`: the browser application."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from riverboat.errors import RiverboatError


def command(
    host: Annotated[str, typer.Option(help="Address to bind. Default: this machine only.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="TCP port; 0 picks a free one.")] = 8462,
    db: Annotated[str, typer.Option(help="File or URL of the database. Default: in your data folder.")] = "",
    folder: Annotated[Path | None, typer.Option(help="Folder for the database and for solved spots.")] = None,
    token: Annotated[str, typer.Option(help="Access token for browsers. Default: generated once for the folder.")] = "",
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Let every program and user of this machine in, as the owner.")
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes for matches, solves and reviews. Default: cores minus one.")
    ] = None,
    solve_memory: Annotated[
        float, typer.Option(min=0.0, help="Maximum gigabytes of one solve. 0: most of the free memory.")
    ] = 0.0,
    certfile: Annotated[str, typer.Option(help="Certificate (PEM) to serve HTTPS.")] = "",
    keyfile: Annotated[str, typer.Option(help="Its key (PEM), if it is in a separate file.")] = "",
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
) -> None:
    """Play, watch, review and study in the browser, until interrupted."""
    from riverboat.warm import is_warm

    if sys.stderr.isatty() and not is_warm():
        print("Starting for the first time here, which takes some seconds longer ...", file=sys.stderr, flush=True)
    from riverboat.web import Settings, serve
    from riverboat.web.private import kept_token
    from riverboat.web.settings import data_folder, is_loopback

    def ready(settings: Settings) -> None:
        print(f"Riverboat is at {settings.address}  (Ctrl-C ends it)", flush=True)
        if open_browser and _has_screen():
            import webbrowser

            webbrowser.open(settings.address)

    memory = solve_memory * 1e9
    if not isfinite(memory):
        raise RiverboatError(f"--solve-memory {solve_memory}: expected a number of gigabytes, 0 or more")
    where = folder or data_folder()
    if no_token and (token or not is_loopback(host)):
        raise RiverboatError("--no-token: only for an address of this machine, and without --token")
    if not no_token and not token:
        token = kept_token(where)
    settings = Settings(
        host, port, where, db, token,
        solve_memory=int(memory), certfile=certfile, keyfile=keyfile, prepare=not os.environ.get("RIVERBOAT_NO_WARM"),
    )  # fmt: skip
    serve(settings if jobs is None else replace(settings, workers=jobs), ready)


def _has_screen() -> bool:
    """Whether there is a display for a browser; without one Python would start a text browser in the terminal."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
