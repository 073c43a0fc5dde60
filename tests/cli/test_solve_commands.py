"""`riverboat solve` and `riverboat exploit`, as people and programs use them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.abstraction.joint import count_joint
from riverboat.files import read_arrays
from riverboat.solve.abstract.engine import ModelSolver
from riverboat.solve.abstract.strategy import KIND
from riverboat.solve.public import PublicStrategy
from riverboat.solve.solving import load_policy

if TYPE_CHECKING:
    from commands import Run


def test_kuhn_is_solved_and_printed(run: Run) -> None:
    done = run("solve", "kuhn", "--target", "1e-4", "--show")
    assert done.code == 0
    assert done.err == ""
    assert "kuhn: 12 information sets" in done.out
    lines = done.out.splitlines()
    first = next(line.split() for line in lines if line.startswith("0 "))
    assert float(first[1]) == pytest.approx(-1 / 18, abs=1e-4)
    assert sum(line.startswith(("0  ", "1  ")) and " b" in line for line in lines) > 6
    assert "chips per hand" in lines[5]


@pytest.mark.parametrize("method", ["lp", "cfr", "cfr+", "lcfr", "dcfr", "dcfr(alpha=2)", "pcfr+"])
def test_leducs_value_as_json(run: Run, method: str) -> None:
    found = run("solve", "leduc", "--method", method, "--target", "0.02", "--json").item
    assert found["game"] == "leduc"
    assert found["method"] == method
    assert found["information_sets"] == 936
    assert found["values"][0] == pytest.approx(-0.0856064, abs=0.04)
    assert found["exploitability"] <= 0.02
    assert found["exploitability"] == pytest.approx(found["nash_conv"] / 2)
    assert sum(found["values"]) == pytest.approx(0.0, abs=1e-9)
    assert len(found["strategy"]) == 936
    assert all(sum(probabilities.values()) == pytest.approx(1.0) for probabilities in found["strategy"].values())


def test_pruning_says_what_it_left_out(run: Run) -> None:
    found = run("solve", "leduc", "--prune", "--target", "0.01", "--json").item
    assert found["method"] == "lcfr"
    assert found["exploitability"] <= 0.01
    assert found["values"][0] == pytest.approx(-0.0856064, abs=0.02)
    assert 0.3 < found["nodes_skipped"] < 1.0
    assert "of all nodes" in run("solve", "kuhn", "--method", "cfr", "--prune", "--iterations", "100").out
    for method in ("lp", "external", "cfr+"):
        refused = run("solve", "kuhn", "--method", method, "--prune")
        assert refused.code == 2
        assert len(refused.err.splitlines()) == 1


@pytest.mark.parametrize("method", ["external", "outcome", "public", "mccfr"])
def test_samples_have_a_seed(run: Run, method: str) -> None:
    say = ("solve", "leduc", "--method", method, "--iterations", "500", "--json", "--seed")
    one, same, other = (run(*say, seed).item for seed in ("1", "1", "2"))
    assert one["seed"] == 1
    assert one["iterations"] == 500
    assert one["strategy"] == same["strategy"] != other["strategy"]


def test_a_strategy_file_is_written_examined_and_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kuhn.strategy"
    assert run("solve", "kuhn", "--target", "1e-3", "--out", str(path)).code == 0
    found = run("exploit", "kuhn", str(path), "--json").item
    assert 0 <= found["exploitability"] <= 1e-3
    policy = load_policy(path)
    assert isinstance(policy, PublicStrategy)
    origin = policy.origin
    assert origin.method == "dcfr"
    assert origin.exploitability == pytest.approx(found["exploitability"])
    match = run("match", str(path), "always_call", "--game", "kuhn", "--hands", "200", "--json").item
    assert all(not player["faults"] for player in match["players"])


def test_selby_s_game_is_solved_saved_exploited_and_played(run: Run, tmp_path: Path) -> None:
    """The big blind wins 0.0219 small bets of ten chips; 676 information sets each."""
    path = tmp_path / "selby.strategy"
    found = run("solve", "preflop_holdem", "--target", "0.005", "--out", str(path), "--json").item
    assert found["values"][0] / 10 == pytest.approx(0.0219, abs=1e-3)
    assert found["information_sets"] == [676, 676]
    assert found["sequences"] == [1691, 1860]
    assert found["model"] == "one_round"
    again = run("exploit", "preflop_holdem", str(path), "--json").item
    assert again["exploitability"] == pytest.approx(found["exploitability"], abs=1e-5)
    match = run("match", str(path), "random", "--game", "preflop_holdem", "--hands", "100", "--json").item
    assert all(not player["faults"] for player in match["players"])
    said = run("exploit", "preflop_holdem", "always_call", "--hands", "100", "--json").item
    assert said["abstract"]["exploitability"] == pytest.approx(0.80197, abs=5e-6)
    assert said["lower_bound"]["interval"][0] < said["lower_bound"]["chips"]
    text = run("exploit", "preflop_holdem", "always_call", "--hands", "100").out
    assert "a lower bound on exploitability" in text


def test_a_page_with_the_tree(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kuhn.html"
    assert run("solve", "kuhn", "--iterations", "50", "--html", str(path)).code == 0
    page = path.read_text()
    assert page.startswith("<!doctype html>")
    assert "<svg" in page
    assert "12 information sets" in page


def test_games_from_files_are_solved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.xml"
    run("games", "export", "kuhn", "--to", "pgdl", "--out", str(path))
    found = run("solve", str(path), "--target", "1e-3", "--json").item
    assert found["values"][0] == pytest.approx(-1 / 18, abs=1e-3)


def test_agents_are_exploited(run: Run) -> None:
    """Always calling loses half a chip per hand in Kuhn: the king bets and is paid, the queen too against a jack."""
    found = run("exploit", "kuhn", "always_call", "--queries", "1", "--json").item
    assert found["best_response_values"] == pytest.approx([1 / 3, 1 / 3])
    assert found["exploitability"] == pytest.approx(1 / 3)
    text = run("exploit", "kuhn", "always_call", "--queries", "1").out
    assert "exploitability 0.333333 chips per hand (NashConv 0.666667)" in text


def test_answers_are_written_and_win(run: Run, tmp_path: Path) -> None:
    """The best response to a caller, and a safer answer: what they win and risk is what the files win and risk."""
    greedy, careful = str(tmp_path / "greedy.strategy"), str(tmp_path / "careful.strategy")
    say = ("exploit", "kuhn", "always_call", "--queries", "1", "--json", "--out")
    best = run(*say, greedy).item
    safe = run(*say, careful, "--trust", "0.2").item
    assert best["answer"]["exploitation"] == pytest.approx(best["exploitability"])
    assert 0 < safe["answer"]["exploitation"] < best["answer"]["exploitation"]
    assert safe["answer"]["exploitability"] < best["answer"]["exploitability"]
    for path, told in ((greedy, best), (careful, safe)):
        risk = run("exploit", "kuhn", path, "--json").item["exploitability"]
        assert risk == pytest.approx(told["answer"]["exploitability"])


def test_random_play_loses_what_uniform_play_does(run: Run) -> None:
    """The random player never folds where it may check, which Kuhn and Leduc do not offer anyway: 0.458333."""
    found = run("exploit", "kuhn", "random", "--queries", "2000", "--seed", "1", "--json").item
    assert found["exploitability"] == pytest.approx(0.458333, abs=0.03)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "kuhn", "--method", "crf"], "expected one of lp, cfr, "),
        (["solve", "kuhn", "--method", "dcfr(alpha)"], "not a setting"),
        (["solve", "kuhn", "--target", "0"], "a number above 0"),
        (["solve", "kuhn", "--target", "-1"], "a number above 0"),
        (["solve", "kuhn", "--iterations", "0"], "iterations"),
        (["solve", "kuhn", "--out", "strategy.txt"], ".strategy"),
        (["solve", "kuhn", "--iterations", "1", "--out", "no/such/x.strategy"], "there is no folder no"),
        (["solve", "kuhn", "--iterations", "1", "--html", "no/such/x.html"], "there is no folder no"),
        (["solve", "kuhn", "--iterations", "1", "--checkpoint", "no/such/x"], "there is no folder no"),
        (["solve", "chess"], "chess"),
        (["solve", "rhode_island", "--prune"], "up to 100,000,000 nodes fit here"),
        (["solve", "holdem(betting=limit)"], "GB are allowed"),
        (["solve", "stud"], "private cards and a board"),
        (["solve", "holdem(betting=limit)", "--abstraction", "psopti(9)"], "6 or 7 buckets"),
        (["solve", "holdem(betting=limit)", "--abstraction", "quantiles(ehs,20)"], "4,096 at most"),
        (["solve", "holdem(betting=limit)", "--model", "four_rounds"], "need an abstraction"),
        (["solve", "holdem(betting=limit)", "--abstraction", "psopti(6)", "--model", "flop"], "expected one of"),
        (["solve", "kuhn", "--abstraction", "psopti(6)"], "does not play kuhn"),
        (["solve", "holdem(betting=limit)", "--abstraction", "psopti(6)", "--method", "lp"], "cfr+"),
        (["exploit", "kuhn", "always_call", "--abstraction", "psopti(6)"], "does not play kuhn"),
        (["exploit", "preflop_holdem", "always_call", "--trust", "0.5"], "not for models"),
        (["solve", "kuhn(players=3)", "--method", "lp"], "for 2 players, not for 3"),
        (["exploit", "kuhn", "nobody"], "not known"),
        (["exploit", "kuhn", "always_call", "--answer", "answer.txt"], ".strategy"),
        (["exploit", "kuhn", "always_call", "--trust", "2"], "trust"),
        (["exploit", "kuhn(players=3)", "always_call", "--trust", "0.5"], "for two players, here are 3"),
        (["exploit", "kuhn", "missing.strategy"], "No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run: Run, words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert said in done.err
    assert list(tmp_path.iterdir()) == []


def test_files_of_another_game_are_refused(run: Run, tmp_path: Path) -> None:
    path, kept = tmp_path / "kuhn.strategy", tmp_path / "kept"
    run("solve", "kuhn", "--iterations", "5", "--out", str(path), "--checkpoint", str(kept))
    done = run("exploit", "leduc", str(path))
    assert done.code == 2
    assert "it is for kuhn, not for leduc" in done.err
    done = run("solve", "leduc", "--iterations", "5", "--checkpoint", str(kept))
    assert done.code == 2
    assert "its game is kuhn, not leduc" in done.err
    done = run("solve", "kuhn", "--method", "cfr", "--iterations", "5", "--checkpoint", str(kept))
    assert done.code == 2
    assert "its method is dcfr, not cfr" in done.err


def test_a_checkpoint_continues(run: Run, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    say = ("solve", "leduc", "--method", "cfr+", "--json")
    run(*say, "--iterations", "33", "--checkpoint", kept)
    done = run(*say, "--iterations", "77", "--checkpoint", kept)
    assert "resumed after 33 iterations" in done.err
    whole = run(*say, "--iterations", "77")
    assert done.item["iterations"] == 77
    assert done.item["strategy"] == whole.item["strategy"]


@pytest.mark.parametrize(("method", "waits"), [("cfr+", (0.05, 0.2)), ("external", (0.1,))])
def test_ctrl_c_keeps_the_run_and_the_next_one_ends_alike(
    run: Run, tmp_path: Path, method: str, waits: tuple[float, ...]
) -> None:
    """A real interrupt in another process, in the middle of the work; then the end of an uninterrupted run, bit for
    bit."""
    kept, out = tmp_path / "kept", tmp_path / "x.strategy"
    total = "20000" if method == "cfr+" else "60000"
    words = ["solve", "leduc", "--method", method, "--iterations", total, "--checkpoint", str(kept), "--out", str(out)]
    interrupted = 0
    for wait in waits:
        before = kept.stat().st_mtime_ns if kept.exists() else 0
        command = subprocess.Popen(
            [sys.executable, "-c", _STARTED, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert command.stdout is not None
        assert command.stderr is not None
        assert command.stdout.readline() == "started\n"
        time.sleep(wait)
        os.kill(command.pid, signal.SIGINT)
        _, said = command.communicate(timeout=60)
        if command.returncode == 0:
            break  # it was faster than the interrupt
        assert command.returncode == 130, said
        (line,) = [line for line in said.splitlines() if "resumed" not in line]
        assert line.startswith("riverboat: interrupted after")
        assert line.endswith("the same command resumes it")
        assert kept.stat().st_mtime_ns > before
        assert not out.exists()
        interrupted += 1
    assert interrupted
    assert run(*words).code == 0
    whole = tmp_path / "whole.strategy"
    assert run("solve", "leduc", "--method", method, "--iterations", total, "--out", str(whole)).code == 0
    assert _numbers(out) == _numbers(whole)


@pytest.fixture
def few_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models whose cards are counted on the boards of one flop: no tables of all deals."""
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path / "tables"))
    monkeypatch.setattr("riverboat.solve.abstract.model.count_joint", partial(count_joint, flops=1))


