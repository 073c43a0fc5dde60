"""Teófilo (2016), Tables 34 to 36: how Hermes played and what it won, among stand-ins, 262 times over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work
from riverboat.stats.mean import Interval, RunningMean

if TYPE_CHECKING:
    from riverboat.executor import Executor
    from riverboat.lab.teofilo._hermes_field import Life, Row

EURO = 0.02
"""Per big blind."""
HANDS = 3814
SMALL_LIVES, FULL_LIVES = 2, 263
"""Lives of 3,814 hands; the full number makes 1,003,082 hands."""
PLUS = "hermes(plus=true)"
FULL_PLUS_LIVES = 66
BATCH = 8
REFUND = 0.2
PER_100 = "bb/100 hands"
TABLE_35 = {
    "small blind": (695, -1.43, -2.80, 14.0, 13.5, 11.5, 51.8),
    "big blind": (701, -4.47, -4.73, 10.4, 10.1, 9.5, 52.4),
    "early": (411, 1.54, 1.86, 5.6, 5.6, None, 64.1),
    "middle": (620, 0.77, 1.34, 6.8, 6.8, 6.5, 57.5),
    "cut-off": (685, -0.34, 1.18, 7.2, 6.9, 5.5, 56.0),
    "button": (702, 5.06, 3.17, 10.0, 9.5, 6.9, 55.6),
    "total": (3814, 1.13, 0.02, 9.3, 9.0, 8.9, 54.6),
}
"""Hands, profit and EV in euros, VPIP, PFR, 3-bet and the mean equity of all-ins in percent."""
TABLE_36 = {"stealing": (102, 3.59, 1.81, 55.1), "defending": (51, 0.51, 1.60, 49.3)}
"""Hands, profit and EV in euros, and the mean equity of all-ins that were called, in percent."""
MAX_SHOVES = {"small blind": 6.9, "early": 2.1, "middle": 2.1, "cut-off": 4.4, "button": 6.9}
"""The share of hands that Figure 70 can shove there, in percent: class 1, classes 1 and 2, or 1 to 3."""


def run(work: Work) -> Findings:
    lives = _lives(work, "hermes", work.choose(SMALL_LIVES, FULL_LIVES))
    rows = _together(lives)
    total = rows["total"]
    values = []
    for name in TABLE_35:
        row = rows[name]
        values += [
            _percent(f"VPIP, {name}", row.vpip, row.decisions),
            _percent(f"PFR, {name}", row.pfr, row.decisions),
        ]
        if row.three_bet_chances:
            values.append(_percent(f"3-bet, {name}", row.three_bets, row.three_bet_chances))
        values.append(_equity(f"all-in equity, {name}", row))
    for name in TABLE_36:
        row = rows[name]
        values.append(_percent(f"{name}, share of hands", row.hands, total.hands))
        values.append(_equity(f"all-in equity, {name}", row))
    won = {
        "won after rake": _per_100(lives, "won", "rake"),
        "won after rake, all-in adjusted": _per_100(lives, "adjusted", "adjusted_rake"),
        "won before rake": _per_100(lives, "won"),
        "won before rake, all-in adjusted": _per_100(lives, "adjusted"),
        "won after rake and refund, all-in adjusted": _per_100(lives, "adjusted", "adjusted_rake", 1.0 - REFUND),
    }
    values += [Found.of_mean(name, mean, PER_100) for name, mean in won.items()]
    refund = RunningMean.of(REFUND * EURO * life.total.rake for life in lives)
    values.append(Found.of_mean("refund", refund, "€"))
    adjusted = won["won after rake, all-in adjusted"]
    if work.choose(False, True):  # its equilibria take minutes to solve
        repaired = _per_100(_lives(work, PLUS, FULL_PLUS_LIVES), "adjusted", "adjusted_rake")
        values.append(Found.of_mean(f"{PLUS}, won after rake, all-in adjusted", repaired, PER_100))
    return Findings(
        values,
        _claims(rows, adjusted, won["won after rake and refund, all-in adjusted"]),
        tables=[_positions(rows, len(lives)), _stand_ins(lives)],
        notes=[_of_variance(lives, adjusted)],
    )


def _lives(work: Work, spec: str, count: int) -> list[Life]:
    from riverboat.agents.registry import make_agent
    from riverboat.lab.teofilo._hermes_field import HANDS_IN_LIFE, Life

    make_agent(spec).prepare(work.on_progress)
    lives = []
    with work.executor(f"hermes {spec}") as executor:
        for first in work.steps(range(0, count, BATCH)):
            pieces = [(spec, work.seed, number, HANDS_IN_LIFE) for number in range(first, min(first + BATCH, count))]
            name = f"{spec}, lives {first} to {first + len(pieces) - 1}"
            played = work.keep(name, partial(_played, executor, pieces))
            lives += [Life.restored(each) for each in played]
    return lives


def _played(executor: Executor, pieces: Sequence[Any]) -> list[dict[str, Any]]:
    from riverboat.lab.teofilo._hermes_field import play_life

    return list(executor.in_order(play_life, pieces))


def _together(lives: list[Life]) -> dict[str, Row]:
    """The rows of both tables, over all lives."""
    from riverboat.lab.teofilo._hermes_field import Row

    rows = {name: Row() for name in (*TABLE_35, *TABLE_36)}
    for life in lives:
        for name, row in {**life.rows, "total": life.total}.items():
            rows[name].add(row)
    return rows


def _per_100(lives: list[Life], kind: str, rake: str = "", share: float = 1.0) -> RunningMean:
    """Big blinds per 100 hands less a share of the rake; a value is a life."""
    return RunningMean.of(
        100 * (getattr(total, kind) - (share * getattr(total, rake) if rake else 0.0)) / total.hands
        for total in (life.total for life in lives)
    )


def _percent(name: str, hits: float, trials: float) -> Found:
    share = Found.of_share(name, int(hits), int(trials))
    assert share.interval is not None
    return Found(name, 100 * share.value, Interval(*(100 * end for end in share.interval)), "%")


def _equity(name: str, row: Row) -> Found:
    """The mean share of the pots for which it was all-in and called."""
    if row.called < 2:
        return Found(name, nan, Interval(nan, nan), "%", "no all-ins")
    mean = row.equity / row.called
    spread = row.equity_squares / row.called - mean**2
    return Found.with_error(name, 100 * mean, 100 * sqrt(spread / (row.called - 1)), "%")


def _claims(rows: dict[str, Row], adjusted: RunningMean, refunded: RunningMean) -> list[Claimed]:
    equities = {name: rows[name].equity / rows[name].called for name in TABLE_35 if rows[name].called}
    rates = {name: rows[name].vpip / rows[name].decisions for name in TABLE_35 if name != "total"}
    highest = max(rates, key=lambda name: rates[name])
    return [
        _among_stand_ins("profitable", adjusted),
        _among_stand_ins("profitable with the refund", refunded),
        Claimed(
            "all-ins above 50 %",
            min(equities.values()) > 0.5,
            ", ".join(f"{name} {100 * share:.1f} %" for name, share in equities.items()),
        ),
        Claimed("small blind plays most", highest == "small blind", f"{highest}: {100 * rates[highest]:.1f} %"),
    ]


def _among_stand_ins(name: str, mean: RunningMean) -> Claimed:
    """Of a claim about winnings from people, stand-ins decide nothing."""
    low, high = mean.interval()
    return Claimed(
        name, None, f"from stand-ins: {mean.mean:+.2f} ({low:+.2f} to {high:+.2f}) {PER_100}, all-in adjusted"
    )


def _of_variance(lives: list[Life], adjusted: RunningMean) -> str:
    """What of the printed profit is luck."""
    results = [EURO * (life.total.won - life.total.rake) for life in lives]
    spread = sqrt(RunningMean.of(results).variance) if len(results) > 1 else 0.0
    profit, value = TABLE_35["total"][1:3]
    as_good = sum(result >= profit for result in results) / len(results)
    return (
        f"{len(lives)} lives of {HANDS:,} hands. Of the printed profit of {profit:.2f} €, {profit - value:.2f} € "
        f"({100 * (profit - value) / profit:.0f} %) are the luck of all-ins by the source's own EV, {value:.2f} €. "
        f"Here the result of such a life has a standard deviation of {spread:.2f} € "
        f"({100 * spread / EURO / HANDS:.1f} {PER_100}) around {EURO * HANDS / 100 * adjusted.mean:+.2f} €, and "
        f"{100 * as_good:.0f} % of lives end at {profit:.2f} € or more: one life cannot tell a profit from a loss."
    )


def _positions(rows: dict[str, Row], lives: int) -> Table:
    """Table 35 in its own units: amounts per 3,814 hands."""

    def euros(value: float) -> str:
        return f"{EURO * value / lives:+.2f}"

    cells = []
    for name, (hands, profit, value, *_) in TABLE_35.items():
        row = rows[name]
        cells.append(
            (name, f"{hands}", f"{row.hands / lives:.0f}", f"{profit:+.2f}", euros(row.won - row.rake),
             f"{value:+.2f}", euros(row.adjusted - row.adjusted_rake))
        )  # fmt: skip
    for name, (hands, profit, value, _) in TABLE_36.items():
        row = rows[name]
        cells.append(
            (name, f"{hands}", f"{row.hands / lives:.0f}", f"{profit:+.2f}", euros(row.won - row.rake),
             f"{value:+.2f}", euros(row.adjusted - row.adjusted_rake))
        )  # fmt: skip
    columns = ("", "hands, printed", "here", "profit €, printed", "here", "EV €, printed", "here")
    return Table(f"Tables 35 and 36 per {HANDS:,} hands, after rake", columns, cells)


def _stand_ins(lives: list[Life]) -> Table:
    """Whether stand-ins play as their profiles say."""
    from riverboat.lab.teofilo._hermes_field import PROFILES

    cells = []
    for profile in PROFILES:
        decisions, played, raised = (sum(life.seen[profile.name][place] for life in lives) for place in range(3))
        shares = [f"{100 * each / decisions:.1f}" if decisions else "-" for each in (played, raised)]
        cells.append(
            (profile.name, f"{profile.vpip:.1f}", shares[0], f"{profile.pfr:.1f}", shares[1], f"{decisions:,}")
        )
    return Table("The stand-ins", ("profile", "VPIP", "played", "PFR", "raised", "hands"), cells)


def _published() -> list[Published]:
    found = []
    for name, (hands, _, _, vpip, pfr, three_bet, equity) in TABLE_35.items():
        wrong = (
            f"Figure 70 can shove at most {MAX_SHOVES[name]} % of hands from there; the program that was measured, or "
            "the tracker's positions, were not those that are described"
            if name in MAX_SHOVES
            else "the deployed rules were looser than Figure 70 in five of six positions"
            if name == "total"
            else ""
        )
        for rate, value in (("VPIP", vpip), ("PFR", pfr)):
            error = sqrt(value * (100 - value) / hands)
            unlike = "how often it re-steals depends on the opponents, who were people" if name == "big blind" else ""
            found.append(Published(f"{rate}, {name}", value, "%", error=error, wrong=wrong, incomparable=unlike))
        if three_bet is not None:
            found.append(
                Published(
                    f"3-bet, {name}", three_bet, "%", incomparable="depends on the opponents' raises; no base printed"
                )
            )
        found.append(Published(f"all-in equity, {name}", equity, "%", incomparable=STAND_INS))
    for name, (hands, _, _, equity) in TABLE_36.items():
        share = 100 * hands / HANDS
        found.append(Published(f"{name}, share of hands", round(share, 2), "%", incomparable=STAND_INS))
        found.append(Published(f"all-in equity, {name}", equity, "%", incomparable=STAND_INS))
    return found


STAND_INS = "the opponents were people; stand-ins take their places"

ENTRY = Entry(
    __name__,
    "Hermes at the tables: how it played, what it won, and what was luck",
    "Tables 34 to 36 and section 7.1",
    "VPIP, PFR and 3-bet by position, results with and without the luck of all-ins, blinds stolen and defended, in "
    "3,814 hands of blinds 0.01/0.02 €.",
    small="two lives of 3,814 hands, 2 seconds",
    full="263 lives of 3,814 hands, 1,003,082 hands, and 66 lives of the repaired player; 6 minutes of processor time",
    run=run,
    published=(
        *_published(),
        Published("won after rake", 1.48, PER_100, incomparable=STAND_INS),
        Published(
            "won after rake, all-in adjusted", round(100 * 0.02 / EURO / HANDS, 2), PER_100, incomparable=STAND_INS
        ),
        Published(
            "refund",
            7.63,
            "€",
            wrong="20 % of the rake: it implies 0.01 € of rake in each of 3,814 hands, of which 9 % were played for at "
            "most 0.40 €; 5 % of those pots are 7 to 14 € in all",
        ),
    ),
    claims=(
        Claim("profitable", "Hermes is profitable: 1.48 big blinds per 100 hands after rake."),
        Claim(
            "profitable with the refund", "With 20 % of the rake refunded it makes about 11.5 big blinds per 100 hands."
        ),
        Claim(
            "all-ins above 50 %",
            "The average all-in percentage is above 50 % in all positions.",
            incomparable=STAND_INS,
        ),
        Claim("small blind plays most", "The small blind VPIP is the highest among all."),
    ),
    remarks=(
        "The opponents are stand-ins for the 20 people of Tables 37 and 38, with their VPIP and PFR, met as often as "
        "in the source; their fold to a re-raise is not printed, and taken as 0.55 (tight, VPIP below 28 %) and 0.35 "
        "(loose). What Hermes wins from them says little about people, and is not compared.",
        "Everywhere but in the big blind Figure 70 sets a maximum for VPIP and PFR, whoever the opponents are. Table "
        "35 is above it in all these positions: the figure cannot have played these hands.",
        "Rake: 5 % of pots that saw a flop, no cap, taken from the winner. Hermes begins each hand with 20 big "
        "blinds, the others with 100. Fold3bet counts every fold after two raises, as the source defines it, so nearly "
        "everyone seems to fold enough for a re-steal, and the big blind re-steals most of the classes 4 to 8.",
        '"Early" is under the gun and "middle" the seat after it, at a table of six.',
    ),
)
