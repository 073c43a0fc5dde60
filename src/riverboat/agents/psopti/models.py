"""Which models the players of the PsOpti family consist of; each is solved on first use and kept in the cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import Bucketing
from riverboat.abstraction.views import Histories, StartingHands, Views
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.progress import OnProgress
from riverboat.solve.abstract.building import solved_model
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.game import AbstractGame
from riverboat.solve.abstract.models import (
    River,
    four_round_game,
    postflop_game,
    preflop_game,
    selby_game,
    small_bet,
)
from riverboat.solve.abstract.strategy import AbstractStrategy
from riverboat.solve.betting import DEAL, BettingTree

POSTFLOP_TARGET: Final = 0.0005
"""Small bets per hand, in the model."""
PREFLOP_TARGET: Final = 0.001
FOUR_ROUND_TARGET: Final = 0.005
SELBY_TARGET: Final = 1e-5
FLOOR: Final = 1e-3
"""How much of a uniform prior is mixed into those of `psopti2`, so that no bucket is impossible."""
_FLOPS: Final = 1755
"""Up to the names of suits."""
Sequence = tuple[str, ...]
FromStart = Literal["preflop", "four_rounds"]
_solved: Final[dict[tuple[str, str], FollowedModel]] = {}


@dataclass(frozen=True)
class ModelOptions:
    """How the models of a player are made."""

    buckets: Bucketing
    flops: int | None = None
    """How many characteristic flops are counted (Billings 2006, 3.3.3); None for all of them."""
    river: River = "check"
    """What is done on the river that the pre-flop model leaves out."""
    target: float | None = None
    """Exploitability in the model, small bets per hand, at which solving stops; None for that of the model's kind."""
    seed: int = 1
    """Of the boards that are counted."""

    def __post_init__(self) -> None:
        if self.flops is not None and not 1 <= self.flops <= _FLOPS:
            raise RiverboatError(f"{self.flops} flops: expected 1 to {_FLOPS:,}")
        if self.river not in get_args(River):
            raise RiverboatError(f'river "{self.river}": expected {" or ".join(get_args(River))}')
        if self.target is not None and not 0.0 < self.target <= 1.0:
            raise RiverboatError(f"target {self.target}: expected small bets per hand above 0, at most 1")
        if self.seed < 0:
            raise RiverboatError(f"seed {self.seed}: expected 0 or more")

    def solved(
        self,
        kind: str,
        make: Callable[[], AbstractGame],
        target: float,
        views: Views,
        first: int,
        on_progress: OnProgress | None,
    ) -> FollowedModel:
        """A model of this kind, read or solved once in a process."""
        name = f"{kind}-{self.buckets.text}".replace("(", "-").replace(")", "").replace(",", "-")
        name += "".join(
            f"-{label}{value:g}"
            for label, value in (("flops", self.flops), ("target", self.target), ("seed", self.seed))
            if value is not None and (label, value) != ("seed", 1)
        )
        return _once(name, make, self.target or target, views, first, on_progress)


def postflop(options: ModelOptions, pot: int, on_progress: OnProgress | None = None) -> FollowedModel:
    """Flop, turn and river with a pot in small bets, whatever was held before."""

    def make() -> AbstractGame:
        return postflop_game(options.buckets, pot, seed=options.seed, flops=options.flops, on_progress=on_progress)

    return options.solved(f"postflop-pot{pot}", make, POSTFLOP_TARGET, Histories(options.buckets, 1), 1, on_progress)


def selby(on_progress: OnProgress | None = None) -> FollowedModel:
    """Hold'em with one round of betting."""
    return _once("selby", lambda: selby_game(on_progress), SELBY_TARGET, StartingHands(), 0, on_progress)


