"""Models of games for everybody: sizes before the work, files that play the real game, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_models import BUCKETS, counted, small_model

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.agents.registry import make_agent
from riverboat.agents.strategy import StrategyAgent
from riverboat.arena import run_match
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import NotationError, RiverboatError
from riverboat.files import read_arrays, write_arrays
from riverboat.games import Action, State, parse_game
from riverboat.games.view import View
from riverboat.progress import Progress
from riverboat.solve import load_policy, solve
from riverboat.solve.abstract.engine import make_model, model_solver
from riverboat.solve.abstract.model import AbstractModel, Model, parse_model
from riverboat.solve.abstract.models import limit_holdem
from riverboat.solve.abstract.policy import ModelPolicy
from riverboat.solve.abstract.strategy import KIND, AbstractStrategy
from riverboat.solve.abstract.tree import build_abstract
from riverboat.solve.betting import TooLargeError
from riverboat.solve.core.exploitability import Exploitability

FOLD, CALL = Action.fold(), Action.check_or_call()
SELBY = "preflop_holdem"


@pytest.mark.parametrize("text", ["four_rounds", "preflop(raises=4)", "postflop(pot=4)", "postflop(pot=8,raises=2)"])
def test_a_model_is_its_text(text: str) -> None:
    assert str(parse_model(text)) == text
    assert parse_model("postflop(6)") == Model("postflop", pot=6)


@pytest.mark.parametrize(
    "text", ["five_rounds", "four_rounds(pot=2)", "postflop(pot=3)", "preflop(raises=9)", "postflop(pot=x)", "a b("]
)
def test_no_such_model(text: str) -> None:
    with pytest.raises(NotationError, match="model"):
        parse_model(text)


@pytest.mark.parametrize(
    ("buckets", "model", "sequences", "sets", "ends"),
    [
        (7, "postflop", (171_571, 171_571), 68_628, ((6, 0), (42, 0), (294, 343))),
        (6, "postflop", (108_421, 108_421), 43_368, ((6, 0), (42, 0), (294, 343))),
        (6, "preflop", (108_421, 108_427), 43_368, ((7, 0), (42, 0), (294, 343))),
        (6, "four_rounds", (4_553_701, 4_553_707), 1_821_480, ((7, 0), (42, 0), (294, 0), (2058, 2401))),
    ],
)
def test_sizes_are_known_before_the_work(
    buckets: int, model: str, sequences: tuple[int, int], sets: int, ends: tuple[tuple[int, int], ...]
) -> None:
    """The table of the plan: three bets on a street, for each player."""
    found = make_model(limit_holdem(), f"psopti({buckets})", model)
    size = found.size
    assert size.views == tuple(buckets**street for street in range(1, len(ends) + 1))
    assert tuple(each.sequences for each in size.positions) == sequences
    assert tuple(each.information_sets for each in size.positions) == (sets, sets)
    assert size.ends == ends
    assert f"{sequences[0]:,} and {sequences[1]:,}" in str(size)


def test_the_memory_that_is_announced_is_what_the_arrays_take() -> None:
    model = small_model(raises=2)
    tree = build_abstract(counted(model))
    matrices = sum(views**2 for views in model.views) + model.views[-1] ** 2
    assert model.size.numbers == tree.numbers
    rows = tree.row_sizes[0] + sum(tree.row_sizes)  # reach for both players
    assert model.size.bytes(np.float32) == 4 * (2 * tree.numbers + rows) + 16 * matrices


def test_memory_that_will_not_suffice_is_said_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.solve.abstract.model.available_memory", lambda: 100_000_000)
    monkeypatch.setattr(AbstractModel, "build", lambda *_: pytest.fail("cards were counted"))
    with pytest.raises(TooLargeError, match=r"psopti\(6\), four_rounds: 9,107,406 choices need 2\d\d MB, 60.0 MB are"):
        model_solver(limit_holdem(), "psopti(6)")


@pytest.mark.parametrize(
    ("game", "abstraction", "model", "said"),
    [
        ("holdem(betting=limit)", None, "four_rounds", "need an abstraction"),
        ("holdem(betting=limit)", "quantiles(ehs,20)", None, "160,000 histories"),
        ("holdem(betting=limit,blinds=1/2)", "psopti(6)", None, "does not play"),
        ("holdem", "psopti(6)", None, "does not play"),
        ("kuhn", "psopti(6)", None, "does not play kuhn"),
        (SELBY, "psopti(6)", "four_rounds", "one betting round"),
        ("preflop_holdem(players=3)", "psopti(6)", None, "two players"),
        ("preflop_holdem(betting=no-limit)", "psopti(6)", None, "bet by limit"),
        ("postflop_holdem(pot=40)", "psopti(6)", "postflop(pot=2)", "of another game"),
        ("postflop_holdem(bets=5/10)", "psopti(6)", None, "of another game"),
    ],
)
def test_models_of_other_games_are_refused(game: str, abstraction: str | None, model: str | None, said: str) -> None:
    with pytest.raises(RiverboatError, match=said):
        make_model(parse_game(game), abstraction, model)


def test_methods_that_cannot_solve_a_model_are_refused() -> None:
    with pytest.raises(NotationError, match="solved by one of cfr"):
        solve("holdem(betting=limit)", "external", abstraction="psopti(6)")
    with pytest.raises(RiverboatError, match="without pruning"):
        solve("holdem(betting=limit)", prune=True, abstraction="psopti(6)")


# Selby's game ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def selby(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("selby") / "selby.strategy"
    solution = solve(SELBY, target=0.001)
    solution.save(path)
    return path


def test_the_catalogue_s_game_is_solved_by_its_169_hands(selby: Path) -> None:
    """The big blind wins 0.0219 small bets of ten chips."""
    policy = load_policy(selby, parse_game(SELBY))
    found = policy.exploitability()
    assert found.chips <= 0.00101
    assert found.values[0] / 10 == pytest.approx(0.0219, abs=1e-3)


def test_stakes_do_not_matter_but_for_the_unit() -> None:
    usual, doubled = (solve(game, iterations=200) for game in (SELBY, "preflop_holdem(blinds=10/20)"))
    assert doubled.exploitability.values[0] == pytest.approx(2 * usual.exploitability.values[0])


def test_its_file_plays_and_loses_to_nobody(selby: Path) -> None:
    result = run_match([str(selby), "always_raise"], SELBY, 3000, "duplicate", seed=3)
    won = result.players[0].chips
    assert won.mean > 3 * won.standard_error
    assert not result.players[0].faults


def test_its_file_is_refused_elsewhere(selby: Path) -> None:
    for game in ("holdem(betting=limit)", "kuhn", "preflop_holdem(players=3)", "preflop_holdem(blinds=10/20)"):
        with pytest.raises(RiverboatError, match="this strategy is for preflop_holdem"):
            load_policy(selby, parse_game(game))
    deeper = parse_game("preflop_holdem(stacks=5000)")
    load_policy(selby, deeper).require_game(deeper)


def test_damaged_files_are_refused(selby: Path, tmp_path: Path) -> None:
    header, arrays = read_arrays(selby, KIND)
    whole = selby.read_bytes()
    bad = tmp_path / "bad.strategy"
    bad.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(RiverboatError, match="cut off"):
        make_agent(str(bad))
    flipped = bytearray(whole)
    flipped[-1000] ^= 255
    bad.write_bytes(bytes(flipped))
    with pytest.raises(RiverboatError, match="is damaged"):
        make_agent(str(bad))
    for change, said in (
        ({"model": "four_rounds"}, "one betting round"),
        ({"game": "leduc"}, "does not play leduc"),
        ({"bucketing": "psopti(6)", "abstraction": "psopti(6)-00000000"}, "its abstraction is psopti"),
        ({"bucketing": "psopti(5)"}, "psopti has 6 or 7"),
        ({"iterations": "many"}, "its header is damaged"),
    ):
        write_arrays(bad, KIND, {**header, **change}, arrays)
        with pytest.raises(RiverboatError, match=said):
            load_policy(bad)
    for name, values in (("probabilities", -np.ones(len(arrays["probabilities"]))), ("edge", 2 * arrays["pairs"])):
        write_arrays(bad, KIND, header, {**arrays, name: values})
        with pytest.raises(RiverboatError, match=r"bad\.strategy"):
            load_policy(bad)


def test_a_bucketing_that_changed_is_never_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is the same, the buckets are not: the checksum says it."""
    monkeypatch.setattr("riverboat.solve.abstract.policy.parse_any_bucketing", lambda _: BUCKETS)
    model = small_model("postflop", raises=1)
    tree = build_abstract(counted(model))
    path = tmp_path / "model.strategy"
    ModelPolicy(model, AbstractStrategy(tree, np.ones(tree.numbers))).save(path)
    assert load_policy(path).exploitability().chips > 0
    monkeypatch.setattr(type(BUCKETS.streets[1]), "identity", property(lambda self: f"other edges {self.street}"))
    with pytest.raises(RiverboatError, match=r"its abstraction is two buckets-.*, here it is two buckets-"):
        load_policy(path)


