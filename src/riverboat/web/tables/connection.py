"""One browser at a table: incoming messages are validated, outgoing frames are sent in order without blocking others.

The first message says who it is. Frames wait in a box of their own and one task sends them, in order and each only when
what it shows is on disk (`keeping.py`). So a browser that reads slowly delays nobody; one that lets `MAX_WAITING`
frames pile up, or keeps sending invalid messages, is disconnected.
Closing codes from 4000 on are final: the page does not come back by itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from riverboat.errors import RiverboatError
from riverboat.web.errors import StorageError
from riverboat.web.limits import Allowance
from riverboat.web.people import Person, person_of
from riverboat.web.tables.keeping import Gate
from riverboat.web.tables.messages import Act, read_hello, read_message

if TYPE_CHECKING:
    from riverboat.web.tables.table import Table

CLOSED: Final = 4000
TAKEN_OVER: Final = 4001
WRONG_KEY: Final = 4003
NO_TABLE: Final = 4004
TOO_SLOW: Final = 4008
SENT_AWAY: Final = 4010
NONSENSE: Final = 4009
TOO_LARGE: Final = 1009
MAX_WAITING: Final = 500
MAX_REFUSED: Final = 200
"""Rejected messages in a row."""
_SECONDS_TO_SAY_HELLO: Final = 10.0
_AT_A_TIME: Final = 10
_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE = 20.0, 100.0

_Item = str | tuple[int, str]
"""A frame, or why to close."""
Work = Callable[[], Awaitable[None]]
"""Computes something and sends it."""


class Connection:
    """A socket that has said who it is."""

    __slots__ = (
        "_box",
        "_gate",
        "_ready",
        "_socket",
        "allowance",
        "chair",
        "is_answered",
        "person",
        "questions",
        "refused",
    )

    def __init__(self, socket: WebSocket, chair: int | None, person: Person, gate: Gate) -> None:
        self._socket, self._gate = socket, gate
        self.person = person
        self.allowance = Allowance(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
        """For messages other than decisions, of which there is one for each turn."""
        self.chair = chair
        """None for a spectator."""
        self.questions: dict[str, Work] = {}
        """The pending requests, the newest of each kind."""
        self.is_answered = False
        """Whether it is connected."""
        self.refused = 0
        self._box: deque[tuple[int, _Item]] = deque()
        self._ready = asyncio.Event()

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame, soon."""
        self._put(to_json(frame).decode())

    def alert(self, frame: dict[str, Any]) -> None:
        """Send a frame that shows nothing of the game at once, before those that wait for the disk."""
        self._box.appendleft((0, to_json(frame).decode()))
        self._ready.set()

    def refuse(self, why: str, turn: int) -> None:
        """Report that a message had no effect."""
        self.refused += 1
        if self.refused > MAX_REFUSED:
            self.close(NONSENSE, "too many invalid messages")
        else:
            self.send({"kind": "refused", "why": why, "turn": turn})

    def close(self, code: int, reason: str) -> None:
        """Send the pending frames and close."""
        self._put((code, reason))

    def _put(self, item: _Item) -> None:
        if len(self._box) >= MAX_WAITING:
            self._box.clear()
            item = (TOO_SLOW, "this browser does not keep up")
        self._box.append((self._gate.ticket, item))
        self._ready.set()

    async def write_all(self) -> None:
        """Send everything in order until it is closed."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                while self._box and self._gate.is_open(self._box[0][0], self._ready):
                    _, item = self._box.popleft()
                    if isinstance(item, tuple):
                        await self._socket.close(*item)
                        return
                    await self._socket.send_text(item)
                self._ready.clear()
                await self._ready.wait()


async def attend(socket: WebSocket, table: Table, largest: int) -> None:
    """Speak with one browser until it leaves or is sent away."""
    chair: int | None = None
    person = person_of(socket)
    try:
        text = await asyncio.wait_for(_receive(socket, largest), _SECONDS_TO_SAY_HELLO)
        hello = read_hello(text)
        if hello.key:
            chair = table.chair_of(hello.key, person)
    except WebSocketDisconnect:
        return
    except TimeoutError:
        await _close(socket, NONSENSE, "nothing was said")
        return
    except _TooLargeError as error:
        await _close(socket, TOO_LARGE, str(error))
        return
    except RiverboatError as error:
        await _close(socket, WRONG_KEY, str(error)[:120])
        return
    connection = Connection(socket, chair, person, table.gate)
    writing = asyncio.create_task(connection.write_all())
    handling = asyncio.create_task(_handle_messages(socket, table, connection, largest))
    try:
        table.welcome(connection)
        await asyncio.wait((writing, handling), return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.goodbye(connection)
        for task in (writing, handling):
            task.cancel()


async def _handle_messages(socket: WebSocket, table: Table, connection: Connection, largest: int) -> None:
    for number in count(1):
        if number % _AT_A_TIME == 0:
            await asyncio.sleep(0)  # a socket that never stops sending leaves time for others
        try:
            message = read_message(await _receive(socket, largest))
        except WebSocketDisconnect:
            return
        except _TooLargeError as error:
            connection.close(TOO_LARGE, str(error))
            await asyncio.sleep(_SECONDS_TO_SAY_HELLO)
            return
        except RiverboatError as error:
            connection.refuse(str(error), table.turn)
            continue
        if not isinstance(message, Act) and not connection.allowance.take():
            connection.refuse("too many messages: wait a moment", table.turn)
            continue
        try:
            table.receive(connection, message)
        except StorageError as error:  # nothing else leaves now
            connection.alert({"kind": "refused", "why": str(error), "turn": table.turn})
        except RiverboatError as error:
            connection.refuse(str(error), table.turn)
        else:
            connection.refused = 0


class _TooLargeError(Exception):
    """A message with too many bytes."""


async def _receive(socket: WebSocket, largest: int) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if text is None:
        raise RiverboatError("message: expected text, not bytes")
    if len(text) > largest or (len(text) > largest // 4 and len(text.encode(errors="replace")) > largest):
        raise _TooLargeError(f"message too large: at most {largest:,} bytes are accepted")
    assert isinstance(text, str)
    return text


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)
