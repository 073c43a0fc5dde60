"""The state of a hand as `MATCHSTATE:position:hand:betting:cards`, and back to a state that can be continued.

The betting has a letter for each action and a slash as each later round begins. A raise in a no-limit game is written
with all the chips that the player has put in since the deal, unlike `Action.raise_to`, which counts this street only.
Blinds are not written. Cards of other players are empty until they are shown, after the last bet of a hand that more
than one player finished.

Reading is as lenient as the competition's dealer: `k` is a call and `b` a raise, in either case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from riverboat.cards.deck import Deck
from riverboat.errors import NotationError
from riverboat.games.action import Action
from riverboat.games.notation import ACPC, betting_line, read_step
from riverboat.games.rules import Rules
from riverboat.games.state import IllegalActionError, State
from riverboat.games.view import HIDDEN, View

_MATCH_STATE: Final = re.compile(r"MATCHSTATE:([0-9]{1,4}):([0-9]{1,18}):([^:]*):([^:]*)")
_TOKEN: Final = re.compile(r"/|[fF]|[cCkK][0-9]*|[rRbB]([0-9]{0,18})")


class MatchState(NamedTuple):
    """The parts of a match state; `holes` has an empty tuple for each player whose cards are hidden."""

    position: int
    number: int
    betting: str
    holes: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]


# Writing --------------------------------------------------------------------------------------------------------------


def match_state(state: State, position: int, number: int) -> str:
    """The message of the dealer to a position; at a showdown with the cards of all players still in."""
    shown = state.is_over and sum(state.live) > 1
    holes = [cards if seat == position or (shown and state.live[seat]) else () for seat, cards in enumerate(state.down)]
    return _text(state.rules, position, number, state.actions, state.street, holes, state.board)


def match_state_of_view(view: View, number: int) -> str:
    """The same text from what a seat sees."""
    holes = [view.down if seat == view.position else () for seat in range(view.rules.players)]
    return _text(view.rules, view.position, number, view.actions, view.street, holes, view.board)


def cards_text(rules: Rules, holes: Sequence[Sequence[int]], board: Sequence[int]) -> str:
    """Hole cards by position, then a section of board cards for each round that dealt some."""
    text = "|".join(rules.deck.cards_text(cards) for cards in holes)
    start = 0
    for street in rules.streets[1:] if not rules.streets[0].board else rules.streets:
        if start >= len(board):
            break
        text += "/" + rules.deck.cards_text(board[start : start + street.board])
        start += street.board
    return text


def _text(
    rules: Rules,
    position: int,
    number: int,
    actions: Iterable[tuple[int, int, Action]],
    street: int,
    holes: Sequence[Sequence[int]],
    board: Sequence[int],
) -> str:
    betting = betting_line(rules, actions, street, ACPC)
    return f"MATCHSTATE:{position}:{number}:{betting}:{cards_text(rules, holes, board)}"


# Reading --------------------------------------------------------------------------------------------------------------


def parse_match_state(text: str, rules: Rules) -> MatchState:
    """The parts of a match state, checked one by one; `replay` checks that they agree."""
    match = _MATCH_STATE.fullmatch(text.rstrip("\r\n"))
    if match is None:
        raise NotationError(f'match state "{_short(text)}": expected MATCHSTATE:position:hand:betting:cards')
    position = int(match[1])
    if position >= rules.players:
        raise NotationError(f"match state: position {position}; expected 0 to {rules.players - 1}")
    holes, board = parse_cards(match[4], rules)
    return MatchState(position, int(match[2]), match[3], holes, board)


def parse_cards(text: str, rules: Rules) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Hole cards by position, empty where they are hidden, and the board; no card may come twice."""
    hole_text, *board_texts = text.split("/")
    sections = hole_text.split("|")
    if len(sections) != rules.players:
        found = f"{len(sections)} players; expected {rules.players}"
        raise NotationError(f'cards "{_short(text)}": {found}, separated by "|"')
    hole = rules.streets[0].down
    cards = read_cards("".join(sections + board_texts), rules.deck)
    holes: list[tuple[int, ...]] = []
    start = 0
    for section in sections:
        if not section:
            holes.append(())
            continue
        if len(section) != 2 * hole:
            raise NotationError(f'cards "{_short(text)}": expected {hole} for each player, or none')
        holes.append(cards[start : start + hole])
        start += hole
    return tuple(holes), cards[start:]


def read_cards(text: str, deck: Deck) -> tuple[int, ...]:
    """Cards side by side, none twice. Accepts what the deck does; the deck's own spelling is fastest."""
    numbers = _numbers(deck)
    try:
        cards = tuple([numbers[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        return deck.parse_cards(text)
    return cards if len(set(cards)) == len(cards) else deck.parse_cards(text)


@lru_cache(maxsize=16)
def _numbers(deck: Deck) -> dict[str, int]:
    """Each card by its two characters."""
    if deck.size != len(deck.ranks) * len(deck.suits):
        return {}  # copies and jokers are parsed by the deck
    return {deck.card_text(card): card for card in range(deck.size)}


def replay(seen: MatchState, rules: Rules) -> State:
    """The state that this text describes, with `HIDDEN` for cards that it does not show."""
    need = sum(street.board for street in rules.streets[: seen.betting.count("/") + 1])
    if len(seen.board) != need:
        raise NotationError(f'betting "{_short(seen.betting)}": {len(seen.board)} board cards; expected {need}')
    # Other cards stand in for hidden ones while the betting is played; they decide nothing, and are hidden afterwards.
    known = {card for cards in (*seen.holes, seen.board) for card in cards}
    others = iter([card for card in range(rules.deck.size) if card not in known])
    deck = [card for hole in seen.holes for card in hole or [next(others) for _ in range(rules.streets[0].down)]]
    state = State(rules, [*deck, *seen.board, *others])
    play_betting(state, seen.betting)
    for position, hole in enumerate(seen.holes):
        if not hole:
            if state.is_over and state.live[position] and sum(state.live) > 1:
                raise NotationError(
                    f'betting "{_short(seen.betting)}": a showdown, but no cards of position {position}'
                )
            state.down[position] = (HIDDEN,) * rules.streets[0].down
    return state


def play_betting(state: State, betting: str) -> None:
    """Play the betting text of a whole hand, from its first letter."""
    at = rounds = 0
    while at < len(betting):
        token = _TOKEN.match(betting, at)
        if token is None:
            raise NotationError(f'betting "{_short(betting)}": "{betting[at]}" is none of f, c, r and /')
        at = token.end()
        if token[0] == "/":
            rounds += 1
            if rounds > state.street or rounds >= len(state.rules.streets):
                raise NotationError(f'betting "{_short(betting)}": the round before slash {rounds} is not over')
            continue
        if state.actor is None or rounds < state.street:
            raise NotationError(f'betting "{_short(betting)}": nobody may act at "{token[0]}", letter {at}')
        action = read_step(state, token[0][0], token[1] or "", style=ACPC)
        try:
            state.apply(action)
        except IllegalActionError as error:
            raise NotationError(f'betting "{_short(betting)}", letter {at}: {error}') from None
    if rounds != min(state.street, len(state.rules.streets) - 1):
        raise NotationError(
            f'betting "{_short(betting)}": {rounds} slashes; the betting has reached round {state.street + 1}'
        )


def parse_action(state: State, text: str) -> Action | None:
    """The action that a player's answer begins with, or None; what follows it does not count."""
    token = _TOKEN.match(text)
    return None if token is None or token[0] == "/" else read_step(state, token[0][0], token[1] or "", style=ACPC)


def _short(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text[:80])
