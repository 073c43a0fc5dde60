"""Extracting a strategy: query an agent in every information set of a small game and record its action probabilities.

A game that is too large for that is seen through a model (`extract_decisions`): the agent plays real hands against
opponents of many kinds, and what it does is counted by decision and bucket of its hand.

The agent is a black box here: it is dealt each hand that it can hold, sees each betting sequence happen (`begin`,
`observe`), and is asked for its decision often enough to estimate its probabilities. The strategy that comes out
can be exploited exactly (`solve.response`). A player that learns is asked as it is before its first hand. With n
queries a probability is known to about 0.5 / sqrt(n); deterministic players are known exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import numpy as np

from riverboat.agents.registry import make_agent
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.play import play_hand
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.progress import OnProgress, Progress
from riverboat.solve.abstract.extraction import Extraction, fill_unseen, place_of
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.model import AbstractModel
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.tree import AbstractTree
from riverboat.solve.tree import Floats, GameTree

_HANDS_BETWEEN_REPORTS: Final = 500


def extract_strategy(tree: GameTree, player: str | Callable[[], Agent], *, queries: int = 200, seed: int = 1) -> Floats:
    """The strategy of a player (a name or a class) in all positions, from this many queries in each information set."""
    strategy = np.zeros(tree.entries)
    for information_set in range(tree.sets):
        agent = make_agent(player) if isinstance(player, str) else player()
        agent.rng = Random(f"{seed} {information_set}")
        start = int(tree.set_start[information_set])
        choices = tree.choices(information_set)
        view = _led_to(agent, tree, information_set)
        for _ in range(queries):
            action = agent.act(view)
            if action not in choices:
                raise RiverboatError(f"{player}: {action} in {tree.label(information_set)} is not in the tree")
            strategy[start + choices.index(action)] += 1.0 / queries
    return strategy


def extract_decisions(
    name: str,
    model: AbstractModel,
    tree: AbstractTree,
    *,
    decisions: int = 200_000,
    seed: int = 1,
    on_progress: OnProgress | None = None,
) -> Extraction:
    """A player in a model of its game, from this many of its own decisions; half of the hands in each position.

    Its opponents act at random, in each hand with other shares of folds, calls and raises, so that it gets everywhere.
    """
    agent = make_agent(name)
    agent.require_game(model.game)
    agent.prepare(on_progress)
    agent.rng = Random(f"{seed} {name}")
    recorder = _Recorder(agent, model, tree)
    opponent = _Wanderer(Random(f"{seed} opponent"))
    rng = np.random.default_rng(seed)
    hands = 0
    while recorder.decisions < decisions:
        before = recorder.decisions
        for _ in range(_HANDS_BETWEEN_REPORTS):
            deck = rng.permutation(model.game.deck.size).tolist()
            players = (recorder, opponent) if hands % 2 else (opponent, recorder)
            play_hand(model.game, players, deck, number=hands, strict=True)
            hands += 1
            if recorder.decisions >= decisions:
                break
        if recorder.decisions == before:
            raise RiverboatError(f"{name}: no decisions in {_HANDS_BETWEEN_REPORTS} hands of {model.game.identity}")
        if on_progress is not None:
            on_progress(Progress(min(recorder.decisions, decisions), decisions))
    source = f"{recorder.decisions:,} decisions in {hands:,} hands, seed {seed}"
    return Extraction.of(fill_unseen(tree, recorder.counts.shares), recorder.counts.shares, source)


class _Recorder(Agent):
    """Lets another player play, and counts what it does."""

    def __init__(self, agent: Agent, model: AbstractModel, tree: AbstractTree) -> None:
        super().__init__()
        self.agent = agent
        self.counts = AbstractStrategy(tree, np.zeros(tree.numbers, np.float32))
        self.decisions = 0
        self._followed = FollowedModel(self.counts, model.seen, model.model.first)

    def begin(self, view: View) -> None:
        self.agent.players = self.players
        self.agent.begin(view)

    def act(self, view: View) -> Action:
        action = self.agent.act(view)
        node = self._followed.node(view.betting)
        if node is not None:
            seen = self._followed.views.of_hand(view.hole, view.board)
            self.counts.rows(node)[place_of(action, self._followed.choices(node)), seen] += 1.0
            self.decisions += 1
        return action

    def observe(self, view: View, position: int, action: Action) -> None:
        self.agent.observe(view, position, action)

    def end(self, hand: Hand) -> None:
        self.agent.end(hand)


class _Wanderer(Agent):
    """Acts at random, in each hand with other shares, so that whoever plays against it is seen everywhere."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng
        self._fold = self._raise = 0.0

    def begin(self, view: View) -> None:
        self._fold = 0.15 * self.rng.random()
        self._raise = self.rng.random()

    def act(self, view: View) -> Action:
        drawn, betting = self.rng.random(), view.betting
        interval = betting.raise_interval()
        if drawn < self._fold and betting.highest_bet > betting.bets[view.position]:
            return Action.fold()
        if interval is not None and drawn > 1.0 - self._raise * (1.0 - self._fold):
            return Action.raise_to(interval[0])
        return Action.check_or_call()


def _led_to(agent: Agent, tree: GameTree, information_set: int) -> View:
    """Show a player the hand up to its decision."""
    betting_node = tree.betting_node_of(information_set)
    position, street = int(tree.betting.player[betting_node]), int(tree.betting.street[betting_node])
    deck = tree.deals.deck(street, tree.one_deal(information_set), tree.rules.deck.size)
    state = State(tree.rules, deck)
    agent.begin(View(state, position))
    for action in tree.betting.path(betting_node):
        who = state.actor
        assert who is not None
        state.apply(action)
        agent.observe(View(state, position), who, action)
    return View(state, position)
