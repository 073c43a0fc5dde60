"""Inferring strategies from hands: known ones are recovered, noise is not, and what is written is what was learned."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.agents.pokerlang import PokerLang, check_strategy, load_strategy, parse_strategy, write_strategy
from riverboat.agents.pokerlang.inference import Inferred, cases_of, infer_from_cases, infer_strategy
from riverboat.agents.pokerlang.inference.cases import COLUMN, EVALUATORS, Cases, Counted, amount_of, decisions_of
from riverboat.agents.pokerlang.inference.intervals import (
    ALL_IN,
    CALLS,
    FIRST_RAISE,
    FOLDS,
    ActionIntervals,
    StrengthIntervals,
    equal_frequency,
)
from riverboat.agents.pokerlang.inference.measuring import Score, folds_of, held_out, score
from riverboat.agents.pokerlang.inference.recognisers import RECOGNISERS, Majority, Nearest, Weighted
from riverboat.agents.pokerlang.opponents import Opponents
from riverboat.agents.pokerlang.situation import Situation
from riverboat.agents.pokerlang.syntax import NumberTest
from riverboat.arena import run_match
from riverboat.assess.imitation import agreement, compare_play
from riverboat.cli.app import app, main
from riverboat.errors import RiverboatError
from riverboat.executor import make_executor
from riverboat.games.action import Action
from riverboat.games.action_odds import CALL, FOLD, RAISE
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.state import State
from riverboat.games.view import HIDDEN, View
from riverboat.records import RejectedHand, read_hands
from riverboat.records.database import open_database

KNOWN = parse_strategy("""
tactic when street = preflop: {
    percentile <= 30% and raises <= 1 -> raise(1);
    raises = 0 -> call;
    percentile <= 60% -> call;
}
tactic otherwise: {
    strength > 75% and raises <= 1 -> raise(0.5);
    raises = 0 -> raise(1) 30%, call 70%;
    strength > 55% -> call;
}
""")
GAME = "holdem(betting=no-limit,players=3)"
FIELD = ["rules(style=loose_aggressive)", "always_call"]


def known() -> PokerLang:
    return PokerLang(KNOWN, "known")


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    played: list[Hand] = []
    run_match([known, *FIELD], GAME, 450, seed=5, record=played.extend)
    return played


@pytest.fixture(scope="module")
def cases(hands: list[Hand]) -> Cases:
    return cases_of(hands, "known")


@pytest.fixture(scope="module")
def inferred(cases: Cases) -> Inferred:
    return infer_from_cases(cases, "known", Counted(450, 450))


# A strategy that is known ---------------------------------------------------------------------------------------------


def test_a_known_strategy_is_recognised_up_to_its_own_ceiling(hands: list[Hand], inferred: Inferred) -> None:
    """The player draws 30 to 70 in one of its rules; nothing predicts more of it than the likelier action each time."""
    player, best, count = known(), 0.0, 0
    for hand in hands:
        for view, _ in decisions_of(hand, hand.players.index("known")) or ():
            best += max(player.odds_at(view)[0])
            count += 1
    ceiling = best / count
    boosted, rules = inferred.scores["boosting"].held_out, inferred.rules.held_out
    assert ceiling > 0.85
    assert inferred.baseline.accuracy < ceiling - 0.15
    for found in (boosted, rules):
        assert abs(found.accuracy - ceiling) < 0.04
        assert found.calibration_error < 0.05
    for name in ("forest", "nearest", "weighted"):  # whose tuple does not say whether there is a bet
        assert inferred.scores[name].held_out.accuracy < ceiling - 0.05


def test_the_rules_are_few_keep_the_accuracy_and_have_the_known_thresholds(inferred: Inferred) -> None:
    assert inferred.recogniser == "boosting"
    assert inferred.strategy.rules < 60
    assert inferred.kept > 0.95
    ends = [
        (test.term, end)
        for tactic in inferred.strategy.tactics
        for rule in tactic.behaviour
        if not isinstance(rule, str)
        for test in rule.condition
        if isinstance(test, NumberTest)
        for end in (test.allowed.low, test.allowed.high)
    ]
    # Those that are often decided by; the fourth, strength above 55 % facing a bet, may be written as E[HS].
    for term, value in (("percentile", 0.30), ("percentile", 0.60), ("strength", 0.75)):
        assert min(abs(end - value) for name, end in ends if name == term) < 0.04
    drawn = [
        {share.action: share.percent for share in rule.shares}
        for tactic in inferred.strategy.tactics
        for rule in tactic.behaviour
        if not isinstance(rule, str)
    ]
    assert any(abs(shares.get("raise", 0.0) - 30.0) < 8.0 and shares.get("call", 0.0) > 60.0 for shares in drawn)


def test_the_written_strategy_does_what_the_trees_say(hands: list[Hand], inferred: Inferred, tmp_path: Path) -> None:
    """The file, read again and played, has the odds of the cell that each decision falls into."""
    path = tmp_path / "known.pokerlang"
    path.write_text(write_strategy(inferred.strategy), encoding="utf-8")
    strategy = load_strategy(path)
    assert strategy == inferred.strategy
    assert not check_strategy(strategy)
    player = PokerLang(strategy)
    cells: dict[Any, Any] = {}
    for hand in hands[:150]:
        for view, action in decisions_of(hand, hand.players.index("known")) or ():
            odds, fired = player.odds_at(view)
            kind = {"fold": FOLD, "raise_to": RAISE}.get(action.verb, CALL)
            cells.setdefault((fired.tactic, fired.rule), []).append((odds, kind))
    assert len(cells) > 4
    assert all(rule >= 0 for _, rule in cells)  # the last rule of each tactic has no condition
    for fired in cells.values():
        if len(fired) >= 60:
            done = np.bincount([kind for _, kind in fired], minlength=3) / len(fired)
            said = np.mean([odds for odds, _ in fired], axis=0)
            assert np.abs(done - said).max() < 0.15


def test_the_copy_plays_like_the_original(inferred: Inferred, tmp_path: Path) -> None:
    original = tmp_path / "original.pokerlang"
    original.write_text(write_strategy(KNOWN), encoding="utf-8")
    both = compare_play(str(original), inferred.strategy, GAME, FIELD, 150, seed=9)
    assert both.itself.likeliest > 0.85
    assert both.copy.expected > both.itself.expected - 0.06
    first, second = (player.indicators for player in both.players)
    assert abs(first.rate("vpip") - second.rate("vpip")) < 0.06
    assert abs(first.rate("pfr") - second.rate("pfr")) < 0.06
    more, margin = both.difference
    assert abs(more) < margin
    assert json.loads(json.dumps(both.to_json()))["hands"] == 150


def test_a_copy_that_plays_otherwise_is_told_apart(tmp_path: Path) -> None:
    original = tmp_path / "original.pokerlang"
    original.write_text(write_strategy(KNOWN), encoding="utf-8")
    both = compare_play(str(original), parse_strategy("tactic otherwise: { otherwise -> fold; }"), GAME, FIELD, 60)
    assert both.players[1].indicators.rate("vpip") == 0.0
    assert both.copy.expected < both.itself.expected - 0.3


def test_a_player_agrees_with_itself(hands: list[Hand]) -> None:
    """Asked what it does anyway, a player without random draws says so every time."""
    played: list[Hand] = []
    run_match(["always_call", "always_raise", "always_call"], GAME, 12, record=played.extend)
    assert agreement(PokerLang(parse_strategy("tactic otherwise: { otherwise -> call; }")), played, "always_call") == (
        agreement(known(), played, "nobody").__class__(
            sum(hand.players[p] == "always_call" for hand in played for _, p, _ in hand.actions), 1.0, 1.0
        )
    )


# What must not be learned ---------------------------------------------------------------------------------------------


def shuffled(cases: Cases, seed: int) -> Cases:
    """The same situations with each other's actions, before and after the flop apart."""
    order = np.arange(len(cases))
    rng = np.random.default_rng(seed)
    for phase in (0, 1):
        those = np.flatnonzero(cases.phases == phase)
        order[those] = rng.permutation(those)
    return replace(cases, actions=cases.actions[order], of_pot=cases.of_pot[order], of_stack=cases.of_stack[order])


