"""Programs as players: started with an address, or waited for; lines go out and come in, in any protocol.

A bot is called as `COMMAND HOST PORT`, or dials a port that we listen on, and says in its first line which protocol it
speaks; where the protocol is one of standard input and output, it is called as `COMMAND`. What the lines mean is for a
subclass of `ExternalBot` to say: the ACPC's match states (`process.py`), the events of Poker Academy's bots
(`meerkat.py`), single questions in any game (`pgdl_bot.py`), or JSON objects in any game (`json_bot.py`).

A bot that exits, hangs or sends nonsense causes a fault for that decision and never stops a match. A program that we
started is ended and restarted with the next hand, at most three times without completing a hand. It lives as long as
its player object. One that dialled in keeps its connection for all sessions of a match, in one process.
"""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import threading
import time
import weakref
from abc import abstractmethod
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Final, Self

from riverboat.errors import NotationError, RiverboatError
from riverboat.games.agent import Agent
from riverboat.games.play import OutOfTimeError
from riverboat.lines import LineReader, limit_wait, listen, no_delay
from riverboat.workers import kill_group

_HOST: Final = "127.0.0.1"
_MAX_FAILURES: Final = 3
_SECONDS_TO_LEAVE: Final = 1.0
_LINES_OF_AN_ERROR: Final = 30
"""An error may be told so many lines before the end of what a program says."""
_ERROR: Final = re.compile(rb"(?i:fatal |uncaught |error in )?[\w.$]*(Error|Exception|error|panicked)\b")
"""How a line begins that names an error: of Python, JavaScript, Java, C#, Ruby, compilers."""
_idle: Final[dict[tuple[str, int], list[_Line]]] = {}
"""Idle connections of bots that dialled in, by protocol and port."""
_listening: Final[dict[int, socket.socket]] = {}


class BotError(RiverboatError):
    """The bot on the other end is not there, or does not speak the protocol."""


class ExternalBot(Agent):
    """A program that plays over a socket; `where` is its command or the port that it dials."""

    protocol: ClassVar[str]
    """What its names begin with: `acpc` for `acpc:COMMAND`."""
    greeting: ClassVar[str]
    """What its first line is, for error messages."""
    speaks_on_stdio: ClassVar[bool] = False
    """Whether a program that we start reads standard input and writes standard output, and is given no address."""

    def __init__(self, name: str, where: list[str] | int, seconds: float = 600.0, start: float = 60.0) -> None:
        super().__init__()
        self.name = name
        self._where, self._seconds, self._start = where, seconds, start
        self._line: _Line | None = None
        self._release: weakref.finalize[..., ExternalBot] | None = None
        self._failures = 0

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The player for `PROTOCOL:COMMAND` or `PROTOCOL:listen:PORT`; nothing is started before the first hand.

        Time limits are written in brackets: `acpc(seconds=5,start=30):./bot`.
        """
        kind = cls.protocol
        pattern = rf"{kind}(?:\(([^()]*)\))?:(?:listen:([0-9]{{1,5}})|(.+))"
        found = re.fullmatch(pattern, text.strip(), re.DOTALL)
        if found is None:
            raise NotationError(f"expected {kind}:COMMAND, {kind}:listen:PORT or {kind}(seconds=5):COMMAND")
        limits = {"seconds": 600.0, "start": 60.0}
        for part in filter(None, (found[1] or "").split(",")):
            key, _, value = (piece.strip() for piece in part.partition("="))
            if key not in limits or not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", value) or not float(value):
                raise NotationError(f'"{part.strip()}" is none of seconds=NUMBER and start=NUMBER')
            limits[key] = float(value)
        if found[2]:
            port = int(found[2])
            if not 1 <= port <= 65_535:
                raise NotationError(f"port {port}; expected 1 to 65535")
            return cls(text.strip(), port, **limits)
        try:
            command = shlex.split(found[3])
        except ValueError as error:
            raise NotationError(f"{error}") from None
        if not command:
            raise NotationError(f"no command; write {kind}:COMMAND")
        return cls(text.strip(), command, **limits)

    @classmethod
    @abstractmethod
    def greets(cls, line: str) -> bool:
        """Whether this is a first line of the protocol."""

    @property
    def opening(self) -> str:
        """What we say before the bot's first line; nothing in protocols in which it speaks first."""
        return ""

    def close(self) -> None:
        """Release the bot; this happens automatically when the player is no longer used."""
        if self._release is not None:
            self._release()
        self._line = self._release = None

    def _connected(self) -> _Line:
        """The connection, after starting the bot if need be."""
        if self._line is None:
            if self._failures >= _MAX_FAILURES:
                raise BotError(f"{self.name}: failed {self._failures} times without playing a hand; not started again")
            self._failures += 1
            deadline = time.monotonic() + self._start
            where = self._where
            line = _dialled(self, where, deadline) if isinstance(where, int) else _started(self, where, deadline)
            limit_wait(line.connection, self._seconds)
            self._line, self._release = line, weakref.finalize(self, line.release)
        return self._line

    def _completed(self) -> None:
        """A hand was played to its end, so a later failure is the first again."""
        self._failures = 0

    def _send(self, text: str) -> None:
        line = self._line
        assert line is not None
        try:
            line.connection.sendall(text.encode("ascii") + b"\r\n")
        except OSError:
            raise BotError(f"{self.name}: {self._give_up() or 'the bot has left'}") from None

    def _read(self, deadline: float) -> str:
        """The next line; a bot that hangs or has left is given up."""
        line = self._line
        assert line is not None
        try:
            raw = line.reader.read(deadline)
        except TimeoutError:
            self._give_up(patience=0.0)
            raise OutOfTimeError(f"no answer within {self._seconds:g} s") from None
        except OSError:
            raw = b""
        if not raw:
            raise BotError(f"{self.name}: {self._give_up() or 'the bot has left'}")
        return raw.decode("latin-1")

    def _give_up(self, patience: float = _SECONDS_TO_LEAVE) -> str:
        """End a bot that is of no more use; returns its last words, if any."""
        line = self._line
        assert line is not None
        said = line.end(patience)
        self.close()
        return said


