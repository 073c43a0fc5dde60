"""GS1: ranges by Bayes' rule, turns solved while they are played, and what is done where solutions are silent.

The first two rounds are played by small models with given strategies: what is tested is what GS1 makes of them.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from riverboat.abstraction.board_classes import board_classes
from riverboat.abstraction.views import StartingHands
from riverboat.agents import make_agent
from riverboat.agents.gs1 import GS1, player
from riverboat.agents.gs1.offline import FLOOR, AtTurn, at_turn
from riverboat.agents.gs1.program import ProgramTurn
from riverboat.agents.gs1.turn import RangeTurn, turn_spot
from riverboat.arena import run_match
from riverboat.assess.match_aivat import MatchAivat, aivat_of_match
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS, HOLDINGS, class_index, holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games import Action, State, parse_game
from riverboat.games.play import decks, play_hand
from riverboat.games.view import View
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.models import limit_holdem
from riverboat.solve.abstract.solver import AbstractSolver
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.tree import build_abstract
from riverboat.solve.betting import build_betting
from riverboat.solve.core import parse_method

FOLD, CALL = Action.fold(), Action.check_or_call()
BOARD = "Ks9h4c2s8d"
TURN = tuple(read_cards(BOARD)[:4])
Play = Callable[[int, tuple[Action, ...]], np.ndarray]
"""From a betting node and its choices to float[169, choices]."""


def small_model(play: Play | None = None) -> FollowedModel:
    """Two rounds in which the flop is not looked at; random but always the same, or as `play` says."""
    rules = limit_holdem()
    first, second, *_ = rules.streets
    rules = replace(rules, name="small_model", settings=(), streets=(first, replace(second, max_raises=3)))
    joint = np.full((169, 169), 1.0 / 169**2)
    game = AbstractGame(
        build_betting(rules), (np.zeros(169, np.int64), np.arange(169)), (joint, joint), 0.0 * joint, "even"
    )
    tree = build_abstract(game)
    shares = np.random.default_rng(1).random(tree.numbers) + 0.01
    strategy = AbstractStrategy(tree, shares)
    if play is not None:
        for node in np.flatnonzero(game.betting.player >= 0).tolist():
            strategy.rows(node)[:] = play(node, tuple(game.betting.choices(node))).T
    return FollowedModel(strategy, StartingHands())


def raises_only(hands: str) -> Play:
    """Raises with some starting hands, whenever that is possible, and calls with the others."""
    wanted = Range(hands).weights > 0
    classes = {int(HOLDING_CLASS[holding]) for holding in np.flatnonzero(wanted)}

    def play(node: int, choices: tuple[Action, ...]) -> np.ndarray:
        rows = np.zeros((169, len(choices)))
        call = choices.index(CALL)
        higher = next((number for number, action in enumerate(choices) if action.verb == "raise_to"), call)
        for each in range(169):
            rows[each, higher if each in classes else call] = 1.0
        return rows

    return play


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> FollowedModel:
    """Nobody waits for the two rounds of the real player."""
    made = small_model()
    monkeypatch.setitem(player._models, "two_rounds", made)
    return made


def played(letters: str, holes: str = "AhAd7c2d", board: str = BOARD) -> State:
    """A hand of limit hold'em after these actions: c (check or call), r (bet or raise); position 0 has the first two
    cards."""
    cards = [*read_cards(holes), *read_cards(board)]
    state = State(limit_holdem(), (*cards, *(card for card in range(52) if card not in cards)))
    for letter in letters:
        interval = state.raise_interval()
        assert letter == "c" or interval is not None
        state.apply(CALL if letter == "c" else Action.raise_to(interval[0]))  # type: ignore[index]
    return state


def seen(state: State) -> View:
    assert state.actor is not None
    return View(state, state.actor)


def odds(agent: GS1, view: View) -> tuple[float, float, float]:
    """How likely the next decision folds, calls and raises."""
    agent.act(view)
    assert agent.action_odds is not None
    return agent.action_odds.fold, agent.action_odds.call, agent.action_odds.raise_


def at(text: str) -> int:
    return holding_index(*read_cards(text))


# Before the turn ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", ["", "c", "cr", "cc", "ccr", "ccrrr"])
def test_the_first_two_rounds_are_those_of_the_model(model: FollowedModel, letters: str) -> None:
    view = seen(played(letters))
    node = model.node(view.betting)
    assert node is not None
    row = dict(zip(model.choices(node), model.rows(node)[class_index(*view.hole)], strict=True))
    fold, call, higher = odds(GS1(), view)
    assert fold == pytest.approx(row.get(FOLD, 0.0))
    assert call == pytest.approx(row[CALL])
    assert higher == pytest.approx(sum(share for action, share in row.items() if action.verb == "raise_to"))


def test_the_fourth_bet_of_the_flop_is_called() -> None:
    assert odds(GS1(), seen(played("cc" + "rrrr"))) == (0.0, 1.0, 0.0)


def test_a_hand_that_the_model_never_brings_there_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """The source's rule for information sets of probability zero."""
    never = small_model(lambda node, choices: np.zeros((169, len(choices))))
    monkeypatch.setitem(player._models, "two_rounds", never)
    assert odds(GS1(), seen(played("r"))) == (0.0, 1.0, 0.0)


