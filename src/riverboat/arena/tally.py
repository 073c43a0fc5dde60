"""Running totals of a match: winnings, who won from whom, indicators, faults. They can be merged and saved.

One sample of the means is one hand of a cash game, or one deal with all its replays in a duplicate match, in chips per
hand; samples are independent, so the intervals hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from riverboat.games.hand import Hand
from riverboat.games.indicators import Indicators, count_hand
from riverboat.games.play import Fault
from riverboat.stats.crosstable import Crosstable, flows
from riverboat.stats.mean import RunningMean

FAULTS_KEPT = 5
"""Maximum number of faults of a player that are kept as text; the rest are only counted."""


class Sample:
    """What was won in hands that count as one sample together."""

    __slots__ = ("adjusted", "hands", "moved", "won")

    def __init__(self) -> None:
        self.hands = 0
        self.won: dict[int, int | Fraction] = {}
        """By player. Whole chips and fractions add up exactly, so equal players get equal sums in any order."""
        self.moved: dict[tuple[int, int], float] = {}
        """(winner, loser): what flowed from one to the other."""
        self.adjusted: dict[int, float] = {}
        """By player, all-in adjusted; empty if not requested."""

    def adjust(self, payoffs: Sequence[float], players: Sequence[int]) -> None:
        """What the hand just added was worth without the luck of all-ins."""
        for player, payoff in zip(players, payoffs, strict=True):
            self.adjusted[player] = self.adjusted.get(player, 0.0) + payoff

    def add(self, payoffs: Sequence[int | Fraction], players: Sequence[int]) -> None:
        """One more hand; both by position."""
        self.hands += 1
        for player, payoff in zip(players, payoffs, strict=True):
            self.won[player] = self.won.get(player, 0) + payoff
        for winner, loser, amount in flows([float(payoff) for payoff in payoffs]):
            pair = (players[winner], players[loser])
            self.moved[pair] = self.moved.get(pair, 0.0) + amount

    def saved(self) -> dict[str, Any]:
        """What `restored` needs; of whole chips only."""
        return {
            "hands": self.hands,
            "won": [[player, int(chips)] for player, chips in self.won.items()],
            "moved": [[*pair, amount] for pair, amount in self.moved.items()],
        }

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> Sample:
        """The sample that `saved` described."""
        made = cls()
        made.hands = saved["hands"]
        made.won = dict(saved["won"])
        made.moved = {(winner, loser): amount for winner, loser, amount in saved["moved"]}
        return made


class PlayerTally:
    """One player's part."""

    def __init__(self) -> None:
        self.hands = 0
        self.chips = RunningMean()
        """Chips per hand."""
        self.adjusted = RunningMean()
        """The same, all-in adjusted (`model/all_in.py`), if requested."""
        self.indicators = Indicators()
        self.faults: Counter[str] = Counter()
        self.messages: list[str] = []

    def note(self, kind: str, message: str) -> None:
        """The player misbehaved."""
        self.faults[kind] += 1
        if len(self.messages) < FAULTS_KEPT:
            self.messages.append(message)

    def merge(self, other: PlayerTally) -> None:
        """Add another stretch."""
        self.hands += other.hands
        self.chips.merge(other.chips)
        self.adjusted.merge(other.adjusted)
        self.indicators.merge(other.indicators)
        self.faults.update(other.faults)
        self.messages = (self.messages + other.messages)[:FAULTS_KEPT]

    def saved(self) -> dict[str, Any]:
        """What `restored` needs."""
        return {
            "hands": self.hands,
            "chips": self.chips.saved(),
            "adjusted": self.adjusted.saved(),
            "indicators": self.indicators.saved(),
            "faults": dict(self.faults),
            "messages": self.messages,
        }

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> PlayerTally:
        """The tally that `saved` described."""
        made = cls()
        made.hands = saved["hands"]
        made.chips = RunningMean.restored(saved["chips"])
        made.adjusted = RunningMean.restored(saved["adjusted"])
        made.indicators = Indicators.restored(saved["indicators"])
        made.faults = Counter(saved["faults"])
        made.messages = list(saved["messages"])
        return made


class Tally:
    """All players of a match, by their place in `names`."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.hands = 0
        self.players = [PlayerTally() for _ in names]
        self.crosstable = Crosstable(names)

    def watch(self, hand: Hand, players: Sequence[int]) -> None:
        """Count how a hand was played; `players` are by position."""
        self.hands += 1
        count_hand(hand, [self.players[player].indicators for player in players])
        for player in players:
            self.players[player].hands += 1

    def add(self, sample: Sample) -> None:
        """Count what was won in the hands of one sample."""
        for player, chips in sample.won.items():
            self.players[player].chips.add(float(chips) / sample.hands)
        for player, worth in sample.adjusted.items():
            self.players[player].adjusted.add(worth / sample.hands)
        together = sorted(sample.won)
        for place, one in enumerate(together):
            for other in together[place + 1 :]:
                net = sample.moved.get((one, other), 0.0) - sample.moved.get((other, one), 0.0)
                self.crosstable.add(one, other, net / sample.hands)

    def note_faults(self, faults: Iterable[Fault], players: Sequence[int]) -> None:
        """Faults of one hand; `players` are by position."""
        for fault in faults:
            self.players[players[fault.position]].note(fault.kind, str(fault))

    def merge(self, other: Tally) -> None:
        """Add another stretch of the same players."""
        self.hands += other.hands
        for own, theirs in zip(self.players, other.players, strict=True):
            own.merge(theirs)
        self.crosstable.merge(other.crosstable)

    def saved(self) -> dict[str, Any]:
        """What `restored` needs."""
        return {
            "names": list(self.names),
            "hands": self.hands,
            "players": [player.saved() for player in self.players],
            "crosstable": self.crosstable.saved(),
        }

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> Tally:
        """The tally that `saved` described."""
        made = cls(saved["names"])
        made.hands = saved["hands"]
        made.players = [PlayerTally.restored(each) for each in saved["players"]]
        made.crosstable = Crosstable.restored(saved["crosstable"])
        return made
