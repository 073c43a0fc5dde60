"""The frames sent to a seat: made only from that seat's `View` and public information.

`open_part` is given a table without anyone's cards (its type has none); `own_part` adds what one seat's view holds.
Cards of others appear only in `shown`, which is made from a finished hand's record as that seat may know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from riverboat.cards.deck import Deck
from riverboat.games.hand import Hand
from riverboat.games.table import Table
from riverboat.games.view import HIDDEN, View

Frame = dict[str, Any]
NOBODY = -1
"""The position of a spectator."""


def texts(deck: Deck, cards: Iterable[int]) -> list[str]:
    """Cards as text; the back of one is `??`."""
    faces = deck.faces
    return [faces[card] for card in cards]


def open_part(table: Table, order: Sequence[int], backs: Sequence[int], beyond: Sequence[int]) -> Frame:
    """What everyone sees; `backs` is how many face-down cards each position holds, `beyond` its chips out of play."""
    deck, betting = table.rules.deck, table.betting
    seats: dict[int, Frame] = {}
    for position, chair in enumerate(order):
        stack = betting.stacks[position]
        alive = betting.live[position]
        seats[chair] = {
            "stack": stack + beyond[position],
            "bet": betting.bets[position],
            "state": ("in" if stack else "all-in") if alive else "folded",
            "down": backs[position] if alive else 0,
        }
        if table.up[position]:
            seats[chair]["up"] = texts(deck, table.up[position])
    frame: Frame = {
        "street": betting.street,
        "phase": betting.phase,
        "pot": sum(betting.committed),
        "board": texts(deck, table.board),
        "seats": seats,
    }
    if table.other_boards:
        frame["boards"] = [texts(deck, board) for board in table.other_boards]
    return frame


def own_part(view: View) -> Frame:
    """What only this seat sees: its face-down cards, and when it is its turn what it may do."""
    own: Frame = {"cards": texts(view.rules.deck, view.down)}
    if view.actor == view.position:
        own["ask"] = _request(view)
    return own


def _request(view: View) -> Frame:
    asked: Frame = {"phase": view.phase}
    legal = view.legal_actions()
    if legal.exchange_interval:
        fewest, most = legal.exchange_interval
        asked["cards"] = [fewest, min(most, len(view.hole))]
        return asked
    asked["fold"] = legal.fold is not None
    if legal.check_or_call:
        asked["call"] = view.to_call
    if legal.bring_in:
        asked["bring_in"] = min(view.rules.bring_in, view.stacks[view.position])
    if legal.raise_interval:
        asked["raise"] = list(legal.raise_interval)
        asked["bet"] = view.highest_bet
    return asked


def words(public: Hand, order: Sequence[int]) -> dict[int, str]:
    """By chair, what the hands that were shown down are called; the hand as everyone may know it."""
    if not public.went_to_showdown:
        return {}
    from riverboat.show.replayer.frames import hand_words

    return {order[p]: hand_words(public, p) for p, alive in enumerate(public.live) if alive}


def shown(hand: Hand, order: Sequence[int], position: int) -> dict[int, list[str]]:
    """By chair, the face-down cards that this position may know at the end; `NOBODY` knows those that were shown."""
    deck = hand.rules.deck
    seen = hand.seen_by(position)
    return {order[p]: texts(deck, cards) for p, cards in enumerate(seen.down) if cards and HIDDEN not in cards}


def record(hand: Hand, position: int) -> Frame:
    """A finished hand as this position may know it: what `riverboat vision play` checks its own play against."""
    deck, known = hand.rules.deck, hand.seen_by(position)
    return {
        "hand": hand.number,
        "position": position,
        "players": list(hand.players),
        "stacks": list(hand.stacks),
        "down": [texts(deck, cards) for cards in known.down],
        "up": [texts(deck, cards) for cards in known.up],
        "boards": [texts(deck, cards) for cards in (known.board, *known.other_boards)],
        "actions": [[street, who, action.verb, action.amount] for street, who, action in known.actions],
        "payoffs": [int(won) for won in hand.payoffs],
    }
