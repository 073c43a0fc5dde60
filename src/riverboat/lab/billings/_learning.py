"""Learning curves of matches, as the charts of entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from riverboat.lab.billings._programs import small_bets
from riverboat.lab.findings import Chart
from riverboat.show.curves import Curve, Level

if TYPE_CHECKING:
    from riverboat.arena.results import MatchResult


def learning_chart(title: str, results: Mapping[str, MatchResult]) -> Chart:
    """What the first player of each match wins, block by block, with 95 % bands."""
    return Chart(
        title,
        [_curve(name, result) for name, result in results.items()],
        x="hands played against this opponent",
        y="small bets per hand",
        levels=[Level("even", 0.0)],
        caption="Each point is the mean of a block of hands over all matches, in the middle of the block.",
    )


def _curve(name: str, result: MatchResult) -> Curve:
    assert result.learning is not None
    block = result.learning.block
    means = [small_bets(result, mean) for mean in result.learning.players[0].curve]
    points = [((number + 0.5) * block, mean.mean) for number, mean in enumerate(means)]
    return Curve(name, points, band=[mean.interval() for mean in means], marks=True)
