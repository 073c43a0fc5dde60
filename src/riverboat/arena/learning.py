"""Does a player get better in the course of a match? Winnings by how many hands the players had seen.

A match in which players are not re-created is counted in blocks of hands, by default 2,000. Each block has a mean with
its interval over the hands (deals, in a duplicate match) of all matches that reached it, which is the learning curve.
Apart from it there are the mean of the first 2,000 hands, the mean after 20,000 hands and the difference of the two,
and one interval that takes the mean of each complete block of each match as one value: it is also honest where hands
of a block are alike, because the player had learned the same.

Hands are counted from the moment the players of a match were created. Both orders of a duplicate match are matches of
their own, with the same cards and other players, so a deal of it counts as one hand of experience.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from riverboat.stats.mean import Interval, RunningMean

BLOCK: Final = 2_000
"""Hands in a point of the curve."""
EARLY: Final = 2_000
"""The beginning of a match, in hands."""
LATE: Final = 20_000
"""After this many hands a player has learned what it can."""
STRETCH: Final = 100
"""Hands between two results of a match that goes on; divides `EARLY` and `LATE`."""


def cuts(deals: int, block: int, before: int = 0) -> list[int]:
    """Where a session is cut into stretches: none of them crosses the edge of a block, of the beginning or the end."""
    ends = {deals}
    for size in (STRETCH, block):
        ends.update(range(size - before % size, deals, size))
    return sorted(ends)


@dataclass(frozen=True)
class PlayerLearning:
    """One player's part, in chips per hand."""

    name: str
    curve: tuple[RunningMean, ...]
    """By block."""
    blocks: RunningMean
    """Of the complete blocks of all matches, one value each."""
    early: RunningMean
    """Of the first `EARLY` hands."""
    late: RunningMean
    """Of the hands after the first `LATE`; without values if the match is not that long."""

    @property
    def gain(self) -> float:
        """By how much the late mean is above the early one."""
        return self.late.mean - self.early.mean

    @property
    def gain_margin(self) -> float:
        """Half the width of the 95 % interval of the gain; infinite if one of the two means has none."""
        margins = self.early.margin(), self.late.margin()
        return inf if inf in margins else (margins[0] ** 2 + margins[1] ** 2) ** 0.5

    @property
    def gain_interval(self) -> Interval:
        """Where the true gain lies, at 95 %."""
        return Interval(self.gain - self.gain_margin, self.gain + self.gain_margin)


@dataclass(frozen=True)
class LearningResult:
    """The learning curves of a match, or of several."""

    block: int
    players: tuple[PlayerLearning, ...]

    def __getitem__(self, name: str) -> PlayerLearning:
        """A player's part by name."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs; in chips per hand."""
        found: dict[str, Any] = {}
        for player in self.players:
            found[player.name] = {
                "curve": [
                    {"from": number * self.block, "to": (number + 1) * self.block, **mean.to_json()}
                    for number, mean in enumerate(player.curve)
                ],
                "blocks": player.blocks.to_json(),
                f"first_{EARLY}": player.early.to_json(),
                f"after_{LATE}": player.late.to_json() if player.late.count else None,
            }
            if player.gain_margin < inf:
                low, high = player.gain_interval
                found[player.name]["gain"] = {"mean": player.gain, "low": low, "high": high}
        return {"block": self.block, "unit": "chips/hand", "players": found}


class LearningCurve:
    """Counts stretches of matches, those of one match after the other."""

    def __init__(self, names: Sequence[str], block: int = BLOCK) -> None:
        self.names, self.block = tuple(names), block
        players = range(len(names))
        self._curves: list[list[RunningMean]] = [[] for _ in players]
        self._blocks, self._open, self._early, self._late = ([RunningMean() for _ in players] for _ in range(4))

    def add(self, first: int, deals: int, means: Sequence[RunningMean]) -> None:
        """Everyone's chips per hand in the deals from `first` on, counted from the beginning of their match."""
        number, end = first // self.block, first + deals
        if first % self.block == 0:
            self._open = [RunningMean() for _ in self.names]
        for player, mean in enumerate(means):
            if not mean.count:
                continue
            curve = self._curves[player]
            curve += [RunningMean() for _ in range(number + 1 - len(curve))]
            curve[number].merge(mean)
            self._open[player].merge(mean)
            if end % self.block == 0 and self._open[player].count == self.block:
                self._blocks[player].add(self._open[player].mean)
            if end <= EARLY:
                self._early[player].merge(mean)
            if first >= LATE:
                self._late[player].merge(mean)

    def result(self) -> LearningResult:
        """What there is so far."""
        parts = zip(self.names, self._curves, self._blocks, self._early, self._late, strict=True)
        return LearningResult(
            self.block, tuple(PlayerLearning(name, tuple(curve), *rest) for name, curve, *rest in parts)
        )

    def saved(self) -> dict[str, Any]:
        """What `restored` needs."""
        return {
            "block": self.block,
            "curves": [[mean.saved() for mean in curve] for curve in self._curves],
            **{name: [mean.saved() for mean in means] for name, means in self._parts().items()},
        }

    @classmethod
    def restored(cls, names: Sequence[str], saved: Mapping[str, Any]) -> LearningCurve:
        """The curves that `saved` described."""
        made = cls(names, saved["block"])
        made._curves = [[RunningMean.restored(mean) for mean in curve] for curve in saved["curves"]]
        for name, means in made._parts().items():
            means[:] = [RunningMean.restored(mean) for mean in saved[name]]
        return made

    def _parts(self) -> dict[str, list[RunningMean]]:
        return {"blocks": self._blocks, "open": self._open, "early": self._early, "late": self._late}
