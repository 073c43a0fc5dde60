"""Programs that speak the ACPC protocol at Riverboat's own tables, well behaved and otherwise."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from acpc_players import LIMIT, NO_LIMIT, THREE, Program, deal

from riverboat.agents.process import AcpcBot
from riverboat.agents.registry import make_agent
from riverboat.arena.match import run_match
from riverboat.errors import NotationError
from riverboat.games.acpc.dealing import AcpcCards
from riverboat.games.acpc.standard import standard_game
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.play import Fault, decks, play_hand
from riverboat.games.rules import Rules
from riverboat.wire.acpc.client import play
from riverboat.wire.acpc.options import DealerOptions

BOT = """
import socket, sys, os, time
connection = socket.create_connection((sys.argv[-2], int(sys.argv[-1])))
connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
heard = open("heard", "a")
print(os.getpid(), file=open("pid", "w"), flush=True)
connection.sendall({introduction!r})
number = 0
for line in connection.makefile(newline="\\r\\n"):
    line = line.rstrip("\\r\\n")
    print(line, file=heard, flush=True)
    number += 1
    {body}
"""
CALL = 'connection.sendall(f"{line}:c\\r\\n".encode())'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def bot(body: str = CALL, limits: str = "", introduction: bytes = b"VERSION:2.0.0\r\n") -> str:
    """The name of a bot that does this with every line; it answers to everything, asked or not."""
    Path("bot.py").write_text(BOT.format(body=body, introduction=introduction))
    return f"acpc{limits}:{sys.executable} bot.py"


def play_hands(agents: list[Agent], rules: Rules, hands: int, seed: int = 1) -> tuple[list[Hand], list[Fault]]:
    faults: list[Fault] = []
    played = []
    for number, cards in zip(range(hands), AcpcCards(rules, seed), strict=False):
        turn = [agents[(position + number) % len(agents)] for position in range(len(agents))]
        played.append(play_hand(rules, turn, cards, number=number, faults=faults))
    return played, faults


def test_a_bot_that_calls_is_always_call() -> None:
    """A whole match in the arena, payoff by payoff."""
    names = [bot(), "always_raise"]
    hands: list[list[Hand]] = [[], []]
    result = run_match(names, standard_game(LIMIT), 40, seed=5, record=hands[0].extend)
    run_match(["always_call", "always_raise"], standard_game(LIMIT), 40, seed=5, record=hands[1].extend)
    assert [hand.payoffs for hand in hands[0]] == [hand.payoffs for hand in hands[1]]
    assert [player.faults for player in result.players] == [{}, {}]


def test_a_bot_hears_what_a_dealer_would_tell_it() -> None:
    """The same hands at our table and on the dealer: the same lines, so no card too many."""
    rules = standard_game(THREE)
    own = make_agent(bot())
    others = [make_agent("acpc_example"), make_agent("acpc_example")]
    for seed, other in enumerate(others):
        other.rng.seed(seed)
    _, faults = play_hands([own, *others], rules, 30)
    assert faults == []
    own.close()  # type: ignore[attr-defined]

    at_dealer = Program(lambda line: f"{line}:c\r\n".encode())
    away = [make_agent("acpc_example"), make_agent("acpc_example")]
    for seed, other in enumerate(away):
        other.rng.seed(seed)
    seats = [partial(play, other, "127.0.0.1", rules=rules) for other in away]
    deal(DealerOptions("m", THREE, 30, 1, ("A", "B", "C"), quiet=True), [at_dealer.run, *seats])
    assert Path("heard").read_text().splitlines() == at_dealer.lines
    assert len(at_dealer.lines) > 100


def test_sizes_and_illegal_actions_become_what_the_dealer_makes_of_them() -> None:
    """`r1` is the smallest raise, and a fold that is not allowed a check."""
    rules = standard_game(NO_LIMIT)
    hands, faults = play_hands(
        [make_agent(bot('connection.sendall(f"{line}:{chr(114)}1\\r\\n".encode())')), make_agent("always_call")],
        rules,
        1,
    )
    # The bot is the big blind: it raises the call to 200, then bets 100, the big blind, on every street.
    assert [action.amount for _, position, action in hands[0].actions if position == 0] == [200, 100, 100, 100]
    assert faults == []


@pytest.mark.parametrize(
    ("what", "body", "limits", "detail"),
    [
        ("crashes", "1 / 0 if number == 4 else " + CALL, "", "ZeroDivisionError"),
        ("leaves", "sys.exit(3) if number == 4 else " + CALL, "", "exit code 3"),
        ("hangs", "time.sleep(60) if number == 4 else " + CALL, "(seconds=0.2)", "no answer within 0.2 s"),
        ("talks nonsense", 'connection.sendall(b"what?\\r\\n")', "(seconds=0.2)", "no answer within 0.2 s"),
    ],
)
def test_a_bot_that_fails_is_a_fault_and_the_match_goes_on(what: str, body: str, limits: str, detail: str) -> None:
    rules = standard_game(LIMIT)
    agents = [make_agent(bot(body, limits)), make_agent("always_raise")]
    start = time.monotonic()
    hands, faults = play_hands(agents, rules, 8)
    assert len(hands) == 8
    assert any(detail in fault.detail for fault in faults), [str(fault) for fault in faults]
    assert all(fault.player.startswith("acpc") for fault in faults)
    assert {fault.kind for fault in faults} <= {"error", "late"}
    assert time.monotonic() - start < 30


def test_a_bot_that_never_works_is_not_started_for_ever() -> None:
    rules = standard_game(LIMIT)
    agents = [make_agent(bot("sys.exit(1)")), make_agent("always_raise")]
    _, faults = play_hands(agents, rules, 12)
    assert any("failed 3 times" in fault.detail for fault in faults)
    assert len(Path("heard").read_text().splitlines()) <= 2 * 3


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("acpc:./no-such-program", 'command "./no-such-program": No such file'),
        (f"acpc(start=0.3):{sys.executable} -c 'import time; time.sleep(60)'", "nobody has connected in time"),
        (f"acpc:{sys.executable} -c 'import sys; sys.exit(4)'", "exit code 4"),
    ],
)
def test_a_bot_that_does_not_come(name: str, detail: str) -> None:
    agents = [make_agent(name), make_agent("always_call")]
    hands, faults = play_hands(agents, standard_game(LIMIT), 2)
    assert len(hands) == 2
    assert detail in faults[0].detail


def test_a_bot_that_does_not_introduce_itself() -> None:
    agents = [make_agent(bot(introduction=b"HELLO\r\n")), make_agent("always_call")]
    _, faults = play_hands(agents, standard_game(LIMIT), 1)
    assert "expected VERSION:2.0.0" in faults[0].detail


@pytest.mark.skipif(os.name != "posix", reason="asks the system for a process by its number")
def test_a_bot_ends_with_its_player() -> None:
    agents = [make_agent(bot("time.sleep(60) if number > 9 else " + CALL)), make_agent("always_call")]
    play_hands(agents, standard_game(LIMIT), 1)
    pid = int(Path("pid").read_text())
    os.kill(pid, 0)
    agents.clear()
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_bot_that_dials_in() -> None:
    """It keeps its connection when the player is re-created, as it is for every session."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    program = Program(lambda line: f"{line}:c\r\n".encode())

    def dial() -> None:
        for _ in range(200):
            try:
                program.run(port)
                return
            except OSError:
                time.sleep(0.02)

    threading.Thread(target=dial, daemon=True).start()
    result = run_match([f"acpc(start=10):listen:{port}", "always_raise"], standard_game(LIMIT), 12, seed=1, session=4)
    assert [player.faults for player in result.players] == [{}, {}]
    # The hands of all sessions are numbered on, for one connection has one match.
    assert {line.split(":")[2] for line in program.lines} == {str(number) for number in range(12)}


