"""The settings of a server: its address, its folders, and the limits for clients."""

from __future__ import annotations

import os
import re
import secrets
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from riverboat.errors import RiverboatError


def data_folder() -> Path:
    """Where a user's tables, jobs and hands are kept: `$RIVERBOAT_DATA` or the user's data folder."""
    chosen = os.environ.get("RIVERBOAT_DATA")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "riverboat"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Settings:
    """One server."""

    host: str = "127.0.0.1"
    port: int = 8462
    folder: Path = field(default_factory=data_folder)
    """For the database and for what jobs leave behind."""
    database: str = ""
    """URL or file of the database; empty for `riverboat.db` in the folder."""
    token: str = ""
    """What a browser must present. Empty: nothing if only this machine can reach the address (`riverboat web` gives
    one all the same), otherwise one is generated."""
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """Jobs that run at the same time; the others wait."""
    solve_memory: int = 0
    """Bytes of regrets that the solve of a spot may take; 0 for 60 % of what is free."""
    prepare: bool = False
    """Whether kernels are compiled in the background from the start on (`preparing.py`); `riverboat web` does."""
    seed: int | None = None
    """For tests: the cards of live tables are then known in advance. No option and no client can set it."""
    largest_body: int = 16 << 20
    """Bytes of an upload."""
    largest_message: int = 16 << 10
    """Bytes of one message over a socket."""
    max_connections: int = 2000
    """Of all clients together."""
    max_per_client: int = 1000
    """Connections from one address."""
    seconds_to_ask: float = 10.0
    """For the head of a request, from its connection or its first byte on."""
    seconds_to_send: float = 60.0
    """For the body of a request."""
    certfile: str = ""
    """The certificate for TLS, with its chain; without one the server speaks plain HTTP."""
    keyfile: str = ""
    """The key of the certificate, if it is not in the same file."""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise RiverboatError(f"port {self.port}: expected 0 to 65535")
        if self.workers < 1:
            raise RiverboatError(f"{self.workers} workers: expected 1 or more")
        if self.token and re.fullmatch(r"[A-Za-z0-9._~-]{8,128}", self.token) is None:
            raise RiverboatError("token: expected 8 to 128 letters, digits and . _ ~ -, which fit into an address")
        if self.keyfile and not self.certfile:
            raise RiverboatError("--keyfile: expected --certfile too")
        if not is_loopback(self.host) and not self.token:
            object.__setattr__(self, "token", secrets.token_urlsafe(24))
        if not self.database:
            object.__setattr__(self, "database", str(self.folder / "riverboat.db"))

    @property
    def address(self) -> str:
        """The page's URL, with the token if one is needed."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.certfile else ''}://{host}:{self.port}/" + (
            f"?token={self.token}" if self.token else ""
        )
