"""Every entry at small size: it runs, says something about all that is published, and what must agree does."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from riverboat.errors import RiverboatError
from riverboat.lab import Result, Size, Verdict, entry_ids, find_entry, report_page, run_entry
from riverboat.lab.catalogue import chosen_ids
from riverboat.lab.results import SHIPPED
from riverboat.lab.shipped import compare

Check = Callable[[Result], None]


def reproduced(result: Result) -> None:
    """No more than the known errors of the source, and chance, are between us and the published numbers."""
    summary = result.summary
    assert summary.reproduced, summary.text
    assert summary.differ == summary.wrong + summary.chance, summary.text


def game_tree(result: Result) -> None:
    reproduced(result)
    assert result["nodes"].reproduced == 1_179_000_604_565_715_751
    assert result["nodes"].verdict is Verdict.REPRODUCED
    assert result.claim("real rules").verdict is Verdict.WRONG


def income_rates(result: Result) -> None:
    reproduced(result)
    assert len(result.values) == 86
    assert all(claim.verdict is Verdict.HOLDS for claim in result.claims)


def selby(result: Result) -> None:
    """Both claims hold; the value is that of Selby's game by other programs."""
    reproduced(result)
    assert result["value to the big blind"].reproduced == pytest.approx(0.0219, abs=1e-3)
    names = ("exploitability of iterated roll-outs", "decisions that differ", "decisions compared")
    exploitability, differ, compared = (result[name].reproduced or math.nan for name in names)
    assert exploitability < 0.05
    assert 0 < differ < compared / 10


def iterated(result: Result) -> None:
    """The thesis leaves the accounting open; the big pairs and the set of hands must come out all the same."""
    assert all(result[hand].verdict is Verdict.WITHIN for hand in ("AA", "QQ", "JJ", "TT", "AKo"))
    assert abs(result["KK"].difference or 0) < 120
    assert [claim.verdict for claim in result.claims] == [Verdict.HOLDS] * 3 + [Verdict.WRONG]


def transitions(result: Result) -> None:
    assert {value.verdict for value in result.values} == {Verdict.REPRODUCED}
    assert len(result.values) == 19


def heat_maps(result: Result) -> None:
    assert {claim.verdict for claim in result.claims} == {Verdict.HOLDS}
    assert len(result.grids) == 8


def features(result: Result) -> None:
    """What must be there; a row that holds has been exercised, and the speed depends on the machine."""
    has = {claim.name for claim in result.claims if claim.verdict is Verdict.HOLDS}
    assert has >= {
        "Agent Development API", "Bankroll Analysis", "Card Rank Computation", "Database support",
        "Evolutionary Simulation", "Expansible Architecture", "Logging", "Online play", "Pre-developed agents",
        "Table seat permutation", "Former agent support", "only two missing", "2D visualizer", "Human players",
    }  # fmt: skip


def benchmark(result: Result) -> None:
    assert result["Poker Academy"].verdict is Verdict.INCOMPARABLE
    assert result["games per second"].reproduced == pytest.approx(100_000 / result["LIACC simulator"].reproduced)  # type: ignore[operator]
    assert result.claim("close").verdict is Verdict.WRONG


def against_random(result: Result) -> None:
    """E[HS] beats random wherever so few hands can tell, and an independent program found as much."""
    assert result["Kuhn"].verdict is Verdict.WITHIN
    assert result["Leduc"].verdict is Verdict.WITHIN
    games = [claim for claim in result.claims if claim.name != "rows"]
    assert len(games) == 9
    assert {claim.verdict for claim in games} == {Verdict.INCOMPARABLE}  # the thesis does not say what came out
    assert {claim.holds for claim in games} <= {True, None}
    for name in ("Kuhn", "Leduc", "Anaconda"):
        assert result.claim(name).holds is True
    assert result.claim("rows").verdict is Verdict.WRONG


def usability(result: Result) -> None:
    assert [value.verdict for value in result.values] == [Verdict.REPRODUCED] * 3 + [Verdict.WRONG]


