"""Billings (2006), Figures 5.11, 5.12 and 5.16: Vexbot against PsOpti4, by DIVAT, as a whole and street by street."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riverboat.lab.billings._judge import (
    GAME,
    STREETS,
    Analysed,
    as_analysed,
    deviation_of,
    divat_rows,
    mean_of,
    running,
    variance_ratio,
)
from riverboat.lab.billings._programs import above_zero, agent_of
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.learning import play_in_pieces
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.lab.billings._judge import Floats

DEVIATIONS: Final = {"money sd": 5.611, "money minus Dcash sd": 3.671, "DIVAT sd": 2.696}
RATIO: Final = 4.33
FULL: Final = (300_000, 130_000, 210_000)
"""Games; where the learning phase ends; where Vexbot slips into a worse counter-strategy in the thesis's run."""
SMALL: Final = (300, 130, 210)
_PIECE: Final = 2_000
_ONE_RUN: Final = "of one run; in others Vexbot found better counter-strategies sooner, the text says"


def run(work: Work) -> Findings:
    hands, cut, slip = work.choose(SMALL, FULL)
    piece = work.choose(150, _PIECE)
    pair = [agent_of(work, program) for program in ("Vexbot", "Sparbot")]
    match = as_analysed(play_in_pieces(work, "match", pair, GAME, hands, piece, divat_rows))
    lines = {"money sd": match.money, "money minus Dcash sd": match.less_dcash, "DIVAT sd": match.divat}
    late = {
        "money after the cut": match.money[cut:],
        "DIVAT after the cut": match.divat[cut:],
        "DIVAT, middle": match.divat[cut:slip],
        "DIVAT, last part": match.divat[slip:],
    }
    by_street = _by_street(match)
    streets = {name: mean_of(f"DIVAT: {name}", values) for name, values in by_street.items()}
    rates = {name: mean_of(name, values) for name, values in late.items()}
    divat = rates["DIVAT after the cut"]
    assert divat.interval is not None
    return Findings(
        [
            *(deviation_of(name, values) for name, values in lines.items()),
            variance_ratio("variance reduction", match.money, match.divat),
            *rates.values(),
            mean_of("money, all games", match.money),
            mean_of("DIVAT, all games", match.divat),
            *streets.values(),
        ],
        [
            above_zero("ahead after the cut", divat.value, divat.interval, "sb/g by DIVAT"),
            _sign("loses early", streets, STREETS[:2], -1.0),
            _sign("gains on the river", streets, STREETS[3:], +1.0),
        ],
        [
            running(
                "Vexbot against Sparbot",
                [("money", match.money), ("DIVAT", match.divat), ("Dcash", match.dcash)],
                guides=("money", "DIVAT"),
            ),
            running(f"After the first {cut:,} games", [("money", match.money[cut:]), ("DIVAT", match.divat[cut:])]),
            running("Street by street", [*by_street.items(), ("all streets", match.divat)]),
        ],
        notes=(
            f"{hands:,} games, cut after {cut:,}; "
            + work.choose("a model that is hardly solved, and few hands.", "one match."),
        ),
    )


def _by_street(match: Analysed) -> dict[str, Floats]:
    import numpy as np

    return dict(zip(STREETS, np.nan_to_num(match.rounds).T, strict=True))


def _sign(name: str, streets: dict[str, Found], which: tuple[str, ...], sign: float) -> Claimed:
    """Whether the means of these streets are above (or below) zero, by the interval of each."""
    edges = [sorted((sign * low, sign * high)) for low, high in (streets[s].interval or (0.0, 0.0) for s in which)]
    holds = True if min(low for low, _ in edges) > 0 else False if min(high for _, high in edges) < 0 else None
    return Claimed(name, holds, ", ".join(f"{street} {streets[street].value:+.4f}" for street in which) + " sb/g")


ENTRY = Entry(
    __name__,
    "Vexbot against PsOpti4, by DIVAT",
    "Figures 5.11, 5.12 and 5.16",
    "A learner's match by money and by DIVAT, after its learning phase, and street by street.",
    small="300 games with a model that is hardly solved, cut after 130; a few seconds",
    full="300,000 games, the first 130,000 cut for Figure 5.12; about half an hour, resumed every 2,000 games",
    run=run,
    published=(
        *(Published(name, value, "sb", digits=3) for name, value in DEVIATIONS.items()),
        Published("variance reduction", RATIO, digits=2),
        Published("money after the cut", 0.03, "sb/g", incomparable=f'"over" this; {_ONE_RUN}'),
        Published("DIVAT after the cut", 0.04, "sb/g", incomparable=f'"over" this; {_ONE_RUN}'),
        Published("DIVAT, middle", 0.05, "sb/g", incomparable=_ONE_RUN),
        Published("DIVAT, last part", 0.033, "sb/g", incomparable=_ONE_RUN),
    ),
    claims=(
        Claim("ahead after the cut", "DIVAT is quite certain that Vexbot has an advantage, once it has learned."),
        Claim("loses early", "Vexbot loses equity before the flop and, especially, on the flop."),
        Claim("gains on the river", "These losses are more than offset by huge gains on the river."),
    ),
    remarks=(
        "PsOpti4 is Sparbot here, built from the published description of PsOpti2; edges of buckets are ours.",
        "Vexbot is re-created every 2,000 games with everything that it has learned, so that the match can be resumed. "
        "The text names Figure 5.14 where it describes Figure 5.16.",
    ),
    other_when_small="models that are hardly solved: other players",
)
