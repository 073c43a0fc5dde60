"""How many hands are there? The summaries know it of all hands, of each player, and of a run: nothing is counted.

    known_total(database, parse_query("-Ann"), players)        # all hands but Ann's

Hands that are in no summary yet (of a match that is being played, or of a killed process) make it unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from sqlalchemy import func, select

from riverboat.records.database.statistics import counted
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.summary import uncounted
from riverboat.records.database.tables import SUMMARY_STATE
from riverboat.records.query import NAMES, Not, Query, Term, conjuncts

Players = Callable[[str, str], list[int]]
"""The numbers of the players who are meant by a name, in a condition of a kind."""


def hands_of(database: HandDatabase, ids: Collection[int], simulation: int | None = None) -> int:
    """In how many hands these players were, of one run or all, by the summaries; one with two of them counts twice."""
    table, here = counted(simulation)
    with database.reading() as connection:
        query = select(func.sum(table.c.hands)).where(here, table.c.player_id.in_(sorted(ids)))
        return int(connection.execute(query).scalar() or 0)


def known_total(database: HandDatabase, query: Query, players: Players) -> int | None:
    """The number of hands of a query that asks for all, for one player's, or for those without one player."""
    parts = list(conjuncts(query))
    runs = [part.value for part in parts if isinstance(part, Term) and part.kind == "run"]
    others = [part for part in parts if not (isinstance(part, Term) and part.kind == "run")]
    if len(runs) > 1 or len(others) > 1:
        return None
    asked = others[0] if others else None
    name = asked.part if isinstance(asked, Not) else asked
    if name is not None and not (isinstance(name, Term) and name.kind in NAMES):
        return None
    ids = [] if name is None else players(name.value, name.kind)
    if len(ids) > 1 or uncounted(database):
        return None
    run = runs[0] if runs else None
    hands = hands_of(database, ids, run) if ids else 0
    return _hands(database, run) - hands if name is None or isinstance(asked, Not) else hands


def _hands(database: HandDatabase, simulation: int | None) -> int:
    """All hands, or those of a run."""
    query = select(func.sum(SUMMARY_STATE.c.games))
    if simulation is not None:
        query = query.where(SUMMARY_STATE.c.simulation_id == simulation)
    with database.reading() as connection:
        return int(connection.execute(query).scalar() or 0)