def inferred_strategies(result: Result) -> None:
    """The arithmetic of the printed rows; on its own cases a recogniser of tuples has no use for weights."""
    assert result["printed rows, weighted, 5,000 cases"].verdict is Verdict.REPRODUCED
    assert result["printed rows, forest, 5,000 cases"].verdict is Verdict.WRONG
    assert result["weighted, 5,000 cases"].verdict is Verdict.INCOMPARABLE
    assert result["weighted, 200 cases"].reproduced == result["nearest, 200 cases"].reproduced
    assert result.claim("always").verdict is Verdict.WRONG
    assert {result.claim(name).verdict for name in ("order", "weight of Hi")} == {Verdict.UNCLEAR}


def evaluators(result: Result) -> None:
    assert result["different ranks"].verdict is Verdict.REPRODUCED
    assert result.claim("every hand").verdict is Verdict.HOLDS


def sampling(result: Result) -> None:
    """A mean of n independent boards is off by sd / sqrt(n): 31.6 times less for 1,000 times the boards."""
    few, many = result["10 boards"].reproduced, result["10,000 boards"].reproduced
    assert few is not None
    assert many is not None
    assert 15 < few / many < 60
    # River HS of random hands has a deviation of 0.275; the mean size of a normal error is 0.798 of its deviation.
    assert result["1,000 boards"].reproduced == pytest.approx(0.798 * 0.275 / 1000**0.5, rel=0.4)
    assert {claim.verdict for claim in result.claims} == {Verdict.WRONG}


def look_ups(result: Result) -> None:
    assert result.claim("ratios").verdict is Verdict.HOLDS
    assert result["mean of the speed-ups"].reproduced == pytest.approx(1026.01, abs=0.005)
    assert result["MB in a table"].verdict is Verdict.AS_GOOD


def rank_strength(result: Result) -> None:
    """Errors of single hands as an independent study of 21 million hands found them."""
    assert result["mean difference"].reproduced == pytest.approx(0.033, abs=0.003)
    assert result["root mean square difference"].reproduced == pytest.approx(0.060, abs=0.005)
    assert result.claim("negligible on a heat map").verdict is Verdict.HOLDS


def walks(result: Result) -> None:
    assert result["8P Kuhn quarter deck: information sets"].reproduced == 13_312
    assert result["8P Kuhn quarter deck: information sets"].verdict is Verdict.WRONG
    assert result.claim("all walks agree").verdict is Verdict.HOLDS


def memory(result: Result) -> None:
    assert result.claim("heap").holds is True
    assert result.claim("most in the deepest game").verdict is Verdict.HOLDS


def memory_of_lucifer(result: Result) -> None:
    """As an independent simulation found: K = 10 is careful, K from 50 to 100 earns more against weak fields."""
    ours = ("longer memories", "aggressive alone", "costs against equilibria")
    for name in (*ours, "ahead of who always bets", "behind its own third way"):
        assert result.claim(name).verdict is Verdict.HOLDS
    assert result.claim("K = 10 is best").verdict is Verdict.FAILS


def hand_classes(result: Result) -> None:
    reproduced(result)
    assert {value.verdict for value in result.values} == {Verdict.REPRODUCED}


def short_stack(result: Result) -> None:
    """The printed rates are above what the printed rules allow, except in the big blind."""
    for seat in ("small blind", "early", "middle", "cut-off", "button"):
        assert result[f"VPIP, {seat}"].verdict is Verdict.WRONG
    assert (result["VPIP, early"].low or 0) < 2.11 < (result["VPIP, early"].high or 0)  # class 1: 28 of 1,326
    assert result["refund"].verdict is Verdict.WRONG
    assert any("98 %" in note for note in result.notes)


def competition(result: Result) -> None:
    assert {result[f"average of {name}"].verdict for name in ("LUCIFER", "HITSZ_CS", "KYH")} == {Verdict.WITHIN}
    assert {name: result.claim(name).verdict for name in ("zero sum", "ranking", "second or better")} == {
        "zero sum": Verdict.HOLDS, "ranking": Verdict.HOLDS, "second or better": Verdict.INCOMPARABLE,
    }  # fmt: skip


