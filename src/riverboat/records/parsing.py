"""Reading any supported format: a file or folder in, hands and rejected hands out.

The format is recognised by what is in the file: the heading of a site's hand, the lines of a dealer's log, the fields
of PHH, or the folder (or packed folder) of an IRC month. Files may be packed with gzip, have any of the three line
ends, and be encoded as UTF-8, UTF-16 or Windows' Latin. A folder that is not an IRC month is read file by file. Hands
come one after another, so a file of any size needs no more memory than one hand, except for IRC months.
"""

from __future__ import annotations

import gzip
import io
import re
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Final, Literal, cast, get_args

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.records.rejected import RejectedHand

Format = Literal[
    "phh", "acpc", "pokerstars", "ggpoker", "winamax", "partypoker", "pacific", "winning", "fulltilt", "ongame",
    "ipoker", "irc",
]  # fmt: skip
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
_SUFFIXES: Final = (".phh", ".phhs", ".txt", ".log", ".xml", ".gz", ".tgz")
_LOOK_AT: Final = 50
_LONGEST_LINE: Final = 1 << 20


def read_hands(
    path: str | Path, rules: Rules | None = None, format: Format | None = None
) -> Iterator[Hand | RejectedHand]:
    """Every hand of a file or folder, read or refused.

    Args:
        path: A file, perhaps compressed, or a folder, as text or `Path`.
        rules: The game of logs that do not name a standard one (ACPC).
        format: What the file is ("phh", "pokerstars", "acpc" and others). Default: found out from its content.
    """
    path = Path(path)
    if not path.exists():
        raise RiverboatError(f'file "{path}": there is no such file or folder')
    if path.is_dir() and not (path / "hdb").is_file():
        return _read_folder(path, rules, format)
    return _read_file(path, rules, format)


def history_files(path: str | Path) -> list[Path]:
    """The files of a folder that may hold hands, in order; a file or an IRC month is one by itself."""
    path = Path(path)
    if not path.is_dir() or (path / "hdb").is_file():
        return [path]
    return [file for file in sorted(path.rglob("*")) if file.is_file() and file.suffix.lower() in _SUFFIXES]


def _read_folder(path: Path, rules: Rules | None, form: Format | None) -> Iterator[Hand | RejectedHand]:
    for file in history_files(path):
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
        raise RiverboatError(f'file "{path}": {unknown_format(first)}')
    return _then(read_lines(chain(first, lines), form, rules), broken)


def unknown_format(lines: list[str]) -> str:
    """What to say about a file in no known format."""
    from riverboat.records.sites.registry import unread_site

    if not any(line.strip("\ufeff \r\n") for line in lines):
        return "it is empty"
    for line in lines:
        if site := unread_site(line.strip("\ufeff \r\n")):
            return f"this looks like a history of {site}, which is not read"
    return (
        "no known format; expected PHH, the history of a poker site (PokerStars, GGPoker, Winamax, partypoker, 888, "
        "iPoker, Winning, Full Tilt, OnGame), an ACPC log or an IRC month"
    )


def _then(found: Iterator[Hand | RejectedHand], broken: list[RejectedHand]) -> Iterator[Hand | RejectedHand]:
    """What was found, and then what is known only at the end of the file."""
    yield from found
    yield from broken


def read_lines(lines: Iterable[str], form: Format, rules: Rules | None = None) -> Iterator[Hand | RejectedHand]:
    """The hands of a text in a known format."""
    if form == "phh":
        from riverboat.records.phh.parsing import read_phh

        return read_phh(lines)
    if form == "acpc":
        from riverboat.records.acpc_log import read_acpc_log

        return read_acpc_log(lines, rules)
    if form == "ipoker":
        from riverboat.records.sites.ipoker import read_ipoker

        return read_ipoker(lines)
    if form in FORMATS and form != "irc":
        from riverboat.records.sites.registry import read_texts

        return read_texts(lines)
    raise RiverboatError(f'format "{form}": texts are {", ".join(FORMATS[:-1])}')


def recognise(lines: Iterable[str]) -> Format | None:
    """The format of a text, from its first lines."""
    from riverboat.records.sites.registry import format_of

    parts = False
    for line in lines:
        plain = line.lstrip("\ufeff").strip()
        if site := format_of(plain):
            return cast(Format, site)
        if plain.startswith(("# name/game/hands/seed ", "STATE:")):
            return "acpc"
        if re.match(r"(?:variant|antes|actions|starting_stacks)\s*=|\[[^\[\]]+\]\s*$", plain):
            return "phh"
        if plain.startswith("<session ") or re.match(r"<game\b[^<>]*gamecode=", plain):
            return "ipoker"
        parts = parts or plain.startswith(("*** ", "Dealt to "))
    return "pokerstars" if parts else None


def _is_packed_folder(path: Path) -> bool:
    try:
        return tarfile.is_tarfile(path)
    except (OSError, EOFError, zlib.error):
        return False


def _lines(path: Path, broken: list[RejectedHand]) -> Iterator[str]:
    """The lines of a file, unpacked and decoded. A packed file that is cut short ends there, and `broken` says so."""
    number = 0
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rb") if packed else path.open("rb") as file:
            for line in text_lines(cast(io.BufferedReader, file)):
                number += 1
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile):
        broken.append(RejectedHand(number + 1, "the packed file breaks off or is damaged here; what follows is lost"))
        yield "\n"
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from None


def text_lines(file: io.BufferedReader) -> Iterator[str]:
    """The lines of a text in UTF-16 with a mark, in UTF-8, or in Windows' Latin where a line is not UTF-8."""
    wide = file.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff")
    # Bytes pass through Latin-1 unchanged, so that the line ends are found before the encoding of a line.
    text = io.TextIOWrapper(file, "utf-16" if wide else "latin-1", errors="replace")
    try:
        while line := text.readline(_LONGEST_LINE):
            yield line if wide or line.isascii() else _decoded(line.encode("latin-1"))
    finally:
        if not file.closed:  # which is still its owner's
            text.detach()


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
