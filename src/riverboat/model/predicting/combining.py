"""Which predictor should be used for this opponent? The one with the lowest recent log-loss.

Pokisim-A keeps several predictors and asks, for each opponent, the one with the best success so far (Billings 2006,
section 2.7.2). Success here is the log-loss of what the opponent then did, each older action counting a little less.
What an unknown opponent is worth to a predictor is what everyone has been worth to it: the mean over all players
counts as a number of observations of each. The thesis does not say how success is measured; forgetting and prior are
ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, log
from typing import Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.action_odds import ActionOdds
from riverboat.games.memory import Memory
from riverboat.model.predicting.moments import Example, Moment
from riverboat.model.predicting.predictors import Predictor

FLOOR: Final = 1e-3
"""Lower bound on predicted probabilities when predictions are scored; otherwise one surprise would decide forever."""
FORGETTING: Final = 0.995
_MEMORY: Final = "losses", 1
"""Kind and version of what a memory has of the predictors' success with a player."""
PRIOR: Final = 20.0


def surprise(probabilities: ActionOdds, action: int) -> float:
    """-log(probability of what was done), in nats."""
    return -log(max(probabilities[action], FLOOR))


class BestOfSeveral(Predictor):
    """Several predictors, and for each player the one that has surprised us least."""

    def __init__(
        self, predictors: Mapping[str, Predictor], forgetting: float = FORGETTING, prior: float = PRIOR
    ) -> None:
        """Ties, and the very first action, go to the predictor named first.

        Args:
            prior: As how many observations everybody's mean loss counts.
        """
        if not predictors:
            raise RiverboatError("best of several: expected at least one predictor")
        if not (0.0 < forgetting <= 1.0 and 0.0 < prior < inf):
            raise RiverboatError(
                f"forgetting {forgetting}, prior {prior}: expected above 0 and up to 1, and more than 0"
            )
        self.predictors = dict(predictors)
        self._forgetting, self._prior = forgetting, prior
        self._everybody = _Losses(len(self.predictors))
        self._players: dict[str, _Losses] = {}
        self._in_all: dict[str, _Losses] = {}
        """Each player's part of `_everybody`, in which nothing fades."""

    def losses(self, name: str) -> dict[str, float]:
        """What each predictor's log-loss on this player is taken to be.

        Args:
            name: A player's name.
        """
        common, prior = self._everybody.means(), self._prior
        own = self._players.get(name)
        if own is None:
            return dict(zip(self.predictors, common, strict=True))
        return {
            predictor: (total + prior * mean) / (own.weight + prior)
            for predictor, total, mean in zip(self.predictors, own.totals, common, strict=True)
        }

    def chosen(self, name: str) -> str:
        """The predictor that is asked about this player.

        Args:
            name: A player's name.
        """
        losses = self.losses(name)
        return min(losses, key=losses.__getitem__)

    def predict(self, name: str, moment: Moment) -> ActionOdds:
        return self.predictors[self.chosen(name)].predict(name, moment)

    def note(self, name: str, example: Example) -> None:
        moment, action = example
        found = [surprise(each.predict(name, moment), action) for each in self.predictors.values()]
        own = self._players.get(name)
        if own is None:
            own = self._players[name] = _Losses(len(found))
            self._in_all[name] = _Losses(len(found))
        own.add(found, self._forgetting)
        self._in_all[name].add(found, 1.0)
        self._everybody.add(found, 1.0)
        for each in self.predictors.values():
            each.note(name, example)

    def load_memory(self, memory: Memory, names: Sequence[str]) -> None:
        for name in names:
            found = memory.recall(name, *_MEMORY)
            if found is None or found.header.get("predictors") != list(self.predictors):
                continue  # the success of other predictors says nothing about ours
            recent, in_all = found.numbers("losses", (2, len(self.predictors) + 1)).tolist()
            self._players[name], self._in_all[name] = _Losses.of(recent), _Losses.of(in_all)
            self._everybody.merge(self._in_all[name])
        for each in self.predictors.values():
            each.load_memory(memory, names)

    def save_memory(self, memory: Memory) -> None:
        for name, own in self._players.items():
            losses = np.array([[*each.totals, each.weight] for each in (own, self._in_all[name])])
            memory.remember(name, *_MEMORY, {"predictors": list(self.predictors)}, {"losses": losses})
        for each in self.predictors.values():
            each.save_memory(memory)


class _Losses:
    """Sums of log-losses, one for each predictor."""

    __slots__ = ("totals", "weight")

    def __init__(self, predictors: int) -> None:
        self.totals = [0.0] * predictors
        self.weight = 0.0

    @classmethod
    def of(cls, numbers: Sequence[float]) -> _Losses:
        """The sums, and their weight last."""
        made = cls(len(numbers) - 1)
        made.totals, made.weight = list(numbers[:-1]), numbers[-1]
        return made

    def merge(self, other: _Losses) -> None:
        self.totals = [own + theirs for own, theirs in zip(self.totals, other.totals, strict=True)]
        self.weight += other.weight

    def add(self, losses: list[float], forgetting: float) -> None:
        self.totals = [forgetting * total + loss for total, loss in zip(self.totals, losses, strict=True)]
        self.weight = forgetting * self.weight + 1.0

    def means(self) -> list[float]:
        return [total / self.weight if self.weight else 0.0 for total in self.totals]