def test_shuffled_actions_are_not_predicted_on_held_out_hands(cases: Cases) -> None:
    """A leak from the held-out hands would show here: scored on its own cases, boosting predicts even noise."""
    found = infer_from_cases(shuffled(cases[:1200], 1), "noise", Counted(), folds=3)

    def is_no_better(each: Score) -> bool:
        return each.accuracy < found.baseline.accuracy + 2.0 * each.error

    for name in RECOGNISERS:
        assert is_no_better(found.scores[name].held_out), name
    assert is_no_better(found.rules.held_out)
    assert not is_no_better(found.scores["boosting"].same_cases)


def test_folds_take_whole_hands(cases: Cases) -> None:
    folds = folds_of(cases, 5)
    for hand in np.unique(cases.hands):
        assert len(np.unique(folds[cases.hands == hand])) == 1
    sizes = [len(np.unique(cases.hands[folds == fold])) for fold in range(5)]
    assert max(sizes) - min(sizes) <= 1


def test_held_out_cases_are_never_learned(cases: Cases) -> None:
    seen: list[tuple[np.ndarray, np.ndarray]] = []

    class Spy(Majority):
        def fit(self, cases: Cases, labels: np.ndarray) -> None:
            super().fit(cases, labels)
            self.hands = set(cases.hands.tolist())

        def predict(self, cases: Cases) -> np.ndarray:
            seen.append((np.array(sorted(self.hands)), np.unique(cases.hands)))
            return super().predict(cases)

    held_out(lambda: Spy(10), cases, np.ones(len(cases), np.int64), folds_of(cases, 4))
    assert len(seen) == 4
    assert all(not np.isin(asked, learned).any() for learned, asked in seen)
    assert sorted(np.concatenate([asked for _, asked in seen])) == sorted(np.unique(cases.hands))


