"""The benchmark of the range solver: every line is there, the course falls, and a wrong value stops it."""

from __future__ import annotations

import pytest

from riverboat.bench import LONG, NAMES, spots, spots_long
from riverboat.bench.harness import Measurement, Peers
from riverboat.errors import RiverboatError
from riverboat.solve.spot.standard import standard_spot

RIVER = spots.Case("R1", 0.3, None, "ms", seconds=0.01, max_runs=2)


def test_a_river_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spots, "CASES", (RIVER, RIVER))
    lines = list(spots.benchmark(Peers(False)))
    by_name = {line.name: line for line in lines}
    assert len(lines) == len({*by_name}) + 4  # what belongs to the spot is told once
    assert all(line.riverboat > 0 for line in lines)
    time, value = by_name["R1 to 0.3 %"], by_name["R1: value of OOP (others: 91.24)"]
    assert value.riverboat == pytest.approx(91.24, abs=0.6)
    assert by_name["R1 to 0.3 %: exploitability"].reached is True
    assert by_name["R1 to 0.3 %: iterations"].riverboat % 1 == 0
    seconds, percent = zip(*time.series, strict=True)
    assert list(seconds) == sorted(seconds)
    assert percent[-1] <= 0.3 < percent[0]
    assert time.to_json()["series"] == [list(point) for point in time.series]
    assert "series" not in value.to_json()


def test_wrong_values_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(spots.VALUES, "R1", 95.0)
    with pytest.raises(RiverboatError, match=r"value of OOP: answers differ, riverboat 91\.\d+ against 95"):
        list(spots.measure(RIVER))


def test_the_flop_is_measured_only_when_asked_for() -> None:
    assert "spots" in NAMES
    assert "spots-long" in LONG
    assert not {*LONG} & {*NAMES}
    assert spots_long.CASE.spot == "F1"
    assert Measurement("x", "MB", 342.0, goal=spots_long._GOALS["float32"]).reached is True


def test_the_spots_are_as_large_as_others_count_them() -> None:
    """Decision nodes and hands, suits not put together; a flop's 49 turns have 48 rivers each."""
    flop = 6 + 49 * 18 + 49 * 48 * 54
    sizes = {name: standard_spot(name).estimate(isomorphism=False) for name in spots.VALUES}
    assert {name: size.decisions for name, size in sizes.items()} == {"R1": 12, "R2": 12, "T1": 2892, "F1": flop}
    assert {name: size.hands for name, size in sizes.items()} == {
        "R1": (167, 246),
        "R2": (1081, 1081),
        "T1": (167, 250),
        "F1": (180, 265),
    }
    with pytest.raises(RiverboatError, match='"F9": there is R1, R2, T1, F1'):
        standard_spot("F9")


def test_the_page_has_every_line_and_a_curve_for_each_course() -> None:
    from riverboat.bench import Report
    from riverboat.bench.page import report_page

    report = Report()
    report.lines.append(
        ("spots", Measurement("R1 to 0.1 %", "ms", 4.0, goal=6.0, series=[(0.001, 2.0), (0.004, 0.09)]))
    )
    report.lines.append(("spots", Measurement("R1: regrets and sums", "MB", 0.057)))
    report.lines.append(("cards", Measurement("rank <7>", "M/s", 300.0, {"phevaluator": 1.0}, goal=400.0)))
    text = report_page(report, lambda value: f"{value:g}")
    assert text.count("<svg") == 1
    assert "4 ms" in text
    assert "0.057 MB" in text
    assert "rank &lt;7&gt;" in text
    assert text.index("reached") < text.index("missed")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
