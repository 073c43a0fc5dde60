"""What does a player do in a model of its game? Its policy, or counts of its decisions, as a strategy of the model.

A policy says what it does with every hand on a board. Over sampled boards, hands of the same view are averaged, each as
often as the player brings it to the decision: that is the strategy of the abstract game with which the player does
everything as often as it really does (Teófilo 2016, section 4.1.4, asks for it and leaves open how). A board costs one
question for each decision of the betting, some seconds in four rounds.

Counts of decisions are noisy. A set is blended with what the same bucket did at the same decision, which counts for
two decisions, and that with the decision as a whole; where nothing was ever seen the player checks or calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.state import State
from riverboat.progress import OnProgress, Progress
from riverboat.solve.abstract.model import AbstractModel
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.tree import AbstractTree
from riverboat.solve.betting import DEAL
from riverboat.solve.core.policy import ActionProbabilities, Policy
from riverboat.solve.core.strategy_file import Origin

_CALL: Final = Action.check_or_call()
_BLEND: Final = 2.0
"""Decisions for which those of the same bucket count."""


@dataclass(frozen=True, eq=False)
class Extraction:
    """A player's strategy in a model, and how much of it is a guess."""

    strategy: AbstractStrategy
    source: str
    """How it was found, for people."""
    unseen_sets: float
    """The share of information sets in which the player was not seen; there it is a guess."""
    unseen_reach: float
    """The same with sets weighted by how often the player itself gets there, all lines of the opponent alike."""

    @classmethod
    def of(cls, strategy: AbstractStrategy, counts: NDArray[Any], source: str) -> Extraction:
        """`counts` has the decisions seen, laid out like the strategy."""
        sets, weight = np.zeros(2), np.zeros(2)
        seen = AbstractStrategy(strategy.tree, counts)
        for node, reach in _own_reach(strategy):
            missing = np.asarray(~seen.rows(node).any(axis=0))
            sets += [missing.sum(), len(missing)]
            weight += [reach[missing].sum(), reach.sum()]
        return cls(strategy, source, float(sets[0] / sets[1]), float(weight[0] / max(weight[1], 1e-300)))


def extract_policy(
    policy: Policy,
    model: AbstractModel,
    tree: AbstractTree,
    *,
    boards: int = 50,
    seed: int = 1,
    on_progress: OnProgress | None = None,
) -> Extraction:
    """A policy in a model, averaged over sampled boards."""
    states = _states(model, tree)
    sums = AbstractStrategy(tree, np.zeros(tree.numbers, np.float32))
    rng = np.random.default_rng(seed)
    if model.model.last == 0:
        boards = 1  # nobody bets after a board
    for number in range(boards):
        board = tuple(rng.choice(model.game.deck.size, CARDS[-1], replace=False).tolist())
        _add_board(policy, model, tree, states, board, sums)
        if on_progress is not None:
            on_progress(Progress(number + 1, boards))
    said = "exactly" if model.model.last == 0 else f"averaged over {boards:,} boards, seed {seed}"
    filled = fill_unseen(tree, sums.shares, blend=0.0)
    return Extraction.of(filled, sums.shares, f"all its probabilities, {said}")


