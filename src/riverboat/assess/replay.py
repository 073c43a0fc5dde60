"""A hand told step by step, as plain data for a page: who sat where, and on each street its cards, actions and pot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN


def replay_steps(hand: Hand) -> dict[str, Any]:
    """Seats (name, stack, cards, result) and streets (name, board so far, actions in words, pot at the end)."""
    rules = hand.rules
    streets: list[dict[str, Any]] = []
    paid = _posted(hand)
    start = [0] * rules.players
    if rules.antes:
        start = [min(ante, chips) for ante, chips in zip(rules.antes, hand.stacks, strict=True)]
    seen = 0
    for number, street in enumerate(rules.streets):
        seen += street.board
        said = []
        here = [(position, action) for at, position, action in hand.actions if at == number]
        if number and not here and (len(hand.board) < seen or not street.board):
            break
        if number:
            start = list(paid)
        for position, action in here:
            said.append(f"{hand.players[position]} {_words(action, position, paid, start)}")
            _pay(action, position, paid, start, hand.stacks[position])
        streets.append(
            {
                "street": street.name,
                "board": _texts(rules, hand.board[:seen]),
                "actions": said,
                "pot": sum(paid),
            }
        )
    seats = [
        {
            "name": hand.players[p],
            "stack": hand.stacks[p],
            "cards": _texts(rules, (*hand.down[p], *hand.up[p])),
            "won": float(hand.payoffs[p]),
            "live": hand.live[p],
        }
        for p in range(rules.players)
    ]
    return {"game": rules.identity, "unit": hand.unit, "notes": dict(hand.notes), "seats": seats, "streets": streets}


def _posted(hand: Hand) -> list[int]:
    return list(hand.rules.post(hand.stacks).committed)


def _texts(rules: Rules, cards: Iterable[int]) -> list[str]:
    return ["??" if card == HIDDEN else rules.deck.card_text(card) for card in cards]


def _words(action: Action, position: int, paid: list[int], start: list[int]) -> str:
    owed = max(p - s for p, s in zip(paid, start, strict=True)) - (paid[position] - start[position])
    if action.verb == "check_or_call":
        return f"calls {owed}" if owed > 0 else "checks"
    if action.verb == "raise_to":
        opened = any(p > s for p, s in zip(paid, start, strict=True))
        return f"raises to {action.amount}" if opened else f"bets {action.amount}"
    if action.verb == "fold":
        return "folds"
    if action.verb == "discard":
        return f"draws {len(action.cards)}" if action.cards else "stands pat"
    return action.verb.replace("_", " ")


def _pay(action: Action, position: int, paid: list[int], start: list[int], stack: int) -> None:
    if action.verb == "check_or_call":
        highest = max(p - s for p, s in zip(paid, start, strict=True))
        paid[position] = max(paid[position], min(start[position] + highest, stack))
    elif action.verb == "raise_to":
        paid[position] = start[position] + action.amount
