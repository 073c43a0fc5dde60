"""PHH and PHHS files as fields: quick for the plain lines that programs write, TOML's own reader for everything else.

A `.phhs` file has a table `[1]`, `[2]`, ... for each hand, a `.phh` file one hand without a heading. Hands are found
by their headings while the file streams by, so a million of them need no more memory than one, and a broken one does
not hide the rest.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from riverboat.records.rejected import RecordError

Value = str | int | Fraction | bool | list["Value"] | None
"""A TOML value; None is an infinite number, and dates are text."""

_HEADING: Final = re.compile(r"\s*\[\s*([^\[\]=,]+?)\s*\]\s*(?:#.*)?$")
_NUMBERED: Final = re.compile(r"\[([0-9]+)\]\s*$")
"""A heading even where an array was never closed."""
_PLAIN: Final = re.compile(r"([A-Za-z0-9_-]+)\s*=\s*(\S.*?)\s*$")
_STRINGS: Final = re.compile(r"'([^']*)'|\"([^\"\\]*)\"")
_STRING_ARRAY: Final = re.compile(r"\[\s*(?:(?:'[^']*'|\"[^\"\\]*\")\s*(?:,\s*|(?=\])))*\]")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(\.[0-9]{1,12})?")
_CLOCK: Final = re.compile(r"[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?")
_LONGEST: Final = 1 << 20
"""No hand is longer than this many characters."""


class Section(NamedTuple):
    """One hand of a file: where it begins and its lines, without the heading."""

    line: int
    heading: str
    lines: list[str]


def sections(lines: Iterable[str]) -> Iterator[Section]:
    """The hands of a file."""
    heading, start, size, array = "", 1, 0, False
    held: list[str] = []
    for number, line in enumerate(lines, start=1):
        match = (_NUMBERED if array else _HEADING).match(line)
        if match is not None:
            array = False
            if any(text.strip() and not text.lstrip().startswith("#") for text in held):
                yield Section(start, heading, held)
            heading, start, held, size = match[1], number, [], 0
            continue
        if size < _LONGEST:
            held.append(line)
            size += len(line)
        # A heading inside an array over several lines would be a card list, not a hand.
        array = not line.lstrip().startswith("]") if array else line.rstrip().endswith("= [")
    if any(text.strip() and not text.lstrip().startswith("#") for text in held):
        yield Section(start, heading, held)


def fields(section: Section) -> dict[str, Value]:
    """The fields of a hand."""
    found: dict[str, Value] = {}
    for line in section.lines:
        if not line.strip():
            continue
        match = _PLAIN.match(line)
        value = _plain_value(match[2]) if match else _ODD
        if match is None or value is _ODD or match[1] in found:
            return _fields_by_toml(section)
        found[match[1]] = value  # type: ignore[assignment]
    return found


_ODD: Final = object()


def _plain_value(text: str) -> Value | object:
    """The value of one line if it is written plainly."""
    first = text[0]
    if first in "'\"":
        match = _STRINGS.fullmatch(text)
        return _ODD if match is None else match[1] if match[1] is not None else match[2]
    if first == "[":
        if "'" in text or '"' in text:
            if _STRING_ARRAY.fullmatch(text) is None:
                return _ODD
            return [single or double for single, double in _STRINGS.findall(text)]
        if text[-1] != "]" or text == "[]":
            return _ODD
        numbers = [_number(part) for part in text[1:-1].split(",")]
        return _ODD if any(number is _ODD for number in numbers) else numbers
    if text in ("true", "false"):
        return text == "true"
    if _CLOCK.fullmatch(text):
        return text
    return _number(text)


def _number(text: str) -> int | Fraction | object:
    text = text.strip()
    match = _NUMBER.fullmatch(text)
    if match is None:
        return _ODD
    return _whole(Fraction(text)) if match[1] else int(text)


def _fields_by_toml(section: Section) -> dict[str, Value]:
    try:
        document = tomllib.loads(
            "".join(line if line.endswith("\n") else line + "\n" for line in section.lines), parse_float=Decimal
        )
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        at = re.search(r"at line (\d+)", str(error))
        line = section.line + (1 if section.heading else 0) + int(at[1]) - 1 if at else section.line
        raise RecordError(f"not TOML: {str(error)[:100].splitlines()[0]}", line) from None
    return {key: _converted(value) for key, value in document.items()}


def _converted(value: object) -> Value:
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Decimal):
        if not value.is_finite():
            return None
        if abs(value.adjusted()) > 18:
            raise RecordError(f"number {str(value)[:30]}: too large or too small for chips")
        return _whole(Fraction(value))
    if isinstance(value, list):
        return [_converted(part) for part in value]
    return str(value)


def _whole(number: Fraction) -> int | Fraction:
    return int(number) if number.denominator == 1 else number
