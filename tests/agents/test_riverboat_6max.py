"""Riverboat for tables of up to six: legal at any table, sensible before the flop, and solved when two are left."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.riverboat_6max import Riverboat6max
from riverboat.agents.riverboat_6max.blueprints import SHIPPED, blueprint_for
from riverboat.agents.riverboat_6max.opening import opening_raises, opening_ranges
from riverboat.agents.riverboat_6max.player import pair_left, ranges_of
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import CLASS_BY_NAME, HOLDING_CLASS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.play import play_hand
from riverboat.games.state import State
from riverboat.games.view import View

FOLD, CALL = Action.fold(), Action.check_or_call()
SIX = parse_game("holdem(players=6,stacks=10000)")


class OddSizes(Agent):
    """Bets and raises sizes that no table has, and folds now and then."""

    def act(self, view: View) -> Action:
        drawn, interval = self.rng.random(), view.raise_interval
        if drawn < 0.5:
            return view.check_or_call()
        if interval is None or drawn < 0.7:
            return view.check_or_fold()
        return Action.raise_to(min(interval[0] + 137, interval[1]))


def shipped(**options: object) -> Riverboat6max:
    return Riverboat6max(blueprint=SHIPPED, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("players", "stacks"), [(2, "10000"), (3, "3000/25000/10000"), (6, "10000")])
def test_it_plays_by_the_rules_against_odd_sizes_and_repeats_itself(players: int, stacks: str) -> None:
    rules = parse_game(f"holdem(players={players},stacks={stacks})")

    def played() -> list[tuple[object, ...]]:
        table: list[Agent] = [shipped(seconds=0.001), *(OddSizes() for _ in range(players - 1))]
        for seed, player in enumerate(table):
            player.rng = Random(seed)
        rng = np.random.default_rng(5)
        hands = []
        for number in range(6):
            seats = table[number % players :] + table[: number % players]
            hands.append(play_hand(rules, seats, rng.permutation(52).tolist(), strict=True))
        why = table[0].explain()
        assert why is not None
        assert why.rule.endswith(".")
        return [(hand.actions, hand.payoffs) for hand in hands]

    assert played() == played()


def test_heads_up_it_is_riverboat_nl() -> None:
    player = shipped(seconds=0.001)
    play_hand(parse_game("holdem(stacks=10000)"), [player, make_agent("always_call")], list(range(52)))
    assert player.thoughts[0].source == "blueprint 100bb"


def test_playing_changes_no_number_of_the_blueprint() -> None:
    blueprint = blueprint_for(SHIPPED)
    before = blueprint.shares.copy()
    rng = np.random.default_rng(1)
    for _ in range(3):
        play_hand(SIX, [shipped(resolve="none") for _ in range(6)], rng.permutation(52).tolist(), strict=True)
    np.testing.assert_array_equal(blueprint.shares, before)


def test_the_shipped_blueprint_opens_more_hands_the_later_it_acts() -> None:
    """Usual are about 15 % under the gun to 45 % on the button; docs/strength.md has both beside each other."""
    found = {each.position: each.share for each in opening_ranges(SHIPPED)}
    assert found["UTG"] < found["HJ"] < found["CO"] < found["BTN"]
    assert 0.08 < found["UTG"] < 0.25
    assert 0.30 < found["BTN"] < 0.60
    first = opening_raises(0, SHIPPED)

    def opens(name: str) -> float:
        return float(first[int(np.flatnonzero(CLASS_BY_NAME[name] == HOLDING_CLASS)[0])])

    assert min(opens("AA"), opens("KK"), opens("AKs")) > 0.9
    assert max(opens("72o"), opens("83o"), opens("J2o")) < 0.05


def test_a_huge_open_raise_is_given_more_credit() -> None:
    """The big blind plays fewer hands against 8.5 big blinds from the button than against 2.5, and still its aces."""
    played = []
    for amount in (250, 850):
        state = State(SIX, tuple(range(52)))
        for action in (FOLD, FOLD, FOLD, Action.raise_to(amount), FOLD):
            state.apply(action)
        blueprint = blueprint_for(SHIPPED)
        folds = blueprint.rows(blueprint.situation(state.betting), ())[:, 0]
        played.append(1.0 - float(folds.mean()))
        assert folds[holding_index(*read_cards("AsAh"))] < 0.1
    assert played[1] < 0.7 * played[0]


def test_the_shipped_blueprint_is_small() -> None:
    assert SHIPPED.stat().st_size < 500_000


def two_left(checks: int) -> State:
    """Under the gun opens, the button re-raises, under the gun calls; then both check."""
    state = State(SIX, tuple(range(52)))
    for action in (Action.raise_to(250), FOLD, FOLD, Action.raise_to(750), FOLD, FOLD, CALL, *[CALL] * checks):
        state.apply(action)
    return state


def test_ranges_follow_the_line_of_two_players_only() -> None:
    """The button re-raises aces and does not re-raise seven-deuce, which under the gun has not opened."""
    state = two_left(checks=0)
    assert pair_left(state.betting) == (2, 5)
    board = tuple(read_cards("Ks7h4h"))
    found = ranges_of(blueprint_for(SHIPPED), state.betting, board, (2, 5))
    opener, re_raiser = found.weights
    bad = holding_index(*read_cards("7c2d"))
    assert re_raiser[holding_index(*read_cards("AsAh"))] > 0.3
    assert max(opener[bad], re_raiser[bad]) < 0.05
    assert opener[holding_index(*read_cards("KsQd"))] == 0.0  # the board has the king of spades
    assert found.state.committed == (50, 100, 750, 0, 0, 750)
    assert found.positions == (2, 5)


def test_turns_of_two_are_solved_and_those_of_three_are_not() -> None:
    state = two_left(checks=2)
    player = shipped(seconds=0.001)
    player.act(View(state, 2))
    assert player.thoughts[-1].source == "solved"
    assert player.thoughts[-1].decisions > 0
    three = State(SIX, tuple(range(52)))
    for action in (Action.raise_to(250), FOLD, FOLD, CALL, FOLD, CALL, CALL, CALL, CALL):
        three.apply(action)
    assert pair_left(three.betting) is None
    player.begin(View(three, 1))
    player.act(View(three, 1))
    assert player.thoughts[-1].source.startswith("blueprint 6max")
    three.apply(Action.raise_to(600))
    three.apply(FOLD)
    assert pair_left(three.betting) is None  # two are left, but three began the street


def test_what_it_refuses(tmp_path: Path) -> None:
    for game in ("holdem(betting=limit,players=6)", "holdem(players=7)", "omaha(players=6)"):
        with pytest.raises(RiverboatError, match="riverboat_6max plays no-limit hold'em for 2 to 6 players"):
            make_agent("riverboat_6max").require_game(parse_game(game))
    with pytest.raises(RiverboatError, match="0 seconds"):
        make_agent("riverboat_6max(seconds=0)")
    with pytest.raises(RiverboatError, match='resolve "flop": expected one of turn, river, none'):
        make_agent("riverboat_6max(resolve=flop)")
    with pytest.raises(RiverboatError, match="No such file"):
        make_agent(f"riverboat_6max(blueprint={tmp_path / 'none.strategy'})").prepare()
