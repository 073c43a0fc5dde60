"""The ladder of the club: how you do against each regular, with the luck of the cards taken out, and your rating.

Counted are the hands of your tables with one person and one bot, also of tables that are closed. A result is the
luck-adjusted winnings per hand (`tables/scores.py`), in big blinds; the money, where luck cannot be removed.

Every game has a ladder of its own, and limit and no-limit are two: a big blind is worth something else in each, and who
is strong in one may be weak in the other. Your rating in a game is the least-squares fit to your results in it
(`stats.ratings`), together with its heads-up crosstable of the regulars, if one comes with the package; it is measured
from the mean of everybody on that ladder, and its error is that of your hands. Without a crosstable the regulars' own
differences are only known through you.

Each run is counted once and its sums are kept; a request counts at most `MAX_HANDS` new hands, at 2 ms each.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from riverboat.agents.catalogue import player_name
from riverboat.games.catalogue import parse_game
from riverboat.records.database import HandDatabase
from riverboat.stats.mean import RunningMean
from riverboat.stats.ratings import Pair, pair_ratings
from riverboat.web.documents import Documents
from riverboat.web.game_families import rated_game
from riverboat.web.tables.keeping import MODE
from riverboat.web.tables.scores import Scores

KIND: Final = "ladder-run"
MAX_HANDS: Final = 1000
_AT_A_TIME: Final = 100
_MIN_HANDS: Final = 10
"""With fewer no error can be given that means anything."""


@dataclass
class Rung:
    """Your results against one regular in one game, in big blinds per hand."""

    game: str
    """As `rated_game` names it."""
    agent: str
    money: RunningMean = field(default_factory=RunningMean)
    adjusted: RunningMean = field(default_factory=RunningMean)
    methods: set[str] = field(default_factory=set)
    """How luck was removed: "deals", "all-ins", or "money" where it cannot be."""

    def to_json(self) -> dict[str, Any]:
        """In big blinds per 100 hands, with the 95 % interval."""
        money, adjusted = self.money.scaled(100.0), self.adjusted.scaled(100.0)
        return {
            "game": self.game,
            "agent": self.agent,
            "name": player_name(self.agent),
            "hands": self.money.count,
            "money": [money.mean, money.margin() if money.count > 1 else None],
            "adjusted": [adjusted.mean, adjusted.margin() if adjusted.count > 1 else None],
            "has_luck": "money" in self.methods,
        }


@dataclass
class Ladder:
    """Everything that was counted for one person."""

    rungs: list[Rung]
    left: int
    """Hands that are not counted yet."""

    def ratings(self) -> dict[str, tuple[float, float]]:
        """Yours in each game, in big blinds per 100 hands, and half the width of its 95 % interval.

        Games with too few hands are left out.
        """
        played: dict[str, list[Rung]] = {}
        for rung in self.rungs:
            if rung.adjusted.count >= _MIN_HANDS:
                played.setdefault(rung.game, []).append(rung)
        return {game: _rating(game, rungs) for game, rungs in played.items()}


def _rating(game: str, rungs: list[Rung]) -> tuple[float, float]:
    pairs = [Pair.of(0, 1 + place, rung.adjusted.scaled(100.0)) for place, rung in enumerate(rungs)]
    found = pair_ratings(1 + len(rungs), pairs + _between(game, rungs))
    return found.values[0], found.margin(0)


def ladder_of(person: str, documents: Documents, database: HandDatabase) -> Ladder:
    """The ladder of a person, by id."""
    rungs: dict[tuple[str, str], Rung] = {}
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
        first = next(iter(database.page(run, 0, 1)), None)
        if not scores.hands or first is None:
            continue
        game = rated_game(first.rules)
        rung = rungs.setdefault((game, agent), Rung(game, agent))
        rung.methods.add(scores.method)
        for name, (money, adjusted) in scores.means.items():
            if name != bot:
                rung.money.merge(money)
                rung.adjusted.merge(adjusted)
    return Ladder(list(rungs.values()), left)


def _between(game: str, rungs: list[Rung]) -> list[Pair]:
    """What shipped crosstables of this game say about pairs of these players, in big blinds per 100 hands.

    Those of larger tables are left out: their cells are how chips flowed, with the luck of the cards.
    """
    from riverboat.arena.crosstable.shipped import shipped_crosstable, shipped_fields

    places = {rung.agent: 1 + place for place, rung in enumerate(rungs)}
    pairs: dict[tuple[int, int], Pair] = {}
    for name in shipped_fields():
        table = shipped_crosstable(name)
        rules = parse_game(table.game)
        for cell in table.cells if rules.players == 2 and rated_game(rules) == game else ():
            if cell.row in places and cell.column in places and cell.mbb.count > 1:
                row, column = places[cell.row], places[cell.column]
                pairs.setdefault((row, column), Pair.of(row, column, cell.mbb.scaled(0.1)))
    return list(pairs.values())
