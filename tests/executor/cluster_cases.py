"""Cases on a real cluster of three nodes on this machine: the same answers, also when nodes are lost.

`test_ray_executor.py` runs them in a process of their own; `pytest tests/executor/cluster_cases.py` runs them alone.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pieces_of_work import lists, reads, refuses, sleeps, square, takes, three, three_then_dies, total

import riverboat
from riverboat.arena import EvolutionSettings, TournamentSettings, run_match
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.executor import Executor, Limits, make_executor
from riverboat.executor.interface import PieceError
from riverboat.files import read_arrays
from riverboat.progress import Progress
from riverboat.solve.spot.aggregate import Settings, Template, run_report
from riverboat.solve.spot.flops import all_flops

ray = pytest.importorskip("ray", reason="Ray is not installed")
CUPS = TournamentSettings(stack=300, seats=2)
WORLD = EvolutionSettings(generations=2, population=4)
HERE = Path(__file__).parent
SOURCES = Path(riverboat.__file__).parents[1]

# Clusters of these tests ask for a token, as Ray advises, and not for one that a user may have.
os.environ.setdefault("RAY_AUTH_MODE", "token")
os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(16))
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")


@pytest.fixture(scope="module")
def environment() -> Iterator[None]:
    """Nodes find the package and the work of these tests wherever they start their processes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{SOURCES}{os.pathsep}{HERE}")
        yield


def new_cluster(nodes: int, **head: Any) -> Any:
    from ray.cluster_utils import Cluster

    logging.getLogger("ray").setLevel(logging.CRITICAL)
    first = {"num_cpus": 1, "include_dashboard": False, **head}
    cluster = Cluster(initialize_head=True, head_node_args=first)
    for _ in range(nodes - 1):
        cluster.add_node(num_cpus=1)
    return cluster


@pytest.fixture(scope="module")
def cluster(environment: None) -> Iterator[Any]:
    cluster = new_cluster(3)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def on(cluster: Any, jobs: int | None = None, **options: Any) -> Executor:
    return make_executor(jobs, f"ray:{cluster.address}", **options)


def played(**options: Any) -> str:
    result = run_match(["random", "always_call"], "kuhn", 4000, "duplicate", seed=3, session=200, **options)
    assert result.complete
    return json.dumps(result.to_json())


def learned(**options: Any) -> str:
    result = run_match(["random", "always_call"], "kuhn", 600, seed=3, session=None, matches=3, block=100, **options)
    return json.dumps(result.to_json())


def test_pieces_streams_and_shared_arrays(cluster: Any, tmp_path: Path) -> None:
    numbers = np.arange(1000.0)
    with on(cluster) as executor:
        assert executor.jobs == 3
        assert list(executor.in_order(square, range(20))) == [number * number for number in range(20)]
        assert list(executor.in_streams(three, range(5))) == [10 * i + j for i in range(5) for j in range(3)]
        again = list(executor.in_streams(three_then_dies, [(str(tmp_path), number) for number in range(4)]))
        assert again == [10 * i + j for i in range(4) for j in range(3)]
        assert (tmp_path / "stream").exists()
        shared = executor.share({"numbers": numbers}, {"more": 1})
        assert list(executor.in_order(partial(total, shared), [0, 999])) == [numbers.sum() + 1, 1000.0]
        results = executor.in_order(refuses, range(4))
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(RiverboatError, match="not this one"):
            next(results)


@pytest.mark.slow
def test_limits(cluster: Any) -> None:
    with on(cluster, limits=Limits(seconds=0.3)) as executor, pytest.raises(PieceError, match="seconds"):
        list(executor.in_order(sleeps, [30.0]))
    with on(cluster, limits=Limits(megabytes=64)) as executor, pytest.raises(PieceError, match="64 MB"):
        list(executor.in_order(takes, [400]))


def other_modes(**options: Any) -> str:
    """Pieces that depend on the pieces before them."""
    found = [
        run_match(["random"] * 4, "holdem", 300, "tournament", seed=3, session=50, settings=CUPS, **options),
        run_match(["random", "always_call"], "kuhn", 40, "evolve", seed=3, settings=WORLD, **options),
    ]
    return json.dumps([each.to_json() for each in found])


def test_the_same_answer_on_one_node_and_on_three(cluster: Any) -> None:
    where = f"ray:{cluster.address}"
    assert played(executor=where) == played(executor=where, jobs=1) == played(jobs=2) == played()


@pytest.mark.slow
def test_the_same_answer_of_every_mode(cluster: Any) -> None:
    where = f"ray:{cluster.address}"
    assert played(executor="ray", jobs=2) == played(jobs=4) == played()  # a Ray of one node, for this run alone
    assert learned(executor=where) == learned(jobs=2) == learned()
    assert other_modes(executor=where) == other_modes(jobs=2) == other_modes()


def test_jobs_of_the_room_use_the_executor_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from riverboat.web.tasks.matches import run

    order = {
        "agents": ["random", "always_call"],
        "game": "kuhn",
        "hands": 20,
        "database": f"sqlite:///{tmp_path}/hands.db",
    }
    monkeypatch.setenv("RIVERBOAT_EXECUTOR", "nobody")
    with pytest.raises(RiverboatError, match='executor "nobody"'):
        run(order, tmp_path, lambda progress: None)


