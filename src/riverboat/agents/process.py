"""External bots as agents: `acpc:./bot` starts a program, `acpc:listen:5000` waits for one to connect.

The bot speaks the ACPC protocol 2.0.0, in any language: it is called as `./bot HOST PORT`, connects, and from then on
receives what an ACPC dealer would send it and answers. Its answers are interpreted as that dealer does: the wrong size
of a raise becomes the nearest right one, and an action that is not allowed a call.

A bot that exits, hangs or sends nonsense causes a fault for that decision and never stops a match. A program that we
started is ended and restarted with the next hand, at most three times without completing a hand. Time limits are
written in brackets: `acpc(seconds=5,start=30):./bot`.

The protocol knows neither draws nor chips that change from hand to hand; games that a `.game` file cannot describe
are refused, and so are rings and tournaments. A bot that was started lives as long as its player object. One that
dialled in keeps its connection for all sessions of a match, in one process (`--jobs 1`); since it may remember the
cards, let duplicate matches start their bots.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import threading
import time
import weakref
from contextlib import suppress
from typing import Final

from riverboat.errors import NotationError, RiverboatError
from riverboat.games.acpc.answer import answer_to, parse_version, understood
from riverboat.games.acpc.definition import write_game
from riverboat.games.acpc.match_state import cards_text, match_state_of_view
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.notation import ACPC, betting_line
from riverboat.games.play import OutOfTimeError
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.lines import LineReader, limit_wait, listen, no_delay

_HOST: Final = "127.0.0.1"
_MAX_FAILURES: Final = 3
_SECONDS_TO_LEAVE: Final = 1.0
_NAME: Final = re.compile(r"acpc(?:\(([^()]*)\))?:(?:listen:([0-9]{1,5})|(.+))", re.DOTALL)
_idle: Final[dict[int, list[_Line]]] = {}
"""Idle connections of bots that dialled in, by port."""
_listening: Final[dict[int, socket.socket]] = {}


class BotError(RiverboatError):
    """The bot on the other end is not there, or does not speak the protocol."""


def acpc_bot(text: str) -> AcpcBot:
    """The player for `acpc:COMMAND` or `acpc:listen:PORT`; nothing is started before the first hand."""
    found = _NAME.fullmatch(text.strip())
    if found is None:
        raise NotationError("expected acpc:COMMAND, acpc:listen:PORT or acpc(seconds=5):COMMAND")
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
        return AcpcBot(text.strip(), port, **limits)
    try:
        command = shlex.split(found[3])
    except ValueError as error:
        raise NotationError(f"{error}") from None
    if not command:
        raise NotationError("no command; write acpc:COMMAND")
    return AcpcBot(text.strip(), command, **limits)


class AcpcBot(Agent):
    """A program that plays over a socket; `where` is its command or the port that it dials."""

    def __init__(self, name: str, where: list[str] | int, seconds: float = 600.0, start: float = 60.0) -> None:
        super().__init__()
        self.name = name
        self._where, self._seconds, self._start = where, seconds, start
        self._line: _Line | None = None
        self._release: weakref.finalize[..., AcpcBot] | None = None
        self._failures = 0
        self._has_state = False
        """Whether the bot knows of this hand."""
        self._position = 0
        self._rules: Rules | None = None

    def begin(self, view: View) -> None:
        """Tell the bot its cards, after starting it if need be."""
        self._has_state = False
        self._require_playable(view)
        self._position = view.position
        line = self._connected()
        line.hand += 1
        self._send(match_state_of_view(view, line.hand))
        self._has_state = True

    def act(self, view: View) -> Action:
        """What the bot answers."""
        line = self._line
        if line is None or not self._has_state:
            raise BotError(f"{self.name}: the bot is not there")
        asked = match_state_of_view(view, line.hand)
        deadline = time.monotonic() + self._seconds
        while True:
            try:
                raw = line.reader.read(deadline)
            except TimeoutError:
                self._give_up(patience=0.0)
                raise OutOfTimeError(f"no answer within {self._seconds:g} s") from None
            except OSError:
                raw = b""
            if not raw:
                raise BotError(f"{self.name}: {self._give_up() or 'the bot has left'}")
            if raw[:1] in (b"#", b";"):
                continue
            try:
                answer = answer_to(asked, raw.decode("latin-1"), view.rules)
            except RiverboatError:
                continue  # as the dealer does: the clock runs on
            if answer is not None:
                break
        before = view.committed[view.position] - view.bets[view.position]
        action, _ = understood(answer, view.rules, before, lambda: view.raise_interval, lambda: view.can_fold)
        return action

    def observe(self, view: View, position: int, action: Action) -> None:
        """Forward an action; `end` forwards the end of a hand."""
        if view.actor is not None and self._line is not None and self._has_state:
            self._send(match_state_of_view(view, self._line.hand))

    def end(self, hand: Hand) -> None:
        """Show the bot how it ended."""
        if self._line is None or not self._has_state:
            return
        rules = hand.rules
        shown = hand.went_to_showdown
        reached = len(rules.streets) - 1 if shown else hand.actions[-1][0] if hand.actions else 0
        holes = [
            cards if position == self._position or (shown and hand.live[position]) else ()
            for position, cards in enumerate(hand.down)
        ]
        betting, cards = betting_line(rules, hand.actions, reached, ACPC), cards_text(rules, holes, hand.board)
        self._send(f"MATCHSTATE:{self._position}:{self._line.hand}:{betting}:{cards}")
        self._failures = 0

    def close(self) -> None:
        """Release the bot; this happens automatically when the player is no longer used."""
        if self._release is not None:
            self._release()
        self._line = self._release = None

    def _connected(self) -> _Line:
        if self._line is None:
            if self._failures >= _MAX_FAILURES:
                raise BotError(f"{self.name}: failed {self._failures} times without playing a hand; not started again")
            self._failures += 1
            deadline = time.monotonic() + self._start
            line = _dialled(self._where, deadline) if isinstance(self._where, int) else _started(self._where, deadline)
            limit_wait(line.connection, self._seconds)
            self._line, self._release = line, weakref.finalize(self, line.release)
        return self._line

    def _send(self, text: str) -> None:
        line = self._line
        assert line is not None
        try:
            line.connection.sendall(text.encode("ascii") + b"\r\n")
        except OSError:
            raise BotError(f"{self.name}: {self._give_up() or 'the bot has left'}") from None

    def _give_up(self, patience: float = _SECONDS_TO_LEAVE) -> str:
        """End a bot that is of no more use; returns its last words, if any."""
        line = self._line
        assert line is not None
        said = line.end(patience)
        self.close()
        return said

    def _require_playable(self, view: View) -> None:
        rules = view.rules
        if rules is not self._rules:
            write_game(rules)  # which says what the protocol cannot express
            self._rules = rules
        had = tuple(stack + chips for stack, chips in zip(view.stacks, view.committed, strict=True))
        if had != rules.stacks:
            raise BotError(f"{self.name}: the ACPC protocol has no stacks that change from hand to hand")


class _Line:
    """A connection to a bot, with the process at its other end if we started it."""

    def __init__(self, connection: socket.socket, port: int = 0, program: _Program | None = None) -> None:
        self.connection = connection
        self.reader = LineReader(connection)
        self.hand = -1
        self.port, self.program = port, program
        self._over = False

    def introduce(self, deadline: float) -> None:
        """Read the version."""
        try:
            line = self.reader.read(deadline).decode("latin-1")
        except OSError:
            line = ""
        if parse_version(line) is None:
            raise BotError(f"{self.end() or f'it begins with {line[:40]!r}; expected VERSION:2.0.0'}")

    def release(self) -> None:
        """Release the connection: a bot that dialled in waits, any other is ended."""
        if self.port and not self._over:
            _idle.setdefault(self.port, []).append(self)
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
    """A process that we started, and the last line of its error output."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise BotError(f'command "{command[0]}": {error.strerror or error}') from None
        self._said = b""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with stream:
            while piece := stream.readline(400):
                if piece.strip():
                    self._said = piece.strip()

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
        said = "".join(sign if sign.isprintable() else " " for sign in self._said.decode("utf-8", "replace"))
        if not by_itself:
            return said
        return f"the program ended with exit code {self._process.returncode}{f': {said}' if said else ''}"

    def _kill(self) -> None:
        """End the process and those that it started, which are a group of their own."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()


def _started(command: list[str], deadline: float) -> _Line:
    """Start a program and wait until it has connected and introduced itself."""
    with listen(_HOST, 0) as listener:
        program = _Program([*command, _HOST, str(listener.getsockname()[1])])
        try:
            connection = _accepted(listener, deadline, program)
        except BaseException as error:
            said = program.end(patience=0.0)
            if isinstance(error, BotError):
                raise BotError(f"{shlex.join(command)}: {error}{f' ({said})' if said else ''}") from None
            raise
    line = _Line(connection, program=program)
    try:
        line.introduce(deadline)
    except BotError as error:
        raise BotError(f"{shlex.join(command)}: {error}") from None
    return line


def _dialled(port: int, deadline: float) -> _Line:
    """A bot that has dialled this port: one that waits already, or the next one."""
    if waiting := _idle.get(port):
        return waiting.pop()
    try:
        if port not in _listening:
            _listening[port] = listen(_HOST, port)
        connection = _accepted(_listening[port], deadline)
    except OSError as error:
        raise BotError(f"port {port}: {error.strerror or error}") from None
    line = _Line(connection, port=port)
    line.introduce(deadline)
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
