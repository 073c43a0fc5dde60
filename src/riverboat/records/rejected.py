"""A hand that could not be read: its line and the reason."""

from __future__ import annotations

from typing import NamedTuple

from riverboat.errors import NotationError


class RecordError(NotationError):
    """A hand that cannot be read; the parser of its format adds the line and continues with the next."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.line = line
        """Where it goes wrong, counted from 1; 0 if the whole hand is meant."""


class RejectedHand(NamedTuple):
    """A hand that was not read."""

    line: int
    """Of the file, counted from 1: where it goes wrong, or where the hand begins."""
    reason: str
    """One line for the person who wants to know."""
    file: str = ""
    """Where it was, if several files were read."""

    def __str__(self) -> str:
        return f"{self.file}{':' if self.file else 'line '}{self.line}: {self.reason}"
