"""Measures the table's appearance for `riverboat.vision`: where its parts are, and how its glyphs and cards look.

A browser shows every kind of table at two sizes; from the places of its parts at both follow their places at any size.
Then it shows one page with all characters and cards in the table's style. Takes some seconds, once for each version of
the style sheets and each set of fonts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays
from riverboat.cards.card import RANKS, SUITS
from riverboat.vision.calibration import GLYPH_SIZE, LINE, Calibration, CardBank, Crops, Glyphs, Layout, Part, Row
from riverboat.vision.cards import PATCH, RANK_PATCH, SUIT_PATCH, Patch, patch
from riverboat.vision.dealer import disc
from riverboat.vision.locating import KINDS, decode_picture, opencv
from riverboat.vision.sighting import Box
from riverboat.web.pictures.studio import Studio, Viewport, studio

CHARACTERS: Final = "".join(map(chr, range(33, 127))) + "…−€£"
MAX_ROW: Final = 12
"""Most cards in a row."""
_VERSION: Final = 5
_FORMS: Final = {
    ("table", "wide"): (Viewport(660, 300), Viewport(2000, 300)),
    ("table", "narrow"): (Viewport(330, 300), Viewport(630, 300)),
    ("replayer", "wide"): (Viewport(1016, 300), Viewport(1900, 300)),
    ("replayer", "narrow"): (Viewport(330, 300), Viewport(540, 300)),
}
"""For each form, two windows in which the stage has different proportions to its font size."""
_ROWS: Final = {
    "own-wide": ("seat", 2, 0, Viewport(1440, 300)),
    "own-narrow": ("seat", 2, 0, Viewport(390, 300)),
    "own-narrow-full": ("seat", 8, 0, Viewport(390, 300)),
    "own-narrow-crowded": ("seat", 10, 0, Viewport(390, 300)),
    "seat": ("seat", 2, 1, Viewport(1440, 300)),
    "seat-narrow": ("seat", 2, 1, Viewport(390, 300)),
    "seat-narrow-full": ("seat", 8, 1, Viewport(390, 300)),
    "replayer": ("replayer", 2, 0, Viewport(1440, 300)),
    "replayer-narrow": ("replayer", 2, 0, Viewport(390, 300)),
}
"""Kinds of rows of cards: on which table with how many seats, and at which place of it they are measured."""
_FACE: Final = Viewport(1016, 728)
"""The window from whose board the thesis's templates are cut: the lower of its two resolutions."""
_CARD_SIZES: Final = {
    1.0: (4.5, 5.2, 6, 7, 8, 9, 10, 11, 12, 13.5, 15, 17, 20, 23),
    2.0: (4, 5, 6, 7.2, 8.5, 10, 12, 14, 17, 20),
    3.0: (3.6, 4.1, 4.6, 5.2, 6, 7, 8, 9.2, 10.5, 12, 14, 16.5, 20),
}
"""By pixels of the picture in one of CSS: font sizes of cards, which are about 0.4 of their width."""
_BLURS: Final = (1.5, 2.5)
"""Suits are known sharp, and blurred by this many pixels of a patch: pictures that were scaled have lost the notches by
which clubs and spades differ."""


@cache
def calibration() -> Calibration:
    """The calibration of this machine, measured if it is not in the cache."""
    name = f"vision-calibration-{_VERSION}-{fingerprint()}"
    return Calibration.from_arrays(cached_arrays(name, lambda: measure().to_arrays()))


def measure() -> Calibration:
    """Measure the appearance of the table, in a browser of its own."""
    with studio() as room:
        layouts: dict[tuple[str, int], list[Layout]] = {}
        for kind in KINDS:
            for layout in _layouts(room, kind):
                layouts.setdefault((kind, layout.seats), []).append(layout)
        rows = {name: _rows(room, *where) for name, where in _ROWS.items()}
        discs = {kind: _disc(room, kind) for kind in KINDS}
        faces = _faces(room)
        fonts = _fonts(room)
        cards = _card_bank(room)
    return Calibration({key: tuple(forms) for key, forms in layouts.items()}, rows, fonts, cards, discs, faces)


def fingerprint() -> str:
    """Changes with the style sheets, the modules that draw, and the installed fonts."""
    web = Path(__file__).resolve().parents[1]
    replayer = web.parent / "show" / "replayer"
    sources = [
        *(web / "static" / name for name in ("base.css", "pages/play.css", "play/felt.js", "lib/cards.js")),
        *(replayer / name for name in ("replayer.css", "replayer.js", "marks.js")),
        *(web / "pictures" / name for name in ("measure.js", "glyphs.js", "cards.js")),
    ]
    digest = hashlib.sha256(repr((_FORMS, _ROWS, CHARACTERS, GLYPH_SIZE, LINE, RANK_PATCH, SUIT_PATCH, PATCH)).encode())
    for path in sources:
        digest.update(path.read_bytes())
    for folder in ("/usr/share/fonts", "/usr/local/share/fonts", str(Path.home() / ".fonts")):
        for path in sorted(Path(folder).rglob("*.[to]tf")) if Path(folder).is_dir() else ():
            digest.update(path.name.encode())
    return digest.hexdigest()[:12]


