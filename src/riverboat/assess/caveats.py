"""What must be said before the rates of a review are believed? One sentence for each thing that could mislead.

- A method that covered no hand has no number, and the reader should not look for it.
- Hands that were chosen by how they ended (`won>20bb`, `starred`) say nothing about how well somebody plays.
- A player who was chosen after looking at the results has an interval that is too narrow: of many players a few have
  one that excludes zero by luck alone. The interval that holds for whoever was chosen of n players has the level
  1 - 0.05 / n (Bonferroni), and is given beside it.

Cost: none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from riverboat.stats.mean import student_quantile

LEVEL: Final = 0.95


class WidenedInterval(NamedTuple):
    """The interval of a player who may have been chosen for the result, of this many."""

    players: int
    method: str
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether the result is significant even so."""
        return self.low > 0 or self.high < 0


def widened(rate: Mapping[str, Any], players: int, method: str = "money") -> WidenedInterval | None:
    """The interval of `rate` (mean, low, high, values) that holds for any one of this many players."""
    if rate["low"] is None:
        return None
    degrees = rate["values"] - 1
    wider = student_quantile(degrees, 1.0 - (1.0 - LEVEL) / players) / student_quantile(degrees, LEVEL)
    mean = rate["mean"]
    return WidenedInterval(
        players, method, mean - wider * (mean - rate["low"]), mean + wider * (rate["high"] - mean)
    )  # fmt: skip


def excluded_by_luck(players: int) -> float:
    """The number of intervals that exclude zero among this many break-even players, on average."""
    return (1.0 - LEVEL) * players


def caveats(
    methods: Sequence[Mapping[str, Any]],
    hands: int,
    *,
    player: str | None = None,
    interval: WidenedInterval | None = None,
    by_outcome: bool = False,
) -> list[str]:
    """The sentences, the most important first; `methods` as in the data of a review."""
    said = []
    if by_outcome:
        said.append(
            "These hands were selected by how they ended, so their rates do not measure anybody's skill: "
            "they show what was selected."
        )
    for each in methods:
        if not each["hands"]:
            reasons = [str(out["reason"]) for out in each["left_out"]]
            why = f": {reasons[0]}" if reasons else ""
            said.append(f"{_capital(each['title'])} covered none of the {hands:,} hands{why}.")
    if player is not None and interval is not None and interval.players > 2:
        zero = "still excludes" if interval.excludes_zero else "includes"
        said.append(
            f"Did you choose {player} before looking at results? Of {interval.players:,} players, "
            f"{excluded_by_luck(interval.players):.2g} on average have a 95 % interval that excludes zero by luck "
            f"alone. If you chose the player for the result, the interval is {interval.low:+,.1f} to "
            f"{interval.high:+,.1f} bb/100 ({interval.method}), which {zero} zero."
        )
    return said


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
