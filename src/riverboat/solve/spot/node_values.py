"""What do the two average strategies mean at one node, hand by hand, for both players?

A node is named by a path with the dealt cards in it (`x/b100/c/Qc/x`). Boards that the solver left out because they
equal another one up to a renaming of suits are read from that one, renamed. Values are computed afresh: the
probabilities with which both play to the node are multiplied out along the path, and one pass over the street's forest
on that board gives the rest; for nodes of the first street the pass over everything is kept until the strategies
change.

Every number takes card removal into account: a hand is weighed only against the hands of the opponent that it can meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import card_text
from riverboat.errors import RiverboatError
from riverboat.solve.spot._kernels.layout import BEST, MEAN
from riverboat.solve.spot.tree import DEALT, Kind, Node

if TYPE_CHECKING:
    from riverboat.solve.spot.solver import RangeSolver

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NodeValues:
    """One node of one board. Arrays are over the solver's hands of player 0 or 1; blocked hands have no reach."""

    node: Node
    board: tuple[int, ...]
    pot: int
    """The chips in the middle at the node."""
    reach: tuple[Numbers, Numbers]
    """Each hand's weight times the probability that its player plays to the node."""
    meets: tuple[Numbers, Numbers]
    """The opponent's reach that each hand can meet."""
    ev: tuple[Numbers, Numbers]
    """What each hand can expect from the pot from here on; both players' means add up to the pot less the rake."""
    equity: tuple[Numbers, Numbers]
    """The share of the pot that each hand wins when all cards are dealt and shown, against the opponent's reach."""
    strategy: Numbers
    """[action, hand] of the player to act; empty where nobody acts."""
    action_ev: Numbers
    """[action, hand] what each action is worth to the player to act, counted like `ev`."""

    @cached_property
    def weights(self) -> tuple[Numbers, Numbers]:
        """How likely each hand is when both have played to the node; both add up to one, or to zero if never."""
        found = []
        for player in (0, 1):
            joint = self.reach[player] * self.meets[player]
            total = joint.sum()
            found.append(joint / total if total > 0 else joint)
        return found[0], found[1]


