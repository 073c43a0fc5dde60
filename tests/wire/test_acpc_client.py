"""Riverboat's players on an ACPC dealer do exactly what they do in the arena."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from acpc_players import LIMIT, NO_LIMIT, THREE, Program, caller, deal

from riverboat.agents.registry import make_agent
from riverboat.agents.scripted import AcpcExample
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.acpc.dealing import AcpcCards
from riverboat.games.acpc.standard import standard_game
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Draft
from riverboat.games.hand import Hand
from riverboat.games.play import play_hand
from riverboat.games.table import Table
from riverboat.games.view import View
from riverboat.wire.acpc.client import ClientResult, play, play_on
from riverboat.wire.acpc.options import DealerOptions
from riverboat.wire.acpc.seen import SeenHand


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fields(view: View) -> tuple[Any, ...]:
    """All that a view says."""
    betting = [getattr(view.betting, name) for name in Draft.__slots__]
    cards = [getattr(view, name) for name in (*Table.__slots__, *View.__slots__) if name != "betting"]
    return (*betting, *cards)


def story(hand: Hand) -> tuple[Any, ...]:
    """A record without the names of the players, which nobody tells over the wire, and without the deck."""
    named = (
        "rules",
        "stacks",
        "down",
        "up",
        "board",
        "other_boards",
        "actions",
        "committed",
        "live",
        "payoffs",
        "number",
    )
    return tuple(getattr(hand, name) for name in named)


class Diarist(AcpcExample):
    """Plays at random and writes down everything that it is told."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = Random(seed)
        self.diary: list[Any] = []

    def begin(self, view: View) -> None:
        self.diary.append(("begin", fields(view)))

    def act(self, view: View) -> Action:
        action = super().act(view)
        self.diary.append(("act", fields(view), view.raise_interval, view.can_fold, view.to_call, action))
        return action

    def observe(self, view: View, position: int, action: Action) -> None:
        self.diary.append(("observe", fields(view), position, action))

    def end(self, hand: Hand) -> None:
        self.diary.append(("end", story(hand), hand.dealt))


@pytest.mark.parametrize("game", [LIMIT, NO_LIMIT, THREE, "holdem.nolimit.6p", "kuhn.limit.3p", "leduc.limit.2p"])
def test_a_match_over_the_wire_is_the_match_at_home(game: str) -> None:
    """The same cards and random numbers: every view, event, action, record and payoff is the same."""
    rules, hands, seed = standard_game(game), 60, 11
    seats = range(rules.players)
    at_home = [Diarist(seat) for seat in seats]
    expected = []
    for number, cards in zip(range(hands), AcpcCards(rules, seed), strict=False):
        turn = [(position + number) % rules.players for position in seats]
        names = tuple(f"P{seat}" for seat in turn)
        expected.append(play_hand(rules, [at_home[seat] for seat in turn], cards, players=names, number=number))

    away = [Diarist(seat) for seat in seats]
    results: dict[int, ClientResult] = {}

    def sit(seat: int, port: int) -> None:
        results[seat] = play(away[seat], "127.0.0.1", port, rules)

    names = tuple(f"P{seat}" for seat in seats)
    played = deal(DealerOptions("m", game, hands, seed, names, quiet=True), [partial(sit, seat) for seat in seats])
    assert played.code == 0, played.err
    assert "WARNING" not in played.err
    assert [(story(hand), hand.players) for hand in played.hands] == [(story(hand), hand.players) for hand in expected]
    for seat in seats:
        assert away[seat].diary == at_home[seat].diary
        won = sum(hand.payoffs[hand.players.index(f"P{seat}")] for hand in expected)
        assert (results[seat].hands, results[seat].chips, results[seat].faults) == (hands, won, [])


