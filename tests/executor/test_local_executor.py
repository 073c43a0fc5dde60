"""Processes of this machine: order, lost workers, limits, shared arrays, tasks that resume."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pieces_of_work import (
    always_dies,
    counts_slowly,
    dies_once,
    is_writable,
    meets,
    refuses,
    sleeps,
    square,
    takes,
    three,
    three_then_dies,
    total,
    when,
)

from riverboat.agents.registry import agent_files
from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.executor import Limits, Task, local, make_executor, run_tasks
from riverboat.executor.interface import PieceError
from riverboat.files import Checkpoint, FileFormatError
from riverboat.progress import Progress


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_results_are_in_the_order_of_the_pieces(jobs: int) -> None:
    with make_executor(jobs) as executor:
        assert executor.jobs == jobs
        assert list(executor.in_order(square, range(40))) == [number * number for number in range(40)]
        assert list(executor.in_streams(three, range(4))) == [10 * i + j for i in range(4) for j in range(3)]


def test_two_jobs_are_two_processes(tmp_path: Path) -> None:
    with make_executor(2) as executor:
        assert list(executor.in_order(meets, [(str(tmp_path), 1), (str(tmp_path), 2)])) == [1, 2]


def test_ctrl_c_while_a_piece_is_handed_over_stops_that_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The interrupt comes when the piece is on its way, and nobody has noted that: it must not be waited for."""
    submit = local._Workers.submit

    def interrupted(self: local._Workers, *given: Any) -> Any:
        submit(self, *given)
        while not path.exists():
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(local._Workers, "submit", interrupted)
    path = tmp_path / "results"
    with pytest.raises(KeyboardInterrupt), make_executor(2) as executor:
        list(executor.in_streams(counts_slowly, [(str(path), 200)]))
    assert 1 <= path.stat().st_size < 200


INTERRUPTED_FORK = """
import os, signal
from math import factorial
from riverboat.executor import make_executor
from riverboat.progress import DeferredInterrupt

presses = [None]
def press():
    if presses:
        presses.pop()
        os.kill(os.getpid(), signal.SIGINT)
        sum(range(100))  # the handler runs between two steps of Python

os.register_at_fork(after_in_parent=press)
with make_executor(2) as executor:
    try:
        with DeferredInterrupt(lambda: True):
            list(executor.in_order(factorial, range(5)))
    except KeyboardInterrupt:
        print("stopped")
"""


def test_ctrl_c_while_a_process_is_forked_is_not_lost() -> None:
    """Python drops what is raised in a callback of a fork."""
    run = subprocess.run([sys.executable, "-c", INTERRUPTED_FORK], capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr) == ("stopped\n", "")


def test_a_lost_worker_costs_nothing(tmp_path: Path) -> None:
    with make_executor(2) as executor:
        pieces = [(str(tmp_path), number) for number in range(12)]
        assert list(executor.in_order(dies_once, pieces)) == [number * number for number in range(12)]
        assert (tmp_path / "killed").exists()
        streams = list(executor.in_streams(three_then_dies, pieces[:4]))
        assert streams == [10 * i + j for i in range(4) for j in range(3)]
        assert (tmp_path / "stream").exists()


def test_a_piece_that_always_kills_its_worker_is_given_up() -> None:
    with make_executor(2) as executor, pytest.raises(PieceError, match="died 3 times"):
        list(executor.in_order(always_dies, [1, 2]))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_piece_is_the_error(jobs: int) -> None:
    with make_executor(jobs) as executor:
        results = executor.in_order(refuses, range(4))
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(RiverboatError, match="not this one"):
            next(results)


@pytest.mark.parametrize("jobs", [1, 2])
def test_limits_of_time_and_memory(jobs: int) -> None:
    with make_executor(jobs, limits=Limits(seconds=0.3)) as executor:
        with pytest.raises(PieceError, match=r"more than 0\.3 seconds"):
            list(executor.in_order(sleeps, [30.0]))
        assert list(executor.in_order(sleeps, [0.0])) == [0.0]
    with make_executor(jobs, limits=Limits(megabytes=64)) as executor:
        assert list(executor.in_order(takes, [8])) == [8]
        with pytest.raises(PieceError, match="more than 64 MB"):
            list(executor.in_order(takes, [8, 400]))
    with make_executor(jobs) as executor:
        assert list(executor.in_order(takes, [400])) == [400]


