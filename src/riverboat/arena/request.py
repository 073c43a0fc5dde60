"""The validated settings of a match: players, game, length and mode, and the identity that a checkpoint must have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from sys import maxsize
from typing import Any, Literal, Protocol

from riverboat.agents.isolated import seated_agent
from riverboat.arena.learning import BLOCK
from riverboat.arena.seating import Seating
from riverboat.arena.sessions import AgentSpec
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.model.all_in import adjusted_payoffs
from riverboat.model.memory import MemoryStore
from riverboat.progress import OnProgress

Mode = Literal["cash", "duplicate", "ring", "tournament", "evolve"]
Record = Callable[[Sequence[Hand]], object]
"""Receives the finished hands, some at a time and in order; for a database or a file."""


class Estimator(Protocol):
    """Says what a hand was worth to each position, with the same mean as what was won and less luck."""

    label: str
    """How results call it."""

    def __call__(self, hand: Hand) -> Sequence[float]:
        """Chips by position. It is called in the process that plays the hand."""


class AllInEquity:
    """Each pot counts by equity where the betting was over before the last card (`model/all_in.py`)."""

    label = "all-in adjusted"

    def __call__(self, hand: Hand) -> Sequence[float]:
        """Chips by position."""
        return adjusted_payoffs(hand)


@dataclass(frozen=True)
class Request:
    """The validated request."""

    agents: tuple[AgentSpec, ...]
    names: tuple[str, ...]
    game: str | Rules
    hands: int
    mode: Mode
    seed: int
    session: int | None
    """Hands after which players are re-created; None: never during a match."""
    seating: Seating
    strict: bool
    clock: float | None
    settings: Any
    record: Record | None
    until_significant: bool = False
    estimator: Estimator | None = None
    """Winnings are also counted as it says."""
    in_kernels: bool = False
    matches: int = 1
    """So many of them are played, each with new players and other cards."""
    block: int = BLOCK
    """Hands in a point of the learning curve."""
    memory: MemoryStore | None = None
    """Where players remember opponents between sessions and matches."""

    @property
    def session_hands(self) -> int:
        """Hands in a session, also where it is as long as its match."""
        return maxsize if self.session is None else self.session

    @property
    def learns(self) -> bool:
        """Whether players know more at the end of the match than they can learn in a session."""
        return self.session is None or self.memory is not None

    @property
    def specs(self) -> tuple[str, ...]:
        """The agents as text."""
        return tuple(spec if isinstance(spec, str) else agent_text(spec) for spec in self.agents)

    @property
    def label(self) -> str:
        """What winnings without luck are called."""
        return AllInEquity.label if self.estimator is None else self.estimator.label

    @property
    def game_text(self) -> str:
        """The game as text."""
        return self.game if isinstance(self.game, str) else self.game.identity

    def require_known(self, rules: Rules, on_progress: OnProgress | None = None) -> None:
        """A player who does not know the game is an error now, rather than a fault in every hand.

        What players have to build is built now too, once and with progress.
        """
        for spec in self.agents:
            if isinstance(spec, str):
                try:
                    agent = seated_agent(spec)
                    agent.require_game(rules)
                    agent.prepare(on_progress)
                except RiverboatError as error:
                    raise RiverboatError(f'agent "{spec[:80]}" cannot play this game: {error}') from None

    def identity(self) -> dict[str, Any]:
        """What a file to resume from must agree with."""
        return {
            "agents": list(self.specs),
            "game": self.game_text,
            "hands": self.hands,
            "mode": self.mode,
            "seed": self.seed,
            "session": self.session,
            "seating": self.seating,
            "strict": self.strict,
            "settings": None if self.settings is None else asdict(self.settings),
            "until_significant": self.until_significant,
            "all_in_ev": isinstance(self.estimator, AllInEquity),
            "in_kernels": self.in_kernels,
            **({"block": self.block} if self.learns else {}),
            **({"matches": self.matches} if self.matches > 1 else {}),
            **({"estimator": self.label} if self.label != AllInEquity.label else {}),
        }


def agent_text(make: Callable[..., Any]) -> str:
    """The name in results of a player that is made by a function or a class."""
    return getattr(make, "__name__", type(make).__name__)
