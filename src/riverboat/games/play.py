"""One hand between agents: decisions, events, and the handling of faults.

An agent that raises an error, answers with something illegal or takes longer than its clock is checked or folded; the
fault is recorded, and the hand continues. With `strict` it stops instead. Agents are given views and censored records
only, and what an agent does not override is not called.

The clock is real time. On the main thread of a Unix system an agent that hangs is interrupted when it runs out;
elsewhere, and in code that is not Python, an answer is only refused when it comes. To be safe from such agents give
them a process.
"""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Final, Literal, NamedTuple

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.rules import Rules
from riverboat.games.state import IllegalActionError, State
from riverboat.games.view import View, face_down


class AgentError(RiverboatError):
    """An agent misbehaved in a strict match."""

    frames: str = ""
    """Where its own code was, as a traceback shows it; empty if it did not raise an error."""


Kind = Literal["error", "illegal", "late"]
_LIBRARY: Final = str(Path(__file__).parent.parent) + os.sep
_NOT_OWN: Final = (_LIBRARY, str(Path(os.__file__).parent) + os.sep, "<")
"""How the names of files begin that are not an agent's: this library, Python's, and code without a file."""


class Fault(NamedTuple):
    """One misbehaviour."""

    hand: int
    """The number of the hand."""
    position: int
    player: str
    kind: Kind
    """An `error`, an `illegal` decision, or one that was `late`."""
    detail: str
    """What happened, in words."""

    def __str__(self) -> str:
        return f"hand {self.hand}, position {self.position} ({self.player}): {self.kind}: {self.detail}"


def play_hand(
    rules: Rules,
    agents: Sequence[Agent],
    deck: Sequence[int],
    *,
    stacks: Sequence[int] | None = None,
    players: tuple[str, ...] | None = None,
    number: int = 0,
    strict: bool = False,
    clock: float | None = None,
    faults: list[Fault] | None = None,
) -> Hand:
    """Play one hand. Agents, stacks and names are by position.

    Args:
        rules: The game.
        agents: One for each player.
        deck: All cards in the order in which they are dealt (`decks`).
        stacks: Chips at the start of the hand. Default: those of the rules.
        players: Names. Default: those of the agents.
        number: What the record calls this hand.
        strict: A fault raises `AgentError` and ends the hand.
        clock: The maximum number of seconds for one decision. Default: no limit.
        faults: A list that takes the faults: errors, illegal and late decisions.
    """
    if len(agents) != rules.players:
        raise RiverboatError(f"{rules.name}: {len(agents)} agents for {rules.players} players")
    if players is None:
        players = tuple([agent.name or type(agent).__name__ for agent in agents])
    state = State(rules, deck, stacks)
    note = _Notes(number, players, strict, faults)
    beginning, watching, ending = _who_listens(tuple(map(type, agents)))
    for position in beginning:
        agents[position].players = players
        note.notify(position, agents[position].begin, View(state, position))
    while (actor := state.betting.actor) is not None:
        try:
            view = View(state, actor)
            action = agents[actor].act(view) if clock is None else _act_in_time(agents[actor], view, clock)
        except (Exception, SystemExit) as error:
            note.fault(actor, "late" if isinstance(error, OutOfTimeError) else "error", error)
            action = View(state, actor).check_or_fold()
        try:
            if type(action) is not Action:
                raise IllegalActionError(f"{action!r:.80} is not an Action")
            state.apply(action)
        except (IllegalActionError, TypeError) as error:
            note.fault(actor, "illegal", error)
            state.apply(View(state, actor).check_or_fold())
        for position in watching:
            done = state.actions[-1][2]
            seen = done if position == actor or not done.cards else face_down(done)
            note.notify(position, agents[position].observe, View(state, position), actor, seen)
    hand = finished_hand(state, players, rules.stacks if stacks is None else tuple(stacks), number)
    for position in ending:
        note.notify(position, agents[position].end, hand.seen_by(position))
    return hand


class _Notes:
    """Records faults, or ends a strict match."""

    __slots__ = ("faults", "number", "players", "strict")

    def __init__(self, number: int, players: tuple[str, ...], strict: bool, faults: list[Fault] | None) -> None:
        self.number, self.players, self.strict, self.faults = number, players, strict, faults

    def fault(self, position: int, kind: Kind, error: BaseException) -> None:
        fault = Fault(self.number, position, self.players[position], kind, fault_text(error))
        if self.strict:
            stop = AgentError(str(fault))
            stop.frames = "" if kind == "illegal" else own_frames(error)
            raise stop from error
        if self.faults is not None:
            self.faults.append(fault)

    def notify(self, position: int, event: Callable[..., None], *what: object) -> None:
        """Tell an agent something; its errors are faults."""
        try:
            event(*what)
        except (Exception, SystemExit) as error:
            self.fault(position, "error", error)


class _Listening(NamedTuple):
    """The positions whose agents want to hear of an event."""

    begin: tuple[int, ...]
    observe: tuple[int, ...]
    end: tuple[int, ...]


@lru_cache(256)
def _who_listens(kinds: tuple[type[Agent], ...]) -> _Listening:
    def overriding(event: str) -> tuple[int, ...]:
        return tuple(at for at, kind in enumerate(kinds) if getattr(kind, event) is not getattr(Agent, event))

    return _Listening(overriding("begin"), overriding("observe"), overriding("end"))


def fault_text(error: BaseException) -> str:
    """What a fault says, in one line."""
    text = " ".join(str(error).split())
    return text if isinstance(error, RiverboatError) else f"{type(error).__name__}: {text}"[:200]


def own_frames(error: BaseException) -> str:
    """Where the agent was, without the table that called it; only in the user's files, if the agent is in one.

    An error of ours that began outside of the user's files says all in its one line.
    """
    if said := getattr(error, "frames", ""):  # it was in another process
        return str(said)
    chain = [error] if error.__cause__ is None else [error, error.__cause__]  # of a file that could not be loaded
    frames = [frame for each in chain for frame in traceback.extract_tb(each.__traceback__)]
    within = [frame for frame in frames if frame.filename != __file__]
    own = [frame for frame in within if not frame.filename.startswith(_NOT_OWN)]
    if not own and isinstance(error, RiverboatError):
        return ""
    return "".join(traceback.format_list(own or within)).rstrip()


class OutOfTimeError(RiverboatError):
    """A decision took longer than the clock allows."""


def _act_in_time(agent: Agent, view: View, seconds: float) -> Action:
    """The agent's answer, or `OutOfTimeError`."""
    interrupts = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")

    def ring(number: int, frame: FrameType | None) -> None:
        raise OutOfTimeError(f"no answer within {seconds:g} s")

    start = perf_counter()
    if not interrupts:
        action = agent.act(view)
    else:
        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            action = agent.act(view)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    taken = perf_counter() - start
    if taken > seconds:
        raise OutOfTimeError(f"the answer took {taken:.3g} s; {seconds:g} s are allowed")
    return action


_BATCH = 1024


def decks(rules: Rules, seed: int | np.random.Generator) -> Iterator[tuple[int, ...]]:
    """Shuffled decks for this game, without end; the same seed gives the same ones.

    Args:
        rules: The game whose deck is shuffled.
        seed: A number, or a generator of numpy that is drawn from.
    """
    rng = np.random.default_rng(seed)
    ordered = np.broadcast_to(np.arange(rules.deck.size, dtype=np.uint8), (_BATCH, rules.deck.size))
    for _ in count():
        shuffled = map(tuple, rng.permuted(ordered, axis=1).tolist())
        yield from shuffled if rules.scenario is None else map(tuple, map(rules.arranged, shuffled))
