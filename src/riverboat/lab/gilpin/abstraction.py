"""Gilpin and Sandholm (2006): the automated abstraction and the size of the linear program of two rounds."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.abstraction.thresholds import Cut

CLASSES = (169, 2465)
"""Before the flop and on it."""
_FLOPS = 40
"""Random flops of a small run."""


def run(work: Work) -> Findings:
    from riverboat.cards.isomorphism import Isomorphism
    from riverboat.solve.abstract.models import rules_to
    from riverboat.solve.betting import build_betting
    from riverboat.solve.shrink import program_shape

    starting = flop = None
    for step in work.steps(("before the flop", "flop")):
        if step == "flop":
            flop = _flop_classes(work)
        else:
            starting = _starting_classes(work)
    assert starting is not None
    assert flop is not None
    first, second = program_shape(build_betting(rules_to(1)), (len(starting), len(flop.parents)))
    hole, boards = comb(52, 2), comb(50, 3)
    return Findings(
        [
            Found("entries of handval", comb(52, 7)),
            Found("entries of db5", hole * boards),
            Found("entries of db223", hole * comb(50, 2) // 2 * comb(48, 3)),
            Found("boards of the turn", comb(52, 4)),
            Found("boards of the turn up to suits", Isomorphism((4,)).size),
            Found("classes before the flop", len(starting)),
            Found("classes on the flop", len(flop.parents)),
            # Rows and columns swap with the seat for which the program is written.
            Found("rows", min(first, second)),
            Found("columns", max(first, second)),
            Found("hands and flops up to suits", Isomorphism((2, 3)).size),
            Found("threshold of the flop", flop.threshold, unit="showdowns of 1,070,190"),
        ],
        [
            Claimed(
                "finds the 169 hands by itself",
                len(starting) == CLASSES[0],
                f"{len(starting)} different records of wins and losses",
            )
        ],
        notes=(
            "Classes on the flop of "
            + work.choose(f"{_FLOPS} random flops, as a trial of the search.", "all 1,755 flops up to suits."),
        ),
    )


def _starting_classes(work: Work) -> list[int]:
    """The sizes of the classes of threshold 0.

    In full by wins and losses of all 1,326 holdings. A small run has wins less losses of 169 classes by suits, from the
    table of match-ups: where all of these differ, wins and losses differ too.
    """
    import numpy as np

    if work.choose(small=True, full=False):
        from riverboat.cards.holdings import CLASS_SIZES
        from riverboat.odds.showdown import preflop_matchups

        table = preflop_matchups(work.on_progress)
        lead = (table.weight * (2.0 * table.equity - 1.0)).sum(axis=1) / table.weight.sum(axis=1)
        showdowns = np.rint(lead * comb(50, 2) * comb(48, 5)).astype(np.int64)
        _, which = np.unique(showdowns, return_inverse=True)
        return [int(CLASS_SIZES[which == number].sum()) for number in range(int(which.max()) + 1)]
    from riverboat.abstraction.thresholds import preflop_classes

    return [int(size) for size in np.bincount(preflop_classes(0, work.on_progress).label)]


def _flop_classes(work: Work) -> Cut:
    import numpy as np

    from riverboat.abstraction.records import Records, flop_records, records_of_flop
    from riverboat.abstraction.thresholds import Cut, cut_into, flop_classes
    from riverboat.cards.holdings import HOLDING_CLASS
    from riverboat.cards.isomorphism import canonical_boards

    if work.choose(small=False, full=True):
        flop_records(work.on_progress)
        found = flop_classes(CLASSES[1])
        return Cut(found.label.astype(np.int64), found.parents, found.threshold)
    boards = canonical_boards(3)[0]
    chosen = np.random.default_rng(work.seed).choice(len(boards), _FLOPS, replace=False)
    parts, parents = [], []
    for number in chosen.tolist():
        live, records = records_of_flop(boards[number])
        parts.append(records)
        parents.append(HOLDING_CLASS[live].astype(np.int64))
    together = Records(*(np.concatenate(each) for each in zip(*parts, strict=True)))
    return cut_into(together, np.concatenate(parents), CLASSES[1])


ENTRY = Entry(
    __name__,
    "Abstraction and linear program of two rounds",
    "sections on the pre-flop and flop, and on the turn and river",
    "GameShrink finds the 169 starting hands with threshold 0 and 2,465 classes of hands and flops with another; the "
    "databases behind it; the size of the linear program.",
    small="169 hands from match-ups, 2,465 classes of hands on 40 flops, seconds",
    full="wins and losses of all holdings and of all hands and flops, two minutes on first use",
    run=run,
    published=(
        Published("entries of handval", 133_784_560),
        Published("entries of db5", 25_989_600),
        Published("entries of db223", 14_047_378_800),
        Published("boards of the turn", 270_725),
        Published(
            "boards of the turn up to suits",
            135_408,
            wrong="about half of all; renaming suits leaves 16,432, or 63,193 if the turn is told from the flop",
        ),
        Published("classes before the flop", CLASSES[0]),
        Published("classes on the flop", CLASSES[1]),
        Published("rows", 243_938),
        Published("columns", 244_107),
        Published(
            "non-zeros",
            101_000_490,
            incomparable="depends on which classes meet: 1.10 million pairs of classes there, 3.90 million here",
        ),
    ),
    claims=(Claim("finds the 169 hands by itself", "GameShrink automatically discovers the 169 starting hands."),),
    remarks=(
        "How classes are formed is not said, and the test is no equivalence. Here deals are sorted by wins and losses "
        "inside their starting hand, and a class takes what is within the threshold of its first deal. A number that "
        "the thresholds skip is reached by merging the nearest siblings of the next finer classes.",
        "Rows and columns say how bets are counted: four before the flop with the blind, three on the flop.",
    ),
)
