"""How a document says which hand wins, where a ranking's name is not enough.

`Named` is a ranking with a qualifier or with a fixed number of cards from the hand. `Chosen` tries every hand that can
be made and takes the best (or the worst, in a low game) by the document's own `Score` formulas, or by the usual order
of hands where there are none: that serves decks which no table covers, with two of each card or ranks of their own,
and wild cards in them.

Cost: `Named` some 50 microseconds per hand; `Chosen` about ten for each of the hands that it tries, C(7, 5) = 21 with
seven cards, times the substitutes for wild cards. `Chosen.work` says how many; the checks refuse documents above
`MAX_WORK`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final

from riverboat.cards.card import RANKS
from riverboat.cards.deck import Deck
from riverboat.cards.ranking.rankings import exactly, find_ranking
from riverboat.errors import RiverboatError
from riverboat.games.pgdl.expression import ExpressionError, parse
from riverboat.games.scoring import Ranker

MAX_WORK: Final = 50_000
"""Hands that may be tried to rank one player's cards; hands with long formulas count more than once."""
_REMEMBERED: Final = 1 << 16
_SUBRANK: Final = 10**18
_FINE: Final = 10**12

Worth = Callable[[Sequence[int]], int]
"""The value of a hand given by its card numbers: from 0, higher is better."""


class _Award(ABC):
    """What both have in common: the ranking function is made when it is first needed, and is not part of the data."""

    def rank(self, hole: Sequence[int], board: Sequence[int]) -> int:
        """Higher is better; -1 for no hand."""
        return self._ranker(tuple(hole), tuple(board))

    @cached_property
    def _ranker(self) -> Ranker:
        return self.ranker()

    @abstractmethod
    def ranker(self) -> Ranker:
        """The function that ranks a player's cards and the board."""

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_ranker"}


@dataclass(frozen=True)
class Named(_Award):
    """A ranking by name, with exactly `from_hand` cards of the player's own, and no worse than the hand `qualifier`."""

    deck: Deck
    ranking: str
    from_hand: int | None = None
    qualifier: str = ""
    """Ranks of the worst hand that still wins, such as `98765`, or its cards; empty for any."""

    @property
    def name(self) -> str:
        """How results call it."""
        exactly_so_many = f", exactly {self.from_hand} from the hand" if self.from_hand is not None else ""
        return self.ranking + exactly_so_many + (f", {self.qualifier} or better" if self.qualifier else "")

    def ranker(self) -> Ranker:
        """The function that ranks a player's cards and the board."""
        deck = self.deck
        base = find_ranking(self.ranking)
        ranking = base if self.from_hand is None else exactly(self.from_hand, base)
        worst = base.rank(_unsuited(self.qualifier)) if self.qualifier else 0
        if worst < 0:
            raise RiverboatError(f'qualifier "{self.qualifier}": no hand by the ranking {self.ranking}')
        standard = [deck.to_standard(card) for card in range(deck.size)]
        numbers = [card for card in standard if card is not None]
        if len(numbers) < len(standard) or deck.copies > 1:
            raise RiverboatError(f"{deck}: {self.ranking} ranks the cards of a standard deck, each once")

        def rank(hole: tuple[int, ...], board: tuple[int, ...]) -> int:
            found = ranking.rank([numbers[c] for c in hole], [numbers[c] for c in board])
            return found - worst if found >= worst else -1

        return rank


def _unsuited(hand: str) -> str | tuple[int, ...]:
    """Cards of these ranks that make no flush; text with suits stays as it is."""
    signs = "".join(hand.split()).replace("10", "T").upper()
    if any(sign not in RANKS for sign in signs):
        return hand
    cards: list[int] = []
    for place, sign in enumerate(signs):
        free = [card for card in (4 * RANKS.index(sign) + (place + step) % 4 for step in range(4)) if card not in cards]
        if not free:
            raise RiverboatError(f'qualifier "{hand}": there are four of each rank')
        cards.append(free[0])
    return tuple(cards)


@dataclass(frozen=True, slots=True)
class Score:
    """One kind of hand: when it is made, and which of two is better. Without a condition, what all other hands are."""

    name: str
    rank: int
    subrank: str
    condition: str = ""
    sort: bool = True
    """Whether the cards are put in order first, the lowest being $c1."""


