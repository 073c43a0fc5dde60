"""Which hands may a player hold, and how likely each? Weighted ranges over the 1,326 holdings, as text both ways.

Reads what people type into the usual tools, items separated by commas, semicolons, spaces or new lines:

| text | hands |
|---|---|
| `QQ`, `AKs`, `AKo`, `AK` | a pair; suited; offsuit; both |
| `22+`, `A2s+`, `ATo+` | pairs up to aces; the kicker climbs to just below the high card, so `76s+` is 76s alone |
| `TT-77`, `KTs-K8s`, `JTs-65s` | from one to the other, either way round: pairs, kickers, or hands with one gap |
| `AhKh`, `AhKx`, `AhXh`, `AhXx` | one holding; `x` is any suit and `X` any rank |
| `Ax`, `Axs`, `Axo` | any hand with an ace (aces too), suited, offsuit |
| `top 15%`, `15%` | the best hands against a random one, see `STRONGEST_FIRST` |
| `random`, `any two`, `any`, `100%` | all 1,326 |
| `AKo:0.5`, `AKo:50%`, `AKo@50` | a fraction after a colon (PioSOLVER), a percentage after @ (ProPokerTools) |
| `[50]AKs,QQ[/50]`, `50%(AKs,QQ)` | one percentage for several (GTO+, Flopzilla; eval7, also `0.5(AKs,QQ)`) |
| `!55`, `!A5s-A2s`, `!AhXx` | removed from the hands before it |

Items are read from left to right and a later one overrides the weights of an earlier one; nested weights multiply.
The `+` and `-` follow eval7 and PokerStove, and `-` also joins hands of the same gap. `top 15%` is exactly 15 % of the
1,326 holdings: the class in which the line falls gets a fractional weight. Prints back in the shortest of a few forms,
and `Range.parse(str(r)) == r` for every range that is not empty. Parsing a usual range takes well below a millisecond.

Two-card hands of the standard deck only; ranges of Omaha hands are not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat.cards.card import DECK_SIZE, RANKS, SUITS, Cards, card_text, cards_text, make_card, read_cards
from riverboat.cards.holdings import (
    CLASS_BY_NAME,
    CLASS_NAMES,
    CLASS_SIZES,
    CLASSES,
    HOLDING_CARDS,
    HOLDING_CLASS,
    HOLDINGS,
    holding_index,
)
from riverboat.errors import DealError, NotationError
from riverboat.html import html

_ORDER: Final = (
    "AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55 QJs K9s "
    "A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o "
    "JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s "
    "T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s "
    "J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o "
    "64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o "
    "72o 52o 62o 42o 32o"
)
STRONGEST_FIRST: Final = tuple(_ORDER.split())
"""The 169 classes from the strongest down: exact all-in equity before the flop against one random hand.

