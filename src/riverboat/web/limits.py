"""What one client may take: connections, time for a request, requests and messages per second.

A connection that does not complete the head of a request in time is answered 408 and closed, whether it sends slowly or
nothing at all (uvicorn itself waits for ever); the time of a body is limited in `guard.py`. The connections of one
address are limited, and so are those of all together; what comes beyond is answered 503 at once. An `Allowance` is a
token bucket: a number at once, and a number per second after that.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from time import monotonic
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from riverboat.web.settings import Settings

_MAX_CLIENTS: Final = 10_000


class Allowance:
    """A token bucket."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_then")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._then = burst, clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Allowances:
    """An allowance for each client."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._clients: dict[str, Allowance] = {}

    def take(self, client: str) -> bool:
        """Whether this client may have one more now."""
        if client not in self._clients:
            if len(self._clients) >= _MAX_CLIENTS:
                self._clients.clear()
            self._clients[client] = Allowance(self._rate, self._burst)
        return self._clients[client].take()


def http_protocol(settings: Settings) -> type[H11Protocol]:
    """The class of a server's connections: uvicorn's, with these limits."""
    clients: Counter[str] = Counter()

    class Limited(H11Protocol):
        """One connection."""

        _timer: asyncio.TimerHandle | None = None
        _address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._address = self.client[0] if self.client else ""
            clients[self._address] += 1
            if len(self.connections) > settings.max_connections or clients[self._address] > settings.max_per_client:
                self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections: close some, or try again later")
                return
            self._expect_request()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget_timer()
            clients[self._address] -= 1
            if not clients[self._address]:
                del clients[self._address]
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._timer is None and self._is_idle:
                self._expect_request()
            super().data_received(data)
            if not self._is_idle:
                self._forget_timer()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._forget_timer()
            clients[self._address] -= 1  # the socket is counted where it is served
            self._address = ""
            super().handle_websocket_upgrade(event)

        @property
        def _is_idle(self) -> bool:
            return self.cycle is None or self.cycle.response_complete

        def _expect_request(self) -> None:
            self._timer = self.loop.call_later(settings.seconds_to_ask, self._too_slow)

        def _forget_timer(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _too_slow(self) -> None:
            self._timer = None
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, f"no complete request within {settings.seconds_to_ask:g} s")

        def _refuse(self, status: HTTPStatus, why: str) -> None:
            body = json.dumps({"detail": why}).encode()
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\nconnection: close\r\n"
            self.transport.write(head.encode() + b"content-length: %d\r\n\r\n" % len(body) + body)
            self.transport.close()

    return Limited
