"""Which flops, and how many others does each represent? All of them up to suits, a sample, a list; by texture.

Flops that differ only by suits that neither range distinguishes are alike: of 22,100 there are 1,755 kinds
(`canonical_boards`), and a sum over all is a weighted sum over these. Ranges that name suits (`AhKh`) tell more flops
apart; then there are more kinds, as many as the renamings of suits that are left make of 22,100.

A sample is systematic: flops are put in order (suits, pairs, ranks) and one is taken at even steps of the weight, from
a random start. Every flop of the 22,100 has the same chance, all textures come in their proportion, and every one
chosen represents the same number of flops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from riverboat.cards.card import RANKS, cards_text, read_cards
from riverboat.cards.ranges import Range
from riverboat.errors import DealError, NotationError, RiverboatError

ALL_FLOPS: Final = 22_100
_FLOP: Final = 3
_SUITS: Final = {1: "monotone", 2: "two-tone", 3: "rainbow"}
_PAIRS: Final = {1: "trips", 2: "paired", 3: "unpaired"}
TEXTURES: Final = (*_SUITS.values(), "paired", "trips", "unpaired")
_EXPECTED: Final = f"{', '.join(TEXTURES)}, a high card such as A-high, or ! before one of them"


@dataclass(frozen=True, slots=True)
class Flop:
    """One flop that represents others."""

    cards: tuple[int, ...]
    """The highest first."""
    stands_for: float
    """How many flops it represents, itself included."""

    def __str__(self) -> str:
        return cards_text(self.cards)

    @property
    def textures(self) -> tuple[str, str, str]:
        """Suits, pairs and the high card: `two-tone`, `unpaired`, `A-high`."""
        ranks, suits = {card >> 2 for card in self.cards}, {card & 3 for card in self.cards}
        return _SUITS[len(suits)], _PAIRS[len(ranks)], f"{RANKS[max(ranks)]}-high"

    def is_like(self, texture: Texture) -> bool:
        """Whether it has every trait of the texture; three of a rank are paired, too."""
        mine = set(self.textures)
        if "trips" in mine:
            mine.add("paired")
        return all((trait in mine) == wanted for trait, wanted in texture.traits)


@dataclass(frozen=True, slots=True)
class Texture:
    """Traits that a flop must have, or (`!`) must not: `two-tone,A-high`, `!paired`."""

    traits: tuple[tuple[str, bool], ...]

    @classmethod
    def parse(cls, text: str) -> Texture:
        """The traits in a text, all of which must hold."""
        found = []
        for word in text.lower().replace(",", " ").split():
            name = word.removeprefix("!")
            known = {each.lower(): each for each in (*TEXTURES, *(f"{rank}-high" for rank in RANKS))}
            if name not in known:
                raise NotationError(f'texture "{text}": cannot read "{word}"; expected {_EXPECTED}')
            found.append((known[name], name == word))
        if not found:
            raise NotationError(f'texture "{text}": empty; expected {_EXPECTED}')
        return cls(tuple(found))

    def __str__(self) -> str:
        return ",".join(trait if wanted else f"!{trait}" for trait, wanted in self.traits)


def all_flops(ranges: tuple[Range, Range], deck: Sequence[int] = range(52)) -> list[Flop]:
    """One flop of each kind that the ranges do not tell apart, in order; `deck` is the cards of the game."""
    from riverboat.cards.isomorphism import canonical_boards
    from riverboat.solve.public.boards import board_layers
    from riverboat.solve.spot.runouts import kept_renamings

    renamings = kept_renamings((), [each.weights for each in ranges])
    if len(renamings) == 24:
        boards, counts = canonical_boards(_FLOP)
        found = [Flop(_sorted(board.tolist()), float(count)) for board, count in zip(boards, counts, strict=True)]
    else:
        layer = board_layers(52, (_FLOP,), renamings)[1]
        found = [
            Flop(_sorted(deal[0]), float(len(orbit))) for deal, orbit in zip(layer.deals, layer.orbits, strict=True)
        ]
    kept = set(deck)
    return sorted((flop for flop in found if kept.issuperset(flop.cards)), key=_in_order)


def sample_flops(flops: Sequence[Flop], count: int, seed: int) -> list[Flop]:
    """A systematic sample of this many, by weight; a flop that is hit twice is listed once and counts twice."""
    if count < 1:
        raise RiverboatError(f"sample of {count} flops: expected 1 or more")
    if count >= len(flops):
        return list(flops)
    weights = np.cumsum([flop.stands_for for flop in flops])
    step = weights[-1] / count
    start = np.random.default_rng(seed).random()
    hits = Counter(np.searchsorted(weights, (start + np.arange(count)) * step, side="right").tolist())
    return [replace(flops[number], stands_for=times * step) for number, times in sorted(hits.items())]


def chosen_flops(texts: Iterable[str], kinds: Sequence[Flop], ranges: tuple[Range, Range]) -> list[Flop]:
    """Flops as people list them, `AsKd2c` or with a weight, `AsKd2c:3`; `kinds` are `all_flops`."""
    from riverboat.solve.spot.runouts import kept_renamings

    renamings = kept_renamings((), [each.weights for each in ranges])
    weights = {flop.cards: flop.stands_for for flop in kinds}
    found: dict[tuple[int, ...], Flop] = {}
    for text in texts:
        name, _, weight = text.partition(":")
        cards = _sorted(read_cards(name, "flop"))
        if len(cards) != _FLOP:
            raise DealError(f'flop "{text}": expected three cards such as "AsKd2c"')
        alike = [_sorted(renaming[card] for card in cards) for renaming in renamings]
        kind = next((each for each in alike if each in weights), None)
        if kind is None:
            raise DealError(f'flop "{text}": not in this deck')
        twin = next((each for each in alike if each in found), None)
        if twin is not None:
            raise DealError(f'flop "{text}": {cards_text(twin)} is the same but for the suits; name one of them')
        found[cards] = Flop(cards, weights[kind] if not weight else _weight(weight, text))
    return list(found.values())


def flops_in_file(path: str | Path) -> list[str]:
    """The flops of a text file, one or more to a line; what follows a # is a remark."""
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise RiverboatError(f'flop file "{path}": {error.strerror or error}') from error
    except UnicodeDecodeError:
        raise NotationError(f'flop file "{path}": not a text file') from None
    found = [word for line in lines for word in line.partition("#")[0].replace(",", " ").split()]
    if not found:
        raise NotationError(f'flop file "{path}": no flops there; expected lines such as "AsKd2c"')
    return found


