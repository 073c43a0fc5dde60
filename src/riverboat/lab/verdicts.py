"""Published beside reproduced: does it agree?

A number without any sampling must equal the printed one when rounded like it. A sampled one agrees if the published
number lies in its 95 % interval, which is widened by the published number's own error (added in squares) and by half a
unit of its last printed digit.

Three counts are the verdict on an entry. Reproduced is what the source prints or claims and what agrees. What differs
differs, also where the source is known to be wrong. The rest cannot be compared: numbers of lost programs, speeds that
are at least as good on another machine, claims whose test was settled after looking, and what a small run cannot
decide. One in twenty true numbers lies outside its interval; so the headline says when no more lie outside than chance
brings (a share of 5 %, at 1 % significance) and none by more than twice its margin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
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
    def is_reproduced(self) -> bool:
        """Whether it agrees with what the source says."""
        return self in (Verdict.REPRODUCED, Verdict.WITHIN, Verdict.HOLDS)

    @property
    def is_different(self) -> bool:
        """Whether it does not, whoever is to blame."""
        return self in (Verdict.DIFFERS, Verdict.FAR, Verdict.WORSE, Verdict.FAILS, Verdict.WRONG)

    @property
    def mood(self) -> Mood:
        """Whether it is good news."""
        if self.is_reproduced or self is Verdict.AS_GOOD:
            return "good"
        if self.is_different and self is not Verdict.WRONG:
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
    why: str = ""
    """What the entry says about the verdict or the published number."""
    note: str = ""
    """What the run says about the reproduced number."""
    printed: bool = True
    """Whether a publication prints the number; otherwise it is known from theory."""

    @property
    def remark(self) -> str:
        """Everything that is said beside it."""
        return _joined(self.why, self.note)

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
    holds: bool | None = None
    evidence: str = ""
    """The numbers of the run."""
    why: str = ""
    """What the entry says about the verdict."""
    printed: bool = True
    """Whether the source says it."""

    @property
    def remark(self) -> str:
        """Everything that is said beside it."""
        seen = {True: "holds here", False: "does not hold here", None: ""}[self.holds]
        return _joined(seen if self.verdict is Verdict.INCOMPARABLE else "", self.evidence, self.why)


@dataclass(frozen=True)
class Summary:
    """The three counts of an entry, or of several."""

    reproduced: int = 0
    differ: int = 0
    incomparable: int = 0
    wrong: int = 0
    """How many of those that differ do so because the source is wrong."""
    chance: int = 0
    """How many of those that differ lie outside their intervals as chance brings."""

    @property
    def text(self) -> str:
        """The headline."""
        reasons = [(self.wrong, "where the source is wrong"), (self.chance, "as chance brings")]
        beside = ", ".join(f"{count} {reason}" for count, reason in reasons if count)
        differ = f"{self.differ} differ" + (f" ({beside})" if beside else "")
        return f"{self.reproduced} reproduced, {differ}, {self.incomparable} cannot be compared"

    @property
    def mood(self) -> Mood:
        """Good if everything that can be compared agrees, chance and known errors of the source aside."""
        unexplained = self.differ - self.wrong - self.chance
        if unexplained:
            return "open" if self.reproduced else "bad"
        return "good" if self.reproduced and self.reproduced >= self.wrong else "open"

    def __add__(self, other: Summary) -> Summary:
        return Summary(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


def judge_value(published: Published | None, found: Found | None) -> JudgedValue:
    """Set one number beside the other; either may be missing."""
    if published is None:
        assert found is not None
        low, high = found.interval or (None, None)
        return JudgedValue(found.name, found.unit, None, 0, found.value, low, high, Verdict.OURS, "", found.note)
    digits = published.printed_digits
    by = f"published number from {published.by}" if published.by else ""
    if published.theory:
        by = f"not printed: {published.theory}"
    if found is None:
        verdict = Verdict.INCOMPARABLE if published.incomparable else Verdict.NOT_RUN
        return JudgedValue(
            published.name, published.unit, published.value, digits, None, None, None, verdict,
            _joined(published.incomparable, by), printed=not published.theory,
        )  # fmt: skip
    verdict, why = _compared(published, found)
    low, high = found.interval or (None, None)
    return JudgedValue(
        published.name, published.unit or found.unit, published.value, digits, found.value, low, high, verdict,
        _joined(why, by), found.note, not published.theory,
    )  # fmt: skip


def judge_claim(claim: Claim, claimed: Claimed | None) -> JudgedClaim:
    """What a claim of the source has come to."""
    if claimed is None:
        return JudgedClaim(claim.name, claim.text, Verdict.NOT_RUN)
    verdict, why = Verdict.FAILS, ""
    if claim.incomparable:
        verdict, why = Verdict.INCOMPARABLE, claim.incomparable
    elif claimed.holds is None:
        verdict = Verdict.UNCLEAR
    elif claimed.holds:
        verdict = Verdict.HOLDS
    elif claim.wrong:
        verdict, why = Verdict.WRONG, claim.wrong
    return JudgedClaim(claim.name, claim.text, verdict, claimed.holds, claimed.evidence, why, not claim.ours)


def summarise(values: Sequence[JudgedValue], claims: Sequence[JudgedClaim]) -> Summary:
    """The verdict on a whole entry. What the source does not say counts only where it differs."""
    judged: list[JudgedValue | JudgedClaim] = [*values, *claims]
    verdicts = [each.verdict for each in judged if each.printed or each.verdict.is_different]
    reproduced = sum(verdict.is_reproduced for verdict in verdicts)
    differ = sum(verdict.is_different for verdict in verdicts)
    wrong = verdicts.count(Verdict.WRONG)
    return Summary(
        reproduced,
        differ,
        len(verdicts) - reproduced - differ - verdicts.count(Verdict.OURS),
        wrong,
        differ - wrong if _chance_explains(values, claims) else 0,
    )


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
    bad = sum(verdict.is_different for verdict in verdicts) - verdicts.count(Verdict.WRONG)
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
