"""What a live table sends: to everyone, to one seat, to a browser that has just come, and to the list of tables.

Cards come into a frame only through `seen.py`, and those of a seat only for the player who was dealt them: somebody who
takes a chair after its player has left sees nothing of the hand that was played there.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from riverboat.games.view import View
from riverboat.web.documents import Body
from riverboat.web.people import Person
from riverboat.web.tables import seen

if TYPE_CHECKING:
    from riverboat.web.tables.connection import Connection
    from riverboat.web.tables.table import Table


def whole(table: Table, connection: Connection) -> seen.Frame:
    """The full state, for a new connection."""
    entries = table.hand.entries if table.hand is not None else []
    return everyone(table) | {"did": entries, "whole": True, "table": fixed(table, connection)} | own(table, connection)


def everyone(table: Table) -> seen.Frame:
    """What everyone sees."""
    hand = table.hand
    now: seen.Frame = {"kind": "now", "hand": table.number, "turn": table.turn, "button": table.button}
    if hand is None:
        now |= {"seats": {}, "board": [], "pot": 0, "actor": None}
    else:
        now |= seen.open_part(hand.state, hand.order, tuple(map(len, hand.state.down)), hand.beyond)
        now["actor"] = hand.actor_chair
        now["commitment"] = hand.commitment.root
        now["positions"] = hand.positions
        if hand.over is not None:
            now["pot"] = 0
            now["over"] = hand.over
    seats = now["seats"]
    for chair, seat in enumerate(table.seats):
        is_free = seat.is_human and not seat.key
        if chair not in seats or is_free:
            state = "free" if is_free else "out"
            seats[chair] = {"stack": seat.stack, "bet": 0, "state": state, "down": 0}
        elif hand is not None and hand.over is not None:
            seats[chair] |= {"stack": seat.stack, "bet": 0}
    if not table.is_playing:
        now["waiting"] = table.waiting
    elif table.deadline is not None:
        now["left"] = round(max(0.0, table.deadline - asyncio.get_running_loop().time()), 1)
    return now


def own(table: Table, connection: Connection) -> seen.Frame:
    """What only this browser sees."""
    hand, chair = table.hand, connection.chair
    if hand is None:
        return {}
    is_dealt_in = chair in hand.order and chair not in hand.left
    position = hand.order.index(chair) if is_dealt_in and chair is not None else seen.NOBODY
    found: seen.Frame = {}
    if position != seen.NOBODY:
        found = seen.own_part(View(hand.state, position))
    if hand.record is not None:
        found["shown"] = seen.shown(hand.record, hand.order, position)
    return found


def fixed(table: Table, connection: Connection) -> seen.Frame:
    """What rarely changes."""
    rules = table.full_rules
    return {
        "id": table.name,
        "title": table.setup.title,
        "game": rules.identity,
        "betting": rules.betting,
        "unit": table.unit,
        "streets": [[street.name, street.board] for street in rules.streets],
        "chairs": [
            {"name": seat.name, "bot": seat.agent or None, "out": seat.out, "rebuys": seat.rebuys}
            for seat in table.seats
        ],
        "you": connection.chair,
        "host": table.is_host(connection.person),
        "alone": table.setup.people == 1,
        "stack": table.setup.stack,
        "clock": table.setup.clock,
        "auto": table.auto_deal,
    }


def listed(table: Table, person: Person) -> Body:
    """The table for lists: no cards at all."""
    now = everyone(table)
    return {
        "id": table.name,
        "title": table.setup.title,
        "game": table.full_rules.identity,
        "hand": table.number,
        "turn": table.turn,
        "pot": now["pot"],
        "house": table.house,
        "playing": table.is_playing,
        "waiting": now.get("waiting", ""),
        "host": table.is_host(person),
        "seats": [
            {
                "name": seat.name,
                "agent": seat.agent,
                "free": seat.is_human and not seat.key,
                "stack": now["seats"][chair]["stack"],
                "state": now["seats"][chair]["state"],
                "bought": seat.bought,
                "here": table.is_here(chair),
            }
            for chair, seat in enumerate(table.seats)
        ],
    }
