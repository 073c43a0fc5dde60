"""Everyone against everyone in Kuhn and Leduc, whose values are known exactly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.agents import register
from riverboat.arena.crosstable import CrosstableResult, CrosstableSettings, meetings, run_crosstable, scores
from riverboat.arena.crosstable.fields import FIELDS
from riverboat.arena.crosstable.line_ups import line_ups
from riverboat.arena.crosstable.page import crosstable_page
from riverboat.arena.crosstable.results import Cell, Ring
from riverboat.arena.crosstable.shipped import MAX_BYTES, crosstable_text, read_crosstable, shipped_fields
from riverboat.arena.crosstable.text import table_lines
from riverboat.assess.aivat import node_values
from riverboat.assess.match_aivat import best_estimator
from riverboat.errors import RiverboatError
from riverboat.games import Action, Agent, View
from riverboat.games.catalogue import parse_game
from riverboat.progress import Progress
from riverboat.solve.tree import GameTree
from riverboat.stats.mean import RunningMean
from riverboat.stats.ratings import pair_ratings

# Bluffing with the jack, calling with the queen, betting the king as P1; calling with the queen and bluffing as P2.
ROCK = "kuhn_fixed(alpha=0,beta=1,gamma=1,eta=0,xi=1)"
PAPER = "kuhn_fixed(alpha=1,beta=1,gamma=1,eta=0,xi=0)"
SCISSORS = "kuhn_fixed(alpha=1,beta=0,gamma=1,eta=1,xi=1)"


def kuhn_value(first: Sequence[float], second: Sequence[float]) -> float:
    """What P1 wins with three probabilities against P2's two, in chips per hand: all six deals, by hand."""
    alpha, beta, gamma = first
    eta, xi = second
    total = 0.0
    for mine, theirs in permutations(range(3), 2):
        sign = 1 if mine > theirs else -1
        bet, call = (alpha, 0, gamma)[mine], (0, beta, 1)[mine]
        their_call, their_bet = (0, eta, 1)[theirs], (xi, 0, 1)[theirs]
        after_bet = their_call * 2 * sign + (1 - their_call)
        after_check = (1 - their_bet) * sign + their_bet * (call * 2 * sign - (1 - call))
        total += (bet * after_bet + (1 - bet) * after_check) / 6
    return total


def test_rock_paper_scissors_in_kuhn() -> None:
    """Three players, each of whom wins a sixth of a chip from the next: no order at all."""
    numbers = {name: [float(text) for text in re.findall(r"=(\d)", name)] for name in (ROCK, PAPER, SCISSORS)}
    for one, other in ((ROCK, SCISSORS), (SCISSORS, PAPER), (PAPER, ROCK)):
        a, b = numbers[one], numbers[other]
        assert (kuhn_value(a[:3], b[3:]) - kuhn_value(b[:3], a[3:])) / 2 == pytest.approx(1 / 6)

    result = run_crosstable([ROCK, PAPER, SCISSORS], "kuhn", CrosstableSettings(hands=2000, session=500))
    for winner, loser in ((ROCK, SCISSORS), (SCISSORS, PAPER), (PAPER, ROCK)):
        cell = result.cell(winner, loser)
        assert cell is not None
        assert 1000 / 6 in cell.mbb.interval(0.999)
        assert cell.mbb.margin() < 60
    assert all(abs(result.ratings.values[each]) < 2 * result.ratings.margin(each) for each in range(3))
    assert result.cycles.share > 0.9
    [triad] = result.cycles.triads
    assert triad.is_significant
    assert [result.players[each] for each in triad.players] == [ROCK, SCISSORS, PAPER]
    assert "triads in a cycle: 1, of which significant: 1" in table_lines(result)


Rule = Callable[[Sequence[Action]], Sequence[float]]
RULES: dict[str, Rule] = {
    "always_call": lambda choices: [float(each.verb == "check_or_call") for each in choices],
    "always_raise": lambda choices: [float(place == len(choices) - 1) for place in range(len(choices))],
    "random": lambda choices: [1 / len(choices)] * len(choices),
}


