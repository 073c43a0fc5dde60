"""Wild cards in any ranking: jokers, or cards of the deck declared wild ("deuces wild").

A wild card represents any card that the hand does not hold as a natural one, whichever makes the best hand by the
ranking, high or low (Teófilo 2016, the PGDL system). So there is no five of a kind, unless asked for. It may also be a
card that is itself declared wild, as players have it: with deuces wild Ad 5d 4d 3d 2c is a straight flush.

Method: instead of trying all substitutes, C(47, k) ways for k wild cards, the hands of the ranking are tried from the
best one down until one needs no more substitutes than there are wild cards. The more wild cards, the sooner it ends; a
hand takes less than ten microseconds, whatever their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, cards_text, make_card, parse_cards, rank_of, suit_of
from riverboat.cards.deck import JOKER, Deck
from riverboat.cards.ranking.orders import Category
from riverboat.cards.ranking.rankings import find_ranking
from riverboat.cards.ranking.tables import HandOrder, load_tables, patterns
from riverboat.cards.ranking.variants.base import NO_HAND, Cards, Hands, Ranking
from riverboat.cards.ranking.variants.best_of import BestOf, table_sizes
from riverboat.cards.ranking.variants.text import high_words, in_order
from riverboat.errors import DealError, NotationError

_JOKERS: Final = 16
_READER: Final = Deck(jokers=_JOKERS)


Needs = tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.uint64]]
"""What each rank number needs: its cards' ranks, whether they are suited, and the set of ranks as bits."""