@pytest.mark.parametrize("name", ["always_call", "always_raise", "always_fold", "random"])
def test_players_by_name(name: str) -> None:
    """Any registered player against a caller: everybody's answers are taken as they are."""
    rules = standard_game(LIMIT)
    agents = [
        partial(play, name, "127.0.0.1", rules=rules, seed=3),
        partial(play, "always_call", "127.0.0.1", rules=rules),
    ]
    played = deal(DealerOptions("m", LIMIT, 20, 1, ("A", "B"), quiet=True), agents)
    assert played.code == 0
    assert len(played.hands) == 20
    assert "WARNING" not in played.err


class Crashes(Agent):
    """Fails in hand after hand, each time in another way."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def begin(self, view: View) -> None:
        self.times += 1
        if self.times == 3:
            raise RuntimeError("in begin")

    def act(self, view: View) -> Action:
        if self.times == 1:
            raise ZeroDivisionError("in act")
        if self.times == 2:
            return Action.raise_to(7)
        if self.times == 4:
            return "call"  # type: ignore[return-value]
        return view.check_or_call()


@pytest.mark.parametrize("name", ["lucifer(pool=2,deals=50)", "kuhn3_aggressive", "kuhn3_cases"])
def test_players_of_kuhn_poker_at_the_competitions_own_game(name: str) -> None:
    """Its file has blinds and endless stacks where the catalogue has antes and two chips."""
    game = "kuhn.limit.3p"
    rules, results = standard_game(game), []
    agents: list[Callable[[int], object]] = [lambda port: results.append(play(name, "127.0.0.1", port, rules, seed=1))]
    agents += [partial(play, "always_call", "127.0.0.1", rules=rules)] * 2
    played = deal(DealerOptions("m", game, 60, 1, ("A", "B", "C"), quiet=True), agents)
    assert played.code == 0
    assert [(result.hands, result.faults) for result in results] == [(60, [])]
    assert "WARNING" not in played.err
    assert any("r" in betting for betting in played.bettings)


def test_an_agent_that_does_not_know_the_game_does_not_sit_down() -> None:
    """Refused before it connects: there is nobody at port 1."""
    with pytest.raises(
        RiverboatError, match=r'^agent "lucifer" cannot play this game: .* knows only kuhn\(players=3\)$'
    ):
        play("lucifer", "127.0.0.1", 1, standard_game(LIMIT))


def test_a_failing_agent_plays_on() -> None:
    """The same faults as in the arena, and the match is played to its end."""
    rules = standard_game(LIMIT)
    results: list[ClientResult] = []
    agent = make_agent("always_call")
    played = deal(
        DealerOptions("m", LIMIT, 5, 1, ("A", "B"), quiet=True),
        [
            lambda port: results.append(play(Crashes(), "127.0.0.1", port, rules)),
            lambda port: play(agent, "127.0.0.1", port, rules),
        ],
    )
    assert played.code == 0
    kinds = {(fault.hand, fault.kind) for fault in results[0].faults}
    assert kinds == {(0, "error"), (1, "illegal"), (2, "error"), (3, "illegal")}
    assert results[0].hands == 5


def test_the_dealers_own_game_is_followed_when_it_changes_an_answer() -> None:
    """An agent hears what the dealer made of an answer, not what it said: here 63 raises are all that there are."""

    class Maniac(Agent):
        heard: list[Action]

        def act(self, view: View) -> Action:
            interval = view.raise_interval
            return Action.raise_to(interval[0]) if interval else view.check_or_call()

        def end(self, hand: Hand) -> None:
            self.heard = [action for street, _, action in hand.actions if street == 0]

    players = [Maniac(), Maniac()]
    rules = standard_game(NO_LIMIT)
    runs = [partial(play, player, "127.0.0.1", rules=rules) for player in players]
    played = deal(DealerOptions("m", NO_LIMIT, 1, 42, ("A", "B"), quiet=True), runs)
    assert played.code == 0
    assert len(players[0].heard) == 64
    assert players[0].heard[-1] == Action.check_or_call()


def test_it_plays_with_programs_of_others() -> None:
    rules = standard_game(LIMIT)
    other = Program(caller)
    played = deal(
        DealerOptions("m", LIMIT, 10, 1, ("A", "B"), quiet=True),
        [partial(play, "always_call", "127.0.0.1", rules=rules), other.run],
    )
    assert played.code == 0
    assert played.bettings == ["cc/cc/cc/cc"] * 10


# A dealer that cannot be trusted either -------------------------------------------------------------------------------


def told(*lines: bytes) -> ClientResult:
    """What becomes of a player who is told this by a dealer that then closes the connection."""
    here, there = socket.socketpair()
    with here, there:
        there.sendall(b"".join(lines))
        there.shutdown(socket.SHUT_WR)
        return play_on(here, make_agent("always_call"), standard_game(NO_LIMIT))


def test_the_end_of_the_stream_is_the_end_of_the_match() -> None:
    assert told() == ClientResult()
    assert told(b"# welcome\r\n", b"MATCHSTATE:0:0::7d3d|\r\n").hands == 0


def test_a_hand_is_followed_from_its_last_message_alone() -> None:
    """The first hand of a real log: the big blind wins a stack of 20,000."""
    result = told(b"MATCHSTATE:0:0:r5397c/r19761r20000c//:7d3d|2hAc/5sKs7s/9s/6h\r\n")
    assert (result.hands, result.chips) == (1, 20_000)


@pytest.mark.parametrize(
    "line",
    [
        b"HELLO\r\n",
        b"MATCHSTATE:5:0::7d3d|\r\n",
        b"MATCHSTATE:0:0::|7d3d\r\n",
        b"MATCHSTATE:0:0::7d7d|\r\n",
        b"MATCHSTATE:0:0:x:7d3d|\r\n",
        b"MATCHSTATE:0:0:r7:7d3d|\r\n",
        b"MATCHSTATE:0:0:r:7d3d|\r\n",
        b"MATCHSTATE:0:0:cc:7d3d|/5sKs7s\r\n",
        b"MATCHSTATE:0:0:cc/:7d3d|/5sKs\r\n",
        b"MATCHSTATE:0:0:cc/:7d3d|/5sKs7s/2c\r\n",
        b"MATCHSTATE:0:0:cc/:7d3d|/5sKs7d\r\n",
        b"MATCHSTATE:0:0:cc/cc/cc/cc:7d3d|/5sKs7s/2c/3c\r\n",
        b"MATCHSTATE:0:0:fc:7d3d|\r\n",
        b"\xff\xfe\r\n",
    ],
)
def test_a_dealer_that_talks_nonsense_is_an_error(line: bytes) -> None:
    with pytest.raises(RiverboatError) as error:
        told(line)
    assert "\n" not in str(error.value)


def test_betting_that_is_taken_back_is_an_error() -> None:
    with pytest.raises(NotationError, match="not the same hand"):
        told(b"MATCHSTATE:0:0:r300:7d3d|\r\n", b"MATCHSTATE:0:0:c:7d3d|\r\n")


def test_nobody_at_the_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(RiverboatError, match=f"dealer at 127.0.0.1 port {port}"):
        play("always_call", "127.0.0.1", port, standard_game(LIMIT))


def test_a_seen_hand_makes_up_no_cards() -> None:
    """Before the showdown all that it holds is what the text says."""
    hand = SeenHand(standard_game(LIMIT), 0, 0, "7d3d|")
    assert [position for position, _ in hand.follow("cc/c", "7d3d|/5sKs7s")] == [1, 0, 0]
    deck = standard_game(LIMIT).deck
    assert hand.down[1] == (-1, -1)
    assert [deck.card_text(card) for card in hand.dealt if card >= 0] == ["7d", "3d", "5s", "Ks", "7s"]


def test_the_client_leaves_no_threads() -> None:
    before = threading.active_count()
    told(b"MATCHSTATE:0:0::7d3d|\r\n")
    assert threading.active_count() == before