# Layouts --------------------------------------------------------------------------------------------------------------


def _layouts(room: Studio, kind: str) -> Iterator[Layout]:
    surface = "replayer" if kind == "replayer" else "table"
    for (wanted, form), windows in _FORMS.items():
        if wanted != surface:
            continue
        measured = []
        for window in windows:
            room.view(window)
            measured.append([_measured(room, kind, seats, range(seats)) for seats in range(2, 11)])
        for seats, (first, second) in enumerate(zip(*measured, strict=True), start=2):
            yield _layout(kind, form, seats, first, second)


def _measured(room: Studio, kind: str, seats: int, places: range, cards: int = 2) -> list[dict[str, Any]]:
    """Facts with the dealer button at each of these places in turn."""
    if kind == "replayer":
        room.show_replayer(_film(seats, cards), 0, 0)
        films = [[_film(seats, cards, button), {"step": seats, "open": False, "bottom": 0}] for button in places]
        return list(room.measure("measure.js", [None, films]))
    frames = [_frame(seats, kind == "seat", button, cards) for button in places]
    room.show_table(frames[0])
    return list(room.measure("measure.js", [frames, None]))


def _layout(kind: str, form: str, seats: int, first: list[dict[str, Any]], second: list[dict[str, Any]]) -> Layout:
    width, em = first[0]["width"], first[0]["em"]
    sides = np.array([[width, em], [second[0]["width"], second[0]["em"]]])

    def part(one: list[float], two: list[float]) -> Part:
        found = np.linalg.solve(sides, np.array([one[:4], two[:4]])).T.tolist()
        x, y, wide, high = (tuple(pair) for pair in found)
        return Part(x, y, wide, high, one[4] / em)

    parts = {name: part(first[0][name], second[0][name]) for name in ("pot", "board")}
    for place in range(seats):
        for name in ("plate", "name", "stack", "label", "bet"):
            parts[f"{place}.{name}"] = part(first[0]["seats"][place][name], second[0]["seats"][place][name])
        parts[f"{place}.dealer"] = part(first[place]["dealer"], second[place]["dealer"])
    return Layout(kind, form, seats, width / first[0]["height"], parts)


def _rows(room: Studio, kind: str, seats: int, place: int, window: Viewport) -> tuple[Row, ...]:
    """Boxes of the cards of rows of 0, 1, 2, ... cards, in em from the middle of the plate's upper edge."""
    room.view(window)
    rows: list[Row] = [()]
    for count in range(1, MAX_ROW + 1):
        facts = _measured(room, kind, seats, range(1), count)[0]
        em = facts["em"]
        x, y, width, _, _ = facts["seats"][place]["plate"]
        cards = facts["seats"][place]["cards"]
        rows.append(tuple(((c[0] - x - width / 2) / em, (c[1] - y) / em, c[2] / em, c[3] / em) for c in cards))
    return tuple(rows)


def _disc(room: Studio, kind: str) -> NDArray[np.float32]:
    """The dealer button, drawn large."""
    scale = 3.0
    room.view(Viewport(1016, 728, scale))
    x, y, width, height, _ = _measured(room, kind, 2, range(1))[0]["dealer"]
    left, top, _, _ = room.facts()["stage"]
    box = Box(*(scale * side for side in (left + x, top + y, width, height)))
    return disc(decode_picture(room.picture()), box)


def _frame(seats: int, seated: bool, button: int, cards: int) -> dict[str, Any]:
    """A table at which everything is displayed."""
    return {
        "kind": "now", "hand": 1, "turn": 1, "street": 0, "button": button, "pot": 1000, "actor": None, "whole": True,
        "board": ["As", "Kh", "Qd", "Jc", "Ts"], "cards": ["Ah"] * cards if seated else None,
        "seats": {chair: {"stack": 1000, "bet": 1000, "state": "in", "down": cards} for chair in range(seats)},
        "did": [{"seat": chair, "verb": "check", "street": 0} for chair in range(seats)],
        "table": {
            "id": "picture", "title": "table", "game": "", "betting": "no-limit", "unit": 2, "streets": [["", 5]],
            "chairs": [{"name": "Name", "bot": None, "out": False, "rebuys": False} for _ in range(seats)],
            "you": 0 if seated else None, "stack": 1000, "clock": 0, "auto": True,
        },
    }  # fmt: skip