@pytest.mark.usefixtures("few_boards")
def test_ctrl_c_keeps_the_run_of_a_model(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted after its first iterations, resumed by the same command, and ended like an uninterrupted run."""
    kept, out, other = tmp_path / "kept", tmp_path / "x.strategy", tmp_path / "whole.strategy"
    words = ["solve", "postflop_holdem", "--abstraction", "psopti(6)", "--iterations", "12"]
    whole = ModelSolver.iterate

    def interrupted(self: ModelSolver, count: int) -> None:
        whole(self, 1)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(ModelSolver, "iterate", interrupted)
        stopped = run(*words, "--resume", str(kept), "--out", str(out))
    assert stopped.code == 130
    assert stopped.err == "riverboat: interrupted after 1 iterations; the same command resumes it\n"
    assert kept.exists()
    assert not out.exists()
    resumed = run(*words, "--resume", str(kept), "--out", str(out))
    assert "resumed after 1 iterations" in resumed.err
    assert run(*words, "--out", str(other)).code == 0
    assert _numbers(out, KIND) == _numbers(other, KIND)


@pytest.mark.usefixtures("few_boards")
def test_psopti_is_exploited_in_buckets(run: Run) -> None:
    """It says its probabilities for every hand, so one board shows much of it; what that board leaves out is said."""
    said = run(
        "exploit", "holdem(betting=limit)", "psopti0(flops=1,target=1)", "--abstraction", "psopti(6)",
        "--model", "four_rounds(raises=1)", "--samples", "1", "--hands", "20", "--json",
    ).item  # fmt: skip
    assert said["extraction"] == "all its probabilities, averaged over 1 boards, seed 1"
    assert said["abstraction"] == "psopti(6)"
    assert 0.0 < said["unseen_reach"] < said["unseen_sets"] < 1.0
    assert said["abstract"]["exploitability"] > 0.0
    assert said["hands"] == 20
    assert said["lower_bound"]["interval"][0] < said["lower_bound"]["chips"] < said["lower_bound"]["interval"][1]


def _numbers(path: Path, kind: str = "strategy") -> list[bytes]:
    return [array.tobytes() for array in read_arrays(path, kind)[1].values()]


_STARTED = """
import sys
from riverboat.cli import main
from riverboat.solve.cfr import TreeEngine
from riverboat.solve.public import PublicSolver
sys.argv[0] = "riverboat"
for engine in (TreeEngine, PublicSolver):
    def iterate(self, count, engine=engine, whole=engine.iterate):
        print("started", flush=True)
        engine.iterate = whole
        whole(self, count)
    engine.iterate = iterate
main()
"""
"""The command, saying on its first line when the work begins."""


def test_targets_stop_at_the_same_iteration_after_an_interruption(run: Run, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    say = ("solve", "leduc", "--method", "dcfr", "--json")
    whole = run(*say, "--target", "0.01").item
    assert run(*say, "--iterations", "45", "--checkpoint", kept).item["iterations"] == 45 < whole["iterations"]
    again = run(*say, "--target", "0.01", "--checkpoint", kept).item
    assert again["iterations"] == whole["iterations"]
    assert again["strategy"] == whole["strategy"]


def test_output_is_json_alone(run: Run) -> None:
    done = run("solve", "kuhn", "--iterations", "3", "--json")
    assert json.loads(done.out)["items"][0]["iterations"] == 3
    assert done.err == ""
