"""Where a person says that things are: rectangles of a picture, corrected on a page and kept as a file.

`layout_page` shows a picture with every rectangle that was found on it; the file that it saves counts from the table's
corner in its font size, so that it fits the same table at other sizes. What is clicked (`button fold`, `button call`,
`button raise`, `amount`) is then clicked where the file says; the other rectangles show what was read where.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path

from riverboat.errors import RiverboatError
from riverboat.show.rectangles_page import rectangles_page
from riverboat.vision.sighting import Box, SeenCard, Sighting

_AMOUNT = "amount"
_MAX_BYTES = 1_000_000


@dataclass(frozen=True)
class ClickLayout:
    """Rectangles by name, in em from the table's upper left corner."""

    parts: Mapping[str, Box]

    @classmethod
    def read(cls, path: Path) -> ClickLayout:
        """The file that the page saves."""
        try:
            if path.stat().st_size > _MAX_BYTES:
                raise RiverboatError(f"{path}: larger than {_MAX_BYTES:,} bytes, so this is no layout")
            parts = json.loads(path.read_text(encoding="utf-8"))["parts"]
            if not all(isfinite(side) for sides in parts.values() for side in sides):
                raise ValueError
            return cls({str(name): Box(*map(float, sides)) for name, sides in parts.items()})
        except OSError as error:
            raise RiverboatError(f"{path}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
            raise RiverboatError(f'{path}: expected a layout, {{"parts": {{name: [x, y, width, height]}}}}') from None

    def on(self, seen: Sighting) -> Sighting:
        """The same sighting, to be clicked where this layout says."""
        buttons = tuple(
            replace(button, box=self._box(f"button {button.control}", seen, button.box)) for button in seen.buttons
        )
        amount = seen.amount_box and self._box(_AMOUNT, seen, seen.amount_box)
        return replace(seen, buttons=buttons, amount_box=amount)

    def _box(self, name: str, seen: Sighting, found: Box) -> Box:
        part = self.parts.get(name)
        if part is None:
            return found
        em, stage = seen.em, seen.stage
        return Box(stage.x + em * part.x, stage.y + em * part.y, em * part.width, em * part.height)


def layout_page(picture: bytes, seen: Sighting) -> str:
    """The page on which rectangles are corrected."""
    return rectangles_page(
        "What was found on the picture",
        picture,
        {name: (box.x, box.y, box.width, box.height) for name, box in rectangles(seen)},
        origin=(seen.stage.x, seen.stage.y),
        unit=seen.em,
        about={"surface": seen.surface, "seats": len(seen.seats)},
        note="Buttons and the field for the amount are clicked where the saved file says: vision play --layout FILE.",
    )


def rectangles(seen: Sighting) -> Iterator[tuple[str, Box]]:
    """Every rectangle of a sighting, with its name."""
    yield "table", seen.stage
    for which, board in enumerate(seen.boards):
        yield from _cards(f"board {which + 1}" if len(seen.boards) > 1 else "board", board)
    for place, seat in enumerate(seen.seats):
        yield from _cards(f"seat {place}", seat.cards)
    for button in seen.buttons:
        yield f"button {button.control}", button.box
    if seen.amount_box is not None:
        yield _AMOUNT, seen.amount_box


def _cards(where: str, cards: tuple[SeenCard, ...]) -> Iterator[tuple[str, Box]]:
    for number, card in enumerate(cards, 1):
        yield f"{where} card {number} {card.text or 'unread'}", card.box
