"""Which models the players of the PsOpti family consist of; each is solved on first use."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.abstraction.views import Histories, StartingHands
from riverboat.games.action import Action
from riverboat.progress import OnProgress
from riverboat.solve.abstract.building import solved_model
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import four_round_game, postflop_game, preflop_game, selby_game, small_bet
from riverboat.solve.betting import DEAL, BettingTree

POSTFLOP_TARGET: Final = 0.0005
"""Small bets per hand, in the model."""
PREFLOP_TARGET: Final = 0.001
FOUR_ROUND_TARGET: Final = 0.005
SELBY_TARGET: Final = 1e-5
FLOOR: Final = 1e-3
"""How much of a uniform prior is mixed into those of `psopti2`, so that no bucket is impossible."""
Sequence = tuple[str, ...]


def postflop(buckets: int, pot: int, on_progress: OnProgress | None = None) -> FollowedModel:
    """Flop, turn and river with a pot in small bets, whatever was held before."""
    bucketing = parse_bucketing(f"psopti({buckets})")
    strategy = solved_model(
        f"postflop-{buckets}-pot{pot}",
        lambda: postflop_game(bucketing, pot, on_progress=on_progress),
        POSTFLOP_TARGET,
        on_progress=on_progress,
    )
    return FollowedModel(strategy, Histories(bucketing, 1), first=1)


def selby(on_progress: OnProgress | None = None) -> FollowedModel:
    """Hold'em with one round of betting."""
    return FollowedModel(
        solved_model("selby", lambda: selby_game(on_progress), SELBY_TARGET, on_progress=on_progress), StartingHands()
    )


def preflop(buckets: int, on_progress: OnProgress | None = None) -> FollowedModel:
    """From the start to the turn."""
    bucketing = parse_bucketing(f"psopti({buckets})")
    strategy = solved_model(
        f"preflop-{buckets}",
        lambda: preflop_game(bucketing, on_progress=on_progress),
        PREFLOP_TARGET,
        on_progress=on_progress,
    )
    return FollowedModel(strategy, Histories(bucketing))


def four_rounds(buckets: int, on_progress: OnProgress | None = None) -> FollowedModel:
    """All streets in one model."""
    bucketing = parse_bucketing(f"psopti({buckets})")
    strategy = solved_model(
        f"four-rounds-{buckets}",
        lambda: four_round_game(bucketing, on_progress=on_progress),
        FOUR_ROUND_TARGET,
        on_progress=on_progress,
    )
    return FollowedModel(strategy, Histories(bucketing))


def after_sequence(buckets: int, sequence: Sequence, on_progress: OnProgress | None = None) -> FollowedModel:
    """Flop, turn and river after a sequence of bets before the flop, with the hands that are played so.

    What each player may hold follows from the pre-flop model: its buckets, as often as they take part in the sequence,
    and the buckets to which they lead on the flop.
    """
    bucketing = parse_bucketing(f"psopti({buckets})")
    before = preflop(buckets, on_progress)
    node = node_after(before.strategy.tree.game.betting, sequence)
    pot = 2 * int(before.strategy.tree.game.betting.committed[node][0]) / small_bet()
    strategy = solved_model(
        f"postflop-{buckets}-after-{''.join(sequence)}",
        lambda: postflop_game(bucketing, pot, priors_after(before, sequence), on_progress=on_progress),
        POSTFLOP_TARGET,
        on_progress=on_progress,
    )
    return FollowedModel(strategy, Histories(bucketing, 1), first=1)


def priors_after(before: FollowedModel, sequence: Sequence) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How likely each flop bucket of each player is to have come there by this sequence; the largest is 1."""
    game = before.strategy.tree.game
    joint, parents = game.joint[1], game.parents[1]
    count = len(parents) // game.view_counts[0]
    reach = reach_after(before.strategy.tree.game.betting, before, sequence)
    found = []
    for position in (0, 1):
        seen = joint.sum(axis=1 - position)  # of each history: bucket before the flop, bucket on it
        took_part = (seen * reach[position][parents]).reshape(-1, count).sum(axis=0)
        likely = took_part / seen.reshape(-1, count).sum(axis=0)
        found.append(likely / likely.max() * (1.0 - FLOOR) + FLOOR)
    return found[0], found[1]


def reach_after(
    tree: BettingTree, before: FollowedModel, sequence: Sequence
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """With which probability each bucket of each player does its part of a sequence."""
    views = before.strategy.tree.game.view_counts[0]
    reach = (np.ones(views), np.ones(views))
    node = _first(tree)
    for letter in sequence:
        letters = [tree.letter(child) for child in _children(tree, node)]
        choice = letters.index(letter)
        reach[tree.player[node]][:] *= before.rows(node)[:, choice]
        node = int(tree.first_child[node]) + choice
    return reach


def sequences(tree: BettingTree) -> list[Sequence]:
    """All ways in which the betting before the flop can lead to the flop."""
    found: list[Sequence] = []

    def visit(node: int, letters: Sequence) -> None:
        if tree.player[node] == DEAL:
            found.append(letters)
        elif tree.player[node] >= 0:
            for child in _children(tree, node):
                visit(child, (*letters, tree.letter(child)))

    visit(_first(tree), ())
    return found


def sequence_of(tree: BettingTree, actions: tuple[Action, ...]) -> Sequence:
    """A sequence of actions before the flop in letters."""
    node, letters = _first(tree), []
    for action in actions:
        node = int(tree.first_child[node]) + tuple(tree.choices(node)).index(action)
        letters.append(tree.letter(node))
    return tuple(letters)


def node_after(tree: BettingTree, sequence: Sequence) -> int:
    """The node of the betting to which a sequence leads."""
    node = _first(tree)
    for letter in sequence:
        node = next(child for child in _children(tree, node) if tree.letter(child) == letter)
    return node


def _first(tree: BettingTree) -> int:
    """The first decision."""
    return int(tree.first_child[0]) if tree.player[0] == DEAL else 0


def _children(tree: BettingTree, node: int) -> range:
    first = int(tree.first_child[node])
    return range(first, first + int(tree.children[node]))