# Cases ----------------------------------------------------------------------------------------------------------------


def test_other_players_cards_are_not_needed_and_not_used(hands: list[Hand]) -> None:
    """What the seat may see of a hand gives the same views as the whole record."""
    for hand in hands[:40]:
        position = hand.players.index("known")
        whole = list(decisions_of(hand, position) or ())
        part = list(decisions_of(hand.seen_by(position), position) or ())
        assert [(view.key(), action) for view, action in part] == [(view.key(), action) for view, action in whole]
        other = (position + 1) % 3
        hidden = hand._replace(down=((HIDDEN, HIDDEN),) * 3, dealt=())
        assert decisions_of(hidden, other) is None


def test_cases_are_the_evaluators_before_each_action(hands: list[Hand], cases: Cases) -> None:
    made = [(number, view, action) for number, hand in enumerate(hands)
            for view, action in decisions_of(hand, hand.players.index("known")) or ()]  # fmt: skip
    assert len(made) == len(cases) == sum(hand.players[p] == "known" for hand in hands for _, p, _ in hand.actions)
    for row in (0, 7, 200, 555):
        number, view, action = made[row]
        at = Situation(view, Opponents())
        assert cases.hands[row] == number
        assert cases.values[row, COLUMN["raises"]] == view.raises
        assert cases.values[row, COLUMN["strength"]] == at.value("strength")
        assert EVALUATORS[COLUMN["position"]].words[int(cases.values[row, COLUMN["position"]])] == at.value("position")
        assert cases.actions[row] == {"fold": FOLD, "raise_to": RAISE}.get(action.verb, CALL)


def test_amounts_are_parts_of_the_pot_and_of_the_chips() -> None:
    """Blinds 50 and 100: a raise to 300 on the button adds 200 to a pot of 150 + 100 after the call."""
    rules = parse_game("holdem(betting=no-limit,players=3,stacks=1000)")
    small, big = sorted(rules.blinds)[-2:]
    state = State(rules, tuple(range(52)))
    view = View(state, state.actor or 0)
    amount = amount_of(view, Action.raise_to(3 * big))
    assert amount.of_pot == pytest.approx(2 * big / (small + 2 * big))
    assert amount.of_stack == pytest.approx(3 * big / 1000)
    assert amount_of(view, Action.check_or_call()) == (0.0, 0.0)