Computed by enumerating every opponent and every board, 2,097,572,400 deals for a holding (AA .852037, 32o .323032);
no two classes are equal, the closest being 72s and 54o, 0.000006 apart.
"""

_ALL: Final = np.arange(HOLDINGS)
_CLASS_HOLDINGS: Final = tuple(np.flatnonzero(index == HOLDING_CLASS) for index in range(CLASSES))
_TOUCHES: Final = np.zeros((DECK_SIZE, HOLDINGS), dtype=np.bool_)
_TOUCHES[HOLDING_CARDS[:, 0], _ALL] = True
_TOUCHES[HOLDING_CARDS[:, 1], _ALL] = True


class Range:
    """Weights in [0, 1] over the 1,326 holdings, in the order of `HOLDING_CARDS`. Immutable."""

    __slots__ = ("weights",)

    weights: NDArray[np.float64]
    """float64[1326], read-only."""

    def __init__(self, text: str = "random") -> None:
        self._set(_read(text))

    @classmethod
    def parse(cls, text: str, *, once: bool = False) -> Range:
        """The range that the text describes; never an empty one.

        Args:
            text: Range notation: "22+,A2s+,KQo:0.5", "top 10%", "random".
            once: It is an error to give a holding two different weights, unless the later item names a part of the
                earlier one (`22+,AA:0.5`, as `str` writes it too).
        """
        made = cls.__new__(cls)
        made._set(_read(text, once))
        return made

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """A range with these 1,326 weights (copied).

        Args:
            weights: 1,326 numbers from 0 to 1, in the order of `HOLDING_CARDS`.
        """
        try:
            array = np.array(weights, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise NotationError(f"range weights: expected {HOLDINGS} numbers") from error
        if array.shape != (HOLDINGS,):
            raise NotationError(f"range weights of shape {array.shape}: expected {HOLDINGS} numbers")
        wrong = np.flatnonzero(~((array >= 0.0) & (array <= 1.0)))
        if len(wrong):
            holding = int(wrong[0])
            raise NotationError(f"range weight {array[holding]} of {_holding_text(holding)}: expected 0 to 1")
        made = cls.__new__(cls)
        made._set(array)
        return made

    @classmethod
    def full(cls) -> Range:
        """Any two cards."""
        return cls.from_weights(np.ones(HOLDINGS))

    @classmethod
    def single(cls, cards: Cards) -> Range:
        """One holding, as text or two card numbers."""
        hand = read_cards(cards)
        if len(hand) != 2:
            raise DealError(f'holding "{cards_text(hand)}": expected two cards such as "AhKh", found {len(hand)}')
        weights = np.zeros(HOLDINGS)
        weights[holding_index(*hand)] = 1.0
        return cls.from_weights(weights)

    def _set(self, weights: NDArray[np.float64]) -> None:
        weights += 0.0  # no negative zeros: equal ranges have equal bytes
        weights.flags.writeable = False
        object.__setattr__(self, "weights", weights)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Range does not change; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Range does not change; make another one")

    def __reduce__(self) -> tuple[object, ...]:
        return Range.from_weights, (self.weights,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool(np.array_equal(self.weights, other.weights))

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __str__(self) -> str:
        """The shortest text found that reads back as this range; `none` for the empty range."""
        return _write(self.weights)

    def __repr__(self) -> str:
        return f'Range("{self}")'

    def _repr_html_(self) -> str:
        """In a notebook: the grid of starting hands, darker where more of a class is in the range."""
        shade = "background:rgba(44,110,60,{:.2f});padding:2px 4px;text-align:center"
        cells = [
            f'<td style="{shade.format(0.85 * weight)}" title="{name} {weight:g}">{name}</td>'
            for name, weight in zip(CLASS_NAMES, self.class_weights().flat, strict=True)
        ]
        rows = "".join(f"<tr>{''.join(cells[13 * row : 13 * row + 13])}</tr>" for row in range(13))
        return f"<table><caption>{html(str(self))}: {self.combos:g} combos</caption>{rows}</table>"

    @property
    def combos(self) -> float:
        """The sum of the weights: 6 for AA, 1326 for any two."""
        return float(self.weights.sum())

    @property
    def is_empty(self) -> bool:
        """No holding has any weight."""
        return not self.weights.any()

    def weight(self, cards: Cards) -> float:
        """The weight of one holding, its cards in either order."""
        hand = read_cards(cards)
        if len(hand) != 2:
            raise DealError(f'holding "{cards_text(hand)}": expected two cards such as "AhKh", found {len(hand)}')
        return float(self.weights[holding_index(*hand)])

    def without(self, dead_cards: Cards) -> Range:
        """The same range when these cards are seen elsewhere; it may become empty.

        Args:
            dead_cards: As text or card numbers.
        """
        weights = self.weights.copy()
        for card in read_cards(dead_cards):
            weights[_TOUCHES[card]] = 0.0
        return Range.from_weights(weights)

    def holdings(self) -> Iterator[tuple[tuple[int, int], float]]:
        """Every holding with a weight above zero, higher card first, and that weight; best cards first."""
        for holding in np.flatnonzero(self.weights)[::-1]:
            low, high = HOLDING_CARDS[holding]
            yield (int(high), int(low)), float(self.weights[holding])

    def class_weights(self) -> NDArray[np.float64]:
        """float64[13, 13]: the mean weight of each cell of the grid, AA top left, suited above the diagonal."""
        sums = np.bincount(HOLDING_CLASS, weights=self.weights, minlength=CLASSES)
        return (sums / CLASS_SIZES).reshape(13, 13)


# Reading ------------------------------------------------------------------------------------------------------------

_PLAIN_SIGNS = str.maketrans(
    {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s", "\ufe0f": None}
    | {"–": "-", "—": "-", "−": "-", "＋": "+", "\ufeff": None}
)
_GLUE = (
    (re.compile(r"\s*([-:@])\s*"), r"\1"),
    (re.compile(r"!\s+"), "!"),
    (re.compile(r"\s+([+%])"), r"\1"),
    (re.compile(r"%\s+\("), "%("),
    (re.compile(r"\btop\s+(?=[0-9.])", re.IGNORECASE), "top"),
    (re.compile(r"\bany\s+two(\s+cards)?\b", re.IGNORECASE), "any"),
)
_TOKEN = re.compile(r"\[[^\[\]]*\]|[^\s,;\[\]()]*\(|[^\s,;\[\]()]+|[\[\])]")
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?", re.IGNORECASE)
_ITEM = re.compile(r"(!?)([^:@]*)(?:([:@])(.*))?", re.DOTALL)
_PERCENT = re.compile(r"(?:top)?(" + _NUMBER.pattern + r")%")
_HAND = r"([2-9tjqkax*])([2-9tjqkax*])([so]?)"
_HANDS = re.compile(_HAND + r"(?:(\+)|-" + _HAND + ")?")
_HOLDING = re.compile(r"([2-9tjqkax*])([cdhsx*])([2-9tjqkax*])([cdhsx*])")
_ANY_TWO = frozenset({"random", "any", "anytwo", "all", "xx", "**"})
_SAME_KIND = 'a dash joins two hands of the same kind, like "A8s-A2s"'

_Item = tuple[NDArray[np.intp], NDArray[np.float64]]
"""The holdings of one item of the text, and their weights before the item's own."""


