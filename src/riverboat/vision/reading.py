"""The whole way from a picture to a `Sighting`: `read(picture, calibration)`.

The marks say which layout it is (`locating`), the layout where each part lies (`calibration`); cards go to `cards`,
lines of text to `text`, the rest is told by colours: whose turn it is by the frame of the plate, who folded by the
colour of the plate, the dealer button by its disc, the buttons by their paint. About 70 ms of processor time for
a table of six on a picture of 1440 x 900.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.vision import text
from riverboat.vision.buttons import find_buttons
from riverboat.vision.calibration import Calibration, Layout
from riverboat.vision.cards import has_four_colours
from riverboat.vision.dealer import find_dealer
from riverboat.vision.locating import Located, Picture, locate, opencv
from riverboat.vision.once import once_each
from riverboat.vision.pills import pill
from riverboat.vision.rows import read_boards, read_row, usual_number
from riverboat.vision.sighting import (
    NOBODY,
    UNKNOWN,
    Box,
    Chips,
    SeatState,
    Seen,
    SeenCard,
    SeenSeat,
    Sighting,
)
from riverboat.vision.words import action_words, amount, player_name, table_pot
from riverboat.workers import blas_threads

DIGITS: Final = "0123456789,."
WORDS: Final = "abcdefghiklnoprstuw-+−$€£" + DIGITS
NAMES: Final = "".join(map(chr, range(33, 127))) + "…"
_BUTTON: Final = 0.65
"""How far the dealer button may reach into a plate, in em."""
_NAME, _EDGE = 0.45, 0.3
"""Where names begin, and labels of the largest amounts, in em from the sides of a plate."""
_GAP: Final = 0.35
"""Between the pot and the board, in em."""
_RAISES: Final = {"own": (0.1, 0.2), "seat": (0.1,), "replayer": (-0.13,)}
"""By kind of row: how far cards may be raised, in heights of a card: face-up ones, chosen ones; or lowered."""
_OFF_CENTRE: Final = 0.9
"""By how much the right end of a bet may differ from where it should be, in font sizes."""
_FREE: Final = "free seat"


def read(picture: Picture, calibration: Calibration, name: str = "picture") -> Sighting:
    """Everything that the picture shows; an error if it is no picture of a Riverboat table."""
    with blas_threads(1):  # small matrices: a second thread would only wait
        located = locate(picture, name)
        stage = located.stage
        inside = picture[max(0, round(stage.y)) : round(stage.bottom), max(0, round(stage.x)) : round(stage.right)]
        if has_four_colours(inside):
            calibration = replace(calibration, cards=replace(calibration.cards, four_colours=True))
        return _Reader(picture, located, calibration).sighting()


@dataclass(frozen=True)
class _Reader:
    """A picture with its table."""

    picture: Picture
    located: Located
    calibration: Calibration

    def sighting(self) -> Sighting:
        height, width = self.picture.shape[:2]
        located, layout = self.located, self.calibration.layout(self.located)
        replayer = located.kind == "replayer"
        seats = self._counted([self._seat(layout, place) for place in range(located.seats)], layout)
        boards = read_boards(self.picture, self._box(layout, "board"), located, self.calibration.cards)
        folded = [place for place, seat in enumerate(seats) if seat.state.value == "folded"]
        hands, boards = once_each(self.picture, [seat.cards for seat in seats], boards, self.calibration.cards, folded)
        buttons, amount_box = ((), None) if replayer else find_buttons(self.picture, located, layout, self.calibration)
        return Sighting(
            surface="replayer" if replayer else "table",
            width=width,
            height=height,
            stage=located.stage,
            em=located.em,
            seats=tuple(replace(seat, cards=cards) for seat, cards in zip(seats, hands, strict=True)),
            boards=boards,
            pot=self._pot(layout),
            dealer=self._dealer(layout),
            actor=self._actor(layout),
            buttons=buttons,
            amount_box=amount_box,
        )

    def _box(self, layout: Layout, part: str) -> Box:
        return layout.parts[part].on(self.located)

    # Seats ------------------------------------------------------------------------------------------------------------

    def _seat(self, layout: Layout, place: int) -> SeenSeat:
        replayer = self.located.kind == "replayer"
        plate = self._box(layout, f"{place}.plate")
        sunken = self._is_sunken(plate)
        weight = "regular" if sunken and not replayer else "bold"
        name = player_name(self._line(layout, place, "name", weight, NAMES, margin=_NAME))
        action = self._action(layout, place)
        stack = self._stack(layout, place)
        state = _state(name, stack, action, sunken=sunken)
        if state.value == "empty":
            stack = Seen(0, stack.confidence)
        cards = () if replayer and state.value == "folded" else self._row(layout, place)
        return SeenSeat(name, stack, self._bet(layout, place), action, state, cards)

    def _row(self, layout: Layout, place: int, number: int | None = None) -> tuple[SeenCard, ...]:
        """The cards of a seat; with a number, only if that many fit."""
        table = self.located.kind
        kind = "replayer" if table == "replayer" else "own" if place == 0 and table == "seat" else "seat"
        plate, rows = self._box(layout, f"{place}.plate"), self.calibration.row(kind, layout)
        cards = self.calibration.cards
        return read_row(self.picture, plate, rows, self.located.em, _RAISES[kind], cards, number)

    def _counted(self, seats: list[SeenSeat], layout: Layout) -> tuple[SeenSeat, ...]:
        """The seats; rows with unknown cards are read again with the number of cards that others have. That is believed
        if it leaves fewer of them unknown."""
        usual = usual_number([seat.cards for seat in seats])
        for place, seat in enumerate(seats):
            unknown = sum(card.text is None for card in seat.cards)
            if usual and unknown and len(seat.cards) != usual:
                again = self._row(layout, place, usual)
                if again and sum(card.text is None for card in again) < unknown:
                    seats[place] = replace(seat, cards=again)
        return tuple(seats)

    def _line(
        self, layout: Layout, place: int, part: str, weight: str, alphabet: str, margin: float = _BUTTON
    ) -> text.Line:
        """A line of text within the plate, as far as a margin in em from its sides."""
        em = self.located.em
        plate = self._box(layout, f"{place}.plate")
        box = self._box(layout, f"{place}.{part}")
        size = layout.parts[f"{place}.{part}"].font * em
        left, right = plate.x + margin * em, plate.right - margin * em
        glyphs = text.font(self.calibration.fonts[weight], alphabet, size)
        return text.read_text(self.picture, left, right, box.y + box.height / 2, size, glyphs)

    def _stack(self, layout: Layout, place: int) -> Seen[Chips]:
        em = self.located.em
        plate, box = self._box(layout, f"{place}.plate"), self._box(layout, f"{place}.stack")
        size = layout.parts[f"{place}.stack"].font * em
        margin = (0.3 if self.located.kind == "replayer" else _BUTTON) * em
        left, right, middle = plate.x + margin, plate.right - margin, box.y + box.height / 2
        if self.located.kind == "replayer":  # the name of the position stands before the stack
            left += _last_word(text.strip(self.picture, left, right, middle, size)) * size / text.SIZE
        glyphs = text.font(self.calibration.fonts["regular"], self._digits, size)
        return amount(text.read_text(self.picture, left, right, middle, size, glyphs))

    def _action(self, layout: Layout, place: int) -> Seen[str]:
        if self.located.kind != "replayer":
            said = action_words(self._line(layout, place, "label", "bold", WORDS), replayer=False)
            if said.value is not None:
                return said
            return action_words(self._line(layout, place, "label", "bold", WORDS, margin=_EDGE), replayer=False)
        box = self._box(layout, f"{place}.label")
        size = layout.parts[f"{place}.label"].font * self.located.em
        sides = pill(self.picture, box, size)
        if sides is None:
            return Seen("", 0.95)
        glyphs = text.font(self.calibration.fonts["bold"], WORDS, size)
        line = text.read_text(self.picture, *sides, box.y + box.height / 2, size, glyphs, light=True)
        return action_words(line, replayer=True)

    def _is_sunken(self, plate: Box) -> bool:
        """Whether the plate has the colour of players who are out of the hand."""
        ground = self._ground(plate)
        if self.located.kind == "replayer":
            return float(ground.min()) > 38
        light = float(ground.mean()) > 128
        return float(ground.mean()) < (242 if light else 26)

    def _ground(self, plate: Box) -> NDArray[np.float64]:
        """The plate's colour: of most pixels in a line below its upper edge and beside its text."""
        em = self.located.em
        x0, x1 = round(plate.x + 0.25 * em), round(plate.right - 0.25 * em)
        y0, y1 = round(plate.y + 0.45 * plate.height), round(plate.y + 0.75 * plate.height)
        return np.asarray(np.median(self.picture[y0:y1, x0:x1].reshape(-1, 3), axis=0), np.float64)

    def _bet(self, layout: Layout, place: int) -> Seen[Chips]:
        """The amount to the right of a red chip; the two together are centred at the bet's place."""
        em = self.located.em
        box = self._box(layout, f"{place}.bet")
        size = layout.parts[f"{place}.bet"].font * em
        middle, row = box.centre
        reach = 5.5 * em
        x0, x1 = max(0, round(middle - reach)), round(middle + 0.3 * em)
        y0, y1 = max(0, round(row - 0.7 * size)), round(row + 0.7 * size)
        glyphs = text.font(self.calibration.fonts["bold"], self._digits, size)
        for chip in _chips(self.picture[y0:y1, x0:x1], size):
            left = x0 + chip
            right = 2 * middle - left
            begin = left + 1.3 * size
            where = self.picture, begin, right + size, row, size
            line = text.read_text(*where, glyphs, light=True, around=begin + 0.5 * size, gap=0.45)
            if abs(line.right - right) < _OFF_CENTRE * size:
                return amount(line)
        return Seen(0, 0.99)  # chips that are not centred here belong to other seats

    # The middle -------------------------------------------------------------------------------------------------------

    def _pot(self, layout: Layout) -> Seen[Chips]:
        """The line that begins with `Pot`; in the replayer it is lower in games without a board."""
        em = self.located.em
        box = self._box(layout, "pot")
        size = layout.parts["pot"].font * em
        middle, row = box.centre
        glyphs = text.font(self.calibration.fonts["bold"], "Pot" + self._digits, size)
        replayer = self.located.kind == "replayer"
        drop = (layout.parts["board"].on(self.located).height + _GAP * em) / 2
        for lower in (0.0, drop, -drop) if replayer else (0.0, -drop):
            sides = middle - 6 * em, middle + 6 * em
            line = text.read_text(self.picture, *sides, row + lower, size, glyphs, light=True, around=middle, gap=0.7)
            found = table_pot(line)
            if found is not None:
                return found
        return Seen(0, 0.9)

    @property
    def _digits(self) -> str:
        """What amounts are written with: at the table whole chips, in the replayer also money."""
        return "0123456789," + (".$€£" if self.located.kind == "replayer" else "")

    def _dealer(self, layout: Layout) -> Seen[int]:
        places = [self._box(layout, f"{place}.dealer") for place in range(self.located.seats)]
        return find_dealer(self.picture, places, self.calibration.discs[self.located.kind])

    def _actor(self, layout: Layout) -> Seen[int]:
        """The place whose plate has a yellow frame."""
        em = self.located.em
        shares = []
        for place in range(self.located.seats):
            plate = self._box(layout, f"{place}.plate")
            if self.located.kind == "replayer" and _is_winner(self._ground(plate)):
                shares.append(0.0)
                continue
            y0, y1 = round(plate.y + 0.25 * plate.height), round(plate.y + 0.75 * plate.height)
            found = []
            for x in (plate.x, plate.right):
                x0, x1 = max(0, round(x - 0.22 * em)), round(x + 0.22 * em)
                blue, green, red = np.moveaxis(self.picture[y0:y1, x0:x1].astype(np.int16), 2, 0)
                yellow = (red > 130) & (red - blue > 50) & (green - blue > 35) & (red - green > -10)
                found.append(float(yellow.any(1).mean()) if yellow.size else 0.0)
            shares.append(max(found))
        best = int(np.argmax(shares))
        return Seen(best, shares[best]) if shares[best] > 0.5 else Seen(NOBODY, 1 - shares[best])


