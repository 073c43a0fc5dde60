"""The features of Table 17, tried out: each function uses the feature and says what it saw, or that there is none.

A feature that exists but does the wrong thing fails with an error; it must never be reported as present.
"""

from __future__ import annotations

import io
import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import Request, urlopen

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.view import View
from riverboat.lab.work import Work

_LIMIT = "holdem(betting=limit)"
_ACPC_LIMIT = "holdem.limit.2p.reverse_blinds.game"


class MissingFeatureError(Exception):
    """Riverboat does not have it."""


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise RiverboatError(f"Table 17: {what}")


class _Page(Agent):
    """A player as its author writes one."""

    def act(self, view: View) -> Action:
        return view.check_or_call()


def visualizer(work: Work) -> str:
    from riverboat.arena import run_match
    from riverboat.show.replayer import frames

    played: list[Hand] = []
    run_match(["random", "always_call"], _LIMIT, 20, seed=work.seed, record=played.extend)
    films = [frames(hand)["frames"] for hand in played]
    for hand, film in zip(played, films, strict=True):
        shown = [after - before for after, before in zip(film[-1]["stacks"], hand.stacks, strict=True)]
        _require(shown == list(hand.payoffs), f"the film of hand {hand.number} ends with other stacks than the hand")
    return f"{len(films)} hands drawn as {sum(map(len, films))} pictures of a table"


def agent_api(work: Work) -> str:
    from riverboat.arena import run_match

    result = run_match([_Page, "always_call"], _LIMIT, 50, "duplicate", seed=work.seed, strict=True)
    _require(result["_Page"].chips.mean == 0, "a new player who always calls does not draw with always_call")
    return "a new class with one method played 50 hands"


def bankroll(work: Work) -> str:
    from riverboat.arena import run_match

    result = run_match(["always_raise", "always_call"], _LIMIT, 2000, seed=work.seed, session=200)
    for player in result.players:
        curve = result.curves[player.name]
        _require(abs(curve[-1][1] - player.chips.total) < 1e-6, "a bankroll does not end with what was won")
    mean = result.players[0].mbb
    return f"curves of {len(curve)} points and {mean.mean:+.0f} ± {mean.margin():.0f} mbb/hand, with indicators"


def card_ranks(work: Work) -> str:
    from riverboat.cards import describe, rank
    from riverboat.cards.ranking.rankings import RANKINGS

    _require(rank("AsKsQsJsTs") == 7461 and rank("7d5c4c3c2c") == 0, "the best and worst of 7,462 hands are wrong")
    return f"7,462 ranks and {len(RANKINGS)} kinds of ranking; AsKsQsJsTs is a {describe('AsKsQsJsTs')}"


def database(work: Work) -> str:
    from riverboat.arena import run_match
    from riverboat.records.database import open_database

    with TemporaryDirectory() as folder, open_database(str(Path(folder, "hands.db"))) as store:
        with store.record("cash", work.seed, {}) as recorder:
            played = run_match(["random", "random"], _LIMIT, 40, seed=work.seed, record=recorder.add_all)
        kept = sum(1 for _ in store.hands())
    _require(kept == played.hands, f"{played.hands} hands were played and {kept} came back")
    return f"{kept} hands written to SQLite and read back"


def evolution(work: Work) -> str:
    from riverboat.arena import EvolutionSettings, run_match

    settings = EvolutionSettings(generations=3, population=6, opponents=("always_call",))
    founders = ["rules(style=tight_passive)", "rules(style=loose_passive)"]
    world = run_match(founders, "kuhn", 20, "evolve", seed=work.seed, settings=settings)
    _require(len(world.extra.generations) == 3 and len(world.extra.population) == 6, "the population did not last")
    _require(set(world.extra.population) != set(world.extra.founders), "nobody has changed")
    return "six players through three generations of elimination, mutation and crossing"


def architecture(work: Work) -> str:
    from riverboat.arena import run_match
    from riverboat.games.pgdl import catalogue, read

    text = catalogue()["kuhn"].replace("Kuhn", "Kuhn anew")
    with TemporaryDirectory() as folder:
        file = Path(folder, "mine.py")
        file.write_text(_AGENT_FILE, encoding="utf-8")
        result = run_match([str(file), "random"], read(text).rules(2), 100, seed=work.seed, strict=True)
    _require(result.hands == 100, "the match was not played")
    return "a game from an XML text, played by an agent from a file"


_AGENT_FILE = """
from riverboat.games import Agent

class Mine(Agent):
    def act(self, view):
        return view.check_or_call()
"""


