"""Storing hands without holding up the match: another process makes the rows and writes them.

Hands go through a pipe, packed some hundred at a time, which costs a tenth of making and writing the rows; when the
writer falls behind, the match waits for it. If the match is killed, the writer stores everything that reached it and
ends: it sees the end of the pipe, or, where other processes of the match keep that open, that its parent is gone.
Ctrl-C does not reach it.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.packed import PackedHands, unpacked
from riverboat.records.database.connecting import DatabaseError
from riverboat.records.database.store import HandDatabase, open_database

_PIPE: Final = 1 << 20
_DONE: Final = b"."
_HEAD: Final = 8
_SECONDS_BETWEEN_CHECKS: Final = 0.5
_MANY: Final = 5000
"""The number of hands from which a separate process is worth starting."""


@contextmanager
def recording(
    where: str | Path,
    mode: str,
    seed: int | None,
    parameters: Mapping[str, Any],
    hands: int,
    *,
    resumable: bool = False,
    resumed: bool = False,
) -> Iterator[Callable[[Sequence[Hand]], None]]:
    """A recorder for the hands of a match, in this process or, if there are many hands, in another.

    If the match is `resumable`, each call returns when its hands are stored, so that a match which keeps its own place
    is never ahead of the database. A `resumed` one continues the newest run of this mode, seed and parameters; hands
    that are there already are left out, by their numbers, which have to count up from 1.
    """
    with ExitStack() as stack:
        database = stack.enter_context(open_database(where, must_exist=resumed))
        stored = 0
        if resumed:
            simulation, stored = _run_of(database, mode, seed, parameters)
        else:
            simulation = database.record(mode, seed, parameters).simulation
        recorder = database.resume(simulation) if hands < _MANY else BackgroundRecorder(database, simulation)
        stack.enter_context(recorder)

        def record(played: Sequence[Hand]) -> None:
            nonlocal stored
            if resumed and played and played[0].number <= stored + 1:
                played = [hand for hand in played if hand.number > stored]
                stored += len(played)
            elif resumed and played:
                raise DatabaseError(f"database {database.name}: lacks hands {stored + 1} to {played[0].number - 1}")
            recorder.add_all(played)
            if resumable:
                recorder.flush()

        yield record


def _run_of(database: HandDatabase, mode: str, seed: int | None, parameters: Mapping[str, Any]) -> tuple[int, int]:
    """The number of the newest run like this, and of its hands."""
    wanted = mode, seed, json.loads(json.dumps(dict(parameters)))
    found = [each for each in database.simulations() if (each.mode, each.seed, each.parameters) == wanted]
    if not found:
        raise DatabaseError(f"database {database.name}: the match to resume was not stored here")
    return found[-1].id, found[-1].hands


class BackgroundRecorder:
    """Adds hands to one simulation like `Recorder`, from another process."""

    def __init__(self, database: HandDatabase, simulation: int) -> None:
        self.simulation = simulation
        self._name = database.name
        self._waiting = PackedHands()
        self._room = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "riverboat.records.database.background"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        _widen(self._process.stdin)
        # The address may hold a password, so it goes through the pipe and not into the list of processes.
        self._send((database.address, simulation, os.getpid()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, hand: Hand, room: int = 0) -> None:
        """Store a hand, soon."""
        if room != self._room:
            self._pass_on()
            self._room = room
        self._waiting.append(hand)
        if self._waiting.pieces:
            self._pass_on()

    def add_all(self, hands: Iterable[Hand], room: int = 0) -> None:
        """Store many hands; packed ones cross as they are."""
        if isinstance(hands, PackedHands):
            self._pass_on()
            self._room = room
            self._waiting = hands
            self._pass_on()
            return
        for hand in hands:
            self.add(hand, room)

    def flush(self) -> None:
        """Wait until everything is stored."""
        self._pass_on()
        self._send(None)
        assert self._process.stdout is not None
        if self._process.stdout.read(1) != _DONE:
            raise self._failure()

    def close(self) -> None:
        """Store everything and let the writer go."""
        if self._process.poll() is not None and not self._waiting:
            return
        self._pass_on()
        _, complaint = self._process.communicate()
        if self._process.returncode:
            raise self._failure(complaint)

    def _pass_on(self) -> None:
        waiting, self._waiting = self._waiting, PackedHands()
        waiting.pack()
        for piece in waiting.pieces:
            self._send((self._room, piece))

    def _send(self, message: Any) -> None:
        data = pickle.dumps(message, protocol=5)
        assert self._process.stdin is not None
        try:
            view = memoryview(len(data).to_bytes(_HEAD, "little") + data)
            while view:
                view = view[self._process.stdin.write(view) or 0 :]
        except (BrokenPipeError, ValueError):
            raise self._failure() from None

    def _failure(self, complaint: bytes | None = None) -> DatabaseError:
        if complaint is None:
            _, complaint = self._process.communicate()
        lines = complaint.decode(errors="replace").strip().splitlines()
        return DatabaseError(f"database {self._name}: {lines[-1][:200] if lines else 'the writer stopped'}")


def _widen(pipe: IO[bytes] | None) -> None:
    """Enlarge the pipe, where the system allows it."""
    try:
        import fcntl

        if pipe is not None:
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)
    except (ImportError, AttributeError, OSError):
        return


class _Inbox:
    """What comes through the pipe, as long as someone is there to send it; a message that was cut off is the end."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe.fileno()
        self.sender: int | None = None
        """The process that we work for."""
        self.when_idle: Callable[[], object] = lambda: None
        """Called when nothing has come for a while."""

    def __iter__(self) -> Iterator[Any]:
        while (head := self._read(_HEAD)) and (data := self._read(int.from_bytes(head, "little"))):
            yield pickle.loads(data)  # from our own parent

    def _read(self, size: int) -> bytes:
        """This many bytes, or None."""
        parts: list[bytes] = []
        while size:
            if not self._something_comes() or not (part := os.read(self._pipe, size)):
                return b""
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _something_comes(self) -> bool:
        """Wait for the next bytes; false when the sender is gone without having closed the pipe."""
        if not hasattr(os, "getppid") or sys.platform == "win32":
            return True
        from select import select

        while not select([self._pipe], [], [], _SECONDS_BETWEEN_CHECKS)[0]:
            self.when_idle()
            if self.sender is not None and os.getppid() != self.sender:
                return False
        return True


def _main() -> int:
    inbox = _Inbox(sys.stdin.buffer)
    messages = iter(inbox)
    try:
        address, simulation, inbox.sender = next(messages)
    except StopIteration:
        return 0  # no longer needed
    try:
        with HandDatabase(address) as database, database.resume(simulation) as recorder:
            inbox.when_idle = recorder.flush
            for message in messages:
                if message is None:
                    recorder.flush()
                    sys.stdout.buffer.write(_DONE)
                    sys.stdout.buffer.flush()
                    continue
                room, piece = message
                recorder.add_all(unpacked(piece), room)
    except RiverboatError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