def solved_spot(result: Result) -> None:
    """Sizes are exact and the value is that of the other solvers; times and counts are the machine's."""
    for name in ("decision nodes", "hands of OOP", "hands of IP"):
        assert result[name].verdict is Verdict.REPRODUCED
    value = result["value of OOP"]
    assert value.verdict is Verdict.WITHIN
    assert value.high - value.low < 0.0025 * 200  # type: ignore[operator]  # twice 0.1 % of the pot, rounded up


def solved_flop(result: Result) -> None:
    assert result["decision nodes"].verdict is Verdict.WRONG
    assert result["decision nodes"].reproduced == 6 + 49 * 18 + 49 * 48 * 54
    assert result["value of OOP"].verdict is Verdict.WITHIN
    assert result["regrets and sums in 16 bits"].verdict is Verdict.AS_GOOD
    assert {claim.verdict for claim in result.claims} == {Verdict.INCOMPARABLE}


def discounting(result: Result) -> None:
    assert result["DCFR+ on R1"].verdict is Verdict.WITHIN
    assert {claim.verdict for claim in result.claims} == {Verdict.HOLDS}


def reweighted(result: Result) -> None:
    """All eighteen factors and weights, and every hand rank but two that are misprinted."""
    reproduced(result)
    computed = [value for value in result.values if value.name.endswith("wt")]
    assert [value.verdict for value in computed] == [Verdict.REPRODUCED] * 18


def modellers(result: Result) -> None:
    """So few hands cannot tell the modellers apart, but nothing may contradict the paper."""
    assert result["SOM among nine BPM"].verdict is Verdict.INCOMPARABLE
    assert {claim.verdict for claim in result.claims} <= {Verdict.HOLDS, Verdict.UNCLEAR}


def simulation(result: Result) -> None:
    """A few dozen hands tell nothing but that both play."""
    assert result["simulation, one of five among ten"].verdict is Verdict.INCOMPARABLE
    assert len(result.values) == 2


def predictors(result: Result) -> None:
    """Without a month of people's hands nothing can be said of people; every predictor is measured all the same."""
    assert result["neural, one per opponent: accuracy, known opponents"].verdict is Verdict.INCOMPARABLE
    assert result.claim("networks beat statistics").verdict is Verdict.UNCLEAR
    losses = [value for value in result.values if value.name.endswith(": log-loss")]
    assert len(losses) == 13
    assert all(value.low is not None and value.low < value.high for value in losses)  # type: ignore[operator]


def worked_hand(result: Result) -> None:
    """Every number of the table but one, which was computed from rounded ones."""
    reproduced(result)
    assert [value.name for value in result.values if value.verdict is not Verdict.REPRODUCED] == ["flop: LFAT change"]
    assert {claim.verdict for claim in result.claims} == {Verdict.HOLDS}


def both_equities(result: Result) -> None:
    """The printed 0.029 stands beside ours and is not forced to agree."""
    reproduced(result)
    before = result["pre-flop: ROE DIVAT"]
    assert (before.published, before.verdict) == (0.029, Verdict.WRONG)
    assert before.reproduced == pytest.approx(0.202, abs=0.1)
    assert result.claim("later rounds").verdict is Verdict.HOLDS


def forced_match(result: Result) -> None:
    """Deviations as published, within what so few games can tell."""
    assert result["money sd"].verdict is Verdict.WITHIN
    for match in ("1", "2"):
        assert result[f"DIVAT sd, match {match}"].reproduced == pytest.approx(2.95, abs=0.25)
    for name in ("seven or nothing", "between", "correlation"):
        assert result.claim(name).verdict is Verdict.HOLDS


def less_variance(result: Result) -> None:
    reproduced(result)
    assert {claim.verdict for claim in result.claims} == {Verdict.HOLDS}


def other_settings(result: Result) -> None:
    assert result.claim("close together").verdict is Verdict.HOLDS
    assert result["bets, normal"].reproduced == pytest.approx(37.2, abs=4.0)  # two standard errors of 600 turns
    assert result["bets, normal"].verdict is Verdict.INCOMPARABLE


def by_round(result: Result) -> None:
    assert result.claim("sum").verdict is Verdict.HOLDS
    assert result.claim("flop smaller").holds
    assert len(result.charts) == 3