@dataclass(frozen=True)
class Chosen(_Award):
    """The best, or worst, of all hands of `size` cards, by `scores` or else by the usual order of hands."""

    deck: Deck
    size: int = 5
    low: bool = False
    scores: tuple[Score, ...] = ()
    from_hand: int | None = None
    wild: tuple[str, ...] = ()
    """Cards of the deck that may represent any card; jokers always may."""
    values: tuple[int, ...] = ()
    """The number `.rank` of each rank of the deck, where it is not 0, 1, 2, ..."""

    @property
    def name(self) -> str:
        """How results call it."""
        return f"{'worst' if self.low else 'best'} {self.size} cards{' by its own scores' if self.scores else ''}"

    def work(self, hole: int, board: int) -> int:
        """The worst-case number of hands tried for this many cards, times the length of the formulas."""
        if self.from_hand is None:
            ways = comb(hole + board, self.size)
        else:
            ways = comb(hole, self.from_hand) * comb(board, self.size - self.from_hand)
        wild, cards = len(self._wild()), self.deck.size - self.deck.jokers
        length = sum(len(score.condition) + len(score.subrank) for score in self.scores)
        return (1 + length // 1000) * ways * comb(cards, min(wild, self.size, hole + board))

    def ranker(self) -> Ranker:
        """The function that ranks a player's cards and the board."""
        deck = self.deck
        worth = _formulas(self.scores, deck, self.values) if self.scores else _usual(deck)
        wild = self._wild()
        top = (max((score.rank for score in self.scores), default=_CATEGORIES) + 1) * 2 * _SUBRANK * _FINE
        better, low = (min if self.low else max), self.low

        @lru_cache(maxsize=_REMEMBERED)
        def rank(hole: tuple[int, ...], board: tuple[int, ...]) -> int:
            held = {*hole, *board} - wild
            spare = [card for card in range(deck.size - deck.jokers) if card not in held] if wild else []
            values = (worth(hand) for way in self._ways(hole, board) for hand in _substituted(way, wild, spare))
            best = better(values, default=-1)
            return top - best if low and best >= 0 else best

        return rank

    def _wild(self) -> frozenset[int]:
        deck = self.deck
        return frozenset(c for c in range(deck.size) if deck.is_joker(c) or deck.card_text(c) in self.wild)

    def _ways(self, hole: tuple[int, ...], board: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if self.from_hand is None:
            yield from combinations(hole + board, self.size)
            return
        for mine in combinations(hole, self.from_hand):
            for shared in combinations(board, self.size - self.from_hand):
                yield mine + shared


def _substituted(hand: tuple[int, ...], wild: frozenset[int], spare: list[int]) -> Iterator[tuple[int, ...]]:
    """The hand with its wild cards replaced in every way."""
    natural = tuple(card for card in hand if card not in wild)
    if len(natural) == len(hand):
        yield hand
        return
    for others in combinations(spare, len(hand) - len(natural)):
        yield natural + others


def _formulas(scores: tuple[Score, ...], deck: Deck, values: tuple[int, ...]) -> Worth:
    """The document's own order: the kind of hand first, then its subrank."""
    numbers = values or tuple(range(len(deck.ranks)))
    jokers = deck.size - deck.jokers
    ranks = [numbers[deck.rank_of(card)] for card in range(jokers)]
    suits = [deck.suit_of(card) for card in range(jokers)]
    by_rank = sorted(scores, key=lambda score: -score.rank)
    kinds = [(score, parse(score.condition).value, parse(score.subrank).value) for score in by_rank if score.condition]
    others = [(score, parse(score.subrank).value) for score in scores if not score.condition]
    if len(others) != 1:
        raise RiverboatError(f"scoring: {len(others)} scores are for all other hands; expected one")
    default, fallback = others[0]
    sorts = any(score.sort for score in scores)

    def worth(hand: Sequence[int]) -> int:
        dealt = [ranks[card] for card in hand], [suits[card] for card in hand]
        ordered = sorted(hand, key=lambda card: (ranks[card], suits[card])) if sorts else hand
        in_order = [ranks[card] for card in ordered], [suits[card] for card in ordered]
        score = default
        try:
            for score, condition, subrank in kinds:
                cards = in_order if score.sort else dealt
                if condition(*cards):
                    return _value(score, subrank(*cards))
            score = default
            return _value(default, fallback(*(in_order if default.sort else dealt)))
        except ExpressionError as error:
            shown = deck.cards_text(hand)
            raise RiverboatError(f'score "{score.name}" of {shown}: {error}') from None

    return worth


def _value(score: Score, subrank: int | Fraction) -> int:
    if not -_SUBRANK < subrank < _SUBRANK:
        raise ExpressionError("formula: the subrank is too large; expected 18 digits at most")
    # Whole numbers throughout: the dealer compares ranks, and fractions that differ by 10^-12 count as equal.
    return score.rank * 2 * _SUBRANK * _FINE + int((subrank + _SUBRANK) * _FINE)


_CATEGORIES: Final = 9
_SHAPES: Final = {(1,): 0, (2,): 1, (2, 2): 2, (3,): 3, (3, 2): 6, (4,): 7, (5,): 9}


def _usual(deck: Deck) -> Worth:
    """The usual order of hands for up to five cards of any deck; five of a kind, where the deck has it, is the best."""
    known = all(sign in RANKS for sign in deck.ranks)
    order = [RANKS.index(sign) for sign in deck.ranks] if known else list(range(len(deck.ranks)))
    wheel = sorted(RANKS.index(sign) for sign in "A2345") if known else []
    cards = deck.size - deck.jokers
    ranks = [order[deck.rank_of(card)] for card in range(cards)]
    suits = [deck.suit_of(card) for card in range(cards)]
    base = max(max(order) + 1, 2)

    def worth(hand: Sequence[int]) -> int:
        mine = sorted((ranks[card] for card in hand), reverse=True)
        groups = sorted(((mine.count(rank), rank) for rank in set(mine)), reverse=True)
        kind = _SHAPES[tuple(count for count, _ in groups if count > 1) or (1,)]
        ordered = [rank for count, rank in groups for _ in range(count)]
        if len(mine) == 5 and kind in (0, *_PAIRED):
            flush = len({suits[card] for card in hand}) == 1
            straight = kind == 0 and (mine[0] - mine[4] == 4 or mine[::-1] == wheel)
            if straight and mine[::-1] == wheel:
                ordered = [*ordered[1:], 0]
            if flush and (5 if not straight else 8) > kind:
                kind = 8 if straight else 5
            elif straight:
                kind = 4
        value = kind
        for rank in ordered:
            value = value * base + rank
        return value

    return worth


_PAIRED: Final = (1, 2, 3)
"""Kinds that several copies of a deck can hold in one suit, and that a flush beats."""
