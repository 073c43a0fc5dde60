"""Which solver for which game? One call, whatever there is to solve.

solve("leduc", target=0.001)                        two players: rows of hands over the public tree
solve("kuhn(players=3)", "cfr", iterations=10_000)  others: the tree of all deals
solve("leduc", "external", iterations=100_000)      Monte-Carlo sampling of that tree
solve("kuhn(players=8,cards=13)", "chance", ...)    sampled deals, for games whose tree does not fit
solve("holdem(betting=limit)", abstraction="psopti(6)", target=0.05)    a model of a game that is too large
solve(Spot(...), target="0.3%")                     two ranges on a board
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from riverboat.errors import NotationError, RiverboatError
from riverboat.files import Checkpoint, kind_of
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress
from riverboat.solve.betting import TooLargeError
from riverboat.solve.core.compiling import Notice
from riverboat.solve.core.engine import PolicyEngine
from riverboat.solve.core.exploitability import Target
from riverboat.solve.core.method import METHODS, Method, parse_method
from riverboat.solve.core.runner import Runner
from riverboat.solve.core.solution import Solution, StorablePolicy
from riverboat.solve.core.strategy_file import read_strategy

if TYPE_CHECKING:
    from riverboat.solve.cfr.sampling import Sampling
    from riverboat.solve.limit.strategy import LimitStrategy
    from riverboat.solve.spot.solution import Solution as SpotSolution
    from riverboat.solve.spot.spot import Spot

SAMPLED: Final = ("external", "outcome", "public", "chance")
"""Methods that sample a part of the game in each iteration; `mccfr` is external sampling."""
DEFAULT_METHOD: Final = "dcfr"
DEFAULT_TARGET: Final = 1e-3
"""Chips per hand."""
_SINGLE_PRECISION: Final = 10_000_000
"""Numbers from which single precision is used: half the memory, and nearly twice the speed."""


def solve(
    game: Rules | str | Spot,
    method: str | Method | None = None,
    *,
    target: float | str | Target | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    prune: bool = False,
    threads: int | None = None,
    abstraction: str | None = None,
    model: str | None = None,
    checkpoint: str | Path | None = None,
    on_progress: OnProgress | None = None,
    notice: Notice | None = None,
) -> Solution | SpotSolution:
    """Solve a game or a spot until one of target, iterations and seconds is reached.

    Default: 0.001 chips per hand; for a spot 0.3 % of the pot.

    Args:
        game: A game: its name with settings ("leduc"), or its rules; or a `Spot`.
        method: How to solve: "cfr", "cfr+", "lcfr", "dcfr(alpha=2)", "pcfr+", "restarting", "external", "outcome",
            "public", "chance", or a `Method` of your own. Default: "dcfr", and for spots what is fastest there.
        target: Stop at this exploitability: chips per hand, or text such as "0.3%" of the pot or "5mbb".
        iterations: Stop after this many iterations, those of earlier runs included.
        seconds: Stop after this time.
        seed: The random seed of methods that sample.
        prune: Skip actions as long as they cannot be worth playing.
        threads: How many threads compute. Default: as many as there are cores.
        abstraction: Solve a model in which hands are in buckets: "psopti(6)" (`riverboat abstraction list`).
        model: What is modelled: "four_rounds", "postflop(pot=4)", "preflop", "two_rounds" or "one_round".
        checkpoint: A file in which the run is saved now and then and at its end, and from which it continues if the
            file is there.
        on_progress: Called with iterations and exploitability several times per second.
        notice: Called with a sentence if kernels have to be compiled first.
    """
    if not isinstance(game, str | Rules):
        if prune or abstraction or model:
            raise RiverboatError("a spot is solved without pruning and without an abstraction")
        begun, keep = begin_spot(game, method, threads=threads, checkpoint=checkpoint)
        return begun.run(target, iterations, seconds, on_progress=on_progress, notice=notice, checkpoint=keep)
    if target is None and iterations is None and seconds is None:
        target = DEFAULT_TARGET
    engine = make_engine(
        game, method, seed=seed, prune=prune, threads=threads, abstraction=abstraction, model=model,
        on_progress=on_progress,
    )  # fmt: skip
    runner = Runner(engine, checkpoint=checkpoint, on_progress=on_progress, notice=notice)
    runner.resume()
    return Solution(engine, runner).run(target, iterations, seconds)


def begin_spot(
    spot: Spot,
    method: str | Method | None = None,
    *,
    threads: int | None = None,
    checkpoint: str | Path | None = None,
    **options: Any,
) -> tuple[SpotSolution, Checkpoint | None]:
    """A spot before its first iteration, or as restored from its checkpoint; and the checkpoint to run it with."""
    from riverboat.solve.spot.file import SolutionFile
    from riverboat.solve.spot.loading import load_or_begin
    from riverboat.solve.spot.solution import Solution as SpotSolution

    if isinstance(method, str) and method.partition("(")[0] not in METHODS:
        raise NotationError(f'method "{method[:40]}": a spot is solved by one of {", ".join(METHODS)}')
    if checkpoint is None:
        return SpotSolution.begin(spot, method=method, threads=threads, **options), None
    begun = load_or_begin(checkpoint, spot, method=method, threads=threads, **options)
    return begun, SolutionFile(checkpoint, begun)


def make_engine(
    game: Rules | str,
    method: str | Method | None = None,
    *,
    seed: int = 1,
    prune: bool = False,
    threads: int | None = None,
    abstraction: str | None = None,
    model: str | None = None,
    on_progress: OnProgress | None = None,
) -> PolicyEngine:
    """The solver that fits the game and the method, before its first iteration.

    Args:
        game: A game: its name with settings ("leduc"), or its rules.
        method: How to solve: "cfr+", "dcfr(alpha=2)", "external" and others, or a `Method`. Default: "dcfr".
        on_progress: Called while the cards of a model are counted.
    """
    rules = parse_game(game) if isinstance(game, str) else game
    if abstraction is not None or model is not None or _has_starting_hands(rules, method, prune=prune):
        return _of_model(rules, method, abstraction, model, seed, threads, on_progress, prune=prune)
    if rules.scenario is not None:
        raise RiverboatError(f"{rules.identity}: the hands come from ranges; solve its spot instead")
    if isinstance(method, str):
        method = "external" if method == "mccfr" else method
        if method in SAMPLED:
            if prune:
                raise RiverboatError(f"pruning: {method} does not sweep the whole tree; expected cfr, lcfr or dcfr")
            return _sampled(rules, method, seed)
        if method.partition("(")[0] not in METHODS:
            raise NotationError(f'method "{method[:40]}": expected one of {", ".join((*METHODS, *SAMPLED))}')
        method = parse_method(method)
    if method is None:
        method = METHODS["lcfr" if prune else DEFAULT_METHOD]
    return _on_tree(rules, method, prune=True) if prune else _on_public_tree(rules, method, threads)


def _has_starting_hands(rules: Rules, method: str | Method | None, *, prune: bool) -> bool:
    """Whether the 169 starting hands are all that players can know."""
    swept = not (isinstance(method, str) and method.partition("(")[0] not in METHODS)
    return rules.name == "preflop_holdem" and rules.players == 2 and rules.betting == "limit" and swept and not prune


def _of_model(
    rules: Rules,
    method: str | Method | None,
    abstraction: str | None,
    model: str | None,
    seed: int,
    threads: int | None,
    on_progress: OnProgress | None,
    *,
    prune: bool,
) -> PolicyEngine:
    from riverboat.solve.abstract.engine import model_solver

    if prune:
        raise RiverboatError("an abstract game is solved without pruning")
    if isinstance(method, str):
        if method.partition("(")[0] not in METHODS:
            raise NotationError(f'method "{method[:40]}": an abstract game is solved by one of {", ".join(METHODS)}')
        method = parse_method(method)
    return model_solver(rules, abstraction, model, method, seed=seed, threads=threads, on_progress=on_progress)


def _sampled(rules: Rules, method: str, seed: int) -> PolicyEngine:
    if method == "chance":
        from riverboat.solve.deals import DealSolver

        return DealSolver(rules, seed)
    from riverboat.solve.cfr import SampledSolver
    from riverboat.solve.tree import GameTree

    return SampledSolver(GameTree.build(rules), cast("Sampling", method), seed)


def _on_tree(rules: Rules, method: Method, *, prune: bool) -> PolicyEngine:
    from riverboat.solve.cfr import TreeSolver
    from riverboat.solve.tree import GameTree

    return TreeSolver(GameTree.build(rules), method, prune=prune)


def _on_public_tree(rules: Rules, method: Method, threads: int | None) -> PolicyEngine:
    """Over the public tree where the game has one; it is several times faster than the tree of all deals."""
    from riverboat.solve.public import PublicSolver, build_public, public_size

    try:
        dtype: type[np.floating[Any]] = np.float64
        if public_size(rules).numbers >= _SINGLE_PRECISION:
            dtype = np.float32
        return PublicSolver(build_public(rules, dtype=dtype), method, dtype=dtype, threads=threads)
    except TooLargeError:
        raise
    except RiverboatError:  # more players, cards exchanged, hands that do not qualify, an unsupported method
        return _on_tree(rules, method, prune=False)


def load_policy(
    path: str | Path,
    game: Rules | Spot | None = None,
    *,
    find_target: Callable[[str], LimitStrategy] | None = None,
) -> StorablePolicy:
    """The policy in a strategy file of any kind, or of a solved spot.

    Args:
        path: The file, as text or `Path`.
        game: What it must be for: the rules of a game, or a spot. Default: what the file says.
        find_target: A best response names the player that it responds to: this makes the strategy of one that has no
            file.
    """
    path = Path(path)
    if kind_of(path) == "spot-solution":
        return _spot_policy(path, game)
    if game is not None and not isinstance(game, Rules):
        raise RiverboatError(f'strategy "{path}": it is for a game, not for the spot on {game.board}')
    rules = game
    if kind_of(path) == "abstract-strategy":
        from riverboat.solve.abstract.policy import ModelPolicy

        return ModelPolicy.from_file(path, rules)
    stored = read_strategy(path, rules)
    if stored.layout == "public tree":
        from riverboat.solve.public import PublicStrategy

        return PublicStrategy.from_file(path, stored)
    if stored.layout == "deals":
        from riverboat.solve.deals import DealStrategy

        return DealStrategy.from_file(path, stored)
    if stored.layout == "limit lines":
        from riverboat.solve.limit.strategy import LimitStrategy

        return LimitStrategy.from_file(path, stored)
    if stored.layout == "limit response":
        from riverboat.solve.limit.responder import LimitResponse

        return LimitResponse.from_file(path, stored, find_target)
    if stored.layout == "blueprint":
        from riverboat.solve.nolimit.strategy import Blueprint

        return Blueprint.from_file(path, stored)
    if stored.layout == "multiway":
        from riverboat.solve.multiway.strategy import MultiwayBlueprint

        return MultiwayBlueprint.from_file(path, stored)
    from riverboat.solve.strategy import Strategy

    return Strategy.from_file(path, stored)


def _spot_policy(path: Path, game: Rules | Spot | None) -> StorablePolicy:
    from riverboat.solve.spot.loading import load

    spot = None if isinstance(game, Rules) else game
    policy = load(path, spot=spot, threads=1).policy
    if isinstance(game, Rules):
        policy.require_game(game)
    return policy