def pruned(result: Result) -> None:
    """The source names no game, so that nothing is counted; what it says of one is true of ours."""
    assert all(claim.holds for claim in result.claims)
    assert result.summary.reproduced == 0


def unbiased(result: Result) -> None:
    """Six pairings of two, four of three, four small games."""
    reproduced(result)
    assert {claim.verdict for claim in result.claims} == {Verdict.HOLDS}
    assert len(result.values) == 6 * 3 + 4 + 4 * 3


def sample_game(result: Result) -> None:
    """The text's own numbers, but for the run-outs it forgets."""
    agreed = [value for value in result.values if value.published is not None]
    assert {value.verdict for value in agreed} == {Verdict.REPRODUCED, Verdict.WRONG}
    assert result["flushes and straights"].reproduced == 75
    assert result["turn, chance to win against QcJc"].reproduced == pytest.approx(13 / 44)  # 5 outs, 4 eights, 4 threes
    assert result.claim("a clearly correct call").verdict is Verdict.HOLDS


def weight_tables(result: Result) -> None:
    assert len(result.grids) == 4
    assert all(max(grid.values) == 1.0 and len(grid.values) == 169 for grid in result.grids)
    assert result.claim("more information").verdict is Verdict.HOLDS
    assert result.claim("little on the turn").verdict is Verdict.HOLDS


def own_play(result: Result) -> None:
    """Nobody folds what he need not; the numbers that are kept come out again."""
    assert result["flop, nothing to call, fold"].reproduced == 0.0
    assert result.claim("its own play").verdict is Verdict.HOLDS


def all_against_all(result: Result) -> None:
    """Hardly solved models and few hands: all fourteen matches are played, and the lost programs are named."""
    lost = [value for value in result.values if value.verdict is Verdict.INCOMPARABLE]
    assert len(result.values) == 27
    assert len(lost) == 13
    assert all("Aadapti" in value.name or "Anti-Poki" in value.name for value in lost)
    notes = {value.name: value.note for value in result.values if value not in lost}
    assert notes.pop("PsOpti0 v Always Call") == "20 boards with all hands"
    assert set(notes.values()) == {"40 hands"}


def with_vexbot(result: Result) -> None:
    """Few hands and hardly solved models: nine cells are played, and those of lost programs are left to full size."""
    played = [value for value in result.values if value.reproduced is not None]
    assert len(result.values) == 20
    assert len(played) == 9
    assert {value.note for value in played} == {"60 hands in both seat orders, from the first hand on"}
    assert {value.verdict for value in result.values if value not in played} == {Verdict.INCOMPARABLE}


def learns_too_little(result: Result) -> None:
    """So few hands tell nothing about learning, but the curve is there."""
    assert {claim.verdict for claim in result.claims} == {Verdict.UNCLEAR}
    assert all(len(curve.points) == len(curve.band) == 3 for curve in result.charts[0].curves)


def against_itself(result: Result) -> None:
    assert {claim.verdict for claim in result.claims} == {Verdict.HOLDS}


def learner_by_divat(result: Result) -> None:
    """Streets add up to the whole, and DIVAT varies less than money."""
    streets = [result[f"DIVAT: {street}"].reproduced for street in ("pre-flop", "flop", "turn", "river")]
    assert sum(streets) == pytest.approx(result["DIVAT, all games"].reproduced, abs=1e-4)  # type: ignore[arg-type]
    assert result["DIVAT sd"].reproduced < result["money sd"].reproduced  # type: ignore[operator]


def postflop_game(result: Result) -> None:
    assert result["PsOpti0 v Aadapti, post-flop"].verdict is Verdict.INCOMPARABLE
    assert result["PsOpti0 v Aadapti, post-flop"].reproduced is not None
    assert result["PsOpti0 v Poki, post-flop"].reproduced is not None


def overlaid_models(result: Result) -> None:
    """Every single model is solved to 0.01 small bets; together they give away many times as much."""
    together, alone = (result[f"exploitability, {name}"].reproduced for name in ("models overlaid", "one model"))
    assert together is not None
    assert alone is not None
    assert alone < 0.0101
    assert together > 0.05
    assert result.claim("no equilibrium").verdict is Verdict.HOLDS
    assert result["one model wins from models overlaid"].reproduced > 0.0  # type: ignore[operator]


