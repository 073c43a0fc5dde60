"""From an untrusted file to a tree in canonical spelling.

The known attacks by XML files are ruled out: no document types, hence no entities of any kind; nothing is
fetched; a file may have `LARGEST` bytes and elements may nest as deep as the parser's own limit.

PGDL comes in two layouts, everything beside `PokerGame` within `PGDL` or everything inside `PokerGame`, and in
several spellings (`Yes` and `true`, `noLimit` and `no-limit`, `leftDealer` and `nextDealer`). `normalise` makes one
of them, which is what the schema (`pgdl.xsd`) describes. What it does not know it leaves for the schema to refuse.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from lxml import etree

from riverboat.games.problems import PgdlError, Problem, one_line

Element = etree._Element

LARGEST: Final = 1_000_000
"""Bytes of a file."""
MAX_ELEMENTS: Final = 5_000

_TOP: Final = ("PokerGame", "History", "Description", "Players", "Deck", "Scoring", "Ante", "Round")
ELEMENTS: Final = (
    "PGDL", *_TOP, "Card", "Score", "Conditions", "Subrank", "Award", "BettingStructure", "Bet", "BlindStructure",
    "Blind", "DrawCards", "PassCards", "DiscardCards", "BettingOrder",
)  # fmt: skip
_ATTRIBUTES: Final = (
    "version", "name", "wildCards", "winningType", "ante", "stack", "stacks", "bringIn", "shortAllInReopens",
    "exactShares", "oddChips", "deadAntes", "cap", "boards", "runs", "burns", "freeFolds", "settings",
    "extraCardFor", "seats", "rake", "rakeCap", "minimum", "maximum", "standard", "jokers", "ranks", "suits",
    "copies", "missing", "wild", "id", "rank", "value", "suit", "handSize", "ranking", "fromHand", "fiveOfAKind",
    "qualifier", "default", "sort", "number", "communityCardsNumber", "faceUpCardsDealt", "faceDownCardsDealt",
    "forceBet", "blinds", "type", "maxNumRaises", "position", "min", "max", "direction", "order",
    "firstPlayerBetting",
)  # fmt: skip
_ELEMENT_OF: Final = {name.lower(): name for name in ELEMENTS} | {"condition": "Conditions"}
_ATTRIBUTE_OF: Final = {name.lower(): name for name in _ATTRIBUTES} | {"standarddeck": "standard"}
_TRUTHS: Final = {"true": "true", "yes": "true", "1": "true", "false": "false", "no": "false", "0": "false"}
_BOOLEANS: Final = {
    ("PokerGame", "wildCards"), ("PokerGame", "shortAllInReopens"), ("PokerGame", "exactShares"),
    ("PokerGame", "deadAntes"), ("PokerGame", "burns"), ("PokerGame", "freeFolds"), ("Deck", "standard"),
    ("Card", "wild"), ("Scoring", "standard"), ("Scoring", "fiveOfAKind"), ("Score", "default"), ("Score", "sort"),
    ("Round", "forceBet"), ("Round", "blinds"),
}  # fmt: skip
_WORDS: Final = {
    "winningType": {"high": "high", "low": "low", "mixed": "mixed"},
    "type": {
        "limit": "limit", "fixedlimit": "limit", "nolimit": "no-limit", "potlimit": "pot-limit",
    },
    "direction": {
        "clockwise": "clockwise", "counterclockwise": "counterclockwise", "anticlockwise": "counterclockwise",
    },
    "oddChips": {"button": "button", "highcard": "high card"},
    "position": {
        "nextdealer": "nextDealer", "leftdealer": "nextDealer", "smallblind": "nextDealer",
        "nextsmallblind": "nextSmallBlind", "twoleftdealer": "nextSmallBlind", "bigblind": "nextSmallBlind",
        "nextbigblind": "nextBigBlind", "threeleftdealer": "nextBigBlind", "dealer": "dealer", "button": "dealer",
        "lowestupcard": "lowestUpCard", "highestupcard": "highestUpCard", "highestuphand": "highestUpHand",
        "lowestuphand": "lowestUpHand",
    },
}  # fmt: skip
_WORDS_OF: Final = {**_WORDS, "order": _WORDS["direction"], "firstPlayerBetting": _WORDS["position"]}


def line_of(element: Element) -> int:
    """The line in which the element begins; 0 if it comes from no file."""
    line: object = element.sourceline
    return line if isinstance(line, int) else 0


def read_bytes(path: str | Path) -> bytes:
    """A file's contents, if it is no larger than a document may be."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PgdlError(str(path), [Problem(0, f"cannot read the file: {reason}")]) from None
    return data


