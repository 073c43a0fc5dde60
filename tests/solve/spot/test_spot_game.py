"""A solved spot sits down: the game that it plays, and what it does about bets that its tree does not have."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riverboat.agents.strategy import StrategyAgent
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError
from riverboat.games import Action, State, parse_game
from riverboat.games.play import decks, play_hand
from riverboat.games.view import View
from riverboat.solve.core.policy import Policy
from riverboat.solve.solving import load_policy, make_engine, solve
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.resolving_policy import ResolvingPolicy
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.solver import RangeSolver
from riverboat.solve.spot.spot import Spot

RIVER = Spot("QsJh2h8d4c", oop="QQ,AhKh,T9s,77", ip="JJ,AQs,KTs,65s:0.5", pot=200, stack=400, bets="50%,a", raises="a")
TURN = Spot("QsJh2h8d", oop="QQ,AhKh,T9s", ip="JJ,AsQd,KhTh", pot=200, stack=400, bets="50%,a", raises="a")
SHORT = Spot("QsJh6h8d9c", oop="QQ,AhKh,T9s", ip="JJ,AQs,KTs", pot=200, stack=400, bets="50%", deck="short")


def _actor(state: State) -> int:
    assert state.actor is not None
    return state.actor


def mean_payoffs(spot: Spot, policy: Policy) -> np.ndarray:
    """What both win on average if both play the policy, deal by deal and decision by decision through the dealer."""
    rules = spot.rules
    first, second = (live.weights for live in spot.ranges)
    plain = rules.deck.parse_cards(spot.board)
    total, mass = np.zeros(2), 0.0
    for mine in np.flatnonzero(first):
        for theirs in np.flatnonzero(second):
            cards = [*HOLDING_CARDS[mine], *HOLDING_CARDS[theirs]]
            if len(set(cards)) < 4:
                continue
            from_standard = [rules.deck.parse_card(text) for text in map(_text, cards)]
            state = State(rules, (*from_standard, *plain))
            weight = first[mine] * second[theirs]
            total += weight * _played_out(state, policy)
            mass += weight
    return total / mass


def _text(card: int) -> str:
    return "23456789TJQKA"[card // 4] + "cdhs"[card % 4]


def _played_out(state: State, policy: Policy) -> np.ndarray:
    if state.payoffs is not None:
        return np.array(state.payoffs, float)
    found = policy.probabilities(View(state, _actor(state)))
    worth = [
        share * _played_out(state.child(action), policy)
        for action, share in zip(found.actions, found.probabilities, strict=True)
        if share > 0.0
    ]
    return np.asarray(sum(worth))


@pytest.mark.parametrize("spot", [RIVER, SHORT, replace(RIVER, rake=0.05, rake_cap=20)])
def test_played_by_the_dealer_it_wins_what_the_solver_says(spot: Spot) -> None:
    """The game, the deck and the lines of the policy against the values of the solver, computed without any dealer."""
    solution = spot.solve(iterations=100)
    node = solution.node()
    expected = np.array([node.oop.total.ev, node.ip.total.ev]) - spot.pot / 2
    assert mean_payoffs(spot, solution.policy) == pytest.approx(expected, abs=1e-3)


def test_it_plays_whole_hands_on_every_street() -> None:
    solution = TURN.solve(iterations=60)
    agents = [StrategyAgent(solution.policy), StrategyAgent(solution.policy)]
    for deck, _ in zip(decks(TURN.rules, 4), range(60), strict=False):
        hand = play_hand(TURN.rules, agents, deck, strict=True)
        assert sum(hand.payoffs) == 0


def facing(rules_of: Spot, *actions: Action) -> View:
    """What the player to act sees after these actions, with the deck of a certain seed."""
    state = State(rules_of.rules, next(decks(rules_of.rules, 7)))
    for action in actions:
        state.apply(action)
    return View(state, _actor(state))


def test_a_bet_that_the_tree_does_not_have_is_answered_well() -> None:
    """OOP checks, IP bets 140 into 200. Whatever IP does in a tree with this bet, he wins hardly more than an
    equilibrium of that tree gives him; against a player who folds to every such bet he would win much more."""
    solution = RIVER.solve("0.05%")
    wider = replace(RIVER, add=("x/b140",))
    view = facing(RIVER, Action.check_or_call(), Action.raise_to(140))
    answer = ResolvingPolicy(solution, iterations=400).range_probabilities(view.betting, view.board)
    assert answer.actions == tuple(Action(*each) for each in (("fold", 0), ("check_or_call", 0), ("raise_to", 400)))

    def ip_can_win(rows: np.ndarray) -> float:
        """IP's best response to OOP as he was solved, with this answer to the new bet."""
        solver = RangeSolver.of(wider)
        tree, old = wider.tree(), solution.solver
        kept = [node.line for node in old.tree if node.actions and node.player == 0]
        locks = [Lock(line, _rows(solution, line)) for line in kept] + [Lock("x/b140", rows.T)]
        assert tree.find("x/b140").node.actions
        solver = RangeSolver.of(wider, locks=locks)
        solver.iterate(1)
        return float(solver.exploitability().best[1])

    equilibrium = float(wider.solve("0.05%").exploitability.best[1])
    assert ip_can_win(answer.probabilities) <= equilibrium + 0.01 * RIVER.pot
    never = np.zeros_like(answer.probabilities)
    never[:, 0] = 1.0
    assert ip_can_win(never) > equilibrium + 0.05 * RIVER.pot


