"""A committee: everyone is tried, who does better plays more, and everybody sees every hand."""

from __future__ import annotations

import pytest

from riverboat.agents import make_agent
from riverboat.agents.committee import Committee
from riverboat.agents.registry import require_registered
from riverboat.agents.vexbot import Vexbot
from riverboat.agents.vexbot.training import played
from riverboat.errors import RiverboatError
from riverboat.games import parse_game


def hands_of(judge: str, members: str, opponent: str, hands: int) -> Committee:
    agent = make_agent(f"committee({members},judge={judge},block=5)")
    assert isinstance(agent, Committee)
    for _ in played((agent, make_agent(opponent)), hands, 3, 0):
        pass
    return agent


@pytest.mark.parametrize("judge", ["divat", "ucb"])
@pytest.mark.parametrize(
    "members", ["always_fold,rules(style=tight_aggressive)", "rules(style=tight_aggressive),always_fold"]
)
def test_the_better_player_plays_most(judge: str, members: str) -> None:
    """Folding every hand loses three quarters of a small bet, whatever the luck (its runtime DIVAT may be above 0)."""
    agent = hands_of(judge, members, "always_call", 300 if judge == "divat" else 1500)
    good, bad = agent.scores if members.startswith("rules") else agent.scores[::-1]
    assert bad.hands >= 5
    assert good.hands > 2 * bad.hands
    assert good.mean > bad.mean
    if judge == "ucb":
        assert bad.mean < 0.0


def test_everybody_sees_every_hand() -> None:
    agent = hands_of("ucb", "always_call,vexbot(defaults=flat)", "random", 40)
    learner = agent.members[1]
    assert isinstance(learner, Vexbot)
    assert learner.models["second"].hands == 40


def test_a_committee_that_cannot_be() -> None:
    for text in ("committee(vexbot)", "committee(always_call,random,judge=dice)", "committee(poki,random,block=0)",
                 "committee(poki,no_such_player)", "always_call(poki)"):  # fmt: skip
        with pytest.raises(RiverboatError):
            make_agent(text)
    with pytest.raises(RiverboatError, match="divat"):
        make_agent("committee(always_call,random)").require_game(parse_game("leduc"))
    require_registered("committee(always_call,rules(bluff=0.1))")
    for text in ("committee(always_call,bot.py:Shark)", "committee(always_call,vexbot(model=x))"):
        with pytest.raises(RiverboatError, match="no files"):
            require_registered(text)
