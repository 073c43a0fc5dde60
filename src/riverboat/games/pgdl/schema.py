"""The schema's verdict on a document, in words that name the element, what it says and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Final

from lxml import etree

from riverboat.games.pgdl.source import ELEMENTS, Element, line_of
from riverboat.games.problems import Problems, one_line

_EXPECTED: Final = {
    "amount": "an amount such as 10 or 0.5",
    "amounts": "amounts with spaces between them",
    "share": "a share from 0 to 1",
    "count": "a whole number from 0 to 256",
    "number": "a whole number from 0 to 1000000",
    "players": "a whole number from 2 to 23",
    "seats": "a whole number from 1 to 22",
    "boards": "a whole number from 1 to 10",
    "raises": "a whole number from 0 to 256, unlimited or none",
    "seat": "nextDealer, nextSmallBlind, nextBigBlind, dealer or dealer+N",
    "first": "nextDealer, nextSmallBlind, nextBigBlind, dealer, dealer+N, lowestUpCard, highestUpCard, highestUpHand "
    "or lowestUpHand",
}
"""What the schema's types take, where its own words do not say so."""

_ATTRIBUTE: Final = re.compile(r"Element '(\w+)', attribute '(\w+)': (?:\[facet '\w+'\] )?(.*)", re.DOTALL)
_VALUES: Final[list[tuple[str, Callable[[str], str]]]] = [
    (r"'(.*)' is not a valid value of the \w+ type '(?:xs:)?(\w+)'.*", lambda kind: _EXPECTED.get(kind, kind)),
    (r"The value '(.*)' is not an element of the set {(.*)}\.", lambda words: words.replace("'", "")),
    (r"The value '(.*)' is not accepted by the pattern '(.*)'\.", lambda words: _EXPECTED[_kind(words)]),
    (r"The value '(.*)' is greater than the maximum value allowed \('(.*)'\)\.", "{} at most".format),
    (r"The value '(.*)' is less than the minimum value allowed \('(.*)'\)\.", "{} or more".format),
    (r"The value '(.*)' has more fractional digits than are allowed \('(.*)'\)\.", "{} decimals at most".format),
    (r"The value '(.*)' has a length of .* minimum length of '(.*)'\.", "{} character or more".format),
    (r"The value '(.*)' has a length of .* maximum length of '(.*)'\.", "{} characters at most".format),
]
_OPTIONAL: Final = {
    "History", "Description", "Scoring", "Ante", "BlindStructure", "DrawCards", "PassCards", "DiscardCards",
    "BettingOrder",
}  # fmt: skip
"""Optional elements are left out of lists of what is missing."""
_PLAINER: Final = [
    (
        r"Element '(\w+)': This element is not expected\. Expected is (?:one of )?\( (.*) \)\.",
        r"\1: expected \2 here",
    ),
    (r"Element '(\w+)': This element is not expected\.", r"\1: not expected here"),
    (r"Element '(\w+)': Missing child element\(s\)\. Expected is (?:one of )?\( (.*) \)\.", r"\1: has no \2"),
    (r"Element '(\w+)': The attribute '(\w+)' is required but missing\.", r'\1: expected an attribute \2="..."'),
    (r"Element '(\w+)', attribute '(.*)': The attribute '.*' is not allowed\.", r'\1: there is no attribute "\2"'),
    (r"Element '(\w+)': Duplicate key-sequence \['(.*)'\].*", r'\1: "\2" comes twice'),
    (r"Element '(\w+)': Character content .*", r"\1: expected elements, found text"),
]


@cache
def _schema() -> etree.XMLSchema:
    text = resources.files("riverboat.games.pgdl").joinpath("pgdl.xsd").read_bytes()
    return etree.XMLSchema(etree.fromstring(text))


def check_schema(root: Element, problems: Problems) -> None:
    """Compare a normalised document with the schema."""
    for element in root.iter():
        if element.tag not in ELEMENTS:
            problems.add(line_of(element), f'there is no element "{one_line(str(element.tag))}" in PGDL')
    if root.tag != "PGDL":
        problems.add(line_of(root), f'the root is "{one_line(str(root.tag))}"; expected PGDL or PokerGame')
    if problems:
        return
    schema = _schema()
    if schema.validate(root):
        return
    for entry in list(schema.error_log):  # type: ignore[call-overload]
        problems.add(entry.line, _plainly(entry.message))


def _kind(pattern: str) -> str:
    return "first" if "Up" in pattern else "seat"


def _required(names: re.Match[str]) -> str:
    return ", ".join([name for name in names.group().split(", ") if name not in _OPTIONAL] or [names.group()])


def _plainly(message: str) -> str:
    for pattern, plain in _PLAINER:
        if re.fullmatch(pattern, message, re.DOTALL):
            return re.sub(pattern, plain, re.sub(r"(?<=\( ).*(?= \))", _required, message), flags=re.DOTALL)
    match = _ATTRIBUTE.fullmatch(message)
    for pattern, expected in _VALUES if match else []:
        assert match is not None
        element, attribute, rest = match.groups()
        found = re.fullmatch(pattern, rest, re.DOTALL)
        if found:
            return f'{element} {attribute}="{one_line(found.group(1))}": expected {expected(found.group(2))}'
    return message
