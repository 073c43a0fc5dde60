"""`riverboat odds-server`: hand ranks and odds for other programs, over TCP."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    host: Annotated[str, typer.Option(help="Address to bind. Default: this machine only.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="TCP port; 0 picks a free one.")] = 7462,
    cache: Annotated[Path | None, typer.Option(help="SQLite file that caches results between runs.")] = None,
) -> None:
    """Serve RANK, HS, HP, EHS, CHEN and ARS requests, one per line, until interrupted."""
    import asyncio

    from riverboat.wire import serve

    asyncio.run(
        serve(
            host, port, cache, ready=lambda server: print(f"listening on {server.host} port {server.port}", flush=True)
        )
    )