class _CannotReadError(Exception):
    """Why an item makes no sense; `_read` adds the text around it."""


def _read(text: str, once: bool = False) -> NDArray[np.float64]:
    plain = " ".join(text.translate(_PLAIN_SIGNS).split())  # long blanks would make the patterns below slow
    for pattern, replacement in _GLUE:
        plain = pattern.sub(replacement, plain)
    tokens = _TOKEN.findall(plain)
    if not tokens:
        raise NotationError(f'range "{_shown(text)}": empty; write hands such as "22+,AKs" or "random"')
    weights = np.zeros(HOLDINGS)
    given = _Given() if once else None
    factor = 1.0
    opened: list[tuple[str, float, float]] = []  # the opening token, its number, the factor outside it
    token = ""
    try:
        for token in tokens:
            if token[0] == "[" and token[1:2] != "/" and token[-1] == "]":
                number = _weight(token[1:-1], "percent")
                opened.append((token, number, factor))
                factor *= number
            elif token[-1] == "(":
                number = _weight(token[:-1], "fraction") if len(token) > 1 else 1.0
                opened.append((token, number, factor))
                factor *= number
            elif token[0] in "[])":
                factor = _closed(token, opened)
            else:
                _apply(token, factor, weights, given)
        if opened:
            token = opened[-1][0]
            raise _CannotReadError(f'is never closed; write "{_closing(token)}" after the last hand it weighs')
    except _CannotReadError as reason:
        shown, part = _shown(text), _shown(token)
        where = "" if part == shown else f'"{part}": '
        raise NotationError(f'range "{shown}": {where}{reason}') from None
    if not weights.any():
        raise NotationError(f'range "{_shown(text)}": no hand is left; every weight is zero or taken away')
    return weights


