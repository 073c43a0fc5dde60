"""AIVAT at any table: exactly unbiased over every hand of small games, within its interval in hold'em with three."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import sqrt
from random import Random

import numpy as np
import pytest
from small_games import every_hand, random_strategy, seated, small_tree, sparse_strategy

from riverboat.arena import run_match
from riverboat.assess import chance_luck
from riverboat.assess.aivat import node_values
from riverboat.assess.aivat_table import TableAivat, states_of
from riverboat.assess.known_policy import CALL, FOLD, blind_player, policy_player
from riverboat.assess.values import AllInValue, RollOut, assumed
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.play import decks
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.solve.core import ActionProbabilities, Policy
from riverboat.solve.core.policy import ANY_TOTAL
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.strategy import Strategy
from riverboat.solve.tree import Floats, GameTree

RING = ("holdem(betting=limit,players=3)", "holdem(betting=no-limit,players=3,stacks=400)")


class TreeValue:
    """What a strategy is worth from each node of a small game on, exactly."""

    def __init__(self, tree: GameTree, strategy: Floats) -> None:
        self._tree, self._values = tree, node_values(tree, strategy)
        streets = range(len(tree.rules.streets))
        self._deals = [{cards: number for number, cards in enumerate(tree.deals.on(street))} for street in streets]

    def start(self, rules: Rules, stacks: tuple[int, ...], seed: int) -> Floats:
        return np.array(self._values[0][0])

    def of(self, state: State, action: Action | None, seed: int) -> Floats:
        """`follow` leads through deals to the decision behind them; a deal that is not made yet is its parent."""
        betting = self._tree.betting
        path = [done for _, _, done in state.actions] + ([action] if action else [])
        betting_node = betting.follow(path)
        boards = [sum(s.board for s in self._tree.rules.streets[: n + 1]) for n in range(len(self._tree.rules.streets))]
        street = boards.index(len(state.board))
        while betting.street[betting_node] > street or (
            betting.player[betting_node] == -1 and betting.street[betting_node] > street
        ):
            betting_node = int(betting.parent[betting_node])
            if betting.player[betting_node] == -1 and betting.street[betting_node] == street + 1:
                break
        deal = self._deals[street][tuple(state.down), state.board]
        return np.array(self._values[betting_node][deal])


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("kuhn(players=3)", ()),
        ("kuhn(players=3)", (0,)),
        ("kuhn(players=3)", (0, 1)),
        ("no-limit leduc", ()),
        ("no-limit leduc", (1,)),
        ("leduc(players=3,bets=1/1,raises=1)", (0, 1)),
    ],
)
def test_the_mean_over_all_hands_is_the_true_value(game: str, known: tuple[int, ...]) -> None:
    """The value strategy is somebody else's."""
    tree = small_tree(game)
    joint = seated(tree, *(sparse_strategy(tree, seed) for seed in range(1, 1 + tree.players)))
    player = Strategy(tree, joint, Origin("test"))
    judge = TableAivat(TreeValue(tree, random_strategy(tree, 9)), {"abc"[position]: player for position in known})
    probabilities, hands = zip(*every_hand(tree, joint), strict=True)
    money = np.array([[float(each) for each in hand.payoffs] for hand in hands])
    estimates = judge.estimates(hands)
    assert np.array(probabilities) @ estimates == pytest.approx(np.array(probabilities) @ money, abs=1e-12)
    assert estimates.sum(axis=1) == pytest.approx(0.0, abs=1e-9)


def test_everybody_known_and_the_right_values_leave_no_variance() -> None:
    tree = small_tree("kuhn(players=3)")
    joint = seated(tree, *(random_strategy(tree, seed) for seed in (1, 2, 3)))
    player = Strategy(tree, joint, Origin("test"))
    judge = TableAivat(TreeValue(tree, joint), dict.fromkeys("abc", player))
    estimates = judge.estimates([hand for _, hand in every_hand(tree, joint)])
    assert np.ptp(estimates, axis=0) == pytest.approx(0.0, abs=1e-12)


@lru_cache
def _ring(game: str, hands: int = 240) -> tuple[Hand, ...]:
    found: list[Hand] = []
    run_match(["acpc_example", "random", "always_call"], game, hands, "duplicate", seed=3, record=found.extend)
    return tuple(found)


