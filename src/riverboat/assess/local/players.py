"""Who can be measured by a local best response, from which street on, and by which bets?

| player | from | its answers |
|---|---|---|
| strategy files, table players, `riverboat`, PsOpti, scripted players, `rules(...)` | the start | read |
| `riverboat(resolve=...)`, `resolving(...)` | the river | a solve for each line into the river |
| `riverboat_nl`, `riverboat_nl(resolve=river)` | the river | the same |
| `riverboat_nl(resolve=none)` with a blueprint of all streets | the start | read |
| others of limit hold'em that say their odds: `loki`, `poki`, ... | the river | asked hand by hand, a second each |
| `gs1(iterations=50)` | the river | a solve for each line into the turn |

Where answers are dear, one line of the player is drawn for each board (`walking.py`), so that a board costs a few of
them.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from riverboat.agents.asking import AskedPolicy
from riverboat.agents.gs1 import GS1
from riverboat.agents.limit_tables import find_table
from riverboat.agents.registry import make_agent
from riverboat.agents.resolving import Resolving
from riverboat.agents.riverboat_nl import RiverboatNL
from riverboat.agents.riverboat_nl.ranges import BlueprintRanges, NolimitRanges
from riverboat.agents.strategy import StrategyAgent
from riverboat.assess.known_policy import policy_player
from riverboat.assess.local.walking import RIVER, Bets
from riverboat.errors import RiverboatError
from riverboat.games.betting import Betting
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress
from riverboat.solve.core.policy import RangePolicy
from riverboat.solve.nolimit.strategy import Blueprint

MAX_RAISES = 2
"""After this many bets and raises on a street the responder of a no-limit game raises all-in or not at all."""


class Measured(NamedTuple):
    """A player to be measured."""

    policy: RangePolicy
    bets: Bets
    first: int
    """The first street on which the responder does more than check and call."""
    is_dear: bool = False
    """Whether its answers cost a solve or a thousand decisions."""


def measured_player(
    text: str, rules: Rules, shares: tuple[float, ...], on_progress: OnProgress | None = None
) -> Measured:
    """The player of a text; `shares` are the responder's bets in parts of the pot, in no-limit games."""
    if rules.players != 2 or not is_holdem(rules) or len(rules.streets) != RIVER + 1:
        raise RiverboatError(f"{rules.identity}: local best response is for heads-up hold'em")
    if len(set(rules.stacks)) != 1:
        raise RiverboatError(f"{rules.identity}: local best response is for equal stacks")
    bets = partial(bet_totals, shares)
    if rules.betting == "limit" and (table := find_table(text, on_progress)) is not None:
        table.require_game(rules)
        return Measured(table, bets, 0)
    agent = make_agent(text)
    agent.require_game(rules)
    agent.prepare(on_progress)
    if isinstance(agent, StrategyAgent):
        if isinstance(agent.policy, Blueprint):
            ranges = BlueprintRanges(agent.policy)
            return Measured(ranges, ranges.sizes, 0)
        return Measured(agent.policy, bets, 0)
    if isinstance(agent, GS1) and agent.iterations is None:
        raise RiverboatError(f'player "{text}": it solves until a clock stops it; write gs1(iterations=50)')
    if isinstance(agent, GS1) and agent.policy is not None:
        return Measured(agent.policy, bets, RIVER, is_dear=True)
    if isinstance(agent, Resolving):
        return Measured(agent, bets, RIVER, is_dear=True)
    if isinstance(agent, RiverboatNL):
        solved = NolimitRanges(agent, rules)
        if agent.resolve == "none":
            return Measured(solved, solved.before.sizes, 0)
        return Measured(solved, bets, RIVER, is_dear=True)
    try:
        return Measured(policy_player(text), bets, 0)
    except RiverboatError:
        return Measured(AskedPolicy(text, rules), bets, RIVER, is_dear=True)


def bet_totals(shares: tuple[float, ...], betting: Betting) -> list[int]:
    """The responder's bets: the one that limit rules allow, or parts of the pot and all-in."""
    interval = betting.raise_interval()
    if interval is None:
        return []
    low, high = interval
    if low == high:
        return [low]
    actor = betting.actor
    assert actor is not None
    pot = sum(betting.committed) + betting.highest_bet - betting.bets[actor]
    found = {high}
    if betting.raises < MAX_RAISES:
        found |= {max(low, min(betting.highest_bet + round(share * pot), high)) for share in shares}
    return sorted(found)
