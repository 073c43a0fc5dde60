"""Windows and macOS: what they lack is hidden here, and everything goes on. SIGINT may be ignored at the start."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from math import factorial
from pathlib import Path

import pytest

from riverboat.executor import make_executor
from riverboat.executor.interface import Limits
from riverboat.executor.worker import within
from riverboat.files import exclusive, one_at_a_time
from riverboat.solve.core.memory import available_memory
from riverboat.workers import be_nice, kill_group, start_method


def test_processes_are_spawned_where_there_is_no_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert start_method() == "spawn"
    with make_executor(2, "local") as executor:
        assert list(executor.in_order(factorial, range(6))) == [1, 1, 2, 6, 24, 120]


def test_macos_spawns_although_it_could_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert start_method() == "spawn"


@pytest.mark.slow
def test_a_match_is_the_same_however_its_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    from riverboat.arena import run_match

    alone = run_match(["always_call", "random"], "kuhn", hands=4000, jobs=1)
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert run_match(["always_call", "random"], "kuhn", hands=4000, jobs=2).to_json() == alone.to_json()


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without resource, fcntl, killpg, nice and sysconf."""
    for module in ("resource", "fcntl"):
        monkeypatch.setitem(sys.modules, module, None)
    for name in ("killpg", "nice", "sysconf", "sched_getaffinity"):
        monkeypatch.delattr(os, name)


@pytest.mark.usefixtures("bare")
def test_nothing_is_limited_or_locked_where_nothing_can_be(tmp_path: Path) -> None:
    with within(Limits(seconds=5.0, megabytes=1)), one_at_a_time(tmp_path / "one"), exclusive(tmp_path / "two", "it"):
        assert len(bytearray(3 << 20)) == 3 << 20
    be_nice()
    assert available_memory() > 0


@pytest.mark.usefixtures("bare")
def test_the_room_measures_and_limits_what_it_can() -> None:
    pytest.importorskip("fastapi")
    from riverboat.web.api.health import _resident
    from riverboat.web.tasks.spots import _hold_within

    _hold_within(1)
    assert _resident() >= 0


@pytest.mark.usefixtures("bare")
def test_a_process_is_ended_without_its_group() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True)
    kill_group(process)
    assert process.wait() == -signal.SIGKILL


WINDOWS = """
import asyncio, multiprocessing.pool, os, signal, socket, subprocess, sys, tempfile
import numba, numpy, scipy.optimize, scipy.stats, typer  # as built for this system
for module in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[module] = None
for place, names in (
    (os, "chown fchmod fork geteuid getpgid getuid killpg nice pread sched_getaffinity setsid statvfs sysconf uname"),
    (signal, "SIGALRM SIGHUP SIGKILL SIGPIPE SIGUSR1 ITIMER_REAL alarm pthread_sigmask setitimer"),
    (socket, "AF_UNIX"),
):
    for name in names.split():
        if hasattr(place, name):
            delattr(place, name)
import riverboat as rb
"""


def test_one_import_works_without_anything_of_unix() -> None:
    """Names that Windows does not have, gone before Riverboat is imported: a match with a clock, a game solved."""
    code = """
print(len(rb.run_match(["always_call", "random"], "kuhn", hands=20, clock=5.0).players))
print(rb.solve.solve("kuhn", iterations=50).policy.exploitability().chips < 0.1)
import riverboat.cli.app
"""
    done = subprocess.run([sys.executable, "-c", WINDOWS + code], capture_output=True, text=True)
    assert done.stdout.split() == ["2", "True"], done.stderr


@pytest.mark.slow
def test_every_module_is_imported_without_anything_of_unix() -> None:
    """All but those of packages that need Unix themselves, as they are installed here."""
    code = """
import pkgutil
for each in ("alembic.command", "cv2", "fastapi", "joblib", "playwright.sync_api", "plotly", "pyarrow.parquet",
             "sklearn.neural_network", "sqlalchemy", "uvicorn", "websockets.sync.client"):
    try:
        __import__(each)
    except ImportError:
        pass
""" + WINDOWS + """
from riverboat.extras import missing_extra
for found in pkgutil.walk_packages(rb.__path__, "riverboat."):
    if found.name.endswith(("__main__", "migrations.env")):  # to be run
        continue
    try:
        __import__(found.name)
    except ModuleNotFoundError as error:
        if missing_extra(error, found.name) is None:
            raise
print("all of them")
"""  # fmt: skip
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True)
    assert done.stdout == "all of them\n", done.stderr


# SIGINT ignored -------------------------------------------------------------------------------------------------------

BACKGROUND = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in `nohup riverboat ... &`
from riverboat.progress import DeferredInterrupt
enter = DeferredInterrupt.__enter__
def begun(self):
    found = enter(self)
    print("begun", flush=True)
    return found
DeferredInterrupt.__enter__ = begun
sys.argv = ["riverboat", *sys.argv[1:]]
from riverboat.cli import main
main()
"""


@pytest.mark.parametrize(
    "command",
    [
        "match always_call random --game kuhn --hands 1000000000 --jobs 2",
        "solve leduc --iterations 1000000000",
    ],
)
def test_a_command_in_the_background_can_be_stopped(command: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BACKGROUND, *command.split()],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout is not None
    while (line := process.stdout.readline()) and line != "begun\n":
        pass
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=300)
    finally:
        process.kill()  # one that was not stopped would take both processors
    assert process.returncode == 130, said
    assert "Traceback" not in said
    assert said.splitlines()[-1].startswith("riverboat: ")
