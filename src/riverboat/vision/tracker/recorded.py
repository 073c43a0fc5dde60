"""The events of a hand that was recorded, as they were told to the player at the time: the other end of `stream.py`.

A record as one position may know it (`Hand.seen_by`) has everything that this player saw, so its views can be made
again, in any game that can be followed by sight.
"""

from __future__ import annotations

from collections.abc import Iterator

from riverboat.games.betting import Betting
from riverboat.games.hand import Hand
from riverboat.games.showing import showing
from riverboat.games.view import View
from riverboat.vision.tracker.known import Kind, OpenCards, dealt_to, known_state
from riverboat.vision.tracker.line import Deal, first_line
from riverboat.vision.tracker.stream import Acted, Began, Ended, Event


def events_of(hand: Hand, position: int) -> Iterator[Event]:
    """How a hand began, every action, and how it ended, as this position saw it."""
    boards = (hand.board, *hand.other_boards)

    def row(kind: Kind, which: int, count: int) -> tuple[int, ...]:
        cards = {"board": boards, "down": hand.down, "up": hand.up}[kind][which]
        return cards[:count]

    def opener(betting: Betting, street: int) -> int:
        by = hand.rules.openers[street]
        assert not isinstance(by, int)
        up = tuple(cards[: sum(each.up for each in dealt_to(betting, at, street))] for at, cards in enumerate(hand.up))
        return showing(OpenCards(betting, up), by)

    line = first_line(Deal(hand.rules, tuple(range(hand.rules.players)), hand.stacks), opener)
    yield Began(View(known_state(line.betting, position, row), position), hand.players)
    for _, who, action in hand.actions:
        line = line.after(action, opener)
        yield Acted(View(known_state(line.betting, position, row), position), who, action)
    betting = line.betting
    yield Ended(hand._replace(committed=betting.committed, live=betting.live).seen_by(position))
