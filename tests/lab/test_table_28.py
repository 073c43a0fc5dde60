"""Table 28 without its hours: what is compared, in which unit, and what the claims make of it."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.lab import Size, Verdict, find_entry, run_entry
from riverboat.lab.teofilo import table_28
from riverboat.stats.mean import RunningMean


def test_chips_become_thousandths_of_the_big_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of a chip of a big blind of 10 is 10 mbb; the published +9.41 lies in an interval around it."""
    asked: list[tuple[Any, ...]] = []

    def compare(*arguments: Any) -> RunningMean:
        asked.append(arguments[:5])
        return RunningMean.of([0.1 - 0.05, 0.1 + 0.05] * 50)

    monkeypatch.setattr(table_28, "compare", compare)
    result = run_entry(find_entry("teofilo-table-28"), Size.SMALL, seed=7)
    assert [each[:2] for each in asked] == [
        (f"rgu({count},flops=60,turns=60)", f"quantiles(ehs,{count})") for count in (5, 20)
    ]
    assert {each[4] for each in asked} == {7}
    assert result["5 buckets"].reproduced == pytest.approx(10.0)
    assert result["5 buckets"].verdict is Verdict.WITHIN
    assert result["100 buckets"].verdict is Verdict.NOT_RUN
    assert result.claim("no major difference").verdict is Verdict.HOLDS
    assert result.claim("slight edge for RGU").verdict is Verdict.UNCLEAR


def spread(apart: float) -> Any:
    """Trainings that win 10 mbb in the mean and are this far apart, in mbb, from seed to seed."""

    def compare(first: str, second: str, training: int, deals: int, seed: int, *_: Any) -> RunningMean:
        return RunningMean(deals, (10.0 + (seed - 2) * apart) / 100, 1.0)

    return compare


def test_three_seeds_have_the_training_in_their_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trainings that win -10, 10 and 30 mbb: a mean of 10 and a wide interval, however many deals each has."""
    monkeypatch.setattr(table_28, "compare", spread(20.0))
    result = run_entry(find_entry("teofilo-table-28"), Size.FULL, seed=1)
    for name in ("10 buckets", "average"):
        row = result[name]
        assert row.reproduced == pytest.approx(10.0)
        assert row.low is not None
        assert row.low < -30
    assert result.claim("slight edge for RGU").verdict is Verdict.UNCLEAR
    assert result.claim("no major difference").verdict is Verdict.UNCLEAR


def test_claims_are_decided_by_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """9, 10 and 11 mbb are above nothing and below what is major, whatever N."""
    monkeypatch.setattr(table_28, "compare", spread(1.0))
    result = run_entry(find_entry("teofilo-table-28"), Size.FULL, seed=1)
    assert result.claim("slight edge for RGU").verdict is Verdict.HOLDS
    assert result.claim("no major difference").verdict is Verdict.HOLDS


def test_two_hours_of_the_thesis_in_deals() -> None:
    """From its Table 30, 0.08 s for 10,000 deals of Kuhn poker, and the betting of both games, counted by the rules."""
    from riverboat.games.catalogue import parse_game
    from riverboat.solve.betting import build_betting

    kuhn, limit = (int((build_betting(parse_game(game)).player >= 0).sum()) for game in ("kuhn", table_28.GAME))
    assert (kuhn, limit) == (4, 6378)
    possible = 2 * 3600 / (0.08 / 10_000 / kuhn * limit)
    assert 0.9 * table_28.FULL_TRAINING < possible < table_28.FULL_TRAINING
