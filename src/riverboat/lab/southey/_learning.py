"""What the entries on learning curves share: running learners, comparing them, and drawing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from riverboat.lab.findings import NORMAL_95, Chart, Claimed, Findings, Found, Table
from riverboat.lab.work import Work
from riverboat.show.curves import Curve, Level

if TYPE_CHECKING:
    from riverboat.model.kuhn import Curve as Learned
    from riverboat.model.kuhn.trials import Learner

SMALL = "3,000 trials, seconds"
FULL = "30,000 trials as in the paper, up to a minute"
TRIALS = (3_000, 30_000)

NEAR = 0.05
"""What counts as almost at the maximum: the missing share of the way from the equilibrium's value to it."""

AFTER = "hands before switching"
RATE = "chips per hand after switching"
WINNINGS = "chips in the match"


def learn(
    work: Work,
    learners: Mapping[str, Learner],
    opponents: Any = None,
    *,
    hands: int = 200,
    trials: tuple[int, int] = TRIALS,
) -> dict[str, Learned]:
    """A curve for each learner against one opponent, or against random ones of one exploitability if there is none."""
    from riverboat.model.kuhn.studies import compare, fixed_exploitability

    number = work.choose(*trials)
    against = fixed_exploitability(number, work.seed) if opponents is None else opponents
    return compare(
        learners,
        against,
        hands=hands,
        trials=number,
        seed=work.seed,
        threads=work.threads,
        on_progress=work.on_progress,
    )  # fmt: skip


def drawn(name: str, values: Sequence[float], errors: Sequence[float], places: Sequence[int] = ()) -> Curve:
    """A curve with its 95 % band; `places` are the switching hands if they are not 0, 1, 2 and so on."""
    chosen = range(len(places)) if places else thinned(len(values))
    return Curve(
        name,
        [(float(places[i] if places else i), values[i]) for i in chosen],
        [(values[i] - NORMAL_95 * errors[i], values[i] + NORMAL_95 * errors[i]) for i in chosen],
    )


