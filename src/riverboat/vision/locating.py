"""Where is the table on a picture? Decodes the file within bounds and finds the four marks of the table.

The marks are ArUco marks (Garrido-Jurado et al. 2014), drawn by `show/replayer/marks.js`: their numbers say what kind
of table it is and how many seats it has, their places where it lies and how large its text is. A picture without
all four of them is refused: only Riverboat's own tables are read. About 15 ms for a picture of 1440 x 900.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.vision.sighting import Box

if TYPE_CHECKING:
    import cv2

Picture = NDArray[np.uint8]
"""Rows, columns, and blue, green, red."""

MAX_BYTES: Final = 64_000_000
MAX_SIDE: Final = 8192
MAX_PIXELS: Final = 24_000_000
MAX_SCANS: Final = 100
"""Of a JPEG file: a hundred bytes may be a scan, which takes as long as a whole picture. Programs write about ten."""
KINDS: Final = ("table", "seat", "replayer")
"""What a mark's number can say: a table that is watched, one where the user has a seat, and the replayer."""
_JPEG, _SCAN = b"\xff\xd8", b"\xff\xda"
"""How a JPEG file begins, and each of its scans; compressed data never has these bytes."""
_MARK_CELLS: Final = 6
"""Of the dark square of a mark, which is eight cells wide with its margin."""
_MARK_EM: Final = 2.0
"""The width of a mark with its margin."""
_INSET_EM: Final = 4.0
"""How far the lower marks are moved inwards."""
_SEARCHED_SIDE: Final = 1600
"""Larger pictures are made smaller to search for the marks."""
_DOUBLED_SIDE: Final = 2600
"""Smaller pictures are made larger if the marks are not found otherwise."""


@dataclass(frozen=True)
class Located:
    """A table on a picture."""

    kind: str
    seats: int
    stage: Box
    em: float
    """The table's font size in pixels of the picture."""


def opencv() -> Any:
    """The library, or an error that names what to install."""
    try:
        import cv2
    except ImportError:
        raise RiverboatError('reading pictures needs OpenCV: pip install "riverboat[vision]"') from None
    return cv2