def _shown(text: str) -> str:
    """The text on one line and short enough for a message."""
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
    return line if len(line) <= 80 else line[:77] + "..."


def _closing(opening: str) -> str:
    return ")" if opening.endswith("(") else f"[/{opening[1:]}"


def _closed(token: str, opened: list[tuple[str, float, float]]) -> float:
    """The factor that holds again after this closing token."""
    if token in ("[", "]"):
        raise _CannotReadError('is half a bracket; weights of several hands look like "[50]AKs,QQ[/50]"')
    if not opened:
        raise _CannotReadError("closes a weight that was never opened")
    opening, number, outside = opened.pop()
    bracket = opening.startswith("[")
    if (token == ")") == bracket or (bracket and _weight(token[2:-1], "percent") != number):
        raise _CannotReadError(f'does not close "{opening}"; write "{_closing(opening)}"')
    return outside


def _weight(text: str, unit: str) -> float:
    """A weight in [0, 1]; a plain number is a fraction or a percentage, and with a % sign always the latter."""
    stripped = text.strip()
    percent = unit == "percent" or stripped.endswith("%")
    number = stripped.removesuffix("%").rstrip()
    expected = "0% to 100%" if percent else "0 to 1"
    if not number:
        raise _CannotReadError(f"the weight is missing; expected {expected}")
    if not _NUMBER.fullmatch(number):
        raise _CannotReadError(f'weight "{_shown(text)}" is not a number; expected {expected}')
    value = float(number) / 100.0 if percent else float(number)
    if not 0.0 <= value <= 1.0:
        raise _CannotReadError(f'weight "{_shown(text)}" is out of bounds; expected {expected}')
    return value


def _apply(token: str, factor: float, weights: NDArray[np.float64], given: _Given | None) -> None:
    """Write one item into the weights: set them, or remove them after an exclamation mark."""
    match = _ITEM.fullmatch(token)
    assert match is not None  # the pattern accepts any text
    taken, body, sign, weight_text = match.groups()
    if sign is not None:
        factor *= _weight(weight_text, "fraction" if sign == ":" else "percent")
    holdings, inside = _item(body.lower())
    if taken and not weights.any():
        raise _CannotReadError(f'there is nothing before it to remove hands from; write "random,!{body}"')
    if given and not taken:
        given.check(holdings, inside * factor, weights)
    weights[holdings] = np.maximum(weights[holdings] - inside * factor, 0.0) if taken else inside * factor


class _Given:
    """Which item gave each holding its weight, so that another one may refine it but not contradict it."""

    def __init__(self) -> None:
        self.items: list[NDArray[np.intp]] = []
        self.by = np.zeros(HOLDINGS, dtype=np.intp)

    def check(self, holdings: NDArray[np.intp], weights: NDArray[np.float64], before: NDArray[np.float64]) -> None:
        """Record an item, or say at which holding it contradicts an earlier one."""
        old = before[holdings]
        for at in np.flatnonzero((old > 0.0) & (old != weights)):
            earlier = self.items[self.by[holdings[at]]]
            if len(holdings) >= len(earlier) or not np.isin(holdings, earlier).all():
                raise _CannotReadError(
                    f"{_holding_text(int(holdings[at]))} has the weight {old[at]:g} already and would get"
                    f" {weights[at]:g}; write each hand once"
                )
        self.by[holdings] = len(self.items)
        self.items.append(holdings)


