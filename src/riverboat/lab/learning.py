"""How does an entry play a match of players who learn, for hours, and resume it after Ctrl-C?

The arena saves a match whose players are never re-created only when it is complete. Here such a match is cut into
pieces. Players are re-created for each of them, with the memory that they had at the end of the piece before
(`riverboat.model.memory`), so a player who keeps in memory whatever it learns plays on as if nothing had happened. The
memory is saved before the result of a piece: a piece that was interrupted begins again with the memory it began with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.arena.sessions import AgentSpec
    from riverboat.games.hand import Hand
    from riverboat.model.memory import MemoryStore

T = TypeVar("T")

Measure = Callable[[Sequence["Hand"], str], list[T]]
"""Hands of a piece and the name of the first player: what is kept of them, anything that JSON can hold."""


def play_in_pieces(
    work: Work, name: str, agents: Sequence[AgentSpec], game: str, hands: int, piece: int, measure: Measure[T]
) -> list[T]:
    """One cash match of this many hands; what `measure` makes of its hands, one piece after the other."""
    from riverboat.model.memory import MemoryStore

    store = MemoryStore()
    found: list[T] = []
    for number in work.steps(range(-(-hands // piece))):
        count = min(piece, hands - number * piece)
        before, after = (work.path(f"{name}-{each}.memory") for each in (number - 1, number))
        play = partial(_play, work, agents, game, count, number, measure, store, before, after)
        found += work.keep(f"{name}-{number}", play)
        if before is not None:
            before.unlink(missing_ok=True)
    return found


def _play(
    work: Work,
    agents: Sequence[Any],
    game: str,
    hands: int,
    number: int,
    measure: Measure[T],
    store: MemoryStore,
    before: Path | None,
    after: Path | None,
) -> list[T]:
    from riverboat.arena import run_match
    from riverboat.model.memory import FileMemory

    if not len(store) and before is not None and before.exists():
        with FileMemory(before) as kept:
            store.entries.update(kept.entries)
    played: list[Hand] = []
    result = run_match(
        agents, game, hands, seed=work.seed * 1_000_003 + number, session=None, memory=store, record=played.extend,
        on_progress=work.on_progress,
    )  # fmt: skip
    if not result.complete:
        raise KeyboardInterrupt
    if after is not None:
        with FileMemory(after) as kept:
            for key, entry in store.entries.items():
                kept.put(key, entry)
            kept.save()
    return measure(played, result.players[0].name)
