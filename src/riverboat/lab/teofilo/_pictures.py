"""Rendered pictures for the entries on the table-reading bot: by window, read once, kept for the entry's tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from riverboat.lab.work import Work
from riverboat.progress import Progress

if TYPE_CHECKING:
    from riverboat.vision.locating import Picture
    from riverboat.vision.sighting import Sighting

RESOLUTIONS = ("1016x728", "1158x826")
SMALL_PICTURES, FULL_PICTURES = 200, 5000
REMARK = (
    "The thesis read another company's program, whose pictures are not at hand; here Riverboat's own table is "
    "rendered, in the same two sizes, with hands of all games of the catalogue. So the numbers say how good the "
    "method is, not how hard those pictures were."
)


def pictures(work: Work, count: int) -> Iterator[tuple[str, Picture, Sighting]]:
    """Pictures of tables at both sizes of the thesis, in its deck of two colours, with their truths."""
    from riverboat.vision.locating import decode_picture
    from riverboat.web.pictures.making import LOOKS, WINDOWS, render

    looks = [look for look in LOOKS if look[1] == "two"]
    made = render(count, work.seed, windows=WINDOWS[:2], surface="table", looks=looks)
    for done, each in enumerate(made, start=1):
        yield each.window, decode_picture(each.picture), each.truth
        work.on_progress(Progress(done, count))
