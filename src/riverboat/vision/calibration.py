"""What the reader knows about the table's appearance: where its parts are, and how its glyphs and cards look.

All of it is measured once on pages that a browser draws in the table's own style (`web.pictures.calibrating`), with the
fonts of this machine, and kept in the cache; nothing about the style sheet is written down here.

A coordinate of a part is `a` times the width of the stage plus `b` times its font size, both in pixels of the picture,
counted from the stage's upper left corner: such a layout fits the table at every size.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.vision.locating import Located
from riverboat.vision.sighting import Box

Pair = tuple[float, float]
"""Parts of the stage's width, and of its font size."""
Bank = NDArray[np.float32]
Row = tuple[tuple[float, float, float, float], ...]
"""Boxes of cards in em: x from the middle of a plate, y from its upper edge, width and height."""

CROWDS: Final = {8: "crowded", 6: "full"}
"""What narrow tables with more than this many seats are called: they have smaller cards."""
GLYPH_SIZE: Final = 40
"""Font size of the stored glyphs in pixels."""
_ALIKE: Final = 1.25
"""Cards whose widths differ by at most this factor are compared."""
LINE: Final = 1.25
"""Height of a glyph's cell in font sizes; the text is in its vertical middle."""


@dataclass(frozen=True)
class Part:
    """Where a part of the table is, at any size; `font` is its font size in those of the stage."""

    x: Pair
    y: Pair
    width: Pair
    height: Pair
    font: float = 0.0

    def on(self, located: Located) -> Box:
        """Its rectangle on a picture."""
        stage, em = located.stage, located.em

        def size(pair: Pair) -> float:
            return pair[0] * stage.width + pair[1] * em

        return Box(stage.x + size(self.x), stage.y + size(self.y), size(self.width), size(self.height))


@dataclass(frozen=True)
class Layout:
    """The parts of a table with this many seats; a form is `wide` or `narrow`, told by the stage's proportions."""

    kind: str
    form: str
    seats: int
    aspect: float
    parts: Mapping[str, Part]
    """`pot`, `board`, and for each place `0.plate`, `0.name`, `0.stack`, `0.label`, `0.bet`, `0.dealer`."""


@dataclass(frozen=True, eq=False)
class Glyphs:
    """A font: the picture of each character, as wide as the character advances (0 white, 1 ink)."""

    characters: str
    pictures: tuple[Bank, ...]


@dataclass(frozen=True, eq=False)
class Crops:
    """Crops of rendered cards, by size: normalised patches in rows."""

    widths: Bank
    """Of the cards in pixels, ascending."""
    vectors: Bank
    labels: NDArray[np.uint8]
    """ASCII codes."""
    shifts: Bank
    """How far sideways the middle of the ink is from the middle of its part of the card, in widths of the card."""

    def alike(self, width: float) -> tuple[int, int]:
        """From which row to which one cards are about as wide: print of another size has lost other details."""
        width = min(max(width, float(self.widths[0])), float(self.widths[-1]))
        first, last = np.searchsorted(self.widths, [width / _ALIKE, width * _ALIKE])
        return int(first), int(last)


@dataclass(frozen=True, eq=False)
class CardBank:
    """Crops of the ranks and of the suits of rendered cards of many sizes."""

    ranks: Crops
    suits: Crops
    four_colours: bool = False
    """Whether the deck on the picture is known to have four colours: then black is spades and red is hearts."""


_CROPS: Final = ("widths", "vectors", "labels", "shifts")


@dataclass(frozen=True)
class Calibration:
    """Everything that the reader has to know about the table's appearance."""

    layouts: Mapping[tuple[str, int], tuple[Layout, ...]]
    """By kind and number of seats: the forms."""
    rows: Mapping[str, tuple[Row, ...]]
    """By kind of row (`own-wide`, `seat-narrow-full`, ...) and number of cards."""
    fonts: Mapping[str, Glyphs]
    """`regular` and `bold`."""
    cards: CardBank
    discs: Mapping[str, Bank]
    """The dealer button by kind of table, as `dealer.disc` cuts it."""
    faces: Mapping[str, NDArray[np.uint8]]
    """Pictures of whole cards by text, all of one size: the templates of the thesis's method."""

    def layout(self, located: Located) -> Layout:
        """The layout of a table that was found on a picture."""
        forms = self.layouts[located.kind, located.seats]
        aspect = located.stage.width / located.stage.height
        return min(forms, key=lambda form: abs(np.log(form.aspect / aspect)))

    def row(self, kind: str, layout: Layout) -> tuple[Row, ...]:
        """The rows of cards of a kind (`own`, `seat`, `replayer`) on a table; narrow full tables have smaller ones."""
        crowds = [crowd for most, crowd in CROWDS.items() if layout.form == "narrow" and layout.seats > most]
        for name in (*(f"{kind}-{layout.form}-{crowd}" for crowd in crowds), f"{kind}-{layout.form}", kind):
            if name in self.rows:
                return self.rows[name]
        raise RiverboatError(f"calibration: no rows of kind {kind}")

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For the cache."""
        plain = {
            "layouts": [
                [layout.kind, layout.form, layout.seats, layout.aspect, _parts_json(layout)]
                for forms in self.layouts.values()
                for layout in forms
            ],
            "rows": self.rows,
            "fonts": {name: glyphs.characters for name, glyphs in self.fonts.items()},
            "faces": list(self.faces),
            "discs": list(self.discs),
        }
        arrays: dict[str, NDArray[Any]] = {
            "plain": np.frombuffer(json.dumps(plain).encode(), np.uint8),
            **{f"rank-{name}": getattr(self.cards.ranks, name) for name in _CROPS},
            **{f"suit-{name}": getattr(self.cards.suits, name) for name in _CROPS},
            "faces": np.stack(list(self.faces.values())),
            "discs": np.stack(list(self.discs.values())),
        }
        for name, glyphs in self.fonts.items():
            arrays[f"font-{name}"] = np.concatenate(glyphs.pictures, axis=1)
            arrays[f"widths-{name}"] = np.array([picture.shape[1] for picture in glyphs.pictures])
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Calibration:
        """From the cache."""
        plain = json.loads(arrays["plain"].tobytes())
        layouts: dict[tuple[str, int], tuple[Layout, ...]] = {}
        for kind, form, seats, aspect, parts in plain["layouts"]:
            made = {name: _part(*sides) for name, sides in parts.items()}
            layouts[kind, seats] = (*layouts.get((kind, seats), ()), Layout(kind, form, seats, aspect, made))
        rows = {
            kind: tuple(tuple(tuple(card) for card in row) for row in counts) for kind, counts in plain["rows"].items()
        }
        fonts = {}
        for name, characters in plain["fonts"].items():
            edges = np.cumsum(arrays[f"widths-{name}"])[:-1]
            fonts[name] = Glyphs(characters, tuple(np.split(arrays[f"font-{name}"], edges, axis=1)))
        ranks, suits = (Crops(*(arrays[f"{part}-{name}"] for name in _CROPS)) for part in ("rank", "suit"))
        faces = dict(zip(plain["faces"], arrays["faces"], strict=True))
        discs = dict(zip(plain["discs"], arrays["discs"], strict=True))
        return cls(layouts, rows, fonts, CardBank(ranks, suits), discs, faces)


def _part(x: Pair, y: Pair, width: Pair, height: Pair, font: float) -> Part:
    return Part((x[0], x[1]), (y[0], y[1]), (width[0], width[1]), (height[0], height[1]), font)


def _parts_json(layout: Layout) -> dict[str, Any]:
    return {name: [part.x, part.y, part.width, part.height, part.font] for name, part in layout.parts.items()}
