"""Disks for tests: a small one that can be filled to its last byte, and one on which nothing can be written.

Mounting needs the rights of root: tests that ask for such a disk are skipped elsewhere, and their siblings use a file
layer that fails.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_PIECE = 4096


class SmallDisk:
    """A mounted file system of a few megabytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Use up all that is free."""
        with self._ballast.open("ab", buffering=0) as file:
            try:
                while file.write(bytes(_PIECE)):
                    pass
            except OSError:
                return

    def free(self) -> None:
        """Give it back."""
        self._ballast.unlink()

    def make_read_only(self) -> None:
        """From now on nothing can be written."""
        _run("mount", "-o", "remount,ro", str(self.folder))


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0
    except FileNotFoundError:
        return False


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """A disk at this folder, as long as the block runs."""
    folder.mkdir()
    if os.name != "posix" or not _run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)):
        pytest.skip("only root may mount a disk")
    try:
        yield SmallDisk(folder)
    finally:
        _run("umount", "--lazy", str(folder))