# Ranges ---------------------------------------------------------------------------------------------------------------


def test_ranges_are_bayes_rule_by_hand(model: FollowedModel) -> None:
    """Raise and call before the flop; bet, raise, call on it: each holding by its own actions, nothing else."""
    state = played("rc" + "rrc")
    found = at_turn(model, state.betting, TURN)
    expected = [np.ones(169), np.ones(169)]
    steps = played("")
    for _, position, action in state.betting.actions:
        node = model.node(steps.betting)
        assert node is not None
        expected[position] *= model.rows(node)[:, model.choices(node).index(action)]
        steps.apply(action)
    blocked = np.isin(HOLDING_CARDS, TURN).any(axis=1)
    for weights, by_class in zip((found.first, found.second), expected, strict=True):
        mine = np.where(blocked, 0.0, by_class[HOLDING_CLASS])
        np.testing.assert_allclose(weights, np.where(blocked, 0.0, np.maximum(mine / mine.max(), FLOOR)))
    assert found.pot == 80  # two small bets each before the flop and two on it


def test_only_aces_raise_so_a_raiser_has_aces() -> None:
    """Position 1, on the button, raises; position 0 calls with anything else."""
    found = at_turn(small_model(raises_only("AA")), played("rc" + "cc").betting, TURN)
    assert set(np.flatnonzero(found.second > FLOOR)) == set(np.flatnonzero(Range("AA").weights))
    assert found.first[at("AhAd")] == FLOOR
    assert found.first[at("7c3d")] == 1.0


def test_what_the_model_never_does_says_nothing() -> None:
    found = at_turn(small_model(raises_only("AA")), played("rrc" + "cc").betting, TURN)
    assert set(np.flatnonzero(found.first > FLOOR)) == set(np.flatnonzero(Range("AA").weights))
    folded = small_model(lambda node, choices: np.eye(len(choices))[[0] * 169])  # always the first choice: folds
    everything = at_turn(folded, played("rc" + "cc").betting, TURN)
    live = ~np.isin(HOLDING_CARDS, TURN).any(axis=1)
    assert (everything.first == live).all()


def test_the_spot_is_the_rest_of_the_hand(model: FollowedModel) -> None:
    """Four bets of two small bets on turn and river, from the pot that lies there."""
    spot = turn_spot(at_turn(model, played("rc" + "rc").betting, TURN), TURN)
    assert (spot.pot, spot.board) == (60, "Ks9h4c2s")
    real = played("rc" + "rc" + "rrrr")
    assert real.raise_interval() is None
    node = spot.tree().root
    for step in ("b20", "r40", "r60", "r80"):
        node = node.children[node.names.index(step)]
    assert node.names == ("f", "c")
    assert spot.effective_stack >= 160


# In play --------------------------------------------------------------------------------------------------------------


