"""What every executor can do, and what a piece of work may cost."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar

from riverboat.errors import RiverboatError
from riverboat.executor.sharing import Shared

if TYPE_CHECKING:
    from numpy.typing import NDArray

Piece = TypeVar("Piece")
Result = TypeVar("Result")
MAX_LOST: Final = 3
"""A piece whose worker dies this often is given up: it is the piece that kills them."""


@dataclass(frozen=True)
class Limits:
    """What one piece may take; None: as much as it wants."""

    seconds: float | None = None
    megabytes: int | None = None
    """More than its process had when the piece began."""


class PieceError(RiverboatError):
    """A piece that broke a limit, or whose worker died again and again."""


class Executor(Protocol):
    """Does pieces of work; used in a `with` statement."""

    @property
    def jobs(self) -> int:
        """How many pieces it does at the same time."""

    @property
    def is_here(self) -> bool:
        """Whether pieces are done in this process, one after the other."""

    def share(self, arrays: Mapping[str, NDArray[Any]], about: Any = None) -> Shared:
        """Arrays that many pieces read, and something small that JSON can hold: sent once to each machine.

        Args:
            arrays: By name.
            about: Anything that JSON can hold.
        """

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces.

        Args:
            work: A function at the top of a module, called with a piece.
        """

    def in_streams(self, work: Callable[[Piece], Iterable[Result]], pieces: Iterable[Piece]) -> Generator[Result]:
        """The results of pieces that have several each, in order, as soon as they are there; to be closed.

        Args:
            work: A function at the top of a module, called with a piece, that yields results.
        """

    def __enter__(self) -> Self:
        """Ready to work."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Cancel what is not done."""