def load_picture(path: str | Path) -> Picture:
    """The picture in a PNG or JPEG file; its size is checked before anything is decoded."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RiverboatError(f"{path}: {error.strerror or error}") from None
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str = "picture") -> Picture:
    """The picture in the bytes of a PNG or JPEG file."""
    if len(data) > MAX_BYTES:
        raise RiverboatError(f"{name}: more than {MAX_BYTES // 1_000_000} MB; expected a picture of a table")
    size = _png_size(data) or _jpeg_size(data)
    if size is None:
        raise RiverboatError(f"{name}: expected a PNG or JPEG picture")
    width, height = size
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS):
        limit = f"{MAX_SIDE} x {MAX_SIDE} and {MAX_PIXELS // 1_000_000} million pixels"
        raise RiverboatError(f"{name}: {width} x {height} pixels; expected at most {limit}")
    if data.startswith(_JPEG) and data.count(_SCAN) > MAX_SCANS:
        raise RiverboatError(f"{name}: more than {MAX_SCANS} scans; expected a picture of a table")
    cv = opencv()
    try:
        picture = cv.imdecode(np.frombuffer(data, np.uint8), cv.IMREAD_COLOR | cv.IMREAD_IGNORE_ORIENTATION)
    except cv.error:
        picture = None
    if picture is None or picture.shape[:2] != (height, width):
        raise RiverboatError(f"{name}: the file is broken")
    found: Picture = picture
    return found


def _png_size(data: bytes) -> tuple[int, int] | None:
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or len(data) < 24 or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """From the first frame header; segments before it are skipped."""
    if not data.startswith(_JPEG):
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big") if kind != 0xFF else 1
    return None


def locate(picture: Picture, name: str = "picture") -> Located:
    """The table on a picture; an error says what is missing."""
    cv = opencv()
    grey = cv.cvtColor(picture, cv.COLOR_BGR2GRAY)
    best: tuple[int, dict[int, NDArray[np.float64]]] = (0, {})
    for scale, thorough in _searches(max(grey.shape)):
        for table, marks in _marks(cv, grey, scale, thorough=thorough).items():
            if len(marks) > len(best[1]):
                best = table, marks
        if len(best[1]) == 4:
            return _measured(*best, grey.shape[1], grey.shape[0], name)
    if len(best[1]) == 3:  # one of them is covered
        return _measured(*best, grey.shape[1], grey.shape[0], name)
    if not best[1]:
        raise RiverboatError(f"{name}: no marks of a Riverboat table; only pictures of its table or replayer are read")
    raise RiverboatError(f"{name}: {len(best[1])} of the table's four marks can be seen; show the whole table")


def _searches(side: int) -> Iterator[tuple[float, bool]]:
    """Sizes at which marks are searched, and whether thoroughly: first what is fast, then what shows small ones."""
    yield min(1.0, _SEARCHED_SIDE / side), False
    if side > _SEARCHED_SIDE:
        yield _SEARCHED_SIDE / side, True
    yield 1.0, True
    if side <= _DOUBLED_SIDE:
        yield 2.0, True


def _marks(
    cv: Any, grey: NDArray[np.uint8], scale: float, *, thorough: bool
) -> dict[int, dict[int, NDArray[np.float64]]]:
    """The centres of the marks by corner, for each table of which there are some."""
    way = cv.INTER_AREA if scale < 1 else cv.INTER_CUBIC
    searched = grey if scale == 1 else cv.resize(grey, None, fx=scale, fy=scale, interpolation=way)
    squares, numbers, _ = _detector(thorough).detectMarkers(searched)
    found: dict[int, dict[int, list[NDArray[np.float64]]]] = {}
    for number, square in zip([] if numbers is None else map(int, numbers.ravel()), squares, strict=True):
        if number < 36 * len(KINDS):
            # ArUco gives the middles of corner pixels, half a pixel before their edges.
            edges = (np.asarray(square, np.float64).reshape(4, 2) + 0.5) / scale
            found.setdefault(number // 4, {}).setdefault(number % 4, []).append(edges)
    return {table: _alike(grey, corners) for table, corners in found.items()}


def _alike(grey: NDArray[np.uint8], corners: dict[int, list[NDArray[np.float64]]]) -> dict[int, NDArray[np.float64]]:
    """The centre of one mark for each corner: text may look like a mark, but all marks of a table are squares of one
    size."""
    usual = float(np.median([np.ptp(square, axis=0).mean() for squares in corners.values() for square in squares]))

    def unlike(square: NDArray[np.float64]) -> float:
        """By how much a side differs."""
        return float(np.abs(np.ptp(square, axis=0) - usual).max())

    return {corner: _centre(grey, min(squares, key=unlike)) for corner, squares in corners.items()}


def _centre(grey: NDArray[np.uint8], square: NDArray[np.float64]) -> NDArray[np.float64]:
    """The centre of a mark to a tenth of a pixel: the middle of the dark lines that frame it."""
    rough: NDArray[np.float64] = square.mean(0)
    half = float(np.ptp(square, axis=0).mean()) / 2
    cell = 2 * half / _MARK_CELLS
    reach = half + 1.2 * cell
    low, high = np.floor(rough - reach).astype(int), np.ceil(rough + reach).astype(int)
    if low.min() < 0 or (high > grey.shape[::-1]).any():
        return rough
    patch = grey[low[1] : high[1], low[0] : high[0]].astype(np.float64)
    light, dark = np.percentile(patch, [90, 10])
    ink = np.clip((light - patch) / max(light - dark, 20.0), 0, 1)
    middle = rough - low
    found = rough.copy()
    for axis in (0, 1):
        rows = ink if axis == 0 else ink.T
        across = middle[1 - axis]
        near = np.abs(np.abs(np.arange(len(rows)) + 0.5 - across) - (half - cell / 2)) <= max(0.5, 0.3 * cell)
        if not near.any():
            return rough
        line = rows[near].mean(0)
        if line.sum() < 3 * cell:
            return rough
        found[axis] = low[axis] + float((line * (np.arange(len(line)) + 0.5)).sum() / line.sum())
    return found if np.abs(found - rough).max() < 1 + cell / 2 else rough


def _measured(table: int, marks: dict[int, NDArray[np.float64]], width: int, height: int, name: str) -> Located:
    for corner in range(4):
        if corner not in marks:  # the two sides mirror each other
            beside, other, opposite = marks[corner ^ 2], marks[corner ^ 1], marks[corner ^ 3]
            marks[corner] = np.array([beside[0] - (other[0] - opposite[0]), other[1]])
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (map(float, marks[corner]) for corner in range(4))
    em = ((x2 - x0) + (x1 - x3)) / (2 * _INSET_EM)
    half = _MARK_EM / 2 * em
    left, right, top, bottom = x0 - half, x1 + half, (y0 + y1) / 2 - half, (y2 + y3) / 2 + half
    skew = max(abs(y0 - y1), abs(y2 - y3), abs((x2 - x0) - (x1 - x3)))
    if left < -em or top < -em or right > width + em or bottom > height + em:
        raise RiverboatError(f"{name}: the table is cut off; show the whole table")
    if em < 4 or right - left < 20 * em or bottom - top < 15 * em or skew > 0.5 * em:
        raise RiverboatError(f"{name}: the table's marks do not form an upright rectangle")
    return Located(KINDS[table // 9], table % 9 + 2, Box(left, top, right - left, bottom - top), em)


@cache
def _detector(thorough: bool) -> cv2.aruco.ArucoDetector:
    """Thorough: tells dark from light in windows of three sizes, and considers smaller and larger squares."""
    cv = opencv()
    dictionary = cv.aruco.getPredefinedDictionary(cv.aruco.DICT_4X4_250)
    parameters = cv.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = (5, 21) if thorough else (9, 9)
    parameters.adaptiveThreshWinSizeStep = 8
    parameters.minMarkerPerimeterRate, parameters.maxMarkerPerimeterRate = (0.02, 0.5) if thorough else (0.03, 0.2)
    parameters.minCornerDistanceRate = 0.05
    parameters.minMarkerDistanceRate = 0.02
    parameters.errorCorrectionRate = 0.4
    detector: cv2.aruco.ArucoDetector = cv.aruco.ArucoDetector(dictionary, parameters)
    return detector
