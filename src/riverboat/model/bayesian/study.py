"""How fast does a posterior find the sample that fits best? (Southey, Hoehn and Holte 2009, section 9.3)

An opponent whose strategy does not change is played for some hands, in alternating positions, while the posterior
learns. Hands are dealt on the tree, without the dealer: about a millisecond each in Leduc, nearly all of it learning
and answering.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from riverboat.games.view import HIDDEN
from riverboat.model.bayesian.learning import Mode, Posterior, Prior
from riverboat.solve.betting import DEAL, END
from riverboat.solve.tree import Floats, GameTree


@dataclass(frozen=True)
class BestFit:
    """One opponent."""

    sample: int
    """The one with the largest weight in the end."""
    shares: tuple[float, ...]
    """What part of the posterior it had after each number of hands."""
    won: float
    """What the learner won, chips per hand."""


def play_out(tree: GameTree, strategies: Sequence[Floats], rng: np.random.Generator) -> tuple[int, int]:
    """Play one hand, each position by its own strategy: the betting node and the deal in which it ends.

    Args:
        strategies: One for each position, in the order of the tree.
    """
    betting, betting_node, deal = tree.betting, 0, 0
    while (player := int(betting.player[betting_node])) != END:
        if player == DEAL:
            fan = int(tree.fan[betting_node])
            deal = deal * fan + int(rng.integers(fan))
            betting_node = int(betting.first_child[betting_node])
            continue
        view = int(tree.view_of[tree.view_start[betting.street[betting_node], player] + deal])
        start = int(tree.set_start[tree.set_first[betting_node] + view])
        draw, choice, last = rng.random(), 0, int(betting.children[betting_node]) - 1
        while choice < last and (draw := draw - strategies[player][start + choice]) >= 0.0:
            choice += 1
        betting_node = int(betting.first_child[betting_node]) + choice
    return betting_node, deal


def follow_best_fit(
    prior: Prior,
    opponent: Floats,
    *,
    at: Sequence[int] = (50, 100, 150, 200),
    mode: Mode = "bbr",
    seed: int | np.random.Generator = 1,
) -> BestFit:
    """Play until the last of these numbers of hands, and say what part the best fit had at each.

    Args:
        opponent: How the opponent plays, in the order of the tree.
        at: Numbers of hands.
        mode: How to use the posterior: "bbr", "map" or "thompson".
    """
    tree, rng = prior.tree, np.random.default_rng(seed)
    posterior, weights, won = Posterior(prior), [], 0.0
    for hand in range(max(at)):
        me = hand % 2
        mine = posterior.answer(me, mode, float(rng.random()))
        end, deal = play_out(tree, (mine, opponent) if me == 0 else (opponent, mine), rng)
        shown = tree.betting.is_showdown(end)
        won += float(tree.payoffs[int(tree.payoff_start[end]) + (int(tree.outcome_of[deal]) if shown else 0), me])
        down, board = tree.deals.cards(int(tree.betting.street[end]), deal)
        seen = [cards if shown or who == me else (HIDDEN,) * len(cards) for who, cards in enumerate(down)]
        posterior.see_parts(end, seen, board, 1 - me)
        if hand + 1 in at:
            weights.append(posterior.weights)
    best = posterior.best_fit
    return BestFit(best, tuple(float(each[best]) for each in weights), won / max(at))
