"""Programs that are asked for one action at a time, in any game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from riverboat.agents.pgdl_bot import answered, question
from riverboat.agents.registry import make_agent
from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games import Action, State, View, parse_game, play_hand
from riverboat.games.hand import Hand
from riverboat.games.play import Fault

BOT = """
import json, socket, sys
table = socket.create_connection((sys.argv[-2], int(sys.argv[-1]))).makefile("rw")
table.write("PGDL:1\\n")
table.flush()
for line in table:
    asked = json.loads(line)
    least = asked.get("exchange", [0, 0])[0]
    answer = {body}
    table.write(json.dumps(answer) + "\\n")
    table.flush()
"""
CALL = '{"action": "exchange", "cards": asked["cards"][:least]} if "exchange" in asked["legal"] else {"action": "call"}'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def bot(body: str = CALL) -> str:
    Path("bot.py").write_text(BOT.replace("{body}", body), encoding="utf-8")
    return f"pgdl(seconds=20,start=30):{sys.executable} bot.py"


def view_of(game: str, *actions: Action) -> View:
    rules = parse_game(game)
    state = State(rules, tuple(range(rules.deck.size)))
    for action in actions:
        state.apply(action)
    assert state.actor is not None
    return View(state, state.actor)


def test_what_is_asked_in_leduc() -> None:
    """Six cards J, Q, K in two suits; the first player has bet, so the second may fold, call or raise by 2."""
    asked = question(view_of("leduc", Action.raise_to(2)))
    mine = asked.pop("cards")
    assert len(mine) == 1
    assert asked == {
        "game": parse_game("leduc").identity, "player": 1, "shared": [], "up": [[], []],
        "history": [[0, 0, "raise_to", 2]], "phase": "bet", "pot": 4, "toCall": 2,
        "stacks": [stack - put for stack, put in zip(parse_game("leduc").stacks, (3, 1), strict=True)],
        "legal": ["fold", "call", "raise"], "raises": [4, 4],
    }  # fmt: skip


def test_no_card_of_another_player_is_in_a_question() -> None:
    view = view_of("holdem")
    dealt = {view.rules.deck.cards_text((card,)) for card in range(4)} - set(question(view)["cards"])
    assert len(dealt) == 2
    assert not any(f'"{card}"' in str(question(view)).replace("'", '"') for card in dealt)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem", "five_card_draw", "stud", "triple_draw"])
def test_one_program_that_calls_is_always_call_in_any_game(game: str) -> None:
    hands: list[list[Hand]] = [[], []]
    if parse_game(game).exchanges_cards:
        result = run_match([bot(), "random"], game, 12, seed=2, strict=True)
        assert result.hands == 12
        return
    run_match([bot(), "always_raise"], game, 12, seed=2, strict=True, record=hands[0].extend)
    run_match(["always_call", "always_raise"], game, 12, seed=2, strict=True, record=hands[1].extend)
    assert [hand.payoffs for hand in hands[0]] == [hand.payoffs for hand in hands[1]]


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ({"action": "raise", "amount": 350}, Action.raise_to(350)),
        ({"action": "raise"}, Action.raise_to(200)),
        ({"action": "raise", "amount": 1e6}, Action.raise_to(20_000)),
        ({"action": "fold"}, Action.fold()),
        ({"action": "call"}, Action.check_or_call()),
    ],
)
def test_answers_become_actions(answer: dict[str, Any], action: Action) -> None:
    assert answered(answer, view_of("holdem")) == action
    with pytest.raises(RiverboatError, match="expected fold, call or raise"):
        answered({"action": "bet"}, view_of("holdem"))


@pytest.mark.parametrize("body", ['"call"', '{"action": "raise", "amount": -1}', '{"verb": 1}', '{"action": []}'])
def test_nonsense_is_a_fault(body: str) -> None:
    faults: list[Fault] = []
    play_hand(parse_game("kuhn"), [make_agent(bot(body)), make_agent("always_call")], (0, 1, 2), faults=faults)
    assert "expected" in str(faults[0])


def test_a_program_that_never_works_is_not_started_for_ever() -> None:
    agent = make_agent(f"pgdl(start=20):{sys.executable} -c 'raise SystemExit(3)'")
    faults: list[Fault] = []
    for _ in range(5):
        play_hand(parse_game("kuhn"), [agent, make_agent("always_call")], (0, 1, 2), faults=faults)
    assert "exit code 3" in str(faults[0])
    assert "failed 3 times" in str(faults[-1])
