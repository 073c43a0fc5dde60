"""Storing hands without holding up the match: another process makes the rows and writes them.

Hands go through a pipe, some hundred at a time, which costs a tenth of making and writing the rows; when the writer
falls behind, the match waits for it. It writes everything that reached it even if the match is killed.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import IO, Any, Final, Self

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records.database.store import DatabaseError, HandDatabase

_FRAME: Final = 200
"""Hands in one message."""
_PIPE: Final = 1 << 20
_DONE: Final = b"."


class BackgroundRecorder:
    """Adds hands to one simulation like `Recorder`, from another process."""

    def __init__(self, database: HandDatabase, simulation: int) -> None:
        self.simulation = simulation
        self._name = database.name
        self._waiting: list[tuple[Hand, int]] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "riverboat.records.database.background"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        _widen(self._process.stdin)
        # The address may hold a password, so it goes through the pipe and not into the list of processes.
        self._send((database.address, simulation))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, hand: Hand, room: int = 0) -> None:
        """Store a hand, soon."""
        self._waiting.append((hand, room))
        if len(self._waiting) >= _FRAME:
            self._pass_on()

    def add_all(self, hands: Iterable[Hand], room: int = 0) -> None:
        """Store many hands."""
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
        waiting, self._waiting = self._waiting, []
        if waiting:
            self._send(waiting)

    def _send(self, message: Any) -> None:
        data = pickle.dumps(message, protocol=5)
        assert self._process.stdin is not None
        try:
            view = memoryview(len(data).to_bytes(8, "little") + data)
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
    """Let more hands wait in the pipe, where the system can."""
    try:
        import fcntl

        if pipe is not None:
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)
    except (ImportError, AttributeError, OSError):
        return


def _messages(pipe: IO[bytes]) -> Iterable[Any]:
    """What comes through the pipe; a message that was cut off is the end."""
    while len(head := pipe.read(8)) == 8:
        size = int.from_bytes(head, "little")
        data = pipe.read(size)
        if len(data) < size:
            return
        yield pickle.loads(data)  # from our own parent


def _main() -> int:
    messages = iter(_messages(sys.stdin.buffer))
    address, simulation = next(iter(messages))
    try:
        with HandDatabase(address) as database, database.resume(simulation) as recorder:
            for message in messages:
                if message is None:
                    recorder.flush()
                    sys.stdout.buffer.write(_DONE)
                    sys.stdout.buffer.flush()
                    continue
                for hand, room in message:
                    recorder.add(hand, room)
    except RiverboatError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
