"""An equilibrium opponent for every small game: the game at the table is solved when the player sits down.

Kuhn and Leduc poker, their variants, and any custom game with a small tree: for two players to within a thousandth of
the first bet of an equilibrium (discounted CFR, Brown and Sandholm 2019), which takes a second or two and is remembered
by the process. With three players or more the same method is run for a fixed number of iterations; what it finds is
known to play well, not known to be an equilibrium.

Rhode Island hold'em and games like it (two players, one card each, up to 52 in the deck) are solved over the public
tree to the same precision, once per installation: minutes of two cores, of which `prepare` reports the progress; the
solution is kept with the tables (64 MB), an interrupted solve is resumed. Games with more cards or betting are refused.

Where stacks are shorter than a full betting round, a line can come up that the solution does not have: there it checks
or calls.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final
from zlib import crc32

from riverboat.cache import cache_folder
from riverboat.errors import RiverboatError
from riverboat.files import one_at_a_time
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress, Progress
from riverboat.solve.core.policy import Policy

MAX_CARDS: Final = 16
"""Of the deck."""
MAX_NODES: Final = 3_000_000
PRECISION: Final = 1e-3
"""Of the first bet."""
MAX_BETTING_NODES: Final = 5_000
"""Of games that are solved once and kept."""
ITERATIONS: Final = 500
"""With more than two players, where there is nothing to stop at."""
_solving: Final = Lock()


class Equilibrium(Agent):
    """Solves the game at its table, and plays that."""

    def __init__(self) -> None:
        super().__init__()
        self._rules: Rules | None = None

    def require_game(self, rules: Rules) -> None:
        require_solvable(rules)
        self._rules = rules

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Solve the game that was last asked about."""
        if self._rules is not None:
            solution_of(self._rules, on_progress)

    def begin(self, view: View) -> None:
        solution_of(view.rules)

    def act(self, view: View) -> Action:
        try:
            found = solution_of(view.rules).probabilities(view)
        except (RiverboatError, LookupError):  # a line that needs more chips than somebody has
            return self.certain(view.check_or_call())
        return self.sample(found.actions, found.probabilities.tolist())


def require_small(rules: Rules) -> None:
    """Raise unless the game can be solved in seconds."""
    from riverboat.solve.tree import size_of

    if rules.deck.size > MAX_CARDS:
        raise RiverboatError(f'game "{rules.identity}": only games of at most {MAX_CARDS} cards are solved in play')
    nodes = size_of(rules).nodes
    if nodes > MAX_NODES:
        raise RiverboatError(f'game "{rules.identity}": its tree has {nodes:,} nodes; up to {MAX_NODES:,} are solved')


def require_solvable(rules: Rules) -> None:
    """Raise unless the game is small, or can be solved once and kept."""
    if not is_solved_once(rules):
        require_small(rules)


def is_solved_once(rules: Rules) -> bool:
    """Whether the game is solved over its public tree, in minutes: two players with one card each, and no more."""
    from riverboat.solve.tree import size_of

    if rules.players != 2 or not MAX_CARDS < rules.deck.size <= 52 or sum(street.down for street in rules.streets) != 1:
        return False
    if any(street.up or street.drawing or street.passing or street.discarding for street in rules.streets):
        return False
    return rules.betting == "limit" and size_of(rules).betting_nodes <= MAX_BETTING_NODES


def solution_of(rules: Rules, on_progress: OnProgress | None = None) -> Policy:
    """The policy for a game; one thread solves, others wait for it."""
    with _solving:
        if is_solved_once(rules):
            return _kept(rules) if _file(rules).is_file() else _solved_once(rules, on_progress)
        return _solved(rules)


def _target(rules: Rules) -> float:
    return PRECISION * max([*rules.blinds, *rules.antes, 1])


def _file(rules: Rules) -> Path:
    name = re.sub(r"\W+", "-", rules.name)
    return cache_folder() / f"model-equilibrium-{name}-{crc32(repr(rules).encode()):08x}-v1.strategy"


@lru_cache(maxsize=2)
def _kept(rules: Rules) -> Policy:
    from riverboat.solve.solving import load_policy

    return load_policy(_file(rules), rules)


def _solved_once(rules: Rules, on_progress: OnProgress | None) -> Policy:
    from riverboat.solve.core.solution import Solution
    from riverboat.solve.solving import solve

    path = _file(rules)
    path.parent.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(path.with_suffix(".lock")):
        if path.is_file():  # by another process, meanwhile
            return _kept(rules)
        building = path.with_suffix(".building")
        target = _target(rules)
        solution = solve(
            rules, target=target, checkpoint=building, on_progress=on_progress and _share(target, on_progress)
        )
        assert isinstance(solution, Solution)
        if solution.stopped == "interrupted":
            raise KeyboardInterrupt
        solution.save(path)
        building.unlink(missing_ok=True)
    return _kept(rules)


def _share(target: float, on_progress: OnProgress) -> OnProgress:
    """Reports percent instead of iterations: exploitability falls about as fast as time passes."""
    far = 0

    def report(now: Progress[Any]) -> None:
        nonlocal far
        chips = getattr(now.detail, "chips", None)
        if chips:
            far = max(far, min(99, int(100 * target / chips)))
        on_progress(replace(now, done=far, total=100, rate=0.0))

    return report


@lru_cache(maxsize=32)
def _solved(rules: Rules) -> Policy:
    from riverboat.solve.core.solution import Solution
    from riverboat.solve.solving import solve

    require_small(rules)
    target = _target(rules) if rules.players == 2 else None
    solution = solve(rules, target=target, iterations=None if target else ITERATIONS, seconds=60.0 if target else None)
    assert isinstance(solution, Solution)
    return solution.policy
