"""Players of other people's making: each in a process of its own, which gets views and nothing else.

In the dealer's process a player's code could read every card, and `os._exit` or a Ctrl-C of its own would end the
match. Here the code of a file (`mine.py:Shark`) runs in a child (`child.py`) with limits of memory and without network
(`sandbox.py`). What goes there are pickles of views and of records as that seat may see them; what comes back is JSON,
so that nothing from there is ever executed here. A child that dies, hangs or answers nonsense causes a fault of its
player, which names it; it is started again, without what it had learned, but not after `MAX_FAILURES` failures with
fewer than `CALM` answers between them.

A player that is no longer used leaves its child to the next one from the same file, since matches re-create their
players all the time. Cost: `riverboat bench isolated` prints it, 0.1 to 0.3 ms for each decision or observed action and
half a second for the first player of a file.
"""

from __future__ import annotations

import copyreg
import json
import os
import pickle
import select
import socket
import struct
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from random import Random
from typing import Any, Final

from riverboat.agents.isolated.arrays import array_from_json, array_to_json
from riverboat.agents.registry import is_python_file, make_agent
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.card_room import TableInfo
from riverboat.games.hand import Hand
from riverboat.games.memory import Memory
from riverboat.games.play import OutOfTimeError
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress
from riverboat.workers import kill_group

MAX_FAILURES: Final = 5
CALM: Final = 5
"""Answers without a failure after which earlier ones are forgotten."""
SECONDS: Final = 600.0
"""For one decision where the match has no clock."""
MEMORY: Final = 4 << 30
"""Bytes that a player may allocate."""
_LARGEST_ANSWER: Final = 64 << 20
_MAX_IDLE: Final = 24
_LENGTH: Final = struct.Struct("!I")
_idle: Final[dict[tuple[int, str], list[_Child]]] = {}
"""Children without a player, by our process id and their file."""


class PlayerProcessError(RiverboatError):
    """The player's code raised an error, or its process is gone."""

    frames: str = ""
    """Where its code was."""


def seated_agent(text: str) -> Agent:
    """The player for a match that a text names: one from a Python file in a process of its own, others in this one.

    `inline:FILE` is in this process too: quicker, and debuggers reach it; only for code that you trust.
    """
    return isolated_agent(text) if is_python_file(text) else make_agent(text)


def isolated_agent(text: str) -> Agent:
    """The player that a text with a file names, in a process of its own."""
    child, made = _made(text)
    return _kind(frozenset(made["overrides"]))(text, child, made)


def _made(text: str) -> tuple[_Child, dict[str, Any]]:
    waiting = _idle.get((os.getpid(), text))
    child = waiting.pop() if waiting else _Child(text)
    try:
        made = child.ask("make", text)
    except BaseException:
        child.end()
        raise
    return child, made


@cache
def _kind(overrides: frozenset[str]) -> type[IsolatedAgent]:
    """A class that overrides what the player's class overrides: what it does not, nobody has to send."""
    own = {event: _FORWARD[event] for event in _FORWARD if event in overrides}
    return type("IsolatedAgent", (IsolatedAgent,), own)


class IsolatedAgent(Agent):
    """A player in another process."""

    def __init__(self, text: str, child: _Child, made: dict[str, Any]) -> None:
        self._text = text
        self._failures = self._answers = 0
        self._rng_sent = True
        super().__init__()
        self._child: _Child | None = None
        self._take(child, made)

    def _take(self, child: _Child, made: dict[str, Any]) -> None:
        self._child, self._release = child, weakref.finalize(self, child.release)
        self.name = str(made["name"])[:200]
        self.buy_in = made["buy_in"] if type(made["buy_in"]) is int else None

    @property
    def rng(self) -> Random:
        """The stream that the table gave; the player's own is a copy of it, set before it is next asked."""
        return self._rng

    @rng.setter
    def rng(self, rng: Random) -> None:
        self._rng, self._rng_sent = rng, False

    def require_game(self, rules: Rules) -> None:
        """As the player says."""
        self._ask("require_game", rules)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """In its process."""
        self._ask("prepare")

    def act(self, view: View) -> Action:
        """The player's answer."""
        answer = self._ask("act", view)
        odds = answer.get("odds")
        self.action_odds = None if odds is None else ActionOdds(*map(float, odds))
        verb, amount, cards = answer["action"]
        return Action(verb, int(amount), tuple(map(int, cards)))

    def _ask(self, verb: str, *what: Any, serve: Callable[[dict[str, Any]], Any] | None = None) -> dict[str, Any]:
        """The child's answer; whatever goes wrong with it, or interrupts it, ends the child."""
        child = self._running()
        try:
            if not self._rng_sent:
                child.ask("rng", self._rng.getstate())
                self._rng_sent = True
            answer = child.ask(verb, *what, serve=serve)
            self._answers += 1
            if self._answers >= CALM:
                self._failures = 0
            return answer
        except PlayerProcessError:
            if child.is_over:
                self._drop()
            raise
        except BaseException:  # the clock, Ctrl-C, or an answer that is none
            child.end()
            self._drop()
            raise

    def _running(self) -> _Child:
        if self._child is None:
            if self._failures >= MAX_FAILURES:
                raise PlayerProcessError(f"{self.name}: its process failed {self._failures} times; not started again")
            self._take(*_made(self._text))
            self._rng_sent = False
        assert self._child is not None
        return self._child

    def _drop(self) -> None:
        self._failures += 1
        self._answers = 0
        self._release.detach()
        self._child = None


def _begin(self: IsolatedAgent, view: View) -> None:
    self._ask("begin", view, self.players)


def _observe(self: IsolatedAgent, view: View, position: int, action: Action) -> None:
    self._ask("observe", view, position, action)