def parse_xml(data: bytes | str, name: str) -> Element:
    """The root element, as written."""
    text = _decoded(data, name)
    match = re.search(r"<!\s*(DOCTYPE|ENTITY)", text, re.IGNORECASE)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        reason = f"a document type ({match.group(0)}) is not allowed; PGDL needs neither that nor entities"
        raise PgdlError(name, [Problem(line, reason)])
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False,
        huge_tree=False, remove_comments=True, remove_pis=True, recover=False,
    )  # fmt: skip
    try:
        root = etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        reason = re.sub(r", line \d+, column \d+( \(.*\))?$", "", error.msg or "it is not XML")
        raise PgdlError(name, [Problem(line, f"not well-formed at column {column}: {one_line(reason, 200)}")]) from None
    except ValueError as error:
        raise PgdlError(name, [Problem(0, f"not XML: {one_line(str(error), 200)}")]) from None
    if sum(1 for _ in root.iter()) > MAX_ELEMENTS:
        raise PgdlError(name, [Problem(0, f"more than {MAX_ELEMENTS:,} elements; games are described in a hundred")])
    return root


def _decoded(data: bytes | str, name: str) -> str:
    if len(data) > LARGEST:
        raise PgdlError(name, [Problem(0, f"more than {LARGEST:,} bytes; games are described in a few thousand")])
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        text.encode()
    except UnicodeError:
        raise PgdlError(name, [Problem(0, "expected text in UTF-8")]) from None
    # The parser is told that it gets UTF-8, whatever encoding the first line names.
    return re.sub(r"^\s*<\?xml[^>]*\?>", lambda declared: "\n" * declared.group().count("\n"), text, count=1)


def normalise(root: Element) -> Element:
    """The same document in the one layout and spelling that the schema describes; the tree is changed."""
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = _ELEMENT_OF.get(element.tag.lower(), element.tag)
            _respell(element)
    if root.tag == "PokerGame":
        game, root = root, etree.Element("PGDL")
        root.sourceline = line_of(game)  # type: ignore[assignment]
        root.append(game)
        if version := game.get("version"):
            del game.attrib["version"]
            root.set("version", version)
    for game in root.findall("PokerGame"):
        for child in list(game):
            root.append(child)
        if not (game.text or "").strip():
            game.text = None
    places = {tag: place for place, tag in enumerate(_TOP)}
    children = sorted(root, key=lambda child: places.get(str(child.tag), len(_TOP)))
    if children != list(root):
        root[:] = children
    return root


def _respell(element: Element) -> None:
    for written, value in list(element.attrib.items()):
        key = str(written)
        del element.attrib[written]
        if key.startswith("{http://www.w3.org/2001/XMLSchema-instance}"):
            continue  # a schema that the document points to is never fetched
        name = _ATTRIBUTE_OF.get(key.lower(), key)
        plain = " ".join(str(value).split())
        if (element.tag, name) in _BOOLEANS:
            plain = _TRUTHS.get(plain.lower(), plain)
        elif name in _WORDS_OF:
            plain = _WORDS_OF[name].get(re.sub("[ _-]", "", plain.lower()), plain)
        element.set(name, plain)
