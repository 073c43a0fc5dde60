"""Players for the arena's tests whose play depends on what they remember."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from riverboat.games import Action, Agent, Hand, View
from riverboat.games.memory import Memory


class Learns(Agent):
    """Raises on some of the hands and not on others, by how many it has seen."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def end(self, hand: Hand) -> None:
        self.seen += 1

    def act(self, view: View) -> Action:
        interval = view.raise_interval
        return Action.raise_to(interval[0]) if interval and self.seen % 7 > 3 else view.check_or_call()


class Patient(Agent):
    """Folds every hand until it has seen so many hands of an opponent, and raises from then on.

    Against a player who always folds it loses its blind in each hand of the first kind, and wins the other's in each of
    the second: what it should win is known to the chip.
    """

    FOLDS = 300
    created = 0
    """Of this class, in this process."""

    def __init__(self) -> None:
        super().__init__()
        type(self).created += 1
        self.seen = 0
        self._opponents: tuple[str, ...] = ()

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        self._opponents = tuple(opponents)
        for opponent in opponents:
            if found := memory.recall(opponent, "patient", 1):
                self.seen = int(found.arrays["seen"][0])

    def save_memory(self, memory: Memory) -> None:
        for opponent in self._opponents:
            memory.remember(opponent, "patient", 1, {"who": "me"}, {"seen": np.array([self.seen])})

    def end(self, hand: Hand) -> None:
        self.seen += 1

    def act(self, view: View) -> Action:
        if self.seen < self.FOLDS:
            return Action.fold() if view.to_call else view.check_or_fold()
        return Action.raise_to(view.raise_interval[0]) if view.raise_interval else view.check_or_call()


class Forgetful(Patient):
    """Cannot save what it has learned."""

    def save_memory(self, memory: Memory) -> None:
        raise ValueError("what was it?")


class Confused(Patient):
    """Cannot read what it has learned."""

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        raise KeyError("who are you?")
