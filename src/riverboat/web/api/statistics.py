"""Statistics: everybody's winnings with intervals, with and without the luck of all-ins, and how they play.

The whole database and single runs are answered from its summaries, in milliseconds for a million hands. A search is
counted from the seats that it finds. Winnings hand by hand come in a few hundred blocks.

Nothing here depends on cards that were not shown: rates are of actions, and all-in luck is of hands that were shown
down. What a search may ask of cards is limited as in Review.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel

from riverboat.assess.caveats import excluded_by_luck, widened
from riverboat.assess.stored_luck import LuckSums, StoredLuck, hands_left, luck_by_group, read_luck, with_luck
from riverboat.errors import RiverboatError
from riverboat.games.indicators import RATES
from riverboat.records.database.search import Wanted
from riverboat.records.database.searched import course_of, has_actions, searched_statistics
from riverboat.records.database.statistics import stored_statistics
from riverboat.records.query import DONE
from riverboat.records.statistics import StatisticsLine
from riverboat.web.services import Here, Services
from riverboat.web.tables.keeping import private_runs
from riverboat.web.tasks import luck as luck_job
from riverboat.web.tasks.jobs import Job

router = APIRouter(prefix="/statistics", tags=["statistics"])
_LARGEST: Final = 2**53
SHOWN: Final = (
    "vpip", "pfr", "three_bet", "fold_to_three_bet", "steal", "fold_to_steal", "cbet_flop", "fold_to_cbet",
    "check_raise", "went_to_showdown", "won_at_showdown", "won_when_saw_flop",
)  # fmt: skip
"""The rates of the page, in its order."""

Run = Annotated[int | None, Query(ge=1, le=_LARGEST)]
Player = Annotated[str, Query(max_length=200)]
Search = Annotated[str, Query(max_length=500)]
Group = Literal["", "position", "stake", "month", "street"]


class RateOfWinning(BaseModel):
    """Big blinds per 100 hands, with a 95 % interval from two hands on."""

    mean: float
    margin: float | None


class Money(BaseModel):
    """What was won in one currency."""

    currency: str
    won: float


class PlayerRow(BaseModel):
    """One player, or one group of a player's hands."""

    player: str
    group: str
    hands: int
    won_bb: float
    money: list[Money]
    rate: RateOfWinning
    adjusted: RateOfWinning | None
    """All-in adjusted; null where it is not known."""
    af: float | None
    rates: dict[str, tuple[int, int]]
    """Done, of how many opportunities."""


class Statistics(BaseModel):
    """A table of them."""

    rows: list[PlayerRow]
    searched: bool
    """Whether rates count hands (of a search) instead of opportunities."""
    luck_left: int
    """Hands whose all-ins are not worked out yet."""
    warnings: list[str]


class RateInfo(BaseModel):
    """A rate of the page."""

    name: str
    meaning: str
    word: str
    """In the search language, to find the hands in which it was done; empty where it has none."""


class Winnings(BaseModel):
    """Sums of big blinds, and after how many hands."""

    hands: list[int]
    money: list[float]
    showdown: list[float]
    adjusted: list[float] | None
    runs: int


@router.get("/rates")
def rates() -> list[RateInfo]:
    """What the rates of the table count."""
    words = {rate: word for word, rate in DONE.items()}
    return [RateInfo(name=name, meaning=RATES[name], word=words.get(name, "")) for name in SHOWN]


@router.get("/players")
def players(here: Here, run: Run = None, player: Player = "", query: Search = "", by: Group = "") -> Statistics:
    """Everybody with the most hands, or one player by position, stake, month or last street."""
    if by and not player:
        raise RiverboatError(f"statistics by {by}: whose? name a player")
    luck = _luck(here)
    left = sum(count for *_, count in hands_left(here.database, luck))
    if query.strip():
        wanted = Wanted(run, player=player, query=query)
        lines = searched_statistics(here.database, wanted, by, private_runs(here.database))
        acted = has_actions(lines)
        rows = [_row(line, [], None, acted=acted) for line in lines]
        said = []
        if wanted.is_by_outcome:
            said = ["These hands were selected by how they ended: their rates show the selection, not anybody's skill."]
        return Statistics(rows=rows, searched=True, luck_left=left, warnings=said)
    found = stored_statistics(here.database, by, [player] if player else None, run)
    read = by not in ("", "position") and not left
    sums = luck_by_group(here.database, luck, player, by, run) if read else {}
    rows = []
    for line, money in _merged(found):
        more = sums.get(line.group, LuckSums()) if read else luck.sums(player or line.player, run, line.group or None)
        rows.append(_row(line, money, None if left else with_luck(line, more)))
    return Statistics(rows=rows, searched=False, luck_left=left, warnings=_warnings(rows, player, by))


