"""A hand of which some cards are known, as a state: what a seat may know of it, from pictures or from a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from riverboat.games.betting import Betting
from riverboat.games.rules import Street
from riverboat.games.state import State
from riverboat.games.table import Table
from riverboat.games.view import HIDDEN

Kind = Literal["board", "down", "up"]
Row = Callable[[Kind, int, int], tuple[int, ...]]
"""The first so many cards of a board or of a position; backs for those that are not known."""


class OpenCards(Table):
    """A betting and the cards that lie open."""

    __slots__ = ()

    def __init__(
        self,
        betting: Betting,
        up: tuple[tuple[int, ...], ...],
        board: tuple[int, ...] = (),
        others: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.betting, self.up, self.board, self.other_boards = betting, up, board, others


def known_state(betting: Betting, own: int, row: Row) -> State:
    """The state with this betting, as position `own` knows it: hands of others at a showdown only."""
    rules, street = betting.rules, betting.street
    shown = betting.actor is None and betting.left > 1
    holes, up = [], []
    for position in range(rules.players):
        dealt = dealt_to(betting, position, street)
        count = sum(each.down for each in dealt)
        seen = position == own or (shown and betting.live[position])
        holes.append(row("down", position, count) if seen else (HIDDEN,) * count)
        up.append(row("up", position, sum(each.up for each in dealt)))
    count = sum(each.board for each in rules.streets[: street + 1])
    first, *others = [row("board", which, count) for which in range(rules.boards)]
    return State.imagined(OpenCards(betting, tuple(up), first, tuple(others)), holes, ())


def dealt_to(betting: Betting, position: int, street: int) -> tuple[Street, ...]:
    """The streets on which a player was dealt cards: those who fold get no more."""
    if not betting.live[position]:
        street = next((at for at, who, done in betting.actions if who == position and done.verb == "fold"), street)
    return betting.rules.streets[: street + 1]
