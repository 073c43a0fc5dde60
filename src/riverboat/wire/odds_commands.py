"""The commands of the hand-rank server: RANK, HS, HP, EHS, CHEN and ARS.

The commands are those of the LIACC simulator's hand-rank server (Teófilo 2016, Table 14), made to let thousands of
agents share one set of tables. The thesis leaves open which cards of a hand are private: here the first two. A command
reads its words into a `Question`, which says what to compute, at what cost, and under which name the answer may be
remembered.

HP is the potential against one opponent, whatever their number (Billings 2006, Fig. 2.4); EHS is HS^n + (1 - HS^n)
PPot. CHEN is the published formula, or the thesis's with a third word `thesis`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

from riverboat.cards.card import DECK_SIZE, card_text, cards_text, parse_cards
from riverboat.errors import DealError, NotationError, RiverboatError

if TYPE_CHECKING:
    from riverboat.cards.isomorphism import Isomorphism

Numbers = tuple[float, ...]

_PLAIN_CARDS = {card_text(card): card for card in range(DECK_SIZE)}
_MAX_OPPONENTS = 22
_MAX_ARS_OPPONENTS = 9  # each number of opponents has its own tables, 30 MB of them


class Lane(Enum):
    """Where a question is answered, by what it costs."""

    AT_ONCE = "microseconds: cheaper than handing it to a thread"
    POOL = "milliseconds: in a pool of threads"
    SLOW = "seconds, when a table has to be built first: in its own thread, so that nothing waits behind it"


@dataclass(frozen=True)
class Question:
    """One thing to compute. Questions with the same `key` have the same answer; None if it is not worth remembering."""

    answer: Callable[[], Numbers]
    lane: Lane = Lane.AT_ONCE
    key: str | None = None


@dataclass(frozen=True)
class Command:
    """How a command is written, and how the words after its name become a question."""

    usage: str
    read: Callable[[Sequence[str]], Question]


def standard_commands(stopping: Callable[[], bool] = lambda: False) -> Mapping[str, Command]:
    """The six commands by name; a table that is being built is given up once `stopping()` is true."""
    ars = _AverageRankStrength(stopping)
    return {
        "RANK": Command("RANK <hand>", _read_rank),
        "HS": Command("HS <hand> <opponents>", _read_strength),
        "HP": Command("HP <hand> <opponents>", _read_potential),
        "EHS": Command("EHS <hand> <opponents>", _read_effective_strength),
        "CHEN": Command("CHEN <card> <card> [thesis]", _read_chen),
        "ARS": Command("ARS <hand> <opponents>", ars.read),
    }


def _read_rank(words: Sequence[str]) -> Question:
    from riverboat.cards.ranking.high import rank

    hand = _read_hand(words)
    return Question(lambda: (rank(hand),))


def _read_strength(words: Sequence[str]) -> Question:
    from riverboat.odds.strength import hand_strength

    hand, opponents = _read_spot(words, _MAX_OPPONENTS)
    return Question(
        lambda: (float(hand_strength(hand[:2], hand[2:], opponents)),), key=f"HS {_canonical(hand)} {opponents}"
    )


def _read_potential(words: Sequence[str]) -> Question:
    from riverboat.odds.strength import hand_potential

    hand, _ = _read_spot(words, _MAX_OPPONENTS)
    return Question(lambda: tuple(hand_potential(hand[:2], hand[2:])), Lane.POOL, f"HP {_canonical(hand)}")


def _read_effective_strength(words: Sequence[str]) -> Question:
    from riverboat.odds.strength import effective_hand_strength, hand_potential, hand_strength

    hand, opponents = _read_spot(words, _MAX_OPPONENTS)

    def answer() -> Numbers:
        hole, board = hand[:2], hand[2:]
        return (effective_hand_strength(hand_strength(hole, board), hand_potential(hole, board).positive, opponents),)

    return Question(answer, Lane.POOL, f"EHS {_canonical(hand)} {opponents}")


def _read_chen(words: Sequence[str]) -> Question:
    from riverboat.odds.preflop.chen import Version, chen_score

    version: Version = "published"
    if words and words[-1].lower() in ("thesis", "published"):
        version = "thesis" if words[-1].lower() == "thesis" else "published"
        words = words[:-1]
    cards = _read_cards(words)
    if len(cards) != 2:
        raise NotationError(f'cards "{cards_text(cards)}": expected 2, found {len(cards)}')
    return Question(lambda: (chen_score(cards, version),))


class _AverageRankStrength:
    """ARS, which builds or loads a table the first time that a street and a number of opponents are asked for."""

    def __init__(self, stopping: Callable[[], bool]) -> None:
        self._ready: set[tuple[int, int]] = set()
        self._stopping = stopping

    def read(self, words: Sequence[str]) -> Question:
        from riverboat.odds.ars import average_rank_strength

        hand, opponents = _read_spot(words, _MAX_ARS_OPPONENTS)

        def answer() -> Numbers:
            return (average_rank_strength(hand[:2], hand[2:], opponents),)

        def answer_with_new_table() -> Numbers:
            self._load(len(hand), opponents)
            return answer()

        if (len(hand), opponents) in self._ready:
            return Question(answer)
        return Question(answer_with_new_table, Lane.SLOW)

    def _load(self, cards: int, opponents: int) -> None:
        from riverboat.odds.ars import ars_table

        def end_if_closing(state: object) -> None:
            if self._stopping():
                raise RiverboatError("ARS: the server is closing")

        ars_table({5: "flop", 6: "turn", 7: "river"}[cards], opponents, end_if_closing)
        self._ready.add((cards, opponents))


def _read_hand(words: Sequence[str]) -> tuple[int, ...]:
    """Five to seven cards, the first two of them private; usually one word, spaces do no harm."""
    hand = _read_cards(words)
    if not 5 <= len(hand) <= 7:
        raise DealError(f'hand "{cards_text(hand)}": expected 5 to 7 cards, found {len(hand)}')
    return hand


def _read_cards(words: Sequence[str]) -> tuple[int, ...]:
    """Different cards. Plain ones are looked up, three times as fast as reading everything that people may type."""
    text = "".join(words)
    try:
        cards = tuple([_PLAIN_CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        return parse_cards(" ".join(words))
    return cards if len(set(cards)) == len(cards) else parse_cards(text)


def _read_spot(words: Sequence[str], max_opponents: int) -> tuple[tuple[int, ...], int]:
    """A hand and a number of opponents."""
    if len(words) < 2:
        raise NotationError("expected a hand and a number of opponents")
    *hand, number = words
    opponents = int(number) if number.isascii() and number.isdigit() and len(number) <= 2 else 0
    if not 1 <= opponents <= max_opponents:
        raise NotationError(f'opponents "{number}": expected a number from 1 to {max_opponents}')
    return _read_hand(hand), opponents


def _canonical(hand: tuple[int, ...]) -> str:
    """The same text for all hands that differ only in the names of the suits or the order of the board."""
    return f"{len(hand)} {_isomorphism(len(hand)).index(hand)}"


@cache
def _isomorphism(cards: int) -> Isomorphism:
    from riverboat.cards.isomorphism import Isomorphism

    return Isomorphism((2, cards - 2))
