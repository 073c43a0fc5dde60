"""Lines over a socket, bounded in length and in time, for protocols in which programs take turns.

A reader keeps what has arrived after a line for the next call, and never more than one line and one packet. A line
that is too long comes in pieces. Nothing here knows what the lines say.
"""

from __future__ import annotations

import socket
import struct
import sys
import time
from typing import Final

LONGEST_LINE: Final = 4095
"""Bytes in one piece; the buffer of the ACPC's programs, less the zero at the end of a C string."""
_PACKET: Final = 4096
_PRECISION: Final = 0.001


class LineReader:
    """The lines that arrive on a socket, which stays blocking for all other code that uses it."""

    __slots__ = ("_buffer", "_patience", "_socket")

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(True)
        self._socket = connection
        self._buffer = b""
        self._patience: float | None = None

    def read(self, deadline: float | None = None, patience: float | None = None) -> bytes:
        """The next line with its end, or without if the stream ends or the line is too long; empty after the last one.

        `TimeoutError` is raised at the deadline, a time of `time.monotonic`; what has arrived by then is kept.
        `patience` is how long that is from now, if the caller knows.
        """
        buffer = self._buffer
        if not buffer:  # mostly programs take turns, and one packet is one line
            if patience is None:
                self._wait_until(deadline)
            elif patience != self._patience:
                limit_wait(self._socket, patience, socket.SO_RCVTIMEO)
                self._patience = patience
            try:
                buffer = self._socket.recv(_PACKET)
            except BlockingIOError:
                raise TimeoutError("no line in time") from None
            if buffer.find(b"\n") + 1 == len(buffer) <= LONGEST_LINE:
                return buffer  # also at the end of the stream
            self._buffer = buffer
        while True:
            cut = buffer.find(b"\n") + 1
            if not cut and len(buffer) >= LONGEST_LINE:
                cut = LONGEST_LINE
            if cut:
                cut = min(cut, LONGEST_LINE)
                self._buffer = buffer[cut:]
                return buffer[:cut]
            self._wait_until(deadline)
            try:
                packet = self._socket.recv(_PACKET)
            except BlockingIOError:
                raise TimeoutError("no line in time") from None
            if not packet:
                self._buffer = b""
                return buffer
            self._buffer = buffer = buffer + packet

    def _wait_until(self, deadline: float | None) -> None:
        """Let the system end the wait; where the time left is that of the last wait, a system call is saved."""
        left = None
        if deadline is not None:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError("no line in time")
            if self._patience is not None and abs(left - self._patience) < _PRECISION:
                return
        if left != self._patience:
            limit_wait(self._socket, left, socket.SO_RCVTIMEO)
            self._patience = left


def limit_wait(connection: socket.socket, seconds: float | None, which: int = socket.SO_SNDTIMEO) -> None:
    """The longest that a blocking socket waits in sending or receiving, which then is a `BlockingIOError`.

    Python's own time-outs cost a system call more for every packet.
    """
    if sys.platform == "win32":
        limit = struct.pack("@L", 0 if seconds is None else max(1, round(seconds * 1000)))
    else:
        whole, micros = divmod(0 if seconds is None else max(1, round(seconds * 1_000_000)), 1_000_000)
        limit = struct.pack("@ll", whole, micros)
    connection.setsockopt(socket.SOL_SOCKET, which, limit)


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for one program; port 0 is any free one."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1)
    except BaseException:
        listener.close()
        raise
    return listener


def no_delay(connection: socket.socket) -> None:
    """Send small packets at once."""
    if connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