def test_the_nuts_on_the_river_are_never_folded_and_nothing_is_folded_for_nothing() -> None:
    """Four kings: nothing beats them on this board, and one iteration is enough to know it."""
    board = "KsKh4c2s8d"
    facing = "cc" + "cc" + "cc" + "r"
    assert odds(GS1(iterations=1), seen(played(facing, "7c3dKdKc", board)))[0] == 0.0
    assert odds(GS1(iterations=1), seen(played(facing, "KdKc7c3d", board)))[0] > 0.0
    fold, _, higher = odds(GS1(iterations=40), seen(played(facing, "7c3dKdKc", board)))
    assert fold == 0.0
    assert higher > 0.9
    assert odds(GS1(iterations=1), seen(played("cc" + "cc" + "c", "7c3d6c5d", board)))[0] == 0.0


def test_ranges_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a raiser who has aces or kings, queens give up to a bet on the river; against anybody they do not."""
    state = played("rc" + "cc" + "cc" + "cr", "QhQdKcKd", "7s5h4c2s2d")
    anybody = small_model(lambda node, choices: np.full((169, len(choices)), 1.0 / len(choices)))
    folds = {}
    for name, made in (("aces", small_model(raises_only("KK+"))), ("anybody", anybody)):
        monkeypatch.setitem(player._models, "two_rounds", made)
        folds[name] = odds(GS1(iterations=30), seen(state))[0]
    assert folds["aces"] > 0.5 > 0.05 > folds["anybody"]


def test_iterations_decide() -> None:
    """Before any the strategy is even, and half of the nuts would be folded or called; solving drives that to zero."""
    view = seen(played("cc" + "cc" + "cc" + "r", "7c3dKdKc", "KsKh4c2s8d"))
    solver = RangeTurn(turn_spot(at_turn(small_model(), view.betting, view.board[:4]), view.board[:4]), 1)
    percents = []
    for count in (1, 9, 40):
        solver.run(count)
        percents.append(solver.measure())
    assert percents[0] > 20 > percents[1] > 3 > percents[2]
    agent = GS1(iterations=50)
    agent.act(view)
    assert agent.deliberations[-1].iterations == 50


def test_the_opponents_cards_do_not_matter() -> None:
    """Whatever the other one holds, the same view is played in the same way."""
    found = set()
    for other in ("7c2d", "KdKc", "5s3s"):
        agent = GS1(iterations=4)
        found.add(odds(agent, seen(played("cc" + "cc", "AhAd" + other))))
    assert len(found) == 1


def test_the_river_goes_on_below_its_card(model: FollowedModel) -> None:
    """The solver of the turn is the solver of the river: nothing is begun again."""
    agent = GS1(iterations=5)
    agent.act(seen(played("cc" + "cc")))
    solver = agent._solver
    agent.act(seen(played("cc" + "cc" + "cc")))
    assert agent._solver is solver
    assert [(each.street, each.iterations) for each in agent.deliberations] == [(2, 5), (3, 5)]


def test_a_decision_is_ready_at_any_time() -> None:
    """With next to no time there is a strategy all the same: probabilities of what is legal."""
    agent = GS1(seconds=1e-9)
    try:
        found = odds(agent, seen(played("cc" + "cc" + "r")))
        assert sum(found) == pytest.approx(1.0)
        assert min(found) >= 0.0
    finally:
        agent.end(None)  # type: ignore[arg-type]


def test_time_is_kept_and_solving_goes_on_while_the_opponent_thinks() -> None:
    view = seen(played("cc" + "cc"))
    agent = GS1(target=1e-9, seconds=0.3)
    try:
        agent.act(view)
        solver = agent._solver
        assert isinstance(solver, RangeTurn)
        done = agent.deliberations[0]
        assert done.percent is not None
        assert done.percent > 1e-9  # so it was the time that ended it
        deadline = time.monotonic() + 30.0
        while solver.iterations <= done.iterations and time.monotonic() < deadline:
            time.sleep(0.01)
        assert solver.iterations > done.iterations
        agent.act(seen(played("cc" + "cc" + "cr")))
        again = agent.deliberations[1]
        assert again.percent is not None
        assert again.percent < done.percent
    finally:
        agent.end(None)  # type: ignore[arg-type]


def test_good_enough_ends_a_decision() -> None:
    agent = GS1(target=8.0, seconds=120.0)
    agent.act(seen(played("cc" + "cc")))
    agent.end(None)  # type: ignore[arg-type]
    done = agent.deliberations[0]
    assert done.percent is not None
    assert done.percent <= 8.0
    assert done.seconds < 120.0


def workers() -> int:
    return threading.active_count()


@pytest.mark.parametrize("how", ["end", "drop"])
@pytest.mark.parametrize("method", ["cfr", "lp"])
def test_no_thread_is_left_behind(how: str, method: str) -> None:
    before = workers()
    few = {"turn_classes": 6, "river_classes": 18} if method == "lp" else {}
    agent = GS1(seconds=0.01, method=method, **few)  # type: ignore[arg-type]
    agent.observe(seen(played("cc" + "cc")), 0, CALL)
    assert workers() > before
    if how == "end":
        agent.end(None)  # type: ignore[arg-type]
    else:
        del agent
        gc.collect()
    deadline = time.monotonic() + 30.0
    while workers() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert workers() == before


def test_whole_hands_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody folds before the turn here, so every hand is solved; the threads end with the hands."""
    monkeypatch.setitem(player._models, "two_rounds", small_model(raises_only("AA")))
    rules = limit_holdem()
    agent, other = GS1(seconds=0.1), make_agent("always_call")
    before = workers()
    faults: list[object] = []
    for number, deck in enumerate(islice(decks(rules, 3), 2)):
        seats = [agent, other] if number % 2 else [other, agent]
        play_hand(rules, seats, deck, strict=True, faults=faults)  # type: ignore[arg-type]
    assert faults == []
    assert workers() == before
    assert len(agent.deliberations) >= 4