class WildRanking(Ranking):
    """A ranking in which jokers (`Jk`, cards from 52 up) and the cards `wild` represent others.

    `deck` says which cards they can represent, by default all cards of the game. Where `five_of_a_kind` is true, five
    cards of a rank are the best hands of all, ranked above the `base` ranking's numbers.
    """

    def __init__(
        self,
        base: str | Ranking = "high",
        wild: Cards = (),
        *,
        deck: Cards | None = None,
        five_of_a_kind: bool = False,
    ) -> None:
        found = find_ranking(base)
        if not isinstance(found, BestOf):
            raise NotationError(f'ranking "{found.name}": wild cards need one that takes the best of all cards')
        if five_of_a_kind and (found.order.name not in ("high", "short-deck", "short-deck-trips")):
            raise NotationError(f'ranking "{found.name}": five of a kind is a high hand')
        self.base: Final = found
        self.wild: Final = frozenset(parse_cards(wild) if isinstance(wild, str) else wild)
        self.five_of_a_kind: Final = five_of_a_kind
        if deck is None:
            deck = range(4 * found.lowest, DECK_SIZE)
        represented = frozenset(parse_cards(deck) if isinstance(deck, str) else deck)
        for card in self.wild | represented:
            if not found.has_card(card):
                raise DealError(f"wild card {card}: not a card of {found.name}")
        self.deck: Final = represented
        named = f"{cards_text(sorted(self.wild))} and jokers" if self.wild else "jokers"
        super().__init__(f"{found.name} with {named} wild", f"{found.title}; {named} are wild", found.lowest)

    def __eq__(self, other: object) -> bool:
        """Whether the other ranks every hand alike, so that games with the same wild cards are equal."""
        return isinstance(other, WildRanking) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[str, frozenset[int], frozenset[int], bool]:
        return self.base.name, self.wild, self.deck, self.five_of_a_kind

    @property
    def classes(self) -> int:
        return self.base.classes + (13 if self.five_of_a_kind else 0)

    def is_wild(self, card: int) -> bool:
        """Whether the card is a joker or declared wild."""
        return card >= DECK_SIZE or card in self.wild

    def category(self, rank: int) -> Category:
        """Pair, flush, ... of a rank number."""
        return Category.FIVE_OF_A_KIND if rank >= self.base.classes else self.base.category(rank)

    @property
    def _needs(self) -> Needs:
        return _needs_of(self.base.order, self.base.size)

    def _rank_arrays(self, holes: Hands, boards: Hands) -> NDArray[np.int64]:
        from riverboat.cards.ranking.variants._kernels import rank_batch_with_wilds

        hands = np.concatenate([holes, boards], axis=1) if boards.shape[1] else holes
        out = np.empty(len(hands), np.int64)
        rank_batch_with_wilds(*self._needs, hands, _bits(self.wild), _bits(self.deck), self.five_of_a_kind, out)
        if (out < 0).any():
            row = int((out < 0).argmax())
            raise DealError(f'hand "{self._text(hands[row].tolist())}": the deck has too few cards to stand for')
        return np.maximum(out - self.base.first_class, NO_HAND)

    def _size_problem(self, hole: int, board: int) -> str | None:
        return self.base._size_problem(hole, board)

    def _best(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The hand with every wild card replaced by what it represents."""
        cards = (*hole, *board)
        natural = {card for card in cards if not self.is_wild(card)}
        rank = self.rank(hole, board)
        if rank < 0:
            return ()
        if rank >= self.base.classes:
            return tuple(make_card(rank - self.base.classes, suit) for suit in (3, 2, 1, 0, 3))
        needs, suited, _ = self._needs
        at = rank + self.base.first_class
        five = self._cheapest(needs[at].tolist(), bool(suited[at]), natural)
        return in_order(five, self.base.ace_low)

    def _cheapest(self, ranks: list[int], suited: bool, natural: set[int]) -> tuple[int, ...]:
        """The cards of these ranks, suited or not, that take the fewest substitutes."""
        cards = natural | self.deck
        ways: list[list[tuple[int, ...]]] = []
        for rank in sorted(set(ranks)):
            of_rank = sorted((card for card in cards if rank_of(card) == rank), key=lambda card: card not in natural)
            ways.append(list(combinations(of_rank, ranks.count(rank))))
        flushes_count = self.base.order.flush is not None and len(ranks) == 5
        hands = [tuple(card for group in way for card in group) for way in product(*ways)]
        if flushes_count:
            hands = [hand for hand in hands if (len({suit_of(card) for card in hand}) == 1) == suited]
        return min(hands, key=lambda hand: sum(card not in natural for card in hand))

    def _words(self, best: Sequence[int]) -> str:
        if len(best) != len(set(best)):
            return high_words(best)
        return self.base._words(best)

    def _parse(self, cards: Cards) -> tuple[int, ...]:
        return _READER.parse_cards(cards) if isinstance(cards, str) else tuple(int(card) for card in cards)

    def _text(self, cards: Sequence[int]) -> str:
        return "".join(JOKER if card >= DECK_SIZE else cards_text([card]) for card in cards)

    def has_card(self, card: int) -> bool:
        """Whether the card is in the deck of the game or one of the jokers."""
        return super().has_card(card) or DECK_SIZE <= card < DECK_SIZE + _JOKERS

    def _check_batch(self, holes: Hands, boards: Hands) -> None:
        hands = np.sort(np.concatenate([holes, boards], axis=1), axis=1)
        known = np.array([self.has_card(card) for card in range(256)])
        bad = (hands[:, 1:] == hands[:, :-1]).any(axis=1) | ~known[hands].all(axis=1)
        if bad.any():
            row = int(bad.argmax())
            try:
                self._check_cards([*holes[row].tolist(), *boards[row].tolist()])
            except DealError as error:
                raise DealError(f"row {row} of the batch: {error}") from None


@cache
def _needs_of(order: HandOrder, size: int) -> Needs:
    strengths = load_tables(order, table_sizes(size)).strengths
    number = {strength: place for place, strength in enumerate(strengths)}
    ranks = np.zeros((len(number), size), np.uint8)
    suited = np.zeros(len(number), np.bool_)
    for pattern in patterns(size):
        strength = order.plain(pattern)
        if strength is not None:
            ranks[number[strength]] = [rank for rank in range(13) for _ in range(pattern[rank])]
    if order.flush:
        for chosen in combinations(range(13), size):
            strength = order.flush(tuple(int(rank in chosen) for rank in range(13)))
            if strength is not None:
                ranks[number[strength]] = chosen
                suited[number[strength]] = True
    return ranks, suited, np.bitwise_or.reduce(np.uint64(1) << ranks.astype(np.uint64), axis=1)


def _bits(cards: frozenset[int]) -> np.uint64:
    return np.uint64(sum(1 << card for card in cards))


def rank_with_wilds(cards: Cards, wild: Cards = (), ranking: str | Ranking = "high", **options: Any) -> int:
    """The rank of a hand in which jokers and the cards `wild` are wild; higher is better."""
    return WildRanking(ranking, wild, **options).rank(cards)