@pytest.mark.slow
def test_files_of_the_user_travel_and_nothing_else(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.txt").write_text("nobody's business")
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text(
        "from riverboat.games.agent import Agent\n"
        "class Mine(Agent):\n"
        "    def act(self, view):\n"
        "        return next(iter(view.legal))\n"
    )
    result = run_match(["bots/mine.py", "random"], "kuhn", 400, session=50, executor=f"ray:{cluster.address}")
    assert result.to_json() == run_match(["bots/mine.py", "random"], "kuhn", 400, session=50).to_json()
    with on(cluster, files=["bots/mine.py"]) as executor:
        assert next(iter(executor.in_order(lists, [1]))) == ["bots"]
        assert "class Mine" in next(iter(executor.in_order(reads, ["bots/mine.py"])))
    (tmp_path.parent / "up.py").write_text("")
    for name, reason in (("../up.py", "above the current folder"), ("none.py", "No such file")):
        with pytest.raises(RiverboatError, match=reason):
            on(cluster, files=[name])
    there = tmp_path / "big.strategy"
    there.write_text("one")
    with on(cluster, files=[str(there)]) as executor:
        assert list(executor.in_order(square, [3])) == [9]
        there.write_text("another")
        with pytest.raises(RiverboatError, match=r'big\.strategy" is not the one of this run'):
            list(executor.in_order(square, [3]))


@pytest.mark.slow
def test_nodes_are_killed_in_a_match_and_in_a_report(cluster: Any) -> None:
    """The third node is killed and comes again, twice."""

    def killing(at: int) -> Any:
        node = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()

        def report(state: Progress[Any]) -> None:
            nonlocal node
            if node is not None and state.done >= at:
                cluster.remove_node(node, allow_graceful=False)
                node = None

        return report

    where = f"ray:{cluster.address}"
    assert played(executor=where, on_progress=killing(1000)) == played()

    template = Template.of_table({"oop": "QQ+,AKs", "ip": "JJ+,AK", "pot": 100, "stack": 100, "bets": "all-in"})
    flops = all_flops((Range.parse("QQ+,AKs"), Range.parse("JJ+,AK")), range(52))[:6]
    settings = Settings(iterations=20)

    def rows(executor: Executor, **options: Any) -> list[Any]:
        with executor:
            report = run_report(template, flops, settings, threads=1, executor=executor, **options)
        return [{**result.to_json(), "seconds": 0} for result in report.results]

    assert rows(on(cluster), on_progress=killing(2)) == rows(make_executor())


@pytest.mark.slow
def test_what_is_under_way_is_cancelled(cluster: Any) -> None:
    began = time.monotonic()
    with on(cluster) as executor:
        results = executor.in_order(sleeps, [0.0, *[600.0] * 5])
        assert next(results) == 0.0
        raise_out(results)
    assert time.monotonic() - began < 300
    with on(cluster) as executor:  # the processors are free again
        assert list(executor.in_order(square, range(3))) == [0, 1, 4]


def raise_out(results: Any) -> None:
    """Stop reading, as Ctrl-C does."""
    results.close()


def test_another_riverboat_is_refused_by_name(environment: None, tmp_path: Path) -> None:
    shutil.copytree(SOURCES / "riverboat", tmp_path / "riverboat", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "riverboat" / "errors.py").open("a") as file:
        file.write("# changed\n")
    cluster = new_cluster(1, env_vars={"PYTHONPATH": f"{tmp_path}{os.pathsep}{HERE}"})
    try:
        with on(cluster) as executor, pytest.raises(RiverboatError, match=r"worker on .*: it has riverboat"):
            list(executor.in_order(square, [1]))
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.mark.slow
def test_a_run_whose_cluster_was_lost_resumes_on_the_next(environment: None, tmp_path: Path) -> None:
    """The head is killed with everything on it as soon as something is saved."""
    file = tmp_path / "lost.match"
    game = ["random", "always_call", "--game", "kuhn", "--mode", "duplicate", "--seed", "3", "--hands", "60000"]
    command = [sys.executable, "-m", "riverboat", "match", *game, "--session", "200", "--json"]

    def spread(cluster: Any) -> list[str]:
        return [*command, "--resume", str(file), "--executor", f"ray:{cluster.address}"]

    cluster = new_cluster(2)
    try:
        begun = subprocess.Popen(spread(cluster), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not file.exists() and begun.poll() is None:
            time.sleep(0.05)
    finally:
        cluster.shutdown()
    begun.kill()  # it would wait for a minute for the head to come back
    printed = begun.communicate()
    assert file.exists(), printed
    saved = json.loads(read_arrays(file, "checkpoint")[1]["state"].tobytes())
    assert 0 < saved["done"] < 300
    cluster = new_cluster(2)
    try:
        resumed = subprocess.run(spread(cluster), capture_output=True, text=True, check=True)
    finally:
        cluster.shutdown()
    here = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(resumed.stdout) == json.loads(here.stdout)


@pytest.mark.slow
def test_a_small_cluster_by_command(environment: None) -> None:
    """Head and node by `ray start`, on loopback and with a token; Ctrl-C ends both."""
    command = [sys.executable, "-m", "riverboat", "cluster", "--nodes", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        said = running.stdout.readline()
        try:
            found = re.match(r"2 nodes at (127\.0\.0\.1:\d+);", said)
            assert found, said
            assert played(executor=f"ray:{found[1]}") == played()
        finally:
            running.send_signal(signal.SIGINT)
        assert running.wait() == 0
    with pytest.raises(RiverboatError, match="no cluster at"), make_executor(2, f"ray:{found[1]}"):
        pass


def test_an_address_without_a_cluster_is_one_line() -> None:
    with pytest.raises(RiverboatError, match="no cluster at"), make_executor(2, "ray:127.0.0.1:1"):
        pass
