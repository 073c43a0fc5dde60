"""What is this hand called? Words for the cards that make a hand, in high games, lows and badugi.

Every function takes the cards of the finished hand itself, not the cards it was chosen from; `Ranking.best` chooses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from riverboat.cards.card import RANKS, rank_of, suit_of
from riverboat.cards.ranking.orders import Category

_ACE: Final = 12
_NAMES: Final = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_PLURALS: Final = tuple("sixes" if name == "six" else name + "s" for name in _NAMES)
_NUMBERS: Final = ("no", "one", "two", "three", "four")
_SHAPES: Final = {
    (): Category.HIGH_CARD,
    (2,): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3,): Category.TRIPS,
    (3, 2): Category.FULL_HOUSE,
    (4,): Category.QUADS,
    (5,): Category.FIVE_OF_A_KIND,
}


def in_order(cards: Sequence[int], ace_low: bool = False) -> tuple[int, ...]:
    """The cards as players lay them out: quads, trips and pairs first, then from the highest card down."""
    counts = Counter(rank_of(card) for card in cards)
    return tuple(sorted(cards, key=lambda card: (counts[rank_of(card)], _height(card, ace_low), card), reverse=True))


def _height(card: int, ace_low: bool) -> int:
    rank = rank_of(card)
    return -1 if ace_low and rank == _ACE else rank


def high_words(cards: Sequence[int], lowest: int = 0, wheel: bool = True) -> str:
    """`full house, aces over kings`; the ace of a straight may count below `lowest`, the deck's lowest rank."""
    laid = in_order(cards)
    ranks = [rank_of(card) for card in laid]
    if len(cards) == 5:
        straight = _straight_words(ranks, lowest, wheel)
        if len({suit_of(card) for card in cards}) == 1 and len(set(ranks)) == 5:
            if straight == "ten to ace":
                return "royal flush"
            return f"straight flush, {straight}" if straight else f"{_NAMES[ranks[0]]}-high flush: {_signs(ranks)}"
        if straight:
            return f"straight, {straight}"
    return _kind_words(ranks)


def _straight_words(ranks: list[int], lowest: int, wheel: bool) -> str | None:
    """`five to nine`, or None for ranks (from the highest down) that are not a straight."""
    if len(set(ranks)) != 5:
        return None
    if ranks[0] - ranks[4] == 4:
        return f"{_NAMES[ranks[4]]} to {_NAMES[ranks[0]]}"
    if wheel and ranks == [_ACE, lowest + 3, lowest + 2, lowest + 1, lowest]:
        return f"ace to {_NAMES[lowest + 3]}"
    return None


def _kind_words(ranks: list[int]) -> str:
    """Pairs and better with their kickers, from ranks that are in order."""
    counts = Counter(ranks)
    groups = list(dict.fromkeys(ranks))
    category = _SHAPES[tuple(count for count in sorted(counts.values(), reverse=True) if count > 1)]
    first = groups[0]
    if category == Category.FIVE_OF_A_KIND:
        return f"five of a kind, {_PLURALS[first]}"
    if category == Category.FULL_HOUSE:
        return f"full house, {_PLURALS[first]} over {_PLURALS[groups[1]]}"
    if category == Category.HIGH_CARD:
        return f"{_NAMES[first]} high: {_signs(ranks)}" if len(ranks) > 1 else f"{_NAMES[first]} high"
    if category == Category.TWO_PAIR:
        text, kickers = f"two pair, {_PLURALS[first]} and {_PLURALS[groups[1]]}", groups[2:]
    elif category == Category.PAIR:
        text, kickers = f"pair of {_PLURALS[first]}", groups[1:]
    else:
        text, kickers = f"{category}, {_PLURALS[first]}", groups[1:]
    if len(kickers) == 1:
        return f"{text}, {_NAMES[kickers[0]]} kicker"
    return f"{text}, kickers {_signs(kickers)}" if kickers else text


def _signs(ranks: Sequence[int], separator: str = " ") -> str:
    return separator.join(RANKS[rank] for rank in ranks)


def ace_to_five_words(cards: Sequence[int]) -> str:
    """`8-6-4-3-A low`; a hand with a pair or worse says so."""
    ranks = [rank_of(card) for card in in_order(cards, ace_low=True)]
    return f"{_signs(ranks, '-')} low" if len(set(ranks)) == len(ranks) else _kind_words(ranks)


def eight_or_better_words(cards: Sequence[int]) -> str:
    """`8-6-4-3-A low`, or `no low` where no cards qualify."""
    return ace_to_five_words(cards) if cards else "no low"


def deuce_to_seven_words(cards: Sequence[int]) -> str:
    """`8-6-4-3-2 low`; a hand with a straight, a flush, a pair or worse says so."""
    words = high_words(cards, wheel=False)
    if " high: " in words:
        return f"{_signs([rank_of(card) for card in in_order(cards)], '-')} low"
    return words


def badugi_words(cards: Sequence[int], ace_low: bool = True) -> str:
    """`four-card badugi, 8-5-3-A`."""
    ranks = [rank_of(card) for card in in_order(cards, ace_low)]
    return f"{_NUMBERS[len(ranks)]}-card badugi, {_signs(ranks, '-')}"
