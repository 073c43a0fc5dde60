"""Which pairs of players of limit hold'em are known so well that a board can be played with all hands at once?

Those whose strategies are both tables (`agents/limit_tables.py`), and `random` and `acpc_example`, whose array policies
are the players themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from riverboat.agents.limit_tables import has_table, is_file
from riverboat.agents.registry import make_agent
from riverboat.agents.scripted import AcpcExample, RandomAgent
from riverboat.arena.crosstable.boards import BoardValue
from riverboat.assess.limit.players import limit_strategy
from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.games.units import Units
from riverboat.solve.abstract.models import require_limit_holdem
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.winnings import Winnings

_KEPT = 16
"""Tables that a process keeps; one of a thousand buckets takes some ten megabytes."""


class AllHands:
    """What one table wins from another on a board, in a game with these blinds."""

    label = "all hands of a board"

    def __init__(self, big_blind: int) -> None:
        self.big_blind = big_blind

    def __call__(self, agents: Sequence[str], board: tuple[int, ...]) -> float:
        """Chips per hand, the mean of both orders of seats."""
        return _winnings(*agents).on(board) * self.big_blind / 1000.0


def board_value(agents: Sequence[str], rules: Rules) -> BoardValue | None:
    """What plays all hands of a board for these two; None where a strategy is no table, or the game another one."""
    try:
        require_limit_holdem(rules)
    except RiverboatError:
        return None
    return AllHands(Units.of(rules).big_blind) if all(_is_table(agent) for agent in agents) else None


@lru_cache(maxsize=256)
def _is_table(text: str) -> bool:
    if not has_table(text):
        return isinstance(make_agent(text), RandomAgent | AcpcExample)
    if is_file(text):
        try:
            _table(text)
        except RiverboatError:  # of another kind, which plays hand by hand
            return False
    return True


@lru_cache(maxsize=_KEPT)
def _table(text: str) -> LimitStrategy:
    return limit_strategy(text)


@lru_cache(maxsize=2)
def _winnings(first: str, second: str) -> Winnings:
    return Winnings(_table(first), _table(second))
