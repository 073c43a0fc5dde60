"""Which actions can be skipped? The thesis's pruning by dominance (Teófilo 2016, section 6.2.3, Fig. 62).

Three rules leave choices out of information sets, by the chance w that the hand beats one other at the showdown:

- A: with w >= `high` nobody folds;
- B: on the last street, where nobody can raise, with w <= `low` nobody calls;
- C: with w <= 1 - `agent_range` nobody bets or raises, and folds rather than calls.

The listing of B calls it enough that no raise is possible. Where a check is free there is no fold either, and the only
choice would go; here B asks for a fold to be possible, as C does. Folding where a check is free is never a choice in
this house; `free_folds` counts what that saves in games of two.

The rules are exact where a hand cannot lose or win (w = 1 and 0 in Kuhn poker) and otherwise a guess, whose cost
`best_responses` measures in the game without pruning. Choices that are left out are no part of the walk
(`DealSolver(allowed=...)`); `saved_by` says how much of the tree that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.betting import BettingTree, TooLargeError
from riverboat.solve.deals.game import DealGame, Floats

LOW: Final = 0.05
HIGH: Final = 0.95
_MAX_PAIRS: Final = 50_000_000
_PIECE: Final = 1_000_000


@dataclass(frozen=True)
class PruningRules:
    """The thesis's MIN_WIN_PROB_THRESHOLD, MAX_WIN_PROB_THRESHOLD and AGENT_RANGE."""

    low: float = LOW
    high: float = HIGH
    agent_range: float = 1.0
    """The share of hands that are played; 1 for all."""

    def __post_init__(self) -> None:
        if not 0.0 <= self.low < self.high:
            raise RiverboatError(f"thresholds {self.low} and {self.high}: expected 0 <= low < high")
        if not 0.0 < self.agent_range <= 1.0:
            raise RiverboatError(f"agent range {self.agent_range}: expected more than 0 and no more than 1")


def win_probabilities(game: DealGame) -> list[Floats]:
    """For each street and hand the chance to beat one other hand at the showdown, a tie being half; nan for no hand."""
    from riverboat.solve.deals._kernels.dealing import list_deals

    own, common = game.streets.sum(axis=0).tolist()
    size, cards = game.rules.deck.size, 2 * own + common
    pairs = perm(size, cards)
    if pairs > _MAX_PAIRS:
        raise TooLargeError(f"{game.rules.identity}: {pairs:,} pairs of hands; up to {_MAX_PAIRS:,} are looked at")
    won = [np.zeros(count) for count in game.hand_counts]
    met = [np.zeros(count) for count in game.hand_counts]
    for first in range(0, pairs, _PIECE):
        dealt = np.empty((min(_PIECE, pairs - first), cards), np.uint8)
        list_deals(first, size, dealt)
        hands = game.numbered.of_deals(dealt)
        mine, other = game.numbered.ranks(dealt, hands).T
        result = (mine > other) + 0.5 * (mine == other)
        for street, count in enumerate(game.hand_counts):
            won[street] += np.bincount(hands[:, 0, street], result, count)
            met[street] += np.bincount(hands[:, 0, street], minlength=count)
    with np.errstate(invalid="ignore"):
        return [each / times for each, times in zip(won, met, strict=True)]


def allowed_choices(game: DealGame, rules: PruningRules) -> NDArray[np.bool_]:
    """bool[rows]: the choices that are left."""
    probabilities = win_probabilities(game)
    allowed = np.ones(game.rows, np.bool_)
    betting, last = game.betting, len(game.streets) - 1
    for node, rows in game.walk_choices():
        verbs = [action.verb for action in betting.choices(node)]
        chance = probabilities[betting.street[node]]
        here = np.ones((len(chance), len(verbs)), np.bool_)
        fold = verbs.index("fold") if "fold" in verbs else None
        call = verbs.index("check_or_call")
        raises = np.flatnonzero([verb == "raise_to" for verb in verbs])
        poor = chance <= 1.0 - rules.agent_range if rules.agent_range < 1.0 else np.zeros(len(chance), np.bool_)
        here[np.ix_(poor, raises)] = False
        if fold is not None:
            here[chance >= rules.high, fold] = False
            if betting.street[node] == last and not len(raises):
                here[chance <= rules.low, call] = False
            here[poor, call] = False
        allowed[rows] = here.ravel()
    return allowed


def saved_by(game: DealGame, allowed: NDArray[np.bool_], deals: int = 20_000, seed: int = 1) -> float:
    """The share of all nodes, over all deals, that lie behind a choice that is left out; from sampled deals."""
    from riverboat.solve.deals._kernels.dealing import shuffle
    from riverboat.solve.deals._kernels.valuing import count_walked

    dealt = np.empty((deals, game.cards), np.uint8)
    shuffle(np.random.SeedSequence(seed).generate_state(4, np.uint64), game.rules.deck.size, dealt)
    walked = int(count_walked(game.nodes, game.see(dealt), allowed))
    return 1.0 - walked / (deals * int((game.betting_node >= 0).sum()))


def free_folds(betting: BettingTree) -> float:
    """The share of betting nodes that folding where a check is free would add in a game of two."""
    if betting.rules.players != 2:
        raise RiverboatError(f"free folds of {betting.rules.players} players: expected 2, for whom they end the hand")
    free = sum(not betting.owes(node) for node in np.flatnonzero(betting.player >= 0).tolist())
    return free / (betting.nodes + free)
