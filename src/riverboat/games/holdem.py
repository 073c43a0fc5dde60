"""Is this game hold'em? For code with tables or kernels for hold'em and a slower path for other games."""

from __future__ import annotations

from typing import Final

from riverboat.cards.deck import Deck
from riverboat.games.rules import Rules

_STANDARD: Final = str(Deck.standard())


class _LastAsked:
    """Players ask about the same rules again and again."""

    answer: tuple[Rules | None, bool] = (None, False)
    """Replaced whole, so that players in several threads do not mix them up."""


def is_holdem(rules: Rules) -> bool:
    """Whether hands are two cards and a board of up to five, ranked as usual, from the standard deck."""
    asked, answer = _LastAsked.answer
    if asked is not rules:
        dealt = [(street.down, street.up, street.board) for street in rules.streets]
        boards = [sum(street[2] for street in dealt[: place + 1]) for place in range(len(dealt))]
        answer = (
            dealt[0] == (2, 0, 0)
            and all(street[:2] == (0, 0) for street in dealt[1:])
            and all(seen in (0, 3, 4, 5) for seen in boards)
            and tuple(rules.awards) == ("high",)
            and not rules.exchanges_cards
            and str(rules.deck) == _STANDARD
        )
        _LastAsked.answer = rules, answer
    return answer