def thinned(size: int) -> list[int]:
    """Every hand at first, then about 100 more."""
    step = max(1, size // 100)
    return sorted({*range(min(size, 30)), *range(0, size, step), size - 1})


def rates(title: str, curves: Mapping[str, Learned], levels: Sequence[Level] = (), caption: str = "") -> Chart:
    """A payoff rate plot."""
    lines = [drawn(name, curve.rate.tolist(), curve.rate_error.tolist()) for name, curve in curves.items()]
    return Chart(title, lines, AFTER, RATE, levels=levels, caption=caption)


def winnings(title: str, curves: Mapping[str, Learned], match: int = 200, caption: str = "") -> Chart:
    """A total winnings plot."""
    lines = [
        drawn(name, curve.winnings(match).tolist(), curve.winnings_error(match).tolist())
        for name, curve in curves.items()
    ]
    return Chart(title, lines, AFTER, WINNINGS, levels=[Level("equilibrium", -match / 18)], caption=caption)


def converging(curves: Mapping[str, Learned], most: float) -> tuple[list[Found], list[Claimed]]:
    """How near the maximum the learners come: what is missing of the way from the equilibrium's value to it."""
    way = most + 1 / 18
    missing = {name: ((most - curve.rate) / way).tolist() for name, curve in curves.items()}
    slack = {name: (2 * curve.rate_error / way).tolist() for name, curve in curves.items()}
    parameters = [name for name in curves if name != "experts"]
    by_400 = max(missing[name][400] + slack[name][400] for name in parameters)
    at_50 = min(missing[name][50] - slack[name][50] for name in parameters)
    last = missing["experts"][900] - slack["experts"][900]
    found = [
        Found.with_error(f"{name} at hand {t}", float(curve.rate[t]), float(curve.rate_error[t]), "chips/hand")
        for name, curve in curves.items()
        for t in (0, 50, 100, 400, 900)
    ]
    said = {t: ", ".join(f"{name} {100 * missing[name][t]:.1f} %" for name in curves) for t in (50, 400, 900)}
    return found, [
        Claimed("parameters by 400", by_400 < NEAR < at_50, f"missing at hand 50: {said[50]}; at 400: {said[400]}"),
        Claimed("experts not by 900", last > max(NEAR, by_400), f"missing at hand 900: {said[900]}"),
    ]


def convergence(work: Work, title: str, curves: Mapping[str, Learned], most: float) -> Findings:
    """What the plots of convergence to the best response show."""
    chart = rates(title, curves, [Level("best response", most)])
    return Findings(*converging(curves, most), [chart], notes=[trials_note(work)])


def surely(difference: float, *errors: float) -> bool | None:
    """Whether a difference is positive; None if it is within two standard errors of zero."""
    if abs(difference) <= 2 * hypot(*errors):
        return None
    return difference > 0


def all_surely(answers: Iterable[bool | None]) -> bool | None:
    """False if any is false, None if any is unknown, otherwise True."""
    found = list(answers)
    return False if False in found else None if None in found else True


def better_at(name: str, one: Learned, other: Learned, t: int) -> Claimed:
    """Whether one learner wins more than the other when both switch at hand t."""
    ours, theirs = float(one.winnings()[t]), float(other.winnings()[t])
    holds = surely(ours - theirs, float(one.winnings_error()[t]), float(other.winnings_error()[t]))
    return Claimed(name, holds, f"{ours:+.2f} and {theirs:+.2f} at hand {t}")


class Peak(NamedTuple):
    """The best switching hand, what it wins, and the standard error of that."""

    hand: int
    chips: float
    error: float


def best_of(curve: Learned, match: int = 200) -> Peak:
    """Where a learner wins most."""
    values = curve.winnings(match)
    t = int(values.argmax())
    return Peak(t, float(values[t]), float(curve.winnings_error(match)[t]))


class Peaks:
    """The best of each learner, and who has the better one."""

    def __init__(self, curves: Mapping[str, Learned]) -> None:
        self.of = {name: best_of(curve) for name, curve in curves.items()}

    def over(self, ones: Iterable[str], others: Iterable[str]) -> bool | None:
        """Whether each of some learners wins more at its best than each of the others."""
        pairs = [(self.of[one], self.of[other]) for one, other in product(ones, others)]
        return all_surely(surely(one.chips - other.chips, one.error, other.error) for one, other in pairs)

    @property
    def text(self) -> str:
        """All of them in words."""
        return ", ".join(f"{name} {peak.chips:+.2f} at hand {peak.hand}" for name, peak in self.of.items())

    @property
    def values(self) -> list[Found]:
        """All of them as findings."""
        return [
            Found.with_error(f"{name}, best at hand {peak.hand}", peak.chips, peak.error, "chips")
            for name, peak in self.of.items()
        ]


def compared(
    work: Work,
    title: str,
    curves: Mapping[str, Learned],
    claims: Sequence[Claimed],
    *,
    values: Sequence[Found] = (),
    notes: Sequence[str] = (),
    trials: tuple[int, int] = TRIALS,
) -> Findings:
    """Learners side by side: their best results after any other values, and the plot of their winnings."""
    found = [*values, *Peaks(curves).values]
    return Findings(found, list(claims), [winnings(title, curves)], notes=[trials_note(work, trials), *notes])


AFTER_LOOKING = "another reading, chosen after looking at the result; not counted"


def readings(rows: Sequence[tuple[str, Found, str]]) -> Table:
    """Readings of a sentence side by side: what is read, what it gives, and what is printed.

    Only the first reading is judged. The others were chosen because they come closer, so their agreement proves
    nothing; they say where the sentence may come from.
    """
    return Table(
        "Other readings, chosen after looking and not counted",
        ("reading", "share of trials", "printed"),
        [(name, _percent(found), printed) for name, found, printed in rows],
    )


def _percent(found: Found) -> str:
    assert found.interval is not None
    return f"{100 * found.value:.1f} % ± {50 * (found.interval.high - found.interval.low):.1f}"


def trials_note(work: Work, trials: tuple[int, int] = TRIALS) -> str:
    """How many trials there were."""
    return f"{work.choose(*trials):,} trials; all learners meet the same deals. Bands are 95 % intervals."