def leduc_values() -> dict[tuple[str, str], float]:
    """What the first wins from the second on average over both positions, in mbb, by the solver's tree."""
    tree = GameTree.build(parse_game("leduc"))
    betting = tree.betting
    strategies = {name: np.zeros(tree.entries) for name in RULES}
    owner = np.zeros(tree.entries, int)
    for node in range(betting.nodes):
        if betting.player[node] < 0:
            continue
        choices = betting.choices(node)
        views = tree.set_first[node + 1 :][0] if node + 1 < betting.nodes else len(tree.set_start) - 1
        for each in range(int(tree.set_first[node]), int(views)):
            start = int(tree.set_start[each])
            owner[start : start + len(choices)] = betting.player[node]
            for name, rule in RULES.items():
                strategies[name][start : start + len(choices)] = rule(choices)

    def value(first: str, second: str) -> float:
        return float(node_values(tree, np.where(owner == 0, strategies[first], strategies[second]))[0][0, 0])

    scale = 1000 / 2  # the bet of the first round is 2
    return {(a, b): scale * (value(a, b) - value(b, a)) / 2 for a in RULES for b in RULES if a != b}


@pytest.mark.parametrize("hands", [3000, pytest.param(40_000, marks=pytest.mark.slow)])
def test_cells_and_ratings_of_leduc_are_those_of_the_solver(hands: int) -> None:
    exact = leduc_values()
    assert exact["always_call", "always_raise"] == pytest.approx(0.0)  # neither folds
    within = 80 if hands == 3000 else 30
    settings = CrosstableSettings(hands=hands, session=500, within=within)
    result = run_crosstable(list(RULES), "leduc", settings, jobs=1)
    for cell in result.cells:
        assert exact[cell.row, cell.column] in cell.mbb.interval(0.999), cell
        assert cell.mbb.margin() <= within or cell.hands == hands
    # What the ratings would be with the exact values in the cells, each with the weight that it has.
    names = result.players
    values = [pair._replace(mean=exact[names[pair.row], names[pair.column]]) for pair in result.pairs]
    true = pair_ratings(len(names), values)
    ratings = result.ratings
    for place in range(len(names)):
        assert abs(ratings.values[place] - true.values[place]) < 2 * ratings.margin(place)  # 3.9 standard errors
        assert ratings.margin(place) < within
    assert result.ranked()[0] == max(RULES, key=lambda name: sum(exact[name, o] for o in RULES if o != name))


TABLE: dict[str, Any] = {
    "players": ["random", "kuhn_map", ROCK],
    "game": "kuhn",
    "settings": CrosstableSettings(
        hands=1200, session=100, match_hands=60, within=50, learners=("kuhn_map",), slow={ROCK: 300}, seed=3
    ),
}


@pytest.mark.parametrize("jobs", [1, 2])
def test_stopped_at_many_places_it_ends_the_same(tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "MIN_DEALS", 100)
    reports: list[int] = []
    whole = crosstable_text(run_crosstable(**TABLE, on_progress=lambda state: reports.append(state.done)))
    assert len(reports) > 20
    stops = 0

    def stop(state: Progress[Any]) -> None:
        nonlocal stops
        stops += 1
        if stops % 5 == 0:
            raise KeyboardInterrupt

    folder = tmp_path / "table"
    runs = 0
    result = run_crosstable(**TABLE, resume=folder, on_progress=stop, jobs=jobs)
    while not result.complete:
        assert crosstable_text(result) != whole
        runs += 1
        result = run_crosstable(**TABLE, resume=folder, on_progress=stop, jobs=jobs)
    assert runs >= 4
    assert crosstable_text(result) == whole
    assert crosstable_text(run_crosstable(**TABLE, resume=folder)) == whole  # there is nothing left to play


