"""How do you play a solved spot against its solution? A hand is dealt, you act, and every decision is judged.

    drill = deal(solution, default_rng(1), player=0, street=2)
    drill.hole, drill.path, drill.actions        # what you see
    drill.act("b100").lost                       # what it cost

Both hands come from the spot's ranges, weighed by how often they meet; the opponent plays the solution with the hand
dealt, and cards are dealt from the rest of the deck. To train one street, the solution plays both hands up to your
first decision there, and deals that end before it are dealt again: decisions come as often as they do in play.
`deal_at` deals one decision again, the opponent's hand from the range that comes there.

What a seat may not see (the opponent's cards, the mix, the EVs) is in `opponent_hole` and in judgements: show the
first when `is_over`, the second after the action. A drill ends where the solution does not come with your hand: after
an action that it never takes there is nothing to judge by.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import card_text, cards_text
from riverboat.cards.ranges import Range
from riverboat.cards.ranking.orders import Category
from riverboat.cards.ranking.rankings import find_ranking
from riverboat.errors import RiverboatError
from riverboat.solve.spot.judging import Judgement, judge, place_of
from riverboat.solve.spot.sizes import PLAYERS, STREETS
from riverboat.solve.spot.tree import Kind, Node

if TYPE_CHECKING:
    from riverboat.solve.spot.solution import Solution

MAX_TRIES: Final = 400
"""Deals until one has a decision of the wanted kind."""
MIN_REACH: Final = 1e-3
"""A hand that the solution plays to a node less often than this is not judged there."""

End = Literal["", "fold", "showdown", "left"]


class Drill:
    """One hand of one player against the solution."""

    def __init__(
        self, solution: Solution, player: int, hands: tuple[int, int], rng: np.random.Generator, path: str = ""
    ) -> None:
        self.solution = solution
        """May be replaced by another solve of the same spot."""
        self.player: Final = player
        """Whom you play: 0 OOP, 1 IP."""
        self.judgements: Final[list[Judgement]] = []
        self.ended: End = ""
        """How it ended; `left` after an action that the solution never takes."""
        self._hands, self._rng, self._reach = hands, rng, 1.0
        self._steps = [step for step in path.split("/") if step]
        place = solution.solver.tree.find(path)
        self.node: Node = place.node
        self.board: tuple[int, ...] = (*solution.spot.cards, *(card for card in place.cards if card is not None))

    @property
    def path(self) -> str:
        """`x/b100/c/Qc`."""
        return "/".join(self._steps)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to decide."""
        return bool(self.ended)

    @property
    def hole(self) -> tuple[int, int]:
        """Your cards."""
        return self._cards(self.player)

    @property
    def opponent_hole(self) -> tuple[int, int]:
        """The opponent's cards, which a player sees when it is over."""
        return self._cards(1 - self.player)

    @property
    def actions(self) -> tuple[str, ...]:
        """What you can do now."""
        return () if self.is_over else self.node.names

    def act(self, action: str) -> Judgement:
        """Take an action; the opponent and the cards follow until you decide again, or it is over."""
        if self.is_over:
            raise RiverboatError("this hand is over: deal another one")
        found = judge(self.solution, self.path, cards_text(self.hole), action)
        self.judgements.append(found)
        self._reach *= found.taken.frequency
        self._follow(action)
        self.play_on()
        return found

    def play_on(self, street: int | None = None) -> None:
        """Let the solution play until you decide; also for you, as long as it is before a street."""
        while not self.ended:
            node = self.node
            if node.kind is Kind.FOLD:
                self.ended = "fold"
            elif node.kind in (Kind.SHOWDOWN, Kind.ALL_IN):
                self._deal_all()
                self.ended = "showdown"
            elif node.kind is Kind.DEAL:
                self._deal(node.children[0])
            elif len(node.names) == 1:
                self._follow(node.names[0])
            elif node.player == self.player and (street is None or node.street >= street):
                if self._reach < MIN_REACH:
                    self.ended = "left"
                return
            else:
                shares = self.solution.evaluator.strategy(self.path)[:, self._hands[node.player]]
                self._follow(node.names[_draw(self._rng, shares)])

    def winner(self) -> int | None:
        """Who wins the pot when it is over: 0 OOP, 1 IP, None for a split or while nobody has."""
        if self.node.kind is Kind.FOLD:
            return 1 - self.node.player
        if self.ended != "showdown":
            return None
        ranking = _ranking(self.solution)
        first, second = (ranking.rank(self._cards(player), self.board) for player in (0, 1))
        return None if first == second else int(first < second)

    def net(self) -> float:
        """What you have won or lost since the spot began when it is over, in chips."""
        whole, rake = self.solution.solver.tree.settlement(self.node)
        winner = self.winner()
        share = 0.5 if winner is None else float(winner == self.player)
        return 2.0 * (whole - rake) * share - min(self.node.committed)

    def category(self) -> Category:
        """What your cards make with the board now."""
        ranking = _ranking(self.solution)
        found: Category = ranking.category(ranking.rank(self.hole, self.board))
        return found

    def _cards(self, player: int) -> tuple[int, int]:
        high, low = self.solution.solver.hands[player].cards[self._hands[player]].tolist()
        return high, low

    def _follow(self, action: str) -> None:
        self.node = self.node.children[self.node.names.index(action)]
        self._steps.append(action)

    def _next_card(self) -> int:
        gone = {*self.board, *self._cards(0), *self._cards(1)}
        return int(self._rng.choice([card for card in self.solution.spot.deck_cards if card not in gone]))

    def _deal(self, following: Node) -> None:
        card = self._next_card()
        self.board += (card,)
        self._steps.append(card_text(card))
        self.node = following

    def _deal_all(self) -> None:
        """The rest of the board of an all-in, which no path has."""
        while len(self.board) < 5:
            self.board += (self._next_card(),)


