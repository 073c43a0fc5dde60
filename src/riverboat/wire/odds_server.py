"""Odds for other programs: a server that answers RANK, HS, HP, EHS, CHEN and ARS, one line each, over TCP.

    RANK AsAd7s4d2c          OK 3928
    HP AdQc3h4cJh 1          OK 0.2083240431066518 0.27369265780332974
    HS AdQc3h4c 1            ERR hand "AdQc3h4c": expected 5 to 7 cards, found 4 (HS <hand> <opponents>)

Every line gets one line back, in the order asked, so a client may send thousands without waiting. Nothing that a
client sends closes its connection but QUIT and its own end of file; a line that is too long is skipped to its end.

One event loop reads and writes. What takes microseconds is answered on the spot; what takes longer goes to threads,
whose kernels run without the interpreter lock, a few questions of a connection at a time so that nobody fills the
queue. A client that does not read its answers stops being read itself, and holds up nobody else. Answers to the same
hand under other suits are remembered (`answer_store.py`).

The server has no passwords: it listens on this machine only, unless told otherwise.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from riverboat.errors import RiverboatError
from riverboat.wire.answer_store import AnswerStore, RecentAnswers
from riverboat.wire.odds_commands import Command, Lane, Numbers, Question, standard_commands

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 7462
"""As many as there are ranks of hands."""

_log = logging.getLogger(__name__)

_CHUNK: Final = 1 << 16
_LINES_AT_A_TIME: Final = 256
_LONGEST_MESSAGE: Final = 200
_SECONDS_TO_SAY_GOODBYE: Final = 1.0
_TOO_MUCH: Final = object()


@dataclass(frozen=True)
class Limits:
    """What one server and one client may use."""

    line_bytes: int = 512
    """A longer line is an error."""
    connections: int = 1000
    """Further clients get one line that says so."""
    questions_at_work: int = 8
    """How many questions of one connection are with the threads at once."""
    idle_seconds: float | None = 3600.0
    """A connection that sends nothing, or takes nothing, for this many seconds is closed; None for never."""
    answers_in_memory: int = 65_536
    seconds_to_finish: float = 5.0
    """How long a closing server waits for answers that are being computed."""


class OddsServer:
    """The server as an object, for programs that run other things in the same loop; `serve` is the whole thing.

    `commands` are those that it understands, `cache` is an SQLite file for answers (made if absent, but not
    its folder). Port 0 takes any free port, which `port` then names.
    """

    def __init__(
        self,
        host: str = DEFAULT_HOST,
        port: int = DEFAULT_PORT,
        *,
        cache: str | Path | None = None,
        commands: Mapping[str, Command] | None = None,
        limits: Limits | None = None,
        threads: int | None = None,
    ) -> None:
        """A server that does not listen yet.

        Args:
            cache: An SQLite file for answers, made if absent. Default: none.
            commands: Those that it understands. Default: all.
        """
        self.host = host
        self.port = port
        self._cache_path = Path(cache) if cache is not None else None
        self._stopping = threading.Event()
        self._commands = commands if commands is not None else standard_commands(self._stopping.is_set)
        self._limits = limits or Limits()
        self._threads = threads or os.cpu_count() or 1
        self._recent = RecentAnswers(self._limits.answers_in_memory)
        self._at_work: dict[str, asyncio.Future[bytes]] = {}
        self._connections: set[_Connection] = set()
        self._server: asyncio.Server | None = None
        self._store: AnswerStore | None = None
        self._lanes: dict[Lane, ThreadPoolExecutor] = {}

    async def start(self) -> None:
        """Listen; returns when clients can connect. An address or a cache that cannot be used is refused."""
        try:
            self._server = await asyncio.start_server(self._welcome, self.host, self.port, limit=_CHUNK, backlog=512)
        except (OSError, OverflowError) as error:
            number = getattr(error, "errno", None) or 0
            reason = os.strerror(number) if number > 0 else str(error)
            raise RiverboatError(f"cannot listen on {self.host} port {self.port}: {reason}") from error
        if self._cache_path is not None:
            try:
                self._store = AnswerStore(self._cache_path)
            except RiverboatError:
                self._server.close()
                self._server = None
                raise
        self.port = self._server.sockets[0].getsockname()[1]
        self._lanes = {
            Lane.POOL: ThreadPoolExecutor(self._threads, "riverboat-odds"),
            Lane.SLOW: ThreadPoolExecutor(1, "riverboat-odds-tables"),
        }

    async def close(self) -> None:
        """Stop listening, let the answers under way go out, then close every connection and the cache."""
        if self._server is None:
            return
        self._server.close()
        self._stopping.set()
        for connection in self._connections:
            connection.finish()
        tasks = [connection.task for connection in self._connections]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=self._limits.seconds_to_finish)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self._server = None
        for pool in self._lanes.values():
            pool.shutdown(wait=False, cancel_futures=True)
        if self._store is not None:
            self._store.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._connections) >= self._limits.connections:
            writer.write(_refusal(f"too many connections: {self._limits.connections} are open, try again later"))
            writer.close()
            return
        connection = _Connection(reader, writer, self._limits, self.reply)
        self._connections.add(connection)
        try:
            await connection.converse()
        finally:
            self._connections.discard(connection)

    def reply(self, line: bytes) -> bytes | asyncio.Future[bytes]:
        """The reply to one line: at once if it can be, otherwise as a future that never fails.

        Args:
            line: What a client has sent.
        """
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            return _refusal("not text: a line is a command in ASCII or UTF-8")
        name, *words = text.split() or [""]
        command = self._commands.get(name.upper())
        if command is None:
            known = ", ".join(self._commands)
            return _refusal(f'command "{name}": expected {known} or QUIT' if name else f"empty line: expected {known}")
        try:
            question = command.read(words)
        except RiverboatError as error:
            return _refusal(f"{error} ({command.usage})")
        except Exception:
            return self._failure(name)
        return self._answer(name, question)

    def _answer(self, name: str, question: Question) -> bytes | asyncio.Future[bytes]:
        key = question.key
        if key is not None:
            known = self._recent.get(key) or self._at_work.get(key)
            if known is not None:
                return known
        if question.lane is not Lane.AT_ONCE:
            return self._hand_to_thread(name, question)
        reply, right = self._compute(name, question)
        if key is not None and right:
            self._recent.put(key, reply)
        return reply

    def _hand_to_thread(self, name: str, question: Question) -> asyncio.Future[bytes]:
        loop = asyncio.get_running_loop()
        key = question.key
        answered: asyncio.Future[bytes] = loop.create_future()

        def arrived(work: asyncio.Future[tuple[bytes, bool]]) -> None:
            if key is not None:
                self._at_work.pop(key, None)
            try:
                reply, right = work.result()
            except (Exception, asyncio.CancelledError):
                reply, right = _refusal(f"{name}: the server is closing"), False
            if key is not None and right:
                self._recent.put(key, reply)
            if not answered.done():
                answered.set_result(reply)

        if key is not None:
            self._at_work[key] = answered
        loop.run_in_executor(self._lanes[question.lane], self._look_up_or_compute, name, question).add_done_callback(
            arrived
        )
        return answered

    def _look_up_or_compute(self, name: str, question: Question) -> tuple[bytes, bool]:
        """Runs in a thread: the reply, and whether it is a right answer rather than a failure."""
        store, key = self._store, question.key
        if store is None or key is None:
            return self._compute(name, question)
        stored = store.get(key)
        if stored is not None:
            return stored, True
        reply, right = self._compute(name, question)
        if right:
            store.put(key, reply)
        return reply, right

    def _compute(self, name: str, question: Question) -> tuple[bytes, bool]:
        try:
            return _acceptance(question.answer()), True
        except RiverboatError as error:
            return _refusal(str(error)), False
        except Exception:
            return self._failure(name), False

    def _failure(self, name: str) -> bytes:
        _log.exception("%s failed", name)
        return _refusal(f"{name.upper()}: internal error; the server's log has the details")


class _Connection:
    """One client: reads lines, keeps replies in order, and writes them no faster than they are taken."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        limits: Limits,
        reply: Callable[[bytes], bytes | asyncio.Future[bytes]],
    ) -> None:
        self.task = _current_task()
        self._reader, self._writer, self._limits, self._reply = reader, writer, limits, reply
        self._closing = False
        self._waiting_for_client = False

    def finish(self) -> None:
        """Close as soon as the lines already read are answered."""
        self._closing = True
        if self._waiting_for_client:
            self.task.cancel()

    async def converse(self) -> None:
        """Until the client leaves, is idle for too long, or the server closes."""
        try:
            await self._answer_everything()
        except (ConnectionError, TimeoutError):
            pass  # gone, or asleep: there is nothing to send
        except asyncio.CancelledError:
            if not self._closing:
                raise
        finally:
            await self._hang_up()

    async def _hang_up(self) -> None:
        """Close once the client has taken its last replies, or break the connection off if it does not."""
        self._writer.close()
        with suppress(ConnectionError, TimeoutError, asyncio.CancelledError):
            async with asyncio.timeout(_SECONDS_TO_SAY_GOODBYE if self._closing else self._limits.idle_seconds):
                await self._writer.wait_closed()
        self._writer.transport.abort()

    async def _answer_everything(self) -> None:
        lines = _Lines(self._limits.line_bytes)
        while not self._closing:
            data = await self._read()
            batch: list[object] = []
            for line in lines.feed(data):
                batch.append(line)
                if len(batch) == _LINES_AT_A_TIME:
                    if not await self._answer(batch):
                        return
                    batch.clear()
            if not await self._answer(batch) or not data:
                return

    async def _read(self) -> bytes:
        self._waiting_for_client = True
        try:
            async with asyncio.timeout(self._limits.idle_seconds):
                return await self._reader.read(_CHUNK)
        finally:
            self._waiting_for_client = False

    async def _answer(self, batch: list[object]) -> bool:
        """Answer the lines in order; False once the client has said QUIT."""
        replies: deque[bytes | asyncio.Future[bytes]] = deque()
        at_work = 0
        for line in batch:
            if isinstance(line, bytes) and line.strip().upper() == b"QUIT":
                await self._send(replies)
                self._writer.write(b"OK bye\n")
                return False
            if not isinstance(line, bytes):
                replies.append(_refusal(f"line too long: expected {self._limits.line_bytes} bytes at most"))
                continue
            reply = self._reply(line)
            replies.append(reply)
            if not isinstance(reply, bytes):
                at_work += 1
                if at_work >= self._limits.questions_at_work:
                    await self._send(replies)
                    at_work = 0
        await self._send(replies)
        return True

    async def _send(self, replies: deque[bytes | asyncio.Future[bytes]]) -> None:
        """Write the replies in order and wait until the client has taken most of them."""
        ready: list[bytes] = []
        while replies:
            reply = replies.popleft()
            if not isinstance(reply, bytes):
                if not reply.done() and ready:
                    self._writer.write(b"".join(ready))
                    ready.clear()
                reply = await asyncio.shield(reply)
            ready.append(reply)
        self._writer.write(b"".join(ready))
        async with asyncio.timeout(self._limits.idle_seconds):
            await self._writer.drain()
        await asyncio.sleep(0)  # other connections get their turn


