"""Renders pictures with their truth: `make(count, folder, seed=1)`.

Each picture is a PNG, or a JPEG where noise is wanted, with a JSON file of the same name beside it: the truth, what
game it is and how it was rendered. Windows of 1016 x 728 and 1158 x 826 as in Teófilo's tests, 1440 x 900, and a phone
(390 x 844 at scale 3); both themes and both decks. Pictures of the same window and look are rendered together, because
changing them takes longest. The same seed gives the same pictures. A folder that is not finished is resumed: pictures
of the same seed, noise and appearance of the table are kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.files import write_text, write_whole
from riverboat.progress import OnProgress, Progress
from riverboat.vision.cards import RANK_PATCH, SUIT_PATCH
from riverboat.vision.locating import Picture, decode_picture, opencv
from riverboat.vision.sighting import BACK, Box, SeenCard, Sighting, Surface
from riverboat.web.pictures.calibrating import fingerprint
from riverboat.web.pictures.scenes import Scene, scenes
from riverboat.web.pictures.studio import DeckColours, Studio, Theme, Viewport, studio
from riverboat.web.pictures.truth import truth

WINDOWS: Final = (Viewport(1016, 728), Viewport(1158, 826), Viewport(1440, 900), Viewport(390, 844, 3.0))
LOOKS: Final[tuple[tuple[Theme, DeckColours], ...]] = (
    ("light", "four"), ("dark", "four"), ("light", "two"), ("dark", "two")
)  # fmt: skip
MAX_PICTURES: Final = 100_000
_ORIGIN: Final = ".made"
"""The file in a folder that says what its pictures are made of."""
_MANY: Final = 250
"""After this many pictures the page is loaded again."""
_MOST: Final = 0.5
"""A part of a card of which more than this share is covered cannot be read by anybody."""
_MIN_INK: Final = 64
"""How much darker than white print is, at least, in one channel of 256 levels: a quarter of the way to black."""


@dataclass(frozen=True)
class Noise:
    """What happens to a picture on its way: it is scaled, compressed, and something lies over a part of it."""

    scaling: bool = False
    """By 0.8 to 1.25."""
    jpeg: bool = False
    """Quality 70 to 95."""
    overlap: bool = False
    """A grey patch of the size of a card somewhere on the table."""


@dataclass(frozen=True)
class Rendered:
    """A picture with its truth."""

    number: int
    picture: bytes
    """A PNG or JPEG file."""
    truth: Sighting
    game: str
    window: str
    theme: Theme
    deck: DeckColours

    def details(self) -> dict[str, Any]:
        """What is written beside the picture."""
        look = {"window": self.window, "theme": self.theme, "deck": self.deck}
        return {"game": self.game, **look, "sighting": self.truth.to_json()}


def render(
    count: int,
    seed: int,
    *,
    noise: Noise | None = None,
    windows: Sequence[Viewport] = WINDOWS,
    surface: Surface | None = None,
    looks: Sequence[tuple[Theme, DeckColours]] = LOOKS,
    without: Collection[int] = (),
) -> Iterator[Rendered]:
    """Pictures of random scenes, by window and look; `without` some, by number."""
    if not 1 <= count <= MAX_PICTURES:
        raise RiverboatError(f"{count} pictures: expected 1 to {MAX_PICTURES:,}")
    chosen: dict[tuple[int, int], list[tuple[int, Scene]]] = {}
    for number, scene in enumerate(scenes(count, seed, surface)):
        if number in without:
            continue
        place = number % len(windows), number // len(windows) % len(looks)
        chosen.setdefault(place, []).append((number, scene))
    with studio() as room:
        for (window, look), group in sorted(chosen.items()):
            theme, deck = looks[look]
            for at, (number, scene) in enumerate(sorted(group, key=lambda each: each[1].surface)):
                if at % _MANY == 0:
                    room.refresh()
                    room.view(windows[window], theme, deck)
                data, true = _photograph(room, scene, windows[window])
                if noise is not None:
                    data, true = spoiled(data, true, noise, np.random.default_rng([seed, number]))
                yield Rendered(number, data, true, scene.game, str(windows[window]), theme, deck)


def _photograph(room: Studio, scene: Scene, window: Viewport) -> tuple[bytes, Sighting]:
    if scene.surface == "table":
        room.show_table(scene.frame)
    else:
        room.show_replayer(scene.frame, scene.step, scene.bottom, open_cards=scene.open_cards)
    return room.picture(), truth(scene, room.facts(), window)


def spoiled(data: bytes, true: Sighting, noise: Noise, rng: np.random.Generator) -> tuple[bytes, Sighting]:
    """The picture with noise, and the truth about it: its rectangles are scaled with it."""
    cv = opencv()
    picture = decode_picture(data)
    if noise.overlap:
        true = _covered(picture, true, rng)
    if noise.scaling:
        scale = float(rng.uniform(0.8, 1.25))
        way = cv.INTER_AREA if scale < 1 else cv.INTER_LINEAR
        picture = cv.resize(picture, None, fx=scale, fy=scale, interpolation=way)
        true = scaled(true, scale, picture.shape[1], picture.shape[0])
    kind, options = (".png", []) if not noise.jpeg else (".jpg", [cv.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))])
    return cv.imencode(kind, picture, options)[1].tobytes(), true


def _covered(picture: Picture, true: Sighting, rng: np.random.Generator) -> Sighting:
    """Put a patch of half a card's size anywhere on the stage but not on its marks; what it hides is no longer true."""
    size = round(1.5 * true.em)
    stage = true.stage
    x = round(rng.uniform(stage.x + 0.12 * stage.width, stage.right - 0.12 * stage.width))
    y = round(rng.uniform(stage.y + 0.1 * stage.height, stage.bottom - 0.1 * stage.height))
    patch = Box(x, y, size, size)
    true = _each_card(true, lambda card: hidden(card, patch, picture))
    picture[y : y + size, x : x + size] = 128
    return true


