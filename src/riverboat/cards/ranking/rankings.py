"""Every way to rank hands, by name: `RANKINGS["omaha"].rank("AhKhQd2c", board="Jh Th 3h 4s 4c")`.

All rankings share one interface (`variants/base.py`): the player's cards and perhaps a board in, a number from 0 out,
higher is better. A game names its ranking, or two of them where high and low split the pot:

    hold'em, stud, five-card draw    high                 razz                ace-to-five
    Omaha of 2 to 6 hole cards       omaha                Omaha eight         omaha, omaha-eight-or-better
    stud eight                       high, eight-or-better
    short deck                       short-deck           2-7 single, triple  deuce-to-seven
    badugi                           badugi               Kuhn, Leduc         one-card, two-card
    Manila                           manila               Rhode Island        three-card-poker

Tables are built on first use. `exactly` makes the relatives of Omaha, and `wild.py` puts wild cards into any ranking.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from riverboat.cards.ranking.orders import ACE_TO_FIVE, DEUCE_TO_SEVEN, FEW, HIGH, MANILA, SHORT_DECK, SHORT_DECK_TRIPS
from riverboat.cards.ranking.variants.badugi import Badugi
from riverboat.cards.ranking.variants.base import Ranking
from riverboat.cards.ranking.variants.best_of import BestOf, High, OrderedRanking
from riverboat.cards.ranking.variants.exactly import Exactly
from riverboat.cards.ranking.variants.text import (
    ace_to_five_words,
    deuce_to_seven_words,
    eight_or_better_words,
    high_words,
)
from riverboat.cards.ranking.variants.three import ThreeCards
from riverboat.errors import NotationError

_SIX: Final = 4
_SEVEN: Final = 5
_EIGHT_OR_BETTER: Final = 56  # five different ranks of A 2 3 4 5 6 7 8

_short_words = partial(high_words, lowest=_SIX)


def _all_rankings() -> dict[str, Ranking]:
    rankings: list[Ranking] = [
        High("high", "the usual high hands", HIGH, high_words),
        BestOf("short-deck", "36 cards, a flush beats a full house", SHORT_DECK, _short_words, lowest=_SIX),
        BestOf(
            "short-deck-trips",
            "short deck by the older rule, in which three of a kind beats a straight",
            SHORT_DECK_TRIPS,
            _short_words,
            lowest=_SIX,
        ),
        BestOf("ace-to-five", "lowest hand, 5-4-3-2-A is best", ACE_TO_FIVE, ace_to_five_words, ace_low=True),
        BestOf(
            "deuce-to-seven", "lowest hand, 7-5-4-3-2 is best", DEUCE_TO_SEVEN, deuce_to_seven_words, flushes_hurt=True
        ),
        BestOf(
            "eight-or-better",
            "lowest hand of five ranks up to eight",
            ACE_TO_FIVE,
            eight_or_better_words,
            ace_low=True,
            qualifying=_EIGHT_OR_BETTER,
        ),
        Exactly("omaha", "high hands of two hole cards and three of the board", HIGH, high_words),
        Exactly(
            "omaha-eight-or-better",
            "eight-or-better lows of two hole cards and three of the board",
            ACE_TO_FIVE,
            eight_or_better_words,
            ace_low=True,
            qualifying=_EIGHT_OR_BETTER,
        ),
        Exactly(
            "manila",
            "32 cards, a flush beats a full house; both hole cards and three of the board",
            MANILA,
            partial(high_words, lowest=_SEVEN),
            lowest=_SEVEN,
        ),
        ThreeCards("three-card-poker", "three cards in which straights and flushes count"),
        Badugi("badugi", "up to four cards of different ranks and suits, the ace is low"),
        Badugi("badugi-ace-high", "badugi in which the ace is high, as in badeucy", ace_low=False),
    ]
    for size, number in enumerate(("one", "two", "three", "four"), start=1):
        cards = f"{number} card{'s' if size > 1 else ''}"
        kinds = "pairs and better count, straights and flushes do not"
        rankings += [
            BestOf(f"{number}-card", f"high hands of {cards}; {kinds}", FEW, high_words, size=size),
            BestOf(
                f"{number}-card-low",
                f"low hands of {cards}, aces low; {kinds}",
                ACE_TO_FIVE,
                ace_to_five_words,
                size=size,
                ace_low=True,
            ),
        ]
    return {ranking.name: ranking for ranking in rankings}


RANKINGS: Final = _all_rankings()
"""All rankings by name."""


def find_ranking(name: str | Ranking) -> Ranking:
    """The ranking of this name; a ranking object is returned as it is."""
    if isinstance(name, Ranking):
        return name
    try:
        return RANKINGS[name]
    except KeyError:
        raise NotationError(f'ranking "{name}": expected one of {", ".join(RANKINGS)}') from None


def exactly(from_hole: int, base: str | Ranking = "high") -> Exactly:
    """A ranking with exactly this many hole cards, and the rest of the five from the board.

    `base` names the order of hands; a five-card one.
    """
    order = find_ranking(base)
    if not isinstance(order, OrderedRanking) or order.size != 5:
        raise NotationError(f'ranking "{order.name}": only hands of five cards can take {from_hole} from the hole')
    return Exactly(
        f"{order.name} with exactly {from_hole} from the hole",
        f"{order.title}, {from_hole} of the hole cards and {order.size - from_hole} of the board",
        order.order,
        order.say,
        from_hole=from_hole,
        lowest=order.lowest,
        ace_low=order.ace_low,
        qualifying=order.qualifying,
    )
