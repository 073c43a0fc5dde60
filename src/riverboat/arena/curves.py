"""Winnings over the course of a match: a few hundred points for a plot, for matches of any length.

Every point is kept until there are too many; then every other one goes and half as many are kept from there on. The
last one is always there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

MAX_POINTS = 400

CurveOf = dict[str, tuple[tuple[int, float], ...]]
"""(hands so far, chips won so far), by name."""


class CurvePoint(NamedTuple):
    """Winnings after some hands, by player."""

    hands: int
    chips: tuple[float, ...]
    adjusted: tuple[float, ...] = ()
    """All-in adjusted; empty if not requested."""


class Curves:
    """Winnings so far."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.last = CurvePoint(0, (0.0,) * len(names))
        self._points: list[tuple[int, CurvePoint]] = []
        self._every = 1
        self._seen = 0

    def extend(self, stretch: Sequence[CurvePoint]) -> None:
        """Points of a further stretch of hands, counted from its beginning."""
        start = self.last
        for hands, chips, adjusted in stretch:
            before = start.adjusted or (0.0,) * len(adjusted)
            self._add(
                CurvePoint(
                    start.hands + hands,
                    tuple(a + b for a, b in zip(start.chips, chips, strict=True)),
                    tuple(a + b for a, b in zip(before, adjusted, strict=True)),
                )
            )

    def _add(self, point: CurvePoint) -> None:
        self.last = point
        self._seen += 1
        if self._seen % self._every == 0:
            self._points.append((self._seen, point))
        if len(self._points) > MAX_POINTS:
            self._every *= 2
            self._points = [(seen, kept) for seen, kept in self._points if seen % self._every == 0]

    def as_mapping(self, *, adjusted: bool = False) -> CurveOf:
        """By name; `adjusted` for those without the luck of all-ins, of which there may be none."""
        points = [point for _, point in self._points]
        if self._seen and points[-1:] != [self.last]:
            points.append(self.last)
        if adjusted and not self.last.adjusted:
            return {}
        return {
            name: tuple((point.hands, (point.adjusted if adjusted else point.chips)[place]) for point in points)
            for place, name in enumerate(self.names)
        }

    def saved(self) -> dict[str, Any]:
        """What `restored` needs."""
        return {"points": self._points, "last": self.last, "every": self._every, "seen": self._seen}

    @classmethod
    def restored(cls, names: Sequence[str], saved: Mapping[str, Any]) -> Curves:
        """The curves that `saved` described."""
        made = cls(names)
        made._points = [(seen, _point(point)) for seen, point in saved["points"]]
        made.last = _point(saved["last"])
        made._every, made._seen = saved["every"], saved["seen"]
        return made


def _point(saved: Sequence[Any]) -> CurvePoint:
    hands, chips, adjusted = saved
    return CurvePoint(hands, tuple(chips), tuple(adjusted))
