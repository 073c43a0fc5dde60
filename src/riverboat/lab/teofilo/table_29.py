"""Teófilo (2016), Table 29: how well strategies of PokerLang that were inferred from logs predict their players."""

from __future__ import annotations

import os
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.agents.pokerlang.inference import Cases
    from riverboat.games import Hand

FOREST, NEAREST, WEIGHTED, BOOSTING = "forest", "nearest", "weighted", "boosting"
THESIS = (FOREST, NEAREST, WEIGHTED)
SIZES = (1_000, 2_500, 5_000)
PRINTED = {
    FOREST: (
        (38.1, 25.8, 50.6, 45.6, 30.2, 56.6, 50.6, 62.4, 33.3, 61.3),
        (42.3, 50.2, 56.0, 68.2, 52.0, 77.8, 76.1, 70.8, 41.0, 64.8),
        (41.6, 63.8, 68.7, 67.5, 56.4, 78.6, 75.7, 82.1, 50.9, 67.1),
    ),
    NEAREST: (
        (45.0, 56.0, 60.0, 70.5, 55.4, 67.1, 49.7, 30.1, 40.5, 51.2),
        (52.2, 57.6, 66.1, 71.1, 64.5, 76.3, 51.3, 66.0, 65.6, 67.9),
        (47.0, 67.5, 84.1, 72.2, 70.3, 77.9, 70.2, 70.4, 53.1, 71.9),
    ),
    WEIGHTED: (
        (55.0, 65.5, 50.5, 53.8, 47.4, 67.5, 45.1, 33.6, 51.0, 54.5),
        (75.2, 56.9, 84.7, 69.8, 77.8, 59.0, 59.4, 81.5, 70.6, 71.4),
        (80.1, 70.5, 86.4, 73.2, 81.6, 79.3, 78.4, 86.9, 75.4, 79.1),
    ),
}
"""Accuracies in percent of the ten players, by recogniser and number of cases."""
AVERAGES = {FOREST: (45.5, 59.9, 65.3), NEAREST: (52.5, 63.9, 68.4), WEIGHTED: (52.4, 70.6, 79.1)}
"""As printed below the rows."""
WRONG_AVERAGES = {
    (FOREST, 5_000): "the ten rows have a mean of 65.24",
    (NEAREST, 5_000): "the ten rows have a mean of 68.46",
}
SMALL_SIZES = (100, 200)
HI = 0.40
"""The weight of strength is said to be above this."""
DATA = "RIVERBOAT_PLURIBUS"
"""The variable that names a file of hands of people whose cards are all known, such as those of Pluribus."""
PEOPLE = 3
"""The maximum number of recorded players, those with the most decisions."""
LOST = "the logs came from a professional player and are lost"
UNIT = "%"
STYLES = tuple(
    f"rules(style={name})" for name in ("tight_passive", "tight_aggressive", "loose_passive", "loose_aggressive")
)


class Group(NamedTuple):
    """Players who sit at one table, and whose decisions are learned."""

    learned: tuple[str, ...]
    others: tuple[str, ...]
    game: str
    ring: bool
    """Stacks go on from hand to hand, so that there are stack zones."""


GROUPS = (
    Group((*STYLES, "expected_strength"), (), "holdem", ring=True),
    Group(("loki_bpm", "loki_gom", "loki_som", "poki"), (), "holdem(betting=limit)", ring=False),
    Group(("psopti1",), ("poki",), "holdem(betting=limit)", ring=False),
)
SMALL_GROUPS = (Group(STYLES[1:3], (), "holdem", ring=True),)
FIELDS = {"holdem": ("always_call", "rules"), "holdem(betting=limit)": ("rules(style=loose_passive)", "loki_bpm")}
"""Against whom originals and copies are compared."""


def run(work: Work) -> Findings:
    groups, sizes = work.choose(SMALL_GROUPS, GROUPS), work.choose(SMALL_SIZES, SIZES)
    people = os.environ.get(DATA)
    stages = [("table", number) for number in range(len(groups))] + ([("people", 0)] if people else [])
    own: dict[str, Any] = {}
    real: dict[str, Any] = {}
    for kind, number in work.steps(stages):
        if kind == "table":
            own |= work.keep(f"table {number}", lambda number=number: _played(work, groups[number], sizes))  # type: ignore[misc]
        else:
            real = work.keep("people", lambda: _recorded(work, Path(people or ""), sizes))
    return _findings(own, real, sizes, work)


