"""Which actions can be skipped for a while? Regret-based pruning (Brown and Sandholm 2015).

A choice with a negative regret is not played. How much it gains in an iteration is bounded: the others' reach times
the most that any end below it pays, less what the player wins in its set. So a choice with a very negative regret
cannot come back for many iterations, and until its regret *could* have become positive the tree below it is left out of
the sweeps of both players: the owner does not play there, and the other has nothing to win where nobody comes.

When it wakes, the player is assumed to have played best below it all the while, against the average of what the other
did in the meantime: one walk instead of all that were left out. That average is the other's realisation plan summed
since then, which is why this is for games of two: with more, sums of products are not products of sums. The promise of
CFR stays; its path does not, since skipped regrets become those against that best response.

It needs negative regrets that last: `cfr`, `lcfr`, `dcfr` with a beta above 0. CFR+ forgets them, and so does its
predictive form. Bounds are exact, not estimates, and need no pass over the tree. A choice goes to sleep only if it is
expected to sleep for a few iterations. Pruning takes three float64 per node on top of the two that solving takes.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.betting import END
from riverboat.solve.core.method import Discounting, Method
from riverboat.solve.tree import Floats, GameTree, Integers

PATIENCE: Final = 4.0
"""Iterations that a choice must be expected to sleep, since falling asleep and waking cost a walk each."""


class Skeleton(NamedTuple):
    """What the tree's arrays do not say about its betting nodes. o is a player."""

    parent: Integers
    order: Integers
    """All betting nodes, each followed by those below it."""
    place: Integers
    """Where each betting node is in `order`."""
    below: Integers
    """How many betting nodes there are from each one on, itself included."""
    max_payoffs: Floats
    """float64[betting nodes, 2]: the most that an end there pays to each player."""
    last_entry: Integers
    """int64[betting nodes, 2]: o's last choice before an end, its first view's entry; or the one kept for none."""
    last_choices: Integers
    """int64[betting nodes, 2]: how many entries further the next view is."""
    last_views: Integers
    """int64[betting nodes, 2]: where the views of that choice begin in `view_of`."""
    last_spread: Integers
    """int64[betting nodes, 2]: how many deals of an end are one deal of that choice."""
    hands: Integers
    """The deals of each view, one street, player and view after the other."""
    hand_start: Integers
    """Where those of each view begin in `hands`."""
    hands_at: Integers
    """int64[streets, 2]: where the views of each street and player begin in `hand_start`."""
    views_at: Integers
    """int64[streets, 2]: how many there are."""


class Sleep(NamedTuple):
    """Which choices sleep, and what is needed to wake them."""

    asleep: NDArray[np.bool_]
    """bool[entries]"""
    hidden: NDArray[np.bool_]
    """bool[sets]: whether one of the player's own earlier choices sleeps."""
    blocks: NDArray[np.int8]
    """int8[nodes]: above how many of the sleeping choices a node lies."""
    hope: Floats
    """float64[entries]: the maximum that could have been gained, as far as it is in the regrets."""
    since: Floats
    """float64[entries]: `log_left` when it fell asleep."""
    faced: Floats
    """float64[entries + 2]: sums of realisation plans as the other player met them; two for no choice at all."""
    before: Floats
    """float64[2, nodes]: what `faced` made of the reach of ends when they fell asleep for a player."""
    log_left: Floats
    """float64[1]: logarithm of how much of the first iteration's negative regrets is left."""
    counters: Integers
    """int64[2]: nodes visited so far, and blocks woken."""
    best: Floats
    """float64[nodes], to work with, as all that follow."""
    room: Floats
    stamps: Integers
    changed: NDArray[np.bool_]
    queue: Integers
    tired: Integers


