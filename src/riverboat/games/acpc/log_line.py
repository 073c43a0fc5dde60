"""How did a hand end? `STATE:hand:betting:cards:values:names`, one line of a dealer's log, to a `Hand` and back.

All hole cards are in the line; values and names are by position in that hand. Values are chips won or lost, with six
decimals and no trailing zeros, because the competition splits pots in fractions. Reading replays the betting and
deals the cards, and refuses a line whose values are not those of the replay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from riverboat.errors import NotationError
from riverboat.games.acpc.match_state import MatchState, cards_text, parse_cards, replay
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.notation import ACPC, betting_line
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN

_STATE: Final = re.compile(r"STATE:([0-9]{1,18}):([^:]*):([^:]*):([^:]*):(.*)")
_VALUE: Final = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,6})?")


def value_text(value: int | Fraction) -> str:
    """Chips as the dealer prints them: `-7.5`, `33.333333`."""
    if isinstance(value, int):
        return str(value)
    text = f"{float(value):.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def state_line(hand: Hand) -> str:
    """The line of a hand, without its end."""
    rules = hand.rules
    if any(HIDDEN in cards for cards in (*hand.down, hand.board)):
        raise NotationError("the log has the cards of all players, and some of this hand are not known")
    reached = len(rules.streets) - 1 if hand.went_to_showdown else hand.actions[-1][0] if hand.actions else 0
    return ":".join(
        (
            "STATE",
            str(hand.number),
            betting_line(rules, hand.actions, reached, ACPC),
            cards_text(rules, hand.down, hand.board),
            "|".join(map(value_text, hand.payoffs)),
            "|".join(hand.players),
        )
    )


def parse_state_line(line: str, rules: Rules) -> Hand:
    """The hand of a line, or an error that says what does not fit."""
    match = _STATE.fullmatch(line.rstrip("\r\n"))
    if match is None:
        raise NotationError(
            f'log line "{line[:60].encode("unicode_escape").decode()}": expected STATE:hand:betting:cards:values:names'
        )
    values, names = match[4].split("|"), match[5].split("|")
    for what, parts in (("values", values), ("names", names)):
        if len(parts) != rules.players:
            raise NotationError(f"log line: {len(parts)} {what}; expected {rules.players}")
    holes, board = parse_cards(match[3], rules)
    state = replay(MatchState(0, int(match[1]), match[2], holes, board), rules)
    if state.payoffs is None:
        raise NotationError(f'betting "{match[2][:80].strip()}": the hand is not over')
    require_values(values, state.payoffs)
    return finished_hand(state, tuple(names), rules.stacks, int(match[1]))


def require_values(texts: Sequence[str], payoffs: Sequence[int | Fraction]) -> None:
    """Refuse values that are not the payoffs, to six decimals."""
    for position, (text, payoff) in enumerate(zip(texts, payoffs, strict=True)):
        if _VALUE.fullmatch(text) is None:
            raise NotationError(f"value {text[:30]!r}: expected chips, like -150 or 33.333333")
        if abs(Fraction(text) - payoff) > Fraction(1, 10**6):
            raise NotationError(
                f"position {position} is said to win {text}, but by the rules wins {value_text(payoff)}"
            )
