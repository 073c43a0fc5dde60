"""Figure 4 of the paper on Loki: one simulation with the same players to its end."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.arena.results import MatchResult
from riverboat.lab.loki import figure_4
from riverboat.lab.work import Work


class Watched(Work):
    """Keeps the matches that are played, and how."""

    def __init__(self) -> None:
        super().__init__()
        self.played: list[tuple[MatchResult, dict[str, Any]]] = []

    def match(self, *args: Any, **options: Any) -> MatchResult:
        result = super().match(*args, **options)
        self.played.append((result, options))
        return result


def test_nobody_is_re_created_and_the_curves_end_at_the_result() -> None:
    """The specific modeller learns to the end; a point of a curve is what both copies of a version won until then."""
    work = Watched()
    findings = figure_4.run(work)
    assert [options["session"] for _, options in work.played] == [None, None]
    (five, _), _ = work.played
    [chart] = findings.charts
    for version, curve in zip(figure_4.VERSIONS, chart.curves, strict=True):
        copies = five[f"loki_{version}"], five[f"loki_{version}#2"]
        assert curve.points[0] == (0.0, 0.0)
        hands, won = curve.points[-1]
        assert hands == five.hands
        assert won == pytest.approx(five.hands * sum(each.sb.mean for each in copies) / 2)