@router.get("/course")
def course(
    here: Here, player: Annotated[str, Query(min_length=1, max_length=200)], run: Run = None, query: Search = ""
) -> Winnings:
    """A player's winnings hand by hand, in blocks if there are many: all, at showdown, and without all-in luck."""
    luck = _luck(here)
    found = course_of(here.database, Wanted(run, player=player, query=query), private_runs(here.database))
    is_whole = found.step == 1 or not query.strip()
    known = is_whole and not hands_left(here.database, luck)
    return Winnings(
        hands=found.hands.cumsum().tolist(),
        money=_sums(found.net_bb.cumsum().tolist()),
        showdown=_sums(found.showdown_bb.cumsum().tolist()),
        adjusted=_sums((found.net_bb + luck.along(found, player)).cumsum().tolist()) if known else None,
        runs=len(set(found.run.tolist())),
    )


@router.post("/luck")
def work_out_luck(here: Here) -> Job | None:
    """Work out the all-ins of new hands in a job of kind `luck`; the one that runs, or null if nothing is left."""
    for job in here.jobs.list(luck_job.KIND):
        if not job.is_over:
            return job
    if not hands_left(here.database, _luck(here)):
        return None
    return here.jobs.start(luck_job.KIND, {"file": str(_file(here))}, "luck of all-ins")


def _file(here: Services) -> Path:
    return here.settings.folder / luck_job.FILE


def _luck(here: Services) -> StoredLuck:
    path = _file(here)
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return StoredLuck.empty()
    return _read(path, changed)


@lru_cache(maxsize=2)
def _read(path: Path, changed: int) -> StoredLuck:
    return read_luck(path)


def _merged(lines: Iterable[StatisticsLine]) -> list[tuple[StatisticsLine, list[Money]]]:
    """One line of a player and group, whatever the currencies; money is never added over them."""
    found: dict[tuple[str, str], tuple[StatisticsLine, list[Money]]] = {}
    for line in lines:
        money = Money(currency=line.currency, won=round(line.won, 9))
        key = line.player, line.group
        if key not in found:
            found[key] = line, [money]
            continue
        before, moneys = found[key]
        before.indicators.merge(line.indicators)
        whole = replace(
            before,
            hands=before.hands + line.hands,
            won_bb=before.won_bb + line.won_bb,
            won_bb_squared=before.won_bb_squared + line.won_bb_squared,
        )
        found[key] = whole, [*moneys, money]
    return list(found.values())


def _row(line: StatisticsLine, money: list[Money], adjusted: StatisticsLine | None, *, acted: bool = True) -> PlayerRow:
    book = line.indicators
    return PlayerRow(
        player=line.player,
        group=line.group,
        hands=line.hands,
        won_bb=round(line.won_bb, 6),
        money=money,
        rate=_winning(line),
        adjusted=None if adjusted is None else _winning(adjusted),
        af=round(book.aggression_factor, 4) if acted and any(book.later) else None,
        rates={name: book.sample(name) for name in SHOWN},
    )


def _winning(line: StatisticsLine) -> RateOfWinning:
    margin = line.bb_per_100_margin
    return RateOfWinning(mean=round(line.bb_per_100, 6), margin=None if margin == inf else round(margin, 6))


def _warnings(rows: list[PlayerRow], player: str, by: str) -> list[str]:
    """Of everybody's table: intervals are for players who were chosen before looking."""
    known = [row for row in rows if row.rate.margin is not None]
    if player or by or len(known) < 3:
        return []
    outside = [row for row in known if abs(row.rate.mean) > (row.rate.margin or 0.0)]
    wide = [widened(_plain(row), len(known)) for row in known]
    sure = sum(each is not None and each.excludes_zero for each in wide)
    count = len(known)
    return [
        f"{len(outside)} of {count} intervals exclude zero; by luck alone about {excluded_by_luck(count):.2g} would. "
        f"Each is right for a player whom you chose before looking. For all {count} together (Bonferroni) "
        f"{sure or 'none'} {'excludes' if sure == 1 else 'exclude'} zero."
    ]


def _plain(row: PlayerRow) -> dict[str, float | int]:
    margin = row.rate.margin or 0.0
    return {"mean": row.rate.mean, "low": row.rate.mean - margin, "high": row.rate.mean + margin, "values": row.hands}


def _sums(numbers: list[float]) -> list[float]:
    return [round(number, 4) for number in numbers]
