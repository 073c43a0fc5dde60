"""Which players of limit hold'em can be measured exactly? Those whose strategy can be written down as tables.

| text | strategy |
|---|---|
| `FILE.strategy` | over buckets, or of an abstract game from its start (`riverboat solve --abstraction`) |
| `always_call`, `always_raise`, `always_fold`, `random`, `acpc_example`, `rules(...)` | as array policies |
| `blind(FOLD,CALL,RAISE)` | all hands alike, in these proportions among what is allowed |
| `riverboat` | its blueprint, the one that was trained here or the shipped one |
| `psopti0`, `psopti1`, `psopti2`, `psopti4r`, `sparbot` | by the histories of buckets that their models see |
| `gs1(blueprint=four_rounds)` | its table of all four rounds, without what it solves in play |

Players that search or learn while they play have no such tables.
"""

from __future__ import annotations

import re
from typing import Final

from riverboat.agents.gs1 import GS1
from riverboat.agents.psopti.player import PsOpti
from riverboat.agents.psopti.policy import PsOptiPolicy
from riverboat.agents.registry import make_agent
from riverboat.agents.riverboat import Riverboat
from riverboat.assess.known_policy import KnownPolicy, blind_player, policy_player
from riverboat.errors import RiverboatError
from riverboat.games.betting import Betting
from riverboat.progress import OnProgress
from riverboat.solve.abstract.models import limit_holdem
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.tabulation import LabelledPolicy, tabulate
from riverboat.solve.solving import load_policy

_BLIND: Final = re.compile(r"blind\(([0-9.]+),([0-9.]+),([0-9.]+)\)")
_SUFFIX: Final = ".strategy"


def limit_strategy(text: str, on_progress: OnProgress | None = None) -> LimitStrategy:
    """The strategy of a player, written down; models and tables that are not there yet are built."""
    if text.endswith(_SUFFIX):
        loaded = load_policy(text, limit_holdem())
        if isinstance(loaded, LimitStrategy):
            loaded.bucketing.prepare_rows(on_progress)
            return loaded
        if isinstance(loaded, LabelledPolicy):
            return tabulate(loaded, text)
        raise RiverboatError(f'strategy "{text}": its play cannot be written down by labels of hands')
    if text.partition("(")[0].strip() == "riverboat":
        agent = make_agent(text)
        if not isinstance(agent, Riverboat):
            raise RiverboatError(f'player "{text}": what it solves in play has no table; write riverboat')
        agent.policy.bucketing.prepare_rows(on_progress)
        return agent.policy
    return tabulate(_policy(text, on_progress), text)


def _policy(text: str, on_progress: OnProgress | None) -> LabelledPolicy:
    if (blind := blind_policy_of(text)) is not None:
        return blind
    agent = make_agent(text)
    if isinstance(agent, PsOpti):
        agent.prepare(on_progress)
        return agent.policy
    if isinstance(agent, GS1):
        if agent.blueprint != "four_rounds":
            raise RiverboatError(f'player "{text}": only gs1(blueprint=four_rounds) has tables for all four rounds')
        agent.prepare(on_progress)
        return PsOptiPolicy(agent.model, {None: agent.model}, _same, vetoes_folds=False)
    return known_policy_of(text)


def blind_policy_of(text: str) -> KnownPolicy | None:
    """The policy of `blind(FOLD,CALL,RAISE)`; None for other texts."""
    match = _BLIND.fullmatch("".join(text.split()))
    if match is None:
        return None
    try:
        fold, call, raise_ = map(float, match.groups())
    except ValueError:
        raise RiverboatError(f'player "{text}": expected three numbers, like blind(0,0.5,0.5)') from None
    return blind_player(fold, call, raise_)


def known_policy_of(text: str) -> KnownPolicy:
    """The policy of a scripted player or of rules."""
    try:
        return policy_player(text)
    except RiverboatError:
        raise RiverboatError(
            f'player "{text[:80]}": its strategy cannot be written down as a table; expected a strategy file, a'
            " scripted player, rules(...), blind(FOLD,CALL,RAISE), a PsOpti player or gs1(blueprint=four_rounds)"
        ) from None


def _same(betting: Betting) -> None:
    return None
