"""Any Riverboat agent at an ACPC dealer: `play("rules", "localhost", 16177, rules)` plays a match.

The agent is given the same views, events and records as in the arena, made from the match states that the dealer
sends, so it cannot tell the difference; it knows its own cards and those that were shown, and nothing else. The
protocol does not say which game is played, nor who the others are: the rules are a parameter, and opponents are named
by how many chairs to the left they sit.

An agent that fails or answers something illegal is checked or folded and the fault noted, as in the arena. The
match ends when the dealer closes the connection. A decision at the table costs 9 microseconds, thinking not counted.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from riverboat.agents.registry import make_agent
from riverboat.arena.seeds import DECISIONS, rng_for
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.acpc.answer import answer_text
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import finished_hand
from riverboat.games.play import Fault, Kind
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.lines import LineReader, no_delay
from riverboat.progress import OnProgress
from riverboat.wire.acpc.seen import SeenHand

_INTRODUCTION: Final = b"VERSION:2.0.0\r\n"
_MATCH_STATE: Final = re.compile(r"(MATCHSTATE:([0-9]{1,4}):([0-9]{1,18}):)[^:]*:([^:]*)$")


@dataclass
class ClientResult:
    """What an agent did at a table."""

    hands: int = 0
    """Finished ones."""
    chips: int | Fraction = 0
    """Won or lost."""
    faults: list[Fault] = field(default_factory=list)


def play(
    agent: str | Agent,
    host: str,
    port: int,
    rules: Rules,
    *,
    seed: int | None = None,
    connect_seconds: float = 60.0,
    on_progress: OnProgress | None = None,
) -> ClientResult:
    """Connect to a dealer's seat and play until it closes the connection.

    An agent that does not know the game is refused before it sits down. One that is given by name gets its own random
    stream; `seed` makes it repeatable.
    """
    if isinstance(agent, str):
        label, agent = agent, make_agent(agent)
        if seed is not None:
            agent.rng = rng_for(seed, DECISIONS)
        else:
            agent.rng.seed()
    else:
        label = agent.name or type(agent).__name__
    try:
        agent.require_game(rules)
    except RiverboatError as error:
        raise RiverboatError(f'agent "{label[:80]}" cannot play this game: {error}') from None
    agent.prepare(on_progress)
    try:
        connection = socket.create_connection((host, port), timeout=connect_seconds)
    except OSError as error:
        raise RiverboatError(f"dealer at {host} port {port}: {error.strerror or error}") from None
    with connection:
        no_delay(connection)
        return play_on(connection, agent, rules)


def play_on(connection: socket.socket, agent: Agent, rules: Rules) -> ClientResult:
    """The same on an existing connection."""
    player = _Player(agent, rules)
    lines = LineReader(connection)
    try:
        connection.sendall(_INTRODUCTION)
        while raw := lines.read():
            if raw[:1] in (b"#", b";"):
                continue
            line = raw.decode("latin-1").rstrip("\r\n")
            answer = player.receive(line)
            if answer:
                connection.sendall(f"{line}:{answer}\r\n".encode("latin-1"))
    except (ConnectionResetError, BrokenPipeError):
        pass  # a dealer that resets the connection
    return player.result


class _Player:
    """An agent, and the hand that it plays."""

    def __init__(self, agent: Agent, rules: Rules) -> None:
        self.agent, self.rules = agent, rules
        self.result = ClientResult()
        self.name = agent.name or type(agent).__name__
        kind = type(agent)
        self.begins = kind.begin is not Agent.begin
        self.watches = kind.observe is not Agent.observe
        self.ends = kind.end is not Agent.end
        self.hand: SeenHand | None = None
        self.prefix = ""
        """What every match state of this hand begins with."""

    def receive(self, line: str) -> str:
        """Take in a match state; the answer, if it is our turn."""
        hand = self.hand
        if hand is None or not line.startswith(self.prefix):
            hand = self._begin(line)
        betting, _, cards = line[len(self.prefix) :].partition(":")
        was_over = hand.payoffs is not None
        for actor, action in hand.follow(betting, cards):
            if self.watches:
                self._notify("observe", hand, View(hand, hand.position), actor, action)
        if hand.actor is not None:
            return self._decide(hand) if hand.actor == hand.position else ""
        if not was_over:
            self._end(hand)
        return ""

    def _begin(self, line: str) -> SeenHand:
        found = _MATCH_STATE.match(line)
        if found is None:
            raise NotationError(f"dealer says {line[:80]!r}: expected MATCHSTATE:position:hand:betting:cards")
        position, number = int(found[2]), int(found[3])
        if position >= self.rules.players:
            raise NotationError(f"dealer says position {position}: the game has {self.rules.players} players")
        self.prefix = found[1]
        first = self.rules.streets[0].board
        hole_cards, *board = found[4].split("/")
        # A hand that is joined late is followed from its beginning, like any other.
        self.hand = hand = SeenHand(self.rules, position, number, "/".join([hole_cards, *board[: first > 0]]))
        if self.begins:
            self._notify("begin", hand, View(hand, position))
        return hand

    def _decide(self, hand: SeenHand) -> str:
        view = View(hand, hand.position)
        try:
            action = self.agent.act(view)
        except (Exception, SystemExit) as error:
            self._fault(hand, "error", f"{type(error).__name__}: {error}")
            action = view.check_or_fold()
        if why := _action_error(hand, action):
            self._fault(hand, "illegal", why)
            action = view.check_or_fold()
        return answer_text(action, self.rules, hand.committed[hand.position] - hand.bets[hand.position])

    def _end(self, hand: SeenHand) -> None:
        assert hand.payoffs is not None
        self.result.hands += 1
        self.result.chips += hand.payoffs[hand.position]
        if self.ends:
            record = finished_hand(hand, self._names(hand.position), self.rules.stacks, hand.number)
            self._notify("end", hand, record.seen_by(hand.position))

    def _names(self, position: int) -> tuple[str, ...]:
        players = self.rules.players
        chairs = [(other - position) % players for other in range(players)]
        return tuple([f"opponent {chair}" if chair else self.name for chair in chairs])

    def _notify(self, event: str, hand: SeenHand, *what: object) -> None:
        try:
            getattr(self.agent, event)(*what)
        except (Exception, SystemExit) as error:
            self._fault(hand, "error", f"{type(error).__name__}: {error}")

    def _fault(self, hand: SeenHand, kind: Kind, detail: str) -> None:
        self.result.faults.append(Fault(hand.number, hand.position, self.name, kind, " ".join(detail.split())[:200]))


def _action_error(hand: SeenHand, action: Action) -> str:
    """Why this is not allowed, or nothing."""
    if type(action) is not Action:
        return f"{action!r:.80} is not an Action"
    try:
        if action.verb == "raise_to":
            hand.verify_raise_to(action.amount)
        elif action.verb == "fold":
            hand.verify_fold()
        elif action.verb != "check_or_call":
            return f"{action.verb}: this game has only fold, check_or_call and raise_to"
    except (RiverboatError, TypeError) as error:
        return str(error)
    return ""
