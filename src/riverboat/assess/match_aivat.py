"""AIVAT while a match is played: which of its players have a strategy that is known, and what every hand says then.

A learner's strategy is not known, as it changes from hand to hand; its opponent's often is. `aivat_of_match` finds the
players whose probabilities can be said exactly (`always_call`, `always_raise`, `always_fold`, `random`, `acpc_example`,
any player with a `policy`: PsOpti, strategy files), and `run_match(..., estimator=...)` counts what `HoldemAivat` says
of each hand beside what was won. Heads-up hold'em; a quarter of a millisecond per hand and the time of the strategy.

`rules(...)` is not among them: its array policy sees strengths in steps, and the player itself does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from riverboat.agents.registry import make_agent
from riverboat.agents.rules import RuleBot
from riverboat.arena.match import player_names
from riverboat.assess.aivat_holdem import HoldemAivat
from riverboat.assess.known_policy import policy_player
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
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


def _is_known(text: str) -> bool:
    """Whether a strategy can be had; it is not solved or loaded for that."""
    agent = make_agent(text)
    if "policy" in vars(agent) or hasattr(type(agent), "policy"):
        return True
    if isinstance(agent, RuleBot):
        return False
    try:
        policy_player(text)
    except RiverboatError:
        return False
    return True


def _policy(text: str) -> Policy:
    agent = make_agent(text)
    found: Policy | None = getattr(agent, "policy", None)
    return policy_player(text) if found is None or not hasattr(found, "range_probabilities") else found
