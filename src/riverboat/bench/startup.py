"""How long a person waits before anything happens: import, help, one warm command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from riverboat.bench.harness import Measurement, Peers, best_seconds


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Whole processes, from start to exit; the bare interpreter is measured too and subtracted from the import."""
    bare = _seconds("-c", "pass")
    yield Measurement(
        "import riverboat (without the interpreter)", "s", _seconds("-c", "import riverboat") - bare, goal=0.15
    )
    yield Measurement("riverboat --help", "s", _seconds("-m", "riverboat", "--help"), goal=0.3)
    yield Measurement(
        "riverboat equity AhKh QsQd", "s", _seconds("-m", "riverboat", "equity", "AhKh", "QsQd"), goal=1.0
    )


def _seconds(*arguments: str) -> float:
    command = [sys.executable, *arguments]
    return best_seconds(lambda: subprocess.run(command, check=True, capture_output=True), seconds=3.0, max_runs=7)
