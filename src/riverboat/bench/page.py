"""A run of the benchmarks as a page: every line with its goal and peers, and curves where a line has a course."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from riverboat.bench import Report
from riverboat.bench.harness import Measurement
from riverboat.show.curves import Curve, line_chart
from riverboat.show.page import Html, badge, figure, page, section, table


def report_page(report: Report, number: Callable[[float], str]) -> str:
    """The page; `number` writes a measured number."""
    parts = []
    for group, lines in groupby(report.lines, key=lambda pair: pair[0]):
        measured = [line for _, line in lines]
        rows = [
            (
                line.name,
                f"{number(line.riverboat)} {line.unit}",
                "" if line.goal is None else number(line.goal),
                ", ".join(f"{peer} {number(value)}" for peer, value in line.peers.items()),
                _verdict(line),
            )
            for line in measured
        ]
        shown = [table(("", "Riverboat", "goal", "peers", ""), rows, text=(0, 3, 4))]
        curves = [Curve(line.name, line.series, marks=True) for line in measured if line.series]
        if curves:
            shown.insert(0, figure(convergence(curves), "Both axes are logarithmic; a mark for each check."))
        parts.append(section(group, *shown, anchor=group))
    return page("Benchmarks", "".join(parts), note="Measured on this machine in one run; goals are the project's own.")


def convergence(curves: list[Curve]) -> str:
    """Exploitability over time."""
    caption = "Exploitability against time"
    return line_chart(curves, caption, x="seconds", y="% of the pot", log_x=True, log_y=True, height=440)


def _verdict(line: Measurement) -> Html:
    if line.reached is None:
        return Html("")
    return badge("reached", "good") if line.reached else badge("missed", "bad")
