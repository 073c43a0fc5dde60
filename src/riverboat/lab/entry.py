"""What is published and how to reproduce it: the `Entry` of each module of the laboratory.

An entry's module must be quick to import: it holds the published numbers and a function, and whatever is heavy is
imported inside that function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from riverboat.lab.findings import Findings
    from riverboat.lab.work import Size, Work

Better = Literal["less", "more"]
SAME: Final = "the same"
"""What a full run does where it does what a small one does."""


@dataclass(frozen=True)
class Document:
    """A thesis or paper; each package of the laboratory has one, called DOCUMENT."""

    authors: str
    year: int
    title: str
    kind: str

    @property
    def short(self) -> str:
        """How it is cited."""
        return f"{self.authors} {self.year}"


@dataclass(frozen=True)
class Published:
    """One number of the source."""

    name: str
    value: int | float | None
    """None where the source announces a number but does not print it."""
    unit: str = ""
    error: float = 0.0
    """The standard error that the published number has itself, if it was sampled."""
    digits: int | None = None
    """Digits after the point as printed, if not those of `value`."""
    better: Better | None = None
    """For speeds and sizes, which depend on the machine: what counts is being at least as good."""
    wrong: str = ""
    """Why the number cannot be right, if that is known."""
    incomparable: str = ""
    """Why it cannot be compared with anything here, if so."""
    by: str = ""
    """The publication that prints the number, if it is not the document itself."""
    theory: str = ""
    """Where the number comes from if nobody prints it: a proof, or another program. Agreement is not counted then."""

    @property
    def printed_digits(self) -> int:
        """Digits after the point."""
        if self.digits is not None:
            return self.digits
        if self.value is None or isinstance(self.value, int):
            return 0
        return len(repr(self.value).partition(".")[2]) if "e" not in repr(self.value) else 0


@dataclass(frozen=True)
class Claim:
    """A statement of the source that is true or false of the numbers."""

    name: str
    text: str
    wrong: str = ""
    """Why it cannot be true, if that is known."""
    incomparable: str = ""
    """Why it proves nothing about the source whether it holds here, if so: what was settled after looking."""
    ours: bool = False
    """Whether the source does not say it: something that we know to be true. That it holds is not counted."""


@dataclass(frozen=True)
class Entry:
    """One table or figure."""

    module: str
    """`__name__` of its module; the entry's id is made of the package and the module."""
    title: str
    place: str
    """Where in the document: "Table 2.1"."""
    shows: str
    """What the reader sees there, in a sentence or two."""
    small: str
    """How much is done at this size, and about how long it takes."""
    run: Callable[[Work], Findings]
    full: str = SAME
    published: tuple[Published, ...] = ()
    claims: tuple[Claim, ...] = ()
    remarks: tuple[str, ...] = ()
    """Where the source is wrong or silent, and what was done about it."""
    timed: bool = False
    """Whether its numbers are times or depend on the machine in another way."""
    other_when_small: str = ""
    """Why the numbers of a small run are of something else, if they are: players that have learned less, for one."""
    version: int = 1
    """Incremented when the run changes, so that an interrupted older one is not resumed."""

    def does(self, size: Size) -> str:
        """How much is done at this size."""
        return self.full if size == "full" and self.full != SAME else self.small

    @property
    def id(self) -> str:
        """`billings-table-2-1` for `riverboat.lab.billings.table_2_1`."""
        return entry_id(*self.module.split(".")[-2:])

    @property
    def document(self) -> Document:
        """The document that its package is about."""
        found = import_module(self.module.rpartition(".")[0]).DOCUMENT
        assert isinstance(found, Document)
        return found

    @property
    def source(self) -> str:
        """The document and the place in it."""
        return f"{self.document.short}, {self.place}"


def entry_id(package: str, module: str) -> str:
    """The id of a module's entry."""
    return f"{package}-{module}".replace("_", "-")