def _luck(hands: tuple[Hand, ...], judge: TableAivat) -> tuple[Floats, Floats, Floats]:
    """Money, estimates and their difference by player and deal; the replays of a deal are one value."""
    names = hands[0].players
    seats = np.array([[hand.players.index(name) for name in names] for hand in hands])
    money = np.array([[float(chips) for chips in hand.payoffs] for hand in hands])
    values = judge.estimates(hands)
    rows = np.arange(len(hands))[:, None]
    money, values = money[rows, seats], values[rows, seats]
    return money, values, (money - values).reshape(-1, 6, 3).mean(axis=1)


@pytest.mark.parametrize("known", [(), ("acpc_example",), ("acpc_example", "random", "always_call")])
@pytest.mark.parametrize("game", RING, ids=["limit", "no-limit"])
def test_money_less_the_estimate_is_luck_in_a_ring(game: str, known: tuple[str, ...]) -> None:
    hands = _ring(game)
    judge = TableAivat(AllInValue(100), {name: policy_player(name, 3) for name in known})
    money, values, luck = _luck(hands, judge)
    assert (abs(luck.mean(axis=0)) < 4 * luck.std(axis=0) / sqrt(len(luck))).all()
    assert (money.var(axis=0) > 1.3 * values.var(axis=0)).mean() > 0.5
    assert money.var() > 1.6 * values.var()


def test_any_player_can_be_the_value_function_by_roll_out() -> None:
    """Leduc of three, judged by trials of a fourth player; many of them, so that their noise is small."""
    hands: list[Hand] = []
    run_match(["random", "always_call", "random"], "leduc(players=3)", 120, "duplicate", seed=2, record=hands.extend)
    judge = TableAivat(RollOut("acpc_example", trials=24), {})
    _, _, luck = _luck(tuple(hands), judge)
    assert (abs(luck.mean(axis=0)) < 4 * luck.std(axis=0) / sqrt(len(luck))).all()


@pytest.mark.parametrize("stacks", [(400, 400, 400), (30, 90, 400)])
def test_all_in_values_are_fair_before_every_card(stacks: tuple[int, ...]) -> None:
    """The mean over all turn cards is the value on the flop, side pots included; and nothing is won or lost in all."""
    rules = replace(parse_game(RING[1]), stacks=stacks)
    value = AllInValue()
    for deck in (deck for deck, _ in zip(decks(rules, 4), range(3), strict=False)):
        state = State(rules, deck, stacks)
        while not state.board:
            interval = state.raise_interval()
            if interval and state.raises < 1:
                state.raise_to(min(stacks[2], max(interval[0], min(60, interval[1]))))
            else:
                state.check_or_call()
        if state.actor is None:
            continue
        before = value.of(state, None, 1)
        assert before.sum() == pytest.approx(0.0, abs=1e-9)
        rest = [card for card in deck if card not in state.dealt]
        after = []
        for turn in rest:
            next_state = state.copy()
            next_state.board = (*state.board, turn)
            after.append(value.of(next_state, None, 1))
        assert np.mean(after, axis=0) == pytest.approx(before, abs=1e-9)


def test_a_raise_counts_as_called_for_no_more_than_the_pot() -> None:
    rules = parse_game("holdem(betting=no-limit,players=3,blinds=5/10,stacks=1000)")
    state = State(rules, range(52))
    assert assumed(state.betting) == (10, 10, 10)  # everybody is taken to call the blind
    state.raise_to(1000)
    assert assumed(state.betting) == (35, 35, 35)  # 10 and the pot of 25 that all three matching 10 would leave open
    state.fold()
    assert assumed(state.betting)[0] == 5


def test_a_raise_to_any_total_counts_as_the_smallest() -> None:
    state = State(parse_game("holdem(betting=no-limit,players=3,blinds=5/10,stacks=1000)"), range(52))
    assert state.raise_interval() == (20, 1000)
    value = AllInValue()
    smallest, largest = (value.of(state, Action.raise_to(total), 1).tolist() for total in (20, 1000))
    assert value.of(state, ANY_TOTAL, 1).tolist() == smallest != largest


def test_nobody_known_is_the_luck_of_the_cards_alone() -> None:
    """The same corrections as `chance_luck`, but for a pot before the flop of all who called the blind."""
    hand = next(hand for hand in _ring(RING[0]) if len(hand.board) == 5)
    luck = chance_luck(hand, samples=4000)
    estimate = TableAivat(AllInValue(4000)).estimate(hand)
    assert estimate == pytest.approx(luck.adjusted, abs=0.1 * hand.rules.largest_blind)