def exploitability(work: Work) -> str:
    from riverboat.agents.extraction import extract_strategy
    from riverboat.games.catalogue import parse_game
    from riverboat.solve.response import exploitability as exploited
    from riverboat.solve.tree import GameTree

    tree = GameTree.build(parse_game("kuhn"))
    _require(abs(exploited(tree, tree.uniform()).chips - 11 / 24) < 1e-12, "uniform Kuhn play is not 11/24 exploitable")
    found = exploited(tree, extract_strategy(tree, "always_call", queries=1, seed=work.seed))
    return f"exact: always_call loses {found.chips:.4f} chips per hand of Kuhn poker to a best response"


def human(work: Work) -> str:
    """Plays the part of a browser: over the server's socket, knowing only what a seat is sent."""
    from websockets.sync.client import connect

    from riverboat.bench.web import room

    with TemporaryDirectory() as folder, room(folder) as address:
        chairs = [{"kind": "human"}, {"kind": "bot", "agent": "always_call"}]
        table = _post(f"{address}/api/tables", {"game": _LIMIT, "chairs": chairs, "pace": 0})["id"]
        key = _post(f"{address}/api/tables/{table}/seats/0", {"name": "somebody"})["key"]
        decisions = 0
        with connect(f"{address}/api/tables/{table}/live".replace("http", "ws", 1), proxy=None) as seat:
            seat.send(json.dumps({"kind": "hello", "key": key}))
            while "over" not in (frame := json.loads(seat.recv(timeout=20.0))):
                if "ask" in frame:
                    decisions += 1
                    seat.send(json.dumps({"kind": "act", "turn": frame["turn"], "verb": "call"}))
    _require(decisions == 4, f"two players who only call were asked {decisions} times, not once per street")
    _require(len(frame["shown"]) == 2, "a hand was not shown")
    return "a person sat down in the browser application and called always_call down, all cards shown at the end"


def _post(address: str, body: dict[str, object]) -> dict[str, Any]:
    request = Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urlopen(request, timeout=30.0) as answer:
        said: dict[str, Any] = json.load(answer)
    return said


def logging(work: Work) -> str:
    from riverboat.arena import run_match
    from riverboat.records import read_hands, write_hands

    played: list[Hand] = []
    run_match(["random", "always_call"], _LIMIT, 30, seed=work.seed, record=played.extend)
    formats = []
    with TemporaryDirectory() as folder:
        for ending in ("phhs", "log", "txt"):
            path = Path(folder, f"hands.{ending}")
            write_hands(played, path)
            again = [hand for hand in read_hands(path, rules=played[0].rules) if isinstance(hand, Hand)]
            won = [hand.payoffs for hand in again]
            _require(won == [hand.payoffs for hand in played], f".{ending} changed the payoffs")
            formats.append(ending)
    return f"{len(played)} hands written and read back as .{', .'.join(formats)}"


def online(work: Work) -> str:
    from riverboat.games.acpc.standard import standard_game
    from riverboat.wire.acpc.client import ClientResult, play
    from riverboat.wire.acpc.dealer import run_dealer
    from riverboat.wire.acpc.options import DealerOptions

    seats: list[ClientResult] = []
    ports = _Line()
    options = DealerOptions("table-17", _ACPC_LIMIT, 20, work.seed, ("A", "B"), log=False, start_timeout=20_000)
    errors = io.StringIO()
    dealer = threading.Thread(target=run_dealer, args=(options, ports, errors), daemon=True)
    dealer.start()
    players = [
        threading.Thread(
            target=lambda port=port: seats.append(
                play("always_call", "127.0.0.1", port, standard_game(_ACPC_LIMIT), seed=work.seed)
            ),
            daemon=True,
        )
        for port in map(int, ports.first(20.0).split())
    ]
    for thread in players:
        thread.start()
    for thread in (*players, dealer):
        thread.join(30.0)
    _require([seat.hands for seat in seats] == [20, 20], f"20 hands were not played: {errors.getvalue()[-200:]}")
    _require(sum(seat.chips for seat in seats) == 0, "chips were lost on the way")
    return "a dealer and two players on sockets played 20 hands by the ACPC protocol"


class _Line(io.StringIO):
    """A stream whose first line can be awaited."""

    def __init__(self) -> None:
        super().__init__()
        self._there = threading.Event()

    def flush(self) -> None:
        if "\n" in self.getvalue():
            self._there.set()

    def first(self, seconds: float) -> str:
        self._there.wait(seconds)
        return self.getvalue().partition("\n")[0]


