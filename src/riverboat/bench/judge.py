"""How many hands per second can be judged? DIVAT and AIVAT of heads-up limit hold'em.

Two kinds of hands: forced lines that all reach the river (Always Call against Always Raise), which is the worst case,
and those of two players who fold. Roll-out equity before the flop is taken over 8 random flops. AIVAT knows one player:
one who looks at a table of 169 classes before the flop and of 128 strengths after it, and one whose table does not look
at cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from riverboat.arena import run_match
from riverboat.arena.kernel_play import ArrayPolicy, ArrayPolicyAgent, policy_of
from riverboat.arena.sessions import AgentSpec
from riverboat.assess import DivatSettings, HoldemAivat, divat_of
from riverboat.assess.known_policy import KnownPolicy
from riverboat.bench.harness import Measurement, Peers, race
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand

_GAME = "holdem(betting=limit,players=2)"
_HANDS = 128
_SECONDS = 2.0
_FORCED = ("always_call", "always_raise")
_GOALS = {"roe": 0.2, "aie": 5.0, "aivat": 2.0}


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """No peer has these; goals are hands per second on one core."""
    policy = policy_of("rules", 2)

    def rules() -> Agent:
        return ArrayPolicyAgent(policy)

    forced, folding, tabular = (_played(*pair) for pair in (_FORCED, ("random", "acpc_example"), (rules, "random")))
    roe, aie = DivatSettings(), DivatSettings(equity="aie")
    lines: dict[str, tuple[float, Callable[[], object]]] = {
        "DIVAT, roll-out equity, all to the river": (_GOALS["roe"], partial(divat_of, forced, roe)),
        "DIVAT, roll-out equity, with folds": (_GOALS["roe"], partial(divat_of, folding, roe)),
        "DIVAT, all-in equity, all to the river": (_GOALS["aie"], partial(divat_of, forced, aie)),
        "DIVAT, all-in equity, with folds": (_GOALS["aie"], partial(divat_of, folding, aie)),
        "AIVAT, blind table, all to the river": (_GOALS["aivat"], _aivat(policy_of("always_raise", 2), forced)),
        "AIVAT, table of strengths, with folds": (_GOALS["aivat"], _aivat(policy, tabular)),
    }
    best = race({name: call for name, (_, call) in lines.items()}, seconds=_SECONDS)
    for name, (goal, _) in lines.items():
        yield Measurement(f"{name}, hands", "k/s", _HANDS / best[name] / 1000.0, goal=goal)


def _aivat(policy: ArrayPolicy, hands: list[Hand]) -> Callable[[], object]:
    judge = HoldemAivat({policy.name: KnownPolicy(policy)})
    return partial(judge.estimates, hands)


def _played(first: AgentSpec, second: AgentSpec) -> list[Hand]:
    hands: list[Hand] = []
    run_match([first, second], _GAME, _HANDS, "duplicate", seed=1, record=hands.extend)
    return hands
