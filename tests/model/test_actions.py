"""Twelve contexts, 36 cells, and what is expected of a player after a number of observations."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from riverboat.agents import make_agent
from riverboat.errors import RiverboatError
from riverboat.games import Action, Hand, decks, parse_game, play_hand
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.view import View
from riverboat.model.actions import (
    CELLS,
    CONTEXTS,
    DEFAULT_FREQUENCIES,
    LOKI_FREQUENCIES,
    OWN_FREQUENCIES,
    ActionCounts,
    ActionModel,
    Decision,
    Learning,
    decisions,
    named_defaults,
)

CALLS, RAISES, FOLDS = Action.check_or_call(), Action.raise_to, Action.fold()
TEN = parse_game("holdem(betting=limit,players=10)")


class Scripted(Agent):
    """Does what the script says, no matter whose turn it is."""

    def __init__(self, script: list[Action]) -> None:
        super().__init__()
        self.script = script

    def act(self, view: View) -> Action:
        return self.script.pop(0)


def sample_game() -> Hand:
    """Billings (2006), section 2.3: ten players, position 0 the small blind and 9, the button, us."""
    rules = TEN
    small = rules.streets[0].bet
    script = [
        CALLS, FOLDS, FOLDS, FOLDS, CALLS, FOLDS, FOLDS, CALLS, CALLS, CALLS,  # EP and MP call, we call, SB calls, BB
        CALLS, CALLS, RAISES(small), FOLDS, CALLS, FOLDS, FOLDS,  # EP bets the flop, we call
        RAISES(2 * small), RAISES(4 * small), CALLS,  # we raise the turn
        CALLS, CALLS,
    ]  # fmt: skip
    seat = Scripted(script)
    return play_hand(rules, [seat] * 10, next(decks(rules, 1)), strict=True)


def test_the_sample_game_in_contexts() -> None:
    found = decisions(sample_game())
    ep, us = [d for d in found if d.position == 2], [d for d in found if d.position == 9]
    assert [(d.street, d.level, d.action) for d in ep] == [
        (0, 1, CALL), (1, 0, RAISE), (2, 0, RAISE), (2, 1, CALL), (3, 0, CALL),
    ]  # fmt: skip
    assert [(d.street, d.level, d.action) for d in us] == [(0, 1, CALL), (1, 1, CALL), (2, 1, RAISE), (3, 0, CALL)]
    blinds = [(d.position, d.level, d.action) for d in found if d.street == 0 and d.position < 2]
    assert blinds == [(0, 1, CALL), (1, 0, CALL)]  # half a bet is one to call; the big blind may check


def test_two_bets_cold_are_level_two() -> None:
    rules = parse_game("holdem(betting=limit,players=3)")
    bet = rules.streets[0].bet
    seat = Scripted([RAISES(2 * bet), FOLDS, RAISES(3 * bet), FOLDS])
    found = decisions(play_hand(rules, [seat] * 3, next(decks(rules, 1)), strict=True))
    # The button owes one bet and raises; the small blind owes one and a half; the big blind one; the button one more.
    assert [(d.position, d.level, d.action) for d in found] == [
        (2, 1, RAISE),
        (0, 2, FOLD),
        (1, 1, RAISE),
        (2, 1, FOLD),
    ]


@pytest.mark.parametrize("game", ["holdem(betting=limit,players=4,stacks=75)", "holdem(betting=no-limit,players=3)"])
def test_levels_agree_with_the_dealer(game: str) -> None:
    """The dealer's own state before each action says what was owed, all-ins included."""
    rules = parse_game(game)
    agents = [make_agent("random") for _ in range(rules.players)]
    for position, agent in enumerate(agents):
        agent.rng = Random(position)
    seen = set()
    for _, deck in zip(range(150), decks(rules, 3), strict=False):
        hand = play_hand(rules, agents, deck)
        for (state, _), decision in zip(pairwise(hand.replay()), decisions(hand), strict=True):
            bet = rules.streets[state.street].bet
            assert decision.position == state.actor
            assert decision.street == state.street
            assert decision.level == (0 if not state.to_call else 1 if state.to_call <= bet else 2)
            seen.add((decision.street, decision.level))
    assert len(seen) >= 10


def test_36_cells() -> None:
    assert (CONTEXTS, CELLS) == (12, 36)
    assert {Decision(0, street, level, FOLD).context for street in range(4) for level in range(3)} == set(range(12))