class Pruning:
    """Choices of one tree asleep and awake."""

    def __init__(self, tree: GameTree, method: Method) -> None:
        if tree.players != 2:
            raise RiverboatError(f"pruning {tree.rules.name}: {tree.players} players; it is for games of two")
        weights = method.weights
        lasting = isinstance(weights, Discounting) and weights.beta > 0 and weights.max_negative == 1.0
        if method.predictive or not lasting:
            raise RiverboatError(
                f"pruning {method}: negative regrets must last; expected cfr, lcfr or dcfr with a beta above 0"
            )
        tree.check_recall()  # what lies below a choice must be below no other choice of the player's
        self._tree, self._method = tree, method
        self._skeleton = _skeleton(tree)
        entries, nodes, sets = tree.entries, tree.nodes, tree.sets
        self._sleep = Sleep(
            np.zeros(entries, np.bool_), np.zeros(sets, np.bool_), np.zeros(nodes, np.int8), np.zeros(entries),
            np.zeros(entries), np.zeros(entries + 2), np.zeros((2, nodes)), np.zeros(1), np.zeros(2, np.int64),
            np.zeros(nodes), np.zeros(entries), np.zeros(sets, np.int64), np.zeros(tree.betting.nodes, np.bool_),
            np.zeros((entries, 3), np.int64), np.zeros((entries, 3), np.int64),
        )  # fmt: skip

    @property
    def visited(self) -> int:
        """Nodes visited by sweeps, by falling asleep and by waking."""
        return int(self._sleep.counters[0])

    @property
    def asleep(self) -> int:
        """How many choices sleep now."""
        return int(self._sleep.asleep.sum())

    @property
    def changing(self) -> dict[str, NDArray[Any]]:
        """The arrays that iterations change and need again."""
        sleep = self._sleep._asdict()
        return {name: sleep[name] for name in Sleep._fields[: Sleep._fields.index("best")]}

    def iterate(self, weights: Floats, regrets: Floats, strategy: Floats, sums: Floats) -> None:
        """Iterations with these weights (`_kernels.iterate`), changing regrets, strategy and sums."""
        from riverboat.solve.cfr.pruning import _kernels

        tree, method = self._tree, self._method
        _kernels.iterate_pruned(
            tree.arrays, self._skeleton, self._sleep, tree.set_player, tree.set_parent, weights, method.alternating,
            PATIENCE, regrets, strategy, sums,
        )  # fmt: skip


def _skeleton(tree: GameTree) -> Skeleton:
    betting = tree.betting
    betting_nodes = betting.nodes
    below = np.ones(betting_nodes, np.int64)
    for betting_node in range(betting_nodes - 1, 0, -1):
        below[betting.parent[betting_node]] += below[betting_node]
    place = np.zeros(betting_nodes, np.int64)
    for betting_node in range(betting_nodes):
        after = place[betting_node] + 1
        for child in range(
            betting.first_child[betting_node], betting.first_child[betting_node] + betting.children[betting_node]
        ):
            place[child] = after
            after += below[child]
    hands, hand_start, hands_at, views_at = _hands(tree)
    return Skeleton(
        betting.parent.astype(np.int64), np.argsort(place), place, below, _max_payoffs(tree), *_last_choices(tree),
        hands, hand_start, hands_at, views_at,
    )  # fmt: skip


def _max_payoffs(tree: GameTree) -> Floats:
    """float64[betting nodes, 2]: the most that an end at or below each betting node pays."""
    betting = tree.betting
    max_payoffs = np.full((betting.nodes, 2), -np.inf)
    ends = np.flatnonzero(betting.player == END)
    rows = np.append(tree.payoff_start[ends], len(tree.payoffs))
    max_payoffs[ends] = np.maximum.reduceat(tree.payoffs, rows[:-1], axis=0)
    for betting_node in range(betting.nodes - 1, 0, -1):
        above = betting.parent[betting_node]
        max_payoffs[above] = np.maximum(max_payoffs[above], max_payoffs[betting_node])
    return max_payoffs


def _last_choices(tree: GameTree) -> tuple[Integers, Integers, Integers, Integers]:
    """For each end and player where the entries of the player's last choice are."""
    betting = tree.betting
    entry = np.zeros((betting.nodes, 2), np.int64)
    choices, views, spread = np.zeros_like(entry), np.zeros_like(entry), np.ones_like(entry)
    deals = np.diff(tree.node_start)
    for end in np.flatnonzero(betting.player == END).tolist():
        for o in range(2):
            below, above = end, int(betting.parent[end])
            while above >= 0 and betting.player[above] != o:
                below, above = above, int(betting.parent[above])
            if above < 0:
                entry[end, o] = tree.entries + 1 - o
                continue
            entry[end, o] = tree.set_start[tree.set_first[above]] + below - betting.first_child[above]
            choices[end, o] = betting.children[above]
            views[end, o] = tree.view_start[betting.street[above], o]
            spread[end, o] = deals[end] // deals[above]
    return entry, choices, views, spread


def _hands(tree: GameTree) -> tuple[Integers, Integers, Integers, Integers]:
    """The deals of each street, player and view."""
    streets = len(tree.rules.streets)
    hands, starts, at, views_at = [], [0], np.zeros((streets, 2), np.int64), np.zeros((streets, 2), np.int64)
    for street in range(streets):
        count = tree.deals.counts[street + 1]
        for player in range(2):
            start = tree.view_start[street, player]
            views = tree.view_of[start : start + count]
            at[street, player] = len(starts) - 1
            sizes = np.bincount(views)
            views_at[street, player] = len(sizes)
            starts += (starts[-1] + np.cumsum(sizes)).tolist()
            hands.append(np.argsort(views, kind="stable"))
    return np.concatenate(hands), np.array(starts, np.int64), at, views_at
