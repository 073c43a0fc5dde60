"""Access control for every request and socket.

Three things are refused here, so that no page has to check them. A request for a host that we are not (another site's
name that was made to point at this machine) gets 421; one that another site's page sends (its `Origin` is not ours, or
the browser says that it comes from elsewhere) gets 403; one without the token gets 401 where a token is needed, and
one with the token or with an invited person's key goes on as that person (`people.py`). The token or key comes once in
the address, then in a cookie that scripts cannot read; programs send it as `Authorization: Bearer`.
A body that is larger than allowed is answered 413, one that takes too long 408; what the client still sends is then
thrown away for a while, because most clients read an answer only when they have sent everything. The requests per
second of an invited person are limited, and those of an address that shows wrong tokens; more get 429. Every response
forbids pages to load anything from elsewhere, and other sites to load them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from riverboat.web.limits import Allowances
from riverboat.web.people import OWNER, People, Person
from riverboat.web.settings import Settings, is_loopback

COOKIE: Final = "riverboat_token"
_LONGEST_NUMBER: Final = 15
_REQUESTS_PER_SECOND, _REQUESTS_AT_ONCE = 20.0, 200.0
"""Of one person who is not the owner."""
_WRONG_TOKENS_PER_SECOND, _WRONG_TOKENS_AT_ONCE = 1.0, 30.0
"""From one address."""
_SECONDS_TO_DRAIN: Final = 10.0
_DRAINED: Final = 8
"""How many times the largest body is thrown away before the connection is closed."""
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
"""Inline styles are allowed because charts use them; scripts only come from our files."""
REPORT_POLICY: Final = (
    "sandbox allow-scripts allow-downloads; "
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
)
"""For self-contained pages that we made (reports): they contain their script and style, and fetch nothing."""


class Guard:
    """Checks every request first."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._requests = Allowances(_REQUESTS_PER_SECOND, _REQUESTS_AT_ONCE)
        self._wrong_tokens = Allowances(_WRONG_TOKENS_PER_SECOND, _WRONG_TOKENS_AT_ONCE)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["type"] == "http":
            body = _Body(headers, receive, _with_headers(send), self.settings)
            receive, send = body.receive, body.send
        refusal = self._refusal(scope, headers)
        person, token = (OWNER, "") if not self.settings.token else self._recognise(scope, headers)
        if refusal is None and person is None:
            refusal = 401, "a token is needed: open the address that the server printed, or that you were given"
        client = scope["client"][0] if scope.get("client") else ""
        allowance = self._wrong_tokens if person is None else self._requests
        if (person is None or not person.is_owner) and not allowance.take(client if person is None else person.id):
            refusal = 429, "too many requests: wait a moment"
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        scope.setdefault("state", {})["person"] = person
        if scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send, client)
            return
        if token and (query := self._without_token(scope)) is not None:
            await self._welcome(scope, receive, send, query, token)
            return
        await self.app(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        settings = self.settings
        if self._sockets[client] >= settings.max_per_client or self._sockets.total() >= settings.max_connections:
            await _refuse(scope, receive, send, 503, "too many connections: close some, or try again later")
            return
        self._sockets[client] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if is_loopback(self.settings.host) and not is_loopback(_host_name(host)):
            return 421, f'host "{host[:80]}": this server is only known as {self.settings.host}'
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return 403, f'origin "{origin[:80]}": only pages of this server may ask'
        # Pages can be linked to from anywhere; what scripts and pictures of other sites ask for has no origin.
        elsewhere = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        if elsewhere and (scope["path"].startswith("/api/") or headers.get("sec-fetch-mode") != "navigate"):
            return 403, "only pages of this server may ask"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > _LONGEST_NUMBER or int(length) > self.settings.largest_body:
            return 413, f"{length[:20]} bytes: at most {self.settings.largest_body:,} are taken"
        return None

    def _recognise(self, scope: Scope, headers: Headers) -> tuple[Person | None, str]:
        """Who asks, and with which token or key; the address counts more than a cookie of an earlier visit."""
        shown = [headers.get("authorization", "").removeprefix("Bearer ").strip()]
        shown.append(dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("token", ""))
        if shown == ["", ""]:
            shown.append(_cookie(headers))
        people: People = scope["app"].state.services.people
        for each in shown:
            if compare_digest(each.encode(), self.settings.token.encode()):
                return OWNER, each
            if (person := people.with_key(each)) is not None:
                return person, each
        return None, ""

    def _without_token(self, scope: Scope) -> str | None:
        """The rest of the query if the token is in it and a page was asked for."""
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        if scope["method"] != "GET" or "token" not in dict(query):
            return None
        return urlencode([pair for pair in query if pair[0] != "token"])

    async def _welcome(self, scope: Scope, receive: Receive, send: Send, query: str, token: str) -> None:
        """Move the token from the address, where others might read it, into a cookie."""
        path = "/" + scope["path"].lstrip("/\\")  # two slashes would lead to another host
        answer = RedirectResponse(path + (f"?{query}" if query else ""), status_code=303)
        # Lax, because a strict cookie is not sent when the address was opened from a mail or a chat.
        by_tls = scope["scheme"] == "https"
        answer.set_cookie(COOKIE, token, httponly=True, secure=by_tls, samesite="lax", max_age=30 * 86400)
        await answer(scope, receive, send)


def _cookie(headers: Headers) -> str:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if cookie is None else cookie.value


def _host_name(host: str) -> str:
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status % 1000, "reason": why[:120]})
        return
    await JSONResponse({"detail": why}, status_code=status)(scope, receive, send)


class _Body:
    """The body of a request, limited in size and time, and the answer, which waits for a client that still sends."""

    def __init__(self, headers: Headers, receive: Receive, send: Send, settings: Settings) -> None:
        self._receive, self._send, self._settings = receive, send, settings
        self._taken = 0
        self._is_complete = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
        self._deadline: float | None = None

    async def receive(self) -> Message:
        """The next part, or an error that is answered."""
        if self._is_complete:  # what comes now is that the client leaves
            return await self._receive()
        message = await self._next(self._settings.seconds_to_send, 408, "the body of the request did not come in time")
        if self._taken > self._settings.largest_body:
            raise HTTPException(413, f"more than {self._settings.largest_body:,} bytes")
        return message

    async def send(self, message: Message) -> None:
        """A part of the answer; before the last one the rest of the request is thrown away."""
        last = message["type"] == "http.response.body" and not message.get("more_body", False)
        if last and not self._is_complete:
            await self._send({**message, "more_body": True})
            self._deadline = None
            with suppress(HTTPException):
                while not self._is_complete and self._taken < _DRAINED * self._settings.largest_body:
                    await self._next(_SECONDS_TO_DRAIN, 408, "")
            message = {"type": "http.response.body", "body": b""}
        await self._send(message)

    async def _next(self, seconds: float, status: int, why: str) -> Message:
        loop = asyncio.get_running_loop()
        if self._deadline is None:
            self._deadline = loop.time() + seconds
        try:
            message = await asyncio.wait_for(self._receive(), self._deadline - loop.time())
        except TimeoutError:
            raise HTTPException(status, why) from None
        self._taken += len(message.get("body", b""))
        self._is_complete = message["type"] == "http.disconnect" or not message.get("more_body", False)
        return message


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("content-security-policy", _POLICY)
            headers["x-content-type-options"] = "nosniff"
            headers["referrer-policy"] = "no-referrer"
            headers["cross-origin-resource-policy"] = "same-origin"
            headers["cross-origin-opener-policy"] = "same-origin"
        await send(message)

    return sending
