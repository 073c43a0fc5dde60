"""A slow second opinion: hand values by the rules as they are written, to check the fast rankings against.

Plain Python: cards are counted and sorted, and every choice of cards is tried; no tables, and nothing shared with the
other rankings. Some 10 us a five-card hand, 200 us a seven-card hand. Each function returns a value that compares as
the hands do, larger is better, equal exactly where the pot is split. `None` is a hand that does not qualify.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise

Five = tuple[int, ...]
Value = tuple[int, tuple[int, ...]]
"""How good the kind of hand is, then the card faces in the order in which they are compared."""


def _by_count(faces: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Counts and faces of what a hand holds, e.g. (3, 2) and (14, 13) for aces over kings."""
    distinct = sorted(set(faces), key=lambda face: (faces.count(face), face), reverse=True)
    return tuple(faces.count(face) for face in distinct), tuple(distinct)


def _is_run(faces: Sequence[int]) -> bool:
    ordered = sorted(faces)
    return all(upper - lower == 1 for lower, upper in pairwise(ordered))


def _one_suit(cards: Sequence[int]) -> bool:
    return all(card % 4 == cards[0] % 4 for card in cards)


def _faces(cards: Sequence[int], ace: int = 14) -> list[int]:
    """2..13 for deuces to kings and whatever an ace is worth."""
    return [ace if card // 4 == 12 else card // 4 + 2 for card in cards]


_SCALE = ["no pair", "pair", "two pair", "trips", "straight", "flush", "full house", "quads", "straight flush"]
_SHORT_SCALE = ["no pair", "pair", "two pair", "trips", "straight", "full house", "flush", "quads", "straight flush"]
_OLD_SHORT_SCALE = [
    "no pair",
    "pair",
    "two pair",
    "straight",
    "trips",
    "full house",
    "flush",
    "quads",
    "straight flush",
]


def _kind(counts: Sequence[int]) -> str:
    if counts[0] == 4:
        return "quads"
    if counts[0] == 3:
        return "full house" if len(counts) > 1 and counts[1] == 2 else "trips"
    pairs = sum(1 for count in counts if count == 2)
    return ("no pair", "pair", "two pair")[pairs]


def _five(cards: Five, scale: list[str], low_ace: int | None) -> Value:
    """Five cards by a scale of categories, where an ace may also count as `low_ace` in straights."""
    faces = _faces(cards)
    counts, compared = _by_count(faces)
    flush = _one_suit(cards)
    for run in (faces, _faces(cards, low_ace) if low_ace is not None else faces):
        if _is_run(run):
            return scale.index("straight flush" if flush else "straight"), (max(run),)
    return scale.index("flush" if flush else _kind(counts)), compared


def _best(value: Callable[[Five], Value], cards: Iterable[int], size: int = 5) -> Value:
    return max(value(choice) for choice in combinations(cards, size))


def high(cards: Iterable[int]) -> Value:
    """The usual high hand of five or more cards."""
    return _best(lambda five: _five(five, _SCALE, 1), cards)


def short_deck(cards: Iterable[int], trips_beat_straights: bool = False) -> Value:
    """Five or more of 36 cards: an ace stands below the six, and flushes above full houses."""
    scale = _OLD_SHORT_SCALE if trips_beat_straights else _SHORT_SCALE
    return _best(lambda five: _five(five, scale, 5), cards)


def _upside_down(value: Value) -> Value:
    return -value[0], tuple(-face for face in value[1])


def _low_kinds(cards: Sequence[int]) -> Value:
    counts, compared = _by_count(_faces(cards, ace=1))
    return _upside_down((_SCALE.index(_kind(counts)), compared))


def ace_to_five(cards: Iterable[int]) -> Value:
    """The lowest five of five or more cards, aces low, straights and flushes ignored."""
    return _best(_low_kinds, cards)


def deuce_to_seven(cards: Iterable[int]) -> Value:
    """The lowest five of five or more cards, aces high, straights and flushes counting against."""
    return _best(lambda five: _upside_down(_five(five, _SCALE, None)), cards)


def eight_or_better(cards: Iterable[int]) -> Value | None:
    """The ace-to-five low of five different faces up to eight."""
    return _qualified(ace_to_five(cards))


def _qualified(value: Value) -> Value | None:
    faces = [-face for face in value[1]]
    return value if len(faces) == 5 and max(faces) <= 8 else None


def badugi(cards: Iterable[int], ace: int = 1) -> Value:
    """The largest set of different faces and suits, up to four cards, then the lowest."""
    cards = tuple(cards)
    for size in (4, 3, 2, 1):
        found = []
        for choice in combinations(cards, size):
            faces = _faces(choice, ace)
            if len(set(faces)) == size and len({card % 4 for card in choice}) == size:
                found.append(tuple(-face for face in sorted(faces, reverse=True)))
        if found:
            return size, max(found)
    raise ValueError("a badugi needs at least one card")


def _two_and_three(hole: Sequence[int], board: Sequence[int], from_hole: int = 2) -> list[Five]:
    return [mine + shared for mine in combinations(hole, from_hole) for shared in combinations(board, 5 - from_hole)]


def omaha(hole: Sequence[int], board: Sequence[int], from_hole: int = 2) -> Value:
    """The best high hand of exactly two hole cards (or as many as said) and the rest from the board."""
    return max(high(five) for five in _two_and_three(hole, board, from_hole))


def omaha_eight_or_better(hole: Sequence[int], board: Sequence[int]) -> Value | None:
    """The best qualifying low of exactly two hole cards and three from the board."""
    return _qualified(max(ace_to_five(five) for five in _two_and_three(hole, board)))


def few(cards: Iterable[int], size: int) -> Value:
    """The best `size` cards, at most four: pairs, trips and quads count, straights and flushes do not."""

    def value(choice: Five) -> Value:
        counts, compared = _by_count(_faces(choice))
        return _SCALE.index(_kind(counts)), compared

    return _best(value, cards, size)


def few_low(cards: Iterable[int], size: int) -> Value:
    """The lowest `size` cards, at most four, aces low."""
    return _best(_low_kinds, cards, size)
