"""Every game of the catalogue is a PettingZoo environment, by PettingZoo's own tests."""

from __future__ import annotations

import warnings
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.games import State, View, decks, games, make_game, parse_game
from riverboat.games.tensor import tensor_length, tensor_parts
from riverboat.solve import GameTree
from riverboat.solve.strategy import view_of_set

pettingzoo_test = pytest.importorskip("pettingzoo.test")

from riverboat.bridges.pettingzoo import PokerEnvironment, env  # noqa: E402 (needs PettingZoo)

ALWAYS = ("leduc", "holdem(betting=no-limit,players=3)", "five_card_draw")


def check(game: str, cycles: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # what PettingZoo only warns of is wrong too, but for these two:
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")  # all its games with masks have this
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        pettingzoo_test.api_test(env(game), num_cycles=cycles)
        pettingzoo_test.seed_test(partial(env, game), num_cycles=cycles)


@pytest.mark.parametrize("game", ALWAYS)
def test_pettingzoo_accepts_three_games(game: str) -> None:
    check(game, 20)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", list(games()))
def test_pettingzoo_accepts_every_game(game: str, players: int) -> None:
    if players == 4 and game == "postflop_holdem":
        pytest.skip("it is for two players")
    settings = {"players": players} | ({"cards": 8} if (game, players) == ("leduc", 4) else {})
    check(make_game(game, **settings).identity, 500)


def test_rewards_are_big_blinds_and_sum_to_zero() -> None:
    """No-limit hold'em with blinds of 50 and 100: a small blind that folds loses half a big blind."""
    environment = env("holdem")
    environment.reset(seed=3)
    assert environment.agent_selection == "player_1"  # the button acts first, heads-up
    environment.step(0)
    assert environment.unwrapped.rewards == {"player_0": 0.5, "player_1": -0.5}


def test_the_same_actions_as_the_dealer() -> None:
    """Random play through the environment ends with the chips of our dealer, given the same deck and actions."""
    rng = np.random.default_rng(4)
    environment = PokerEnvironment("five_card_draw(players=3)")
    deck = decks(environment.rules, np.random.default_rng(9))
    environment.reset(seed=9)
    for _ in range(20):
        state = State(environment.rules, next(deck))
        while state.payoffs is None:
            observed = environment.observe(environment.agent_selection)
            legal = environment.legal(View(state, state.actor))  # type: ignore[arg-type]
            assert sorted(legal) == np.flatnonzero(observed["action_mask"]).tolist()
            number = int(rng.choice(sorted(legal)))
            state.apply(legal[number])
            environment.step(number)
        assert [environment.rewards[agent] * 10 for agent in environment.possible_agents] == pytest.approx(
            [float(chips) for chips in state.payoffs]
        )
        environment.reset()


def test_only_one_number_for_each_raise() -> None:
    """Stacks of 3 big blinds: half a pot is the smallest raise, one pot is all-in, two pots are too much."""
    environment = PokerEnvironment("holdem(stacks=300)")
    environment.reset(seed=1)
    legal = {
        environment.actions[number]: action.amount
        for number, action in environment.legal(environment.view("player_1")).items()
    }
    assert legal == {"fold": 0, "check_or_call": 0, "raise min": 200, "raise max": 300}


def test_an_illegal_action_is_refused() -> None:
    environment = PokerEnvironment("kuhn")
    environment.reset(seed=1)
    with pytest.raises(RiverboatError, match="player_0: fold is not legal now"):
        environment.step(0)
    wrapped = env("kuhn")
    wrapped.reset(seed=1)
    wrapped.step(0)
    assert wrapped.unwrapped.rewards["player_0"] == -1.0


@pytest.mark.parametrize("raises", [(0.0,), (-1.0, 1.0)])
def test_raises_are_above_zero(raises: tuple[float, ...]) -> None:
    with pytest.raises(RiverboatError, match="fractions of the pot, above 0"):
        PokerEnvironment("holdem", raises=raises)


# The numbers of a view ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "sets"), [("kuhn", 12), ("kuhn(players=3)", 48), ("leduc", 936)])
def test_tensors_tell_all_information_sets_apart(game: str, sets: int) -> None:
    tree = GameTree.build(parse_game(game))
    rows = {view_of_set(tree, each).tensor().tobytes() for each in range(tree.sets)}
    assert len(rows) == tree.sets == sets


@pytest.mark.parametrize("game", list(games()))
def test_a_tensor_hides_what_the_view_hides(game: str) -> None:
    """Deals that differ in the opponent's face-down cards only look the same, and no number leaves 0 to 1."""
    rules = make_game(game)
    parts = tensor_parts(rules)
    assert [each.stop for each in parts.values()][:-1] == [each.start for each in parts.values()][1:]
    first = State(rules, next(decks(rules, 2)))
    row = View(first, 0).tensor()
    assert row.shape == (tensor_length(rules),)
    assert row.min() >= 0.0
    assert row.max() <= 1.0
    assert row[parts["down"]].sum() == len(first.down[0])
    hidden, undealt = first.down[1][0], [card for card in range(rules.deck.size) if card not in first.dealt]
    if undealt:
        swapped = [
            undealt[0] if card == hidden else hidden if card == undealt[0] else card for card in next(decks(rules, 2))
        ]
        assert (View(State(rules, swapped), 0).tensor() == row).all()
        assert (View(State(rules, swapped), 1).tensor() != View(first, 1).tensor()).any()


def test_a_tensor_changes_with_every_action() -> None:
    rules = parse_game("holdem(players=3)")
    states = [State(rules, next(decks(rules, 1)))]
    while states[-1].payoffs is None:
        states.append(states[-1].child(View(states[-1], states[-1].actor).check_or_call()))  # type: ignore[arg-type]
    rows = [View(state, 0).tensor() for state in states]
    assert all((one != other).any() for one, other in pairwise(rows))