def _film(seats: int, cards: int, button: int = 0) -> dict[str, Any]:
    """The data of a replay in which everything is displayed at the last step."""
    common = {
        "kind": "act", "street": 0, "text": "checks", "pot": 2000, "bets": [1000] * seats, "stacks": [1000] * seats,
        "live": [True] * seats, "boards": [["As", "Kh", "Qd", "Jc", "Ts"]], "down": [["Ah"] * cards] * seats,
        "up": [[]] * seats,
    }  # fmt: skip
    frames = [common | {"actor": None, "label": ""}]
    frames += [common | {"actor": actor, "label": "checks"} for actor in range(seats)]
    return {
        "game": "", "number": 1, "money": {"size": 1, "digits": 0, "sign": "", "unit": ""}, "notes": {}, "hero": 0,
        "button": button, "streets": ["preflop"], "frames": frames,
        "seats": [{"name": "Name", "place": "", "stack": 1000, "won": 0, "showed": True} for _ in range(seats)],
    }  # fmt: skip


# Glyphs and cards -----------------------------------------------------------------------------------------------------


def _fonts(room: Studio) -> dict[str, Glyphs]:
    room.view(Viewport(1300, 900))
    room.show_table(_frame(2, True, 0, 2))
    boxes = room.measure("glyphs.js", [CHARACTERS, GLYPH_SIZE, LINE])
    picture = decode_picture(room.picture())
    ink = 1 - picture.astype(np.float32).mean(2) / 255
    fonts = {}
    for weight, name in (("400", "regular"), ("600", "bold")):
        cells = tuple(
            ink[round(y) : round(y) + round(GLYPH_SIZE * LINE), round(x) : round(x + width)].copy()
            for x, y, width, _ in boxes[weight]
        )
        fonts[name] = Glyphs(CHARACTERS, cells)
    return fonts


def _card_bank(room: Studio) -> CardBank:
    """Ranks in two suits, and suits below some ranks: all others look the same."""
    ranks: list[tuple[float, str, Patch]] = []
    suits: list[tuple[float, str, Patch]] = []
    texts = [rank + suit for rank in RANKS for suit in SUITS if suit in "sh" or rank in "27TK"]
    for name in ("card", "rp-card"):
        for scale, sizes in _CARD_SIZES.items():
            room.view(Viewport(1440, 1500, scale))
            if name == "card":
                room.show_table(_frame(2, True, 0, 2))
            else:
                room.show_replayer(_film(2, 2), 0, 0)
            boxes = room.measure("cards.js", [texts, sizes, name])
            picture = decode_picture(room.picture())
            for (rank, suit), *sides in boxes:
                card = Box(*(side * scale for side in sides))
                above, below = patch(picture, card, RANK_PATCH), patch(picture, card, SUIT_PATCH)
                if above is not None and suit in "sh":
                    ranks.append((card.width, rank, above))
                if below is not None and rank in "27TK":
                    suits.append((card.width, suit, below))
    suits += [(width, label, _blurred(cut, by)) for by in _BLURS for width, label, cut in suits]
    return CardBank(_crops(ranks), _crops(suits))


def _blurred(cut: Patch, by: float) -> Patch:
    return cut._replace(ink=opencv().GaussianBlur(cut.ink, (0, 0), by))


def _crops(found: list[tuple[float, str, Patch]]) -> Crops:
    found = sorted(found, key=lambda each: each[0])
    return Crops(
        np.array([width for width, _, _ in found], np.float32),
        np.stack([cut.vector() for _, _, cut in found]),
        np.array([ord(label) for _, label, _ in found], np.uint8),
        np.array([cut.shift for _, _, cut in found], np.float32),
    )


def _faces(room: Studio) -> dict[str, NDArray[np.uint8]]:
    """Every card as it lies on the board at the lower resolution of the thesis, in its deck of two colours."""
    room.view(_FACE, "light", "two")
    texts = [rank + suit for rank in RANKS for suit in SUITS]
    found: dict[str, NDArray[np.uint8]] = {}
    for start in range(0, len(texts), 5):
        frame = _frame(2, True, 0, 2) | {"board": texts[start : start + 5], "hand": start + 2}
        room.show_table(frame)
        facts = room.facts()
        picture = decode_picture(room.picture())
        for text, (x, y, _, _) in zip(frame["board"], facts["boards"][0], strict=True):
            width, height = (round(side) for side in facts["boards"][0][0][2:])
            found[text] = picture[round(y) : round(y) + height, round(x) : round(x) + width].copy()
    room.view(_FACE)
    return found
