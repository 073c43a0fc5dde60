"""The errors of the package.

Every error that Riverboat raises on purpose is a `RiverboatError`; its message is one line that names the offending
text and says what would be right. The command line prints that line and exits with code 2.
"""

from __future__ import annotations

from collections.abc import Iterable


class RiverboatError(Exception):
    """Anything that Riverboat refuses to do; the message is one line for the person who asked."""

    def __str__(self) -> str:
        return " ".join(super().__str__().splitlines())  # the offending text may have several


class NotationError(RiverboatError, ValueError):
    """Text that cannot be parsed: a card, a hand, a range, a number."""


class DealError(RiverboatError, ValueError):
    """Cards that cannot lie on one table: duplicates, too many, the wrong number for the street or the game."""


def expected_names(name: str, names: Iterable[str]) -> str:
    """The end of a message about a name that does not exist: those that are much like it, or else all of them."""
    from difflib import get_close_matches

    known = list(names)
    close = get_close_matches(name.lower(), known, 3, 0.7)
    return f"is {' or '.join(close)} meant?" if close else f"expected one of {', '.join(known)}"