def made_cases(rows: list[dict[str, float]]) -> Cases:
    """Cases with these values; what is not named is 0."""
    values = np.zeros((len(rows), len(EVALUATORS)))
    for row, each in enumerate(rows):
        for term, value in each.items():
            if term in COLUMN:
                values[row, COLUMN[term]] = value
    column: Callable[[str], np.ndarray] = lambda name: np.array([each.get(name, 0.0) for each in rows])  # noqa: E731
    return Cases(values, column("action").astype(np.int64), column("pot"), column("chips"), np.arange(len(rows)))


# Intervals ------------------------------------------------------------------------------------------------------------


def test_intervals_have_equal_frequencies() -> None:
    values = np.arange(100, dtype=float)[::-1]
    breaks = equal_frequency(values, 10)
    assert breaks.tolist() == [10, 20, 30, 40, 50, 60, 70, 80, 90]
    assert np.bincount(np.searchsorted(breaks, values, side="right")).tolist() == [10] * 10
    assert equal_frequency(np.array([1.0] * 9 + [2.0]), 10).tolist() == [2.0]  # a frequent value is not cut
    assert equal_frequency(np.ones(5), 10).tolist() == []


def test_folds_calls_and_all_ins_are_intervals_of_their_own() -> None:
    sizes = [0.3, 0.5, 0.7, 0.9]
    rows: list[dict[str, float]] = [{"action": FOLD}, {"action": CALL}, {"action": RAISE, "pot": 2.0, "chips": 1.0}]
    rows += [{"action": RAISE, "pot": size, "chips": 0.1} for size in sizes]
    rows += [{"street": 1, "action": RAISE, "pot": 5.0, "chips": 0.2}]
    cases = made_cases(rows)
    intervals = ActionIntervals.of(cases, count=FIRST_RAISE + 2)
    expected = [FOLDS, CALLS, ALL_IN, *[FIRST_RAISE] * 2, *[FIRST_RAISE + 1] * 2, FIRST_RAISE]
    assert intervals.labels(cases).tolist() == expected
    assert intervals.ends == (((0.3, 0.5), (0.7, 0.9)), ((5.0, 5.0),))
    with pytest.raises(RiverboatError, match="4 or more"):
        ActionIntervals.of(cases, count=3)


def test_the_thesis_counts_1500_tuples() -> None:
    intervals = StrengthIntervals.of(made_cases([{"strength": 0.1}, {"strength": 0.9}]), 10)
    assert np.prod(intervals.shape) * 10 == 1500


# Nearest cases --------------------------------------------------------------------------------------------------------


def few_cases(count: int, seed: int) -> tuple[Cases, np.ndarray]:
    """Thinly spread cases, many of them alone in their cell."""
    rng = np.random.default_rng(seed)
    rows = [
        {"stack": int(rng.integers(5)), "position": int(rng.integers(3)), "strength": rng.random(),
         "street": int(rng.integers(2)), "action": CALL}
        for _ in range(count)
    ]  # fmt: skip
    return made_cases(rows), rng.integers(0, 4, count)


def nearest_votes(
    cases: Cases, labels: np.ndarray, asked: Cases, row: int, weights: np.ndarray, skip: int = -1
) -> list[float]:
    """By the definition: the votes of all cases of the same phase at the smallest weighted distance (EQ23)."""
    intervals = StrengthIntervals.of(cases, 10)
    here = intervals.coordinates(intervals.cells(asked))[row]
    there = intervals.coordinates(intervals.cells(cases))
    far = [
        float("inf")
        if cases.phases[k] != asked.phases[row] or k == skip
        else float(((there[k] - here) ** 2 * weights).sum())
        for k in range(len(cases))
    ]
    votes = [0.0] * 10
    for k, distance in enumerate(far):
        if distance <= min(far) + 1e-9:
            votes[labels[k]] += 1.0
    return votes