def people(result: Result) -> None:
    reproduced(result)
    assert result["experts together"].reproduced == pytest.approx(0.0067, abs=0.0001)


def shrunk_holdem(result: Result) -> None:
    """Every printed size but the boards up to suits, which cannot be right."""
    reproduced(result)
    for name, printed in (("classes before the flop", 169), ("rows", 243_938), ("columns", 244_107)):
        assert result[name].reproduced == printed
    assert result["boards of the turn up to suits"].verdict is Verdict.WRONG
    assert result["boards of the turn up to suits"].reproduced == 16_432


def turn_decisions(result: Result) -> None:
    """Good enough is measured by best responses; times are the machine's."""
    assert result.claim("good enough").verdict is Verdict.HOLDS


def decides_nothing(result: Result) -> None:
    assert {claim.verdict for claim in result.claims} == {Verdict.UNCLEAR}


def rhode_island(result: Result) -> None:
    """The value by another program of the house, -0.65706 to -0.65521, lies between the bounds."""
    assert result["non-zeros of the shrunk program"].verdict is Verdict.REPRODUCED
    value = result["value to player 1"]
    assert value.low is not None
    assert value.high is not None
    assert value.low < -0.65706 < -0.65521 < value.high


def biased(result: Result) -> None:
    """A thousand hands may not show the bias; they must not deny the identity, or the estimates that are unbiased."""
    assert result.claim("identity").verdict is Verdict.HOLDS
    assert result.claim("unbiased").verdict is Verdict.HOLDS


def sizes_of_games(result: Result) -> None:
    """Leduc by hand. Two players: 4 sequences with 4 own ranks, then 3 ways into the second street (check-check,
    check-bet-call, bet-call) with 4 sequences and 16 pairs of ranks each. Three players: 12 sequences, then 4 ways with
    three players and 6 with two.
    """
    assert result["Leduc, 2 players"].reproduced == 4 * 4 + 3 * 4 * 16
    assert result["Leduc, 3 players"].reproduced == 12 * 4 + (4 * 12 + 6 * 4) * 16
    assert [result[f"Kuhn, {n} players"].verdict for n in (2, 3)] == [Verdict.REPRODUCED] * 2
    assert [result[f"Leduc, {n} players"].verdict for n in (2, 3)] == [Verdict.WRONG] * 2


def ranks_of_hands(result: Result) -> None:
    """Five cards: 4^5 - 4 ways of a straight's or a high card's suits, 4 x 4 x 4 of three of a kind."""
    reproduced(result)
    assert "each straight 1,020 times" in result.claim("peaks").evidence
    assert "64 at most" in result.claim("peaks").evidence
    assert all(len(chart.curves[0].points) > 9 for chart in result.charts)


def properties_of_evaluators(result: Result) -> None:
    reproduced(result)
    assert result["Paul Senzee, memory"].verdict is Verdict.WRONG
    assert result["TwoPlusTwo, memory"].verdict is Verdict.AS_GOOD


def drawn_network(result: Result) -> None:
    """Programs say nothing of people; the picture is there all the same."""
    assert {claim.verdict for claim in result.claims} == {Verdict.UNCLEAR}
    assert len(result.networks) == 1
    assert len(result.networks[0].layers.inputs) == 19