def test_the_same_seed_gives_the_same_match_whatever_the_jobs() -> None:
    results = [
        run_match(
            ["gs1(iterations=2)", "always_call"], "holdem(betting=limit)", 8, "duplicate", seed=5, jobs=jobs, session=4
        )
        for jobs in (1, 2)
    ]
    assert results[0].players[0].chips.mean == results[1].players[0].chips.mean
    assert results[0].curves == results[1].curves


@pytest.mark.parametrize(
    "game",
    [
        "leduc",
        "holdem",
        "holdem(betting=limit,players=3)",
        "holdem(betting=limit,blinds=20/10)",
        "holdem(betting=limit,bets=10/10/10/10)",
        "holdem(betting=limit,stacks=200)",
    ],
)
def test_other_games_stakes_and_bets_are_refused(game: str) -> None:
    with pytest.raises(RiverboatError, match="does not play"):
        GS1().require_game(parse_game(game))
    GS1().require_game(parse_game("holdem(betting=limit,stacks=240)"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gs1(blueprint=none)", 'blueprint "none": expected one of two_rounds, four_rounds, starting_hands'),
        ("gs1(unreached=fold)", 'unreached "fold": expected one of last, call'),
        ("gs1(method=barrier)", 'method "barrier": expected one of cfr, lp'),
        ("gs1(seconds=0)", "above zero"),
        ("gs1(iterations=0)", "above zero"),
        ("gs1(turn_classes=30,river_classes=20)", "30 and 20 classes"),
    ],
)
def test_bad_parameters_are_named(text: str, said: str) -> None:
    with pytest.raises(RiverboatError, match=said):
        make_agent(text)


# As a policy ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "letters", ["", "cr", "ccr", "ccrrr", "crrr", "cccc", "ccccr", "ccccrr", "cccccc", "ccccccr", "ccccccrr"]
)
def test_its_policy_is_what_it_plays(letters: str) -> None:
    """Hand by hand, on every street, for hands that nothing beats, and where neither model nor solution says a word."""
    asked = GS1(iterations=6).policy
    assert asked is not None
    position = seen(played(letters)).position
    for hole in ("AhAd", "7c2d", "KdKc", "Th8h"):
        view = seen(played(letters, hole + "QsJs" if position == 0 else "QsJs" + hole))
        actions, row = asked.probabilities(view)
        found = dict(zip(actions, row.tolist(), strict=True))
        fold, call, higher = odds(GS1(iterations=6), view)
        assert fold == pytest.approx(found.get(FOLD, 0.0))
        assert call == pytest.approx(found[CALL])
        assert higher == pytest.approx(sum(found[each] for each in actions if each.verb == "raise_to"))


