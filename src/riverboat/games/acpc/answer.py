"""The response of a program, `MATCHSTATE:...:r300`: the state that it responds to, and an action.

Answers are read as the competition's dealer reads them. A state counts as the one that was asked about if position,
hand, betting, board and own cards are the same, however the betting is spelt (`k` for a call, `b` for a raise,
capitals). An action that cannot be read or is not allowed becomes a call, a raise of a wrong size the nearest right
one, and text after the action is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from riverboat.errors import NotationError
from riverboat.games.acpc.match_state import parse_match_state, replay
from riverboat.games.action import Action
from riverboat.games.notation import ACPC, raise_text, verb_of_letter
from riverboat.games.rules import Rules

_STATE: Final = re.compile(r"MATCHSTATE:[0-9]{1,3}:[0-9]{1,10}:[^:]*:(?:[2-9TJQKA][cdhs]|[|/])*")
_RAISE: Final = re.compile(r"\s*([+-]?[0-9]+)")
_VERSION: Final = re.compile(r"VERSION:\s*([0-9]{1,9})\.\s*([0-9]{1,9})\.\s*([0-9]{1,9})")
_SPELLINGS: Final = str.maketrans("FCRkKbB", "fcrccrr")
_CALL: Final = Action.check_or_call()
UNREADABLE: Final = "bad action format in response, changed to call"
NOT_ALLOWED: Final = "invalid action, changed to call"


def answer_to(asked: str, line: str, rules: Rules) -> str | None:
    """What follows the state in an answer to `asked`, the colon first; None if it answers something else.

    A line that does not begin with a state of this game is a `RiverboatError`.
    """
    if line.startswith(asked) and line[len(asked) : len(asked) + 1] == ":":
        return line[len(asked) :]
    found = _STATE.match(line)
    if found is None:
        raise NotationError("no match state at the beginning of the line")
    seen, expected = parse_match_state(found[0], rules), parse_match_state(asked, rules)
    replay(seen, rules)
    same = (
        seen.position == expected.position
        and seen.number == expected.number
        and seen.betting.translate(_SPELLINGS) == expected.betting
        and seen.board == expected.board
        and seen.holes[seen.position] == expected.holes[expected.position]
    )
    return line[found.end() :] if same else None


def understood(
    answer: str,
    rules: Rules,
    before: int,
    raises_between: Callable[[], tuple[int, int] | None],
    can_fold: Callable[[], bool],
) -> tuple[Action, str]:
    """The action that an answer (`:r300`) results in, and a warning if that is not what it says.

    `before` are the player's chips from earlier streets, which the amount of a raise includes.
    """
    if answer[:1] != ":":
        return _CALL, UNREADABLE
    letter = answer[1:2]
    verb = verb_of_letter(letter, ACPC)
    if verb == "check_or_call":
        return _CALL, ""
    if verb == "fold":
        return (Action.fold(), "") if can_fold() else (_CALL, NOT_ALLOWED)
    if verb is None:
        return _CALL, UNREADABLE
    size = None if rules.betting == "limit" else _RAISE.match(answer, 2)
    if size is None and rules.betting != "limit":
        return _CALL, UNREADABLE
    interval = raises_between()
    if interval is None:
        return _CALL, NOT_ALLOWED
    low, high = interval
    if size is None:
        return Action.raise_to(low), ""
    wanted = int(size[1]) - before
    amount = min(max(wanted, low), high)
    warning = "" if amount == wanted else f"raise of {size[1][:20]} is not allowed, changed to {amount + before}"
    return Action.raise_to(amount), warning


def answer_text(action: Action, rules: Rules, before: int) -> str:
    """An action as it is answered: `f`, `c`, `r`, `r300`."""
    if action.verb == "raise_to":
        return raise_text(action.amount, before, rules.betting == "limit")
    if action.verb in ("fold", "check_or_call"):
        return action.verb[0]
    raise NotationError(f"{rules.name}: an answer cannot express {action.verb}")


def parse_version(line: str) -> tuple[int, int, int] | None:
    """The version that a program introduces itself with, or None."""
    found = _VERSION.match(line)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None
