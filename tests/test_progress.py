"""Long work: progress that can be extrapolated, Ctrl-C that waits, checkpoints that belong to one run."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.files import Checkpoint, FileFormatError, write_arrays
from riverboat.progress import DeferredInterrupt, Progress, Uninterrupted


def _press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_remaining_time_is_what_is_left_over_the_rate() -> None:
    assert Progress(done=30, total=100, seconds=3.0, rate=10.0).remaining == 7.0
    assert Progress(done=30, seconds=3.0, rate=10.0).remaining is None
    assert Progress(done=30, total=100).remaining is None


def test_the_first_ctrl_c_is_noted_and_the_second_raised() -> None:
    before = signal.getsignal(signal.SIGINT)
    with DeferredInterrupt() as interrupt:
        assert not interrupt.heard
        _press_ctrl_c()
        assert interrupt.heard
        with pytest.raises(KeyboardInterrupt):
            _press_ctrl_c()
    assert signal.getsignal(signal.SIGINT) is before


def test_where_nothing_must_stay_whole_ctrl_c_is_raised_at_once() -> None:
    with DeferredInterrupt(at_once=lambda: True) as interrupt:
        with pytest.raises(KeyboardInterrupt):
            _press_ctrl_c()
        assert interrupt.heard


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_python_drops_is_still_noted() -> None:
    """Around a fork and in finalisers an exception is printed and forgotten."""

    class Dropping:
        def __del__(self) -> None:
            _press_ctrl_c()

    with DeferredInterrupt(at_once=lambda: True) as interrupt:
        Dropping()
        assert interrupt.heard


def test_a_step_that_must_be_whole_hands_the_interrupt_on() -> None:
    steps = []
    with DeferredInterrupt() as outside:
        with Uninterrupted():
            _press_ctrl_c()
            steps.append("done")
            assert not outside.heard
        assert outside.heard
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012, SIM117 (what comes after the interrupt is the point)
        with Uninterrupted():
            _press_ctrl_c()
            steps.append("done")
    assert steps == ["done", "done"]


def test_other_threads_leave_the_signal_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def work() -> None:
        with DeferredInterrupt():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]


def test_a_checkpoint_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "run"
    sums = np.array([0.1, 1 / 3, -2e300])
    Checkpoint(path, "solve", {"game": "kuhn", "seed": 1}).save({"iterations": 7}, {"sums": sums})
    found = Checkpoint(path, "solve", {"game": "kuhn", "seed": 1}).load()
    assert found is not None
    state, arrays = found
    assert state == {"iterations": 7}
    assert arrays["sums"].tobytes() == sums.tobytes()


def test_a_checkpoint_is_never_continued_as_another_run(tmp_path: Path) -> None:
    path = tmp_path / "run"
    Checkpoint(path, "solve", {"game": "kuhn"}).save({})
    with pytest.raises(FileFormatError, match="its game is kuhn, not leduc"):
        Checkpoint(path, "solve", {"game": "leduc"}).load()
    with pytest.raises(FileFormatError, match="its seed is None, not 3"):
        Checkpoint(path, "solve", {"game": "kuhn", "seed": 3}).load()
    with pytest.raises(FileFormatError, match="of a solve, not of a match"):
        Checkpoint(path, "match", {"game": "kuhn"}).load()


def test_checkpoints_of_older_versions_say_so(tmp_path: Path) -> None:
    older = tmp_path / "older"
    write_arrays(older, "checkpoint", {"game": "kuhn", "method": "cfr"}, {})
    with pytest.raises(FileFormatError, match="written by an older version; name another file"):
        Checkpoint(older, "solve", {"game": "kuhn"}).load()
    oldest = tmp_path / "oldest"
    oldest.write_text('{"format": "riverboat match 2", "asked": {}}')
    with pytest.raises(RiverboatError, match="not a riverboat file"):
        Checkpoint(oldest, "match", {}).load()


def test_a_checkpoint_is_written_when_due(tmp_path: Path) -> None:
    path = tmp_path / "run"
    asked: list[int] = []

    def contents() -> tuple[object, dict[str, np.ndarray]]:
        asked.append(1)
        return {}, {}

    Checkpoint(path, "solve", {}, every=3600.0).save_if_due(contents)
    assert (asked, path.exists()) == ([], False)
    Checkpoint(path, "solve", {}, every=0.0).save_if_due(contents)
    assert (asked, path.exists()) == ([1], True)
    Checkpoint(None, "solve", {}, every=0.0).save_if_due(contents)
    assert asked == [1]
