"""From the lines of a site's file to hands: each block is read, or refused with its line and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from riverboat.games.hand import Hand
from riverboat.records.rejected import RecordError, RejectedHand
from riverboat.records.sites.blocks import blocks
from riverboat.records.sites.text import Line


def read_site(
    lines: Iterable[str],
    site: str,
    begins: Callable[[str], bool],
    read_piece: Callable[[list[Line]], Hand],
) -> Iterator[Hand | RejectedHand]:
    """The hands of a file, in order."""
    for block in blocks(lines, begins):
        try:
            if not begins(block[0][1]):
                raise RecordError(f"no {site} heading: {block[0][1][:60]!r} is not the beginning of a hand")
            yield read_piece(block)
        except RecordError as error:
            yield RejectedHand(error.line or block[0][0], str(error))