def test_games_that_the_protocol_has_no_words_for_are_faults() -> None:
    faults: list[Fault] = []
    rules = parse_game("five_card_draw(players=2)")
    agents = [make_agent(bot()), make_agent("always_call")]
    play_hand(rules, agents, next(decks(rules, 1)), faults=faults)
    assert "a .game file cannot express" in faults[0].detail


def test_stacks_that_change_are_faults() -> None:
    faults: list[Fault] = []
    rules = standard_game(NO_LIMIT)
    agents = [make_agent(bot()), make_agent("always_call")]
    play_hand(rules, agents, next(decks(rules, 1)), stacks=(500, 700), faults=faults)
    assert "stacks that change" in faults[0].detail


@pytest.mark.parametrize(
    "name",
    ["acpc:", "acpc: ", "acpc:listen:0", "acpc:listen:70000", "acpc(speed=3):./bot", "acpc(seconds=x):./bot",
     "acpc(seconds=0):./bot", "acpc(seconds=3)", "acpc:./bot 'unclosed"],
)  # fmt: skip
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(NotationError) as error:
        make_agent(name)
    assert "\n" not in str(error.value)


def test_commands_may_have_brackets_and_endings() -> None:
    agent = make_agent("acpc:java Bot (fast)")
    assert isinstance(agent, AcpcBot)
    assert agent.name == "acpc:java Bot (fast)"
