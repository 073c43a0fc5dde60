"""Do two equilibria make one? PsOpti2 as a strategy of the four-round model, and what is wrong with it.

PsOpti2 lays models of flop, turn and river over one from the start to the turn. Each is near an equilibrium; together
they need not be (Billings 2006, section 3.7.1). A model of all four rounds with the same buckets contains every
strategy that is put together in this way, so its exact best responses say how far the whole is from equilibrium, and
its probabilities show the seam: pots that were raised before the flop and are given up for one bet on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from riverboat.agents.psopti.models import Sequence, child_after, node_after, reach_at, sequences
from riverboat.games.action import Action
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.abstract.tree import AbstractTree
from riverboat.solve.betting import BettingTree
from riverboat.solve.core.strategy_file import Origin

_CALL = Action.check_or_call()


def overlaid(whole: AbstractTree, before: FollowedModel, after: Mapping[Sequence, FollowedModel]) -> AbstractStrategy:
    """The strategy of the four-round game that plays one model before the flop, and others after it.

    Views that a model never brings to a decision check or call there.
    """
    betting = whole.game.betting
    found = AbstractStrategy(whole, np.zeros(whole.numbers), Origin("overlaid"))
    for node in np.flatnonzero(betting.player >= 0).tolist():
        street = int(betting.street[node])
        early, late = _actions_to(betting, node)
        if street == 0:
            model, actions = before, early
        else:
            model, actions = after[_letters(betting, node)], late
        rows = model.rows(model.strategy.tree.game.betting.follow(actions))
        views = np.arange(whole.game.view_counts[street]) % len(rows)
        rows = rows[views]  # histories after the flop, whatever was held before
        rows[~rows.any(axis=1), betting.choices(node).index(_CALL)] = 1.0
        found.rows(node)[:] = rows.T
    return found


def winnings(first: AbstractStrategy, second: AbstractStrategy) -> float:
    """What one strategy wins from another of the same game, chips per hand, in both positions alike."""
    tree, betting = first.tree, first.tree.game.betting
    mixed = [AbstractStrategy(tree, np.zeros(tree.numbers)) for _ in (0, 1)]
    for node in np.flatnonzero(betting.player >= 0).tolist():
        for position, strategy in enumerate(mixed):
            chosen = first if betting.player[node] == position else second
            strategy.rows(node)[:] = chosen.rows(node)
    one, other = (strategy.exploitability().values for strategy in mixed)
    return (one[0] + other[1]) / 2.0


def folds_to_one_bet(strategy: AbstractStrategy, min_pot: float) -> tuple[float, float]:
    """How often one bet on the flop is folded to in pots of at least `min_pot` chips, and how often it is faced.

    Shares of hands: of those in which it is faced, and of all. Both positions count, checks before the bet or not.
    """
    game, betting = strategy.tree.game, strategy.tree.game.betting
    faced = folded = 0.0
    for sequence in sequences(betting):
        flop = node_after(betting, sequence)
        if betting.committed[flop].sum() < min_pot:
            continue
        opener = int(betting.first_child[flop])
        checked = child_after(betting, opener, "k")
        for node in (child_after(betting, opener, "b"), child_after(betting, checked, "b")):
            mine, reach = int(betting.player[node]), reach_at(strategy, node)
            pairs = game.joint[1] if mine == 0 else game.joint[1].T
            weight = reach[mine] * (pairs @ reach[1 - mine])
            faced += float(weight.sum())
            folded += float((weight * strategy.at_node(node)[:, 0]).sum())
    return folded / faced if faced else 0.0, faced


def _actions_to(betting: BettingTree, node: int) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """The actions on the way to a node, before the flop and after it."""
    path = [node]
    while path[0]:
        path.insert(0, int(betting.parent[path[0]]))
    steps = [(betting.street[above], betting.actions[child]) for above, child in pairwise(path)]
    taken = [(street, action) for street, action in steps if action is not None]
    return (
        tuple(action for street, action in taken if street == 0),
        tuple(action for street, action in taken if street > 0),
    )


def _letters(betting: BettingTree, node: int) -> Sequence:
    """The letters of the betting before the flop."""
    return tuple(betting.history(node).partition("/")[0])