class NodeEvaluator:
    """Evaluates nodes of a solver; cheap to make, and valid for as long as the strategies stay as they are."""

    def __init__(self, solver: RangeSolver) -> None:
        self.solver = solver
        self._whole: dict[tuple[int, int], NDArray[Any]] = {}
        self._iterations = -1
        self._numbers = solver.numbers
        self._renamed = tuple(solver.runouts.renamed(player).astype(np.int64) for player in (0, 1))

    def evaluate(self, path: str = "") -> NodeValues:
        """Everything about the node at a path."""
        node, cards = self.solver.tree.find(path)
        dealt = [card for card in cards if card is not None]
        if len(dealt) < len(cards):
            raise RiverboatError(f'path "{path}": expected a card in place of "*"')
        return self.evaluate_node(node, dealt)

    def strategy(self, path: str = "") -> Numbers:
        """The average strategy alone, [action, hand]."""
        node, cards = self.solver.tree.find(path)
        boards, renamings = self.solver.runouts.locate([card for card in cards if card is not None])
        return self._strategy(node, boards[-1], renamings[-1])

    def evaluate_node(self, node: Node, dealt: list[int]) -> NodeValues:
        """Everything about a node after the given cards have been dealt."""
        if node.kind == Kind.DEAL and len(dealt) > node.street - self.solver.tree.root.street:
            raise RiverboatError(f'line "{node.line}" ends before {card_text(dealt[-1])} is dealt')
        boards, renamings = self.solver.runouts.locate(dealt)
        reach = self._reach(node, boards, renamings)
        meets = tuple(self._meets(player, reach) for player in (0, 1))
        worth = [self._worth(node, player, boards, renamings) for player in (0, 1)]
        ev = []
        for player in (0, 1):
            base = self.solver.tree.pot / 2 + node.committed[player]
            ev.append(_ratio(worth[player][0], meets[player]) + base)
        strategy = action_ev = np.zeros((0, 0))
        if node.kind == Kind.DECISION:
            strategy = self._strategy(node, boards[-1], renamings[-1])
            actor = node.player
            base = self.solver.tree.pot / 2 + node.committed[actor]
            action_ev = _ratio(worth[actor][1:], meets[actor]) + base
        equity = self._equity(boards, renamings, reach, meets)
        return NodeValues(
            node,
            (*self.solver.runouts.board, *dealt),
            self.solver.tree.pot + sum(node.committed),
            reach,
            (meets[0], meets[1]),
            (ev[0], ev[1]),
            equity,
            strategy,
            action_ev,
        )

    def _strategy(self, node: Node, board: int, renaming: int) -> Numbers:
        """The average strategy of the player to act, [action, hand], in the cards as they were dealt."""
        layer = node.street - self.solver.tree.root.street
        kept = self.solver.levels[layer].strategy(board, self._numbers[layer][node.line])
        found = np.empty_like(kept)
        found[:, self._renamed[node.player][renaming]] = kept
        return found

    def _reach(self, node: Node, boards: list[int], renamings: list[int]) -> tuple[Numbers, Numbers]:
        reach = [hands.weights.copy() for hands in self.solver.hands]
        for player in (0, 1):
            live = self.solver.runouts.live(len(boards) - 1, player)[boards[-1]]
            reach[player][self._renamed[player][renamings[-1]][~live]] = 0
        walked = self.solver.tree.root
        for step in node.line.split("/") if node.line else []:
            if walked.kind == Kind.DEAL:
                walked = walked.children[0]
                continue
            action = walked.names.index(step)
            layer = walked.street - self.solver.tree.root.street
            reach[walked.player] *= self._strategy(walked, boards[layer], renamings[layer])[action]
            walked = walked.children[action]
        return reach[0], reach[1]

    def reach(self, path: str) -> tuple[Numbers, Numbers]:
        """The weight of each hand of both players times the probability that it is played to a node."""
        node, cards = self.solver.tree.find(path)
        return self._reach(node, *self.solver.runouts.locate([card for card in cards if card is not None]))

    def equity(self, path: str, reach: tuple[Numbers, Numbers]) -> tuple[Numbers, Numbers]:
        """The equities of both players' hands on the board of a path if they have come there with these weights."""
        cards = self.solver.tree.find(path).cards
        boards, renamings = self.solver.runouts.locate([card for card in cards if card is not None])
        return self._equity(boards, renamings, reach, tuple(self._meets(player, reach) for player in (0, 1)))

    def best_values(self, path: str, player: int) -> Numbers:
        """What each hand of a player could expect from the pot from a node on by a best response, counted as `ev`."""
        node, cards = self.solver.tree.find(path)
        boards, renamings = self.solver.runouts.locate([card for card in cards if card is not None])
        meets = self._meets(player, self._reach(node, boards, renamings))
        worth = self._worth(node, player, boards, renamings, BEST)[0]
        return _ratio(worth, meets) + self.solver.tree.pot / 2 + node.committed[player]

    def meets(self, player: int) -> Numbers:
        """The weight of the opponent's hands that each hand can meet at the start."""
        return self._meets(player, (self.solver.hands[0].weights, self.solver.hands[1].weights))

    def _meets(self, player: int, reach: tuple[Numbers, Numbers]) -> Numbers:
        """The opponent's reach that shares no card with each hand (inclusion and exclusion)."""
        mine, theirs = self.solver.hands[player], self.solver.hands[1 - player]
        weights = reach[1 - player]
        by_card = np.bincount(theirs.cards[:, 0], weights, 52) + np.bincount(theirs.cards[:, 1], weights, 52)
        same = np.zeros(52 * 51 // 2)
        same[theirs.holdings] = weights
        meets = weights.sum() - by_card[mine.cards[:, 0]] - by_card[mine.cards[:, 1]] + same[mine.holdings]
        # The residue of cancelling sums is not reach.
        meets[meets < 1e-12 * max(1.0, weights.sum())] = 0
        return np.asarray(meets)

    def _worth(
        self,
        node: Node,
        player: int,
        boards: list[int],
        renamings: list[int],
        mode: int = MEAN,
    ) -> Numbers:
        """Values times the opponent's reach of the node and of its children, [node and children, hand]."""
        at = node.street - self.solver.tree.root.street
        if at == 0:
            rows = self._first_street(player, mode)
            renaming = 0
        else:
            # The street was entered by the line up to the last card.
            entry = self._numbers[at][node.line[: node.line.rindex(DEALT) + 1]]
            behind = self._reach(self.solver.levels[at].street.nodes[entry], boards, renamings)[1 - player]
            renaming = renamings[at]
            order = self._renamed[1 - player][renaming]
            rows = self.solver.values_below(player, at, boards[at], entry, behind[order], mode)
        number = self._numbers[at][node.line]
        wanted = [number]
        if node.kind == Kind.DECISION:
            first = int(self.solver.levels[at].street.forests[player].child[number])
            wanted += range(first, first + len(node.actions))
        found = np.zeros((len(wanted), rows.shape[1]))
        found[:, self._renamed[player][renaming]] = rows[wanted]
        return found

    def _first_street(self, player: int, mode: int) -> NDArray[Any]:
        if self._iterations != self.solver.iterations:
            self._whole.clear()
            self._iterations = self.solver.iterations
        if (player, mode) not in self._whole:
            self._whole[player, mode] = self.solver.values_from_start(player, mode)
        return self._whole[player, mode]

    def _equity(
        self,
        boards: list[int],
        renamings: list[int],
        reach: tuple[Numbers, Numbers],
        meets: tuple[Numbers, ...],
    ) -> tuple[Numbers, Numbers]:
        layer, board = len(boards) - 1, boards[-1]
        found = []
        for player in (0, 1):
            mine = self._renamed[player][renamings[-1]]
            theirs = self._renamed[1 - player][renamings[-1]]
            lead = np.zeros(len(mine))
            lead[mine] = self.solver.lead(player, layer, board, reach[1 - player][theirs])
            found.append((1 + _ratio(lead, meets[player])) / 2)
        return found[0], found[1]


def _ratio(worth: Numbers, meets: Numbers) -> Numbers:
    """Per unit of the opponent's reach; zero where there is none to meet."""
    return np.divide(worth, meets, out=np.zeros_like(worth), where=np.broadcast_to(meets > 0, worth.shape))