def with_textures(flops: Iterable[Flop], textures: Sequence[Texture]) -> Iterator[Flop]:
    """The flops of any of the textures; all of them if there is none."""
    return (flop for flop in flops if not textures or any(flop.is_like(texture) for texture in textures))


def select_flops(
    ranges: tuple[Range, Range],
    deck: Sequence[int] = range(52),
    *,
    named: Iterable[str] | None = None,
    sample: int | None = None,
    seed: int = 1,
    textures: Sequence[str] = (),
) -> list[Flop]:
    """The flops of a report: those that are named or all kinds, of any of the textures, all of them or a sample."""
    wanted = [Texture.parse(text) for text in textures]
    kinds = all_flops(ranges, deck)
    if named is not None:
        kinds = chosen_flops(named, kinds, ranges)
    found = list(with_textures(kinds, wanted))
    if not found:
        raise RiverboatError(f"texture {' '.join(textures)}: no flop matches")
    return found if sample is None else sample_flops(found, sample, seed)


def _sorted(cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(cards, reverse=True))


def _in_order(flop: Flop) -> tuple[int, int, tuple[int, ...]]:
    """Suits first, then pairs, then ranks from the ace down: neighbours play alike."""
    ranks, suits = {card >> 2 for card in flop.cards}, {card & 3 for card in flop.cards}
    return len(suits), len(ranks), tuple(-card for card in flop.cards)


def _weight(text: str, where: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = -1.0
    if not 0.0 < weight < float("inf"):
        raise NotationError(f'flop "{where}": cannot read the weight "{text}"; expected a number above 0')
    return weight
