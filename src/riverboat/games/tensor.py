"""What a seat sees, as one row of numbers for learning programs.

    position, actor          one of as many as there are positions; nobody acts when the hand is over
    street, phase            one of the streets; one of pass, discard, draw, bet
    down                     one number for each card of the deck: our face-down cards
    up                       the same for each position, in games with face-up cards
    board                    the same for each board and each street that deals to it
    live                     1 for each position that has not folded
    stacks, bets, committed  by position, as a share of the chips that the position began with
    pot, to_call             as a share of all chips, and of our own
    checks, raises, cards    on each street and by position: how often it checked or called, bet or raised, and how many
                             cards it gave away; n of them are written as n / (n + 1)
    raised_to                on each street and by position: the total of its last raise, as a share of its chips

Every number is from 0 to 1. The row is an observation, with counts of what was done instead of the order: in Kuhn and
Leduc poker that still tells all information sets apart, `View.key` does so in every game. Cost: about 20 microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import add
from typing import TYPE_CHECKING, Final, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.games.rules import Phase, Rules

if TYPE_CHECKING:
    from riverboat.games.view import View

_KEY: Final = "tensor"
_PHASES: Final = tuple(phase for phase in get_args(Phase) if phase != "over")


def tensor_parts(rules: Rules) -> dict[str, slice]:
    """Where in the row each part is, in this order; the last one ends where the row does."""
    found: dict[str, slice] | None = rules.memory.get(_KEY)
    if found is None:
        found, start = {}, 0
        for name, length in _lengths(rules):
            found[name] = slice(start, start + length)
            start += length
        rules.memory[_KEY] = found
    return found


def tensor_length(rules: Rules) -> int:
    """How many numbers a row has."""
    return int(next(reversed(tensor_parts(rules).values())).stop)


def view_tensor(view: View) -> NDArray[np.float32]:
    """See `View.tensor`."""
    rules, betting = view.rules, view.betting
    parts, size = tensor_parts(rules), rules.deck.size
    row = np.zeros(tensor_length(rules), np.float32)
    row[parts["position"].start + view.position] = 1.0
    if view.actor is not None:
        row[parts["actor"].start + view.actor] = 1.0
        row[parts["phase"].start + _PHASES.index(view.phase)] = 1.0
    row[parts["street"].start + min(view.street, len(rules.streets) - 1)] = 1.0
    _mark(row, parts["down"].start, view.down)
    if rules.shows_cards:
        for position, cards in enumerate(view.up):
            _mark(row, parts["up"].start + position * size, cards)
    start = parts["board"].start
    for board in view.boards:
        for cards in _by_street(rules, board):
            _mark(row, start, cards)
            start += size
    began = [max(chips, 1) for chips in map(add, betting.stacks, betting.committed)]
    row[parts["live"]] = betting.live
    for name in ("stacks", "bets", "committed"):
        row[parts[name]] = np.divide(getattr(betting, name), began)
    row[parts["pot"]] = view.pot / sum(began)
    row[parts["to_call"]] = view.to_call / began[view.position]
    _mark_actions(row, parts, view, began)
    return row


def _lengths(rules: Rules) -> Iterator[tuple[str, int]]:
    players, streets, size = rules.players, len(rules.streets), rules.deck.size
    yield from (("position", players), ("actor", players), ("street", streets), ("phase", len(_PHASES)))
    yield "down", size
    if rules.shows_cards:
        yield "up", players * size
    yield "board", max(rules.boards, rules.runs) * len(_board_streets(rules)) * size
    yield from ((name, players) for name in ("live", "stacks", "bets", "committed"))
    yield from (("pot", 1), ("to_call", 1))
    yield from ((name, streets * players) for name in ("checks", "raises", "cards", "raised_to"))


def _board_streets(rules: Rules) -> list[int]:
    """How many cards each street deals to the board, where it deals any."""
    counts = [street.board for street in rules.streets if street.board]
    return counts or [1] * rules.may_share_last_card


def _by_street(rules: Rules, board: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    at = 0
    for count in _board_streets(rules):
        yield board[at : at + count]
        at += count


def _mark(row: NDArray[np.float32], start: int, cards: Iterable[int]) -> None:
    for card in cards:
        if card >= 0:
            row[start + card] = 1.0


def _mark_actions(row: NDArray[np.float32], parts: dict[str, slice], view: View, began: Sequence[int]) -> None:
    players = view.rules.players
    for street, position, action in view.betting.actions:
        at = street * players + position
        if action.verb == "raise_to":
            row[parts["raised_to"].start + at] = action.amount / began[position]
        if action.verb in ("raise_to", "bring_in"):
            row[parts["raises"].start + at] += 1.0
        elif action.verb == "check_or_call":
            row[parts["checks"].start + at] += 1.0
        else:
            row[parts["cards"].start + at] += len(action.cards)
    counts = row[parts["checks"].start : parts["cards"].stop]
    counts /= counts + 1.0
