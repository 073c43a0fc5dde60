"""Cards that stay closed: how a hand of a table for several people is stored.

Its rows in the database have what was shown and nothing else, so that no page, export or command can open the rest, not
even for the owner of the server. What the seats need later (a replay with one's own cards, the score, what a bot has
learned) is kept beside the hand's entry in the log, encrypted with the server's key (`sealing.py`), and leaves the
server only as one seat may know it. It is deleted when the table is closed.
"""

from __future__ import annotations

from typing import Any

from riverboat.games.hand import Hand
from riverboat.web.tables.seen import NOBODY


def closed(hand: Hand) -> Hand:
    """The hand as it is stored: what everyone may know."""
    return hand.seen_by(NOBODY)


def closed_cards(hand: Hand) -> dict[str, Any]:
    """What `closed` leaves out, as JSON."""
    return {
        "down": hand.down,
        "exchanged": [action.cards for _, _, action in hand.actions],
        "dealt": hand.dealt,
    }


def opened(hand: Hand, cards: dict[str, Any]) -> Hand:
    """The whole hand again."""
    return hand._replace(
        down=tuple(map(tuple, cards["down"])),
        actions=tuple(
            (street, position, action._replace(cards=tuple(given)))
            for (street, position, action), given in zip(hand.actions, cards["exchanged"], strict=True)
        ),
        dealt=tuple(cards["dealt"]),
    )