@lru_cache(maxsize=4096)
def _item(body: str) -> _Item:
    if body in _ANY_TWO:
        return _ALL, np.ones(HOLDINGS)
    if match := _PERCENT.fullmatch(body):
        return _top(match[1])
    hand = body.replace("10", "t")
    if match := _HOLDING.fullmatch(hand):
        holdings = _matching(*match.groups())
    elif match := _HANDS.fullmatch(hand):
        names = _classes(*match.groups())
        holdings = np.concatenate([_CLASS_HOLDINGS[CLASS_BY_NAME[name]] for name in names])
    else:
        raise _CannotReadError(_hand_error(hand))
    return holdings, np.ones(len(holdings))


def _top(percent: str) -> _Item:
    """Exactly this share of the 1,326 holdings, in the order of `STRONGEST_FIRST`."""
    if "e" in percent or len(percent) > 20 or float(percent) > 100.0:  # a bound on the digits keeps fractions small
        raise _CannotReadError("a share of all hands is 0% to 100%")
    left = Fraction(percent.rstrip(".")) * HOLDINGS / 100
    weights = np.zeros(HOLDINGS)
    for name in STRONGEST_FIRST:
        index = CLASS_BY_NAME[name]
        share = min(left / int(CLASS_SIZES[index]), Fraction(1))
        weights[_CLASS_HOLDINGS[index]] = float(share)
        left -= share * int(CLASS_SIZES[index])
    holdings = np.flatnonzero(weights)
    return holdings, weights[holdings]


def _matching(rank1: str, suit1: str, rank2: str, suit2: str) -> NDArray[np.intp]:
    """The holdings of `AhKh`, `AhKx`, `AhXh`, `AhXx`."""
    if suit1 in "x*" and suit2 in "x*":
        raise _CannotReadError('two cards of any suit are written "AK", "AKs" or "AKo"')
    firsts, seconds = _card_set(rank1, suit1), _card_set(rank2, suit2)
    found = {holding_index(a, b) for a in firsts for b in seconds if a != b}
    if not found:
        raise _CannotReadError(f"{card_text(firsts[0])} comes twice")
    return np.array(sorted(found))


def _card_set(rank: str, suit: str) -> list[int]:
    ranks = range(13) if rank in "x*" else (_rank(rank),)
    suits = range(4) if suit in "x*" else (SUITS.index(suit),)
    return [make_card(r, s) for r in ranks for s in suits]


def _rank(text: str) -> int:
    return RANKS.index(text.upper())


def _classes(
    first: str, second: str, kind: str, plus: str | None, to_first: str | None, to_second: str, to_kind: str
) -> list[str]:
    """The class names of `QQ`, `AK`, `A2s+`, `TT-77`, `KTs-K8s`, `JTs-65s`, `Axs`."""
    ranks = [first, second, to_first or first, to_second or second]
    if any(rank in "x*" for rank in ranks):
        if plus or to_first:
            raise _CannotReadError('"x" already is any rank; write no plus or dash with it')
        highs = range(13) if first in "x*" else (_rank(first),)
        lows = range(13) if second in "x*" else (_rank(second),)
        pairs = [(high, low) for high in highs for low in lows if not (kind and high == low)]
        return sorted({name for high, low in pairs for name in _names(high, low, kind)})
    high, low = sorted((_rank(first), _rank(second)), reverse=True)
    if high == low and kind:
        raise _CannotReadError(f'a pair is neither suited nor offsuit; write "{RANKS[high] * 2}"')
    if plus:
        top = [(rank, rank) for rank in range(high, 13)] if high == low else [(high, k) for k in range(low, high)]
        return [name for hand in top for name in _names(*hand, kind)]
    if to_first is None:
        return _names(high, low, kind)
    to_high, to_low = sorted((_rank(to_first), _rank(to_second)), reverse=True)
    if kind != to_kind or (high == low) != (to_high == to_low):
        raise _CannotReadError(_SAME_KIND)
    if high == to_high:
        run = [(high, kicker) for kicker in range(min(low, to_low), max(low, to_low) + 1)]
    elif high - low == to_high - to_low:
        run = [(rank, rank - (high - low)) for rank in range(min(high, to_high), max(high, to_high) + 1)]
    else:
        raise _CannotReadError('a dash joins hands of one high card, like "A8s-A2s", or of one gap, like "JTs-65s"')
    return [name for hand in run for name in _names(*hand, kind)]