def test_limits_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_TASK_SECONDS", "0.2")
    with make_executor() as executor, pytest.raises(PieceError):
        list(executor.in_order(sleeps, [30.0]))
    for text in ("soon", "-1", "0", "inf"):
        monkeypatch.setenv("RIVERBOAT_TASK_SECONDS", text)
        with pytest.raises(RiverboatError, match="RIVERBOAT_TASK_SECONDS"):
            make_executor()


@pytest.mark.parametrize("jobs", [1, 2])
def test_shared_arrays(jobs: int) -> None:
    numbers = np.arange(100.0)
    with make_executor(jobs) as executor:
        shared = executor.share({"numbers": numbers}, {"more": 1})
        assert list(executor.in_order(partial(total, shared), [0, 50])) == [4951.0, 3726.0]
        if jobs > 1:
            assert list(executor.in_order(partial(is_writable, shared), [0])) == [False]


def test_the_first_piece_of_a_machine_is_done_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))

    with make_executor(3, kernels="a test") as executor:
        times = sorted(executor.in_order(when, range(3)))
    assert all(began >= times[0][1] for began, _ in times[1:])
    with make_executor(2, kernels="a test") as executor:  # everything is compiled
        assert list(executor.in_order(meets, [(str(tmp_path), 1), (str(tmp_path), 2)])) == [1, 2]


def test_tasks_resume_and_report(tmp_path: Path) -> None:
    tasks = [Task(f"number {number}", number) for number in range(10)]
    seen: list[Progress[object]] = []

    def run(tasks: list[Task[int]], stop_after: int | None = None, name: str = "one") -> list[int]:
        def report(state: Progress[object]) -> None:
            seen.append(state)
            if stop_after is not None and state.done >= stop_after:
                raise KeyboardInterrupt

        checkpoint = Checkpoint(tmp_path / "run.tasks", "tasks", {"name": name}, every=0.0)
        with make_executor() as executor:
            return run_tasks(executor, square, tasks, checkpoint=checkpoint, on_progress=report)

    with pytest.raises(KeyboardInterrupt):
        run(tasks, stop_after=4)
    seen.clear()
    assert run(tasks) == [number * number for number in range(10)]
    assert seen[0].done == 4
    assert (seen[-1].done, seen[-1].total) == (10, 10)
    assert seen[-1].rate > 0
    assert run([*tasks, Task("number 11", 11)])[-1] == 121
    with pytest.raises(FileFormatError, match="name is one, not two"):
        run(tasks, name="two")
    with pytest.raises(RiverboatError, match="same key"):
        run([tasks[0], tasks[0]])


def test_the_file_of_tasks_does_not_depend_on_the_number_of_jobs(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 2, 4):
        checkpoint = Checkpoint(tmp_path / f"{jobs}.tasks", "tasks", {})
        with make_executor(jobs) as executor:
            run_tasks(executor, square, [Task(str(n), n) for n in range(9)], checkpoint=checkpoint)
        loaded = checkpoint.load()
        assert loaded is not None
        found.append(json.dumps(loaded[0]["results"]))
    assert len(set(found)) == 1


@pytest.mark.parametrize("text", ["locally", "ray", "local:x", "dask"])
def test_bad_names_and_missing_ray(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    expected = "pip install" if text == "ray" else "expected local, ray or ray:ADDRESS"
    with pytest.raises(RiverboatError, match=expected):
        make_executor(2, text)
    with pytest.raises(RiverboatError, match="0 jobs"):
        make_executor(0)


def test_the_files_of_a_player_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.py", "a.pokerlang", "m.model"):
        (tmp_path / name).write_text("")
    assert agent_files("mine.py:Mine(depth=3)") == ("mine.py",)
    assert agent_files("committee(mine.py:Other,vexbot(model=m.model,learn=no),a.pokerlang)") == (
        "mine.py",
        "m.model",
        "a.pokerlang",
    )
    assert agent_files("inline:mine.py") == agent_files(f"json:{sys.executable} mine.py --fast") == ("mine.py",)
    assert agent_files("rules(style=rock)") == agent_files("none.py") == ()


def test_kernels_play_here() -> None:
    with pytest.raises(RiverboatError, match="threads of this machine"):
        run_match(["always_call", "always_raise"], "holdem(betting=limit)", 10, in_kernels=True, executor="ray")
