"""The cases of `cluster_cases.py`, in a process of their own.

Ray ends the process that it runs in, without an exception, when it loses its own node or its shutdown goes wrong; on
a machine that is short of processors that happens. Such an end says nothing about the work, so it is tried again.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray is not installed")
CASES = Path(__file__).with_name("cluster_cases.py")
TRIES = 3


def run_cases(marker: str) -> None:
    command = [sys.executable, "-m", "pytest", str(CASES), "-p", "no:xdist", "-p", "no:cacheprovider"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["RIVERBOAT_NO_WARM"] = "1"  # the kernels are there
    for _ in range(TRIES):
        done = subprocess.run([*command, "-m", marker], capture_output=True, text=True, env=environment)
        if done.returncode == pytest.ExitCode.OK:
            return
        printed = f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
        if re.search(r"\d+ (passed|failed|error).* in [\d.]+s", done.stdout):  # it came to its end: a case failed
            pytest.fail(printed, pytrace=False)
    pytest.skip(f"Ray ended its process {TRIES} times on this machine: {printed[-500:]}")


@pytest.mark.slow
def test_the_cases_that_need_no_failing_node() -> None:
    """The match of docs/cluster.md, whose output is that of one process, is always played on Ray."""
    run_cases("not slow")


@pytest.mark.slow
def test_lost_nodes_limits_and_commands() -> None:
    run_cases("slow")
