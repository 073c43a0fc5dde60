"""Solves as files: the same to the last bit when resumed, small when only viewed, refused when damaged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.solve.core.method import Method, parse_method
from riverboat.solve.spot.file import SolutionFile, save
from riverboat.solve.spot.loading import load, load_or_begin
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.spot import Spot

RIVER = Spot("Td9d6hQc2s", "AA,KQs,T9s,A5s:0.5", "QQ,JJ,ATs,98s", pot=100, stack=300, bets="50%,a", raises="a")
TURN = replace(RIVER, board="Td9d6hQc", rake=0.05, rake_cap=3.0)
FLOP = Spot("Td9d6d", "AcAs,KcQc,Ts9s", "QhQc,JcJs,8c7c", pot=100, stack=90, bets="a")


def solved(spot: Spot, iterations: int, **options: Any) -> Solution:
    return Solution.begin(spot, threads=2, **options).run(iterations=iterations)


def arrays_of(solution: Solution) -> list[NDArray[Any]]:
    return [array for level in solution.solver.levels for store in level.stores for array in store]


def checks_of(solution: Solution) -> list[tuple[int, float, float, Any]]:
    """All that a file keeps of the checks; what was wanted in the end belongs to a run."""
    return [(check.done, check.seconds, check.rate, check.detail) for check in solution.history]


def assert_same(one: Solution, other: Solution) -> None:
    assert one.iterations == other.iterations
    assert [check.detail for check in one.history] == [check.detail for check in other.history]
    assert [check.done for check in one.history] == [check.done for check in other.history]
    for mine, theirs in zip(arrays_of(one), arrays_of(other), strict=True):
        assert mine.dtype == theirs.dtype
        assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("precision", ["float32", "16-bit"])
@pytest.mark.parametrize("spot", [RIVER, TURN, FLOP], ids=["river", "turn", "flop"])
def test_a_file_brings_everything_back_and_is_resumed_exactly(spot: Spot, precision: str, tmp_path: Path) -> None:
    path = tmp_path / "x.solution"
    run = solved(spot, 25, precision=precision)
    run.save(path)
    found = load(path)
    assert found.spot == spot
    assert found.solver.precision == precision
    assert found.solver.threads == 2
    assert checks_of(found) == checks_of(run)
    assert found.stopped == "iterations"
    assert_same(found, run)
    assert any(array.any() for array in arrays_of(found))
    whole = solved(spot, 70, precision=precision)
    run.run(iterations=70)
    found.run(iterations=70)
    assert_same(found, run)
    for mine, theirs in zip(arrays_of(found), arrays_of(whole), strict=True):  # whole has no check at 25
        assert np.array_equal(mine, theirs)


def test_a_run_to_a_target_ends_where_it_would_have(tmp_path: Path) -> None:
    """When to measure depends on what is in the file, so the stop is the same, too."""
    path = tmp_path / "x.solution"
    whole = Solution.begin(TURN, threads=2).run(target="0.5%")
    part = Solution.begin(TURN, threads=2)
    part.run(target="5.0%")
    assert 0 < part.iterations < whole.iterations
    save(part, path)
    again = load(path).run(target="0.5%")
    assert again.exploitability.percent <= 0.5
    assert again.solver.iterations >= part.iterations
    assert_same(again, part.run(target="0.5%"))


def test_what_is_read_from_a_file_is_what_was_solved(tmp_path: Path) -> None:
    path = tmp_path / "x.solution"
    run = solved(TURN, 40)
    run.save(path)
    for line in ("", "x", "b50", "b50/c/2s", "x/x/Kh/b50"):
        mine, theirs = run.evaluator.evaluate(line), load(path).evaluator.evaluate(line)
        assert np.array_equal(mine.strategy, theirs.strategy)
        for player in (0, 1):
            assert np.array_equal(mine.ev[player], theirs.ev[player])


@pytest.mark.parametrize("precision", ["float32", "16-bit"])
def test_the_strategy_alone_is_small_and_says_what_it_is(precision: str, tmp_path: Path) -> None:
    run = solved(replace(TURN, oop="22+,A2s+", ip="22+,K2s+"), 40, precision=precision)
    everything, strategy = tmp_path / "whole.solution", tmp_path / "strategy.solution"
    run.save(everything)
    run.save(strategy, strategy_only=True)
    share = strategy.stat().st_size / everything.stat().st_size
    assert share < (0.3 if precision == "float32" else 0.55)
    found = load(strategy)
    assert found.iterations == run.iterations
    assert checks_of(found) == checks_of(run)
    for line in ("", "x", "b50", "b50/c/2s", "x/x/Kh/b50"):
        assert found.evaluator.evaluate(line).strategy == pytest.approx(run.evaluator.evaluate(line).strategy, abs=1e-4)
    assert found.exploitability.percent == pytest.approx(run.exploitability.percent, abs=0.01)
    with pytest.raises(RiverboatError, match="the strategy alone"):
        found.run(iterations=50)
    with pytest.raises(RiverboatError, match="strategy_only"):
        found.save(tmp_path / "again.solution")
    found.save(tmp_path / "again.solution", strategy_only=True)
    assert np.array_equal(arrays_of(load(tmp_path / "again.solution"))[1], arrays_of(found)[1])


def test_a_gate_has_no_place_in_a_file(tmp_path: Path) -> None:
    run = solved(RIVER, 5)
    run.solver.set_gate(1, np.zeros(len(run.solver.hands[1])))
    with pytest.raises(RiverboatError, match="gate"):
        run.save(tmp_path / "x.solution")


def test_locks_go_with_the_solve(tmp_path: Path) -> None:
    path = tmp_path / "x.solution"
    calls = Lock.always("b50", [0.0, 1.0, 0.0])
    run = solved(RIVER, 30, locks=[calls])
    run.save(path)
    found = load(path, locks=[calls])
    here = found.evaluator.evaluate("b50")
    meets = here.meets[1] > 0
    assert here.strategy[1][meets] == pytest.approx(1.0)
    assert_same(found.run(iterations=60), run.run(iterations=60))
    with pytest.raises(FileFormatError, match="its locks are others"):
        load(path, locks=[])


def test_methods_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.solution"
    mine = parse_method("dcfr(alpha=2,beta=0.5,gamma=4)")
    run = solved(RIVER, 5, method=mine)
    run.save(path)
    assert load(path).solver.method == mine
    with pytest.raises(FileFormatError, match="its method is"):
        load(path, method="dcfr")
    plain = Method("plain", lambda iteration: (1.0, 1.0, 1.0))
    solved(RIVER, 5, method=plain).save(path)
    with pytest.raises(RiverboatError, match="custom method"):
        load(path)
    assert load(path, method=plain).iterations == 5


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("solutions") / "x.solution"
    solved(RIVER, 5).save(path)
    return path.read_bytes()


def refused(content: bytes, folder: Path, **options: Any) -> str:
    path = folder / "bad.solution"
    path.write_bytes(content)
    with pytest.raises(RiverboatError) as said:
        load(path, **options)
    assert str(path) in str(said.value)
    assert "\n" not in str(said.value)
    return str(said.value)


def test_other_versions_and_kinds_are_refused(whole: bytes, tmp_path: Path) -> None:
    line, _, rest = whole.partition(b"\n")
    assert "format version 9, expected 1" in refused(line.replace(b" 1", b" 9") + b"\n" + rest, tmp_path)
    assert "this is a checkpoint" in refused(line.replace(b"spot-solution", b"checkpoint") + b"\n" + rest, tmp_path)
    assert "not a riverboat file" in refused(b"board = '2c3c4c'\n", tmp_path)
    assert "not a riverboat file" in refused(b"", tmp_path)
    path = tmp_path / "later.solution"
    path.write_bytes(whole)
    header, arrays = read_arrays(path, "spot-solution")
    write_arrays(path, "spot-solution", {**header, "format": 1}, arrays)
    with pytest.raises(FileFormatError, match="solution format 1, expected 2; solve the spot again"):
        load(path)


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_refused(whole: bytes, share: float, tmp_path: Path) -> None:
    assert refused(whole[: int(share * len(whole))], tmp_path)


def test_no_flipped_bit_goes_unseen(whole: bytes, tmp_path: Path) -> None:
    """Anywhere in header or numbers; what fills the gaps between arrays is nobody's."""
    rng = np.random.default_rng(5)
    header_ends = whole.index(b"\n", whole.index(b"\n") + 1)
    path, good = tmp_path / "x.solution", tmp_path / "good.solution"
    good.write_bytes(whole)
    _, arrays = read_arrays(good, "spot-solution")
    spots = [*rng.integers(0, header_ends, 60), *rng.integers(header_ends, len(whole), 60)]
    harmless = 0
    for place in spots:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << int(rng.integers(0, 7))
        path.write_bytes(damaged)
        try:
            found = load(path)
        except RiverboatError:
            continue
        harmless += 1
        assert found.spot == RIVER
        assert found.iterations == 5
        assert np.array_equal(arrays_of(found)[0], arrays["river/oop/regrets"])
    assert harmless < len(spots) / 4


