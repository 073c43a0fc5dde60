"""Which players of limit hold'em can be measured exactly? Those whose strategy can be written down as tables.

Beside those of `agents/limit_tables.py` these are players with an array policy: `random`, `acpc_example`.
Players that search or learn while they play have no tables.
"""

from __future__ import annotations

from riverboat.agents.limit_tables import find_table
from riverboat.assess.known_policy import KnownPolicy, policy_player
from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.tabulation import tabulate


def limit_strategy(text: str, on_progress: OnProgress | None = None) -> LimitStrategy:
    """The strategy of a player, written down; models and tables that are not there yet are built."""
    found = find_table(text, on_progress)
    return tabulate(known_policy_of(text), text) if found is None else found


def known_policy_of(text: str) -> KnownPolicy:
    """The policy of a scripted player."""
    try:
        return policy_player(text)
    except RiverboatError:
        raise RiverboatError(
            f'player "{text[:80]}": its strategy cannot be written down as a table; expected a strategy file, a'
            " scripted player, rules(...), expected_strength, blind(FOLD,CALL,RAISE), riverboat, a PsOpti player or"
            " gs1(blueprint=four_rounds)"
        ) from None
