"""`riverboat odds-server`: what it cannot use is said before it listens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("cache", "reason"), [("junk", "not a database"), ("folder", "a folder"), ("none/answers.db", "no folder")]
)
def test_a_cache_that_cannot_be_used_is_one_line(tmp_path: Path, cache: str, reason: str) -> None:
    (tmp_path / "junk").write_text("no database")
    (tmp_path / "folder").mkdir()
    command = [sys.executable, "-m", "riverboat", "odds-server", "--port", "0", "--cache", cache]
    done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert cache in done.stderr
    assert reason in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "junk"]
