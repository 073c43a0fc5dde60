"""The Kuhn players at the table: they play their strategies, learn what they may, and agree with the fast trials."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.kuhn import NEVER, KuhnExp3, KuhnExp4, KuhnFixed, KuhnMap, KuhnPlayer
from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games import AgentError, Fault, make_game, play_hand
from riverboat.model.kuhn import (
    BALANCED,
    FIRST_EXPERTS,
    OPPONENTS,
    PURE,
    SECOND_EXPERTS,
    KuhnHand,
    Second,
    best_second,
    expected_value,
    kuhn_hand,
    nash_first,
)
from riverboat.model.kuhn import _kernels as kernels
from riverboat.model.kuhn.experts import Credit
from riverboat.model.kuhn.notation import LINES

KUHN = make_game("kuhn")
HANDS = 400
SEED = 11


class Splitmix(Random):
    """The kernels' random generator (Steele, Lea and Flood 2014), for a player at the table."""

    def __init__(self, state: int) -> None:
        super().__init__(0)
        self.state = state

    def random(self) -> float:
        mask = 2**64 - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        word = self.state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
        return ((word ^ (word >> 31)) >> 11) / 2**53


def at_the_table(first: KuhnPlayer, second: KuhnPlayer, trial: int, deals: np.ndarray) -> list[KuhnHand]:
    """The hands of a match with the trial's random numbers and the given cards."""
    streams = np.empty(4, np.uint64)
    kernels.start_streams(np.uint64(SEED), np.uint64(trial), streams)
    first.rng, second.rng = Splitmix(int(streams[1])), Splitmix(int(streams[2]))
    found = []
    for one, two in deals[:, :2].tolist():
        deck = (one, two, 3 - one - two)
        found.append(kuhn_hand(play_hand(KUHN, [first, second], deck, strict=True)))
    return found


def in_the_trace(trace: np.ndarray) -> list[KuhnHand]:
    return [KuhnHand(one, two, LINES[line]) for one, two, line, _, _ in trace.tolist()]


def outputs() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.zeros((HANDS + 1, 5)), np.zeros((HANDS + 1, 3), np.int64), np.zeros((HANDS, 5), np.int8)


@pytest.mark.parametrize("trial", [0, 5])
@pytest.mark.parametrize(("explore", "prior"), [("balanced", 1.0), ("nash", 0.0), ("nash", 10.0)])
def test_the_map_player_explores_and_concludes_like_the_trials(explore: str, prior: float, trial: int) -> None:
    opponent = OPPONENTS["O3"]
    moments, counts, trace = outputs()
    strategy = BALANCED if explore == "balanced" else nash_first(0.75)
    kernels.map_trials(
        np.uint64(SEED), np.uint64(trial), np.array([opponent]), np.array(strategy), np.full(4, prior), 200, -0.1,
        moments, counts, trace,
    )  # fmt: skip
    player = KuhnMap(explore, 0.75, switch=NEVER, prior=prior)  # type: ignore[arg-type]
    hands = at_the_table(player, KuhnFixed(eta=opponent.eta, xi=opponent.xi), trial, trace)
    assert hands == in_the_trace(trace)
    again = KuhnMap(explore, 0.75, prior=prior)  # type: ignore[arg-type]
    for number, hand in enumerate(hands):
        seen = hand if hand.shown else hand._replace(second=-1)
        again.about_second.add(seen)
        again.hands[0] = NEVER
        assert again.choose_first() == PURE[trace[number, 3]]


@pytest.mark.parametrize(("total", "credit"), [(False, "agreeing"), (True, "agreeing"), (False, "drawn")])
def test_the_exp4_player_draws_and_scores_like_the_trials(total: bool, credit: Credit) -> None:
    opponent = OPPONENTS["O1"]
    moments, counts, trace = outputs()
    kernels.expert_trials(
        np.uint64(SEED), np.uint64(3), np.array([opponent]), np.array(FIRST_EXPERTS), 1.0, 0.75, total,
        credit == "drawn", 200, -0.1, moments, counts, trace,
    )  # fmt: skip
    player = KuhnExp4(switch=NEVER, total=total, credit=credit)
    hands = at_the_table(player, KuhnFixed(eta=opponent.eta, xi=opponent.xi), 3, trace)
    assert hands == in_the_trace(trace)
    assert trace[-1, 3] in player.as_first.leaders()
    assert len(set(trace[:, 4].tolist())) == 7  # every expert had its turn