class _Line:
    """A connection to a bot, with the process at its other end if we started it."""

    def __init__(
        self, bot: ExternalBot, connection: socket.socket, port: int = 0, program: _Program | None = None
    ) -> None:
        self.connection = connection
        self.reader = LineReader(connection)
        self.hand = -1
        self.told: object = None
        """What the bot has been told once and for all, in protocols that have such a thing."""
        self.protocol, self.port, self.program = bot.protocol, port, program
        self._over = False

    def introduce(self, bot: ExternalBot, deadline: float) -> None:
        """Read which protocol it speaks."""
        try:
            if opening := bot.opening:
                self.connection.sendall(opening.encode("ascii") + b"\r\n")
            line = self.reader.read(deadline).decode("latin-1")
        except OSError:
            line = ""
        if not bot.greets(line):
            said = self.end()
            begins = f"it begins with {line[:40]!r}; expected {bot.greeting}"
            raise BotError(begins if line.strip() or not said else said)

    def release(self) -> None:
        """Release the connection: a bot that dialled in waits, any other is ended."""
        if self.port and not self._over:
            _idle.setdefault((self.protocol, self.port), []).append(self)
        else:
            self.end()

    def end(self, patience: float = _SECONDS_TO_LEAVE) -> str:
        """Hang up; returns what the program said last."""
        self._over = True
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
        self.connection.close()
        return self.program.end(patience) if self.program is not None else ""


class _Program:
    """A process that we started, and the line of its error output that says most about its end."""

    def __init__(self, command: list[str], stdio: socket.socket | None = None) -> None:
        ends = subprocess.DEVNULL if stdio is None else stdio.fileno()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=ends,
                stdout=ends,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise BotError(f'command "{command[0]}": {error.strerror or error}') from None
        self._said: deque[bytes] = deque(maxlen=_LINES_OF_AN_ERROR)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with stream:
            while piece := stream.readline(400):
                if piece.strip():
                    self._said.append(piece.strip())

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended by itself."""
        return self._process.poll() is None

    def end(self, patience: float = _SECONDS_TO_LEAVE) -> str:
        """Wait this many seconds for the process to exit, then kill it; returns how it ended."""
        by_itself = True
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            by_itself = False
        self._kill()
        self._process.wait()
        self._listener.join(_SECONDS_TO_LEAVE)
        said = "".join(
            sign if sign.isprintable() else " " for sign in _last_words(self._said).decode("utf-8", "replace")
        )
        if not by_itself:
            return said
        return f"the program ended with exit code {self._process.returncode}{f': {said}' if said else ''}"

    def _kill(self) -> None:
        """End the process and those that it started, which are a group of their own."""
        kill_group(self._process)


def _last_words(lines: Sequence[bytes]) -> bytes:
    """The error that ended a program, which some languages tell before a trace and their version; or its last line."""
    errors = [line for line in lines if _ERROR.match(line)]
    return (errors or lines or [b""])[-1]


def _started(bot: ExternalBot, command: list[str], deadline: float) -> _Line:
    """Start a program and wait until it has connected and introduced itself."""
    if bot.speaks_on_stdio:
        ours, theirs = socket.socketpair()
        with theirs:
            line = _Line(bot, ours, program=_Program(command, theirs))
        return _introduced(bot, line, command, deadline)
    with listen(_HOST, 0) as listener:
        program = _Program([*command, _HOST, str(listener.getsockname()[1])])
        try:
            connection = _accepted(listener, deadline, program)
        except BaseException as error:
            said = program.end(patience=0.0)
            if isinstance(error, BotError):
                raise BotError(f"{shlex.join(command)}: {error}{f' ({said})' if said else ''}") from None
            raise
    return _introduced(bot, _Line(bot, connection, program=program), command, deadline)


def _introduced(bot: ExternalBot, line: _Line, command: list[str], deadline: float) -> _Line:
    try:
        line.introduce(bot, deadline)
    except BotError as error:
        raise BotError(f"{shlex.join(command)}: {error}") from None
    return line


def _dialled(bot: ExternalBot, port: int, deadline: float) -> _Line:
    """A bot that has dialled this port: one that waits already, or the next one."""
    if waiting := _idle.get((bot.protocol, port)):
        return waiting.pop()
    try:
        if port not in _listening:
            _listening[port] = listen(_HOST, port)
        connection = _accepted(_listening[port], deadline)
    except OSError as error:
        raise BotError(f"port {port}: {error.strerror or error}") from None
    line = _Line(bot, connection, port=port)
    line.introduce(bot, deadline)
    return line


def _accepted(listener: socket.socket, deadline: float, program: _Program | None = None) -> socket.socket:
    """The next connection; a program that ends before it has connected is not waited for."""
    while (left := deadline - time.monotonic()) > 0:
        listener.settimeout(min(left, 0.05 if program else left))
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            if program is not None and not program.is_running:
                raise BotError("no connection") from None
            continue
        no_delay(connection)
        return connection
    raise BotError("nobody has connected in time")
