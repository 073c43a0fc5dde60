"""The process in which a player from a file lives: it reads what happens, asks the player, and answers.

Messages are read from an inherited socket until it closes, which they do when the match has ended. Every error of the
player is an answer, also `KeyboardInterrupt` and `SystemExit`. What the player prints is printed; Ctrl-C in the
terminal is not meant for it.
"""

from __future__ import annotations

import json
import pickle
import socket
import struct
import sys
from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from riverboat.agents.isolated.arrays import array_from_json, array_to_json
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.memory import MemoryEntry
from riverboat.games.play import fault_text, own_frames
from riverboat.games.rules import Rules
from riverboat.workers import end_with_parent

_LENGTH: Final = struct.Struct("!I")
EVENTS: Final = ("begin", "observe", "end", "plays_at", "choose_table", "load_memory", "save_memory")
"""What is only called if a player has it, or overrides it."""
_rules: Final[dict[int, Rules]] = {}


def known_rules(number: int, pickled: bytes = b"") -> Rules:
    """The rules of this number; the first time they come with it."""
    if pickled:
        _rules[number] = pickle.loads(pickled)
    return _rules[number]


def main(line: socket.socket) -> None:
    """Answer until the line closes."""
    player = _Player(line)
    with line.makefile("rb") as stream:
        player.stream = stream
        while (message := _receive(stream)) is not None:
            verb, what = pickle.loads(message)
            try:
                answer = getattr(player, f"on_{verb}")(*what) or {}
            except BaseException as error:
                answer = {"error": fault_text(error), "frames": own_frames(error)}
            _send(line, answer)


class _Player:
    """The agent, and what is asked of it."""

    stream: Any = None

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.agent: Agent = SimpleNamespace()  # type: ignore[assignment]

    def on_make(self, text: str) -> dict[str, Any]:
        from riverboat.agents.registry import make_agent

        self.agent = agent = make_agent(text)
        overrides = [event for event in EVENTS if getattr(type(agent), event, None) is not getattr(Agent, event, None)]
        return {"name": agent.name or type(agent).__name__, "buy_in": agent.buy_in, "overrides": overrides}

    def on_rng(self, state: tuple[Any, ...]) -> None:
        self.agent.rng = Random()
        self.agent.rng.setstate(state)

    def on_require_game(self, rules: Rules) -> None:
        self.agent.require_game(rules)

    def on_prepare(self) -> None:
        self.agent.prepare()

    def on_begin(self, view: Any, players: tuple[str, ...]) -> None:
        self.agent.players = players
        self.agent.begin(view)

    def on_act(self, view: Any) -> dict[str, Any]:
        self.agent.action_odds = type(self.agent).action_odds
        action = self.agent.act(view)
        if type(action) is not Action:
            raise RiverboatError(f"{action!r:.80} is not an Action")
        return {"action": [action.verb, action.amount, action.cards], "odds": self.agent.action_odds}

    def on_observe(self, view: Any, position: int, action: Action) -> None:
        self.agent.observe(view, position, action)

    def on_end(self, hand: Any) -> None:
        self.agent.end(hand)

    def on_plays_at(self, table: Any, stack: int) -> dict[str, Any]:
        return {"answer": bool(self.agent.plays_at(table, stack))}

    def on_choose_table(self, tables: Any, bankroll: int) -> dict[str, Any]:
        return {"answer": self.agent.choose_table(tables, bankroll)}  # type: ignore[attr-defined]

    def on_load_memory(self, opponents: list[str]) -> None:
        self.agent.load_memory(_Memory(self._request), opponents)

    def on_save_memory(self) -> None:
        self.agent.save_memory(_Memory(self._request))

    def _request(self, **what: Any) -> Any:
        """Ask the table something before answering."""
        _send(self._line, what)
        message = _receive(self.stream)
        if message is None:
            raise SystemExit
        answer = json.loads(message)
        if "error" in answer:
            raise RiverboatError(answer["error"])
        return answer["answer"]


class _Memory:
    """The player's memory, which the table keeps."""

    def __init__(self, request: Any) -> None:
        self._request = request

    def recall(self, opponent: str, kind: str, version: int) -> MemoryEntry | None:
        """See `riverboat.games.memory.Memory`."""
        found = self._request(memory="recall", opponent=opponent, kind=kind, version=version)
        if found is None:
            return None
        arrays = {name: array_from_json(each) for name, each in found["arrays"].items()}
        return MemoryEntry(found["header"], arrays)

    def remember(
        self, opponent: str, kind: str, version: int, header: Mapping[str, Any], arrays: Mapping[str, Any]
    ) -> None:
        """See `riverboat.games.memory.Memory`."""
        packed = {name: array_to_json(array) for name, array in arrays.items()}
        self._request(
            memory="remember", opponent=opponent, kind=kind, version=version, header=dict(header), arrays=packed
        )


def _receive(stream: Any) -> bytes | None:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    body = stream.read(length)
    return body if len(body) == length else None


def _send(line: socket.socket, answer: Any) -> None:
    try:
        data = json.dumps(answer).encode()
    except (TypeError, ValueError) as error:
        data = json.dumps({"error": f"its answer is none: {error}"}).encode()
    line.sendall(_LENGTH.pack(len(data)) + data)


def _run() -> None:
    from riverboat.agents.isolated.sandbox import enter_sandbox

    line = socket.socket(fileno=int(sys.argv[1]))
    line.set_inheritable(False)
    end_with_parent()  # the closed line is not seen while a player hangs
    enter_sandbox(int(sys.argv[2]))
    sys.modules["riverboat.agents.isolated.child"] = sys.modules["__main__"]  # one table of rules
    main(line)


if __name__ == "__main__":
    _run()