def test_a_pair_stops_at_the_first_session_that_is_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions that were played ahead in the other process do not count."""
    monkeypatch.setattr(scores, "MIN_DEALS", 40)

    def played(hands: int, within: float | None = None, jobs: int = 1) -> Cell:
        settings = CrosstableSettings(hands=hands, within=within, session=10)
        [cell] = run_crosstable(["random", "always_call"], "kuhn", settings, jobs=jobs).cells
        return cell

    within = played(1000).mbb.margin()  # so it stops there at the latest
    stopped = played(2000, within, jobs=3)
    assert stopped.hands <= 1000
    assert stopped == played(stopped.hands)
    assert played(stopped.hands - 10).mbb.margin() > within >= stopped.mbb.margin()


def test_another_player_and_another_order_use_what_was_played(tmp_path: Path) -> None:
    settings = CrosstableSettings(hands=200, session=100)
    before = run_crosstable(["random", ROCK], "kuhn", settings, resume=tmp_path)
    reports: list[int] = []
    more = run_crosstable(
        [ROCK, "always_call", "random"], "kuhn", settings, resume=tmp_path,
        on_progress=lambda state: reports.append(state.done),
    )  # fmt: skip
    assert reports[0] == before.hands == 200
    assert more.hands == 600
    first, second = before.cell("random", ROCK), more.cell("random", ROCK)
    assert first is not None
    assert first == second
    longer = run_crosstable(["random", ROCK], "kuhn", CrosstableSettings(hands=400, session=100), resume=tmp_path)
    assert crosstable_text(longer) == crosstable_text(
        run_crosstable(["random", ROCK], "kuhn", CrosstableSettings(hands=400, session=100))
    )


def test_pairs_of_a_known_table_are_not_played_again() -> None:
    """With the same numbers it is the table played whole; a cell that nobody could play shows that it was taken."""
    settings = CrosstableSettings(hands=200, session=100)
    before = run_crosstable(["random", ROCK], "kuhn", settings)
    players = [ROCK, "always_call", "random"]
    reports: list[int] = []
    more = run_crosstable(players, "kuhn", settings, known=before, on_progress=lambda state: reports.append(state.done))
    assert reports[-1] == 400
    assert crosstable_text(more) == crosstable_text(run_crosstable(players, "kuhn", settings))
    marked = replace(before, cells=(replace(before.cells[0], mbb=RunningMean(7, 5000.0, 1.0)),), faults={"random": 2})
    taken = run_crosstable(players, "kuhn", settings, known=marked)
    cell = taken.cell("random", ROCK)
    assert cell is not None
    assert (cell.mbb.count, cell.mbb.mean, taken.faults) == (7, 5000.0, {"random": 2})
    unfinished = replace(marked, cells=(replace(marked.cells[0], finished=False),), faults={})
    assert crosstable_text(run_crosstable(players, "kuhn", settings, known=unfinished)) == crosstable_text(more)


@pytest.mark.parametrize(
    ("game", "seed", "said"),
    [("leduc", 1, "the known table is of kuhn"), ("kuhn", 2, "seed 1"), ("kuhn(players=3)", 1, "a game for two")],
)
def test_a_known_table_of_other_hands_is_refused(game: str, seed: int, said: str) -> None:
    before = run_crosstable(["random", "always_call"], "kuhn", CrosstableSettings(hands=20))
    with pytest.raises(RiverboatError, match=said):
        run_crosstable(
            ["random", "always_call", "always_fold"], game, CrosstableSettings(hands=20, seed=seed), known=before
        )


def test_every_pair_has_its_own_cards() -> None:
    """The same strategy under two names: its cells against a third player are two samples, not one."""
    twins = ["kuhn_fixed(alpha=0.5)", "kuhn_fixed(alpha=0.50)"]
    result = run_crosstable([*twins, "always_call"], "kuhn", CrosstableSettings(hands=200))
    one, other = (result.cell(twin, "always_call") for twin in twins)
    assert one is not None
    assert other is not None
    assert one.mbb != other.mbb


class Awakens(Agent):
    """Folds in the first ten hands of its life, and calls from then on."""

    def __init__(self) -> None:
        super().__init__()
        self.hands = 0

    def begin(self, view: View) -> None:
        self.hands += 1

    def act(self, view: View) -> Action:
        return view.check_or_fold() if self.hands <= 10 else view.check_or_call()


register("awakens", Awakens)


def test_a_learner_keeps_what_it_knows_for_one_match_and_one_seat_order() -> None:
    """Against always_raise, folding costs a chip per hand, and calling nothing once both have had both hands."""
    settings = CrosstableSettings(hands=240, match_hands=40, session=10, learners=("awakens",))
    result = run_crosstable(["awakens", "always_raise"], "kuhn", settings)
    [cell] = result.cells
    assert (cell.unit, cell.mbb.count, cell.hands) == ("matches", 6, 240)
    assert (cell.mbb.mean, cell.mbb.deviation) == (-500.0, 0.0)  # ten of the twenty hands in each seat order
    few = run_crosstable(["awakens", "always_raise"], "kuhn", replace(settings, hands=1))
    assert few.cells[0].mbb.count == 5  # an interval needs some


def test_measured_as_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = CrosstableSettings(hands=400, session=20, slow_hands=60)
    monkeypatch.setattr(meetings, "FAST", 0.0)
    assert run_crosstable(["random", "always_call"], "kuhn", settings).hands == 400
    monkeypatch.setattr(meetings, "FAST", float("inf"))
    assert run_crosstable(["random", "always_call"], "kuhn", settings).hands == 60


def test_a_ring_by_hand() -> None:
    """Three-player Kuhn: who folds loses the ante, and the other two share it once all have had all cards."""
    settings = CrosstableSettings(hands=240, session=120)
    result = run_crosstable(["always_raise", "always_fold", "always_call"], "kuhn(players=3)", settings)
    [ring] = result.rings
    assert dict(zip(ring.players, ring.mean, strict=True)) == pytest.approx(
        {"always_raise": 500.0, "always_fold": -1000.0, "always_call": 500.0}
    )
    assert result.ratings.values == pytest.approx((1000 / 3, -2000 / 3, 1000 / 3))
    lost = [result.cell(winner, "always_fold") for winner in ("always_call", "always_raise")]
    assert sum(cell.mbb.mean for cell in lost if cell) == pytest.approx(1000.0)
    text = crosstable_text(result)
    assert crosstable_text(read_crosstable(text, "table")) == text


def test_a_ring_of_few_sessions_has_the_intervals_of_student() -> None:
    """Five sessions have four degrees of freedom: 2.776 standard errors, not 1.96."""
    names, noise = ("a", "b", "c"), ((4.0, -2.0, -2.0), (-2.0, 4.0, -2.0), (-2.0, -2.0, 4.0))
    few, many = (
        CrosstableResult("kuhn(players=3)", 1, names, (), (Ring(names, (9.0, 0.0, -9.0), noise, sessions, 600),))
        for sessions in (5, 100_000)
    )
    assert many.ratings.margin(0) == pytest.approx(1.96 * 2.0 * 2 / 3, rel=1e-4)  # ratings are 2/3 of winnings
    assert few.ratings.margin(0) == pytest.approx(2.776 * 2.0 * 2 / 3, rel=1e-3)


def test_seven_players_by_three_are_the_fano_plane() -> None:
    """Seven line-ups, in which every two players meet exactly once."""
    tables = line_ups(7, 3)
    assert len(tables) == 7
    met = [pair for table in tables for pair in combinations(table, 2)]
    assert sorted(met) == list(combinations(range(7), 2))


@pytest.mark.parametrize("players", [6, 7, 8, 11, 19, 24])
def test_rotations_are_fair(players: int) -> None:
    tables = line_ups(players, 6)
    plays = [sum(player in table for table in tables) for player in range(players)]
    assert len(set(plays)) == 1
    assert all(len(set(table)) == 6 for table in tables)
    met = [sum({a, b} <= set(table) for table in tables) for a, b in combinations(range(players), 2)]
    assert min(met) >= 1


def large_result(players: int) -> CrosstableResult:
    names = tuple(f"rules(style=loose_aggressive,bluff=0.{place:02})" for place in range(players))
    cells = tuple(
        Cell(a, b, RunningMean(1000, -12345.678901234567, 1.23456789012345e12), 100_000, "deals", "duplicate, AIVAT")
        for a, b in combinations(names, 2)
    )
    return CrosstableResult("holdem(betting=no-limit,players=2)", 1, names, cells)


def test_a_large_table_is_a_small_file_and_fits_the_terminal() -> None:
    result = large_result(30)
    text = crosstable_text(result)
    assert len(text) < MAX_BYTES
    assert read_crosstable(text, "table") == result
    assert json.loads(text) == json.loads(json.dumps(result.to_json()))
    assert max(map(len, table_lines(result))) <= 120


def test_the_page_stands_alone() -> None:
    page = crosstable_page(large_result(8), "riverboat crosstable <&>")
    assert all(name in page for name in large_result(8).players)
    assert "&lt;&amp;&gt;" in page
    assert not re.findall(r'(?:src|href)="|https?://(?!www\.w3\.org)', page)


def test_damaged_files_are_refused() -> None:
    text = crosstable_text(large_result(3))
    for broken in (text[:-10], "[]", text.replace('"version": 1', '"version": 2'), text.replace("squares", "sq")):
        with pytest.raises(RiverboatError, match=r"^table: ") as error:
            read_crosstable(broken, "table")
        assert "\n" not in str(error.value)


def test_fields_have_players_who_know_their_game() -> None:
    limit = FIELDS["limit"].present()
    assert {"always_call", "loki_som", "poki", "pokisim_s", "pokisim_a", "psopti4r", "sparbot", "vexbot"} <= {*limit}
    assert FIELDS["limit"].slow_players()["gs1(iterations=50)"] == 2000
    nolimit = FIELDS["nolimit"].present()
    assert {"hermes", "riverboat_nl(seconds=0.1)"} <= {*nolimit}
    assert "riverboat_nl" not in nolimit  # a player comes once, as the field names it
    assert "riverboat_6max" not in nolimit  # at a table of two it is riverboat_nl
    assert "loki_bpm" in FIELDS["six"].present()
    assert "psopti4r" not in FIELDS["six"].present()
    for field in FIELDS.values():
        assert {name for name in field.players if not name.startswith("riverboat")} <= set(field.present())
    assert set(shipped_fields()) <= set(FIELDS)


@pytest.mark.slow
def test_holdem_without_luck_against_theory() -> None:
    """Against a player who never bets, money is lost on average only by folding the small blind, in every second hand.

    `random` does so one time in three, `acpc_example` with 6 % and `always_fold` always.
    """
    players = ["always_call", "random", "acpc_example", "always_fold"]
    settings = CrosstableSettings(hands=4000, session=500)
    by_luck = {}
    for estimator_for in (best_estimator, None):
        result = run_crosstable(players, "holdem(betting=limit)", settings, estimator_for=estimator_for)
        for loser, share in (("random", 1 / 3), ("acpc_example", 0.06), ("always_fold", 1.0)):
            cell = result.cell("always_call", loser)
            assert cell is not None
            assert 1000 * share / 4 in cell.mbb.interval(0.999)
            by_luck[loser, cell.luck] = cell.mbb.margin()
    for loser in players[1:]:
        assert by_luck[loser, "duplicate, AIVAT"] < by_luck[loser, "duplicate"]


def test_luck_is_taken_out_by_what_there_is() -> None:
    limit, six = parse_game(FIELDS["limit"].game), parse_game(FIELDS["six"].game)
    labels = {
        best.label if (best := best_estimator(players, players, rules)) else None
        for players, rules in (
            (["always_call", "loki_bpm"], limit), (["poki", "loki_bpm"], limit), (["random"] * 6, six),
            (["random", "always_call"], parse_game("leduc")),
        )
    }  # fmt: skip
    assert labels == {"AIVAT", "AIVAT of the cards", None}


def test_players_are_called_by_the_texts_that_make_them() -> None:
    """A name alone would not say which parameters played: this one calls itself "storm"."""
    settings = CrosstableSettings(hands=2)
    players = ("pokerlang(strategy=storm)", "always_call")
    assert run_crosstable(players, "holdem(betting=no-limit,players=2)", settings).players == players
