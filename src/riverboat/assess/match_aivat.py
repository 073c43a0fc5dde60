"""AIVAT while a match is played: which of its players have a strategy that is known, and what every hand says then.

A learner's strategy is not known, as it changes from hand to hand; its opponent's often is. `aivat_of_match` finds the
players whose probabilities can be said exactly: `always_call`, `always_raise`, `always_fold`, `random`, `acpc_example`;
any player with a `policy` (PsOpti, strategy files); and who solves rivers in play, by solving them again. With it,
`run_match(..., estimator=...)` counts what `HoldemAivat` says of each hand beside what was won. Heads-up hold'em; a
quarter of a millisecond per hand and the time of the strategy.

`rules(...)` is not among them: its array policy sees strengths in steps, and the player itself does not.

`best_estimator` takes what there is: where nobody is known, and at larger tables, the luck of the cards alone is taken
out (`aivat_table.py`), which is right for any players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from riverboat.agents.registry import make_agent
from riverboat.agents.rules import RuleBot
from riverboat.arena.match import player_names
from riverboat.arena.request import Estimator
from riverboat.assess.aivat_holdem import HoldemAivat, heads_up_holdem_error
from riverboat.assess.aivat_table import TableAivat
from riverboat.assess.known_policy import policy_player
from riverboat.assess.values import AllInValue
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.solve.core.policy import Policy


class MatchAivat:
    """An estimator for `run_match`. It travels to other processes as text; strategies are made where they are used."""

    label = "AIVAT"

    def __init__(self, known: Mapping[str, str]) -> None:
        """`known` are the players whose strategy is known: the names in the match, and the agents."""
        self.known = dict(known)

    def __call__(self, hand: Hand) -> Sequence[float]:
        """Chips by position."""
        return _judge(tuple(self.known.items())).estimate(hand)


class CardsAivat:
    """An estimator for hold'em of two to ten players of whom nothing is known: only the luck of the cards goes."""

    label = "AIVAT of the cards"

    def __call__(self, hand: Hand) -> Sequence[float]:
        """Chips by position."""
        return _judge_of_cards().estimate(hand)


def best_estimator(names: Sequence[str], agents: Sequence[str], rules: Rules) -> Estimator | None:
    """What takes most luck out of a match of these agents; None where nothing here can."""
    known = {name: agent for name, agent in zip(names, agents, strict=True) if _is_known(agent)}
    if known and heads_up_holdem_error(rules) is None:
        return MatchAivat(known)
    single = rules.boards == rules.runs == 1 and rules.rake is None and rules.scenario is None
    return CardsAivat() if is_holdem(rules) and single and rules.players <= 10 else None


def aivat_of_match(agents: Sequence[str]) -> MatchAivat:
    """The estimator for a match of these agents, with everyone known who can be."""
    named = zip(player_names(agents), agents, strict=True)
    known = {name: agent for name, agent in named if _is_known(agent)}
    if not known:
        raise RiverboatError(f"AIVAT: of {', '.join(agents)} no strategy is known; expected one like always_call")
    return MatchAivat(known)


@lru_cache(maxsize=4)
def _judge(known: tuple[tuple[str, str], ...]) -> HoldemAivat:
    """One for each process."""
    return HoldemAivat({name: _policy(agent) for name, agent in known})


@lru_cache(maxsize=1)
def _judge_of_cards() -> TableAivat:
    """One for each process."""
    return TableAivat(AllInValue())


@lru_cache(maxsize=256)
def _is_known(text: str) -> bool:
    """Whether a strategy can be had; it is not solved or loaded for that."""
    agent = make_agent(text)
    if hasattr(agent, "range_probabilities") or hasattr(type(agent), "policy"):
        return True
    if vars(agent).get("policy") is not None:
        return True
    if isinstance(agent, RuleBot):
        return False
    try:
        policy_player(text)
    except RiverboatError:
        return False
    return True


def _policy(text: str) -> Policy:
    agent: Any = make_agent(text)
    # Who solves in play does not follow its blueprint to the end: the player itself is the strategy.
    found: Policy | None = getattr(agent, "policy", None) if not hasattr(agent, "range_probabilities") else agent
    return policy_player(text) if found is None or not hasattr(found, "range_probabilities") else found