def test_an_interrupted_solve_is_resumed_to_the_same_numbers(tmp_path: Path) -> None:
    file = tmp_path / "run"

    def interrupt(now: Progress[Exploitability]) -> None:
        if now.detail is not None and now.done >= 30:
            raise KeyboardInterrupt

    broken = solve(SELBY, iterations=150, checkpoint=file, on_progress=interrupt)
    assert broken.stopped == "interrupted"
    assert 30 <= broken.iterations < 150
    resumed = solve(SELBY, iterations=150, checkpoint=file)
    assert resumed.exploitability == solve(SELBY, iterations=150).exploitability
    with pytest.raises(RiverboatError, match="its method is"):
        solve(SELBY, "dcfr", iterations=150, checkpoint=file)


# At the table ---------------------------------------------------------------------------------------------------------


def random_policy(model: AbstractModel, seed: int = 1) -> ModelPolicy:
    """Plays a model at random, but always the same."""
    tree = build_abstract(counted(model))
    shares = np.random.default_rng(seed).random(tree.numbers) + 0.01
    return ModelPolicy(model, AbstractStrategy(tree, shares))


def played(letters: str, game: str = "holdem(betting=limit)", seed: int = 5) -> View:
    """What the player to act sees after these actions."""
    deck = np.random.default_rng(seed).permutation(52).tolist()
    state = State(parse_game(game), deck)
    for letter in letters:
        interval = state.raise_interval()
        state.apply({"f": FOLD, "c": CALL}.get(letter) or Action.raise_to((interval or (0, 0))[0]))
    assert state.actor is not None
    return View(state, state.actor)


