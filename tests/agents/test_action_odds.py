"""What players report about their decisions: odds that sum to one, and never zero for what they did."""

from __future__ import annotations

from random import Random

import pytest

from riverboat.agents.registry import make_agent
from riverboat.games.action import Action
from riverboat.games.action_odds import RAISE, ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.play import play_hand
from riverboat.games.state import State
from riverboat.games.view import View

KUHN, KUHN3, LEDUC = "kuhn", "kuhn(players=3)", "leduc"
LIMIT, NO_LIMIT, DRAW = "holdem(betting=limit)", "holdem(betting=no-limit)", "five_card_draw"
TALKERS = [
    ("always_call", NO_LIMIT), ("always_raise", LIMIT), ("always_fold", LIMIT), ("random", DRAW),
    ("acpc_example", NO_LIMIT), ("rules", NO_LIMIT), ("expected_strength", LIMIT),
    ("kuhn_fixed(alpha=0.2,eta=0.4)", KUHN), ("kuhn_nash", KUHN), ("kuhn_map(switch=3)", KUHN), ("kuhn_exp4", KUHN),
    ("bayesian(samples=20)", KUHN), ("lucifer(pool=3,deals=1000)", KUHN3), ("kuhn3_aggressive", KUHN3),
    ("kuhn3_cases(tries=2)", KUHN3), ("monte_carlo(trials=4)", LEDUC), ("loki", LIMIT), ("poki", LIMIT),
]  # fmt: skip


class Listening(Agent):
    """Passes everything on to another player and checks what it says."""

    def __init__(self, inner: Agent) -> None:
        super().__init__()
        self.inner = inner
        self.inner.rng = Random(3)
        self.heard = 0

    def begin(self, view: View) -> None:
        self.inner.begin(view)

    def observe(self, view: View, position: int, action: Action) -> None:
        self.inner.observe(view, position, action)

    def act(self, view: View) -> Action:
        self.inner.action_odds = type(self.inner).action_odds
        action = self.inner.act(view)
        if view.phase == "bet":
            assert self.inner.action_odds is not None
            odds = self.inner.action_odds.allowed(view)
            assert odds is not None
            assert sum(odds) == pytest.approx(1.0)
            assert all(chance >= 0.0 for chance in odds)
            done = {"fold": 0, "raise_to": 2}.get(action.verb, 1)
            assert odds[done] > 0.0, f"{action} was done with no chance of it: {odds}"
            self.heard += 1
        return action


@pytest.mark.parametrize(("name", "game"), TALKERS)
def test_what_was_done_had_a_chance(name: str, game: str) -> None:
    rules = parse_game(game)
    listening = Listening(make_agent(name))
    others = [make_agent("random") for _ in range(rules.players - 1)]
    rng = Random(5)
    for _ in range(12):
        deck = list(range(rules.deck.size))
        rng.shuffle(deck)
        play_hand(rules, [listening, *others], deck)
    assert listening.heard > 3


def test_known_odds_are_reported() -> None:
    """Always-fold where nothing is owed checks; the mix of the ACPC example without a fold is even."""
    rules = parse_game(LIMIT)
    seen: list[tuple[float, float, float]] = []

    class Noting(Listening):
        def act(self, view: View) -> Action:
            action = super().act(view)
            assert self.inner.action_odds is not None
            seen.append(self.inner.action_odds.allowed(view) or (0.0, 0.0, 0.0))
            return action

    deck = list(range(52))
    Random(1).shuffle(deck)
    play_hand(rules, [Noting(make_agent("always_fold")), make_agent("always_call")], deck)
    assert seen[0] == (0.0, 1.0, 0.0)  # the big blind may check
    seen.clear()
    play_hand(rules, [Noting(make_agent("acpc_example")), make_agent("always_call")], deck)
    assert seen[0] == pytest.approx((0.0, 0.5, 0.5))


def test_odds_of_legal_actions() -> None:
    """Where nothing is owed a fold is a check; at the cap a raise is a call; exchanges have no odds."""
    odds = ActionOdds(0.2, 0.5, 0.3)
    state = State(parse_game(LIMIT), range(52))
    assert odds.allowed(View(state, 1)) == odds
    state.check_or_call()
    assert odds.allowed(View(state, 0)) == pytest.approx((0.0, 0.7, 0.3))
    while (interval := state.raise_interval()) is not None:
        state.raise_to(interval[0])
    assert state.actor is not None
    assert odds.allowed(View(state, state.actor)) == pytest.approx((0.2, 0.8, 0.0))
    draw = State(parse_game("five_card_draw"), range(52))
    draw.check_or_call()
    draw.check_or_call()
    assert odds.allowed(View(draw, 0)) is None


def test_odds_of_actions_and_as_json() -> None:
    """Two raises count together; a check is a call."""
    actions = [Action.fold(), Action.check_or_call(), Action.raise_to(10), Action.raise_to(20)]
    odds = ActionOdds.of(actions, [0.125, 0.25, 0.5, 0.125])
    assert odds == (0.125, 0.25, 0.625)
    assert odds.to_json() == {"fold": 0.125, "call": 0.25, "raise": 0.625}


def test_certain_odds_draw_no_number() -> None:
    random = Random(5)
    before = random.getstate()
    assert ActionOdds.certain(RAISE).sample(random) == RAISE
    assert random.getstate() == before
