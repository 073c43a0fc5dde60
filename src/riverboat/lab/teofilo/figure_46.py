"""Teófilo (2016), Figure 46: how the upscaling of a text before Tesseract reads it changes what it reads."""

from __future__ import annotations

from fractions import Fraction
from operator import eq
from typing import TYPE_CHECKING

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.teofilo import _pictures
from riverboat.lab.teofilo.table_21 import _percent
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

if TYPE_CHECKING:
    from riverboat.vision.locating import Picture

SCALES = (1.0, 1.5, 2.0, 2.3, 3.0, 4.0)
SMALL_TEXTS, FULL_TEXTS = 60, 1000
"""Stacks; each is read at every scale."""
_TOGETHER = 50
"""Stacks that one call of Tesseract reads."""


def run(work: Work) -> Findings:
    from riverboat.vision.ocr import is_installed, read_numbers, stack_crop
    from riverboat.vision.reading import read
    from riverboat.web.pictures.calibrating import calibration

    known = calibration()
    wanted = work.choose(SMALL_TEXTS, FULL_TEXTS)
    crops: list[Picture] = []
    stacks: list[int | Fraction | None] = []
    glyphs = 0
    for _, picture, truth in _pictures.pictures(work, max(4, wanted // 4)):
        sighting = read(picture, known)
        for place, seat in enumerate(truth.seats):
            if seat.state.value == "empty" or len(stacks) == wanted:
                continue
            stacks.append(seat.stack.value)
            crops.append(stack_crop(picture, known, place).copy())
            glyphs += sighting.seats[place].stack.value == seat.stack.value
    total = len(stacks)
    values = [_percent(Found.of_share("glyph templates", glyphs, total, "%"))]
    if not is_installed():
        return Findings(
            values,
            [Claimed("stabilises at 2.3", None, "Tesseract is not installed")],
            notes=["Tesseract is not installed."],
        )
    right = dict.fromkeys(SCALES, 0)
    for scale, start in work.steps([(scale, start) for scale in SCALES for start in range(0, total, _TOGETHER)]):
        here = slice(start, start + _TOGETHER)
        right[scale] += sum(map(eq, read_numbers(crops[here], scale), stacks[here]))
    values += [_percent(Found.of_share(f"Tesseract at {scale:g}x", right[scale], total, "%")) for scale in SCALES]
    shares = {scale: 100 * right[scale] / max(1, total) for scale in SCALES}
    gain = max(shares[3.0], shares[4.0]) - shares[2.3]
    return Findings(
        values,
        [
            Claimed(
                "stabilises at 2.3",
                gain < 3,
                ", ".join(f"{shares[scale]:.1f} % at {scale:g}x" for scale in (1.0, 2.3, 3.0, 4.0)),
            )
        ],
        [
            Chart(
                "Stacks read by Tesseract",
                [Curve("Tesseract", [(scale, shares[scale]) for scale in SCALES])],
                "scale",
                "%",
            )
        ],
        notes=[
            f"{total:,} stacks, each at {len(SCALES)} scales; crop, grey, cubic upscaling, Otsu's threshold, one line."
        ],
    )


ENTRY = Entry(
    __name__,
    "Upscaling before Tesseract reads",
    "Figure 46 and section 4.3.2",
    "Percent of numbers that Tesseract reads right when their picture is first made 1 to 4 times larger.",
    small="60 numbers at six scales, half a minute",
    full="1,000 numbers at six scales, ten minutes",
    run=run,
    published=(
        Published("rate at 2.3x", None, "%", incomparable="the figure's picture is lost; its text gives no number"),
    ),
    claims=(Claim("stabilises at 2.3", "The detection rate grows with the scale and stabilises at 2.3."),),
    remarks=(
        _pictures.REMARK,
        "The steps around the scaling are not printed; here they are grey, cubic interpolation, Otsu's threshold with "
        "dark text on light ground, and Tesseract's mode for a single line.",
    ),
)