# Measuring ------------------------------------------------------------------------------------------------------------


def _played(work: Work, group: Group, sizes: tuple[int, ...]) -> dict[str, Any]:
    """The results of each learned player of a table."""
    from riverboat.agents.pokerlang.inference import cases_of
    from riverboat.assess.imitation import compare_play
    from riverboat.games.catalogue import parse_game

    hands, found = _self_play(work, group, sizes[-1]), {}
    for name in group.learned:
        cases = cases_of(hands, name)[: sizes[-1]]
        found[name], strategy = _measured(cases, name, sizes, work.seed)
        players = 2 if group.others else 4
        betting = "limit" if "limit" in group.game else "no-limit"
        game = parse_game(f"holdem(betting={betting},players={players})")
        both = compare_play(name, strategy, game, FIELDS[group.game], work.choose(50, 400), seed=1_000 + work.seed)
        more, margin = both.difference
        found[name]["copy"] = {
            "agreement": both.copy.expected, "itself": both.itself.expected, "likeliest": both.copy.likeliest,
            "rows": both.rows(), "difference": more, "margin": margin,
        }  # fmt: skip
    return found


def _self_play(work: Work, group: Group, cases: int) -> list[Hand]:
    """Hands of a table, until everyone has made enough decisions."""
    from collections import Counter

    from riverboat.arena import RingSettings, run_match
    from riverboat.games.hand import Hand as Played

    hands: list[Played] = []
    made: Counter[str] = Counter()
    players = (*group.learned, *group.others)
    settings = RingSettings((1,), len(players), bankroll=100_000, buy_in=60, stop_at=4.0) if group.ring else None
    rounds = 0
    while min(made[name] for name in group.learned) < cases:
        fresh: list[Played] = []
        run_match(
            players, group.game, max(100, cases // 4), "ring" if group.ring else "cash", seed=100 * work.seed + rounds,
            settings=settings, record=fresh.extend, **work.spread,
        )  # fmt: skip
        rounds += 1
        hands += fresh
        made.update(hand.players[position] for hand in fresh for _, position, _ in hand.actions)
    return hands


def _recorded(work: Work, path: Path, sizes: tuple[int, ...]) -> dict[str, Any]:
    """The results of people with enough decisions in a file of hands."""
    from collections import Counter

    from riverboat.agents.pokerlang.inference import cases_of
    from riverboat.records import RejectedHand, read_hands

    hands = [hand for hand in read_hands(path) if not isinstance(hand, RejectedHand)]
    made = Counter(hand.players[position] for hand in hands for _, position, _ in hand.actions)
    chosen = [name for name, count in made.most_common(PEOPLE) if count >= sizes[-1]]
    found = {}
    for name in chosen[: work.choose(1, PEOPLE)]:
        found[name], _ = _measured(cases_of(_enough(hands, name, sizes[-1]), name)[: sizes[-1]], name, sizes, work.seed)
    return found


def _enough(hands: list[Hand], player: str, cases: int) -> list[Hand]:
    """The first hands in which a player makes so many decisions."""
    made = 0
    for number, hand in enumerate(hands):
        if made >= cases:
            return hands[:number]
        made += sum(hand.players[position] == player for _, position, _ in hand.actions)
    return hands


def _measured(cases: Cases, player: str, sizes: tuple[int, ...], seed: int) -> tuple[dict[str, Any], Any]:
    """Accuracies by size, on the same cases and on held-out hands; and the strategy inferred from the most cases."""
    from riverboat.agents.pokerlang.inference import infer_from_cases
    from riverboat.agents.pokerlang.inference.cases import Counted

    found: dict[str, Any] = {"same": {}, "held out": {}}
    for size in sizes:
        recognisers = THESIS if size != sizes[-1] else (*THESIS, BOOSTING)
        inferred = infer_from_cases(
            cases[:size], player, Counted(), recognisers=recognisers, measure="stack", seed=seed
        )
        for name, scores in inferred.scores.items():
            found["same"][f"{name} {size}"] = 100.0 * scores.same_cases.accuracy
            found["held out"][f"{name} {size}"] = 100.0 * scores.held_out.accuracy
        found["held out"][f"majority {size}"] = 100.0 * inferred.baseline.accuracy
    assert inferred.weights is not None
    found |= {
        "weights": inferred.weights.tolist(), "ties": inferred.ties, "rules": inferred.strategy.rules,
        "kept": inferred.kept, "rules held out": 100.0 * inferred.rules.held_out.accuracy,
        "calibration": inferred.scores[BOOSTING].held_out.calibration_error,
    }  # fmt: skip
    return found, inferred.strategy


# Findings -------------------------------------------------------------------------------------------------------------


def _findings(own: dict[str, Any], real: dict[str, Any], sizes: tuple[int, ...], work: Work) -> Findings:
    values = [
        Found(f"printed rows, {name}, {size:,} cases", fmean(rows), unit=UNIT)
        for name, columns in PRINTED.items()
        for size, rows in zip(SIZES, columns, strict=True)
    ]
    for name in THESIS:
        for size in sizes:
            values.append(_mean(f"{name}, {size:,} cases", own, "same", name, size))
    for name in (*THESIS, BOOSTING, "majority"):
        for size in sizes if name != BOOSTING else sizes[-1:]:
            values.append(_mean(f"held out: {name}, {size:,} cases", own, "held out", name, size))
            if real:
                values.append(_mean(f"held out, people: {name}, {size:,} cases", real, "held out", name, size))
    everyone = {**own, **real}
    values.append(Found("rules in a strategy", fmean(each["rules"] for each in everyone.values())))
    kept = min(everyone.values(), key=lambda each: each["kept"])["kept"]
    values.append(Found("accuracy kept by the rules, worst player", 100.0 * kept, unit=UNIT))
    values.append(Found("weight of Hi", 100.0 * fmean(each["weights"][1] for each in own.values()), unit=UNIT))
    values.append(Found("equally good weight vectors", 100.0 * fmean(each["ties"] for each in own.values()), unit=UNIT))
    copies = [each["copy"] for each in own.values()]
    values.append(Found("copy does what the original did", 100.0 * fmean(c["agreement"] for c in copies), unit=UNIT))
    values.append(Found("original does it again", 100.0 * fmean(c["itself"] for c in copies), unit=UNIT))
    source = f"hands of {Path(os.environ[DATA]).name}" if real else f"{DATA} names no file of people's hands"
    return Findings(
        values,
        _claims(own, sizes, full=sizes == SIZES),
        tables=[_accuracies(everyone, sizes), _copies(own)],
        notes=[
            f"{len(own)} of our players by self-play, {len(real)} recorded ones ({source}); means over the former "
            "unless people are named. Held out: five folds of whole hands."
        ],
    )


def _mean(name: str, players: dict[str, Any], kind: str, recogniser: str, size: int) -> Found:
    """The mean over players, with the interval of their scatter."""
    from riverboat.stats.mean import RunningMean

    return Found.of_mean(name, RunningMean.of(each[kind][f"{recogniser} {size}"] for each in players.values()), UNIT)


def _claims(own: dict[str, Any], sizes: tuple[int, ...], *, full: bool) -> list[Claimed]:
    def mean(kind: str, name: str) -> float:
        return fmean(each[kind][f"{name} {sizes[-1]}"] for each in own.values())

    same, held = ([mean(kind, name) for name in (WEIGHTED, NEAREST, FOREST)] for kind in ("same", "held out"))
    told = (
        f"weighted, plain, forest: {same[0]:.2f}, {same[1]:.2f}, {same[2]:.2f} on the same cases; "
        f"{held[0]:.2f}, {held[1]:.2f}, {held[2]:.2f} held out"
    )
    moot = sum(each["ties"] >= 0.5 for each in own.values())
    weight = fmean(each["weights"][1] for each in own.values())
    best = [
        sum(
            w > max(f, n)
            for w, f, n in zip(*(PRINTED[name][place] for name in (WEIGHTED, FOREST, NEAREST)), strict=True)
        )
        for place in range(len(SIZES))
    ]
    return [
        Claimed("order", same[0] > same[1] > same[2] if full else None, told),
        Claimed(
            "weight of Hi",
            None if not full or 2 * moot > len(own) else weight > HI,
            f"{100 * weight:.0f} % in the mean; for {moot} of {len(own)} players at least half of the 10,000 vectors "
            "are as good as the best",
        ),
        Claimed("always", best == [10, 10, 10], f"in the printed rows it is for {best} of ten players by size"),
    ]


def _accuracies(players: dict[str, Any], sizes: tuple[int, ...]) -> Table:
    size = sizes[-1]
    names = (*THESIS, BOOSTING)
    rows = [
        [
            player,
            *(f"{each['same'][f'{name} {size}']:.1f} / {each['held out'][f'{name} {size}']:.1f}" for name in names),
            f"{each['held out'][f'majority {size}']:.1f}", f"{each['rules']}", f"{each['rules held out']:.1f}",
            f"{each['calibration']:.3f}",
        ]
        for player, each in players.items()
    ]  # fmt: skip
    columns = ["player", *names, "majority", "rules", "rules, held out", "calibration error of boosting"]
    return Table(f"{size:,} cases: accuracy in % on the same cases / on held-out hands", columns, rows)


def _copies(players: dict[str, Any]) -> Table:
    """Indicators of original and copy, and how often they agree."""
    rows = []
    for player, each in players.items():
        copy = each["copy"]
        shown = [f"{first} / {second}" for _, first, second in copy["rows"]]
        rows.append([player, f"{100 * copy['agreement']:.1f} / {100 * copy['itself']:.1f}", *shown])
    first = next(iter(players.values()))["copy"]["rows"]
    columns = ["original / copy", "does the same, % (copy / original again)", *(name for name, _, _ in first)]
    return Table("Does the copy play like the original? Against the same field, on the same deals", columns, rows)


ENTRY = Entry(
    __name__,
    "Inferring strategies of PokerLang from logs",
    "Table 29 and section 6.1",
    "Three recognisers learn which action a player chooses from stack zone, strength interval and position.",
    small="two players of our own, 100 and 200 cases; about 10 seconds",
    full="ten players of our own and three recorded ones, 1,000 to 5,000 cases; five minutes of processor time",
    run=run,
    published=(
        *(
            Published(f"{name}, {size:,} cases", value, UNIT, incomparable=LOST)
            for name, columns in AVERAGES.items()
            for size, value in zip(SIZES, columns, strict=True)
        ),
        *(
            Published(f"printed rows, {name}, {size:,} cases", value, UNIT, wrong=WRONG_AVERAGES.get((name, size), ""))
            for name, columns in AVERAGES.items()
            for size, value in zip(SIZES, columns, strict=True)
        ),
    ),
    claims=(
        Claim(
            "order", "With 5,000 cases the weighted distance is better than the plain one, and that than the forest."
        ),
        Claim("weight of Hi", "The weight of the strength interval is usually above 40 %."),
        Claim(
            "always",
            "The weighted distance always produced agents with greater accuracy than the two other methods.",
            wrong="with 1,000 cases it is best for 4 of the ten players, with 2,500 for 6",
        ),
    ),
    remarks=(
        "The thesis scores on the cases from which it learned; no split is mentioned. The nearest case is then the "
        "case itself, at distance 0 under any weights, and all cases with its tuple vote: plain and weighted distances "
        "cannot differ. They can where a tuple is new, so weights are chosen here by leaving each case out, and the "
        "differences on held-out hands show what they are worth.",
        "Not printed: the borders of stack zones (Harrington's M is taken), the coding of features (0 to 1 each), what "
        "a similar action is (the same action interval; folds, calls and all-ins are intervals of their own), and "
        "whether weights were searched for each set of cases.",
        "A forest, the nearest case and the most frequent action of a tuple are the same thing once every tuple has "
        "cases. What limits all three is the tuple, which does not even say whether there is a bet to call: boosting "
        "on all evaluators of the language shows by how much.",
    ),
    other_when_small="two players and 200 cases instead of ten and 5,000: other data",
)
