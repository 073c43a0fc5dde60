"""Which parts of Riverboat need packages that a plain installation leaves out?

`pip install riverboat` brings what cards, odds, games and solving need; the rest is in extras. A part that needs one
calls `require` before it imports anything of it, so that a missing package is one line that names the command.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from riverboat.errors import RiverboatError

EXTRA_OF: Final = {
    "alembic": "records", "cryptography": "web", "cv2": "vision", "fastapi": "web", "gymnasium": "bridges",
    "multipart": "web", "open_spiel": "bridges", "pettingzoo": "bridges", "playwright": "vision", "plotly": "web",
    "pokerkit": "bridges", "psycopg": "postgres", "pyarrow": "records", "pydantic": "web", "pydantic_core": "web",
    "pyspiel": "bridges", "ray": "cluster", "sklearn": "models", "sqlalchemy": "records", "starlette": "web",
    "uvicorn": "web", "websockets": "web",
}  # fmt: skip
"""The extra that brings each package which a plain installation leaves out, by the name it is imported by."""


class MissingExtraError(RiverboatError, ImportError):
    """A package that is not installed; the message has the command that installs it."""


def require(module: str, what: str) -> ModuleType:
    """Import a package of an extra; `what` begins the error: "reading pictures"."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = missing_extra(error, what)
        if missing is None or (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise  # it is there, and something that it needs is not
        raise missing from None


def require_installed(module: str, what: str) -> None:
    """The same for a package that is imported later, if at all."""
    try:
        found = find_spec(module)
    except (ModuleNotFoundError, ValueError):  # ValueError: imported before, and taken away
        found = None
    if found is None:
        require(module, what)


def missing_extra(error: ModuleNotFoundError, what: str = "this") -> MissingExtraError | None:
    """What to say about a package that is not installed; None if no extra brings it."""
    name = (error.name or "").partition(".")[0]
    if name not in EXTRA_OF:
        return None
    return MissingExtraError(f'{what} needs {name}: pip install "riverboat[{EXTRA_OF[name]}]"')
