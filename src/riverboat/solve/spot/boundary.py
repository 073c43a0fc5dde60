"""What can the opponent expect from here on against a policy? The values at which safe re-solving lets him leave.

The policy's answers at all of its decisions in the tree of a spot become locks of a range solver; a best response of
the other player then says what each of his holdings can get (best responses rather than self-play values: against
them re-solving cannot raise exploitability). A river takes a question for each decision and one pass; a turn takes 48
times that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, card_text
from riverboat.cards.holdings import HOLDINGS
from riverboat.games.action import Action
from riverboat.games.state import State
from riverboat.solve.core.policy import ActionProbabilities, Policy
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.node_values import NodeEvaluator
from riverboat.solve.spot.solver import RangeSolver
from riverboat.solve.spot.tree import Kind, Node

if TYPE_CHECKING:
    from riverboat.solve.spot.spot import Spot


def policy_solver(spot: Spot, policy: Policy, player: int, start: State) -> RangeSolver:
    """A solver of the spot in which a player does what a policy says; `start` is the hand where the spot begins."""
    locks = list(_locks(spot.tree().root, start, policy, player, spot.cards, ""))
    return RangeSolver.of(spot, threads=1, locks=locks)


def values_against(spot: Spot, policy: Policy, player: int, start: State) -> NDArray[np.float64]:
    """float64[1326]: what each holding of the other player can get of the pot by a best response to the policy."""
    solver = policy_solver(spot, policy, player, start)
    found = np.zeros(HOLDINGS)
    found[solver.hands[1 - player].holdings] = NodeEvaluator(solver).best_values("", 1 - player)
    return found


def _locks(node: Node, state: State, policy: Policy, player: int, board: tuple[int, ...], path: str) -> Iterator[Lock]:
    if node.kind is Kind.DEAL:
        for card in range(DECK_SIZE):
            if card not in board:
                yield from _locks(node.children[0], state, policy, player, (*board, card), f"{path}{card_text(card)}/")
        return
    if node.kind is not Kind.DECISION:
        return
    if node.player == player:
        yield Lock(path.rstrip("/"), _shares(node.actions, policy.range_probabilities(state.betting, board)))
    for action, name, child in zip(node.actions, node.names, node.children, strict=True):
        if child.kind in (Kind.DECISION, Kind.DEAL):
            after = state.copy()
            after.apply(action)
            yield from _locks(child, after, policy, player, board, f"{path}{name}/")


def _shares(actions: tuple[Action, ...], found: ActionProbabilities) -> NDArray[np.float64]:
    """[action, holding]: the policy in the order of the tree; what the tree does not have counts as a call."""
    shares = np.zeros((len(actions), HOLDINGS))
    call = actions.index(Action.check_or_call())
    for action, row in zip(found.actions, found.probabilities.T, strict=True):
        shares[actions.index(action) if action in actions else call] += row
    total = shares.sum(axis=0)
    shares[call] += total <= 0.0
    return np.asarray(shares / shares.sum(axis=0))
