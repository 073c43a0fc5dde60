"""The result of a match: plain data, with errors and units on every number.

Winnings are per hand, in chips, in small bets (sb, the bet of the first street) and in thousandths of a big blind
(mbb). Intervals are of 95 %.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from riverboat.arena.learning import EARLY, LATE, LearningResult
from riverboat.arena.tally import Tally
from riverboat.games.indicators import Indicators
from riverboat.games.units import Units
from riverboat.html import table
from riverboat.stats.crosstable import Crosstable
from riverboat.stats.mean import RunningMean
from riverboat.stats.sequential import MIN_COUNT, anytime_interval, anytime_margin

_NAMED = 3
"""Players in a short text."""


@dataclass(frozen=True)
class PlayerResult:
    """One player's result."""

    name: str
    """In this match; two players with the same agent are numbered."""
    agent: str
    """The text that made the player."""
    hands: int
    """How many were played."""
    chips: RunningMean
    """Chips per hand."""
    units: Units
    """What turns chips into big blinds."""
    indicators: Indicators
    """VPIP, PFR and the others."""
    faults: Mapping[str, int] = field(default_factory=dict)
    """How often the player raised an error, acted illegally, or was late."""
    messages: tuple[str, ...] = ()
    """The first faults in words."""
    adjusted: RunningMean = field(default_factory=RunningMean)
    """Chips per hand without some of the luck; without values if not requested."""
    adjusted_by: str = "all-in adjusted"
    """What these are called: all-in adjusted, or AIVAT."""
    watched: bool = False
    """Whether the match was stopped by its own result, so that only intervals that hold at any time are valid."""

    def margin(self, level: float = 0.95) -> float:
        """Half the width of the interval of the chips per hand, of the kind that the match allows."""
        return anytime_margin(self.chips, level) if self.watched else self.chips.margin(level)

    @property
    def sb(self) -> RunningMean:
        """Small bets per hand."""
        return self.chips.scaled(1.0 / self.units.small_bet)

    @property
    def mbb(self) -> RunningMean:
        """Thousandths of a big blind per hand."""
        return self.chips.scaled(1000.0 / self.units.big_blind)

    @property
    def bb_per_100(self) -> RunningMean:
        """Big blinds per hundred hands."""
        return self.chips.scaled(100.0 / self.units.big_blind)

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        found: dict[str, Any] = {"name": self.name, "agent": self.agent, "hands": self.hands}
        if self.units.per == "hand":
            found |= {
                "chips_per_hand": self.chips.to_json(),
                "sb_per_hand": self.sb.to_json(),
                "mbb_per_hand": self.mbb.to_json(),
                "bb_per_100": self.bb_per_100.to_json(),
            }
            if self.adjusted.count:
                found[f"{_as_key(self.adjusted_by)}_chips_per_hand"] = self.adjusted.to_json()
            if self.watched:
                low, high = anytime_interval(self.chips)
                valid = self.chips.count >= MIN_COUNT
                found["anytime_valid_chips_per_hand"] = {"low": low if valid else None, "high": high if valid else None}
        else:
            found |= {
                f"chips_per_{self.units.per}": self.chips.to_json(),
                f"buy_ins_per_{self.units.per}": self.sb.to_json(),
            }
        return found | {
            "faults": dict(self.faults),
            "messages": list(self.messages),
            "indicators": self.indicators.to_json(),
        }