def test_its_policy_has_all_hands_at_once() -> None:
    """One row for each holding, each the probabilities of this holding; the turn is solved once for all of them."""
    asked = GS1(iterations=6).policy
    assert asked is not None
    state = played("ccccccr")
    _, rows = asked.range_probabilities(state.betting, tuple(read_cards(BOARD)))
    position = seen(state).position
    before = asked.turn(state.betting, TURN, position)
    for hole in ("AhAd", "7c2d", "KdKc"):
        view = seen(played("ccccccr", hole + "QsJs" if position == 0 else "QsJs" + hole))
        np.testing.assert_array_equal(rows[at(hole)], asked.probabilities(view).probabilities)
    assert asked.turn(state.betting, TURN, position) is before
    assert rows[at("KdKc"), 0] == 0.0 < rows[at("7c3h"), 0]
    assert GS1().policy is None
    assert GS1(iterations=1, method="lp").policy is None


def test_luck_is_taken_out_with_its_own_strategy() -> None:
    """AIVAT knows GS1 beside its opponent: the same winnings, with less of a spread."""
    agents = ["gs1(iterations=3)", "always_call"]
    known = aivat_of_match(agents)
    assert set(known.known.values()) == set(agents)
    one_sided = MatchAivat({"always_call": "always_call"})
    both, other = (
        run_match(agents, "holdem(betting=limit)", 40, "duplicate", seed=5, estimator=estimator).players[0].adjusted
        for estimator in (known, one_sided)
    )
    assert both.standard_error < 0.9 * other.standard_error
    assert abs(both.mean - other.mean) < 4.0 * (both.standard_error + other.standard_error)


# Where a solution never goes ------------------------------------------------------------------------------------------


class ChangedMind:
    """A reading that no longer brings any hand anywhere."""

    def choice(self, view: View) -> None:
        return None


