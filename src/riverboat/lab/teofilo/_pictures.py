"""Rendered pictures for the entries on the table-reading bot: by window, read once, kept for the entry's tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from riverboat.lab.work import Work
from riverboat.progress import Progress

if TYPE_CHECKING:
    from riverboat.vision.locating import Picture
    from riverboat.vision.sighting import SeenCard, Sighting

RESOLUTIONS = ("1016x728", "1158x826")
SMALL_PICTURES, FULL_PICTURES = 200, 5000
REMARK = (
    "The thesis read another company's program, whose pictures are not at hand; here Riverboat's own table is "
    "rendered, in the same two sizes, with hands of all games of the catalogue. So the numbers say how good the "
    "method is, not how hard those pictures were."
)


class Reading(NamedTuple):
    """What is on a picture, and what was read on it."""

    window: str
    truth: Sighting
    seen: Sighting
    matched: dict[SeenCard, SeenCard]
    """By the thesis's method: for each card of the truth that lies face up."""


_READ: dict[tuple[int, int], list[Reading]] = {}
"""Tables 21 and 22 are about the same pictures: within a process these are rendered and read once."""


def readings(work: Work, count: int) -> list[Reading]:
    """The same pictures, read."""
    if (work.seed, count) not in _READ:
        found = list(_read(work, count))
        _READ.clear()
        _READ[work.seed, count] = found
    return _READ[work.seed, count]


def _read(work: Work, count: int) -> Iterator[Reading]:
    from riverboat.vision.cards import match_templates
    from riverboat.vision.reading import read
    from riverboat.vision.sighting import BACK
    from riverboat.web.pictures.calibrating import calibration

    known = calibration()
    for window, picture, truth in pictures(work, count):
        rows = [seat.cards for seat in truth.seats] + list(truth.boards)
        up = [card for row in rows for card in row if card.text not in (None, BACK)]
        matched = {card: match_templates(picture, card.box, known.faces) for card in up}
        yield Reading(window, truth, read(picture, known), matched)


def pictures(work: Work, count: int) -> Iterator[tuple[str, Picture, Sighting]]:
    """Pictures of tables at both sizes of the thesis, in its deck of two colours, with their truths."""
    from riverboat.vision.locating import decode_picture
    from riverboat.web.pictures.making import LOOKS, WINDOWS, render

    looks = [look for look in LOOKS if look[1] == "two"]
    made = render(count, work.seed, windows=WINDOWS[:2], surface="table", looks=looks)
    for done, each in enumerate(made, start=1):
        yield each.window, decode_picture(each.picture), each.truth
        work.on_progress(Progress(done, count))
