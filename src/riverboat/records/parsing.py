"""Reading any supported format: a file or folder in, hands and rejected hands out.

The format is recognised by what is in the file: a PokerStars heading, the lines of a dealer's log, the fields of PHH,
or the folder (or packed folder) of an IRC month. Files may be packed with gzip. A folder that is not an IRC month is
read file by file. Hands come one after another, so a file of any size needs no more memory than one hand, except for
IRC months.
"""

from __future__ import annotations

import gzip
import re
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Final, Literal

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.records.rejected import RejectedHand

Format = Literal["phh", "pokerstars", "acpc", "irc"]
FORMATS: Final[tuple[Format, ...]] = ("phh", "pokerstars", "acpc", "irc")
_SUFFIXES: Final = (".phh", ".phhs", ".txt", ".log", ".gz", ".tgz")
_LOOK_AT: Final = 50
_LONGEST_LINE: Final = 1 << 20


def read_hands(
    path: str | Path, rules: Rules | None = None, format: Format | None = None
) -> Iterator[Hand | RejectedHand]:
    """Every hand of a file or folder, read or refused; `rules` are for logs that do not name a standard game."""
    path = Path(path)
    if not path.exists():
        raise RiverboatError(f'file "{path}": there is no such file or folder')
    if path.is_dir() and not (path / "hdb").is_file():
        return _read_folder(path, rules, format)
    return _read_file(path, rules, format)


def _read_folder(path: Path, rules: Rules | None, form: Format | None) -> Iterator[Hand | RejectedHand]:
    for file in sorted(path.rglob("*")):
        if not file.is_file() or file.suffix.lower() not in _SUFFIXES:
            continue
        name = str(file.relative_to(path))
        try:
            for found in _read_file(file, rules, form):
                yield found._replace(file=name) if isinstance(found, RejectedHand) else found
        except RiverboatError as error:
            yield RejectedHand(1, str(error), name)


def _read_file(path: Path, rules: Rules | None, form: Format | None) -> Iterator[Hand | RejectedHand]:
    if form == "irc" or (form is None and (path.is_dir() or _is_packed_folder(path))):
        from riverboat.records.irc import read_irc

        return read_irc(path)
    broken: list[RejectedHand] = []
    lines = _lines(path, broken)
    first = list(islice(lines, _LOOK_AT))
    form = form or recognise(first)
    if form is None and broken:
        raise RiverboatError(f'file "{path}": it begins like gzip, but cannot be unpacked')
    if form is None:
        raise RiverboatError(
            f'file "{path}": no known format; expected PHH, a PokerStars history, an ACPC log or an IRC month'
        )
    return _then(read_lines(chain(first, lines), form, rules), broken)


def _then(found: Iterator[Hand | RejectedHand], broken: list[RejectedHand]) -> Iterator[Hand | RejectedHand]:
    """What was found, and then what is known only at the end of the file."""
    yield from found
    yield from broken


def read_lines(lines: Iterable[str], form: Format, rules: Rules | None = None) -> Iterator[Hand | RejectedHand]:
    """The hands of a text in a known format."""
    if form == "phh":
        from riverboat.records.phh.parsing import read_phh

        return read_phh(lines)
    if form == "pokerstars":
        from riverboat.records.pokerstars.parsing import read_pokerstars

        return read_pokerstars(lines)
    if form == "acpc":
        from riverboat.records.acpc_log import read_acpc_log

        return read_acpc_log(lines, rules)
    raise RiverboatError(f'format "{form}": texts are {", ".join(FORMATS[:-1])}')


def recognise(lines: Iterable[str]) -> Format | None:
    """The format of a text, from its first lines."""
    for line in lines:
        plain = line.removeprefix("\ufeff").lstrip()
        if re.match(r"PokerStars (?:Zoom )?(?:Hand|Game) #", plain) or plain.startswith(("*** ", "Dealt to ")):
            return "pokerstars"
        if plain.startswith(("# name/game/hands/seed ", "STATE:")):
            return "acpc"
        if re.match(r"(?:variant|antes|actions|starting_stacks)\s*=|\[[^\[\]]+\]\s*$", plain):
            return "phh"
    return None


def _is_packed_folder(path: Path) -> bool:
    try:
        return tarfile.is_tarfile(path)
    except (OSError, EOFError, zlib.error):
        return False


def _lines(path: Path, broken: list[RejectedHand]) -> Iterator[str]:
    """The lines of a file, unpacked; what cannot be decoded is replaced.

    A packed file that is cut short ends there, and `broken` is called.
    """
    number = 0
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rb") if packed else path.open("rb") as file:
            while line := file.readline(_LONGEST_LINE):
                number += 1
                yield line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace")
    except (EOFError, zlib.error, gzip.BadGzipFile):
        broken.append(RejectedHand(number + 1, "the packed file breaks off or is damaged here; what follows is lost"))
        yield "\n"
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from None
