"""Best responses found by playing: every deal of a spot is bet out by the dealer of `riverboat.games` itself.

The tree only says which bets there are. Who acts, what is allowed, which cards come, when a hand is over and what it
pays is the engine's word, so that nothing here is shared with the solvers of `riverboat.solve.spot`. Each deal of both
hands and the cards to come is a `State` of its own: some hundred thousand actions a second, for rivers with up to a
hundred hands a side and turns with a handful.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import card_text
from riverboat.games import Rake, Rules, State, parse_game
from riverboat.solve.spot.tree import Kind, Node, Tree

Strategy = Mapping[str, NDArray[np.float64]]
"""For each line with its cards, [hands, actions] of the player to act."""


class Deal(NamedTuple):
    """One way the cards may fall for a hand of the player who is asked for."""

    state: State
    theirs: int
    """Which of the other player's hands it is."""
    weight: float


class EngineSpot:
    """A spot as a hand of hold'em that has been checked down to its board."""

    def __init__(
        self,
        tree: Tree,
        board: Sequence[int],
        hands: Sequence[NDArray[np.uint8]],
        weights: Sequence[NDArray[np.float64]],
        *,
        rake: Rake | None = None,
        limit: tuple[int, int] | None = None,
        game: str = "holdem",
    ) -> None:
        """`limit` is the bet of a fixed-limit game and how many bets and raises a street may see.

        The dealer takes whole chips for `rake`, so that only a rake that comes to whole chips is the tree's.
        """
        self.tree = tree
        self.board = tuple(board)
        self.hands = [[tuple(map(int, hand)) for hand in side] for side in hands]
        self.weights = weights
        self.antes = (tree.pot // 2, tree.pot - tree.pot // 2)
        usual = parse_game(game)
        bet, raises = limit or (1, None)
        self.rules: Rules = replace(
            usual,
            betting="limit" if limit else "no-limit",
            blinds=(),
            antes=self.antes,
            antes_are_dead=self.antes[0] != self.antes[1],
            stacks=tuple(ante + tree.stack for ante in self.antes),
            streets=tuple(replace(street, bet=bet, max_raises=raises) for street in usual.streets),
            exact_shares=True,
            rake=rake,
        )

        deck = self.rules.deck
        self.numbers = {int(deck.to_standard(card) or 0): card for card in range(deck.size)}
        """The game's own number of each card that its deck has."""

    def best_response(self, player: int, strategy: Strategy) -> float:
        """What a player takes of the pot, in chips, who does the best with each hand against the other's strategy."""
        return self._average(player, strategy, best=True)

    def value(self, player: int, strategy: Strategy) -> float:
        """What a player takes of the pot, in chips, when both play this strategy."""
        return self._average(player, strategy, best=False)

    def exploitability(self, strategy: Strategy) -> float:
        """Half of what both could gain."""
        return sum(self.best_response(each, strategy) - self.value(each, strategy) for each in (0, 1)) / 2

    def _average(self, player: int, strategy: Strategy, *, best: bool) -> float:
        total, chance = 0.0, 0.0
        for mine, weight in enumerate(self.weights[player]):
            deals = self._deals(player, mine)
            chance += weight * sum(deal.weight for deal in deals)
            total += weight * self._play(self.tree.root, "", deals, len(self.board), player, mine, strategy, best)
        return total / chance

    def _deals(self, player: int, mine: int) -> list[Deal]:
        """Everything that can be dealt beside a hand: the other's hand, and the cards to come in their order."""
        hand, deals = self.hands[player][mine], []
        for theirs, (other, weight) in enumerate(zip(self.hands[1 - player], self.weights[1 - player], strict=True)):
            if set(hand) & set(other):
                continue
            left = [card for card in self.numbers if card not in (*hand, *other, *self.board)]
            runouts = list(permutations(left, 5 - len(self.board)))
            holes = (*hand, *other) if player == 0 else (*other, *hand)
            deals += [
                Deal(self._start((*holes, *self.board, *rest)), theirs, weight / len(runouts)) for rest in runouts
            ]
        return deals

    def _start(self, cards: Sequence[int]) -> State:
        state = State(self.rules, tuple(self.numbers[card] for card in cards))
        while len(state.board) < len(self.board):
            state.check_or_call()
        return state

    def _play(
        self,
        node: Node,
        line: str,
        deals: list[Deal],
        shown: int,
        player: int,
        mine: int,
        strategy: Strategy,
        best: bool,
    ) -> float:
        """What all these deals are worth to the player's hand; `shown` board cards are known to the line."""

        def after(child: Node, step: str, chosen: list[Deal], cards: int = shown) -> float:
            to = f"{line}/{step}" if line else step
            return self._play(child, to, chosen, cards, player, mine, strategy, best)

        if not deals:
            return 0.0
        if node.kind == Kind.DEAL:
            by_card: dict[int, list[Deal]] = {}
            for deal in deals:
                if len(deal.state.board) == shown:
                    _nobody_bets(deal.state)
                by_card.setdefault(deal.state.board[shown], []).append(deal)
            names = {number: card_text(card) for card, number in self.numbers.items()}
            (child,) = node.children
            return sum(after(child, names[card], some, shown + 1) for card, some in by_card.items())
        if node.kind != Kind.DECISION:
            return sum(deal.weight * self._paid(deal.state, player) for deal in deals)
        assert {deal.state.actor for deal in deals} == {node.player}, f"{line}: not this player's turn"
        assert {len(deal.state.board) for deal in deals} == {shown}
        total, values = 0.0, []
        for choice, (child, does, name) in enumerate(zip(node.children, node.actions, node.names, strict=True)):
            if node.player == player:
                same = [deal._replace(state=deal.state.child(does)) for deal in deals]
                values.append(after(child, name, same))
            else:
                shares = strategy[line][:, choice]
                total += after(
                    child,
                    name,
                    [Deal(state.child(does), theirs, weight * shares[theirs]) for state, theirs, weight in deals],
                )
        if node.player == player:
            return max(values) if best else float(strategy[line][mine] @ values)
        return total

    def _paid(self, state: State, player: int) -> float:
        """What the player takes of the pot: his winnings, and the ante that he had put there before."""
        if not state.is_over:
            _nobody_bets(state)
        assert state.payoffs is not None
        return float(state.payoffs[player]) + self.antes[player]


def _nobody_bets(state: State) -> None:
    """Check a street on which the tree has no betting; it must not have begun."""
    assert not any(street == state.street for street, _, _ in state.actions), "the engine still waits for an action"
    state.check_or_call()
    state.check_or_call()
