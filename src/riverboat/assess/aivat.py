"""AIVAT for games whose tree fits into memory: removes the luck of the cards *and* of mixed strategies.

A known strategy says what the player would have done with every other possible hand, and how often the player would
have acted differently. AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, AAAI 2018) uses both. A hand is seen from
the players who are *not* known: their cards, the board and the betting. Given that, the known players' cards are a
distribution, chance times the probability of what they did. At every move of chance or of a known player the estimate
is corrected by

    (the mean value over all moves that could have been made)  -  (the value after the one that was made)

and the hand ends with the mean payoff over the known players' cards. Each correction has mean zero whatever the value
function is, so the estimate is unbiased; a good value function makes its variance small. Here that is what a *value
strategy* is worth from each node on: any strategy for all players, an equilibrium or the players' own. If everyone
plays it and all are known, the estimate is the true value, with no variance at all. With nobody known only the
corrections for chance remain, and they are unbiased for any players.

Cost: one sweep of the tree, then some array operations per move; equal hands are cached, and in Kuhn and Leduc most are
equal. Players who are not known must have their cards in the record. `chance.py` has large games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.solve.betting import DEAL, END
from riverboat.solve.tree import Floats, GameTree

Cards = tuple[int, ...]


def node_values(tree: GameTree, strategy: Floats) -> list[Floats]:
    """For every betting node float64[deals, players]: what each wins on average if all play this from there on."""
    betting = tree.betting
    values: list[Floats] = [np.empty((0, 0))] * betting.nodes
    for betting_node in range(betting.nodes - 1, -1, -1):
        who, first = int(betting.player[betting_node]), int(betting.first_child[betting_node])
        count = int(tree.node_start[betting_node + 1] - tree.node_start[betting_node])
        if who == END:
            row = int(tree.payoff_start[betting_node])
            rows = row + tree.outcome_of[:count] if betting.is_showdown(betting_node) else np.full(count, row)
            values[betting_node] = tree.payoffs[rows]
        elif who == DEAL:
            values[betting_node] = values[first].reshape(count, int(tree.fan[betting_node]), -1).mean(axis=1)
        else:
            probabilities = _probabilities(tree, strategy, betting_node, np.arange(count))
            choices = range(int(betting.children[betting_node]))
            values[betting_node] = np.sum([probabilities[:, c, None] * values[first + c] for c in choices], axis=0)
    return values


def _probabilities(tree: GameTree, strategy: Floats, betting_node: int, deals: NDArray[np.int64]) -> Floats:
    """float64[deals, choices]: what the player of a node does with each deal."""
    betting = tree.betting
    start = int(tree.view_start[int(betting.street[betting_node]), int(betting.player[betting_node])])
    entries = tree.set_start[tree.set_first[betting_node] + tree.view_of[start + deals]]
    return np.asarray(strategy[entries[:, None] + np.arange(int(betting.children[betting_node]))])


class Aivat:
    """The estimator for one game, one value strategy and some known players.

    `known` says how each known position plays, as a strategy vector of the tree (`solve.strategy`); it may be the same
    vector for all. Positions matter, so a match with changing seats takes one estimator for each seating.
    """

    def __init__(self, tree: GameTree, value: Floats, known: Mapping[int, Floats] | None = None) -> None:
        """For one game.

        Args:
            value: The strategy by which cards and decisions are valued, a strategy vector of the tree.
            known: How each known position plays, a strategy vector of the tree.
        """
        self.tree = tree
        self.known = dict(known or {})
        for position, strategy in (*self.known.items(), (0, value)):
            if not 0 <= position < tree.players:
                raise RiverboatError(f"known position {position}: expected 0 to {tree.players - 1}")
            if np.shape(strategy) != (tree.entries,):
                raise RiverboatError(
                    f"strategy of shape {np.shape(strategy)}: {tree.rules.name} has {tree.entries} entries"
                )
        self._values = node_values(tree, np.asarray(value, np.float64))
        self._done: dict[tuple[object, ...], tuple[float, ...]] = {}

    def estimate(self, hand: Hand) -> tuple[float, ...]:
        """What a hand says about what each position is worth, in chips."""
        tree = self.tree
        if hand.rules != tree.rules and hand.rules.identity != tree.rules.identity:
            raise RiverboatError(f"AIVAT for {tree.rules.identity}: the hand is of {hand.rules.identity}")
        shown = tuple(() if p in self.known else tuple(sorted(cards)) for p, cards in enumerate(hand.down))
        if any(HIDDEN in cards for cards in shown):
            raise RiverboatError(f"AIVAT of hand {hand.number}: it needs the cards of players who are not known")
        key = (shown, hand.board, hand.actions)
        if key not in self._done:
            self._done[key] = self._walk(shown, hand)
        return self._done[key]

    def estimates(self, hands: Iterable[Hand]) -> Floats:
        """float64[hands, positions]."""
        return np.array([self.estimate(hand) for hand in hands])

    def _walk(self, shown: tuple[Cards, ...], hand: Hand) -> tuple[float, ...]:
        betting, values = self.tree.betting, self._values
        betting_node, deals, weights = 0, np.zeros(1, np.int64), np.ones(1)
        corrections = np.zeros(self.tree.players)
        actions = iter(hand.actions)
        while betting.player[betting_node] != END:
            who, first = int(betting.player[betting_node]), int(betting.first_child[betting_node])
            if who == DEAL:
                fan, street = int(self.tree.fan[betting_node]), int(betting.street[betting_node])
                after = (deals[:, None] * fan + np.arange(fan)).ravel()
                spread = np.repeat(weights, fan)
                expected = spread @ values[first][after] / spread.sum()
                possible = np.isin(after, self._like(street, shown, hand))
                betting_node, deals, weights = first, after[possible], spread[possible]
                if not len(deals):
                    raise RiverboatError(f"AIVAT of hand {hand.number}: its cards are not in the game")
                corrections += expected - weights @ values[betting_node][deals] / weights.sum()
                continue
            _, position, action = next(actions)
            choices = betting.choices(betting_node)
            if position != who or action not in choices:
                raise RiverboatError(f"AIVAT of hand {hand.number}: {action} is not in the tree")
            child = first + choices.index(action)
            if who in self.known:
                probabilities = _probabilities(self.tree, self.known[who], betting_node, deals)
                expected = sum(
                    (weights * probabilities[:, choice]) @ values[first + choice][deals]
                    for choice in range(len(choices))
                )
                total = weights.sum()
                weights = weights * probabilities[:, choices.index(action)]
                if weights.sum() <= 0.0:
                    raise RiverboatError(
                        f"AIVAT of hand {hand.number}: the known strategy of position {who} never does this"
                    )
                corrections += expected / total - weights @ values[child][deals] / weights.sum()
            betting_node = child
        return tuple((corrections + weights @ values[betting_node][deals] / weights.sum()).tolist())

    def _like(self, street: int, shown: tuple[Cards, ...], hand: Hand) -> NDArray[np.int64]:
        """The deals of a street that are consistent with the cards of the unknown players."""
        parts, at = [], 0
        downs = sum(each.down for each in self.tree.rules.streets[: street + 1])
        if any(cards and len(cards) != downs for cards in shown):
            raise RiverboatError("AIVAT: games that deal private cards on later streets are not supported")
        for each in self.tree.rules.streets[: street + 1]:
            parts += sorted(hand.board[at : at + each.board])
            at += each.board
        empty = np.empty(0, np.int64)
        return self._deals[street].get((shown, tuple(parts)), empty)

    @cached_property
    def _deals(self) -> list[dict[tuple[tuple[Cards, ...], Cards], NDArray[np.int64]]]:
        """By street, what players who are not known see, and the deals with which they do."""
        found = []
        for street in range(len(self.tree.rules.streets)):
            seen: dict[tuple[tuple[Cards, ...], Cards], list[int]] = {}
            for deal, (holes, board) in enumerate(self.tree.deals.on(street)):
                shown = tuple(() if p in self.known else hole for p, hole in enumerate(holes))
                seen.setdefault((shown, board), []).append(deal)
            found.append({key: np.array(deals) for key, deals in seen.items()})
        return found
