"""Tesseract, as the thesis used it: only a comparison, where that program is installed.

Crop, grey, cubic upscaling, Otsu's threshold, then the program in its mode for a single line (Teófilo 2016, section
4.3.2, which names the upscaling only). About 150 ms for a number, most of it the start of the program.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from tempfile import TemporaryDirectory

from riverboat.errors import RiverboatError
from riverboat.vision.calibration import Calibration
from riverboat.vision.locating import Picture, locate, opencv

_PATIENCE = 30.0


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


def read_number(crop: Picture, scale: float) -> int | None:
    """The whole number that Tesseract reads after upscaling; None if it reads none."""
    if not is_installed():
        raise RiverboatError("Tesseract is not installed: install the program tesseract-ocr")
    cv = opencv()
    grey = cv.cvtColor(crop, cv.COLOR_BGR2GRAY)
    large = cv.resize(grey, None, fx=scale, fy=scale, interpolation=cv.INTER_CUBIC)
    _, sharp = cv.threshold(large, 0, 255, cv.THRESH_BINARY + cv.THRESH_OTSU)
    if sharp.mean() < 128:
        sharp = 255 - sharp
    framed = cv.copyMakeBorder(sharp, 8, 8, 8, 8, cv.BORDER_CONSTANT, value=255)
    with TemporaryDirectory() as folder:
        cv.imwrite(f"{folder}/line.png", framed)
        command = ["tesseract", f"{folder}/line.png", "-", "--psm", "7"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            return None
    digits = re.sub(r"[^0-9]", "", done.stdout)
    return int(digits) if digits else None
