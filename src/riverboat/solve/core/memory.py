"""How much memory is available, and may a solve take this much of it? Checked before the work starts."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

SHARE_OF_MEMORY: Final = 0.6
"""The default part of the available memory that a solve may take."""

_MEMORY_FILE: Final = Path("/proc/meminfo")
_UNKNOWN: Final = 4 << 30
"""Taken to be there where the system does not say."""
_LIMIT_FILE: Final = Path("/sys/fs/cgroup/memory.max")


def available_memory() -> int:
    """Bytes that are available according to the system; a container's limit counts."""
    found = []
    with suppress(AttributeError, ValueError, OSError):  # Windows has no sysconf
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    with suppress(OSError):
        found += [
            int(line.split()[1]) * 1024
            for line in _MEMORY_FILE.read_text().splitlines()
            if line.startswith("MemAvailable:")
        ]
    with suppress(OSError):
        limit = _LIMIT_FILE.read_text().strip()
        found += [int(limit)] if limit.isdecimal() else []
    return min(found, default=_UNKNOWN)


def bytes_text(count: int) -> str:
    """Bytes in the unit people would use."""
    amount, unit = float(count), "bytes"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000.0:
            break
        amount, unit = amount / 1000.0, larger
    return f"{amount:.0f} {unit}" if unit == "bytes" or amount >= 100.0 else f"{amount:.1f} {unit}"