class _Lines:
    """Cuts a stream of bytes into lines, and holds back no more than the longest line allowed."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._rest = b""
        self._skipping = False

    def feed(self, data: bytes) -> Iterator[object]:
        """The lines completed by `data`, `_TOO_MUCH` for one that is too long; no data means the end of the stream."""
        *whole, rest = (self._rest + data).split(b"\n") if data else (self._rest, b"")
        if not data and not self._rest:
            whole = []
        for line in whole:
            if self._skipping:
                self._skipping = False
            else:
                yield line if len(line) <= self._longest else _TOO_MUCH
        if not self._skipping and len(rest) > self._longest:
            self._skipping = True
            yield _TOO_MUCH
        self._rest = b"" if self._skipping else rest


async def serve(
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    cache: str | Path | None = None,
    *,
    limits: Limits | None = None,
    ready: Callable[[OddsServer], None] | None = None,
) -> None:
    """Serve until Ctrl-C.

    Args:
        cache: An SQLite file for answers, made if absent. Default: none.
        ready: Called when clients can connect.
    """
    async with OddsServer(host, port, cache=cache, limits=limits) as server:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        caught = []
        for number in (signal.SIGINT, signal.SIGTERM):
            # Only the main thread may catch signals, and not on every system; elsewhere cancelling is the way to stop.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, stop.set)
                caught.append(number)
        try:
            if ready:
                ready(server)
            await stop.wait()
        finally:
            for number in caught:
                loop.remove_signal_handler(number)


def _acceptance(numbers: Numbers) -> bytes:
    """`OK` and the numbers: whole ones without a point, others so that they read back exactly."""
    texts = (str(int(number)) if number == int(number) else repr(float(number)) for number in numbers)
    return f"OK {' '.join(texts)}\n".encode()


def _refusal(message: str) -> bytes:
    """`ERR` and one line of printable text."""
    line = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in message)
    if len(line) > _LONGEST_MESSAGE:
        line = line[: _LONGEST_MESSAGE - 3] + "..."
    return f"ERR {line}\n".encode()


def _current_task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("a connection lives in a task")
    return task
