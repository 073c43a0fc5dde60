"""How is betting written? A letter for each action, an amount where it is free, a slash as each later street begins.

One alphabet, three styles. In our own lines (`OURS`) a check is `k` and the first bet of a street `b`; in the texts of
the annual computer poker competition (`ACPC`) a check is a call (`c`), a bet a raise (`r`), and the amount of a raise
counts the chips of the whole hand; the pages about spots (`SPOT`) print a check as `x`, as users of solvers do.

    style   fold  check  call  bet   raise  bring-in  discard or draw  pass
    OURS    f     k      c     b100  r300   i         d(7h2c) or d2    p(7h2c) or p2
    ACPC    f     c      c     r100  r300
    SPOT    f     x      c     b100  r300

Amounts are this street's total for that player (but see `ACPC`); in limit games there is none. Cards that the reader of
a line may know are in parentheses, of others only the number is written. What stands between the letters is up to the
writer: lines have a slash for a street, paths to a node of a spot have one after every step.

A bet is the first of its street, and there is none before the flop where blinds are posted: raising a blind is a raise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from riverboat.errors import NotationError
from riverboat.games.action import Action, Verb
from riverboat.games.rules import Phase, Rules

if TYPE_CHECKING:
    from riverboat.games.betting import Betting
    from riverboat.games.state import State

Word = Literal["fold", "check", "call", "bet", "raise", "bring in", "discard", "draw", "pass"]
"""What players at a table call an action."""


class LineStyle(NamedTuple):
    """How actions are spelt."""

    check: str = "k"
    bet: str = "b"
    whole_hand: bool = False
    """Whether the amount of a raise counts the chips that its player put in on earlier streets."""
    letters: str = "fkcbridp"
    """All letters that may be read, in either case."""


OURS: Final = LineStyle()
ACPC: Final = LineStyle(check="c", bet="r", whole_hand=True, letters="fckrb")
SPOT: Final = LineStyle(check="x", letters="fxkcbr")

_LETTERS: Final[dict[Word, str]] = {
    "fold": "f", "check": "k", "call": "c", "bet": "b", "raise": "r", "bring in": "i", "discard": "d", "draw": "d",
    "pass": "p",
}  # fmt: skip
_VERBS: Final[dict[str, Verb]] = {
    "f": "fold", "k": "check_or_call", "x": "check_or_call", "c": "check_or_call", "b": "raise_to", "r": "raise_to",
    "i": "bring_in", "d": "discard", "p": "pass_cards",
}  # fmt: skip
_WORDS: Final[dict[str, Word]] = {
    "f": "fold", "k": "check", "x": "check", "c": "call", "b": "bet", "r": "raise", "i": "bring in", "d": "discard",
    "p": "pass",
}  # fmt: skip
_IN_FULL: Final[dict[str, Word]] = {"fold": "fold", "check": "check", "call": "call"}
_STEP: Final = re.compile(r"([a-z])(?:([0-9]{1,18})|\(([^()]*)\))?", re.IGNORECASE)


# Single actions -------------------------------------------------------------------------------------------------------


def word_for(action: Action, owes: bool, open_bet: bool, phase: Phase = "bet") -> Word:
    """What an action is called: `owes` if its player had to add chips, `open_bet` if there was a bet on the street."""
    verb = action.verb
    if verb == "check_or_call":
        return "call" if owes else "check"
    if verb == "raise_to":
        return "raise" if open_bet else "bet"
    if verb == "fold":
        return "fold"
    if verb == "discard":
        return "draw" if phase == "draw" else "discard"
    return "bring in" if verb == "bring_in" else "pass"


def word_of(action: Action, before: Betting) -> Word:
    """The name of an action of the actor in this state of the betting."""
    highest, actor = before.highest_bet, before.actor
    return word_for(action, actor is not None and before.bets[actor] < highest, highest > 0, before.phase)


def letter_of(word: Word, style: LineStyle = OURS) -> str:
    """The letter of a word: `k` for a check, unless the style has another."""
    if word == "check":
        return style.check
    return style.bet if word == "bet" else _LETTERS[word]


def word_of_letter(letter: str) -> Word | None:
    """The word that a letter of our own lines or of a spot's stands for; None for others."""
    return _WORDS.get(letter.lower())


def verb_of_letter(letter: str, style: LineStyle = OURS) -> Verb | None:
    """What a letter does, in either case; None for a character that the style does not have."""
    letter = letter.lower()
    return _VERBS[letter] if letter and letter in style.letters else None


def raise_text(amount: int, before: int, limit: bool, letter: str = "r") -> str:
    """A raise: without an amount in limit games; `before` are the chips of earlier streets that the style counts."""
    return letter if limit else f"{letter}{before + amount}"


def step_text(action: Action, word: Word, limit: bool = False, style: LineStyle = OURS) -> str:
    """One action of a betting round as lines have it: `f`, `k`, `c`, `b100`, `r300`."""
    letter = letter_of(word, style)
    return raise_text(action.amount, 0, limit, letter) if action.verb == "raise_to" else letter


