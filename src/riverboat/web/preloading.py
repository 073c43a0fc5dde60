"""The one page of the browser application, with hints which modules its script will need.

Modules import modules: without hints a browser learns of each only when it has read the one before, which made eight
round trips of the page with the most of them. The imports are read from the scripts themselves, once per server.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;"]*"((?:\.|/static/)[^"]+\.js)"', re.MULTILINE)
_HINT: Final = '<link rel="modulepreload" href="{}">\n'
_SCRIPT: Final = '<script type="module"'


def imported(start: str, read: Callable[[str], str]) -> list[str]:
    """The address of a module and of everything that it imports, in the order of discovery; not what it may load later.

    Args:
        start: The address of the first module, like `/static/main.js`.
        read: The text at an address.
    """
    found = {start: None}
    for address in _growing(found):
        for path in _IMPORT.findall(read(address)):
            found.setdefault(posixpath.normpath(posixpath.join(posixpath.dirname(address), path)))
    return list(found)


def _growing(found: dict[str, None]) -> Iterator[str]:
    """The keys of a dictionary to which keys are added meanwhile."""
    done = 0
    while done < len(found):
        yield list(found)[done]
        done += 1


class FirstPage:
    """The page as text, for each part of the application; `folders` are the folders of scripts by address."""

    def __init__(self, index: Path, folders: dict[str, Path]) -> None:
        self._index, self._folders = index, folders
        self.text: Callable[[str], str] = lru_cache(maxsize=None)(self._text)
        """By the name of the page, like `play`."""

    def _text(self, page: str) -> str:
        modules = dict.fromkeys([*self._modules("main"), *self._modules(f"pages/{page or 'home'}")])
        hints = "".join(map(_HINT.format, modules))
        return self._index.read_text(encoding="utf-8").replace(_SCRIPT, hints + _SCRIPT, 1)

    def _modules(self, name: str) -> list[str]:
        return imported(f"/static/{name}.js", lambda address: self._file(address).read_text(encoding="utf-8"))

    def _file(self, address: str) -> Path:
        folder = max((each for each in self._folders if address.startswith(each)), key=len)
        return self._folders[folder] / address.removeprefix(folder)