def ready_agents(work: Work) -> str:
    from riverboat.agents import agent_names
    from riverboat.agents.registry import BUILT_ON_FIRST_USE

    names = [name for name in agent_names() if name not in BUILT_ON_FIRST_USE]
    played = [name for name in names if any(_plays(name, game, work.seed) for game in ("kuhn", _LIMIT))]
    if not played:
        raise MissingFeatureError("no player plays by its name alone")
    return f"{len(played)} by name ({', '.join(played)}), each played 20 hands"


def _plays(agent: str, game: str, seed: int) -> bool:
    """Whether a player plays this game without a fault; not all players know every game, and some need parameters."""
    from riverboat.arena import run_match

    try:
        return run_match([agent, "always_call"], game, 20, seed=seed, strict=True).hands == 20
    except RiverboatError:
        return False


def speed(work: Work) -> str:
    from riverboat.lab.teofilo.table_16 import GAMES_PER_SECOND, seconds_of

    seconds_of(100, "always_call", work.seed)
    rate = max(1000 / seconds_of(1000, "always_call", work.seed).used for _ in range(3))
    if rate < GAMES_PER_SECOND:
        raise MissingFeatureError(f"{rate:,.0f} games of four players per second; LIACC made {GAMES_PER_SECOND:,.0f}")
    return f"{rate:,.0f} games of four players per second; LIACC made {GAMES_PER_SECOND:,.0f}"


def permutation(work: Work) -> str:
    from riverboat.arena import run_match

    result = run_match(["random"] * 3, "kuhn(players=3)", 600, "duplicate", seed=work.seed)
    means = {player.chips.mean for player in result.players}
    _require(means == {0.0}, f"equal players in all orders of seats win {sorted(means)} and not the same")
    return f"{result.hands // 6} deals in all 6 orders: equal players won exactly the same"


def foreign_agents(work: Work) -> str:
    from riverboat.arena import run_match

    with TemporaryDirectory() as folder:
        bot = Path(folder, "bot.py")
        bot.write_text(_FOREIGN, encoding="utf-8")
        result = run_match(
            [f"acpc(start=20,seconds=20):{sys.executable} {bot}", "always_call"], _LIMIT, 20, seed=work.seed
        )
        bot.write_text(_MEERKAT, encoding="utf-8")
        academy = run_match(
            [f"meerkat(start=20,seconds=20):{sys.executable} {bot}", "always_call"], _LIMIT, 20, seed=work.seed
        )
    faults = [fault for player in (*result.players, *academy.players) for fault in player.messages]
    _require(not faults, f"the foreign program failed: {faults[:1]}")
    _require(
        result.players[0].chips.total == academy.players[0].chips.total,
        "two programs that call won different amounts with the same cards",
    )
    return (
        "two programs that know nothing of Riverboat sat in matches of 20 hands, one by the ACPC protocol and one by "
        "the events of Poker Academy, and won the same"
    )


_FOREIGN: Final = """
import socket, sys

dealer = socket.create_connection((sys.argv[-2], int(sys.argv[-1]))).makefile("rw", newline="")
dealer.write("VERSION:2.0.0\\r\\n")
dealer.flush()
for line in dealer:
    line = line.strip()
    seat, betting = int(line.split(":")[1]), line.split(":")[3].split("/")
    over = len(betting) == 4 and len(betting[-1]) == 2
    first = 1 if len(betting) == 1 else 0
    if not over and (first + len(betting[-1])) % 2 == seat:
        dealer.write(line + ":c\\r\\n")
        dealer.flush()
"""
"""Calls as long as everyone only calls."""

_MEERKAT: Final = """
import json, socket, sys

table = socket.create_connection((sys.argv[-2], int(sys.argv[-1]))).makefile("rw")
table.write("MEERKAT:1\\n")
table.flush()
for line in table:
    if json.loads(line)["event"] == "getAction":
        table.write(json.dumps({"action": "call"}) + "\\n")
        table.flush()
"""
"""Calls."""

CHECKS: Final[dict[str, Callable[[Work], str]]] = {
    "2D visualizer": visualizer,
    "Agent Development API": agent_api,
    "Bankroll Analysis": bankroll,
    "Card Rank Computation": card_ranks,
    "Database support": database,
    "Evolutionary Simulation": evolution,
    "Expansible Architecture": architecture,
    "Exploitability": exploitability,
    "Human players": human,
    "Logging": logging,
    "Online play": online,
    "Pre-developed agents": ready_agents,
    "Simulation Speed": speed,
    "Table seat permutation": permutation,
    "Former agent support": foreign_agents,
}