def hidden(card: SeenCard, patch: Box, picture: Picture) -> SeenCard:
    """The truth about a card on a picture, once a patch lies there: its confidence is 0 if most of its rank, of its
    suit, or of its back is covered, because then nobody can read it."""
    parts = [(0.0, 0.0, 1.0, 1.0)] if card.text == BACK else [RANK_PATCH, SUIT_PATCH]
    is_hidden = any(_share(_part(card.box, part), patch, picture) > _MOST for part in parts)
    return replace(card, confidence=0.0) if is_hidden else card


def _part(card: Box, part: tuple[float, float, float, float]) -> Box:
    left, top, right, bottom = part
    width, height = (right - left) * card.width, (bottom - top) * card.height
    return Box(card.x + left * card.width, card.y + top * card.height, width, height)


def _share(part: Box, patch: Box, picture: Picture) -> float:
    """How much of what is printed in a part of a card is covered: the white around a rank tells nothing."""
    x0, x1, y0, y1 = (max(0, round(side)) for side in (part.x, part.right, part.y, part.bottom))
    ink = 255 - picture[y0:y1, x0:x1].min(axis=2).astype(np.int64)
    ink[ink < _MIN_INK] = 0
    rows, columns = np.arange(y0, y0 + ink.shape[0]), np.arange(x0, x0 + ink.shape[1])
    under = ((rows >= patch.y) & (rows < patch.bottom))[:, None] & ((columns >= patch.x) & (columns < patch.right))
    return float(ink[under].sum() / max(ink.sum(), 1))


def _each_card(true: Sighting, change: Callable[[SeenCard], SeenCard]) -> Sighting:
    def row(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
        return tuple(map(change, cards))

    seats = tuple(replace(seat, cards=row(seat.cards)) for seat in true.seats)
    return replace(true, seats=seats, boards=tuple(map(row, true.boards)))


def scaled(true: Sighting, scale: float, width: int, height: int) -> Sighting:
    """The same sighting of a picture that was scaled."""

    def box(each: Box) -> Box:
        return Box(each.x * scale, each.y * scale, each.width * scale, each.height * scale)

    return replace(
        _each_card(true, lambda card: replace(card, box=box(card.box))),
        width=width,
        height=height,
        stage=box(true.stage),
        em=true.em * scale,
        buttons=tuple(replace(button, box=box(button.box)) for button in true.buttons),
        amount_box=box(true.amount_box) if true.amount_box else None,
    )


def make(
    count: int, folder: Path, *, seed: int, noise: Noise | None = None, on_progress: OnProgress | None = None
) -> int:
    """Write pictures and truths into a folder; returns how many."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RiverboatError(f"{folder}: {error.strerror or error}") from None
    there = _resumed(folder, {"seed": seed, "noise": noise and asdict(noise), "appearance": fingerprint()})
    written = len(there.intersection(range(count)))
    for made in render(count, seed, noise=noise, without=there):
        name = f"{made.number:06d}"
        suffix = ".jpg" if made.picture.startswith(b"\xff\xd8") else ".png"
        _write(folder / f"{name}{suffix}", made.picture)
        (folder / f"{name}{'.png' if suffix == '.jpg' else '.jpg'}").unlink(missing_ok=True)
        write_text(folder / f"{name}.json", json.dumps(made.details()))
        written += 1
        if on_progress is not None:
            on_progress(Progress(written, count))
    return written


def _resumed(folder: Path, origin: dict[str, Any]) -> set[int]:
    """The numbers of the pictures of this origin that are in a folder; others are written over."""
    path, text = folder / _ORIGIN, json.dumps(origin)
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return {int(each.stem) for each in folder.glob("*.json") if each.stem.isdigit()}
    write_text(path, text)
    return set()


def _write(path: Path, data: bytes) -> None:
    write_whole(path, lambda file: file.write(data))
