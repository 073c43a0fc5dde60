"""How much of everybody's winnings in a database was the luck of all-ins? Worked out once per hand, and kept in a file.

    luck = update_luck(database, path)          # only hands that are new since the last time
    luck.adjusted(line)                         # a line of statistics, all-in adjusted

Only hands that were shown down with somebody all-in can differ from the money (`model/all_in.py`): a few of a hundred,
found by a query. Of each the file has the difference for every player in big blinds, and the difference of the squares,
so that the adjusted mean and its interval follow from the sums of the summaries without reading a hand again. The file
knows how far each run is covered, and runs are recognised by when they were started: another database makes it anew.

Cost: one to three milliseconds per all-in before the flop, less later; nothing for the rest. Ctrl-C keeps what is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import func, select

from riverboat.errors import RiverboatError
from riverboat.files import read_arrays, write_arrays
from riverboat.games.hand import Hand
from riverboat.games.positions import position_names
from riverboat.games.units import Units
from riverboat.model.all_in import adjusted_payoffs
from riverboat.progress import OnProgress, Progress
from riverboat.records.database.searched import Course
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import GAME, SIMULATION
from riverboat.records.facts import facts_of
from riverboat.records.statistics import By, StatisticsLine, groups_of

KIND: Final = "stored-luck"
_SAVED_EVERY: Final = 20.0
_TOGETHER: Final = 500
_SMALL: Final = 1e-9
_COLUMNS: Final = ("run", "place", "player", "position")


class LuckSums(NamedTuple):
    """What to add to the sum of winnings, and to the sum of their squares."""

    bb: float = 0.0
    squares: float = 0.0


@dataclass(frozen=True)
class StoredLuck:
    """The difference that all-ins make, by hand and player; arrays of the same length, in the order of places."""

    run: NDArray[np.int64]
    place: NDArray[np.int64]
    player: NDArray[np.int64]
    position: NDArray[np.int64]
    bb: NDArray[np.float64]
    """Adjusted winnings less the money."""
    squares: NDArray[np.float64]
    """The square of the adjusted winnings less that of the money."""
    players: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()
    covered: tuple[tuple[int, str, int], ...] = ()
    """Runs with when they were started and how many of their hands are in here."""

    @classmethod
    def empty(cls) -> StoredLuck:
        """Of no hand."""
        none = np.zeros(0, np.int64)
        return cls(none, none, none, none, np.zeros(0), np.zeros(0))

    def of(self, player: str, run: int | None = None, position: str | None = None) -> NDArray[np.bool_]:
        """Which rows are a player's."""
        if player not in self.players:
            return np.zeros(len(self.run), bool)
        chosen: NDArray[np.bool_] = self.player == self.players.index(player)
        if run is not None:
            chosen &= self.run == run
        if position is not None:
            place = self.positions.index(position) if position in self.positions else -1
            chosen &= self.position == place
        return chosen

    def sums(self, player: str, run: int | None = None, position: str | None = None) -> LuckSums:
        """The sums of a player, of one run or all, in one position or all."""
        chosen = self.of(player, run, position)
        return LuckSums(float(self.bb[chosen].sum()), float(self.squares[chosen].sum()))

    def adjusted(self, line: StatisticsLine, run: int | None = None, position: str | None = None) -> StatisticsLine:
        """The line with all-in adjusted winnings in place of money; its currency's money is left as it was."""
        return with_luck(line, self.sums(line.player, run, position))

    def along(self, course: Course, player: str) -> NDArray[np.float64]:
        """What to add to each block of a course of this player's hands.

        A course of some hands only is right if each of them is a block (`Course.step` is 1).
        """
        added = np.zeros(len(course.run))
        rows = np.flatnonzero(self.of(player))
        blocks = {key: at for at, key in enumerate(zip(course.run.tolist(), course.block.tolist(), strict=True))}
        for row in rows.tolist():
            at = blocks.get((int(self.run[row]), int(self.place[row]) // course.step))
            if at is not None:
                added[at] += self.bb[row]
        return added


def with_luck(line: StatisticsLine, more: LuckSums) -> StatisticsLine:
    """The line with adjusted winnings in place of money."""
    return replace(line, won_bb=line.won_bb + more.bb, won_bb_squared=line.won_bb_squared + more.squares)


def luck_by_group(
    database: HandDatabase, luck: StoredLuck, player: str, by: By, run: int | None = None
) -> dict[str, LuckSums]:
    """What to add to each line of a player's statistics by stake, month or street; reads the hands with all-ins."""
    rows = np.flatnonzero(luck.of(player, run))
    places = list(zip(luck.run[rows].tolist(), luck.place[rows].tolist(), strict=True))
    found: dict[str, LuckSums] = {}
    for row, hand in zip(rows.tolist(), database.hands_at(places), strict=True):
        for group in groups_of(by, hand, facts_of(hand), hand.players.index(player)):
            before = found.get(group, LuckSums())
            found[group] = LuckSums(before.bb + float(luck.bb[row]), before.squares + float(luck.squares[row]))
    return found


def read_luck(path: str | Path) -> StoredLuck:
    """What is in the file; nothing if there is none, or it is damaged."""
    path = Path(path)
    if not path.exists():
        return StoredLuck.empty()
    try:
        header, arrays = read_arrays(path, KIND)
        covered = tuple((int(run), str(started), int(games)) for run, started, games in header["covered"])
        names = tuple(header["players"]), tuple(header["positions"])
        return _made_of(arrays, *names, covered)
    except (RiverboatError, LookupError, TypeError, ValueError):
        return StoredLuck.empty()


def hands_left(database: HandDatabase, luck: StoredLuck) -> list[tuple[int, str, int, int]]:
    """The runs with hands that are not covered: run, when it was started, the first of them, and how many there are."""
    last = select(func.max(GAME.c.game)).where(GAME.c.simulation_id == SIMULATION.c.id).scalar_subquery()
    with database.reading() as connection:
        runs = connection.execute(select(SIMULATION.c.id, SIMULATION.c.started_at, last)).all()
    known = {(run, started): games for run, started, games in luck.covered}
    stored = [(int(run), str(started), int(top) + 1) for run, started, top in runs if top is not None]
    left = [(run, started, known.get((run, started), 0), games) for run, started, games in stored]
    return [(run, started, first, games - first) for run, started, first, games in left if games > first]


def update_luck(database: HandDatabase, path: str | Path, on_progress: OnProgress | None = None) -> StoredLuck:
    """Cover all hands; those of runs that are no longer there are forgotten. What is done is kept on Ctrl-C."""
    path = Path(path)
    luck = _of_this(database, read_luck(path))
    book = _Book(luck)
    left = hands_left(database, luck)
    total, done, saved = sum(count for *_, count in left), 0, monotonic()
    try:
        for run, started, first, count in left:
            for place, hand in _all_ins(database, run, first, first + count):
                book.add(run, place, hand)
                book.covered[run, started] = place + 1
                if on_progress is not None:
                    on_progress(Progress(done + place - first, total, note="all-ins"))
                if monotonic() - saved > _SAVED_EVERY:
                    book.save(path)
                    saved = monotonic()
            done += count
            book.covered[run, started] = first + count
    finally:
        found = book.save(path) if left else luck
    return found


def _of_this(database: HandDatabase, luck: StoredLuck) -> StoredLuck:
    """Without runs that this database does not have."""
    with database.reading() as connection:
        here = {(int(row.id), str(row.started_at)) for row in connection.execute(select(SIMULATION))}
    gone = [run for run, started, _ in luck.covered if (run, started) not in here]
    if not gone:
        return luck
    kept = ~np.isin(luck.run, gone)
    columns = {name: getattr(luck, name)[kept] for name in (*_COLUMNS, "bb", "squares")}
    return replace(luck, **columns, covered=tuple(each for each in luck.covered if each[0] not in gone))


def _all_ins(database: HandDatabase, run: int, first: int, end: int) -> Iterator[tuple[int, Hand]]:
    """The hands of a run that were shown down with somebody all-in, with their places."""
    wanted = select(GAME.c.game).where(GAME.c.simulation_id == run, GAME.c.game >= first, GAME.c.game < end)
    wanted = wanted.where(GAME.c.showdown.is_(True), GAME.c.all_in.is_(True)).order_by(GAME.c.game)
    with database.reading() as connection:
        places = [int(place) for place in connection.execute(wanted).scalars()]
    for start in range(0, len(places), _TOGETHER):
        part = places[start : start + _TOGETHER]
        yield from zip(part, database.hands_at((run, place) for place in part), strict=True)


class _Book:
    """The rows while they grow."""

    def __init__(self, luck: StoredLuck) -> None:
        self._old = luck
        self._rows: list[tuple[int, int, int, int]] = []
        self._numbers: list[tuple[float, float]] = []
        self._players = {name: at for at, name in enumerate(luck.players)}
        self._positions = {name: at for at, name in enumerate(luck.positions)}
        self.covered = {(run, started): games for run, started, games in luck.covered}

    def add(self, run: int, place: int, hand: Hand) -> None:
        blind, names = Units.of(hand.rules).big_blind, position_names(hand.rules)
        for at, (plain, mean) in enumerate(zip(hand.payoffs, adjusted_payoffs(hand), strict=True)):
            money, adjusted = float(plain) / blind, mean / blind
            if abs(adjusted - money) > _SMALL:
                player = self._players.setdefault(hand.players[at], len(self._players))
                position = self._positions.setdefault(names[at], len(self._positions))
                self._rows.append((run, place, player, position))
                self._numbers.append((adjusted - money, adjusted**2 - money**2))

    def save(self, path: Path) -> StoredLuck:
        rows = np.array(self._rows, np.int64).reshape(-1, len(_COLUMNS))
        numbers = np.array(self._numbers).reshape(-1, 2)
        joined: dict[str, NDArray[Any]] = {
            name: np.concatenate([getattr(self._old, name), column])
            for name, column in zip((*_COLUMNS, "bb", "squares"), (*rows.T, *numbers.T), strict=True)
        }
        covered = [(run, started, games) for (run, started), games in self.covered.items()]
        header: dict[str, Sequence[Any]] = {
            "players": list(self._players),
            "positions": list(self._positions),
            "covered": covered,
        }
        write_arrays(path, KIND, header, joined)
        return _made_of(joined, tuple(self._players), tuple(self._positions), tuple(covered))


def _made_of(
    arrays: Mapping[str, NDArray[Any]],
    players: tuple[str, ...],
    positions: tuple[str, ...],
    covered: tuple[tuple[int, str, int], ...],
) -> StoredLuck:
    run, place, player, position = (arrays[name] for name in _COLUMNS)
    return StoredLuck(run, place, player, position, arrays["bb"], arrays["squares"], players, positions, covered)
