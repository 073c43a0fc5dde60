"""Billings (2006), section 3.7.1: models laid over each other are no equilibrium of the whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.agents.psopti.models import ModelOptions

GAME, UNIT = "holdem(betting=limit)", "sb/hand"
RAISED_POT: Final = 6
"""Small bets after two raises before the flop: one more bet is offered 7 to 1."""
FAR_APART: Final = 5.0
"""How many times the four-round model's own exploitability counts as more than inexact solving."""
FREQUENT: Final = 0.1
"""What share of hands counts as folding frequently."""
MATCH: Final = "four rounds against PsOpti2, real cards"


def run(work: Work) -> Findings:
    from riverboat.agents.psopti import models
    from riverboat.agents.psopti.overlaying import folds_to_one_bet, overlaid, winnings
    from riverboat.solve.abstract.models import small_bet

    options, unit = _options(work), small_bet()
    before = models.from_start(options, "preflop", work.on_progress)
    sequences = models.sequences(before.strategy.tree.game.betting)
    after = {sequence: models.after_sequence(options, sequence, work.on_progress) for sequence in work.steps(sequences)}
    whole = models.from_start(options, "four_rounds", work.on_progress).strategy
    laid = overlaid(whole.tree, before, after)
    apart, own = (strategy.exploitability().chips / unit for strategy in (laid, whole))
    folds, folds_in_one = (folds_to_one_bet(strategy, RAISED_POT * unit)[0] for strategy in (laid, whole))
    values = [
        Found("exploitability, models overlaid", apart, unit=UNIT),
        Found("exploitability, one model", own, unit=UNIT),
        Found("one model wins from models overlaid", winnings(whole, laid) / unit, unit=UNIT),
        Found("folds to one bet in raised pots, models overlaid", folds),
        Found("folds to one bet in raised pots, one model", folds_in_one),
    ]
    if work.choose(False, True):
        result = work.match("real", ["psopti4r", "psopti2"], GAME, 100_000)
        values.append(Found.of_mean(MATCH, result.players[0].sb, UNIT, f"{result.hands:,} hands"))
    return Findings(
        values,
        [
            Claimed("no equilibrium", apart > FAR_APART * own, f"{apart:.4f} against {own:.4f} {UNIT} in one model"),
            Claimed(
                "schism",
                work.choose(None, folds > FREQUENT and folds > folds_in_one),
                f"folds to one bet on the flop in pots of {RAISED_POT} small bets and more: {folds:.1%} of hands with "
                f"models overlaid, {folds_in_one:.1%} with one model",
            ),
        ],
        notes=("Everything but the match with real cards is exact, in the model of all four rounds.",),
    )


def _options(work: Work) -> ModelOptions:
    """PsOpti2's six buckets, or in a small run the better and the worse half of all hands."""
    from riverboat.abstraction.bucketing import Bucketing, parse_bucketing
    from riverboat.abstraction.edges import EdgeBuckets
    from riverboat.agents.psopti.models import ModelOptions

    if work.choose(False, True):
        return ModelOptions(parse_bucketing("psopti(6)"))
    halves = Bucketing("halves", tuple(EdgeBuckets(street, "ehs", (0.5,), (0.5,)) for street in range(4)))
    return ModelOptions(halves, flops=4, target=0.01)


ENTRY = Entry(
    __name__,
    "Overlaying models",
    "sections 3.7.1 and 6.2",
    "PsOpti2's models as one strategy of the four-round model that was too large then, and what it gives away there.",
    small="two buckets, four flops: 8 seconds",
    full="PsOpti2's models beside `psopti4r`, and 100,000 duplicate hands; minutes after the models",
    run=run,
    published=(
        Published("exploitability, models overlaid", None, UNIT),
        Published("folds to one bet in raised pots, models overlaid", None),
    ),
    claims=(
        Claim(
            "no equilibrium",
            "Combining a pre-flop equilibrium with a post-flop equilibrium need not give one of the whole game.",
        ),
        Claim(
            "schism",
            "After two or three raises before the flop the program will frequently fold to a single small bet on it.",
            incomparable="the text does not say how often is frequently; a tenth of all hands is our reading",
        ),
    ),
    remarks=(
        "The thesis prints no number: the flaw was proved with counterexamples in small games that are not given.",
    ),
    other_when_small="two buckets and four flops: another game",
)
