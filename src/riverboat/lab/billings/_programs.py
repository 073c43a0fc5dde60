"""The programs of the thesis's tournaments: what plays for each of them here, and how a cell of a table is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from riverboat.lab.entry import Published
from riverboat.lab.findings import Claimed, Found
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.arena.results import MatchResult
    from riverboat.stats.mean import Interval, RunningMean

Pair = tuple[str, str]

GAME: Final = "holdem(betting=limit)"
UNIT: Final = "sb/hand"
MATCH_ERROR: Final = 0.03
"""The standard deviation of a match result, "normally" below this (section 3.5.1), "approximately" this (4.7)."""
PROGRAMS: Final = {
    "PsOpti1": "psopti1",
    "PsOpti2": "psopti2",
    "PsOpti0": "psopti0",
    "Sparbot": "sparbot",
    "Vexbot": "vexbot",
    "Poki": "poki",
    "Always Call": "always_call",
    "Always Raise": "always_raise",
}
STAND_INS: Final = {"Aadapti": "aadapti", "Anti-Poki": "anti_poki", "Hobbybot": "hobbybot", "Jagbot": "jagbot"}
"""For programs that are lost (`agents/vexbot/stand_ins.py`)."""
QUICK: Final = "(flops=3,target=0.4)"
"""Models of a small run: three flops, hardly solved."""
_QUICK: Final = {
    **dict.fromkeys(("PsOpti1", "PsOpti2", "PsOpti0", "Sparbot"), QUICK),
    **dict.fromkeys(("Vexbot", "Aadapti"), "(defaults=flat)"),
}


def agent_of(work: Work, program: str) -> str:
    """The player of a program; in a small run with parameters that need no long preparation."""
    return (PROGRAMS | STAND_INS)[program] + work.choose(_QUICK.get(program, ""), "")


def cell_name(pair: Pair) -> str:
    """How a cell is called in reports."""
    return " v ".join(pair)


def cell_key(pair: Pair) -> str:
    """How its files are called."""
    return "-".join(pair).replace(" ", "_")


def has_stand_in(pair: Pair) -> bool:
    """Whether a cell says nothing about the published number."""
    return not STAND_INS.keys().isdisjoint(pair)


def published_cell(pair: Pair, value: float) -> Published:
    """A printed number; with a lost program it can only be shown beside ours."""
    lost = " and ".join(name for name in pair if name in STAND_INS)
    why = f"lost: {lost}; a stand-in plays, which is shown and not counted" if lost else ""
    return Published(cell_name(pair), value, UNIT, error=MATCH_ERROR, digits=3, incomparable=why)


def whole_matches(work: Work, pair: Pair, hands: int, matches: int) -> MatchResult:
    """Matches of this many hands in both seat orders, in which players are never re-created."""
    agents = [agent_of(work, program) for program in pair]
    block = work.choose(20, 2_000)
    return work.match(cell_key(pair), agents, GAME, 2 * hands, session=None, matches=matches, block=block)


def won_on_boards(work: Work, pair: Pair, boards: int) -> RunningMean | None:
    """What the first program wins on random boards, with all hands of both; None if it or the other is no table."""
    from numpy.random import default_rng

    from riverboat.assess.limit.boards import board_value
    from riverboat.games.catalogue import parse_game
    from riverboat.games.units import Units
    from riverboat.solve.limit.winnings import random_board
    from riverboat.stats.mean import RunningMean

    agents, rules = [agent_of(work, program) for program in pair], parse_game(GAME)
    value = board_value(agents, rules)
    if value is None:
        return None

    def play() -> list[float]:
        rng = default_rng([work.seed, *map(ord, cell_key(pair))])
        won = RunningMean.of(value(agents, random_board(rng)) / Units.of(rules).small_bet for _ in range(boards))
        return [won.count, won.mean, won.squares]

    count, mean, squares = work.keep(cell_key(pair), play)
    return RunningMean(int(count), mean, squares)


def learned(result: MatchResult, name: str) -> Found:
    """What the first player won after 20,000 hands; in shorter matches, from the first hand on."""
    from riverboat.arena.learning import LATE

    assert result.learning is not None
    late = result.learning.players[0].late
    each = f"{result.hands // (2 * result.matches):,} hands"
    how = f"{result.matches} x {each} in both seat orders" if result.matches > 1 else f"{each} in both seat orders"
    if not late.count:
        return Found.of_mean(name, result.players[0].sb, UNIT, f"{how}, from the first hand on")
    return Found.of_mean(name, small_bets(result, late), UNIT, f"{how}, after {LATE:,}")


def small_bets(result: MatchResult, mean: RunningMean) -> RunningMean:
    """A mean of chips per hand in small bets."""
    return mean.scaled(1.0 / result.players[0].units.small_bet)


def wins(name: str, values: Mapping[Pair, Found], pairs: Sequence[Pair]) -> Claimed:
    """Whether the first player of each pair wins, by the interval of each."""
    found = [values[pair] for pair in pairs]
    lows = [each.interval.low for each in found if each.interval is not None]
    highs = [each.interval.high for each in found if each.interval is not None]
    holds = True if min(lows) > 0.0 else False if min(highs) < 0.0 else None
    return Claimed(name, holds, "; ".join(f"{each.name} {each.value:+.3f}" for each in found))


def above_zero(name: str, value: float, interval: Interval, unit: str = UNIT) -> Claimed:
    """Whether a number is above zero, by its interval."""
    low, high = interval
    holds = True if low > 0.0 else False if high < 0.0 else None
    return Claimed(name, holds, f"{value:+.3f} ({low:+.3f} to {high:+.3f}) {unit}")
