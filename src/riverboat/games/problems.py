"""What is wrong with a document that people write (a game in PGDL, a strategy in PokerLang), and where."""

from __future__ import annotations

from typing import Final, NamedTuple

from riverboat.errors import RiverboatError

MAX_PROBLEMS: Final = 100
"""Maximum number of problems reported for a document."""


class Problem(NamedTuple):
    """One thing that has to change before the document can be used."""

    line: int
    """Where in the file, counted from 1; 0 where the whole file is meant."""
    reason: str
    column: int = 0
    """Counted from 1; 0 where the whole line is meant."""

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}: {self.reason}" if self.line else self.reason


class DocumentError(RiverboatError, ValueError):
    """A document that cannot be used; `problems` lists everything wrong, the message is the first of them."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        problems = sorted(problems, key=lambda problem: (problem.line, problem.column, problem.reason))
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{name}: {one_line(str(problems[0]), 400)}{more}")
        self.problems = problems


class PgdlError(DocumentError):
    """A document that does not describe a game."""


class Problems(list[Problem]):
    """Collects problems while a document is read."""

    def add(self, line: int | None, reason: str, column: int = 0) -> None:
        """Add one; duplicates are dropped, and so is everything beyond `MAX_PROBLEMS`."""
        problem = Problem(line or 0, one_line(reason, 300), column)
        if len(self) < MAX_PROBLEMS and problem not in self:
            self.append(problem)


def one_line(text: str, longest: int = 60) -> str:
    """The text without line breaks and control characters, cut where it is too long for a message."""
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text[: 4 * longest].split()))
    return line if len(line) <= longest else line[: longest - 3] + "..."