CHECKS: dict[str, Check] = {
    "teofilo-table-4": sizes_of_games,
    "teofilo-figure-10": ranks_of_hands,
    "teofilo-table-25": properties_of_evaluators,
    "billings-figure-2-7": drawn_network,
    "billings-all-in-equity": biased,
    "billings-bucket-splitting": reproduced,
    "billings-overlaying": overlaid_models,
    "billings-postflop-holdem": postflop_game,
    "billings-table-4-2": with_vexbot,
    "billings-learning-curve": learns_too_little,
    "billings-figure-5-6": against_itself,
    "billings-vexbot-by-divat": learner_by_divat,
    "gilpin-vexbot": decides_nothing,
    "billings-table-3-1": all_against_all,
    "gilpin-abstraction": shrunk_holdem,
    "gilpin-real-time": turn_decisions,
    "gilpin-rhode-island": rhode_island,
    "gilpin-sparbot": decides_nothing,
    "gilpin-table-1": people,
    "billings-figure-5-13": other_settings,
    "billings-figures-5-14-to-5-16": by_round,
    "billings-figures-5-3-to-5-5": forced_match,
    "billings-games-needed": reproduced,
    "billings-table-5-2": worked_hand,
    "billings-table-5-3": both_equities,
    "billings-unbiased": unbiased,
    "billings-variance": less_variance,
    "billings-predictor": predictors,
    "billings-simulation": simulation,
    "billings-sample-game": sample_game,
    "billings-figure-2-6": weight_tables,
    "loki-figure-4": modellers,
    "loki-own-play": own_play,
    "loki-table-2": reweighted,
    "solvers-discounting": discounting,
    "solvers-f1": solved_flop,
    "solvers-r1": solved_spot,
    "solvers-r2": solved_spot,
    "solvers-t1": solved_spot,
    "teofilo-lucifer-k": memory_of_lucifer,
    "teofilo-pruning": pruned,
    "teofilo-table-30": walks,
    "teofilo-table-31": memory,
    "teofilo-tables-32-and-33": hand_classes,
    "teofilo-tables-34-to-36": short_stack,
    "teofilo-tables-39-to-41": competition,
    "billings-game-tree": game_tree,
    "billings-table-2-1": income_rates,
    "billings-table-2-2": iterated,
    "billings-table-4-1": reproduced,
    "billings-selby": selby,
    "billings-table-2-3": transitions,
    "teofilo-figure-51": rank_strength,
    "teofilo-figures-14-to-17": heat_maps,
    "teofilo-table-16": benchmark,
    "teofilo-table-17": features,
    "teofilo-table-19": against_random,
    "teofilo-table-20": usability,
    "teofilo-table-24": evaluators,
    "teofilo-table-26": sampling,
    "teofilo-table-27": look_ups,
    "teofilo-table-29": inferred_strategies,
}


def utility_buckets(result: Result) -> None:
    """Hardly trained, on few boards: two of six rows are played, and neither kind of bucket is far ahead."""
    assert [result[f"{count} buckets"].verdict is not Verdict.NOT_RUN for count in (5, 20)] == [True, True]
    assert result.claim("no major difference").verdict is Verdict.HOLDS


NEED_TABLES: dict[str, Check] = {"teofilo-table-28": utility_buckets}
"""Entries that take minutes until the tables of all deals are built, and leave rows to their full size."""


def ranks_on_pictures(result: Result) -> None:
    """Riverboat's own recogniser, beside the thesis's method that the entry is about."""
    assert result["nearest crops, rank and suit, both sizes"].reproduced > 99.5  # type: ignore[operator]


def texts_on_pictures(result: Result) -> None:
    """At least as good as published, line by line."""
    assert {value.verdict for value in result.values if value.published is not None} == {Verdict.AS_GOOD}


def upscaling(result: Result) -> None:
    assert result["glyph templates"].reproduced > 99  # type: ignore[operator]


NEED_PICTURES: dict[str, Check] = {
    "teofilo-table-21": ranks_on_pictures,
    "teofilo-table-22": texts_on_pictures,
    "teofilo-figure-46": upscaling,
}
"""Entries that render hundreds of pictures; tests/vision runs them with a few."""


@pytest.mark.slow
@pytest.mark.parametrize("name", NEED_PICTURES)
def test_entry_with_pictures_at_small_size(name: str) -> None:
    NEED_PICTURES[name](run_entry(find_entry(name), Size.SMALL, seed=1))


@pytest.mark.slow
@pytest.mark.parametrize("name", NEED_TABLES)
def test_entry_with_tables_of_all_deals_at_small_size(name: str) -> None:
    NEED_TABLES[name](run_entry(find_entry(name), Size.SMALL, seed=1))


