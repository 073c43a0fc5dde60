"""Programs that play any game by JSON lines on their standard input and output."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from riverboat.agents.json_bot import answer_to_action, hand_to_json, hello, view_to_json
from riverboat.agents.registry import make_agent
from riverboat.agents.scripted import RandomAgent
from riverboat.arena import RingSettings, TournamentSettings, run_match
from riverboat.errors import RiverboatError
from riverboat.games import Action, State, View, parse_game, play_hand
from riverboat.games.catalogue import games, make_game
from riverboat.games.hand import Hand
from riverboat.games.play import Fault, decks

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = shutil.which("node")
PROGRAMS = [
    pytest.param(f"{sys.executable} {EXAMPLES / 'json_bot.py'}", id="Python"),
    pytest.param(
        f"{NODE} {EXAMPLES / 'json_bot.js'}",
        id="JavaScript",
        marks=pytest.mark.skipif(NODE is None, reason="node is not installed"),
    ),
]
CALL = """
import json, sys
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "version": 1}), flush=True)
    elif message["type"] == "act":
        asked += 1
        {body}
"""
ANSWER = 'print(json.dumps({"id": message["id"], "action": "check_or_call"}), flush=True)'


def bot(tmp_path: Path, body: str = ANSWER, seconds: int = 60) -> str:
    path = tmp_path / "bot.py"
    path.write_text(CALL.replace("{body}", body), encoding="utf-8")
    return f"json(seconds={seconds},start=60):{sys.executable} {path}"


def view_of(game: str, *actions: Action) -> View:
    rules = parse_game(game)
    state = State(rules, tuple(range(rules.deck.size)))
    for action in actions:
        state.apply(action)
    assert state.actor is not None
    return View(state, state.actor)


def test_what_is_sent_in_leduc() -> None:
    """Six cards J, Q, K in two suits, dealt in order; the first player has bet 2 after an ante of 1."""
    view = view_of("leduc", Action.raise_to(2))
    stack = view.rules.stacks[0]
    assert view_to_json(view, ("Ann", "Bob")) == {
        "position": 1, "players": ["Ann", "Bob"], "street": 0, "phase": "bet", "cards": ["Js"], "up": [[], []],
        "boards": [[]], "stacks": [stack - 3, stack - 1], "bets": [2, 0], "committed": [3, 1], "live": [True, True],
        "pot": 4, "to_call": 2, "received": [],
        "actions": [{"street": 0, "position": 0, "action": "raise_to", "amount": 2}],
        "legal": {"fold": True, "check_or_call": True, "raise_to": [4, 4]},
    }  # fmt: skip
    first = hello(view.rules, 5.0, 7)
    assert (first["type"], first["protocol"], first["version"]) == ("hello", "riverboat-json", 1)
    assert first["cards"] == ["Jh", "Js", "Qh", "Qs", "Kh", "Ks"]
    assert first["rules"]["identity"] == "leduc"
    assert [street["bet"] for street in first["rules"]["streets"]] == [2, 4]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("game", ["kuhn", "holdem(players=3)", "stud", "badugi", "anaconda", "baseball"])
def test_the_bots_of_the_documentation_play_any_game(program: str, game: str) -> None:
    """Legal actions only, in games with boards, open cards, draws and passed cards."""
    others = ["random"] * (parse_game(game).players - 1)
    result = run_match([f"json(seconds=60):{program}", *others], game, 15, seed=4, strict=True)
    assert result.hands == 15
    assert not any(player.faults for player in result.players)


def test_the_bots_of_the_documentation_are_the_files_that_run() -> None:
    page = (Path(__file__).parents[2] / "docs" / "json-bots.md").read_text(encoding="utf-8")
    for name in ("json_bot.py", "json_bot.js"):
        assert (EXAMPLES / name).read_text(encoding="utf-8").strip() in page


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem"])
def test_a_program_that_calls_is_always_call(tmp_path: Path, game: str) -> None:
    hands: list[list[Hand]] = [[], []]
    run_match([bot(tmp_path), "always_raise"], game, 12, seed=2, strict=True, record=hands[0].extend)
    run_match(["always_call", "always_raise"], game, 12, seed=2, strict=True, record=hands[1].extend)
    assert [hand.payoffs for hand in hands[0]] == [hand.payoffs for hand in hands[1]]


def test_the_same_seed_plays_the_same_match() -> None:
    """The bot of the documentation draws random numbers, from the seed that it is told."""
    program = f"json:{sys.executable} {EXAMPLES / 'json_bot.py'}"
    runs = [run_match([program, "always_call"], "holdem", 40, seed=seed).curves for seed in (1, 1, 2)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


@pytest.mark.parametrize(
    ("mode", "settings"),
    [("ring", RingSettings(seasons=2)), ("tournament", TournamentSettings(hands_per_level=5, stack=200))],
)
def test_rules_that_change_are_told(tmp_path: Path, mode: Any, settings: Any) -> None:
    """Blinds go up and players leave: the bot checks that every question fits the rules of the last hello."""
    body = (
        'assert len(message["stacks"]) == rules["players"] and message["street"] < len(rules["streets"])\n'
        '        first = [sum(each) for each in zip(message["stacks"], message["committed"])]\n'
        '        posted = [min(blind, had) for blind, had in zip(rules["blinds"], first)]\n'
        '        if not message["actions"]: assert message["bets"] == posted, (message["bets"], posted)\n'
        f"        {ANSWER}"
    )
    text = bot(tmp_path, body)
    path = tmp_path / "bot.py"
    path.write_text(path.read_text().replace("        print", '        rules = message["rules"]\n        print', 1))
    result = run_match([text, "always_call", "random"], "holdem", 60, mode, settings=settings, seed=3, strict=True)
    assert not result.players[0].faults


class Wired(RandomAgent):
    """Notes all that a program in its place would be sent."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = Random(seed)
        self.sent: list[dict[str, Any]] = []
        self.seat = -1

    def act(self, view: View) -> Action:
        self.seat = view.position
        self.sent.append(view_to_json(view, self.players))
        return super().act(view)

    def begin(self, view: View) -> None:
        self.seat = view.position

    def end(self, hand: Hand) -> None:
        self.sent.append(hand_to_json(hand, self.seat))


