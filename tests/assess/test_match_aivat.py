"""AIVAT in a match: unbiased where the truth is known, narrower than money, the same as for recorded hands."""

from __future__ import annotations

import pytest

from riverboat.agents.registry import make_agent
from riverboat.agents.resolving import Resolving
from riverboat.arena import run_match
from riverboat.assess import HoldemAivat, policy_player
from riverboat.assess.match_aivat import _policy, aivat_of_match
from riverboat.errors import RiverboatError
from riverboat.games import Hand
from riverboat.stats.mean import RunningMean

GAME = "holdem(betting=limit)"


def test_a_match_with_aivat_has_the_true_value_and_less_luck() -> None:
    """`random` folds its small blind one time in three to someone who never bets: -1/12 of a big blind per hand."""
    agents = ["random", "always_call"]
    result = run_match(agents, GAME, 1500, session=None, block=500, estimator=aivat_of_match(agents))
    player = result["random"]
    assert -10 / 12 in player.adjusted.interval(0.9999)
    assert player.adjusted.margin() < 0.5 * player.chips.margin()
    assert result.adjusted_learning is not None
    told = result.adjusted_learning["random"]
    assert [mean.count for mean in told.curve] == [500] * 3
    assert told.early.mean == pytest.approx(player.adjusted.mean)
    shown = result.to_json()
    assert shown["players"][0]["aivat_chips_per_hand"]["mean"] == player.adjusted.mean
    assert shown["aivat_learning"]["players"]["random"]["curve"][0]["values"] == 500
    assert "AIVAT (mbb/hand)" in result.table()


def test_it_is_the_estimate_of_the_recorded_hands_on_any_number_of_processes() -> None:
    two = ["poki", "always_raise"]
    hands: list[Hand] = []
    made = [
        run_match(two, GAME, 120, session=None, matches=2, jobs=jobs, estimator=aivat_of_match(two), record=kept.extend)
        for jobs, kept in ((1, hands), (2, []))
    ]
    assert made[0] == made[1]
    judge = HoldemAivat({"always_raise": policy_player("always_raise")})
    mine = RunningMean.of(judge.estimate(hand)[hand.players.index("poki")] for hand in hands)
    assert made[0]["poki"].adjusted.mean == pytest.approx(mine.mean)
    assert made[0]["poki"].adjusted.margin() == pytest.approx(mine.margin())


def test_who_solves_rivers_in_play_is_judged_by_what_was_solved() -> None:
    two = ["riverboat(resolve=river,iterations=5)", "always_call"]
    judge = aivat_of_match(two)
    assert set(judge.known) == set(two)
    hands: list[Hand] = []
    run_match(two, GAME, 40, record=hands.extend)
    agent = make_agent(two[0])
    assert isinstance(agent, Resolving)
    blueprint, solved = HoldemAivat({two[0]: agent.policy}), HoldemAivat({two[0]: agent})
    rivers = [hand for hand in hands if any(street == 3 for street, _, _ in hand.actions)]
    for hand in hands:
        assert HoldemAivat({two[0]: _policy(two[0])}).estimate(hand) == pytest.approx(solved.estimate(hand))
    assert any(solved.estimate(hand) != pytest.approx(blueprint.estimate(hand)) for hand in rivers)


def test_who_is_known() -> None:
    assert aivat_of_match(["always_call", "poki", "always_call", "rules(style=tight_passive)"]).known == {
        "always_call": "always_call",
        "always_call#2": "always_call",
    }
    assert aivat_of_match(["psopti0", "poki"]).known == {"psopti0": "psopti0"}  # nothing is solved for that
    with pytest.raises(RiverboatError, match="no strategy is known"):
        aivat_of_match(["poki", "rules(style=tight_passive)"])


def test_where_it_does_not_fit() -> None:
    two = ["random", "always_call"]
    with pytest.raises(RiverboatError, match="it is for hold'em"):
        run_match(two, "leduc", 10, estimator=aivat_of_match(two))
    with pytest.raises(RiverboatError, match="estimator in mode ring"):
        run_match(two, GAME, 10, "ring", estimator=aivat_of_match(two))
    with pytest.raises(RiverboatError, match="choose one"):
        run_match(two, GAME, 10, all_in_ev=True, estimator=aivat_of_match(two))
