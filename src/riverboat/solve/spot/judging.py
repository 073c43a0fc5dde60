"""What does a decision cost? One hand's action at a node of a solved spot, beside what the solution does there.

    found = judge(solution, "x/b100", "AhKd", "c")
    found.lost, found.best, found.mix

The EV lost is that of the best action less that of the action taken, in chips. EV, equity and weights are those of the
node's report (`report.py`), so a page that shows the node shows the same numbers. A solution is exploitable by a
little, and so are its EVs uncertain: two actions that it mixes differ by about as much. What a later decision of the
same hand is worth counts as the solution plays it, also where it never comes with this hand.

Why an action is right is said by numbers: the equity against the opponent's range, the equity that a call needs, how
often the opponent folds to a bet and the equity against what continues, and which part of the opponent's range this
hand's cards rule out (its blockers). Cost: that of the node's report, and as much again for every bet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import cards_text, parse_cards
from riverboat.cards.holdings import holding_index
from riverboat.cards.ranking.rankings import find_ranking
from riverboat.errors import RiverboatError
from riverboat.solve.spot.node_values import NodeEvaluator, NodeValues
from riverboat.solve.spot.tree import Kind

if TYPE_CHECKING:
    from riverboat.solve.spot.solution import Solution

MIN_FREQUENCY: Final = 0.05
"""An action that the solution takes at least this often with a hand belongs to its mix."""
SMALL_LOSS: Final = 0.01
"""Below this share of the pot a loss is an inaccuracy."""

Verdict = Literal["best", "mixed", "inaccuracy", "mistake"]


@dataclass(frozen=True)
class Option:
    """An action with one hand."""

    name: str
    """`f`, `x`, `c`, `b100`, `r900`."""
    frequency: float
    """How often the solution takes it with this hand."""
    ev: float
    """What it is worth, in chips of the pot."""
    folds: float | None = None
    """Of a bet or raise: how often the opponent folds to it."""
    equity_called: float | None = None
    """The equity of this hand against what does not fold; None if everything does."""


@dataclass(frozen=True)
class Blockers:
    """The opponent's range at the node, in combinations by weight, and how much of it shares a card with this hand.

    A hand is ahead if it beats this one on the board as it is.
    """

    ahead: float
    tied: float
    behind: float
    ahead_blocked: float
    tied_blocked: float
    behind_blocked: float


@dataclass(frozen=True)
class Judgement:
    """A decision beside the solution."""

    path: str
    hand: str
    """`AhKd`."""
    player: int
    """0 OOP, 1 IP."""
    street: int
    """0 flop, 1 turn, 2 river."""
    action: str
    mix: tuple[Option, ...]
    """Every action of the node."""
    equity: float
    pot: int
    to_call: int
    weight: float
    """How much of the hand is in the range here: its weight times how often the solution plays it to the node."""
    opponent_reach: float
    """The share of the opponent's range that comes here. If it is next to nothing, the solution does not know this
    line, and its EVs mean little."""
    blockers: Blockers

    @property
    def taken(self) -> Option:
        """The action that was taken."""
        return next(option for option in self.mix if option.name == self.action)

    @property
    def best(self) -> Option:
        """The action that the solution takes most often with this hand."""
        return max(self.mix, key=lambda option: (option.frequency, option.ev))

    @property
    def lost(self) -> float:
        """The EV lost, in chips."""
        return max(option.ev for option in self.mix) - self.taken.ev

    @property
    def needed(self) -> float | None:
        """The equity that a call needs if nothing is bet afterwards; None if there is nothing to call."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else None

    @property
    def verdict(self) -> Verdict:
        """The best action (of equals any), one that the solution mixes in, or a mistake by its size."""
        if self.taken.frequency >= self.best.frequency - MIN_FREQUENCY:
            return "best"
        if self.taken.frequency >= MIN_FREQUENCY:
            return "mixed"
        return "inaccuracy" if self.lost < SMALL_LOSS * self.pot else "mistake"

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "path": self.path,
            "hand": self.hand,
            "player": self.player,
            "street": self.street,
            "action": self.action,
            "best": self.best.name,
            "verdict": self.verdict,
            "lost": round(self.lost, 6),
            "pot": self.pot,
            "equity": round(self.equity, 6),
            "needed": None if self.needed is None else round(self.needed, 6),
            "weight": round(self.weight, 6),
            "opponent_reach": round(self.opponent_reach, 6),
            "mix": [{name: _rounded(value) for name, value in vars(option).items()} for option in self.mix],
            "blockers": {name: round(value, 4) for name, value in vars(self.blockers).items()},
        }


