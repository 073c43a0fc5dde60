"""Gilpin and Sandholm (2006) on Rhode Island hold'em, which they had solved without loss the year before."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.stats.mean import Interval

EARLIER = "Gilpin and Sandholm 2007"
TARGET = 0.99e-3
"""Chips per hand."""


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.games.catalogue import parse_game
    from riverboat.games.tree_size import tree_size
    from riverboat.solve.betting import build_betting
    from riverboat.solve.core.method import METHODS
    from riverboat.solve.core.runner import Runner
    from riverboat.solve.public.solver import PublicSolver
    from riverboat.solve.public.tree import build_public
    from riverboat.solve.shrink import MergedGame, game_shrink, program_shape

    rules = parse_game("rhode_island")
    betting, size = build_betting(rules), tree_size(rules)
    rows, _ = program_shape(betting, (52, 52 * 51, 52 * 51 * 50))
    shrunk = MergedGame.build(rules, "counts").program_size
    solver = PublicSolver(build_public(rules), METHODS["dcfr"], dtype=np.float32)
    if work.choose(small=True, full=False):
        solver.iterate(40)
        measured = solver.exploitability()
    else:
        Runner(solver, on_progress=work.on_progress).run(TARGET)
        measured = solver.average().exploitability_on_all_boards()
    values = [
        Found("nodes", size.nodes / 1e9, unit="billion"),
        Found("decisions", size.decisions / 1e9, unit="billion"),
        Found("rows of the whole program", rows),
        Found("rows of the shrunk program", shrunk.rows),
        Found("columns of the shrunk program", shrunk.columns),
        Found("non-zeros of the shrunk program", shrunk.nonzeros),
        Found("value to player 1", measured.values[0], Interval(-measured.best[1], measured.best[0]), "chips/hand"),
        Found("exploitability", measured.chips, unit="chips/hand", note=f"{solver.iterations:,} iterations"),
    ]
    if work.choose(small=False, full=True):
        lossless = game_shrink(rules)
        values.append(Found("classes on the last street without loss", lossless.counts[-1]))
    return Findings(
        values,
        [
            Claimed(
                "solved",
                True if measured.chips < 1e-3 else None,
                f"no more than {measured.chips:.5f} chips per hand can be won from the strategies",
            )
        ],
        notes=(
            "Values lie between what best responses leave and win: that is the interval. "
            + work.choose("40 iterations of CFR.", "Measured on all 2,652 boards."),
        ),
    )


ENTRY = Entry(
    __name__,
    "Rhode Island hold'em",
    "prior research on poker",
    "The size of the game, of its linear program before and after GameShrink, and its solution.",
    small="sizes, and 40 iterations of CFR, some seconds",
    full="solved to a thousandth of a chip, some minutes",
    run=run,
    published=(
        Published(
            "nodes",
            3.1,
            "billion",
            incomparable="what a node is, is not said: 2.55 billion decisions, 6.71 with deals and ends",
        ),
        Published("rows of the whole program", 91_224_226, by=EARLIER),
        Published("rows of the shrunk program", 1_237_238, by=EARLIER),
        Published("columns of the shrunk program", 1_237_238, by=EARLIER),
        Published("non-zeros of the shrunk program", 50_428_638, by=EARLIER),
    ),
    claims=(Claim("solved", "Optimal strategies for the game were determined."),),
    remarks=(
        "The published sizes are those of classes that win and lose equally often, which is not without loss: with the "
        "test that is, the last street has 7,969 classes instead of 1,774 (see the page on exact solving).",
        "A value of -0.64 chips is sometimes quoted; it lies outside the interval of the full run.",
    ),
)