@pytest.mark.parametrize("unreached", ["last", "call"])
def test_a_solution_that_changed_its_mind(unreached: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It bet, was raised, and the solution now says that it should not have bet (the example of the source).

    The rule of the source calls; the improvement plays what the earlier solution had for this case.
    """
    agent = GS1(iterations=30, unreached=unreached)  # type: ignore[arg-type]
    agent.act(seen(played("cc" + "cc")))
    first = agent._earlier[0]
    later = seen(played("cc" + "cc" + "rr"))
    solver = agent._solver
    assert isinstance(solver, RangeTurn)
    monkeypatch.setattr(solver, "read", lambda: ChangedMind())
    found = odds(agent, later)
    if unreached == "call":
        assert found == (0.0, 1.0, 0.0)
    else:
        said = first.choice(later)
        assert said is not None
        assert found == pytest.approx(tuple(said.probabilities))
        assert found != (0.0, 1.0, 0.0)


def test_a_reading_stays_as_it_was(model: FollowedModel) -> None:
    view = seen(played("cc" + "cc"))
    solver = RangeTurn(turn_spot(at_turn(model, view.betting, TURN), TURN), 0)
    solver.run(3)
    first = solver.read()
    before = first.choice(view)
    solver.run(30)
    again, now = first.choice(view), solver.read().choice(view)
    assert before is not None
    assert again is not None
    assert now is not None
    np.testing.assert_array_equal(before.probabilities, again.probabilities)
    assert np.abs(now.probabilities - before.probabilities).max() > 1e-4


def test_a_hand_without_reach_is_not_guided(model: FollowedModel) -> None:
    """Take all betting of a hand out of the average: the raise after its bet finds nothing."""
    view, later = seen(played("cc" + "cc")), seen(played("cc" + "cc" + "rr"))
    solver = RangeTurn(turn_spot(at_turn(model, view.betting, TURN), TURN), 0)
    solver.run(10)
    assert solver.read().choice(later) is not None
    level = solver.resolver.solver.levels[0]
    hand = int(np.flatnonzero(solver.resolver.solver.hands[0].holdings == holding_index(*view.hole))[0])
    slot = int(level.street.forests[0].slot[0])
    level.stores[0].sums[0, slot + 1, hand] = 0.0
    assert solver.read().choice(later) is None
    assert solver.read().choice(view) is not None


# The linear program ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def program_parts() -> tuple[AtTurn, AtTurn]:
    """Two sets of ranges: all hands alike, and a strong against a weak one."""
    live = np.asarray(~np.isin(HOLDING_CARDS, TURN).any(axis=1), float)
    strong = np.where((live > 0) & (Range("88+,A9s+,KTs+,AJo+").weights > 0), 1.0, FLOOR) * live
    return AtTurn(live, live, 40), AtTurn(strong, live, 80)


@pytest.mark.parametrize("position", [0, 1])
@pytest.mark.parametrize("which", [0, 1])
def test_the_program_is_worth_what_cfr_finds(program_parts: tuple[AtTurn, AtTurn], which: int, position: int) -> None:
    """The same classes by simplex and by CFR: the value of one lies between the best responses of the other."""
    turn = ProgramTurn(board_classes(TURN, 3, 7), program_parts[which], position)
    assert turn.deliberate(0.0, time.monotonic() + 120.0) == pytest.approx(0.0, abs=1e-7)
    solver = AbstractSolver(turn.game, parse_method("dcfr(gamma=5)"))
    solver.iterate(1500)
    measured = solver.exploitability()
    value = (turn.standing.lower + turn.standing.upper) / 2
    assert -measured.best[1] - 1e-6 <= value <= measured.best[0] + 1e-6
    assert measured.chips < 2e-3 * turn.pot


@pytest.mark.parametrize("position", [0, 1])
def test_what_is_read_early_can_be_played_and_only_gets_better(
    program_parts: tuple[AtTurn, AtTurn], position: int
) -> None:
    """The simplex method that is chosen keeps the own plan feasible, so its guarantee never falls."""
    turn = ProgramTurn(board_classes(TURN, 3, 7), program_parts[0], position)
    view = seen(played("cc" + "cc" + "c" * position))
    worth = []
    for _ in range(6):
        turn.run(60)
        found = turn.read().choice(view)
        assert found is None or found.probabilities.sum() == pytest.approx(1.0)
        worth.append(turn.standing.lower if position == 0 else -turn.standing.upper)
    assert (np.diff(worth) > -1e-7).all()
    assert worth[-1] > worth[0]


def test_the_program_is_interrupted_read_and_resumed(program_parts: tuple[AtTurn, AtTurn]) -> None:
    turn = ProgramTurn(board_classes(TURN, 8, 24), program_parts[0], 0)
    turn.start()
    deadline = time.monotonic() + 60.0
    while not turn.program.iterations and time.monotonic() < deadline and turn._worker is not None:
        time.sleep(0.02)
        turn.stop()
        steps = turn.iterations
        turn.start()
    turn.stop()
    assert turn.iterations >= steps > 0
    before = turn.standing
    turn.run(200)
    assert turn.iterations > steps
    assert turn.standing.lower >= before.lower - 1e-9  # what position 0 wins at least


def test_gs1_plays_by_its_program() -> None:
    """The nuts are never folded by classes either, and every plan that is read is legal."""
    agent = GS1(method="lp", turn_classes=4, river_classes=12, iterations=4000)
    found = odds(agent, seen(played("cc" + "cc" + "cc" + "r", "7c3dKdKc", "KsKh4c2s8d")))
    assert found[0] == pytest.approx(0.0, abs=1e-9)
    assert sum(found) == pytest.approx(1.0)


def test_the_published_size_of_a_turn_s_program() -> None:
    """25 and 125 classes: 20,702 rows and columns (a study with another program found the same number)."""
    from riverboat.solve.abstract.models import turn_game
    from riverboat.solve.shrink import program_shape

    live = np.asarray(~np.isin(HOLDING_CARDS, TURN).any(axis=1), float)
    game = turn_game(board_classes(TURN), live, live, 40)
    assert game.view_counts == (25, 125)
    rows = program_shape(game.betting, game.view_counts)
    assert rows == (20_702, 20_702)


def test_all_holdings_are_views() -> None:
    classes = board_classes(TURN, 3, 7)
    assert classes.by_holding(TURN).shape == (HOLDINGS,)