def from_start(options: ModelOptions, kind: FromStart, on_progress: OnProgress | None = None) -> FollowedModel:
    """From the start to the turn ("preflop"), or all streets in one model ("four_rounds")."""

    def make() -> AbstractGame:
        if kind == "preflop":
            return preflop_game(
                options.buckets,
                river=options.river,
                seed=options.seed,
                flops=options.flops,
                on_progress=on_progress,
            )
        return four_round_game(options.buckets, seed=options.seed, flops=options.flops, on_progress=on_progress)

    target = PREFLOP_TARGET if kind == "preflop" else FOUR_ROUND_TARGET
    name = kind if kind == "four_rounds" else _after(kind, options)
    return options.solved(name, make, target, Histories(options.buckets), 0, on_progress)


def after_sequence(options: ModelOptions, sequence: Sequence, on_progress: OnProgress | None = None) -> FollowedModel:
    """Flop, turn and river after a sequence of bets before the flop, with the hands that are played so.

    What each player may hold follows from the pre-flop model: its buckets, as often as they take part in the sequence,
    and the buckets to which they lead on the flop.
    """
    before = from_start(options, "preflop", on_progress)
    node = node_after(before.strategy.tree.game.betting, sequence)
    pot = 2 * int(before.strategy.tree.game.betting.committed[node][0]) / small_bet()

    def make() -> AbstractGame:
        priors = priors_after(before, sequence)
        return postflop_game(
            options.buckets, pot, priors, seed=options.seed, flops=options.flops, on_progress=on_progress
        )

    name = _after(f"postflop-after-{''.join(sequence)}", options)
    return options.solved(name, make, POSTFLOP_TARGET, Histories(options.buckets, 1), 1, on_progress)


def _after(kind: str, options: ModelOptions) -> str:
    """The name of a model that depends on what the pre-flop model assumes about the river."""
    return kind if options.river == "check" else f"{kind}-river-{options.river}"


def _once(
    name: str,
    make: Callable[[], AbstractGame],
    target: float,
    views: Views,
    first: int,
    on_progress: OnProgress | None,
) -> FollowedModel:
    from riverboat.cache import cache_folder

    key = (str(cache_folder()), name)
    if key not in _solved:
        strategy = solved_model(name, make, target, on_progress=on_progress)
        _solved[key] = FollowedModel(strategy, views, first)
    return _solved[key]


def priors_after(before: FollowedModel, sequence: Sequence) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How likely each flop bucket of each player is to have come there by this sequence; the largest is 1."""
    game = before.strategy.tree.game
    joint = game.joint[1]
    count = len(joint) // game.view_counts[0]
    reach = reach_at(before.strategy, node_after(game.betting, sequence))
    found = []
    for position in (0, 1):
        seen = joint.sum(axis=1 - position)  # of each history: bucket before the flop, bucket on it
        took_part = (seen * reach[position]).reshape(-1, count).sum(axis=0)
        likely = took_part / seen.reshape(-1, count).sum(axis=0)
        found.append(likely / likely.max() * (1.0 - FLOOR) + FLOOR)
    return found[0], found[1]


def reach_at(strategy: AbstractStrategy, node: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """With which probability each view of each player does its part of the way to a node, views of the node's street.

    Where a node deals a street, its views are those of that street.
    """
    game, tree = strategy.tree.game, strategy.tree.game.betting
    path = [node]
    while path[0]:
        path.insert(0, int(tree.parent[path[0]]))
    reach, street = (np.ones(game.view_counts[0]), np.ones(game.view_counts[0])), 0
    for at, child in zip(path, [*path[1:], -1], strict=True):
        while street < tree.street[at]:
            street += 1
            reach = reach[0][game.parents[street]], reach[1][game.parents[street]]
        if child >= 0 and tree.player[at] >= 0:
            reach[tree.player[at]][:] *= strategy.at_node(at)[:, child - int(tree.first_child[at])]
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
        node = child_after(tree, node, letter)
    return node


def child_after(tree: BettingTree, node: int, letter: str) -> int:
    """The node to which one action leads, by its letter."""
    return next(child for child in _children(tree, node) if tree.letter(child) == letter)


def _first(tree: BettingTree) -> int:
    """The first decision."""
    return int(tree.first_child[0]) if tree.player[0] == DEAL else 0


def _children(tree: BettingTree, node: int) -> range:
    first = int(tree.first_child[node])
    return range(first, first + int(tree.children[node]))