@pytest.mark.parametrize("switch", [0, 1, 60])
def test_two_learners_at_one_table_play_like_the_trials(switch: int) -> None:
    """P1 explores, switches and exploits; P2 re-weighs its experts throughout."""
    trace = np.zeros((HANDS, 5), np.int8)
    kernels.mutual_trials(
        np.uint64(SEED), np.uint64(2), 1, np.array(BALANCED), np.ones(4), np.array(SECOND_EXPERTS, float), 1.0, 0.3,
        True, np.array([switch]), HANDS, np.zeros((1, 2)), np.zeros((1, 8), np.int64), trace,
    )  # fmt: skip
    player = KuhnMap(switch=switch)
    hands = at_the_table(player, KuhnExp3(), 2, trace)
    assert hands == in_the_trace(trace)
    assert player.choose_first() == PURE[trace[-1, 3]]


def test_the_map_player_in_the_second_seat_concludes_like_the_trials() -> None:
    opponent = (0.2, 0.7, 0.9)
    moments, counts, trace = outputs()
    kernels.second_map_trials(
        np.uint64(SEED), np.uint64(9), np.array([opponent]), np.array([1 / 3, 1 / 3]), np.ones(6), 200, -0.1,
        moments, counts, trace,
    )  # fmt: skip
    player = KuhnMap(switch=NEVER)
    hands = at_the_table(KuhnFixed(*opponent), player, 9, trace)
    assert hands == in_the_trace(trace)
    again = KuhnMap()
    answers = set()
    for number, hand in enumerate(hands):
        again.about_first.add(hand if hand.shown else hand._replace(first=-1))
        answer = best_second(again.about_first.estimate())
        answers.add(answer)
        assert answer == Second(float(trace[number, 3] >> 1), float(trace[number, 3] & 1))
    assert len(answers) > 1


def test_learners_see_no_folded_card() -> None:
    """P1's king bets and P2 folds: what P1 learned is that somebody folded, not who."""
    player = KuhnMap()
    player.explore = nash_first(1.0)
    play_hand(KUHN, [player, KuhnFixed(eta=0)], (2, 1, 0), strict=True)
    assert player.about_second.unclear_folds == 1
    assert player.about_second.clear_folds == 1  # the prior's


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("kuhn_fixed(alpha=0.3,beta=0.9,gamma=0.2)", "kuhn_fixed(eta=0.25,xi=0.67)"),
        ("kuhn_nash(gamma=1)", "kuhn_fixed(eta=1,xi=0)"),
    ],
)
def test_matches_come_to_the_expected_value(first: str, second: str) -> None:
    """Cash matches change seats, so the mean is half of both values."""
    players = [make_agent(text) for text in (first, second)]
    assert all(isinstance(player, KuhnFixed) for player in players)
    one, two = (player for player in players if isinstance(player, KuhnFixed))
    expected = (expected_value(one.first, two.second) - expected_value(two.first, one.second)) / 2
    result = run_match([first, second], "kuhn", 6_000, seed=4)
    mean = result.players[0].chips
    assert abs(mean.mean - expected) < 4 * mean.standard_error


@pytest.mark.parametrize("name", ["kuhn_fixed", "kuhn_nash", "kuhn_map", "kuhn_exp4", "kuhn_exp3"])
def test_other_games_are_refused_in_words(name: str) -> None:
    rules = make_game("leduc")
    with pytest.raises(AgentError, match="knows only kuhn"):
        play_hand(rules, [make_agent(name), make_agent("random")], tuple(range(6)), strict=True)
    faults: list[Fault] = []
    play_hand(make_game("kuhn", cards=4), [make_agent(name), make_agent("always_call")], (0, 1, 2, 3), faults=faults)
    assert faults


@pytest.mark.parametrize(
    "text",
    [
        "kuhn_map(explore=wildly)", "kuhn_map(switch=-1)", "kuhn_map(prior=-1)", "kuhn_nash(gamma=2)",
        "kuhn_fixed(eta=1.5)", "kuhn_exp4(psi=2)", "kuhn_exp3(rho=0)",
    ],
)  # fmt: skip
def test_impossible_parameters_are_refused(text: str) -> None:
    with pytest.raises(RiverboatError, match="expected"):
        make_agent(text)
