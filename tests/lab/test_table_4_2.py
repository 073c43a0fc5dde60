"""Table 4.2 without its hours: which matches are played, which hands count, and what the claims make of them."""

from __future__ import annotations

import pytest

from riverboat.arena.learning import LearningCurve
from riverboat.arena.results import MatchResult, PlayerResult
from riverboat.games.indicators import Indicators
from riverboat.games.units import Units
from riverboat.lab import Result, Size, Verdict, Work, find_entry, run_entry
from riverboat.lab.billings import table_4_2
from riverboat.lab.billings._programs import Pair, has_stand_in
from riverboat.stats.crosstable import Crosstable
from riverboat.stats.mean import RunningMean

UNITS = Units(small_bet=10, big_blind=10)


def mean(small_bets: float, count: int) -> RunningMean:
    """Of chips, with a standard deviation of a small bet."""
    return RunningMean(count, 10.0 * small_bets, 100.0 * (count - 1))


def played(pair: Pair, late: float, matches: int) -> MatchResult:
    """A first player that loses five small bets per hand for 20,000 hands, and then wins `late`."""
    curve = LearningCurve(pair)
    for block in range(20):
        won = mean(-5.0 if block < 10 else late, 2_000)
        curve.add(2_000 * block, 2_000, [won, won.scaled(-1.0)])
    total = mean((late - 5.0) / 2, 40_000)
    players = tuple(PlayerResult(name, name, 80_000, total, UNITS, Indicators()) for name in pair)
    return MatchResult(
        "duplicate", "limit", 1, 80_000 * matches, 40_000, players, Crosstable(pair), session=None, matches=matches,
        learning=curve.result(),
    )  # fmt: skip


def run_with(monkeypatch: pytest.MonkeyPatch, changed: dict[Pair, float]) -> tuple[dict[Pair, tuple[int, int]], Result]:
    asked: dict[Pair, tuple[int, int]] = {}

    def whole_matches(work: Work, pair: Pair, hands: int, matches: int) -> MatchResult:
        asked[pair] = hands, matches
        return played(pair, changed.get(pair, table_4_2.TABLE[pair]), matches)

    monkeypatch.setattr(table_4_2, "whole_matches", whole_matches)
    return asked, run_entry(find_entry("billings-table-4-2"), Size.FULL, seed=1)


def test_hands_after_20000_count_and_lost_programs_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players who win as printed once they have learned: nine cells agree, eleven are shown beside a stand-in's."""
    asked, result = run_with(monkeypatch, {})
    assert result["Vexbot v Always Raise"].reproduced == pytest.approx(2.983)
    assert "after 20,000" in result["Vexbot v Always Raise"].note
    by_verdict = [value.name for value in result.values if value.verdict is Verdict.WITHIN]
    assert sorted(by_verdict) == [
        "Poki v Always Call", "Poki v Always Raise", "Sparbot v Always Call", "Sparbot v Always Raise",
        "Sparbot v Poki", "Vexbot v Always Call", "Vexbot v Always Raise", "Vexbot v Poki", "Vexbot v Sparbot",
    ]  # fmt: skip
    shown = [value for value in result.values if value.verdict is Verdict.INCOMPARABLE]
    assert len(shown) == 11
    assert all(value.reproduced is not None and "stand-in" in value.remark for value in shown)
    assert {claim.verdict for claim in result.claims} == {Verdict.HOLDS}
    assert {hands for pair, (hands, _) in asked.items() if not has_stand_in(pair)} == {40_000}
    assert {hands for pair, (hands, _) in asked.items() if has_stand_in(pair)} == {5_000}  # they decide nothing
    assert asked[("Vexbot", "Sparbot")][1] >= 5
    assert asked[("Vexbot", "Hobbybot")][1] == 1


def test_a_stand_in_never_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vexbot that loses to stand-ins still has won every match that counts."""
    _, result = run_with(monkeypatch, {("Vexbot", "Hobbybot"): -9.0, ("Jagbot", "Always Call"): +9.0})
    assert {claim.verdict for claim in result.claims} == {Verdict.HOLDS}
    assert result["Vexbot v Hobbybot"].verdict is Verdict.INCOMPARABLE


def test_claims_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sparbot that wins more from Always Call than Vexbot does, and beats Vexbot."""
    _, result = run_with(monkeypatch, {("Vexbot", "Sparbot"): -0.2, ("Sparbot", "Always Call"): 1.3})
    assert result["Vexbot v Sparbot"].verdict is Verdict.FAR
    assert result.claim("Vexbot wins").verdict is Verdict.FAILS
    assert result.claim("largest margins").verdict is Verdict.FAILS
    assert result.claim("Sparbot and Poki beat simple players").verdict is Verdict.HOLDS


def test_what_is_within_its_interval_of_zero_is_no_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundredth of a small bet with a 95 % interval of 0.014 around it."""
    _, result = run_with(monkeypatch, {("Vexbot", "Sparbot"): 0.01})
    assert result.claim("Vexbot wins").verdict is Verdict.UNCLEAR


@pytest.mark.parametrize("name", ["billings-table-3-1", "billings-table-4-2"])
def test_cells_are_antisymmetric_and_named_once(name: str) -> None:
    """Only the upper half is listed: no pair comes twice, in either order."""
    cells = [tuple(sorted(cell.name.split(" v "))) for cell in find_entry(name).published]
    assert len(set(cells)) == len(cells)
