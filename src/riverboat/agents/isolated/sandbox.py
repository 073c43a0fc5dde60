"""What a process that runs somebody else's code may not do: allocate without end, open sockets, look into others.

Memory is limited by `RLIMIT_DATA` where the system has it; an allocation beyond that is a `MemoryError` in the player.
On Linux (x86-64 and ARM) a seccomp filter makes `socket`, `io_uring_setup`, `ptrace`, `process_vm_readv` and
`process_vm_writev` fail with "operation not permitted", for this process and all that it starts; no privileges are
needed. Elsewhere there is no such limit, and `enter_sandbox` says so. Files are not protected: a player can read and
write what you can.
"""

from __future__ import annotations

import ctypes
import platform
import struct
import sys
from contextlib import suppress
from typing import Final

_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_SET_SECCOMP: Final = 22
_SECCOMP_MODE_FILTER: Final = 2
_ALLOW: Final = 0x7FFF0000
_NOT_PERMITTED: Final = 0x00050000 | 1
"""Fail with EPERM."""
_FORBIDDEN: Final = {
    # the audit number of the architecture; socket, io_uring_setup, ptrace, process_vm_readv, process_vm_writev
    "x86_64": (0xC000003E, (41, 425, 101, 310, 311)),
    "aarch64": (0xC00000B7, (198, 425, 117, 270, 271)),
}
_X32_CALLS: Final = 0x40000000
"""On x86-64, calls from this number on are the same calls in another form."""
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06


def enter_sandbox(memory: int) -> bool:
    """Limit this process for good; returns whether it is cut off from the network."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    return _forbid_calls()


def _forbid_calls() -> bool:
    if sys.platform != "linux" or platform.machine() not in _FORBIDDEN:
        return False
    program = _filter(*_FORBIDDEN[platform.machine()])
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(program, len(program))
    described = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return False
    return bool(libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.c_char_p(described), 0, 0) == 0)


def _filter(architecture: int, forbidden: tuple[int, ...]) -> bytes:
    """A BPF program: another architecture or one of these calls is not permitted, everything else is allowed."""
    calls = len(forbidden)
    steps = [
        (_LOAD, 0, 0, 4),  # the architecture
        (_EQUAL, 0, calls + 3, architecture),
        (_LOAD, 0, 0, 0),  # the number of the call
        (_AT_LEAST, calls + 1, 0, _X32_CALLS),
        *((_EQUAL, calls - place, 0, number) for place, number in enumerate(forbidden)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _NOT_PERMITTED),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)
