"""Intervals side by side: every name and bar is there, and a bar is where its numbers are."""

from __future__ import annotations

import re

import pytest

from riverboat.show.intervals import Interval, interval_chart


def test_bars_are_where_their_numbers_are() -> None:
    rows: list[tuple[str, list[Interval | None]]] = [
        ("Ann", [Interval(0.0, -10.0, 10.0), None]),
        ("<Bob>", [Interval(20.0), Interval(10.0, 5.0, 20.0)]),
    ]
    chart = interval_chart(rows, ["money", "luck taken out"], "bb/100", width=900)
    assert "&lt;Bob&gt;" in chart
    assert "<Bob>" not in chart
    dots = [float(x) for x in re.findall(r'cx="([\d.]+)" cy="(?!12")', chart)]
    assert len(dots) == 3
    zero, twenty, ten = dots
    assert ten - zero == pytest.approx(twenty - ten, abs=0.2)  # 0, 10 and 20 are evenly spaced
    bars = re.findall(r'd="M([\d.]+) [\d.]+H([\d.]+)".*?stroke-opacity="([\d.]+)"', chart)
    assert [opacity for *_, opacity in bars] == ["0.25", "0.55"]  # only the second excludes zero
    assert sum(map(float, bars[0][:2])) / 2 == pytest.approx(zero, abs=0.1)
    assert chart.count("<title>") == 4


def test_names_that_are_too_long_are_cut() -> None:
    assert "a very long player" not in interval_chart([("a very long player name", [Interval(1.0)])], ["money"], "bb")
