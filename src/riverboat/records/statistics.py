"""Statistics of players: hands, money in each currency, big blinds per 100 hands, and the rates of trackers.

    lines = statistics_of(hands, by="position", players=["Ann"])

Money is never added over currencies: a line is of one player, one group and one currency. `by` says what groups are:
the position, the stake (the big blind in money), the month, the last street that the player saw, or the opponent.
Databases have the same lines without reading the hands (`database/statistics.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Final, Literal, get_args

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.indicators import Indicators
from riverboat.records.facts import Facts, facts_of

By = Literal["", "position", "stake", "month", "opponent", "street"]
GROUPS: Final = tuple(each for each in get_args(By) if each)
_Z: Final = 1.959963984540054
"""Of a 95 % interval."""
_STREETS: Final = ("pre-flop", "flop", "turn", "river")


@dataclass
class StatisticsLine:
    """One player, one group, one currency."""

    player: str
    group: str
    currency: str
    hands: int = 0
    won: float = 0.0
    """Money, in the currency."""
    won_bb: float = 0.0
    won_bb_squared: float = 0.0
    indicators: Indicators = field(default_factory=Indicators)

    @property
    def bb_per_100(self) -> float:
        """Big blinds per hundred hands."""
        return 100.0 * self.won_bb / self.hands if self.hands else 0.0

    @property
    def bb_per_100_margin(self) -> float:
        """Half of its 95 % interval; infinite for fewer than two hands."""
        if self.hands < 2:
            return inf
        variance = max(0.0, self.won_bb_squared - self.won_bb**2 / self.hands) / (self.hands - 1)
        return 100.0 * _Z * sqrt(variance / self.hands)


def statistics_of(
    hands: Iterable[Hand], by: By = "", is_wanted: Callable[[str], bool] = lambda name: True
) -> list[StatisticsLine]:
    """The lines of these hands, players with most hands first; groups in order."""
    require_group(by)
    lines: dict[tuple[str, str, str], StatisticsLine] = {}
    for hand in hands:
        facts = facts_of(hand)
        for position, name in enumerate(hand.players):
            if not is_wanted(name):
                continue
            for group in groups_of(by, hand, facts, position):
                key = name, group, facts.currency
                line = lines.get(key)
                if line is None:
                    line = lines[key] = StatisticsLine(*key)
                blinds = facts.seats[position].net_bb
                line.hands += 1
                line.won += float(hand.payoffs[position]) * facts.unit_size
                line.won_bb += blinds
                line.won_bb_squared += blinds * blinds
                line.indicators.add_one(facts.counts[position])
    return in_order(lines.values(), by)


def require_group(by: str) -> None:
    """Refuse what is no group."""
    if by not in get_args(By):
        raise RiverboatError(f'statistics by "{by[:40]}": expected one of {", ".join(GROUPS)}')


def in_order(lines: Iterable[StatisticsLine], by: By) -> list[StatisticsLine]:
    """Players with the most hands first, their groups in order; opponents with the most hands first."""
    found = list(lines)
    hands: dict[str, int] = {}
    for line in found:
        hands[line.player] = hands.get(line.player, 0) + line.hands
    if by == "opponent":
        return sorted(found, key=lambda line: (-hands[line.player], line.player, -line.hands, line.group))
    return sorted(found, key=lambda line: (-hands[line.player], line.player, _rank(by, line.group), line.currency))


def _rank(by: By, group: str) -> tuple[float, str]:
    if by == "position":
        order = ("small blind", "big blind", "UTG", "UTG+1", "UTG+2", "UTG+3", "UTG+4", "UTG+5", "cut-off", "button")
        return (order.index(group) if group in order else len(order)), group
    if by == "stake":
        return float(group.partition(" ")[0]), group
    if by == "street":
        return float(group.partition(" ")[0]), group
    return 0.0, group


def stake_text(big_blind: float, currency: str) -> str:
    """`1 USD`: the big blind in money."""
    return f"{big_blind:.10g} {currency}"


def street_text(street: int) -> str:
    """`2 flop`: the number of the street and, where boards are dealt as in hold'em, its name."""
    return f"{street + 1} {_STREETS[street]}" if street < len(_STREETS) else str(street + 1)


def groups_of(by: By, hand: Hand, facts: Facts, position: int) -> Iterable[str]:
    """In which lines of a player the hand counts."""
    if by == "position":
        return (facts.seats[position].position_name or "-",)
    if by == "stake":
        return (stake_text(facts.big_blind * facts.unit_size, facts.currency),)
    if by == "month":
        return (facts.month or "-",)
    if by == "street":
        return (street_text(facts.seats[position].last_street),)
    if by == "opponent":
        return [name for other, name in enumerate(hand.players) if other != position]
    return ("",)
