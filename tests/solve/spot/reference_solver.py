"""The plain solver of a spot, by which the fast one is judged: what should each hand do, and what is it worth?

Counterfactual regret minimisation over the public tree (Zinkevich et al. 2007) with discounts (Brown and Sandholm
2019), the players changing in turn. Everything is as the definition has it: float64, every card that can be dealt is
dealt, every pair of hands is compared, nothing is merged, skipped or rounded. The betting is walked once for all boards
of a street together: arrays have a row for each board, cards in the order in which they come, and a column a hand.

A pot of P chips of which the house takes k is worth

    (P - k)/2 * sign - k/2   to a player who wins (sign 1), loses (-1) or ties (0) a showdown,
    P/2 - k and -P/2         to the one who stays and the one who folds,

each counted from half the pot, so that both sum to minus the rake. Values are reported with the half pot added: they
are what a player takes home of the pot, and both together are the pot less rake.

An iteration of n against m hands takes 2 n m multiplications at every end of the betting on every board, and 16 n m
bytes a board are kept: some milliseconds an iteration on a river with usual ranges, a tenth of a second with all 1,081
hands a side, half a second on a turn. A flop with its 2,352 run-outs leaves room for a dozen hands or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import Cards, card_text, cards_text, read_cards
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranges import Range
from riverboat.cards.ranking.rankings import RANKINGS
from riverboat.errors import RiverboatError
from riverboat.solve.core.method import METHODS, Weights
from riverboat.solve.spot.tree import DEALT, Kind, Node, Tree

if TYPE_CHECKING:
    from riverboat.solve.spot.spot import Spot

Floats = NDArray[np.float64]
Strategy = Mapping[str, Floats]
"""For each decision, named by its line with the dealt cards ("x/b100/c/Qc/x"), float64[hands, actions]."""
Deck = Literal["full", "short"]

_RANKING: Final[dict[Deck, str]] = {"full": "high", "short": "short-deck"}
_RIVER: Final = 2


class ReferenceSolver:
    """One spot, its regrets and its average strategy. Player 0 is out of position and acts first."""

    def __init__(
        self,
        tree: Tree,
        board: Cards,
        ranges: Sequence[Range | str],
        *,
        deck: Deck = "full",
        schedule: Callable[[int], Weights] = METHODS["dcfr"].weights,
    ) -> None:
        self.tree = tree
        self.board = read_cards(board, "board")
        self.iterations = 0
        self._schedule = schedule
        self._ranking = RANKINGS[_RANKING[deck]]
        self._deck = range(4 * self._ranking.lowest, 52)
        weights = [Range(each).weights if isinstance(each, str) else each.weights for each in ranges]
        dealable = ~_hold(HOLDING_CARDS, [card for card in range(52) if card not in self._deck or card in self.board])
        dealt = [np.flatnonzero(dealable & (each > 0.0)) for each in weights]
        self.hands = (HOLDING_CARDS[dealt[0]], HOLDING_CARDS[dealt[1]])
        """uint8[hands, 2]: the cards of each hand that a player may hold."""
        self.weights = (weights[0][dealt[0]], weights[1][dealt[1]])
        """float64[hands]: how much of each hand is in the range."""
        self._boards = {len(self.board) - 3: [self.board]}
        for street in range(len(self.board) - 3, _RIVER):
            boards = self._boards[street]
            self._boards[street + 1] = [(*each, card) for each in boards for card in self._deck if card not in each]
        self._compare()
        self._pairs = float(self.weights[0] @ self._possible[len(self.board) - 3][0] @ self.weights[1])
        if not self._pairs:
            raise RiverboatError(f"board {cards_text(self.board)}: the ranges have no two hands that can be dealt")
        decisions = [node for node in tree if node.kind == Kind.DECISION]
        self._regrets = {node.line: np.zeros(self._shape(node)) for node in decisions}
        self._sums = {node.line: np.zeros(self._shape(node)) for node in decisions}

    @classmethod
    def of(cls, spot: Spot, schedule: Callable[[int], Weights] = METHODS["dcfr"].weights) -> ReferenceSolver:
        """The solver of a spot as users describe it."""
        return cls(spot.tree(), spot.cards, spot.ranges, deck=spot.deck, schedule=schedule)

    # Solving and asking -----------------------------------------------------------------------------------------------

    def run(self, iterations: int) -> None:
        """A number of further iterations, each an update of player 0 and then one of player 1."""
        for t in range(self.iterations, self.iterations + iterations):
            for player in (0, 1):
                self._walk(player, self._regret_matching, self._learning(*self._schedule(t + 1)))
            self.iterations = t + 1

    def strategy(self, line: str) -> Floats:
        """float64[hands, actions] of the player to act after a line such as "x/b100/c/Qc": the average so far."""
        node, row = self._find(line)
        average: Floats = _normalised(self._sums[node.line])[row]
        return average.T

    def regrets(self, line: str) -> Floats:
        """float64[hands, actions]: the discounted regrets that decide what the player does in the next iteration."""
        node, row = self._find(line)
        regrets: Floats = self._regrets[node.line][row]
        return regrets.T.copy()

    def strategies(self) -> dict[str, Floats]:
        """The average strategy of every decision on every board."""
        found = {}
        for node in self.tree:
            if node.kind == Kind.DECISION:
                average = _normalised(self._sums[node.line])
                found.update({line: average[row].T for row, line in enumerate(self._lines(node))})
        return found

    def value(self, player: int, strategy: Strategy | None = None) -> float:
        """What a player takes of the pot when both play the average, or another strategy, in chips."""
        plays = self._plays(strategy)
        return self._in_chips(player, self._walk(player, plays, lambda node, values: _mixed(plays(node), values)))

    def best_response(self, player: int, strategy: Strategy | None = None) -> float:
        """What a player could take of the pot who knew the other's strategy, in chips."""

        values = self._walk(player, self._plays(strategy), lambda node, values: values.max(axis=1))
        return self._in_chips(player, values)

    def exploitability(self, strategy: Strategy | None = None) -> float:
        """Half of what both players could gain by best responses, in chips."""
        return sum(self.best_response(each, strategy) - self.value(each, strategy) for each in (0, 1)) / 2.0

    def _in_chips(self, player: int, values: Floats) -> float:
        return self.tree.pot / 2.0 + float(self.weights[player] @ values) / self._pairs

    def _find(self, line: str) -> tuple[Node, int]:
        """The decision after a line as users write it, and the row of its board."""
        node, cards = self.tree.find(line)
        rows = {board: row for row, board in enumerate(self._boards[node.street])}
        row = rows.get((*self.board, *(-1 if card is None else card for card in cards)))
        if node.kind != Kind.DECISION or row is None:
            raise RiverboatError(
                f'line "{line}": no decision on a board that can be dealt; name its cards, x/b100/c/Qc'
            )
        return node, row

    def _lines(self, node: Node) -> list[str]:
        """The line to a node on each board, the cards by name."""
        first, *later = node.line.split(DEALT)
        dealt = [board[len(self.board) :] for board in self._boards[node.street]]
        return [first + "".join(map("".join, zip(map(card_text, cards), later, strict=True))) for cards in dealt]

    # What players do: [boards, actions, hands] ------------------------------------------------------------------------

    def _shape(self, node: Node) -> tuple[int, int, int]:
        return len(self._boards[node.street]), len(node.actions), len(self.hands[node.player])

    def _regret_matching(self, node: Node) -> Floats:
        return _normalised(np.maximum(self._regrets[node.line], 0.0))

    def _learning(self, positive: float, negative: float, average: float) -> Callable[[Node, Floats], Floats]:
        """What the player who is being updated does with the values of his actions: learn, and play as he did."""

        def learn(node: Node, values: Floats) -> Floats:
            playing = self._regret_matching(node)
            value = _mixed(playing, values)
            regrets, sums = self._regrets[node.line], self._sums[node.line]
            regrets *= np.where(regrets > 0.0, positive, negative)
            regrets += values - value[:, None, :]
            sums *= average
            sums += playing
            return value

        return learn

    def _plays(self, strategy: Strategy | None) -> Callable[[Node], Floats]:
        """The average, or another strategy, as the walk asks for it."""
        if strategy is None:
            return lambda node: _normalised(self._sums[node.line])
        return lambda node: np.array([np.transpose(strategy[line]) for line in self._lines(node)])

    # The game ---------------------------------------------------------------------------------------------------------

    def _walk(self, player: int, plays: Callable[[Node], Floats], choose: Callable[[Node, Floats], Floats]) -> Floats:
        """What each hand of a player wins against each hand that the other may hold, summed over these.

        `plays` says what the other does; `choose` turns the values of the player's own actions, [boards, actions,
        hands], into those of his decision, [boards, hands].
        """

        def values(node: Node, reach: Floats) -> Floats:
            """[boards, own hands]; `reach` is how likely the other comes with each hand, [boards, his hands]."""
            if node.kind == Kind.DECISION:
                if node.player == player:
                    return choose(node, np.stack([values(child, reach) for child in node.children], axis=1))
                mix = plays(node)
                return _total([values(child, reach * mix[:, at]) for at, child in enumerate(node.children)], axis=0)
            if node.kind == Kind.DEAL:
                cards = self._unseen(node.street)
                after = values(node.children[0], np.repeat(reach, cards, axis=0) / (cards - 4))
                return _total(after.reshape(len(reach), cards, -1), axis=1)
            signs, possible = self._signs[node.street], self._possible[node.street]
            pot = self.tree.pot + 2 * min(node.committed)
            rake = self.tree.rake.exact(pot)
            if node.kind == Kind.FOLD:
                return (-pot / 2.0 if node.player == player else pot / 2.0 - rake) * against(possible, reach)
            won = (pot - rake) / 2.0 * (1 - 2 * player) * against(signs, reach)
            return won - rake / 2.0 * against(possible, reach) if rake else won

        def against(table: Floats, reach: Floats) -> Floats:
            """[boards, hands of player 0, hands of player 1] times the hands of the other, as likely as they come."""
            mine = table if player == 0 else table.transpose(0, 2, 1)
            product: Floats = np.matmul(mine, reach[:, :, None]).reshape(len(reach), -1)
            return product

        return values(self.tree.root, self.weights[1 - player].reshape(1, -1)).ravel()

    def _unseen(self, street: int) -> int:
        """How many cards are not on the board; each two hands leave four fewer to come."""
        return len(self._deck) - 3 - street

    def _compare(self) -> None:
        """Which hands can be held beside each other, and whether player 0 wins: [boards, hands, hands] a street.

        Before the river it is the average over the cards to come, from 1 (always) to -1 (never).
        """
        first, second = self.hands
        apart = (first[:, None, :, None] != second[None, :, None, :]).all(axis=(2, 3))
        self._possible: dict[int, Floats] = {}
        self._signs: dict[int, Floats] = {}
        for street, boards in sorted(self._boards.items(), reverse=True):
            live = [np.array([~_hold(hands, board) for board in boards]) for hands in self.hands]
            possible = (apart & live[0][:, :, None] & live[1][:, None, :]).astype(np.float64)
            self._possible[street] = possible
            if street == _RIVER:
                ranks = [np.array([self._ranks(hands, board) for board in boards]) for hands in self.hands]
                self._signs[street] = possible * np.sign(ranks[0][:, :, None] - ranks[1][:, None, :])
            else:
                cards = self._unseen(street)
                later = self._signs[street + 1].reshape(len(boards), cards, *apart.shape)
                self._signs[street] = later.sum(axis=1) / (cards - 4)

    def _ranks(self, hands: NDArray[np.uint8], board: tuple[int, ...]) -> NDArray[np.int64]:
        """How strong each hand is on a whole board; 0 for those that it makes impossible."""
        live = ~_hold(hands, board)
        ranks = np.zeros(len(hands), np.int64)
        ranks[live] = self._ranking.rank_batch(hands[live], np.array(board, np.uint8))
        return ranks


def _hold(hands: NDArray[np.uint8], cards: Iterable[int]) -> NDArray[np.bool_]:
    """Whether each hand has one of these cards."""
    held: NDArray[np.bool_] = np.isin(hands, list(cards))
    return held[:, 0] | held[:, 1]


def _total(parts: Sequence[Floats] | Floats, axis: int) -> Floats:
    total: Floats = np.sum(parts, axis=axis)
    return total


def _normalised(weights: Floats) -> Floats:
    """[boards, actions, hands] as probabilities; all actions alike for a hand without any weight."""
    totals = weights.sum(axis=1, keepdims=True)
    probabilities: Floats = np.full(weights.shape, 1.0 / weights.shape[1])
    np.divide(weights, totals, out=probabilities, where=totals > 0.0)
    return probabilities


def _mixed(probabilities: Floats, values: Floats) -> Floats:
    """The value of playing actions with these probabilities."""
    return _total(probabilities * values, axis=1)