def test_a_header_that_was_written_by_hand_is_refused(whole: bytes, tmp_path: Path) -> None:
    """More iterations than there were, or another pot: arrays are whole, but they are no answer to that."""
    line, text, rest = whole.split(b"\n", 2)
    header = json.loads(text)
    for key, value in (("iterations", 6), ("spot", header["header"]["spot"].replace("pot = 100", "pot = 200"))):
        changed = {**header, "header": {**header["header"], key: value}}
        content = line + b"\n" + json.dumps(changed).encode() + b"\n"
        content += b" " * (-len(content) % 64)
        assert "the header is damaged" in refused(content + rest[-(len(rest) // 64 * 64) :], tmp_path)


def test_another_spot_is_named(whole: bytes, tmp_path: Path) -> None:
    assert "pot 100, not 200" in refused(whole, tmp_path, spot=replace(RIVER, pot=200))
    assert "ip QQ,JJ,ATs,98s, not QQ" in refused(whole, tmp_path, spot=replace(RIVER, ip="QQ"))
    assert "its precision is float32, not 16-bit" in refused(whole, tmp_path, precision="16-bit")
    path = tmp_path / "x.solution"
    path.write_bytes(whole)
    assert load(path, spot=replace(RIVER, ip="QQ-JJ,98s,ATs")).iterations == 5  # other words for the same range


def test_a_missing_file_and_a_missing_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match=r'missing\.solution": No such file'):
        load(tmp_path / "missing.solution")
    with pytest.raises(RiverboatError, match="No such file"):
        solved(RIVER, 1).save(tmp_path / "no" / "x.solution")


# Killed ---------------------------------------------------------------------------------------------------------------

_FOREVER = """
import sys
from riverboat.solve.spot.file import SolutionFile
from riverboat.solve.spot.loading import load_or_begin
from riverboat.solve.spot.spot import Spot

solution = load_or_begin(sys.argv[1], Spot.parse(sys.stdin.read()), threads=2)
solution.run(iterations=10**9, checkpoint=SolutionFile(sys.argv[1], solution, every=0.0))
"""


def killed_after_writing(path: Path, spot: Spot, more_than: int) -> int:
    """Let another process solve, kill it in the middle of its work, and say how far its file has come."""
    worker = subprocess.Popen([sys.executable, "-c", _FOREVER, str(path)], stdin=subprocess.PIPE, text=True)
    try:
        assert worker.stdin is not None
        worker.stdin.write(spot.to_toml())
        worker.stdin.close()
        kept, patience = 0, time.monotonic() + 120
        while kept <= more_than:
            assert worker.poll() is None
            assert time.monotonic() < patience
            time.sleep(0.02)
            if path.exists():
                kept = int(read_arrays(path, "spot-solution")[0]["iterations"])
        os.kill(worker.pid, signal.SIGKILL)
    finally:
        worker.kill()
        worker.wait()
    return int(read_arrays(path, "spot-solution")[0]["iterations"])


def test_a_killed_solve_goes_on_and_ends_with_the_same_numbers(tmp_path: Path) -> None:
    """Killed twice, in another process, without any warning; then to the end in this one."""
    path = tmp_path / "kept.solution"
    first = killed_after_writing(path, TURN, 0)
    second = killed_after_writing(path, TURN, max(first, 50))
    assert second > first > 0
    assert len(load(path).history) > 1
    (tmp_path / ".kept.solution.abc.part").write_bytes(b"half")
    (tmp_path / ".other.solution.abc.part").write_bytes(b"half")
    found = load_or_begin(path, TURN, threads=2)
    assert found.iterations == second
    assert sorted(file.name for file in tmp_path.iterdir()) == [".other.solution.abc.part", "kept.solution"]
    found.run(iterations=second + 30, checkpoint=SolutionFile(path, found, every=3600.0))
    assert_same(found, solved(TURN, second + 30))
    assert load(path).iterations == second + 30  # written at the end, due or not


def test_without_a_file_it_begins_and_anothers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.solution"
    run = load_or_begin(path, RIVER, threads=1, precision="16-bit")
    assert run.iterations == 0
    assert run.solver.precision == "16-bit"
    run.run(iterations=200, checkpoint=SolutionFile(path, run, every=0.0))
    assert load(path).iterations == 200
    with pytest.raises(FileFormatError, match="it solves another spot: stack 300, not 301"):
        load_or_begin(path, replace(RIVER, stack=301))
    with pytest.raises(FileFormatError, match="its precision is 16-bit, not float32"):
        load_or_begin(path, RIVER, precision="float32")
