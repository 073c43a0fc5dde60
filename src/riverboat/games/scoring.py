"""From a ranking's name to a function of a player's cards and the board, in the numbers of the game's own deck.

Besides the names in `RANKINGS` an award can have wild cards: `high wild 39` (all threes and nines), `high wild 2c2h`,
and `high wild jokers` where only the jokers are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import RANKS, SUITS
from riverboat.cards.deck import Deck
from riverboat.cards.ranking.rankings import find_ranking
from riverboat.cards.ranking.variants.base import Ranking
from riverboat.errors import RiverboatError

Ranker = Callable[[tuple[int, ...], tuple[int, ...]], int]
"""A player's cards and the board in, a rank out: higher is better, -1 for no hand."""


class Award(Protocol):
    """A way to win (a share of) the pot that is not in `RANKINGS`: ranks cards given in the game's own numbers."""

    @property
    def name(self) -> str:
        """How results call it."""

    def rank(self, hole: Sequence[int], board: Sequence[int]) -> int:
        """Higher is better; -1 for no hand."""


def ranker(deck: Deck, award: str | Award) -> Ranker:
    """The function that ranks hands of this deck for this award."""
    if isinstance(award, str):
        return _named(deck, award)
    if isinstance(award, Ranking):
        return _standard(deck, award)
    return award.rank


def rank_many(deck: Deck, award: str | Award, holes: NDArray[Any], boards: NDArray[Any]) -> NDArray[np.int64]:
    """The ranks of many hands at once: [N, cards] of own cards and [N, cards] of boards, both in the deck's numbers."""
    numbers = _standard_numbers(deck)
    if isinstance(award, str) and numbers is not None:
        table = numbers[boards] if boards.shape[1] else None
        return find_award(award).rank_batch(numbers[holes], table).astype(np.int64)
    rank = ranker(deck, award)
    pairs = zip(holes.tolist(), boards.tolist(), strict=True)
    return np.array([rank(tuple(hole), tuple(board)) for hole, board in pairs], np.int64)


@cache
def _standard_numbers(deck: Deck) -> NDArray[np.uint8] | None:
    """For each card of the deck its number in the standard deck; None if some have none."""
    standard = [deck.to_standard(card) for card in range(deck.size)]
    return None if None in standard else np.array(standard, np.uint8)


@cache
def find_award(award: str) -> Ranking:
    """The ranking that a text means."""
    name, _, wild = award.partition(" wild ")
    if not wild:
        return find_ranking(name)
    from riverboat.cards.ranking.wild import WildRanking

    if wild == "jokers":
        return WildRanking(name)
    if all(sign in RANKS for sign in wild):
        wild = "".join(rank + suit for rank in wild for suit in SUITS)
    return WildRanking(name, wild)


@cache
def _named(deck: Deck, award: str) -> Ranker:
    return _standard(deck, find_award(award))


def _standard(deck: Deck, ranking: Ranking) -> Ranker:
    """A ranking of the standard deck's cards, for the numbers of another deck."""
    if deck == Deck.standard():
        if ranking.name == "high":
            from riverboat.cards.ranking.high import rank_seven

            def rank(hole: tuple[int, ...], board: tuple[int, ...]) -> int:
                """Nearly all hands have seven cards; errors in others are reported by `ranking`."""
                cards = hole + board
                value = rank_seven(*cards) if len(cards) == 7 else -1
                return value if value >= 0 else ranking.rank(hole, board)

            return rank
        return ranking.rank
    numbers: list[int] = []
    for card in range(deck.size):
        number = 52 + card + deck.jokers - deck.size if deck.is_joker(card) else deck.to_standard(card)
        if number is None or not ranking.has_card(number):
            raise RiverboatError(f"{deck}: {deck.card_text(card)} has no rank in {ranking.name}")
        numbers.append(number)
    if ranking.name == "one-card":
        return lambda hole, board: numbers[hole[0]] >> 2
    if deck.size > 16:
        return lambda hole, board: ranking.rank([numbers[c] for c in hole], [numbers[c] for c in board])
    # Small decks have few hands: remember them all.
    return cache(lambda hole, board: ranking.rank([numbers[c] for c in hole], [numbers[c] for c in board]))