def _names(first: int, second: int, kind: str) -> list[str]:
    high, low = max(first, second), min(first, second)
    name = RANKS[high] + RANKS[low]
    return [name] if high == low else [name + each for each in kind or "so"]


def _hand_error(body: str) -> str:
    """What is wrong with an item that no pattern fits."""
    if not body:
        return 'a hand is missing here; write it before the weight, like "AKs:0.5"'
    if body.startswith("-") or body.endswith("-"):
        return 'a dash needs a hand on both sides, like "A8s-A2s"'
    if "-" in body:
        return _SAME_KIND
    if len(body) == 1 and body in RANKS.lower():
        return f'half a hand; write two ranks, like "AK", or "{body.upper()}x" for any hand with that rank'
    if len(body) == 2 and body[0] in RANKS.lower() and body[1] in SUITS:
        return f'one card; write two, like "AhKh", or "{body[0].upper()}{body[1]}Xx" for any hand with that card'
    if body == "none":
        return 'an empty range; write hands such as "22+,AKs"'
    if body.startswith("top"):
        return 'write the share of hands with a percent sign, like "top 15%"'
    return 'not a hand; write such as "QQ", "AKs", "A8s-A2s", "22+", "AhKh", "top 15%" or "random"'


# Writing ------------------------------------------------------------------------------------------------------------


def _write(weights: NDArray[np.float64]) -> str:
    """The shortest of four texts: from nothing or from `random` on, with dead cards spelled out or removed."""
    if not weights.any():
        return "none"
    alive = np.array([bool(weights[holdings].any()) for holdings in _CLASS_HOLDINGS])[HOLDING_CLASS]
    dead = [card for card in range(DECK_SIZE) if not weights[_TOUCHES[card]].any() and alive[_TOUCHES[card]].any()]
    values = weights.tolist()
    texts = []
    for taken in ([], dead) if dead else ([],):
        open_to_us = np.ones(HOLDINGS, dtype=np.bool_)
        for card in taken:
            open_to_us &= ~_TOUCHES[card]
        levels, counts = np.unique(weights[open_to_us], return_counts=True)
        usual = float(levels[counts.argmax()])
        for base in (0.0, usual) if usual else (0.0,):
            items = [] if base == 0.0 else [_weighted("random", base)]
            items += _differences(values, base, open_to_us.tolist())
            items += [f"!{card_text(card)}Xx" for card in reversed(taken)]
            texts.append(",".join(items))
    return min(texts, key=len)


def _differences(values: list[float], base: float, counted: list[bool]) -> list[str]:
    """Items that lead from the same weight everywhere to these, looking only at the holdings that count."""
    classes: dict[float, list[int]] = {}
    single: list[int] = []
    for index, everyone in enumerate(_CLASS_HOLDINGS):
        holdings = [holding for holding in everyone.tolist() if counted[holding]]
        if not holdings:
            continue
        inside = [values[holding] for holding in holdings]
        usual = max(inside, key=inside.count)
        unusual = [holding for holding in holdings if values[holding] != usual]
        unlike_base = [holding for holding in holdings if values[holding] != base]
        # A class with exceptions, or its holdings one by one: whichever is shorter (a holding costs five characters).
        if usual != base and (not unusual or 4 + 6 * len(unusual) < 5 * len(unlike_base)):
            classes.setdefault(usual, []).append(index)
            single += unusual
        else:
            single += unlike_base
    items = []
    for value in sorted(classes, reverse=True):
        items += [_weighted(name, value) for name in _runs(classes[value])]
    # Last, because they may override the classes above.
    single.sort(key=lambda holding: (-values[holding], -holding))
    return items + [_weighted(_holding_text(holding), values[holding]) for holding in single]


