"""Tesseract, as the thesis used it: only a comparison, where that program is installed.

Crop, grey, cubic upscaling, Otsu's threshold, then the program in its mode for a single line (Teófilo 2016, section
4.3.2, which names the upscaling only). Most of the time is the start of the program, so many numbers are given to it
at once.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from riverboat.errors import RiverboatError
from riverboat.vision.calibration import Calibration
from riverboat.vision.locating import Picture, locate, opencv

_PATIENCE = 30.0
"""Seconds for a number."""
_END_OF_PAGE = "\f"
"""Between texts; older versions of the program end the last one with it, too."""
_ENVIRONMENT = os.environ | {"OMP_THREAD_LIMIT": "1"}
"""A line is too short for several threads: they only wait for each other."""


def is_installed() -> bool:
    """Whether the program is there."""
    return shutil.which("tesseract") is not None


def stack_crop(picture: Picture, calibration: Calibration, place: int) -> Picture:
    """The part of a picture with the stack of a seat."""
    located = locate(picture)
    layout = calibration.layout(located)
    plate, box = (layout.parts[f"{place}.{part}"].on(located) for part in ("plate", "stack"))
    size = layout.parts[f"{place}.stack"].font * located.em
    middle = box.y + box.height / 2
    left, right = round(plate.x + 0.4 * located.em), round(plate.right - 0.4 * located.em)
    return picture[round(middle - 0.62 * size) : round(middle + 0.62 * size), left:right]


def read_numbers(crops: Sequence[Picture], scale: float) -> list[int | None]:
    """The whole number that Tesseract reads on each crop after upscaling; None where it reads none."""
    if not is_installed():
        raise RiverboatError("Tesseract is not installed: install the program tesseract-ocr")
    with TemporaryDirectory() as folder:
        paths = [f"{folder}/{number}.png" for number in range(len(crops))]
        for path, crop in zip(paths, crops, strict=True):
            opencv().imwrite(path, _prepared(crop, scale))
        pages = _pages(folder, paths)
        if len(pages) != len(paths):  # the program gave up on one of them: which one, only single calls tell
            pages = ["".join(_pages(folder, [path])) for path in paths]
    digits = [re.sub(r"[^0-9]", "", page) for page in pages]
    return [int(each) if each else None for each in digits]


def _prepared(crop: Picture, scale: float) -> Picture:
    cv = opencv()
    grey = cv.cvtColor(crop, cv.COLOR_BGR2GRAY)
    large = cv.resize(grey, None, fx=scale, fy=scale, interpolation=cv.INTER_CUBIC)
    _, sharp = cv.threshold(large, 0, 255, cv.THRESH_BINARY + cv.THRESH_OTSU)
    if sharp.mean() < 128:
        sharp = 255 - sharp
    framed: Picture = cv.copyMakeBorder(sharp, 8, 8, 8, 8, cv.BORDER_CONSTANT, value=255)
    return framed


def _pages(folder: str, paths: Sequence[str]) -> list[str]:
    """The texts that one call of the program reads, one for each picture."""
    listed = Path(folder, "list.txt")
    listed.write_text("\n".join(paths), encoding="utf-8")
    command = ["tesseract", str(listed), "-", "--psm", "7"]
    patience = _PATIENCE * len(paths)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False, env=_ENVIRONMENT)
    except subprocess.TimeoutExpired:
        return []
    return done.stdout.removesuffix(_END_OF_PAGE).split(_END_OF_PAGE)