def _rounded(value: float | str | None) -> float | str | None:
    return round(value, 6) if isinstance(value, float) else value


def judge(solution: Solution, path: str, hand: str, action: str) -> Judgement:
    """The action of a hand such as `AhKd` at the node of a path, beside the solution's."""
    evaluator = solution.evaluator
    here = evaluator.evaluate(path)
    node = here.node
    if node.kind is not Kind.DECISION:
        raise RiverboatError(f'path "{path}": nobody acts there')
    if action not in node.names:
        raise RiverboatError(f'path "{path}": no action "{action[:20]}" there; choose {", ".join(node.names)}')
    player = node.player
    at = place_of(evaluator, player, hand, here.board)
    if not here.meets[player][at] > 0:
        raise RiverboatError(f'hand "{hand[:20]}": the opponent has no hand beside it at "{path}"')
    cards = solution.solver.hands[player].cards[at].tolist()
    paid = node.committed[1 - player] - node.committed[player]
    replies = [_reply(evaluator, path, here, number, at) for number in range(len(node.names))]
    return Judgement(
        path,
        cards_text(cards),
        player,
        node.street,
        action,
        tuple(
            Option(name, float(here.strategy[number, at]), float(here.action_ev[number, at]), *replies[number])
            for number, name in enumerate(node.names)
        ),
        float(here.equity[player][at]),
        here.pot,
        paid,
        float(here.reach[player][at]),
        float(here.reach[1 - player].sum() / solution.solver.hands[1 - player].weights.sum()),
        _blockers(solution, here, cards),
    )


def place_of(evaluator: NodeEvaluator, player: int, hand: str, board: Sequence[int] = ()) -> int:
    """The solver's number of a hand such as `AhKd`; one that is not in the range is an error."""
    cards = parse_cards(hand)
    if len(cards) != 2 or cards[0] == cards[1]:
        raise RiverboatError(f'hand "{hand[:20]}": expected two cards such as AhKd')
    found = np.flatnonzero(evaluator.solver.hands[player].holdings == holding_index(*cards))
    if not len(found) or set(cards) & set(board):
        raise RiverboatError(f'hand "{cards_text(cards)}": not in the range here')
    return int(found[0])


def _reply(
    evaluator: NodeEvaluator, path: str, here: NodeValues, action: int, at: int
) -> tuple[float | None, float | None]:
    """How often the opponent folds to a bet, and the hand's equity against the rest of the opponent's range."""
    name, player = here.node.names[action], here.node.player
    if name[0] not in "br":
        return None, None
    after = f"{path}/{name}" if path else name
    answers = here.node.children[action].names
    mine, theirs = evaluator.solver.hands[player].cards[at], evaluator.solver.hands[1 - player].cards
    met = np.where(np.isin(theirs, mine).any(axis=1), 0.0, here.reach[1 - player])
    folding = evaluator.strategy(after)[answers.index("f")]
    left = met * (1.0 - folding)
    share = 1.0 - float(left.sum() / met.sum())
    if left.sum() < 1e-9 * met.sum():
        return share, None
    reach = (here.reach[0], left) if player == 0 else (left, here.reach[1])
    return share, float(evaluator.equity(path, reach)[player][at])


def _blockers(solution: Solution, here: NodeValues, mine: Sequence[int]) -> Blockers:
    """The opponent's range by how it stands against a hand, whole and what the hand's cards rule out."""
    other = solution.solver.hands[1 - here.node.player].cards
    weights = here.reach[1 - here.node.player]
    possible = weights > 0
    ranking = find_ranking("short-deck" if solution.spot.deck == "short" else "high")
    board = np.array(here.board, np.uint8)
    # Weight is zero where a card of the board is held.
    ranks = ranking.rank_batch(np.concatenate([other[possible], np.array([mine], np.uint8)]), board).astype(np.int64)
    lead = np.sign(ranks[:-1] - ranks[-1])
    kept, shares = weights[possible], np.isin(other[possible], mine).any(axis=1)
    whole: list[NDArray[np.float64]] = [kept[lead == side] for side in (1, 0, -1)]
    blocked = [kept[(lead == side) & shares] for side in (1, 0, -1)]
    return Blockers(*(float(each.sum()) for each in (*whole, *blocked)))
