"""Solved games at the table: a strategy file wins what the strategy is worth, and refuses other games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.agents.extraction import extract_strategy
from riverboat.agents.registry import make_agent
from riverboat.agents.strategy import StrategyAgent
from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games.acpc.standard import standard_game
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.play import decks, play_hand
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.solve.cfr import TreeSolver
from riverboat.solve.core import Runner
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.response import best_response, calling, exploitability, game_values
from riverboat.solve.strategy import Strategy
from riverboat.solve.tree import GameTree

KUHN = GameTree.build(parse_game("kuhn"))
LEDUC = GameTree.build(parse_game("leduc"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Strategy files: equilibria of Kuhn and Leduc, and the best response to a caller."""
    found = tmp_path_factory.mktemp("strategies")
    for tree in (KUHN, LEDUC):
        solver = TreeSolver(tree)
        Runner(solver).run(target=1e-3)
        Strategy(tree, solver.average, Origin("cfr+")).save(found / f"{tree.rules.name}.strategy")
    caller = calling(LEDUC)
    answers = [best_response(LEDUC, caller, position).strategy for position in (0, 1)]
    mine = np.where(LEDUC.set_player[LEDUC.entry_set] == 0, *answers)
    Strategy(LEDUC, mine, Origin("best response")).save(found / "greedy.strategy")
    return found


def test_a_best_response_wins_its_value_at_the_table(folder: Path) -> None:
    """Both play as the files and the tree say, so the exact value lies within the match's interval."""
    caller = calling(LEDUC)
    worth = sum(best_response(LEDUC, caller, position).value for position in (0, 1)) / 2
    result = run_match([str(folder / "greedy.strategy"), "always_call"], "leduc", 3000, seed=1)
    won = result.players[0].chips
    assert abs(won.mean - worth) < 4 * won.standard_error
    assert not result.players[0].faults


def test_a_strategy_plays_every_description_of_its_game(folder: Path) -> None:
    """The competition's Leduc has blinds for antes and other names of cards; the hands are the same, chip for chip."""
    deck_rules, theirs = parse_game("leduc"), standard_game("leduc.limit.2p")
    for number, deck in zip(range(100), decks(deck_rules, 3), strict=False):
        won = []
        for rules in (deck_rules, theirs):
            agents = [make_agent(str(folder / "leduc.strategy")) for _ in range(2)]
            for place, agent in enumerate(agents):
                agent.rng.seed(number * 2 + place)
            won.append(play_hand(rules, agents, deck, strict=True).payoffs)
        assert won[0] == won[1]


def test_an_equilibrium_loses_to_nobody(folder: Path) -> None:
    result = run_match([str(folder / "kuhn.strategy"), "always_raise"], "kuhn", 4000, seed=2)
    won = result.players[0].chips
    assert won.mean > -3 * won.standard_error


def test_at_another_table_a_strategy_refuses(folder: Path) -> None:
    agent = make_agent(str(folder / "kuhn.strategy"))
    state = State(parse_game("leduc"), range(6))
    with pytest.raises(RiverboatError, match="this strategy is for kuhn, not for leduc"):
        agent.act(View(state, 0))
    with pytest.raises(RiverboatError, match="cannot play this game: this strategy is for kuhn, not for leduc"):
        run_match([str(folder / "kuhn.strategy"), "always_call"], "leduc", 10)


def test_files_that_are_wrong_are_refused_when_the_player_is_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match="No such file"):
        make_agent(str(tmp_path / "none.strategy"))
    broken = tmp_path / "broken.strategy"
    broken.write_bytes((folder / "kuhn.strategy").read_bytes()[:200])
    with pytest.raises(RiverboatError, match=r"broken\.strategy"):
        make_agent(str(broken))


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "x.strategy"
    Strategy(KUHN, KUHN.uniform(), Origin("first")).save(path)
    first = make_agent(str(path))
    Strategy(KUHN, KUHN.uniform(), Origin("second")).save(path)
    second = make_agent(str(path))
    assert isinstance(first, StrategyAgent)
    assert isinstance(second, StrategyAgent)
    assert isinstance(first.policy, Strategy)
    assert isinstance(second.policy, Strategy)
    assert (first.policy.origin.method, second.policy.origin.method) == ("first", "second")


def test_cards_of_one_street_may_come_in_any_order() -> None:
    """A board of two cards at once is one board, whichever of them is turned first."""
    rules = two_card_board()
    tree = GameTree.build(rules)
    agent = StrategyAgent(Strategy(tree, tree.uniform(), Origin("uniform")))
    for _, deck in zip(range(30), decks(rules, 3), strict=False):
        hand = play_hand(rules, [agent, agent], deck, strict=True)
        assert sum(hand.payoffs) == 0


def two_card_board() -> Rules:
    """Leduc with two cards on the flop."""
    from dataclasses import replace

    leduc = parse_game("leduc(cards=8)")
    first, second = leduc.streets
    return replace(leduc, streets=(first, replace(second, board=2)))


@pytest.mark.parametrize("tree", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_deterministic_players_are_known_by_one_query(tree: GameTree) -> None:
    assert np.array_equal(extract_strategy(tree, "always_call", queries=1), calling(tree))


def test_probabilities_are_estimated(folder: Path) -> None:
    """400 queries estimate a probability to within four times 0.5 / sqrt(400)."""
    path = folder / "kuhn.strategy"
    truth = make_agent(str(path))
    assert isinstance(truth, StrategyAgent)
    assert isinstance(truth.policy, Strategy)
    found = extract_strategy(KUHN, str(path), queries=400, seed=3)
    assert np.abs(found - truth.policy.vector).max() < 0.1
    assert exploitability(KUHN, found).chips < 0.1


def test_players_are_led_through_the_hand_before_they_are_asked(tmp_path: Path) -> None:
    """A player who counts what it hears knows all actions before its decision, and its own cards."""
    source = tmp_path / "listener.py"
    source.write_text(
        "from riverboat.games import Action, Agent\n"
        "class Listener(Agent):\n"
        "    def begin(self, view):\n"
        "        self.heard, self.cards = 0, view.hole\n"
        "    def observe(self, view, position, action):\n"
        "        self.heard += 1\n"
        "    def act(self, view):\n"
        "        assert self.heard == len(view.actions) and self.cards == view.hole\n"
        "        return view.check_or_call()\n"
    )
    assert np.array_equal(extract_strategy(LEDUC, f"{source}:Listener", queries=1), calling(LEDUC))


class Illegal(Agent):
    def act(self, view: View) -> Action:
        return Action.raise_to(99)


def test_an_answer_that_is_not_in_the_tree_is_named(tmp_path: Path) -> None:
    from riverboat.agents.registry import register

    register("illegal_for_test", Illegal)
    with pytest.raises(RiverboatError, match=r"illegal_for_test: .*99.* is not in the tree"):
        extract_strategy(KUHN, "illegal_for_test", queries=1)


def test_the_value_of_always_calling_is_what_the_tree_says() -> None:
    """Two callers in Kuhn win nothing: every deal has its mirror image."""
    assert game_values(KUHN, calling(KUHN)) == pytest.approx((0.0, 0.0), abs=1e-12)
