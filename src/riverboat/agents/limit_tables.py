"""Players of limit hold'em as tables: strategy files, blueprints, models, and players who do not look at their cards.

| text | strategy |
|---|---|
| `FILE.strategy` | over buckets, or of an abstract game from its start (`riverboat solve --abstraction`) |
| `always_call`, `always_raise`, `always_fold` | all hands alike |
| `blind(FOLD,CALL,RAISE)` | the same in these proportions among what is allowed |
| `riverboat` | its blueprint, the one that was trained here or the shipped one |
| `psopti0`, `psopti1`, `psopti2`, `psopti4r`, `sparbot` | by the histories of buckets that their models see |
| `gs1(blueprint=four_rounds)` | its table of all four rounds, without what it solves in play |
| `rules(...)`, `expected_strength` | by the edges of strength that they compare with (`rule_tables.py`) |
"""

from __future__ import annotations

import re
from typing import Final

from riverboat.abstraction.given import one_bucket
from riverboat.agents.gs1 import GS1
from riverboat.agents.psopti.player import PsOpti
from riverboat.agents.psopti.policy import PsOptiPolicy
from riverboat.agents.registry import make_agent
from riverboat.agents.riverboat import Riverboat
from riverboat.agents.rule_tables import rule_table
from riverboat.errors import RiverboatError
from riverboat.games.betting import Betting
from riverboat.progress import OnProgress
from riverboat.solve.abstract.models import limit_holdem
from riverboat.solve.limit.strategy import LimitStrategy, blind_shares
from riverboat.solve.limit.tabulation import LabelledPolicy, tabulate
from riverboat.solve.solving import load_policy

_BLIND: Final = re.compile(r"blind(?:\((.*)\))?")
_ALIKE: Final = {"always_fold": (1.0, 0.0, 0.0), "always_call": (0.0, 1.0, 0.0), "always_raise": (0.0, 0.0, 1.0)}
_SUFFIX: Final = ".strategy"


def table_strategy(text: str, on_progress: OnProgress | None = None) -> LimitStrategy:
    """The strategy of a player, written down; models and tables that are not there yet are built."""
    found = find_table(text, on_progress)
    if found is None:
        raise RiverboatError(f'player "{text[:80]}": it has no tables to respond to while a hand is played')
    return found


def find_table(text: str, on_progress: OnProgress | None = None) -> LimitStrategy | None:
    """The same; None for players of other kinds, and for those that solve or search in play."""
    if (odds := blind_odds(text)) is not None:
        return blind_strategy(*odds)
    if is_file(text):
        loaded = load_policy(text, limit_holdem())
        if isinstance(loaded, LimitStrategy):
            loaded.bucketing.prepare_rows(on_progress)
            return loaded
        if isinstance(loaded, LabelledPolicy):
            return tabulate(loaded, text)
        raise RiverboatError(f'strategy "{text}": its play cannot be written down by labels of hands')
    agent = make_agent(text)
    if isinstance(agent, Riverboat):
        agent.policy.bucketing.prepare_rows(on_progress)
        return agent.policy
    if isinstance(agent, PsOpti):
        agent.prepare(on_progress)
        return tabulate(agent.policy, text)
    if isinstance(agent, GS1):
        if agent.blueprint != "four_rounds":
            return None
        agent.prepare(on_progress)
        return tabulate(PsOptiPolicy(agent.model, {None: agent.model}, _same, vetoes_folds=False), text)
    rules = rule_table(agent)
    return None if rules is None else tabulate(rules, text)


def has_table(text: str) -> bool:
    """Whether a player plays a table to the end, as GS1 does not; files may be refused. Nothing is built for it."""
    if blind_odds(text) is not None or is_file(text):
        return True
    agent = make_agent(text)
    return isinstance(agent, Riverboat | PsOpti) or rule_table(agent) is not None


def is_file(text: str) -> bool:
    """Whether this names a strategy file."""
    return text.endswith(_SUFFIX)


def blind_odds(text: str) -> tuple[float, float, float] | None:
    """Fold, call and raise of a player who plays all hands alike; None for other texts."""
    plain = "".join(text.split())
    if plain in _ALIKE:
        return _ALIKE[plain]
    match = _BLIND.fullmatch(plain)
    if match is None:
        return None
    try:
        fold, call, raise_ = map(float, (match[1] or "").split(","))
    except ValueError:
        raise RiverboatError(f'player "{text[:80]}": expected three numbers, like blind(0,0.5,0.5)') from None
    if not all(0.0 <= each < float("inf") for each in (fold, call, raise_)):
        raise RiverboatError(f'player "{text[:80]}": expected three numbers of 0 or more, like blind(0,0.5,0.5)')
    if call <= 0 and raise_ <= 0:
        raise RiverboatError(f'player "{text[:80]}": expected a call or a raise now and then')
    total = fold + call + raise_
    return fold / total, call / total, raise_ / total


def blind_strategy(fold: float, call: float, raise_: float) -> LimitStrategy:
    """All hands alike; a check in place of a free fold, a call in place of a raise that is not allowed."""
    shares = [tuple(blind_shares(street, player, fold, call, raise_) for street in range(4)) for player in (0, 1)]
    return LimitStrategy(one_bucket(), shares)


def _same(betting: Betting) -> None:
    return None
