"""Results survive their file, reports escape what they show, and interrupted runs are resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from math import isnan, nan
from pathlib import Path

import pytest

from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.lab import (
    Chart,
    Claim,
    Claimed,
    Entry,
    Findings,
    Found,
    Grid,
    Published,
    Result,
    Size,
    Table,
    Work,
    report_page,
    run_entry,
    running,
)
from riverboat.lab.results import Results, results_folder
from riverboat.progress import Progress
from riverboat.show import Curve, Level
from riverboat.stats import Interval

BAD = '<script>alert("x")</script>'


def toy(run: Callable[[Work], Findings], **more: object) -> Entry:
    """An entry of a document that exists."""
    whole = Entry("riverboat.lab.teofilo.toy_table", "Toy", "Table 0", "Nothing.", small="little", full="much", run=run)
    return replace(whole, **more)  # type: ignore[arg-type]


def everything(work: Work) -> Findings:
    return Findings(
        [Found("a", 0.5, Interval(0.4, 0.6)), Found("huge", 10**18 + 7), Found("none", nan, note=BAD)],
        [Claimed("c", False, BAD)],
        [
            Chart(
                BAD,
                [Curve(BAD, [(0.0, 1.0), (1.0, nan), (2.0, 3.0)], [(0.5, 1.5), (nan, nan), (2.5, 3.5)], marks=True)],
                "x",
                "y",
                log_x=False,
                levels=[Level("level", 2.0)],
                caption=BAD,
            )
        ],
        [Grid(BAD, [0.5] * 169, True)],
        [Table(BAD, ("a", BAD), ((BAD, "1"),))],
        [BAD],
    )


PUBLISHED = (Published("a", 0.55, BAD), Published("huge", 10**18 + 7), Published("none", 3))
ENTRY = toy(everything, published=PUBLISHED, claims=(Claim("c", BAD),), remarks=(BAD,), shows=BAD, title=BAD)


def test_results_survive_json() -> None:
    result = run_entry(ENTRY, seed=5)
    again = Result.from_json(json.loads(json.dumps(result.to_json())))
    assert again.to_json() == result.to_json()
    assert replace(again, values=(), charts=(), grids=()) == replace(result, values=(), charts=(), grids=())
    assert again["huge"].reproduced == 10**18 + 7
    assert again["a"] == result["a"]
    points = again.charts[0].curves[0].points
    assert points[0] == (0.0, 1.0)
    assert isnan(points[1][1])
    assert "NaN" not in json.dumps(result.to_json())


def test_files_keep_the_last_run_of_each_size(tmp_path: Path) -> None:
    results = Results(tmp_path / "new" / "folder")
    assert results.last("teofilo-toy-table") is None
    small = run_entry(ENTRY, Size.SMALL, results=results)
    last = results.last("teofilo-toy-table")
    assert last is not None
    assert last.to_json() == small.to_json()
    run_entry(ENTRY, Size.FULL, 3, results=results)
    last = results.last("teofilo-toy-table")
    assert last is not None
    assert (last.size, last.seed, last.what) == (Size.FULL, 3, "much")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "riverboat lab 1"}', '{"format": "something else"}'])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    results = Results(tmp_path)
    results.path("x", Size.SMALL).write_text(text)
    with pytest.raises(RiverboatError, match=r"x\.small\.json.*not a result"):
        results.last("x")


def test_results_lie_in_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_STATE", str(tmp_path))
    assert results_folder() == tmp_path / "lab"
    monkeypatch.delenv("RIVERBOAT_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert results_folder() == tmp_path / "state" / "riverboat" / "lab"


class Tags(HTMLParser):
    """Every tag opened and closed, and whether they match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("count", [1, 3])
def test_reports_escape_everything(count: int) -> None:
    text = report_page([run_entry(ENTRY)] * count)
    parser = Tags()
    parser.feed(text)
    assert parser.open == []
    assert "script" not in parser.seen
    assert {"table", "svg", "section"} <= parser.seen
    assert "&lt;script&gt;" in text


def test_long_tables_are_folded() -> None:
    many = tuple(Published(f"number {n}", n) for n in range(60))
    entry = toy(lambda work: Findings([Found(each.name, each.value or 0) for each in many]), published=many)
    assert "<details>" in report_page([run_entry(entry)])
    assert "<details>" not in report_page([run_entry(ENTRY)])