def _weighted(name: str, value: float) -> str:
    if value == 1.0:
        return name
    return f"!{name}" if value == 0.0 else f"{name}:{value!r}"


def _holding_text(holding: int) -> str:
    low, high = HOLDING_CARDS[holding]
    return card_text(int(high)) + card_text(int(low))


def _runs(classes: list[int]) -> list[str]:
    """These classes with `+` and `-`: pairs, then hands of both kinds, suited, offsuit, each from the highest down."""
    pairs: set[int] = set()
    hands: dict[str, set[tuple[int, int]]] = {"": set(), "s": set(), "o": set()}
    for index in classes:
        name = CLASS_NAMES[index]
        high, low = RANKS.index(name[0]), RANKS.index(name[1])
        if high == low:
            pairs.add(high)
        else:
            hands[name[2]].add((high, low))
    for high in range(13):
        suited, offsuit = (set(_stretches({low for h, low in hands[kind] if h == high})) for kind in "so")
        for top, bottom in suited & offsuit:  # the same stretch of kickers in both kinds is written once
            both = {(high, low) for low in range(bottom, top + 1)}
            hands["s"] -= both
            hands["o"] -= both
            hands[""] |= both
    found = [_stretch((top, top), (bottom, bottom), "", top == 12) for top, bottom in _stretches(pairs)]
    for kind, members in hands.items():
        found += min(_kickers_first(members, kind), _gaps_first(members, kind), key=lambda names: len(",".join(names)))
    return found


def _stretches(ranks: set[int]) -> list[tuple[int, int]]:
    """(top, bottom) of each run of neighbours, the highest first."""
    found: list[tuple[int, int]] = []
    for rank in sorted(ranks, reverse=True):
        if found and found[-1][1] == rank + 1:
            found[-1] = (found[-1][0], rank)
        else:
            found.append((rank, rank))
    return found


def _stretch(top: tuple[int, int], bottom: tuple[int, int], kind: str, open_ended: bool) -> str:
    low, high = (RANKS[hand[0]] + RANKS[hand[1]] + kind for hand in (bottom, top))
    if top == bottom:
        return high
    return f"{low}+" if open_ended else f"{high}-{low}"


def _kickers_first(members: set[tuple[int, int]], kind: str) -> list[str]:
    """Runs of kickers; single hands then join hands of the same gap if there are three or more."""
    found, alone = [], set()
    for high in range(12, -1, -1):
        for top, bottom in _stretches({low for h, low in members if h == high}):
            if top == bottom:
                alone.add((high, top))
            else:
                found.append((high, top, _stretch((high, top), (high, bottom), kind, top == high - 1)))
    runs, rest = _gap_runs(alone, kind)
    found += runs + [(high, low, _stretch((high, low), (high, low), kind, False)) for high, low in rest]
    return [text for _, _, text in sorted(found, key=lambda run: (-run[0], -run[1]))]


def _gaps_first(members: set[tuple[int, int]], kind: str) -> list[str]:
    """Runs of three or more hands of the same gap, then the kickers of the rest."""
    runs, rest = _gap_runs(members, kind)
    return [text for _, _, text in runs] + _kickers_first(rest, kind)


def _gap_runs(members: set[tuple[int, int]], kind: str) -> tuple[list[tuple[int, int, str]], set[tuple[int, int]]]:
    runs, rest = [], set(members)
    for gap in range(1, 13):
        for top, bottom in _stretches({high for high, low in members if high - low == gap}):
            if top - bottom >= 2:
                runs.append((top, top - gap, _stretch((top, top - gap), (bottom, bottom - gap), kind, False)))
                rest -= {(high, high - gap) for high in range(bottom, top + 1)}
    return runs, rest