def fill_unseen(tree: AbstractTree, counts: NDArray[Any], blend: float = _BLEND) -> AbstractStrategy:
    """Probabilities from counts of decisions, laid out like a strategy; guesses where there are few or none."""
    found = AbstractStrategy(tree, np.zeros(tree.numbers, np.float32), Origin("extraction"))
    seen = AbstractStrategy(tree, counts)
    betting, views = tree.game.betting, tree.game.view_counts
    for node in tree.places:
        rows = np.asarray(seen.rows(node), np.float64)
        street = int(betting.street[node])
        buckets = views[street] // (views[street - 1] if street else 1)
        choices = betting.choices(node)
        guess = np.zeros((len(choices), 1))
        guess[choices.index(_CALL)] = 1.0
        whole = _blended(rows.sum(axis=1, keepdims=True), guess, min(blend, 1.0))
        by_bucket = _blended(rows.reshape(len(choices), -1, buckets).sum(axis=1), whole, min(blend, 1.0))
        found.rows(node)[:] = _blended(rows, np.tile(by_bucket, views[street] // buckets), blend)
    return found


def _blended(counts: NDArray[np.float64], guess: NDArray[np.float64], weight: float) -> NDArray[np.float64]:
    """Shares of counts, with a guess that has a weight; the guess alone where nothing was counted."""
    total = counts.sum(axis=0, keepdims=True)
    mixed = (counts + weight * guess) / np.where(total > 0, total + weight, 1.0)
    return np.where(total > 0, mixed, guess)


def _own_reach(strategy: AbstractStrategy) -> list[tuple[int, NDArray[np.float64]]]:
    """At each decision the probability of each view, times that of the player's own earlier choices."""
    game, betting = strategy.tree.game, strategy.tree.game.betting
    seen = [(joint.sum(axis=1), joint.sum(axis=0)) for joint in game.joint]
    reach: dict[int, list[NDArray[np.float64]]] = {0: [np.ones(game.view_counts[0])] * 2}
    found = []
    for node in range(betting.nodes):
        mine = reach.pop(node)
        first, player, street = int(betting.first_child[node]), int(betting.player[node]), int(betting.street[node])
        if player == DEAL:
            parents = game.parents[street] if street else np.arange(game.view_counts[0])
            reach[first] = [each[parents] for each in mine]
            continue
        if player < 0:
            continue
        found.append((node, mine[player] * seen[street][player]))
        rows = strategy.at_node(node)
        for choice in range(int(betting.children[node])):
            after = list(mine)
            after[player] = mine[player] * rows[:, choice]
            reach[first + choice] = after
    return found


def _states(model: AbstractModel, tree: AbstractTree) -> dict[int, State]:
    """A real hand at each decision of the model; what may be bet does not depend on the cards."""
    betting = tree.game.betting
    start = State(model.game, tuple(range(model.game.deck.size)))
    if start.street < model.model.first:
        raise RiverboatError(f"model {model.model}: it begins after the first decisions of {model.game.identity}")
    states, found = {0: start}, {}
    for node in range(betting.nodes):
        state = states.pop(node)
        first = int(betting.first_child[node])
        if betting.player[node] == DEAL:
            states[first] = state
        elif betting.player[node] >= 0:
            found[node] = state
            for choice, action in enumerate(betting.choices(node)):
                states[first + choice] = state.child(action)
    return found


def _add_board(
    policy: Policy,
    model: AbstractModel,
    tree: AbstractTree,
    states: dict[int, State],
    board: tuple[int, ...],
    sums: AbstractStrategy,
) -> None:
    """What a policy does on one board, hand by hand and as often as each hand gets there, added up by view."""
    betting, first = tree.game.betting, model.model.first
    dealt = [board[: CARDS[first + street]] for street in range(len(tree.game.view_counts))]
    views = [model.seen.by_holding(part) for part in dealt]
    alive = (views[-1] >= 0) & ~np.isin(policy.hands, dealt[-1]).any(axis=1)
    reach: dict[int, list[NDArray[np.float64]]] = {0: [alive.astype(np.float64)] * 2}
    for node in range(betting.nodes):
        mine = reach.pop(node, None)
        if mine is None:
            continue
        child, player, street = int(betting.first_child[node]), int(betting.player[node]), int(betting.street[node])
        if player == DEAL:
            reach[child] = mine
            continue
        if player < 0 or not (mine[0].any() or mine[1].any()):
            continue
        choices = betting.choices(node)
        rows = np.zeros((len(alive), len(choices)))
        if mine[player].any():
            asked = policy.range_probabilities(states[node].betting, dealt[street])
            rows = _as_choices(asked, choices) * mine[player][:, None]
            counted = sums.rows(node)
            for choice in range(len(choices)):
                counted[choice] += np.bincount(views[street][alive], rows[alive, choice], counted.shape[1])
        for choice in range(len(choices)):
            after = list(mine)
            after[player] = rows[:, choice]
            reach[child + choice] = after


def _as_choices(asked: ActionProbabilities, choices: tuple[Action, ...]) -> NDArray[np.float64]:
    """[hands, choices of the model]; what the model does not have counts as a check or call."""
    found = np.zeros((len(asked.probabilities), len(choices)))
    for place, action in enumerate(asked.actions):
        found[:, place_of(action, choices)] += asked.probabilities[:, place]
    return found


def place_of(action: Action, choices: tuple[Action, ...]) -> int:
    """Which choice of the model a real action is; one that the model does not have is a check or call."""
    return choices.index(action if action in choices else _CALL)