@dataclass(frozen=True)
class MatchResult:
    """The result of a match in any mode; `extra` has what only that mode has."""

    mode: str
    """The kind of match."""
    game: str
    seed: int
    hands: int
    """How many were played in all."""
    samples: int
    """Independent samples in the means of a player: hands, deals, tournaments or seasons, depending on the mode."""
    players: tuple[PlayerResult, ...]
    """One result for each, as they were given."""
    crosstable: Crosstable
    """Who won how much from whom."""
    complete: bool = True
    """False if it was stopped before its end."""
    curves: Mapping[str, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    """(hands so far in the match, chips won so far) of each player, for a bankroll plot."""
    extra: Any = None
    """What only this mode has: places, bankrolls, generations."""
    adjusted_curves: Mapping[str, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    """The same without some of the luck, if requested."""
    winners: tuple[str, ...] = ()
    """The significant winners, in a match with `until_significant`."""
    session: int | None = 1000
    """Hands after which players were re-created; None: never during a match."""
    matches: int = 1
    """How many matches are pooled."""
    memory: str = ""
    """Where players remembered opponents, if anywhere."""
    learning: LearningResult | None = None
    """The learning curves of a match whose players were not re-created, or remembered."""
    adjusted_learning: LearningResult | None = None
    """The same without some of the luck, if requested."""

    def __getitem__(self, name: str) -> PlayerResult:
        """A player's result by name."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def __repr__(self) -> str:
        said = ", ".join(f"{player.name} {plus_minus(player.mbb, 1, None)} mbb" for player in self.players[:_NAMED])
        more = ", ..." if len(self.players) > _NAMED else ""
        return f"<MatchResult {self.title}: {said}{more}>"

    def _repr_html_(self) -> str:
        """In a notebook: what each player won, and from whom."""
        columns = ("player", "hands", "chips", "mbb")
        rows = [
            (player.name, f"{player.hands:,}", plus_minus(player.chips, 3, player.margin()), plus_minus(player.mbb, 1))
            for player in self.players
        ]
        each = self.players[0].units.per if self.players else "hand"
        return table(columns, rows, caption=f"{self.title}; per {each}, ± 95 %") + (
            self.crosstable._repr_html_() if len(self.players) > 2 else ""
        )

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        found = {
            "mode": self.mode,
            "game": self.game,
            "seed": self.seed,
            "hands": self.hands,
            "session": "never" if self.session is None else self.session,
            "matches": self.matches,
            "complete": self.complete,
            "players": [player.to_json() for player in self.players],
            "crosstable": self.crosstable.to_json(),
            "curves": {name: [list(point) for point in points] for name, points in self.curves.items()},
        }
        if self.adjusted_curves:
            found[f"{_as_key(self.adjusted_by)}_curves"] = {
                name: [list(point) for point in points] for name, points in self.adjusted_curves.items()
            }
        if self.memory:
            found["memory"] = self.memory
        if self.learning is not None:
            found["learning"] = self.learning.to_json()
        if self.adjusted_learning is not None:
            found[f"{_as_key(self.adjusted_by)}_learning"] = self.adjusted_learning.to_json()
        if any(player.watched for player in self.players):
            found["known_winners"] = list(self.winners)
        if self.extra is not None:
            found[self.mode] = self.extra.to_json()
        return found

    def table(self) -> str:
        """The result as lines of text."""
        parts = (
            _player_lines(self.players),
            _fault_lines(self.players),
            _adjusted_lines(self.players),
            _learning_lines(self),
            _cross_lines(self),
            _mode_lines(self),
        )
        return "\n".join(line for part in parts for line in part)

    @property
    def adjusted_by(self) -> str:
        """What winnings without some of the luck are called."""
        return self.players[0].adjusted_by if self.players else ""

    @property
    def title(self) -> str:
        """What was played, in one line."""
        words = [self.mode, self.game, f"{self.hands:,} hands"]
        if self.matches > 1:
            words.append(f"{self.matches} matches")
        if self.session is None:
            words.append("session never")
        elif self.session != 1000 and self.mode != "evolve":
            words.append(f"session {self.session}")
        return ", ".join([*words, f"seed {self.seed}"])


def _as_key(label: str) -> str:
    return label.lower().replace(" ", "_").replace("-", "_")


def players_of(
    tally: Tally, agents: Sequence[str], units: Units, *, watched: bool = False, adjusted_by: str = "all-in adjusted"
) -> tuple[PlayerResult, ...]:
    """The players' results from a tally."""
    return tuple(
        PlayerResult(
            name,
            agent,
            each.hands,
            each.chips,
            units,
            each.indicators,
            dict(each.faults),
            tuple(each.messages),
            each.adjusted,
            adjusted_by,
            watched,
        )
        for name, agent, each in zip(tally.names, agents, tally.players, strict=True)
    )


def _player_lines(players: Sequence[PlayerResult]) -> list[str]:
    width = max([6, *(len(player.name) for player in players)])
    by_hand = not players or players[0].units.per == "hand"
    units = f"{'mbb/hand':>20}  {'sb/hand':>18}" if by_hand else f"{'buy-ins/' + players[0].units.per:>20}"
    lines = [f"{'player':{width}}  {'hands':>9}  {units}  VPIP  PFR    AF  faults"]
    for player in players:
        margin = player.margin()
        won = f"{plus_minus(player.sb, 3):>20}"
        if by_hand:
            mbb, sb = 1000.0 / player.units.big_blind, 1.0 / player.units.small_bet
            won = f"{plus_minus(player.mbb, 1, margin * mbb):>20}  {plus_minus(player.sb, 4, margin * sb):>18}"
        book = player.indicators
        lines.append(
            f"{player.name:{width}}  {player.hands:>9,}  {won}  {_percent(book.rate('vpip'))} "
            f"{_percent(book.rate('pfr'))}  {book.aggression_factor:>4.1f}  {sum(player.faults.values()):>6}"
        )
    return lines


def _fault_lines(players: Sequence[PlayerResult]) -> list[str]:
    """The first fault of each player that has any."""
    lines = [f"{player.name}: first fault: {player.messages[0]}" for player in players if player.messages]
    return ["", *lines] if lines else []


def _cross_lines(result: MatchResult) -> list[str]:
    names = result.crosstable.names
    size = range(len(names))
    if len(names) < 3 or not any(result.crosstable.cell(row, column).count for row in size for column in size):
        return []
    scale = 1000.0 / result.players[0].units.big_blind
    width = max(len(name) for name in names)
    columns = [max(len(name), 16) for name in names]
    lines = [
        "",
        "won from (mbb/hand)",
        " " * width + "".join(f"  {n:>{c}}" for n, c in zip(names, columns, strict=True)),
    ]
    for row, name in enumerate(names):
        cells = []
        for column, wide in enumerate(columns):
            mean = result.crosstable.cell(row, column).scaled(scale)
            cells.append(f"  {plus_minus(mean, 1) if mean.count else '':>{wide}}")
        lines.append(f"{name:{width}}" + "".join(cells))
    return lines


def _mode_lines(result: MatchResult) -> list[str]:
    """What only this mode has to say."""
    return ["", *result.extra.lines()] if hasattr(result.extra, "lines") else []


def _adjusted_lines(players: Sequence[PlayerResult]) -> list[str]:
    if not any(player.adjusted.count for player in players):
        return []
    width = max(len(player.name) for player in players)
    by = players[0].adjusted_by
    lines = ["", "without the luck of all-ins (mbb/hand)" if by == "all-in adjusted" else f"{by} (mbb/hand)"]
    for player in players:
        mean = player.adjusted.scaled(1000.0 / player.units.big_blind)
        lines.append(f"{player.name:{width}}  {plus_minus(mean, 1):>20}")
    return lines


def learning_rows(result: MatchResult, scale: float, digits: int = 4) -> list[tuple[str, str, str, str, str]]:
    """Of each player: the first hands, the late ones, their difference, and the mean of all blocks.

    Where winnings without some of the luck were counted too, their rows follow.
    """
    rows = _learning_rows(result.learning, scale, digits)
    if result.adjusted_learning is not None:
        adjusted = _learning_rows(result.adjusted_learning, scale, digits)
        rows += [(f"{row[0]}, {result.adjusted_by}", *row[1:]) for row in adjusted]
    return rows


def _learning_rows(learning: LearningResult | None, scale: float, digits: int) -> list[tuple[str, str, str, str, str]]:
    rows = []
    for player in () if learning is None else learning.players:
        means = [mean.scaled(scale) for mean in (player.early, player.late, player.blocks)]
        early, late, blocks = (plus_minus(mean, digits) if mean.count else "-" for mean in means)
        margin = player.gain_margin * scale
        gain = f"{player.gain * scale:+.{digits}f} ± {margin:.{digits}f}" if margin < inf else "-"
        rows.append((player.name, early, late, gain, blocks))
    return rows


LEARNING_COLUMNS = ("player", f"first {EARLY:,} hands", f"after {LATE:,} hands", "difference", "by blocks")


def _learning_lines(result: MatchResult) -> list[str]:
    if result.learning is None:
        return []
    rows = [LEARNING_COLUMNS, *learning_rows(result, 1.0 / result.players[0].units.small_bet)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(LEARNING_COLUMNS))]
    lines = ["", f"learning (sb/hand; blocks of {result.learning.block:,} hands)"]
    for name, *cells in rows:
        lines.append(f"{name:{widths[0]}}" + "".join(f"  {c:>{w}}" for c, w in zip(cells, widths[1:], strict=True)))
    return lines


def plus_minus(mean: RunningMean, digits: int, margin: float | None = None) -> str:
    """`+12.3 ± 4.5`: a mean with its 95 % interval, or with the margin given."""
    margin = mean.margin() if margin is None else margin
    if margin == inf:
        return f"{mean.mean:+.{digits}f}"
    return f"{mean.mean:+.{digits}f} ± {margin:.{digits}f}"


def _percent(rate: float) -> str:
    return "   -" if rate != rate else f"{100 * rate:3.0f}%"