def _state(name: Seen[str], stack: Seen[Chips], action: Seen[str], *, sunken: bool) -> Seen[SeatState]:
    """In, all-in, folded, sitting out or empty: by the label and by the colour of the plate."""
    word = action.value or ""
    if name.value == _FREE and not word:
        return Seen("empty", name.confidence)
    if word.startswith("fold") or word == "sits out":
        said: SeatState = "out" if word == "sits out" else "folded"
        return Seen(said, action.confidence if sunken else 0.5 * action.confidence)
    if sunken:
        return Seen("folded", 0.6)
    if stack.value is None:
        return UNKNOWN
    return Seen("in" if stack.value else "all-in", stack.confidence)


def _last_word(ink: text.Ink) -> int:
    """The column where the last word of a line begins."""
    inked = np.flatnonzero(ink[text.CELL // 4 : -text.CELL // 4].max(0) > 0.3)
    if not len(inked):
        return 0
    gaps = np.flatnonzero(np.diff(inked) > 0.4 * text.SIZE)
    return max(0, int(inked[gaps[-1] + 1]) - 2) if len(gaps) else 0


def _chips(crop: Picture, size: float) -> list[float]:
    """The left edges of red chips, the largest first; hearts and diamonds are red too, but on white."""
    cv = opencv()
    pixels = crop.astype(np.int16)
    blue, green, red = pixels[:, :, 0], pixels[:, :, 1], pixels[:, :, 2]
    mask = (red > 110) & (green < 110) & (blue < 110) & (red - green > 45)
    closed = cv.morphologyEx(mask.astype(np.uint8), cv.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv.connectedComponentsWithStats(closed)
    found = []
    for x, y, width, height, _ in sorted(stats[1:count].tolist(), key=lambda each: -each[4]):
        if not (0.7 * size < width < 1.6 * size and 0.6 * size < height < 1.6 * size):
            continue
        corners = crop[[y, y, y + height - 1, y + height - 1], [x, x + width - 1, x, x + width - 1]]
        if float(corners.min(1).mean()) < 150:
            found.append(float(x))
    return found


def _is_winner(ground: NDArray[np.float64]) -> bool:
    blue, green, red = ground
    return bool(green > blue + 8 and green > red + 8)
