"""Hands to a file in any format that can be written, whole or not at all.

The ending of the name says the format unless it is given: `.phh` and `.phhs`, `.txt` for PokerStars, `.log` for ACPC; a
further `.gz` packs the file.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO, Final

from riverboat.errors import RiverboatError
from riverboat.files import write_whole
from riverboat.games.hand import Hand
from riverboat.records.reading import Format

_ENDINGS: Final[dict[str, Format]] = {".phh": "phh", ".phhs": "phh", ".txt": "pokerstars", ".log": "acpc"}
Refused = Callable[[Hand, RiverboatError], None]


def write_hands(
    hands: Iterable[Hand],
    path: str | Path,
    format: Format | None = None,
    refused: Refused | None = None,
) -> int:
    """Write hands and say how many; one that the format has no words for is an error, or goes to `refused`."""
    path = Path(path)
    packed = path.suffix == ".gz"
    ending = (path.with_suffix("") if packed else path).suffix
    form = format or _ENDINGS.get(ending)
    if form not in ("phh", "pokerstars", "acpc"):
        raise RiverboatError(f'file "{path}": hands are written as .phh, .phhs, .txt (PokerStars) or .log (ACPC)')
    count = 0

    def counted() -> Iterator[Hand]:
        nonlocal count
        for hand in hands:
            if refused is not None:
                try:
                    "".join(_texts([hand], form, ending))
                except RiverboatError as error:
                    refused(hand, error)
                    continue
            count += 1
            yield hand

    def write(file: IO[bytes]) -> None:
        # An empty name and no time keep packed files of equal hands equal.
        out = gzip.GzipFile("", "wb", 6, file, mtime=0) if packed else file
        for text in _texts(counted(), form, ending):
            out.write(text.encode())
        if packed:
            out.close()

    try:
        write_whole(path, write)
        if path.is_file():
            path.chmod(0o644)
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from error
    return count


def _texts(hands: Iterable[Hand], form: Format, ending: str) -> Iterator[str]:
    if form == "phh":
        from riverboat.records.phh_writing import write_phh, write_phhs

        if ending != ".phh":
            return write_phhs(hands)
        several = iter(hands)
        first = list(islice(several, 2))
        if len(first) > 1:
            raise RiverboatError("a .phh file holds one hand; write several as .phhs")
        return (write_phh(hand) for hand in chain(first, several))
    if form == "pokerstars":
        from riverboat.records.pokerstars_writing import write_pokerstars

        return write_pokerstars(hands)
    from riverboat.records.acpc_log import write_acpc_log

    return write_acpc_log(hands)
