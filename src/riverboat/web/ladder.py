"""The ladder of the club: how you do against each regular, with the luck of the cards taken out, and your rating.

Counted are the hands of your tables with one person and one bot, also of tables that are closed. A result is the
luck-adjusted winnings per hand (`tables/scores.py`), in big blinds. Your rating is the least-squares fit to all results
(`stats.ratings`), together with the crosstable of the regulars if one comes with the package; it is measured from the
mean of everybody on the ladder, and its error is that of your hands. Without a crosstable the regulars' own
differences are only known through you.

Each run is counted once and its sums are kept; a request counts at most `MAX_HANDS` new hands, at 2 ms each.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from riverboat.agents.catalogue import player_name
from riverboat.records.database import HandDatabase
from riverboat.stats.mean import RunningMean
from riverboat.stats.ratings import Pair, pair_ratings
from riverboat.web.documents import Documents
from riverboat.web.tables.keeping import MODE
from riverboat.web.tables.scores import Scores

KIND: Final = "ladder-run"
MAX_HANDS: Final = 1000
_AT_A_TIME: Final = 100
_MIN_HANDS: Final = 10
"""With fewer no error can be given that means anything."""


@dataclass
class Rung:
    """Your results against one regular, in big blinds per hand."""

    agent: str
    money: RunningMean = field(default_factory=RunningMean)
    adjusted: RunningMean = field(default_factory=RunningMean)

    def to_json(self) -> dict[str, Any]:
        """In big blinds per 100 hands, with the 95 % interval."""
        money, adjusted = self.money.scaled(100.0), self.adjusted.scaled(100.0)
        return {
            "agent": self.agent,
            "name": player_name(self.agent),
            "hands": self.money.count,
            "money": [money.mean, money.margin() if money.count > 1 else None],
            "adjusted": [adjusted.mean, adjusted.margin() if adjusted.count > 1 else None],
        }


@dataclass
class Ladder:
    """Everything that was counted for one person."""

    rungs: dict[str, Rung]
    left: int
    """Hands that are not counted yet."""

    def rating(self) -> tuple[float, float] | None:
        """Yours, in big blinds per 100 hands, and half the width of its 95 % interval; None with too few hands."""
        played = [rung for rung in self.rungs.values() if rung.adjusted.count >= _MIN_HANDS]
        if not played:
            return None
        agents = [rung.agent for rung in played]
        pairs = [Pair.of(0, 1 + place, rung.adjusted.scaled(100.0)) for place, rung in enumerate(played)]
        pairs += _between(agents)
        found = pair_ratings(1 + len(agents), pairs)
        return found.values[0], found.margin(0)


def ladder_of(person: str, documents: Documents, database: HandDatabase) -> Ladder:
    """The ladder of a person, by id."""
    rungs: dict[str, Rung] = {}
    budget, left = MAX_HANDS, 0
    for run, about in database.parameters(MODE).items():
        agents = about.get("agents")
        if about.get("people") != 1 or about.get("host") != person or not agents or len(agents) != 1:
            continue
        [(bot, agent)] = agents.items()
        scores = Scores(documents.get(KIND, str(run)))
        stored, before = database.stored(run), scores.hands
        while budget > 0 and scores.hands < stored:
            hands = list(database.page(run, scores.hands, min(_AT_A_TIME, budget)))
            if not hands:
                break
            scores.add_all(hands)
            budget -= len(hands)
        if scores.hands > before:
            documents.put(KIND, str(run), scores.kept())
        left += stored - scores.hands
        rung = rungs.setdefault(agent, Rung(agent))
        for name, (money, adjusted) in scores.means.items():
            if name != bot:
                rung.money.merge(money)
                rung.adjusted.merge(adjusted)
    return Ladder(rungs, left)


def _between(agents: list[str]) -> list[Pair]:
    """What a shipped crosstable says about pairs of these players, in big blinds per 100 hands."""
    from riverboat.arena.crosstable.shipped import shipped_crosstable, shipped_fields

    pairs: dict[tuple[int, int], Pair] = {}
    for name in shipped_fields():
        for cell in shipped_crosstable(name).cells:
            if cell.row in agents and cell.column in agents and cell.mbb.count > 1:
                row, column = 1 + agents.index(cell.row), 1 + agents.index(cell.column)
                pairs.setdefault((row, column), Pair.of(row, column, cell.mbb.scaled(0.1)))
    return list(pairs.values())
