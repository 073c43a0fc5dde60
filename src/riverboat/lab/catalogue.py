"""The list of entries, found in the packages of documents without importing any entry.

A package below `riverboat.lab` is a document, a module in it an entry. Names that begin with an underscore are internal
to the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from riverboat.errors import RiverboatError
from riverboat.lab.entry import Entry, entry_id


@cache
def _modules() -> dict[str, str]:
    """The module of each id, in order of document and number."""
    home, root = Path(__file__).parent, __name__.rpartition(".")[0]
    found = {
        entry_id(package.name, module.name): f"{root}.{package.name}.{module.name}"
        for package in iter_modules([str(home)])
        if package.ispkg
        for module in iter_modules([str(home / package.name)])
        if not module.name.startswith("_")
    }
    return dict(sorted(found.items(), key=lambda item: _natural(item[0])))


def entry_ids() -> tuple[str, ...]:
    """Every entry's id."""
    return tuple(_modules())


def find_entry(text: str) -> Entry:
    """The entry with this id; underscores and capitals are forgiven."""
    name = _plain(text)
    module = _modules().get(name)
    if module is None:
        near = get_close_matches(name, entry_ids(), n=1, cutoff=0.4)
        hint = f'did you mean "{near[0]}"?' if near else "`riverboat lab list` has all of them"
        raise RiverboatError(f'lab entry "{text}": there is none; {hint}')
    entry = import_module(module).ENTRY
    assert isinstance(entry, Entry)
    return entry


def chosen_ids(texts: Sequence[str]) -> tuple[str, ...]:
    """The ids that a person means: `all`, a document's name for all of its entries, or single ids."""
    return tuple(dict.fromkeys(name for text in texts for name in _meant(text)))


def _meant(text: str) -> Iterator[str]:
    name = _plain(text)
    if name == "all":
        yield from entry_ids()
        return
    of_document = [one for one, module in _modules().items() if module.split(".")[-2] == name.replace("-", "_")]
    yield from of_document or [find_entry(text).id]


def _plain(text: str) -> str:
    return text.strip().lower().replace("_", "-").replace("/", "-")


def _natural(name: str) -> list[tuple[int, str]]:
    """Table 2 before Table 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in name.split("-")]