def test_default_frequencies_are_papps_table_b_2() -> None:
    for street in range(4):
        assert DEFAULT_FREQUENCIES[3 * street : 3 * street + 3] == ((0, 0.5, 0.5), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1))
    assert named_defaults("papp") is DEFAULT_FREQUENCIES
    for odds in (*LOKI_FREQUENCIES, *OWN_FREQUENCIES):
        assert sum(odds) == pytest.approx(1.0)


def observed(folds: int, calls: int, raises: int, forgetting: float = 1.0) -> ActionCounts:
    counts = ActionCounts(forgetting)
    for action, times in ((FOLD, folds), (CALL, calls), (RAISE, raises)):
        for _ in range(times):
            counts.note(Decision(0, 1, 1, action))
    return counts


def test_defaults_until_twenty_observations_then_observations_only() -> None:
    """Billings et al. (1998): SOM bases its decisions entirely on observed behaviour after 20 data points."""
    default = ActionOdds(0.5, 0.3, 0.2)
    assert observed(10, 5, 4).frequencies(4, default, enough=20) == default
    assert observed(10, 5, 5).frequencies(4, default, enough=20) == (0.5, 0.25, 0.25)
    assert observed(10, 5, 5).frequencies(5, default, enough=20) == default  # another context


def test_a_prior_of_twenty() -> None:
    """(5 + 20 x 0.2) / (10 + 20) for the raises."""
    assert observed(0, 5, 5).frequencies(4, ActionOdds(0.5, 0.3, 0.2), prior=20) == pytest.approx(
        (10 / 30, 11 / 30, 9 / 30)
    )
    assert observed(0, 0, 0).frequencies(4, ActionOdds(0.5, 0.3, 0.2), prior=20) == pytest.approx((0.5, 0.3, 0.2))


def test_forgetting_is_a_geometric_series() -> None:
    counts = observed(0, 200, 0, forgetting=0.9)
    assert counts.seen(4) == pytest.approx((1 - 0.9**200) / 0.1)
    for _ in range(7):
        counts.note(Decision(0, 1, 1, RAISE))
    _, call, raises = counts.frequencies(4, ActionOdds(0.0, 0.0, 1.0))
    assert raises == pytest.approx(1 - 0.9**7)
    assert call == pytest.approx(0.9**7)


def test_a_specific_model_tells_players_apart() -> None:
    rules = parse_game("holdem(betting=limit,players=3)")
    names = ("raiser", "caller", "folder")
    agents = [make_agent(f"always_{kind}") for kind in ("raise", "call", "fold")]
    model, generic = ActionModel(), ActionModel(Learning(specific=False))
    for number, deck in zip(range(60), decks(rules, 2), strict=False):
        turn = [(position + number) % 3 for position in range(3)]
        hand = play_hand(rules, [agents[c] for c in turn], deck, players=tuple(names[c] for c in turn))
        seen = hand.seen_by(0)
        model.learn(seen)
        generic.learn(seen)
    assert model.frequencies("raiser", 1, 0) == (0.0, 0.0, 1.0)
    assert model.frequencies("caller", 1, 1) == (0.0, 1.0, 0.0)
    assert model.frequencies("folder", 0, 1)[FOLD] == 1.0
    assert model.frequencies("folder", 3, 2) == DEFAULT_FREQUENCIES[11]  # never got there
    assert model.frequencies("stranger", 1, 0) == DEFAULT_FREQUENCIES[3]
    assert generic.frequencies("raiser", 1, 0) == DEFAULT_FREQUENCIES[3]


def test_what_is_learned_does_not_depend_on_the_seat() -> None:
    hand = sample_game()
    models = [ActionModel(), ActionModel()]
    models[0].learn(hand.seen_by(2))
    models[1].learn(hand.seen_by(7))
    assert {n: c.counts for n, c in models[0].players.items()} == {n: c.counts for n, c in models[1].players.items()}


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ActionCounts(0.0), "forgetting 0.0: expected more than 0"),
        (lambda: Learning(prior=-1), "expected enough and prior of 0 or more"),
        (lambda: ActionModel(defaults=(ActionOdds(0.0, 0.5, 0.5),)), "1 default frequencies: expected 12"),
        (lambda: ActionModel(defaults=(ActionOdds(0.5, 0.5, 0.5),) * 12), "expected three with sum 1"),
        (lambda: named_defaults("gut"), 'defaults "gut": expected one of papp, loki'),
    ],
)
def test_errors(make, says: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RiverboatError, match=says):
        make()