@pytest.mark.parametrize("weights", [(1 / 3, 1 / 3, 1 / 3), (0.1, 0.7, 0.2), (0.05, 0.05, 0.9)])
def test_the_nearest_cases_vote(weights: tuple[float, float, float]) -> None:
    cases, labels = few_cases(60, 1)
    asked, _ = few_cases(40, 2)
    machine = Nearest(10)
    machine.weights = np.array(weights)
    machine.fit(cases, labels)
    found = machine.predict(asked)
    for row in range(len(asked)):
        votes = np.array(nearest_votes(cases, labels, asked, row, machine.weights))
        assert found[row] == pytest.approx(votes / votes.sum())


def test_weights_are_judged_by_leaving_each_case_out() -> None:
    cases, labels = few_cases(50, 3)
    machine = Weighted(10, vectors=1)
    machine.fit(cases, labels)
    tried = np.random.default_rng(4).dirichlet(np.ones(3), 6)
    found = machine.left_out(tried)
    for weights, right in zip(tried, found, strict=True):
        expected = 0
        for row in range(len(cases)):
            votes = nearest_votes(cases, labels, cases, row, weights, skip=row)
            expected += int(np.argmax(votes)) == labels[row]
        assert right == expected


def test_the_best_of_many_vectors_is_kept() -> None:
    """Where the action depends on strength alone and cells are thin, strength gets the weight."""
    rng = np.random.default_rng(5)
    rows = [
        {"stack": int(rng.integers(5)), "position": int(rng.integers(3)), "strength": rng.random()} for _ in range(90)
    ]
    cases = made_cases(rows)
    labels = (cases.column("strength") > 0.5).astype(np.int64)
    machine, plain = Weighted(10), Nearest(10)
    machine.fit(cases, labels)
    plain.fit(cases, labels)
    assert machine.weights.sum() == pytest.approx(1.0)
    assert machine.weights[1] > 0.4
    asked = made_cases(
        [{"stack": s, "position": p, "strength": x / 40} for s in range(5) for p in range(3) for x in range(40)]
    )
    truth = (asked.column("strength") > 0.5).astype(np.int64)
    right = [float((each.predict(asked).argmax(axis=1) == truth).mean()) for each in (machine, plain)]
    assert right[0] > right[1]


def test_on_its_own_cases_weights_do_not_matter(cases: Cases) -> None:
    """A case is at distance 0 from itself, whatever the weights: the thesis's way of scoring cannot choose them."""
    labels = ActionIntervals.of(cases).labels(cases)
    machine = Nearest(10)
    machine.fit(cases, labels)
    plain = machine.predict(cases)
    machine.weights = np.array([0.02, 0.9, 0.08])
    assert np.array_equal(machine.predict(cases), plain)


# Scores ---------------------------------------------------------------------------------------------------------------


def test_scores_by_hand() -> None:
    """Two certain answers, one of them wrong, and two at 60 %, both right."""
    odds = np.array([[1.0, 0.0], [1.0, 0.0], [0.4, 0.6], [0.4, 0.6]])
    found = score(odds, np.array([0, 1, 1, 1]), np.arange(4))
    assert found.accuracy == 0.75
    assert found.brier == pytest.approx((0.0 + 2.0 + 2 * (0.4**2 + 0.4**2)) / 4)
    assert found.calibration_error == pytest.approx(0.5 * abs(1.0 - 0.5) + 0.5 * abs(0.6 - 1.0))
    assert [(each.cases, each.right) for each in found.bins] == [(2, 1.0), (2, 0.5)]


# Real hands -----------------------------------------------------------------------------------------------------------


def test_pluribus(shared_data: Path) -> None:
    records = islice(read_hands(shared_data / "pluribus.phhs.gz"), 150)
    hands = [hand for hand in records if not isinstance(hand, RejectedHand)]
    found = cases_of(hands, "Pluribus")
    acted = [(hand, action) for hand in hands for _, p, action in hand.actions if hand.players[p] == "Pluribus"]
    assert len(found) == len(acted) > 150
    assert [int(kind) == RAISE for kind in found.actions] == [action.verb == "raise_to" for _, action in acted]