def _end(self: IsolatedAgent, hand: Hand) -> None:
    self._ask("end", hand)


def _plays_at(self: IsolatedAgent, table: TableInfo, stack: int) -> bool:
    return bool(self._ask("plays_at", table, stack)["answer"])


def _choose_table(self: IsolatedAgent, tables: Sequence[TableInfo], bankroll: int) -> Any:
    return self._ask("choose_table", tables, bankroll)["answer"]


def _load_memory(self: IsolatedAgent, memory: Memory, opponents: Sequence[str]) -> None:
    self._ask("load_memory", list(opponents), serve=_serving(memory))


def _save_memory(self: IsolatedAgent, memory: Memory) -> None:
    self._ask("save_memory", serve=_serving(memory))


_FORWARD: Final = {
    "begin": _begin,
    "observe": _observe,
    "end": _end,
    "plays_at": _plays_at,
    "choose_table": _choose_table,
    "load_memory": _load_memory,
    "save_memory": _save_memory,
}


def _serving(memory: Memory) -> Callable[[dict[str, Any]], Any]:
    """What a child may ask of its player's memory."""

    def serve(request: dict[str, Any]) -> Any:
        about = str(request["opponent"]), str(request["kind"]), int(request["version"])
        if request["memory"] == "recall":
            entry = memory.recall(*about)
            if entry is None:
                return None
            return {"header": entry.header, "arrays": {k: array_to_json(v) for k, v in entry.arrays.items()}}
        memory.remember(*about, request["header"], {k: array_from_json(v) for k, v in request["arrays"].items()})
        return None

    return serve


class _Child:
    """The process of one player, and the line to it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._rules: dict[int, tuple[int, Rules]] = {}
        """By identity, which is quick, what has been sent."""
        self._owner = os.getpid()
        self.is_over = False
        if sys.platform == "win32":  # a process there cannot be handed an open line
            raise RiverboatError(f'a process of its own needs Linux or macOS; "inline:{text}" plays in this one')
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "riverboat.agents.isolated.child", str(theirs.fileno()), str(MEMORY)]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=_environment(),
            )
        self._line = ours
        self._read = bytearray()

    def ask(self, verb: str, *what: Any, serve: Callable[[dict[str, Any]], Any] | None = None) -> dict[str, Any]:
        """One question and its answer; `serve` answers what the child asks meanwhile."""
        deadline = time.monotonic() + SECONDS
        self._send(self._pickled((verb, what)))
        while True:
            answer = self._answer(deadline)
            if serve is None or "memory" not in answer:
                break
            try:
                said = {"answer": serve(answer)}
            except RiverboatError as error:
                said = {"error": str(error)}
            self._send(json.dumps(said).encode())
        if "error" in answer:
            stop = PlayerProcessError(str(answer["error"])[:400])
            stop.frames = str(answer.get("frames", ""))[:10_000]
            raise stop
        return answer

    def release(self) -> None:
        """The player is no longer used."""
        waiting = _idle.setdefault((os.getpid(), self._text), [])
        if self._owner != os.getpid() or self.is_over:
            return
        if sum(map(len, _idle.values())) >= _MAX_IDLE:
            self.end()
        else:
            waiting.append(self)

    def end(self) -> str:
        """Kill the process and those that it started; returns how it had ended, if it had by itself."""
        self.is_over = True
        self._line.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        code = self._process.poll()
        kill_group(self._process)
        self._process.wait()
        if code is None:
            return ""
        return f"killed by signal {-code}" if code < 0 else f"exit code {code}"

    def _pickled(self, what: Any) -> bytes:
        """Rules are sent once and then named by their number; a reference to them would be most of every message."""
        file = BytesIO()
        pickler = pickle.Pickler(file, 5)
        pickler.dispatch_table = copyreg.dispatch_table | {Rules: self._known_rules}
        pickler.dump(what)
        return file.getvalue()

    def _known_rules(self, rules: Rules) -> tuple[Any, ...]:
        from riverboat.agents.isolated.child import known_rules

        number, known = self._rules.get(id(rules), (len(self._rules), None))
        if known is None:
            self._rules[id(rules)] = number, rules
            return known_rules, (number, pickle.dumps(rules, 5))
        return known_rules, (number,)

    def _send(self, data: bytes) -> None:
        try:
            self._line.sendall(_LENGTH.pack(len(data)) + data)
        except OSError:
            raise self._gone() from None

    def _answer(self, deadline: float) -> dict[str, Any]:
        data = self._receive(self._receive_length(deadline), deadline)
        try:
            answer = json.loads(data)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self.end()
            raise PlayerProcessError(f"{self._text}: its process answers {bytes(data[:60])!r}")
        return answer

    def _receive_length(self, deadline: float) -> int:
        (length,) = _LENGTH.unpack(self._receive(_LENGTH.size, deadline))
        if length > _LARGEST_ANSWER:
            self.end()
            raise PlayerProcessError(f"{self._text}: its process answers {length:,} bytes")
        return int(length)

    def _receive(self, size: int, deadline: float) -> bytearray:
        buffer = self._read
        while len(buffer) < size:
            if not select.select([self._line], [], [], max(0.0, deadline - time.monotonic()))[0]:
                self.end()
                raise OutOfTimeError(f"no answer within {SECONDS:g} s")
            try:
                piece = self._line.recv(1 << 16)
            except OSError:
                piece = b""
            if not piece:
                raise self._gone()
            buffer += piece
        found, self._read = buffer[:size], buffer[size:]
        return found

    def _gone(self) -> PlayerProcessError:
        how = self.end()
        return PlayerProcessError(f"{self._text}: its process has ended{f' ({how})' if how else ''}")


def _environment() -> dict[str, str]:
    """Ours, with the places that Python looks for modules in, and one thread for each library."""
    paths = [path for path in sys.path if path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
