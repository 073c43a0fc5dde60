"""The game of section 2.3.2 and Table 2.4, dealt and played by the dealer of any other game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from riverboat.games import Action, State

EP, MP, POKI = 2, 6, 9
HANDS: Final = {POKI: "7d6d", EP: "QcJc"}
BOARD: Final = "Qs7h4d5h5s"
OURS: Final = {0: "call", 1: "call", 2: "raise", 3: "check"}
"""What the thesis's expert does, by street."""


class Moment(NamedTuple):
    """A state and what is done in it."""

    state: State
    action: Action


def moments() -> list[Moment]:
    """Every decision of the game in order; the other players' cards are any."""
    from riverboat.cards import parse_cards
    from riverboat.games import Action, State, parse_game

    call, fold = Action.check_or_call(), Action.fold()
    before = [call, fold, fold, fold, call, fold, fold, call, call, call]
    flop = [call, call, Action.raise_to(10), fold, call, fold, fold]
    turn, river = [Action.raise_to(20), Action.raise_to(40), call], [call, call]
    rules = parse_game("holdem(betting=limit,players=10)")
    named = {position: parse_cards(hand) for position, hand in HANDS.items()}
    board = parse_cards(BOARD)
    taken = {card for hand in (*named.values(), board) for card in hand}
    others = iter([card for card in range(52) if card not in taken])
    deck = [card for position in range(10) for card in named.get(position) or (next(others), next(others))]
    state, found = State(rules, (*deck, *board)), []
    for action in (*before, *flop, *turn, *river):
        found.append(Moment(state, action))
        state = state.child(action)
    assert state.is_over
    return found


def decisions(position: int) -> list[Moment]:
    """Those of one player."""
    return [moment for moment in moments() if moment.state.actor == position]
