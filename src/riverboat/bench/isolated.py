"""What does it cost that a player from a file has a process of its own? Decisions beside the same player in ours.

Heads-up limit hold'em; the player calls, and hears of nothing else, so a decision is one view there and an answer back.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from riverboat.agents.isolated import seated_agent
from riverboat.bench.harness import Measurement, Peers, require_equal
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.play import decks, play_hand

_HANDS: Final = 1500
_ROUNDS: Final = 3
_CALLER: Final = """
from riverboat.games import Action, Agent
class Caller(Agent):
    def act(self, view):
        return Action.check_or_call()
"""


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Decisions per second, and microseconds that the process adds to one."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "caller.py"
        file.write_text(_CALLER, encoding="utf-8")
        far, near = seated_agent(str(file)), seated_agent(f"inline:{file}")
        there, here = [], []
        for _ in range(_ROUNDS):  # in turns, so that noise affects both equally
            there.append(_seconds(far))
            here.append(_seconds(near))
        require_equal(there[0][1], here[0][1], "payoffs of the same player")
        decisions = _HANDS * 4
        apart, together = min(there)[0] / decisions, min(here)[0] / decisions
    yield Measurement("decisions of a player in its own process", "k/s", 1e-3 / apart, {"in ours": 1e-3 / together})
    yield Measurement("a process adds to each decision", "us", 1e6 * (apart - together))


def _seconds(agent: Agent) -> tuple[float, float]:
    """The time of some hands against ourselves, and what the first position won."""
    from riverboat.agents.scripted import AlwaysCall

    rules = parse_game("holdem(betting=limit,players=2)")
    cards = decks(rules, 1)
    won, start = 0.0, perf_counter()
    for _ in range(_HANDS):
        won += float(play_hand(rules, [agent, AlwaysCall()], next(cards), strict=True).payoffs[0])
    return perf_counter() - start, won