class Steps:
    """Ten steps that note when they are computed, and an interrupt before one of them."""

    def __init__(self, stop_at: int | None) -> None:
        self.stop_at = stop_at
        self.computed: list[int] = []

    def __call__(self, work: Work) -> Findings:
        total = sum(work.keep(f"step {step}", lambda: self.compute(step)) for step in work.steps(range(10)))  # noqa: B023
        return Findings([Found("total", total)])

    def compute(self, step: int) -> int:
        if step == self.stop_at:
            raise KeyboardInterrupt
        self.computed.append(step)
        return step * step


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    results = Results(tmp_path)
    first, second = Steps(stop_at=6), Steps(stop_at=None)
    with pytest.raises(KeyboardInterrupt):
        run_entry(toy(first), results=results)
    assert results.last("teofilo-toy-table") is None
    result = run_entry(toy(second), results=results)
    assert first.computed == [0, 1, 2, 3, 4, 5]
    assert second.computed == [6, 7, 8, 9]
    assert result["total"].reproduced == 285
    assert [path for path in tmp_path.rglob("*") if "step" in path.name] == []


def test_the_time_before_an_interrupt_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """100 seconds, an interrupt, 30 seconds, another one, and 5 to the end; the clock begins where it likes."""
    results = Results(tmp_path)
    for stop, clock in ((3, (50.0, 150.0)), (6, (7.0, 37.0))):
        monkeypatch.setattr(running, "perf_counter", iter(clock).__next__)
        with pytest.raises(KeyboardInterrupt):
            run_entry(toy(Steps(stop)), results=results)
    monkeypatch.setattr(running, "perf_counter", iter((1000.0, 1005.0)).__next__)
    assert run_entry(toy(Steps(None)), results=results).seconds == pytest.approx(135.0)


def test_a_finished_run_is_not_gone_on_with(tmp_path: Path) -> None:
    results = Results(tmp_path)
    run_entry(toy(Steps(None)), results=results)
    again = Steps(None)
    run_entry(toy(again), results=results)
    assert len(again.computed) == 10


@pytest.mark.parametrize("change", [{"seed": 2}, {"size": Size.FULL}, {"version": 2}])
def test_another_run_does_not_go_on_with_it(tmp_path: Path, change: dict[str, object]) -> None:
    results = Results(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_entry(toy(Steps(6)), results=results)
    other = Steps(None)
    entry = toy(other, version=change.pop("version", 1))
    run_entry(entry, **change, results=results)  # type: ignore[arg-type]
    assert len(other.computed) == 10


def test_a_kept_step_that_was_cut_off_is_computed_again(tmp_path: Path) -> None:
    work = Work(folder=tmp_path)
    (tmp_path / "a.json").write_text('{"kept": 1')
    assert work.keep("a", lambda: 2) == 2
    assert work.keep("a", lambda: 3) == 2


def test_an_interrupted_match_goes_on_to_the_same_result(tmp_path: Path) -> None:
    agents, game = ["random", "always_call"], "kuhn"
    calls = 0

    def stop(state: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Work(seed=4, folder=tmp_path, on_progress=stop).match("m", agents, game, 1000, session=100)
    resumed = Work(seed=4, folder=tmp_path).match("m", agents, game, 1000, session=100)
    assert resumed.players[0].chips == run_match(agents, game, 1000, "duplicate", seed=4, session=100).players[0].chips
    assert resumed.complete


def test_progress_covers_all_steps() -> None:
    seen: list[tuple[int, int | None]] = []
    work = Work(on_progress=lambda state: seen.append((state.done, state.total)))
    for _ in work.steps("abcd"):
        work.on_progress(Progress(1, 2))
    shares = [done / total for done, total in seen if total]
    assert len(shares) == len(seen)
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert 0.375 in shares


def test_bad_settings_are_named(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match="seed -1"):
        Work(seed=-1)
    with pytest.raises(RiverboatError, match="0 jobs"):
        Work(jobs=0)
    (tmp_path / "file").write_text("")
    with pytest.raises(RiverboatError, match=r'folder ".*file'):
        run_entry(ENTRY, results=Results(tmp_path / "file"))
