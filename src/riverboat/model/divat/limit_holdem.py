"""Heads-up limit hold'em hands as the judge needs them: does a hand qualify, how was it bet, and the pot over time.

The analyses of this game (DIVAT, EVAT) need complete knowledge: both hands, every board card of a street that was bet
on, and nobody all-in. `divat_error` says in words what is missing. Position 0 is the big blind, first to act after the
flop, and called the first player; the button is the second.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.notation import letter_of, word_for
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN

NEEDS_CARDS: Final = "it needs both players' cards"
BOARD_CARDS: Final = (0, 3, 4, 5)
"""On the board by street."""
_DECK: Final = Deck.standard()
_DEALS: Final = ((2, 0), (0, 3), (0, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class Betting:
    """How a hand was bet."""

    last: int
    """The last street on which there was a decision."""
    folder: int
    """Who folded, -1 if nobody did."""
    pots: tuple[float, ...]
    """The pot when each street begins, and last of all at the end; before the flop both are taken to have the blind."""
    line: str
    """`SlRrC/kBrC/bC/bRc`: k check, b bet, r raise, c call, f fold, the button in capitals; S and l are the blinds."""


def rules_error(rules: Rules) -> str | None:
    """Why this game is not heads-up limit hold'em with usual blinds; None if it is."""
    if rules.players != 2:
        return f"it is for two players, and {rules.players} play"
    if rules.betting != "limit" or any(street.betting not in (None, "limit") for street in rules.streets):
        return "it is for limit betting"
    deals = tuple((street.down, street.board) for street in rules.streets)
    plain = rules.deck == _DECK and rules.awards == ("high",) and not rules.exchanges_cards
    if deals != _DEALS or not plain or rules.boards > 1 or rules.runs > 1:
        return "it is for hold'em"
    if any(rules.antes) or rules.rake is not None or rules.cap:
        return "it knows no antes, rake or cap"
    if len(rules.blinds) != 2 or rules.blinds[0] != rules.streets[0].bet or rules.blinds[1] > rules.blinds[0]:
        return "it wants a big blind of one bet and a smaller one on the button"
    return None


def divat_error(hand: Hand) -> str | None:
    """Why a hand cannot be analysed, or None if it can."""
    reason = rules_error(hand.rules)
    if reason is not None:
        return reason
    if any(len(cards) != 2 or HIDDEN in cards for cards in hand.down):
        return NEEDS_CARDS
    if max(hand.committed) >= min(hand.stacks):
        return "a player was all-in"
    try:
        last = betting_of(hand).last
    except ValueError as error:
        return str(error)
    if len(hand.board) < BOARD_CARDS[last] or HIDDEN in hand.board:
        return "it needs the board"
    return None


def betting_of(hand: Hand) -> Betting:
    """How the hand was bet."""
    return _betting(hand.rules.blinds, hand.actions)


@lru_cache(maxsize=100_000)
def _betting(blinds: tuple[int, ...], actions: tuple[tuple[int, int, Action], ...]) -> Betting:
    paid, before = list(blinds), [0, 0]
    pots, line, street, folder = [2.0 * blinds[0]], ["Sl"], 0, -1
    for at, position, action in actions:
        if at != street:
            if paid[0] != paid[1]:
                raise ValueError("its betting is not even when a street ends")
            pots += [float(sum(paid))] * (at - street)
            line += ["/"] * (at - street)
            street, before = at, list(paid)
        owed = max(paid) - paid[position]
        letter = letter_of(word_for(action, owed > 0, max(paid) > max(before)))
        if action.verb == "fold":
            folder = position
        elif action.verb == "check_or_call":
            paid[position] += owed
        elif action.verb == "raise_to":
            paid[position] = before[position] + action.amount
        else:
            raise ValueError(f'it has an action "{action.verb}"')
        line.append(letter.upper() if position else letter)
    pots.append(float(sum(paid)))
    if folder < 0 and (street != 3 or paid[0] != paid[1]):
        raise ValueError("its betting does not reach the end")
    return Betting(street, folder, tuple(pots), "".join(line))
