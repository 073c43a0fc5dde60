"""What a table of players has won so far, for as long as it is played: two players, or a ring.

Of two players one number is kept, the first one's winnings; its values are deals with both seat orders, boards on which
all hands are played at once (`boards.py`), or whole matches where a player learns: hands of a learner are not
independent of each other, but matches with new players are.
Of a ring there are everybody's winnings, which depend on each other, so their covariances are kept too; one value is a
session with new players. Winnings are in chips per hand, without luck where an estimator takes it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.arena.tally import Tally
from riverboat.stats.crosstable import Crosstable
from riverboat.stats.mean import RunningMean
from riverboat.stats.sequential import is_narrow

Floats = NDArray[np.float64]

MIN_DEALS: Final = 1000
"""With fewer deals a pair is not stopped because its interval is narrow: large pots may not have occurred yet."""
MIN_BOARDS: Final = 200
"""The same for boards, each of which has all pots."""
MIN_SESSIONS: Final = 10
"""The same for whole matches, and for the sessions of a ring."""
Unit = Literal["deals", "boards", "matches"]


@dataclass
class Faults:
    """What players did wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    """By player."""
    messages: dict[str, str] = field(default_factory=dict)
    """The first of each player, in words."""

    def add(self, tally: Tally) -> None:
        """Those of one more session."""
        for name, player in zip(tally.names, tally.players, strict=True):
            if number := sum(player.faults.values()):
                self.counts[name] += number
                self.messages.setdefault(name, player.messages[0])

    def saved(self) -> dict[str, Any]:
        """What `restored` needs."""
        return {"counts": dict(self.counts), "messages": self.messages}

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> Faults:
        """The faults that `saved` described."""
        return cls(Counter(saved["counts"]), dict(saved["messages"]))


class Score(Protocol):
    """What both kinds can do."""

    unit: str
    """What one independent value is."""

    def add(self, tally: Tally) -> None:
        """One more session."""

    def margin(self) -> float:
        """Half the width of the 95 % interval, of the player whose interval is widest; infinite if there is none."""

    def is_narrow(self, margin: float) -> bool:
        """Whether a margin asked for is reached, and enough was played to say so."""

    def saved(self) -> dict[str, Any]:
        """What `load` needs."""

    def load(self, saved: Mapping[str, Any]) -> None:
        """Continue with what `saved` described."""


class PairScore:
    """Two players; what the first won."""

    def __init__(self, unit: Unit, *, adjusted: bool) -> None:
        self.unit: str = unit
        self.won = RunningMean()
        self._adjusted = adjusted

    def add(self, tally: Tally) -> None:
        first = tally.players[0]
        mean = first.adjusted if self._adjusted else first.chips
        if self.unit == "matches":
            self.won.add(mean.mean)
        else:
            self.won.merge(mean)

    def margin(self) -> float:
        return self.won.margin()

    def is_narrow(self, margin: float) -> bool:
        least = {"deals": MIN_DEALS, "boards": MIN_BOARDS, "matches": MIN_SESSIONS}
        return is_narrow(self.won, margin, min_count=least[self.unit])

    def saved(self) -> dict[str, Any]:
        return self.won.saved()

    def load(self, saved: Mapping[str, Any]) -> None:
        self.won = RunningMean.restored(saved)


class RingScore:
    """Three players and more: everybody's winnings, and who won from whom."""

    unit = "sessions"

    def __init__(self, names: Sequence[str], *, adjusted: bool) -> None:
        self._adjusted = adjusted
        self.count, self.mean = 0, np.zeros(len(names))
        self._products = np.zeros((len(names), len(names)))
        """Sums of products of deviations from the mean."""
        self.flows = Crosstable(names)
        """Chips per hand from one to another, luck included: that of a session is one value."""

    def add(self, tally: Tally) -> None:
        players = tally.players
        won = np.array([(player.adjusted if self._adjusted else player.chips).mean for player in players])
        self.count += 1
        apart = won - self.mean
        self.mean = self.mean + apart / self.count
        self._products += np.outer(apart, won - self.mean)
        for row in range(len(players)):
            for column in range(row + 1, len(players)):
                self.flows.add(row, column, tally.crosstable.cell(row, column).mean)

    @property
    def covariance(self) -> Floats:
        """float64[players, players] of the means."""
        return (self._products + self._products.T) / (2.0 * max(1, self.count - 1) * max(1, self.count))

    def won(self, player: int) -> RunningMean:
        """What one of them won."""
        return RunningMean(self.count, float(self.mean[player]), float(self._products[player, player]))

    def margin(self) -> float:
        return max(self.won(player).margin() for player in range(len(self.mean))) if self.count > 1 else inf

    def is_narrow(self, margin: float) -> bool:
        return all(is_narrow(self.won(player), margin, min_count=MIN_SESSIONS) for player in range(len(self.mean)))

    def saved(self) -> dict[str, Any]:
        products = self._products.tolist()
        return {"count": self.count, "mean": self.mean.tolist(), "products": products, "flows": self.flows.saved()}

    def load(self, saved: Mapping[str, Any]) -> None:
        self.count, self.mean = int(saved["count"]), np.array(saved["mean"], np.float64)
        self._products = np.array(saved["products"], np.float64)
        self.flows = Crosstable.restored(saved["flows"])
