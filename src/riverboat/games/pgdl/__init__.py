"""PGDL, the Poker Game Description Language: any poker game as an XML file that the dealer can play.

The language is Teófilo's (2016, section 4.2 and Appendix C); `docs/pgdl.md` describes it together with what PGDL 2
adds.

    load(path, players=6)    the rules in a file, for the engine
    validate(path)           everything that is wrong with a file, line by line; nothing if it can be played
    dump(rules)              a file from rules; reading it gives the same rules
    read(text)               a `Variant`: the game for any number of players that it allows
    catalogue()              the games that come with Riverboat, as files

Files may come from anyone: see `source.py` for what is refused and `expression.py` for how formulas are bounded.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from lxml import etree

from riverboat.errors import RiverboatError
from riverboat.games.pgdl.parsing import Reader
from riverboat.games.pgdl.schema import check_schema
from riverboat.games.pgdl.source import normalise, parse_xml, read_bytes
from riverboat.games.pgdl.variant import Variant
from riverboat.games.pgdl.writing import document, verify
from riverboat.games.problems import PgdlError, Problem, Problems, one_line
from riverboat.games.rules import Rules

__all__ = [
    "PgdlError", "Problem", "Variant", "catalogue", "dump", "load", "load_from_catalogue", "load_variant", "normalised",
    "read", "validate",
]  # fmt: skip


def read(text: str | bytes, name: str = "PGDL document") -> Variant:
    """The game that a document describes; `name` is what errors call it."""
    root = normalise(parse_xml(text, name))
    problems = Problems()
    check_schema(root, problems)
    variant = None if problems else Reader(root, problems).variant()
    if variant is None or problems:
        raise PgdlError(name, problems or [Problem(0, "no game")])
    return variant


def load_variant(path: str | Path) -> Variant:
    """The game in a file, for any number of players that it allows."""
    return read(read_bytes(path), str(path))


def load(path: str | Path, players: int | None = None) -> Rules:
    """The rules in a file, for this many players; default: the minimum of the game."""
    return load_variant(path).rules(players)


def validate(path: str | Path) -> list[Problem]:
    """Everything that is wrong with a file, in the order of its lines; an empty list if it can be played."""
    try:
        load_variant(path)
    except PgdlError as error:
        return sorted(error.problems)
    except RiverboatError as error:
        return [Problem(0, str(error))]
    return []


def dump(rules: Rules) -> str:
    """A document for these rules. Reading it gives the same rules; what PGDL cannot express raises an error."""
    try:
        text = document(rules)
        verify(rules, read(text, rules.name))
    except ValueError as error:  # lxml takes no control characters
        raise RiverboatError(f"{one_line(rules.name)}: PGDL cannot describe these rules: {error}") from None
    return text


def normalised(text: str | bytes, name: str = "PGDL document") -> str:
    """The document in the one layout and spelling that the schema describes."""
    root = normalise(parse_xml(text, name))
    etree.indent(root)
    return etree.tostring(root, encoding="unicode") + "\n"


def catalogue() -> dict[str, str]:
    """The documents that come with Riverboat, by name."""
    folder = resources.files("riverboat.games.pgdl").joinpath("catalogue")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".xml")), key=lambda file: file.name)
    return {file.name.removesuffix(".xml"): file.read_text(encoding="utf-8") for file in files}


def load_from_catalogue(name: str, players: int | None = None) -> Rules:
    """The rules of a game that comes with Riverboat."""
    documents = catalogue()
    if name not in documents:
        raise RiverboatError(f'game "{one_line(name)}": expected one of {", ".join(documents)}')
    return read(documents[name], name).rules(players)
