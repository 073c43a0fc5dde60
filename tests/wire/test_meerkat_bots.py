"""Bots of Poker Academy's kind: the events of a hand, line by line, and what is made of their answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from riverboat.agents.meerkat import MeerkatBot
from riverboat.agents.registry import make_agent
from riverboat.arena import TournamentSettings, run_match
from riverboat.cards import parse_cards
from riverboat.errors import NotationError, RiverboatError
from riverboat.games import Action, Agent, View, parse_game, play_hand
from riverboat.games.hand import Hand
from riverboat.games.play import Fault

BOT = """
import json, socket, sys
connection = socket.create_connection((sys.argv[-2], int(sys.argv[-1])))
connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
heard = open("heard", "a")
connection.sendall({greeting!r})
asked = 0
def say(**answer):
    connection.sendall(json.dumps(answer).encode() + b"\\n")
for line in connection.makefile():
    print(line.strip(), file=heard, flush=True)
    event = json.loads(line)
    if event["event"] == "getAction":
        asked += 1
        {body}
"""
CALL = 'say(action="call")'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def bot(body: str = CALL, limits: str = "(seconds=20,start=30)", greeting: bytes = b"MEERKAT:1\n") -> str:
    Path("bot.py").write_text(BOT.format(body=body, greeting=greeting), encoding="utf-8")
    return f"meerkat{limits}:{sys.executable} bot.py"


def heard() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("heard").read_text(encoding="utf-8").splitlines()]


class Script(Agent):
    """Plays a list of actions."""

    def __init__(self, *actions: Action) -> None:
        super().__init__()
        self.actions: Iterator[Action] = iter(actions)

    def act(self, view: View) -> Action:
        return next(self.actions)


CHECK, FOLD = Action.check_or_call(), Action.fold()


def test_every_event_of_a_hand() -> None:
    """Three players, limit: the bot in the small blind calls a raise and a bet on the flop, to which another folds; the
    turn and the river are checked. What others hold is told only when it is shown.
    """
    rules = parse_game("holdem(betting=limit,players=3)")  # blinds 5 and 10, bets 10 and 20
    deck = parse_cards("AhKh 7c2d QsQd Ac8d3s 4h 5h")
    agent = make_agent(bot())
    others = [Script(CHECK, CHECK, FOLD), Script(Action.raise_to(20), Action.raise_to(10), CHECK, CHECK)]
    hand = play_hand(rules, [agent, *others], deck, players=("bot", "ann", "bob"), strict=True)
    del agent
    assert hand.payoffs == (80 - 30, -20, -30)
    events = heard()
    assert events[0] == {
        "event": "gameStartEvent", "hand": 0, "names": ["bot", "ann", "bob"], "stacks": list(rules.stacks),
        "button": 2, "smallBlind": 5, "bigBlind": 10, "ante": 0, "limit": "limit",
    }  # fmt: skip

    def acted(seat: int, action: str, owed: int = 0, amount: int = 0) -> dict[str, Any]:
        return {"event": "actionEvent", "seat": seat, "action": action, "toCall": owed, "amount": amount}

    def asked(owed: int, pot: int, raises: int) -> dict[str, Any]:
        return {"event": "getAction", "toCall": owed, "pot": pot, "minRaise": raises, "maxRaise": raises}

    def stage(number: int, board: str) -> dict[str, Any]:
        cards = [board[place : place + 2] for place in range(0, len(board), 2)]
        return {"event": "stageEvent", "stage": number, "board": cards}

    assert events[1:] == [
        acted(0, "smallBlind", amount=5),
        acted(1, "bigBlind", amount=10),
        stage(0, ""),
        {"event": "holeCards", "seat": 0, "c1": "Ah", "c2": "Kh"},
        acted(2, "raise", owed=10, amount=10),
        asked(15, 35, 10),
        acted(0, "call", owed=15),
        acted(1, "call", owed=10),
        stage(1, "Ac8d3s"),
        asked(0, 60, 10),
        acted(0, "check"),
        acted(1, "check"),
        acted(2, "bet", amount=10),
        asked(10, 70, 10),
        acted(0, "call", owed=10),
        acted(1, "fold", owed=10),
        stage(2, "Ac8d3s4h"),
        asked(0, 80, 20),
        acted(0, "check"),
        acted(2, "check"),
        stage(3, "Ac8d3s4h5h"),
        asked(0, 80, 20),
        acted(0, "check"),
        acted(2, "check"),
        {"event": "showdownEvent", "seat": 0, "c1": "Ah", "c2": "Kh"},
        {"event": "showdownEvent", "seat": 2, "c1": "Qs", "c2": "Qd"},
        {"event": "winEvent", "seat": 0, "amount": 80, "handName": "pair of aces, kickers K 8 5"},
        {"event": "gameOverEvent", "stacks": [rules.stacks[0] + 50, rules.stacks[1] - 20, rules.stacks[2] - 30]},
    ]  # fmt: skip
    assert "7c" not in Path("heard").read_text()  # folded, never shown


def test_a_bot_that_calls_is_always_call_also_with_stacks_that_change() -> None:
    hands: list[list[Hand]] = [[], []]
    name, game = bot(), "holdem(betting=limit)"
    result = run_match([name, "always_raise"], game, 30, seed=5, record=hands[0].extend)
    run_match(["always_call", "always_raise"], game, 30, seed=5, record=hands[1].extend)
    assert [hand.payoffs for hand in hands[0]] == [hand.payoffs for hand in hands[1]]
    assert [player.faults for player in result.players] == [{}, {}]
    cup = run_match([name, "always_raise"], "holdem", 1, "tournament", seed=5, settings=TournamentSettings(stack=300))
    assert all(not player.faults for player in cup.players)


def test_the_example_raises_pairs() -> None:
    example = Path(__file__).parents[2] / "examples" / "meerkat_bot.py"
    agents = [Script(*[CHECK] * 9), make_agent(f"meerkat(seconds=20):{sys.executable} {example}")]
    hand = play_hand(parse_game("holdem"), agents, parse_cards("2c7d QsQh 3c5d9h Jc Kd"), strict=True)
    assert hand.actions[0] == (0, 1, Action.raise_to(200))


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ('action="raise", amount=250', Action.raise_to(350)),  # beyond the call, of a bet of 100
        ('action="raise"', Action.raise_to(200)),  # no amount: the smallest
        ('action="bet", amount=1e6', Action.raise_to(20_000)),  # no more than there is
        ('action="allIn"', Action.raise_to(20_000)),
        ('action="call"', CHECK),
        ('action="fold"', FOLD),
    ],
)
def test_answers_become_actions(answer: str, action: Action) -> None:
    hand = play_hand(
        parse_game("holdem"), [Script(*[CHECK] * 9), make_agent(bot(f"say({answer})"))], tuple(range(52)), strict=True
    )
    assert hand.actions[0] == (0, 1, action)


@pytest.mark.parametrize(
    ("body", "limits", "detail"),
    [
        ('say(action="check")', "", "check, with 50 to call"),
        ('say(action="dance")', "", "expected"),
        ('say(action="raise", amount=-5)', "", "expected"),
        ('connection.sendall(b"[]\\n")', "", "expected"),
        ("sys.exit('gone')", "", "gone"),
        ("import time; time.sleep(9)", "(seconds=0.3)", "no answer within 0.3 s"),
    ],
)
def test_a_bot_that_fails_is_a_fault_and_the_match_goes_on(body: str, limits: str, detail: str) -> None:
    faults: list[Fault] = []
    agents = [Script(*[CHECK] * 9), make_agent(bot(body, limits))]
    hand = play_hand(parse_game("holdem"), agents, tuple(range(52)), faults=faults)
    assert hand.actions[0][2] == FOLD
    assert detail in str(faults[0])


def test_what_it_does_not_play_and_how_it_is_named() -> None:
    agent = make_agent("meerkat:./bridge")
    assert isinstance(agent, MeerkatBot)
    with pytest.raises(RiverboatError, match="know only hold'em"):
        agent.require_game(parse_game("leduc"))
    with pytest.raises(NotationError, match="expected meerkat:COMMAND"):
        make_agent("meerkat(seconds=5)x:y")
    faults: list[Fault] = []
    rude = make_agent(bot(greeting=b"VERSION:2.0.0\r\n"))
    play_hand(parse_game("holdem"), [Script(*[CHECK] * 9), rude], tuple(range(52)), faults=faults)
    assert "expected MEERKAT:1" in str(faults[0])