SLOW = frozenset({"gilpin-rhode-island"})
"""The whole game is solved; `tests/solve/test_shrink.py` always checks the same sizes, and solves smaller ones."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name
        for name in entry_ids()
        if name not in {**NEED_TABLES, **NEED_PICTURES}
    ],
)
def test_entry_at_small_size(name: str) -> None:
    entry = find_entry(name)
    names = [one.name for one in entry.published]
    claims = [claim.name for claim in entry.claims]
    assert entry.id == name
    assert len(set(names)) == len(names)
    assert len(set(claims)) == len(claims)
    assert names or claims
    assert all((entry.title, entry.place, entry.shows, entry.small, entry.full))

    result = run_entry(entry, Size.SMALL, seed=1)
    assert Verdict.NOT_RUN not in {judged.verdict for judged in (*result.values, *result.claims)}  # type: ignore[attr-defined]
    assert Result.from_json(json.loads(json.dumps(result.to_json()))).to_json() == result.to_json()
    assert entry.place.replace("'", "&#x27;") in report_page([result])
    shipped = SHIPPED.load(name, Size.FULL)
    assert shipped is None or compare(entry, result, shipped).apart == ()
    if name in CHECKS:
        CHECKS[name](result)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["billings-table-2-1", "billings-table-2-2", "teofilo-figure-51", "teofilo-table-26"])
def test_entry_at_full_size(name: str) -> None:
    check = CHECKS_AT_FULL_SIZE[name]
    check(run_entry(find_entry(name), Size.FULL, seed=1, jobs=2))


def iterated_in_full(result: Result) -> None:
    assert result.claim("same hands").verdict is Verdict.HOLDS
    assert result["AA"].verdict is Verdict.WITHIN


CHECKS_AT_FULL_SIZE = {**CHECKS, "billings-table-2-2": iterated_in_full}


@pytest.mark.parametrize("name", ["billings-table-2-1", "teofilo-table-26"])
def test_the_same_seed_gives_the_same_numbers_whatever_the_jobs(name: str) -> None:
    one, two = (run_entry(find_entry(name), seed=3, jobs=jobs) for jobs in (1, 2))
    assert one.values == two.values
    if name == "billings-table-2-1":
        assert one.values != run_entry(find_entry(name), seed=4).values


def test_ids_are_forgiving_and_unknown_ones_are_named() -> None:
    assert find_entry("Billings_Table_2_3").id == "billings-table-2-3"
    assert find_entry("teofilo/table_16").id == "teofilo-table-16"
    with pytest.raises(RiverboatError, match=r'"billings-table-2-33": .*did you mean "billings-table-2-3"'):
        find_entry("billings-table-2-33")
    with pytest.raises(RiverboatError, match="riverboat lab list"):
        find_entry("%%%%")


def test_the_page_on_the_laboratory_lists_every_entry() -> None:
    page = Path(__file__).parents[2] / "docs" / "lab.md"
    listed = re.findall(r"`([a-z]+-[a-z0-9-]+)`", page.read_text(encoding="utf-8").partition("## Entries")[2])
    assert [name for name in entry_ids() if name not in listed] == []


def test_documents_and_all_stand_for_their_entries() -> None:
    assert chosen_ids(["all"]) == entry_ids()
    theses = chosen_ids(["billings"])
    assert theses == tuple(name for name in entry_ids() if name.startswith("billings-"))
    assert chosen_ids(["billings-table-2-3", "billings"]) == (
        "billings-table-2-3",
        *(t for t in theses if t[-3:] != "2-3"),
    )


def test_tables_are_listed_in_the_order_of_their_numbers() -> None:
    tables = [int(name.rpartition("-")[2]) for name in entry_ids() if name.startswith("teofilo-table-")]
    assert tables == sorted(tables)


def test_listing_imports_nothing_heavy() -> None:
    """Looking for entries imports none of them, and reading all of them no kernels."""
    script = (
        "import sys; from riverboat.lab.catalogue import entry_ids, find_entry; ids = entry_ids();"
        "assert 'riverboat.lab.billings.table_2_1' not in sys.modules;"
        "[find_entry(name).source for name in ids]; assert 'numba' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", script], timeout=60).returncode == 0