def texts_in(thing: Any) -> Iterator[str]:
    """Every text in a message, keys and names aside."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key not in ("players", "phase", "action"):
                yield from texts_in(value)
    elif isinstance(thing, list):
        for each in thing:
            yield from texts_in(each)
    elif isinstance(thing, str):
        yield thing


@pytest.mark.parametrize("name", games())
def test_no_message_has_a_card_that_the_seat_may_not_see(name: str) -> None:
    """Own cards, open cards and boards, and after a showdown the hands of those who were still in: nothing else."""
    players = 2 if name == "leduc" else 3
    rules = make_game(name, players=players)
    for seed, deck in zip(range(8), decks(rules, 5), strict=False):
        agents = [Wired(100 * seed + position) for position in range(players)]
        hand = play_hand(rules, agents, deck, strict=True)
        *_, last = hand.replay()
        for position, agent in enumerate(agents):
            seen = {*last.board, *(card for cards in (*last.up, *last.other_boards) for card in cards)}
            seen |= set(last.down[position])
            seen |= {card for _, who, action in last.actions if who == position for card in action.cards}
            in_play = [*agent.sent[:-1]]
            assert {*texts_in(in_play)} <= {rules.deck.card_text(card) for card in seen}
            if last.left > 1:
                seen |= {card for p, cards in enumerate(last.down) if last.live[p] for card in cards}
            assert {*texts_in(agent.sent[-1])} <= {rules.deck.card_text(card) for card in seen}
            json.dumps(agent.sent)


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ({"action": "raise_to", "amount": 350}, Action.raise_to(350)),
        ({"action": "fold"}, Action.fold()),
        ({"action": "check_or_call"}, Action.check_or_call()),
        ({"action": "discard", "cards": ["2c", "Ah"]}, Action.discard(0, 50)),
        ({"action": "discard"}, Action.discard()),
    ],
)
def test_answers_become_actions(answer: dict[str, Any], action: Action) -> None:
    assert answer_to_action(answer, view_of("holdem")) == action


@pytest.mark.parametrize(
    "answer",
    [
        {"action": "raise_to"},
        {"action": "raise_to", "amount": 200.5},
        {"action": "raise_to", "amount": True},
        {"action": "bet", "amount": 200},
        {"action": "discard", "cards": ["2x"]},
    ],
)
def test_other_answers_are_refused(answer: dict[str, Any]) -> None:
    with pytest.raises(RiverboatError, match=r"expected|no suit"):
        answer_to_action(answer, view_of("holdem"))


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ('print("thinking", flush=True)', "error", "answers 'thinking': expected"),
        ('print(json.dumps({"action": "fold"}), flush=True)', "error", 'expected {"id": 1, "action": ...}'),
        ('print(json.dumps({"id": message["id"], "action": "bet"}), flush=True)', "error", "expected one of fold"),
        ('print(json.dumps({"id": message["id"], "action": "raise_to", "amount": 7}), flush=True)', "illegal", "7"),
        ('sys.exit("lost my mind")', "error", "exit code 1: lost my mind"),
        (
            'sys.exit("Error: no such bot\\n    at trace (bot.js:1)\\n\\nNode.js v20")',
            "error",
            "code 1: Error: no such bot",
        ),
        ("import time; time.sleep(600)", "late", "no answer within 1 s"),
    ],
)
def test_a_bad_answer_is_a_fault_and_the_hand_goes_on(tmp_path: Path, body: str, kind: str, said: str) -> None:
    faults: list[Fault] = []
    agents = [make_agent(bot(tmp_path, body, seconds=1 if kind == "late" else 60)), make_agent("always_call")]
    hand = play_hand(parse_game("kuhn"), agents, (0, 1, 2), faults=faults)
    assert sum(hand.payoffs) == 0
    assert faults[0].kind == kind
    assert said in faults[0].detail


def test_an_answer_to_an_earlier_question_is_skipped(tmp_path: Path) -> None:
    """As after a clock that has run out: the late answer must not be taken for that to the next question."""
    body = 'print(json.dumps({"id": message["id"] - 1, "action": "fold"}), flush=True)\n        ' + ANSWER
    hands: list[Hand] = []
    run_match([bot(tmp_path, body), "always_raise"], "kuhn", 10, seed=1, strict=True, record=hands.extend)
    assert all(action.verb != "fold" for hand in hands for _, _, action in hand.actions)


@pytest.mark.parametrize("first", ['{"type": "hello", "version": 2}', "hello", "[]", '{"type": "act"}'])
def test_another_version_is_refused(tmp_path: Path, first: str) -> None:
    path = tmp_path / "bot.py"
    path.write_text(f"print({first!r}, flush=True)\ninput()\ninput()\n")
    faults: list[Fault] = []
    agent = make_agent(f"json:{sys.executable} {path}")
    play_hand(parse_game("kuhn"), [agent, make_agent("always_call")], (0, 1, 2), faults=faults)
    assert 'expected {"type": "hello", "version": 1}' in faults[0].detail


def test_a_program_that_is_not_there_is_named() -> None:
    faults: list[Fault] = []
    agent = make_agent("json:./no_such_program")
    play_hand(parse_game("kuhn"), [agent, make_agent("always_call")], (0, 1, 2), faults=faults)
    assert 'command "./no_such_program": No such file' in faults[0].detail