def _rows(solution: Solution, line: str) -> np.ndarray:
    rows = solution.policy.solution.solver.policy().at(line).probabilities.T
    return np.asarray(rows / rows.sum(axis=0))


def test_its_own_strategy_before_the_bet_stays_as_it_was() -> None:
    """The range with which OOP checked is the range with which the new bet is answered."""
    solution = RIVER.solve(iterations=200)
    policy = solution.policy
    view = facing(RIVER, Action.check_or_call(), Action.raise_to(140))
    policy.range_probabilities(view.betting, view.board)
    (stage,) = policy._again.values()
    before, after = solution.solver.policy().at(""), stage.policy.at("")
    live = solution.solver.hands[0].holdings
    assert after.probabilities[live] == pytest.approx(before.probabilities[live], abs=1e-4)


def test_the_same_line_is_answered_in_the_same_way() -> None:
    solution = RIVER.solve(iterations=100)
    view = facing(RIVER, Action.check_or_call(), Action.raise_to(140))
    first, second = (ResolvingPolicy(solution).probabilities(view).probabilities for _ in range(2))
    assert first.tolist() == second.tolist()


def test_on_a_later_street_it_solves_that_street_again() -> None:
    """Both check the turn; on the river IP bets what the tree does not have, then all cards play on."""
    solution = TURN.solve(iterations=150)
    check = Action.check_or_call()
    view = facing(TURN, check, check, check, Action.raise_to(57))
    policy = solution.policy
    found = policy.probabilities(view)
    assert found.probabilities.sum() == pytest.approx(1.0, abs=1e-5)
    assert Action.fold() in found.actions
    (stage,) = policy._again.values()
    assert (len(stage.spot.cards), stage.spot.pot) == (5, 200)


def test_even_after_a_line_that_the_strategy_never_plays() -> None:
    """IP's strategy never bets here; a player who does it anyway may hold any hand of his range."""
    spot = replace(TURN, lock=("x: x=1",))
    solution = spot.solve(iterations=60)
    check = Action.check_or_call()
    view = facing(spot, check, Action.raise_to(100), check, check, Action.raise_to(33))
    policy = solution.policy
    assert policy.probabilities(view).probabilities.sum() == pytest.approx(1.0, abs=1e-5)
    (stage,) = policy._again.values()
    assert not stage.policy.solver.locks  # that of the turn says nothing about the river


def test_random_opponents_never_bring_it_to_a_fault() -> None:
    from riverboat.arena import run_match

    solution = TURN.solve(iterations=60)

    def solved() -> StrategyAgent:
        return StrategyAgent(ResolvingPolicy(solution, iterations=10))

    result = run_match([solved, "random"], TURN.rules, 150, "duplicate", seed=5, strict=True)
    assert result.hands >= 150


# Files ----------------------------------------------------------------------------------------------------------------


def test_a_file_plays_its_own_spot_and_no_other_game(tmp_path: Path) -> None:
    path = tmp_path / "river.strategy"
    solution = solve(RIVER, iterations=40, checkpoint=tmp_path / "run.solution")
    solution.save(path)
    policy = load_policy(path)
    assert isinstance(policy, ResolvingPolicy)
    assert policy.exploitability().chips == pytest.approx(solution.exploitability.chips, rel=1e-6)
    policy.require_game(RIVER.rules)
    load_policy(path, RIVER.rules)
    with pytest.raises(RiverboatError, match="this solution is for spot_"):
        load_policy(path, parse_game("leduc"))
    with pytest.raises(RiverboatError, match="this solution is for spot_"):
        policy.require_game(replace(RIVER, ip="KK").rules)
    with pytest.raises(FileFormatError, match="another spot"):
        load_policy(path, replace(RIVER, pot=300))


def test_a_run_is_resumed_from_its_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run.solution"
    solve(RIVER, iterations=30, checkpoint=path)
    resumed = solve(RIVER, iterations=70, checkpoint=path)
    straight = solve(RIVER, iterations=70)
    assert resumed.iterations == straight.iterations == 70
    assert resumed.exploitability.chips == straight.exploitability.chips


def test_what_is_not_for_spots_is_refused() -> None:
    with pytest.raises(RiverboatError, match="without pruning"):
        solve(RIVER, prune=True)
    with pytest.raises(RiverboatError, match="a spot is solved by one of"):
        solve(RIVER, "external")
    with pytest.raises(RiverboatError, match="hands come from ranges"):
        make_engine(RIVER.rules)