@pytest.mark.slow
def test_pluribus_in_few_rules(shared_data: Path) -> None:
    """Below 60 rules keep 95 % of the best recogniser's accuracy on held-out hands."""
    records = islice(read_hands(shared_data / "pluribus.phhs.gz"), 2500)
    found = infer_strategy([hand for hand in records if not isinstance(hand, RejectedHand)], "Pluribus")
    assert len(found.cases) > 3000
    assert found.recogniser == "boosting"
    assert found.strategy.rules < 60
    assert found.kept > 0.95
    assert found.rules.held_out.accuracy > found.scores["weighted"].held_out.accuracy + 0.03


# The command ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database(hands: list[Hand], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("inference") / "hands.db"
    single = hands[0]._replace(players=("loner", "b", "c"))
    hidden = [hand._replace(players=("masked", "b", "c"), down=((HIDDEN, HIDDEN), *hand.down[1:]), dealt=())
              for hand in hands[:5]]  # fmt: skip
    other: list[Hand] = []
    run_match(["random", "always_call"], "kuhn", 3, record=other.extend)
    with open_database(path) as opened, opened.record() as recorder:
        recorder.add_all([*hands[:250], single, *hidden, *other])
    return path


def test_the_command_writes_a_strategy(database: Path, tmp_path: Path) -> None:
    out = tmp_path / "copy.pokerlang"
    asked = ["strategy", "infer", "--db", str(database), "--player", "known", "--out", str(out)]
    asked += ["--recogniser", "nearest", "--recogniser", "weighted", "--rules", "12"]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == 0, result.output
    assert "of the vectors tried are as good" in result.output
    strategy = load_strategy(out)
    assert strategy.rules <= 12
    assert strategy.terms <= {"street", "stack", "strength", "position"}  # what these recognisers see
    assert not check_strategy(strategy)
    (told,) = json.loads(CliRunner().invoke(app, [*asked, "--json"]).output)["items"]
    assert told["recognisers"]["nearest"]["held_out"]["accuracy"] > 0.3
    assert told["rules"]["count"] == strategy.rules
    played = run_match([str(out), "always_call"], "holdem", 20, strict=True)
    assert played.hands == 20


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"--player": "knwn"}, "is known meant?"),
        ({"--player": "loner"}, "in 1 hand; expected 50 or more"),
        ({"--player": "masked"}, "5 hands, but no hole cards are known"),
        ({"--player": "random"}, "none of hold'em"),
        ({"--game": "omaha"}, "no hands"),
        ({"--recogniser": "oracle"}, "expected one of forest"),
        ({"--out": "copy.txt"}, "ends in .pokerlang"),
        ({"--out": "no/such/copy.pokerlang"}, "no/such"),
        ({"--db": "missing.db"}, "no such file"),
        ({"--opponents": "random"}, "--opponents: it belongs to --verify"),
        ({"--against": "random"}, "--opponents: it belongs to --verify"),
        ({"--verify": "nobody"}, "nobody"),
    ],
)
def test_bad_input_is_one_line(
    options: dict[str, str], reason: str, database: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    given = {
        "--db": str(database),
        "--player": "known",
        "--out": "copy.pokerlang",
        "--recogniser": "nearest",
        **options,
    }
    monkeypatch.setattr(
        "sys.argv", ["riverboat", "strategy", "infer", *(part for pair in given.items() for part in pair)]
    )
    with pytest.raises(SystemExit) as caught:
        main()
    said = capsys.readouterr().err
    assert caught.value.code == 2
    assert reason in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_folds_in_processes_give_the_same(cases: Cases) -> None:
    some = cases[:400]
    labels, folds = ActionIntervals.of(some).labels(some), folds_of(some, 3)
    make = partial(RECOGNISERS["forest"], 10)
    with make_executor(2) as executor:
        spread = held_out(make, some, labels, folds, executor=executor)
    assert np.array_equal(spread, held_out(make, some, labels, folds))
