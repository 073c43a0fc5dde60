"""How do real players of each class play after the flop? Recorded players in groups, with the ranges of their rates.

The classes of Teófilo (2016, Tables 6 to 12) say how many hands a player plays and raises, not how often he folds to a
continuation bet or sees a showdown. Recorded hands say that: players are put into their classes by VPIP, PFR and AF,
converted to a table of ten, and each class is counted. The range of a rate is that between the tenth and the ninetieth
percentile of the members, if ten of them have thirty opportunities; otherwise the 95 % interval of the pooled rate, if
that has fifteen opportunities; otherwise there is none. "Tight passive" is not among the seven classes: here it is who
plays no more hands than a tight aggressive player, raises fewer, and is as passive as a loose passive one.

Heads-up hands are left out, for they say nothing about a full table. Cost: one pass over the hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Final

import numpy as np

from riverboat.games.hand import Hand
from riverboat.games.indicators import Indicators, count_hand
from riverboat.model.styles import MIN_HANDS, Bounds, distance, player_class
from riverboat.stats.mean import Interval
from riverboat.stats.share import share_interval

TIGHT_PASSIVE: Final[Bounds] = ((0.0, 0.16), (0.0, 0.09), (0.0, 0.2))
MIN_MEMBERS: Final = 10
MIN_MEMBER_SAMPLE: Final = 30
MIN_POOLED_SAMPLE: Final = 15
MAX_PLAYERS: Final = 10

_ALL: Final = (0.0, inf)

NO_LIMIT_RANGES: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "tight_passive": ((0.07, 0.16), (0.0, 0.09), (0.0, 2.0), (0.22, 0.39), (0.25, 0.56)),
    "tight_aggressive": ((0.12, 0.16), (0.09, 0.14), (2.0, inf), (0.16, 0.33), (0.32, 0.61)),
    "loose_passive": ((0.30, 1.0), (0.0, 0.15), (0.0, 2.0), (0.23, 0.46), (0.26, 0.66)),
    "loose_aggressive": ((0.17, 0.24), (0.15, 0.22), (2.0, 5.0), (0.15, 0.33), (0.48, 0.89)),
    "rock": ((0.07, 0.11), (0.05, 0.07), _ALL, (0.21, 0.32), (0.34, 0.60)),
    "maniac": ((0.30, 1.0), (0.30, 0.60), (4.0, inf), (0.42, 0.52), (0.12, 0.33)),
    "calling_station": ((0.18, 1.0), (0.0, 0.15), (0.0, 2.0), (0.25, 0.41), (0.24, 0.54)),
    "short_stacker": ((0.05, 0.09), (0.04, 0.09), _ALL, _ALL, _ALL),
}
"""VPIP, PFR and AF of each style as printed for full tables, and WTSD and folds to continuation bets of real players.

The last two are the ranges of HandHQ's hands of 2009 and of the 10,000 hands with Pluribus together; of maniacs, who do
not occur there, those of the limit hands on IRC in 1995. Short stackers do not occur in any.
"""

LIMIT_RANGES: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "tight_passive": ((0.32, 0.38), (0.27, 0.38)),
    "tight_aggressive": ((0.28, 0.36), (0.31, 0.49)),
    "loose_passive": ((0.32, 0.49), (0.24, 0.41)),
    "loose_aggressive": ((0.36, 0.41), (0.24, 0.35)),
    "rock": ((0.30, 0.36), (0.29, 0.45)),
    "maniac": ((0.42, 0.52), (0.12, 0.33)),
    "calling_station": ((0.27, 0.43), (0.27, 0.47)),
}
"""WTSD and folds to continuation bets of the players on IRC, in limit hold'em."""


@dataclass
class Population:
    """The players of one class."""

    members: list[Indicators] = field(default_factory=list)
    pooled: Indicators = field(default_factory=Indicators)

    def add(self, member: Indicators) -> None:
        """Count one more player.

        Args:
            member: What trackers count of the player.
        """
        self.members.append(member)
        self.pooled.merge(member)

    def range_of(self, rate: str) -> Interval | None:
        """Where such players lie; None without a sufficient sample.

        Args:
            rate: One of `RATES`: "vpip", "pfr" and others.
        """
        rates = [member.rate(rate) for member in self.members if member.sample(rate)[1] >= MIN_MEMBER_SAMPLE]
        if len(rates) >= MIN_MEMBERS:
            low, high = np.quantile(rates, (0.1, 0.9))
            return Interval(float(low), float(high))
        done, opportunities = self.pooled.sample(rate)
        return share_interval(done, opportunities) if opportunities >= MIN_POOLED_SAMPLE else None


def populations(hands: Iterable[Hand]) -> dict[str, Population]:
    """The players of these hands by class; those with fewer than thirty hands are left out."""
    books: dict[str, Indicators] = {}
    chairs: dict[str, int] = {}
    for hand in hands:
        players = len(hand.players)
        if not 2 < players <= MAX_PLAYERS:
            continue
        count_hand(hand, [books.setdefault(name, Indicators()) for name in hand.players])
        for name in hand.players:
            chairs[name] = chairs.get(name, 0) + players
    found: dict[str, Population] = {}
    for name, book in books.items():
        if book.hands < MIN_HANDS:
            continue
        on_average = chairs[name] / book.hands
        found.setdefault(player_class(book, players=on_average), Population()).add(book)
        if distance(book, TIGHT_PASSIVE, on_average) == 0.0:
            found.setdefault("tight passive", Population()).add(book)
    return found
