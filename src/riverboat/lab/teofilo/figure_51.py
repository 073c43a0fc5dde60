"""Teófilo (2016), Fig. 51 and section 5.2.3.2: how far average rank strength is from E[HS] at the river."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Grid
from riverboat.lab.work import Work

MEAN, LARGEST, SQUARES = 0.011, 0.062, 0.039


def run(work: Work) -> Findings:
    from riverboat.odds.ars import ars_accuracy
    from riverboat.odds.averages import ars_averages

    boards = work.choose(2000, None)
    measured = ars_accuracy("river", boards=boards, seed=work.seed, on_progress=work.on_progress)
    noisy = ars_accuracy("river", boards=work.choose(300, 20_000), seed=work.seed, stochastic=True)
    averages = ars_averages(boards=work.choose(2000, 50_000), seed=work.seed)
    cells = abs(averages.ars - averages.expected)
    return Findings(
        [
            Found("mean difference", measured.mean_absolute, note="of single hands"),
            Found("largest difference", measured.largest, note="of single hands"),
            Found("mean difference of the 169 classes", measured.mean_of_classes),
            Found("root mean square difference", measured.root_mean_square),
            *(
                Found(f"share of hands off by more than {limit}", share)
                for limit, share in measured.shares_above.items()
            ),
            Found("mean difference, stochastic", noisy.mean_absolute, note="signed errors, uniform in the cell's span"),
        ],
        [
            Claimed("hands", SQUARES / MEAN**2 > 1000, f"{SQUARES} / {MEAN}² allows {SQUARES / MEAN**2:.0f} terms"),
            Claimed(
                "negligible on a heat map",
                float(cells.max()) < LARGEST,
                f"class averages differ by {float(cells.max()):.4f} at most on these boards",
            ),
            Claimed(
                "noise helps",
                noisy.mean_absolute < measured.mean_absolute,
                f"mean {noisy.mean_absolute:.3f} with it, {measured.mean_absolute:.3f} without",
            ),
        ],
        grids=[
            Grid("E[HS] at the river", averages.expected.tolist(), bands=True),
            Grid("ARS at the river", averages.ars.tolist(), bands=True),
            Grid("mean difference of single hands", averages.error.tolist()),
        ],
        notes=[f"{measured.hands:,} hands compared with exact E[HS] against one opponent."],
    )


_WHY = "its sum of squares allows no more than 322 terms, so it is not a mean over hands; it fits the 169 classes"

ENTRY = Entry(
    __name__,
    "Error of average rank strength",
    "Fig. 51 and section 5.2.3.2",
    "Heat maps of E[HS] and of its look-up by class and rank, at the river against one opponent, and their difference.",
    small="2,000 river boards, 2 seconds and the table's building on first use (5 s)",
    full="all 2,809,475,760 hands, 10 seconds",
    run=run,
    published=(
        Published("mean difference", MEAN, wrong=_WHY),
        Published("largest difference", LARGEST, wrong=_WHY),
    ),
    claims=(
        Claim(
            "hands",
            "Mean 0.011 and summed squares 0.039 are those of many hands.",
            wrong="they can only be those of about 300 numbers",
        ),
        Claim("negligible on a heat map", "The heat maps show negligible error."),
        Claim(
            "noise helps",
            "A stochastic response with correction tables improves the result.",
            wrong="noise that is independent of the hand can only make single answers worse",
        ),
    ),
)
