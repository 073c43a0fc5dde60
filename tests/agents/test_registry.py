"""From texts to players."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.agents import agent_names, make_agent, register
from riverboat.agents.registry import require_registered, split_agent
from riverboat.agents.rules import STYLES, RuleBot
from riverboat.agents.scripted import AlwaysCall
from riverboat.errors import NotationError, RiverboatError
from riverboat.games import Action, Agent, View

BOT = """
from riverboat.games import Action, Agent, View

class Base(Agent):
    pass

class Caller(Base):
    def __init__(self, depth: int = 1, bold: bool = False, tag: str = "x"):
        super().__init__()
        self.depth, self.bold, self.tag = depth, bold, tag
    def act(self, view: View) -> Action:
        return view.check_or_call()
"""


def test_every_registered_name_makes_a_player() -> None:
    assert {"always_call", "always_raise", "always_fold", "random", "acpc_example", "rules"} <= set(agent_names())
    for name in agent_names():
        assert isinstance(make_agent(name), Agent)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("random", ("random", {})),
        (" rules( style = loose_passive , bluff=0.2 ) ", ("rules", {"style": "loose_passive", "bluff": "0.2"})),
        ("outer(inner=rules(play=0.5,bluff=0),k=1)", ("outer", {"inner": "rules(play=0.5,bluff=0)", "k": "1"})),
        ("a (b)/bot.py:Shark(depth=3)", ("a (b)/bot.py:Shark", {"depth": "3"})),
        ("rules()", ("rules", {})),
        ("both(poki,rules(bluff=0.1),k=1)", ("both", {"0": "poki", "1": "rules(bluff=0.1)", "k": "1"})),
    ],
)
def test_name_and_parameters(text: str, expected: tuple[str, dict[str, str]]) -> None:
    assert split_agent(text) == expected


def test_parameters_reach_the_player() -> None:
    bot = make_agent("rules(style=loose_passive,bluff=0.25)")
    assert isinstance(bot, RuleBot)
    assert bot.style.bluff == 0.25
    assert bot.style.play == STYLES["loose_passive"].play


def test_a_rule_bot_is_its_text() -> None:
    bot = make_agent("rules(style=tight_passive,size=1.25)")
    assert isinstance(bot, RuleBot)
    again = make_agent(bot.spec)
    assert isinstance(again, RuleBot)
    assert again.style == bot.style


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "without a name"),
        ("alwayscall", r"^agent \"alwayscall\": not known; is always_call( or \w+){0,2} meant\?$"),
        ("shark", r"not known; expected one of always_call, .*, or a file such as my_agent\.py:MyAgent$"),
        ("always_call(x=1)", 'no parameter "x"'),
        ("rules(bluff)", "not key=value"),
        ("rules(bluff=high)", "expected a number"),
        ("rules(bluff=0.1,bluff=0.2)", "comes twice"),
        ("rules(bluff=7)", "expected 0.0 to 0.6"),
        ("rules(style=wild)", "tight_passive, tight_aggressive"),
        ("rules(hope=1)", 'no parameter "hope"; there is style, tuned, play'),
        ("expected_strength(samples=many)", "whole number"),
        ("nobody.py:X", "no such file"),
        ("rules(style=loose_passive))", "not known|brackets"),
        ("rules)", "brackets"),
    ],
)
def test_what_is_wrong_is_said(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        make_agent(text)


def test_a_class_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    agent = make_agent(f"{path}:Caller(depth=3,bold=yes,tag=a)")
    assert (agent.depth, agent.bold, agent.tag) == (3, True, "a")  # type: ignore[attr-defined]
    assert type(make_agent(str(path))).__name__ == "Caller"  # the only one that is not abstract
    with pytest.raises(NotationError, match='no Agent class "Shark"; there is Caller'):
        make_agent(f"{path}:Shark")


def test_a_file_with_two_players_needs_the_class(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(BOT + "\nclass Other(Caller):\n    pass\n")
    with pytest.raises(NotationError, match=r"say which class.*Caller.*Other"):
        make_agent(str(path))


@pytest.mark.parametrize(
    ("code", "says"), [("1/0", "ZeroDivisionError"), ("def (", "SyntaxError"), ("x = 1", "none in it")]
)
def test_a_broken_file_is_an_error_in_one_line(tmp_path: Path, code: str, says: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(code)
    with pytest.raises(RiverboatError, match=says) as caught:
        make_agent(str(path))
    assert "\n" not in str(caught.value)


def test_a_player_that_cannot_be_made(tmp_path: Path) -> None:
    path = tmp_path / "fails.py"
    path.write_text(BOT.replace("super().__init__()", "raise OSError('no table')"))
    with pytest.raises(RiverboatError, match="OSError: no table"):
        make_agent(f"{path}:Caller")


def test_one_registers_a_name() -> None:
    class Timid(AlwaysCall):
        def act(self, view: View) -> Action:
            return view.check_or_fold()

    register("timid_for_a_test", Timid)
    assert isinstance(make_agent("timid_for_a_test"), Timid)
    with pytest.raises(NotationError, match="letters"):
        register("not a name", Timid)


@pytest.mark.parametrize(
    "text", ["poki", "rules(style=loose_passive,bluff=0.2)", "monte_carlo(playout=rules(style=tight_passive))"]
)
def test_registered_players_may_come_from_strangers(text: str) -> None:
    require_registered(text)
    assert isinstance(make_agent(text), Agent)


@pytest.mark.parametrize(
    "text",
    [
        "bots/mine.py:Shark",
        "mine.py",
        "acpc:/bin/sh",
        "leduc.strategy",
        "poki(predictor=neural,network=secrets)",
        "poki(predictor=neural,network=/etc/passwd)",
        "monte_carlo(playout=mine.py)",
        "monte_carlo(playout=bots/mine.py:Shark)",
        "monte_carlo(playout=mine.py:Shark(depth=3))",
        "monte_carlo(playout=monte_carlo(playout=mine.py))",
    ],
)
def test_strangers_name_no_files(text: str) -> None:
    with pytest.raises(NotationError):
        require_registered(text)


@pytest.mark.parametrize(("old", "new"), [("simulating(trials=3)", "monte_carlo(trials=3)"), ("rough", "quick_rules")])
def test_old_names_of_players_still_name_them(old: str, new: str) -> None:
    require_registered(old)
    assert type(make_agent(old)) is type(make_agent(new))
    assert old.partition("(")[0] not in agent_names()