@pytest.mark.parametrize("letters", ["", "c", "rr", "ccc", "ccrr", "ccccr", "ccccccc"])
def test_a_range_is_played_hand_by_hand(letters: str) -> None:
    policy, view = random_policy(small_model(raises=2)), played(letters)
    actions, rows = policy.range_probabilities(view.betting, view.board)
    own = next(number for number, cards in enumerate(HOLDING_CARDS.tolist()) if sorted(cards) == sorted(view.hole))
    alone = policy.probabilities(view)
    assert alone.actions == actions
    assert alone.probabilities == pytest.approx(rows[own])
    assert rows.sum(axis=1) == pytest.approx(np.ones(1326))


def test_bets_that_the_model_does_not_have_are_called_and_never_made() -> None:
    policy = random_policy(small_model(raises=2))
    assert policy.probabilities(played("ccrrr")).actions == (CALL,)
    assert policy.probabilities(played("ccrr")).actions == (FOLD, CALL)


def test_a_postflop_model_plays_its_game_and_calls_before_the_flop() -> None:
    policy = random_policy(small_model("postflop", raises=2))
    policy.require_game(parse_game("postflop_holdem"))
    policy.require_game(parse_game("holdem(betting=limit)"))
    with pytest.raises(RiverboatError, match="of another game"):
        policy.require_game(parse_game("postflop_holdem(pot=40)"))
    assert policy.probabilities(played("r")).actions == (CALL,)
    same = [played("cc" + "crr"), played("crr", "postflop_holdem")]
    first, second = (policy.probabilities(view) for view in same)
    assert first.actions == second.actions == (FOLD, CALL)
    result = run_match([lambda: StrategyAgent(policy), "random"], "postflop_holdem", 200, strict=True)
    assert not result.players[0].faults


def test_a_model_that_ends_too_early_does_not_sit_down() -> None:
    policy = random_policy(small_model("preflop", raises=1))
    with pytest.raises(RiverboatError, match="says nothing about later streets"):
        policy.require_game(parse_game("holdem(betting=limit)"))


def test_the_best_response_wins_what_is_said_of_it() -> None:
    """Played against the strategy it answers, in the abstract game; where no view gets it has no answer."""
    policy = random_policy(small_model("postflop", raises=2))
    tree, best = policy.strategy.tree, policy.exploitability().best
    answer = policy.best_response().strategy
    for position in (0, 1):
        mixed = AbstractStrategy(tree, np.zeros(tree.numbers, np.float32))
        for node in tree.places:
            whose = answer if tree.game.betting.player[node] == position else policy.strategy
            mixed.rows(node)[:] = whose.at_node(node).T
        assert mixed.exploitability().values[position] == pytest.approx(best[position], abs=1e-4)
    assert set(np.unique(answer.shares).tolist()) == {0.0, 1.0}


@pytest.mark.slow
def test_psopti_s_postflop_model_is_solved_and_written(tmp_path: Path) -> None:
    """Real buckets and real boards; takes the tables of psopti(7), minutes if they are not there."""
    solution = solve("postflop_holdem", abstraction="psopti(7)", target=0.05)
    assert solution.exploitability.chips <= 0.05
    path = tmp_path / "postflop.strategy"
    solution.save(path)
    assert parse_bucketing("psopti(7)").identity == read_arrays(path, KIND)[0]["abstraction"]
    result = run_match([str(path), "always_call"], "postflop_holdem", 4000, "duplicate", seed=1)
    assert result.players[0].chips.interval().low > 0
