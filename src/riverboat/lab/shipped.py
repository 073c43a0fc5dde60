"""Results for shipping, and a run beside the shipped result of its entry.

Every entry's full run comes with the package as a small file, so that a fresh installation shows what came out before
anything is run (`tools/ship_results.py` puts them there). A later run is compared with it number by number. Sampled
numbers may be as far apart as their two intervals allow, widened so that one entry in a hundred is called different by
chance; numbers without an interval must be equal where the same amount was run, unless they are times. Times and speeds
are those of a machine, and are never compared.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from math import hypot, isclose, isfinite
from statistics import NormalDist
from typing import Any

from riverboat.lab.entry import Entry
from riverboat.lab.findings import NORMAL_95, Claimed, Found
from riverboat.lab.results import Result
from riverboat.lab.verdicts import JudgedValue, judge
from riverboat.stats.mean import Interval

_DIGITS = 7
"""Significant digits of a shipped float."""
_BY_CHANCE = 0.01
"""The share of entries that may be called different though nothing has changed."""


@dataclass(frozen=True)
class Comparison:
    """A run beside the shipped one."""

    compared: int
    apart: tuple[str, ...]
    """The names of numbers and claims that are not what was shipped."""

    @property
    def text(self) -> str:
        """In a few words."""
        if not self.compared:
            return "nothing to compare with the shipped result"
        if not self.apart:
            return f"{self.compared} numbers and claims as in the shipped result"
        return f"{len(self.apart)} of {self.compared} differ from the shipped result: {', '.join(self.apart)}"


def judged_again(entry: Entry, result: Result) -> Result:
    """The result with verdicts derived anew from its numbers and the entry's published ones."""
    found = [
        Found(each.name, each.reproduced, _interval(each), each.unit, each.note)
        for each in result.values
        if each.reproduced is not None
    ]
    claimed = [Claimed(each.name, each.holds, each.evidence) for each in result.claims]
    values, claims = judge(entry.published, entry.claims, found, claimed)
    return replace(
        result, what=entry.does(result.size), values=values, claims=claims, remarks=entry.remarks, title=entry.title,
        source=entry.source, shows=entry.shows,
    )  # fmt: skip


def packed(result: Result) -> str:
    """The text of a file to ship: no more digits than anybody needs."""
    return json.dumps(_rounded(result.to_json()), separators=(",", ":"), ensure_ascii=False) + "\n"


def compare(entry: Entry, result: Result, shipped: Result) -> Comparison:
    """What is different from the shipped result; claims count only where the same amount was run."""
    theirs = {value.name: value for value in shipped.values}
    if entry.other_when_small and result.size is not shipped.size:
        return Comparison(0, ())
    same = result.what == shipped.what
    pairs = [(mine, theirs[mine.name]) for mine in result.values if mine.name in theirs and not _is_of_machine(mine)]
    pairs = [pair for pair in pairs if _comparable(*pair, exact=same and not entry.timed)]
    wide = NormalDist().inv_cdf(1.0 - _BY_CHANCE / (2 * max(1, len(pairs)))) / NORMAL_95
    apart = [mine.name for mine, other in pairs if not _together(mine, other, wide)]
    held = {claim.name: claim.holds for claim in shipped.claims}
    claims = [claim for claim in result.claims if same and not entry.timed and claim.name in held]
    apart += [claim.name for claim in claims if claim.holds is not held[claim.name]]
    return Comparison(len(pairs) + len(claims), tuple(apart))


def _is_of_machine(value: JudgedValue) -> bool:
    """Whether it is a time or a speed: another machine has another one, however often both were measured."""
    return value.unit.partition(" ")[0] in ("s", "ms", "µs", "ns") or value.unit.endswith("/s")


def _comparable(mine: JudgedValue, other: JudgedValue, *, exact: bool) -> bool:
    if mine.reproduced is None or other.reproduced is None:
        return False
    if not (isfinite(mine.reproduced) and isfinite(other.reproduced)):
        return False
    return exact or (_reach(mine) > 0 and isfinite(_reach(mine)))


def _together(mine: JudgedValue, other: JudgedValue, wide: float) -> bool:
    assert mine.reproduced is not None
    assert other.reproduced is not None
    apart = abs(mine.reproduced - other.reproduced)
    return apart <= wide * hypot(_reach(mine), _reach(other)) or isclose(
        mine.reproduced, other.reproduced, rel_tol=10.0 ** (1 - _DIGITS)
    )


def _reach(value: JudgedValue) -> float:
    """The larger half of its interval; 0 for a number without one."""
    if value.low is None or value.high is None or value.reproduced is None:
        return 0.0
    return max(value.reproduced - value.low, value.high - value.reproduced)


def _interval(value: JudgedValue) -> Interval | None:
    return None if value.low is None or value.high is None else Interval(value.low, value.high)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}")
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value