def test_two_players_agree_with_the_estimator_that_averages_over_hands() -> None:
    """Both unbiased: their difference has mean zero too."""
    from riverboat.assess import HoldemAivat

    hands: list[Hand] = []
    run_match(
        ["random", "always_call"], "holdem(betting=limit,players=2)", 400, "duplicate", seed=8, record=hands.extend
    )
    known = {"random": policy_player("random")}
    apart = TableAivat(AllInValue(100), known).estimates(hands) - HoldemAivat(known).estimates(hands)
    assert abs(apart[:, 0].mean()) < 4 * apart[:, 0].std() / sqrt(len(hands))


def test_a_hand_may_have_any_number_of_decisions() -> None:
    """450 smallest raises: more decisions than any table of seeds would have been made for."""
    rules = parse_game("holdem(betting=no-limit,players=2,stacks=60000)")
    state = State(rules, next(decks(rules, 1)))
    for _ in range(450):
        interval = state.raise_interval()
        assert interval is not None
        state.raise_to(interval[0])
    state.raise_to(60_000)
    state.check_or_call()
    hand = finished_hand(state, ("a", "b"), rules.stacks)
    assert len(hand.actions) > 400
    one, other = TableAivat(AllInValue(50)).estimate(hand)
    assert one == pytest.approx(-other)
    assert abs(one) < 60_000


def test_what_cannot_be_judged_is_named() -> None:
    hand = _ring(RING[0])[0]
    with pytest.raises(RiverboatError, match="needs every player's cards"):
        TableAivat(AllInValue()).estimate(hand._replace(down=((HIDDEN, HIDDEN), *hand.down[1:])))
    never: Policy = blind_player(0, 1, 0)
    raised = next(h for h in _ring(RING[0]) if any(a.verb == "raise_to" for _, _, a in h.actions))
    with pytest.raises(RiverboatError, match="never does this"):
        TableAivat(AllInValue(), dict.fromkeys(raised.players, never)).estimate(raised)
    leduc: list[Hand] = []
    run_match(["always_call", "always_call"], "leduc", 1, record=leduc.extend)
    with pytest.raises(RiverboatError, match="all-in values are for hold'em"):
        TableAivat(AllInValue()).estimate(leduc[0])
    with pytest.raises(RiverboatError, match="2 agents for 3 players"):
        TableAivat(RollOut(["always_call", "always_call"])).estimate(hand)
    double: list[Hand] = []
    run_match(["always_call", "always_call"], "holdem(boards=2)", 1, record=double.extend)
    TableAivat(RollOut("always_call", trials=1)).estimate(double[0])
    with pytest.raises(RiverboatError, match="order of its cards"):
        TableAivat(RollOut("always_call", trials=1)).estimate(double[0]._replace(dealt=()))


def test_a_reshuffled_hand_differs_in_cards_to_come_alone() -> None:
    rules = parse_game(RING[0])
    state = State(rules, next(decks(rules, 2)))
    other = state.reshuffled(Random(1))
    assert (other.down, other.board, other.dealt, other.actions) == (
        state.down,
        state.board,
        state.dealt,
        state.actions,
    )
    for each in (state, other):
        while not each.is_over:
            each.check_or_call()
    assert other.board != state.board
    assert len({*other.dealt}) == len(other.dealt) == 11


def test_a_record_without_the_order_of_its_cards_is_played_again() -> None:
    hand = next(hand for hand in _ring(RING[1]) if len(hand.board) == 5)
    known = list(states_of(hand))
    again = list(states_of(hand._replace(dealt=())))
    assert [state.board for state in again] == [state.board for state in known]
    assert again[-1].payoffs == hand.payoffs


def test_a_policy_says_the_same_of_one_hand_and_of_all() -> None:
    from riverboat.arena.kernel_play import ArrayPolicyAgent, policy_of
    from riverboat.assess.known_policy import KnownPolicy
    from riverboat.cards.holdings import holding_index
    from riverboat.games.view import View

    policy = policy_of("rules", 2)
    known, agent, rng = KnownPolicy(policy), ArrayPolicyAgent(policy), Random(5)
    agent.rng = rng
    rules = parse_game("holdem(betting=no-limit,players=2)")
    for deck in (deck for deck, _ in zip(decks(rules, 6), range(25), strict=False)):
        state = State(rules, deck)
        while state.actor is not None:
            view = View(state, state.actor)
            one, every = known.probabilities(view), known.range_probabilities(state.betting, state.board)
            assert isinstance(one, ActionProbabilities)
            assert one.actions == every.actions
            assert one.probabilities == pytest.approx(every.probabilities[holding_index(*view.down)])
            assert one.probabilities.sum() == pytest.approx(1.0)
            action = agent.act(view)
            assert one.probabilities[one.place(action)] > 0.0
            state.apply(action if action != FOLD or rng.random() < 0.3 else CALL)
