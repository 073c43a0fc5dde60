"""What will this player do in this context? A generic model of all players, or specific ones from their past actions.

The generic model (GOM) expects the same of all: the defaults. The specific model (SOM) starts with them and moves to
what was observed (Billings et al. 1998; Billings 2006, section 2.6.2). It learns from finished hands as its seat saw
them. From the frequencies follow the thresholds that weight tables are re-weighted by: a player who raises 20 % of the
time raises the best 20 % of hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.action_odds import ActionOdds
from riverboat.games.hand import Hand
from riverboat.games.memory import Memory
from riverboat.model.actions.contexts import CELLS, LEVELS, Decision, decisions
from riverboat.model.actions.statistics import DEFAULT_FREQUENCIES, ActionCounts, Defaults, require_defaults

_MEMORY: Final = "actions", 1
"""Kind and version of what a memory has of a player's counts."""


@dataclass(frozen=True)
class Learning:
    """How a model moves from defaults to observations."""

    specific: bool = True
    """Whether players are told apart at all."""
    enough: float = 20.0
    """From this many observations in a context on, only they count (if there is no prior)."""
    prior: float = 0.0
    """How many observations the defaults permanently count as; if any, observations count from the first on."""
    forgetting: float = 1.0
    """What an observation is worth after one more in its context."""

    def __post_init__(self) -> None:
        if not (self.enough >= 0.0 and 0.0 <= self.prior < inf and 0.0 < self.forgetting <= 1.0):
            raise RiverboatError(f"{self}: expected enough and prior of 0 or more, forgetting above 0 and up to 1")


@dataclass
class ActionModel:
    """What everyone at the table is expected to do, by name."""

    learning: Learning = field(default_factory=Learning)
    defaults: Defaults = DEFAULT_FREQUENCIES
    players: dict[str, ActionCounts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.defaults = require_defaults(self.defaults)

    def learn(self, hand: Hand, names: Sequence[str] = ()) -> None:
        """Count everything done in a hand; `names` by position, if not those of the record."""
        if not self.learning.specific:
            return
        names = names or hand.players
        for decision in decisions(hand):
            self.note(names[decision.position], decision)

    def note(self, name: str, decision: Decision) -> None:
        """Count one thing that a player did.

        Args:
            name: A player's name.
        """
        if not self.learning.specific:
            return
        counts = self.players.get(name)
        if counts is None:
            counts = self.players[name] = ActionCounts(self.learning.forgetting)
        counts.note(decision)

    def load_memory(self, memory: Memory, names: Sequence[str]) -> None:
        """Begin with what these players did in earlier matches."""
        if not self.learning.specific:
            return
        for name in names:
            if found := memory.recall(name, *_MEMORY):
                self.players[name] = ActionCounts(self.learning.forgetting)
                self.players[name].counts = found.numbers("counts", (CELLS,)).tolist()

    def save_memory(self, memory: Memory) -> None:
        """Remember what everyone has done."""
        for name, counted in self.players.items():
            memory.remember(name, *_MEMORY, {}, {"counts": np.array(counted.counts)})

    def frequencies(self, name: str, street: int, level: int) -> ActionOdds:
        """How often this player is expected to fold, call and raise in a context.

        Args:
            name: A player's name.
        """
        context = street * LEVELS + level
        counts = self.players.get(name)
        if counts is None:
            return self.defaults[context]
        return counts.frequencies(context, self.defaults[context], self.learning.prior, self.learning.enough)