def deal(
    solution: Solution,
    rng: np.random.Generator,
    *,
    player: int | None = None,
    street: int | None = None,
    hands: Range | None = None,
    categories: Collection[Category] = (),
) -> Drill:
    """A hand with a decision of yours: for a player (default: either), on a street or later (default: from the start).

    `hands` restricts your hands, and `categories` what they make with the board at your first decision.
    """
    spot = solution.spot
    if street is not None and not spot.street <= street < len(STREETS):
        raise RiverboatError(f"street {street}: this spot has {' and '.join(STREETS[spot.street :])}")
    chosen = [each for each in (0, 1) if player in (None, each)]
    weights = {each: _meeting(solution, each, hands) for each in chosen}
    possible = [each for each in chosen if weights[each].sum() > 0]
    if not possible:
        whose = " or ".join(PLAYERS[each].upper() for each in chosen)
        raise RiverboatError(f'hands "{str(hands)[:60]}": none of them is in the range of {whose}')
    for _ in range(MAX_TRIES):
        mine = possible[int(rng.integers(len(possible)))]
        drill = Drill(solution, mine, _draw_hands(solution, rng, mine, weights[mine]), rng)
        drill.play_on(street)
        if not drill.is_over and (not categories or drill.category() in categories):
            return drill
    who = "you" if player is None else PLAYERS[player].upper()
    raise RiverboatError(f"{MAX_TRIES} deals had no such decision for {who}: choose more hands or another street")


def deal_at(solution: Solution, rng: np.random.Generator, path: str, hand: str) -> Drill:
    """One decision again: a hand at a node, against a hand of the range with which the opponent comes there."""
    evaluator = solution.evaluator
    node = solution.solver.tree.find(path).node
    if node.kind is not Kind.DECISION:
        raise RiverboatError(f'path "{path}": nobody acts there')
    at = place_of(evaluator, node.player, hand)
    theirs = evaluator.reach(path)[1 - node.player] * _beside(solution, node.player, at)
    if not theirs.sum() > 0:
        raise RiverboatError(f'hand "{hand}": the opponent has no hand beside it at "{path}"')
    other = _draw(rng, theirs)
    return Drill(solution, node.player, (at, other) if node.player == 0 else (other, at), rng, path)


def _meeting(solution: Solution, player: int, wanted: Range | None) -> NDArray[np.float64]:
    """How often each hand of a player meets one of the opponent's; zero for hands that are not wanted."""
    hands = solution.solver.hands[player]
    weights = hands.weights * solution.evaluator.meets(player)
    return weights if wanted is None else weights * (wanted.weights[hands.holdings] > 0)


def _draw_hands(
    solution: Solution, rng: np.random.Generator, player: int, weights: NDArray[np.float64]
) -> tuple[int, int]:
    """A hand of a player by these weights, and one of the opponent beside it."""
    mine = _draw(rng, weights)
    other = _draw(rng, solution.solver.hands[1 - player].weights * _beside(solution, player, mine))
    return (mine, other) if player == 0 else (other, mine)


def _beside(solution: Solution, player: int, at: int) -> NDArray[np.bool_]:
    """Which hands of the opponent share no card with a hand."""
    ranges = solution.solver.hands
    return np.asarray(~np.isin(ranges[1 - player].cards, ranges[player].cards[at]).any(axis=1))


def _draw(rng: np.random.Generator, weights: NDArray[np.float64]) -> int:
    reached = np.cumsum(weights)
    return int(np.searchsorted(reached, rng.random() * reached[-1], side="right"))


def _ranking(solution: Solution) -> Any:
    return find_ranking("short-deck" if solution.spot.deck == "short" else "high")