def split_step(step: str, style: LineStyle = OURS) -> tuple[Word | None, str]:
    """What a step of a line says, and what follows its letter: a bet, and the `50%` of `b50%`.

    `fold`, `check` and `call` may be written in full. None for what the style does not have.
    """
    whole = step.lower()
    if whole in _IN_FULL:
        return _IN_FULL[whole], ""
    word = word_of_letter(whole[:1]) if whole[:1] in style.letters else None
    return word, whole[1:]


def exchange_text(rules: Rules, action: Action) -> str:
    """Cards given away: `d(7h2c)` if they are known, highest first, and `d2` if they are not."""
    letter = "p" if action.verb == "pass_cards" else "d"
    cards = action.cards
    if not cards or min(cards) < 0:
        return f"{letter}{len(cards)}"
    return f"{letter}({rules.deck.cards_text(sorted(cards, reverse=True))})"


# Lines ----------------------------------------------------------------------------------------------------------------


def betting_line(
    rules: Rules, actions: Iterable[tuple[int, int, Action]], street: int = 0, style: LineStyle = OURS
) -> str:
    """The betting of a hand up to a street: `r300c/kb200c/` (`OURS`), `r300c/cr500c/` (`ACPC`)."""
    parts: list[str] = []
    now, earlier, highest = 0, 0, rules.largest_blind
    antes = rules.antes or rules.nobody
    bets = list(rules.blinds or rules.nobody)
    tells_calls, tells_bets = style.check != "c", style.bet != "r"
    for when, position, action in actions:
        if when > now:
            parts.append("/" * (when - now))
            now, earlier, highest, bets = when, earlier + highest, 0, list(rules.nobody)
        verb = action.verb
        if verb == "check_or_call":
            parts.append("c" if not tells_calls or bets[position] < highest else style.check)
            bets[position] = highest
        elif verb == "raise_to":
            limit = (rules.streets[now].betting or rules.betting) == "limit"
            letter = "r" if highest or not tells_bets else style.bet
            parts.append(raise_text(action.amount, antes[position] + earlier if style.whole_hand else 0, limit, letter))
            highest = bets[position] = action.amount
        elif verb == "fold":
            parts.append("f")
        elif "d" not in style.letters:
            raise NotationError(f"{rules.name}: the betting text cannot express {verb}")
        elif verb == "bring_in":
            parts.append("i")
            highest = bets[position] = rules.bring_in
        else:
            parts.append(exchange_text(rules, action))
    parts.append("/" * (min(street, len(rules.streets) - 1) - now))
    return "".join(parts)


def play_line(state: State, line: str, style: LineStyle = OURS) -> None:
    """Play a line of a style with a letter of its own for a check, from the first action of a hand; for `ACPC` see
    `games.acpc`, which is lenient where this is strict."""
    at = streets = 0
    while at < len(line):
        if line[at] == "/":
            at, streets = at + 1, streets + 1
            if streets > min(state.street, len(state.rules.streets) - 1):
                raise NotationError(f'line "{line[:80]}": the street before slash {streets} is not over')
            continue
        step = _STEP.match(line, at)
        if step is None or state.actor is None or streets < state.street:
            raise NotationError(f'line "{line[:80]}": cannot read on at "{line[at : at + 10]}"')
        action = read_step(state, step[1], step[2] or "", step[3], style)
        wanted = letter_of(word_of(action, state.betting), style)
        if step[1] != wanted:
            raise NotationError(f'line "{line[:80]}": "{step[0]}" at place {at + 1}; expected "{wanted}"')
        state.apply(action)
        at = step.end()
    if streets != min(state.street, len(state.rules.streets) - 1):
        raise NotationError(f'line "{line[:80]}": {streets} slashes; the betting has reached street {state.street + 1}')


def read_step(state: State, letter: str, amount: str = "", cards: str | None = None, style: LineStyle = OURS) -> Action:
    """The action of the actor that a letter with its amount or cards stands for, whether or not it is legal."""
    verb = verb_of_letter(letter, style)
    if verb is None:
        raise NotationError(f'action "{letter}{amount}": expected one of the letters {", ".join(style.letters)}')
    if verb == "raise_to":
        return _raise_of(state, amount, style)
    if verb in ("discard", "pass_cards"):
        if cards is None and amount != "0":
            raise NotationError(f'action "{letter}{amount}": which cards? write them as {letter}(7h2c)')
        return Action(verb, 0, state.rules.deck.parse_cards(cards) if cards else ())
    return Action(verb)


def _raise_of(state: State, amount: str, style: LineStyle) -> Action:
    """A raise to the amount that is written; in limit games to the only one that is allowed."""
    actor = state.actor
    if actor is None:
        raise NotationError(f'action "r{amount}": the hand is over')
    if (state.rules.streets[state.street].betting or state.rules.betting) == "limit":
        interval = state.raise_interval()
        return Action.raise_to(interval[0] if interval else 0)
    if not amount:
        raise NotationError('action "r": a raise of a no-limit game needs an amount, like r300')
    earlier = state.committed[actor] - state.bets[actor] if style.whole_hand else 0
    return Action.raise_to(int(amount) - earlier)
