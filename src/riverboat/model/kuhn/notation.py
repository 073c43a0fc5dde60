"""Kuhn hands as the paper writes them: `QJpBb`, `K?bP`.

P1's card, P2's card (`?` if it was not shown), then the actions, P1's in small and P2's in capital letters: b or B for
bet and call, p or P for pass and fold. There are five ways a hand can go.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from riverboat.errors import NotationError
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN, View

LINES: Final = ("pP", "pBp", "pBb", "bP", "bB")
"""How a hand can go."""

CARDS: Final = "JQK"

UNSEEN: Final = -1


class KuhnHand(NamedTuple):
    """A finished hand as someone saw it: cards are 0, 1, 2 for J, Q, K, or `UNSEEN`."""

    first: int
    second: int
    line: str

    @property
    def shown(self) -> bool:
        """Whether there was a showdown."""
        return self.line in ("pP", "pBb", "bB")

    @property
    def won(self) -> int:
        """What P1 won; needs the cards if they were shown."""
        if not self.shown:
            return 1 if self.line == "bP" else -1
        stake = 1 if self.line == "pP" else 2
        return stake if self.first > self.second else -stake

    def __str__(self) -> str:
        return "".join("?" if card == UNSEEN else CARDS[card] for card in self[:2]) + self.line


def parse_kuhn(text: str) -> KuhnHand:
    """`QJpBb` or `K?bP` as a hand."""
    cards, line = text[:2], text[2:]
    if len(cards) == 2 and line in LINES and all(card in "JQK?" for card in cards) and cards[0] != cards[1]:
        first, second = (UNSEEN if card == "?" else CARDS.index(card) for card in cards)
        return KuhnHand(first, second, line)
    raise NotationError(f'Kuhn hand "{text}": expected two different cards of J, Q, K, ? and one of {", ".join(LINES)}')


def kuhn_line(hand: Hand | View) -> str:
    """What has been done so far, as in `LINES`."""
    letters: list[str] = []
    for _, position, action in hand.actions:
        owed = any(letter in "bB" for letter in letters)
        bold = action.verb == "raise_to" or (action.verb == "check_or_call" and owed)
        letter = "b" if bold else "p"
        letters.append(letter.upper() if position == 1 else letter)
    return "".join(letters)


def kuhn_hand(hand: Hand) -> KuhnHand:
    """A record of two-player Kuhn poker, with the cards that it shows."""
    first, second = (UNSEEN if cards[0] == HIDDEN else hand.rules.deck.rank_of(cards[0]) for cards in hand.down)
    return KuhnHand(first, second, kuhn_line(hand))
