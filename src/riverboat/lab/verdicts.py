"""Published beside reproduced: does it agree?

A number without any sampling must equal the printed one when rounded like it. A sampled one agrees if the published
number lies in its 95 % interval, which is widened by the published number's own error (added in squares) and by half a
unit of its last printed digit. Speeds and sizes need to be at least as good. One in twenty true numbers lies outside
its interval; so an entry with many numbers counts as reproduced if no more than chance explains (a share of 5 %, at
1 % significance) lie outside, and none by more than twice its margin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb, hypot, isnan

from riverboat.lab.entry import Claim, Published
from riverboat.lab.findings import NORMAL_95, Claimed, Found, Number
from riverboat.show.page import Mood

_ENOUGH_FOR_CHANCE = 20


class Verdict(StrEnum):
    """What comes out for one number or claim."""

    REPRODUCED = "reproduced"
    WITHIN = "within interval"
    AS_GOOD = "at least as good"
    HOLDS = "holds"
    DIFFERS = "differs"
    FAR = "differs widely"
    WORSE = "worse"
    FAILS = "does not hold"
    WRONG = "source is wrong"
    INCOMPARABLE = "cannot be compared"
    OURS = "not published"
    UNCLEAR = "cannot tell"
    NOT_RUN = "not run"

    @property
    def mood(self) -> Mood:
        """Whether it is good news."""
        if self in (Verdict.REPRODUCED, Verdict.WITHIN, Verdict.AS_GOOD, Verdict.HOLDS):
            return "good"
        if self in (Verdict.DIFFERS, Verdict.FAR, Verdict.WORSE, Verdict.FAILS):
            return "bad"
        return "plain" if self is Verdict.OURS else "open"


@dataclass(frozen=True)
class JudgedValue:
    """One row: published, reproduced, verdict."""

    name: str
    unit: str
    published: Number | None
    digits: int
    """Digits after the point in the source."""
    reproduced: Number | None
    low: float | None
    high: float | None
    verdict: Verdict
    note: str = ""

    @property
    def difference(self) -> Number | None:
        """Reproduced less published."""
        if self.published is None or self.reproduced is None:
            return None
        return self.reproduced - self.published


@dataclass(frozen=True)
class JudgedClaim:
    """One claim and whether it holds."""

    name: str
    text: str
    verdict: Verdict
    evidence: str = ""


@dataclass(frozen=True)
class Summary:
    """A whole entry in a few words."""

    text: str
    mood: Mood


def judge_value(published: Published | None, found: Found | None) -> JudgedValue:
    """Set one number beside the other; either may be missing."""
    if published is None:
        assert found is not None
        low, high = found.interval or (None, None)
        return JudgedValue(found.name, found.unit, None, 0, found.value, low, high, Verdict.OURS, found.note)
    digits = published.printed_digits
    by = f"published number from {published.by}" if published.by else ""
    if found is None:
        verdict = Verdict.INCOMPARABLE if published.incomparable else Verdict.NOT_RUN
        return JudgedValue(
            published.name, published.unit, published.value, digits, None, None, None, verdict,
            _joined(published.incomparable, by),
        )  # fmt: skip
    verdict, why = _compared(published, found)
    low, high = found.interval or (None, None)
    return JudgedValue(
        published.name, published.unit or found.unit, published.value, digits, found.value, low, high, verdict,
        _joined(why, by, found.note),
    )  # fmt: skip


def judge_claim(claim: Claim, claimed: Claimed | None) -> JudgedClaim:
    """What a claim of the source has come to."""
    if claimed is None:
        return JudgedClaim(claim.name, claim.text, Verdict.NOT_RUN)
    if claimed.holds is None:
        return JudgedClaim(claim.name, claim.text, Verdict.UNCLEAR, claimed.evidence)
    if claimed.holds:
        return JudgedClaim(claim.name, claim.text, Verdict.HOLDS, claimed.evidence)
    verdict = Verdict.WRONG if claim.wrong else Verdict.FAILS
    return JudgedClaim(claim.name, claim.text, verdict, _joined(claimed.evidence, claim.wrong))


def summarise(values: Sequence[JudgedValue], claims: Sequence[JudgedClaim]) -> Summary:
    """The verdict on a whole entry."""
    verdicts = [value.verdict for value in values] + [claim.verdict for claim in claims]
    good = sum(verdict.mood == "good" for verdict in verdicts)
    bad = sum(verdict.mood == "bad" for verdict in verdicts)
    wrong = verdicts.count(Verdict.WRONG)
    counted = good + bad + wrong
    if not counted:
        return Summary("cannot be compared", "open")
    beside = [f"{good} of {counted} agree"]
    if wrong:
        beside.append(f"{wrong} where the source is wrong")
    if bad and _chance_explains(values, claims):
        beside.append(f"{bad} outside by chance")
        bad = 0
    text, mood = _in_words(good, bad, wrong)
    return Summary(f"{text} ({', '.join(beside)})", mood)


def _in_words(good: int, bad: int, wrong: int) -> tuple[str, Mood]:
    if not bad:
        return ("reproduced", "good") if good >= wrong else ("source is wrong", "open")
    return ("in part", "open") if good else ("differs", "bad")


def _compared(published: Published, found: Found) -> tuple[Verdict, str]:
    if published.incomparable:
        return Verdict.INCOMPARABLE, published.incomparable
    if published.value is None:
        return Verdict.INCOMPARABLE, "the source prints no number"
    apart = found.value - published.value
    if isnan(apart):
        return Verdict.NOT_RUN, "no number came out"
    if published.better:
        as_good = apart <= 0 if published.better == "less" else apart >= 0
        return (Verdict.AS_GOOD, "") if as_good else (Verdict.WORSE, "")
    margin = _margin(published, found, apart)
    if abs(apart) <= margin:
        sampled = found.interval is not None or published.error
        return (Verdict.WITHIN if sampled else Verdict.REPRODUCED), ""
    if published.wrong:
        return Verdict.WRONG, published.wrong
    return (Verdict.FAR if abs(apart) > 2 * margin else Verdict.DIFFERS), ""


def _margin(published: Published, found: Found, apart: Number) -> Number:
    """How far apart the numbers may be."""
    whole = isinstance(found.value, int) and isinstance(published.value, int) and published.printed_digits == 0
    if whole and not (found.interval or published.error):
        return 0
    rounding = 0.5000001 * 10.0**-published.printed_digits
    reach = 0.0
    if found.interval is not None:
        reach = found.value - found.interval.low if apart > 0 else found.interval.high - found.value
    return hypot(reach, NORMAL_95 * published.error) + rounding


def _chance_explains(values: Sequence[JudgedValue], claims: Sequence[JudgedClaim]) -> bool:
    """Whether only as many sampled numbers lie outside their intervals as chance brings."""
    sampled = [value for value in values if value.low is not None and value.published is not None]
    outside = sum(value.verdict is Verdict.DIFFERS for value in sampled)
    verdicts = [value.verdict for value in values] + [claim.verdict for claim in claims]
    bad = sum(verdict.mood == "bad" for verdict in verdicts)
    return bad == outside and len(sampled) >= _ENOUGH_FOR_CHANCE and outside <= _max_by_chance(len(sampled))


def _max_by_chance(count: int, share: float = 0.05, significance: float = 0.01) -> int:
    """The maximum number outside by chance, at 1 % significance."""
    below, most = 0.0, -1
    while below < 1.0 - significance:
        most += 1
        below += comb(count, most) * share**most * (1.0 - share) ** (count - most)
    return most


def judge(
    published: Iterable[Published], claims: Iterable[Claim], values: Iterable[Found], claimed: Iterable[Claimed]
) -> tuple[tuple[JudgedValue, ...], tuple[JudgedClaim, ...]]:
    """Everything of an entry, in the order of the source and then what is ours alone."""
    numbers = {found.name: found for found in values}
    said = {found.name: found for found in claimed}
    rows = [judge_value(one, numbers.pop(one.name, None)) for one in published]
    rows += [judge_value(None, found) for found in numbers.values()]
    return tuple(rows), tuple(judge_claim(claim, said.get(claim.name)) for claim in claims)


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
