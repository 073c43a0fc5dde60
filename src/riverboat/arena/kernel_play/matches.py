"""How a match hands its sessions to the kernel: on threads, which is enough because kernels release Python's lock."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from riverboat.arena.sessions import AgentSpec
from riverboat.errors import RiverboatError
from riverboat.executor import Shared
from riverboat.executor.sharing import Held
from riverboat.games.rules import Rules
from riverboat.workers import in_threads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from riverboat.arena.kernel_play.table import KernelTable

SESSION = 1 << 16
"""Hands that share random streams: below a tenth of a second, so Ctrl-C is answered in time."""

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Threads:
    """An executor of kernels: pieces on several threads of this process."""

    is_here = False  # pieces are done side by side

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise RiverboatError(f"{jobs} jobs: expected 1 or more")
        self.jobs = jobs

    def share(self, arrays: Mapping[str, NDArray[Any]], about: Any = None) -> Shared:
        """The arrays themselves."""
        return Held(arrays, about)

    def in_order(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results, in the order of the pieces."""
        return in_threads(work, list(pieces), threads=self.jobs)

    def in_streams(self, work: Callable[[Piece], Iterable[Result]], pieces: Iterable[Piece]) -> Generator[Result]:
        """The results of pieces that have several each, in order."""
        for results in self.in_order(work, pieces):
            yield from results

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


def require_no_hands(mode: str, recorded: bool, all_in_ev: bool) -> int:
    """Refuse what needs single hands or state; returns the number of hands in a session."""
    if mode not in ("cash", "duplicate"):
        raise RiverboatError(f"mode {mode} in kernels: they play cash and duplicate matches")
    if recorded or all_in_ev:
        asked = "a record of the hands" if recorded else "all-in winnings"
        raise RiverboatError(f"{asked} in kernels: they keep sums only; play without them")
    return SESSION


def kernel_table(rules: Rules, agents: Sequence[AgentSpec]) -> KernelTable:
    """The table at which these agents' policies play."""
    from riverboat.arena.kernel_play.builtin import policy_of
    from riverboat.arena.kernel_play.table import KernelTable, require_playable

    require_playable(rules)
    made = {spec: policy_of(spec, rules.players) for spec in dict.fromkeys(agents)}
    return KernelTable(rules, [made[spec] for spec in agents])
