"""A bot in a seat: it gets its seat's view and events, makes decisions, and is isolated from the server.

Whatever a bot does wrong (an error, an answer that is too late) comes out as a `Decision` to check or fold, with the
fault beside it. Bots that answer in microseconds are asked at once; all others think in threads (`workers.py`), where
they also catch up with what happened since they were last asked. One that hangs is replaced by a new one that gets the
same events; after `MAX_HANGS` times it only checks and folds.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from riverboat.agents.registry import split_agent
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.explanation import Explanation
from riverboat.games.hand import Hand
from riverboat.games.play import OutOfTimeError, play_hand
from riverboat.games.rules import Rules
from riverboat.games.view import View, face_down
from riverboat.progress import OnProgress, Progress
from riverboat.web.preparing import Preparation
from riverboat.web.tables.setup import seat_bot
from riverboat.web.tables.workers import QUICK, BusyError, Workers

MAX_HANGS: Final = 3
SECONDS: Final = 10.0
"""For one decision."""
_SECONDS_BETWEEN_WORDS: Final = 1.0
"""While something takes long."""
_SCRIPTED: Final = frozenset({"always_call", "always_raise", "always_fold", "random", "acpc_example", "chen"})
_EVENTS: Final = ("begin", "observe", "end")

_prepared: Final[set[tuple[str, Rules]]] = set()


class Decision(NamedTuple):
    """What a bot does."""

    action: Action
    odds: ActionOdds | None = None
    faults: tuple[str, ...] = ()
    explanation: Explanation | None = None


class Bot:
    """One bot."""

    def __init__(
        self,
        name: str,
        agent: str,
        workers: Workers,
        history: Callable[[], Iterable[Hand]] = tuple,
        *,
        seconds: float = SECONDS,
        make: Callable[[str], Agent] = seat_bot,
    ) -> None:
        self.name = name
        self.text, self._workers, self._history, self._seconds, self._make = agent, workers, history, seconds, make
        self._agent: Agent | None = None
        self._events: list[tuple[str, tuple[Any, ...]]] = []
        """What has happened in this hand."""
        self._delivered = 0
        """The number of events delivered to the bot."""
        self._players: tuple[str, ...] = ()
        self._hangs = 0
        self._asked: Rules | None = None
        self._quick = False
        self.preparing = ""
        """How far it is with what it builds before its first hand; empty if that is nothing."""
        self._is_slow = False
        """Whether it thought for long the last time."""

    # Before and between hands -----------------------------------------------------------------------------------------

    async def prepare(self, rules: Rules) -> None:
        """Build and compile everything it needs for this game, and replay past hands to a new bot."""
        if (self.text, rules) not in _prepared:
            with suppress(Exception):  # the error will appear at the table
                await self._workers.prepare(lambda: _practise(self._make(self.text), rules, self._report))
            self.preparing = ""
            if len(_prepared) > 1000:
                _prepared.clear()
            _prepared.add((self.text, rules))
        if self._agent is None:
            with suppress(Exception):  # it is made again when it has to decide
                self._agent = await self._workers.prepare(self._new)

    def _report(self, now: Progress[Any]) -> None:
        """Called from the thread that prepares."""
        far = f"{100 * now.done // now.total} %" if now.total else f"step {now.done:,}"
        self.preparing = f"{self.name} prepares for this game, {far}, once per installation"

    def begin(self, view: View, players: tuple[str, ...]) -> None:
        """A hand begins."""
        self._events.clear()
        self._delivered = 0
        self._players = players
        self._queue_event("begin", view)

    def observe(self, view: View, position: int, action: Action) -> None:
        """Somebody has acted."""
        self._queue_event("observe", view, position, action)

    @property
    def watches(self) -> bool:
        """Whether it wants to be told what others do."""
        return self._agent is None or type(self._agent).observe is not Agent.observe

    async def end(self, hand: Hand, position: int) -> tuple[str, ...]:
        """The hand is over; returns the faults."""
        agent = self._agent
        if agent is None or self._hangs >= MAX_HANGS or type(agent).end is Agent.end:
            self._events.clear()
            return ()
        self._queue_event("end", hand.seen_by(position))
        try:
            return await self._workers.run(self._catch_up, self._seconds * 3, slow=self._is_slow)
        except OutOfTimeError as error:
            return (self._hung(error),)
        except BusyError as error:
            return (str(error),)
        finally:
            self._events.clear()
            self._delivered = 0

    # Decisions --------------------------------------------------------------------------------------------------------

    def is_quick(self, rules: Rules) -> bool:
        """Whether it can act without a thread."""
        if self._asked is not rules:
            from riverboat.games.holdem import is_holdem

            name = split_agent(self.text)[0]
            self._asked, self._quick = rules, name in _SCRIPTED or (name == "rules" and is_holdem(rules))
        return self._quick and self._agent is not None

    def decide_at_once(self, view: View) -> Decision:
        """The decision of a quick one."""
        try:
            return self._think(view)
        except Exception as error:
            return Decision(view.check_or_fold(), None, (_one_line(error),))

    async def decide(self, view: View) -> Decision:
        """The decision, whatever the bot makes of it."""
        if self._hangs >= MAX_HANGS:
            return Decision(view.check_or_fold())
        try:
            return await self._workers.run(lambda: self._timed(view), self._seconds, slow=self._is_slow)
        except OutOfTimeError as error:
            return Decision(view.check_or_fold(), None, (self._hung(error),))
        except Exception as error:
            return Decision(view.check_or_fold(), None, (_one_line(error),))

    # In a thread ------------------------------------------------------------------------------------------------------

    def _timed(self, view: View) -> Decision:
        began = monotonic()
        try:
            return self._think(view)
        finally:
            self._is_slow = monotonic() - began > QUICK

    def _think(self, view: View) -> Decision:
        faults = self._catch_up()
        agent = self._agent
        assert agent is not None
        agent.action_odds = type(agent).action_odds
        try:
            action = agent.act(view)
        except (Exception, SystemExit) as error:
            return Decision(view.check_or_fold(), None, (*faults, _one_line(error)))
        if type(action) is not Action:
            return Decision(view.check_or_fold(), None, (*faults, f"{action!r:.80} is not an Action"))
        odds = agent.action_odds and agent.action_odds.allowed(view)
        return Decision(action, odds, faults, agent.explain())

    def _catch_up(self) -> tuple[str, ...]:
        """Send it the events of this hand that it has not seen yet."""
        if self._agent is None:
            self._agent = self._new()
            self._delivered = 0
        agent, faults = self._agent, []
        while self._delivered < len(self._events):
            event, what = self._events[self._delivered]
            self._delivered += 1
            if getattr(type(agent), event) is not getattr(Agent, event):
                if event == "begin":
                    agent.players = self._players
                try:
                    getattr(agent, event)(*what)
                except (Exception, SystemExit) as error:
                    faults.append(_one_line(error))
        return tuple(faults)

    def _new(self) -> Agent:
        agent = self._make(self.text)
        agent.rng = Random(secrets.randbits(128))
        if any(getattr(type(agent), event) is not getattr(Agent, event) for event in _EVENTS):
            for hand in self._history():
                _relive(agent, hand, self.name)
        return agent

    def _queue_event(self, event: str, *what: Any) -> None:
        agent = self._agent
        if agent is None or getattr(type(agent), event) is not getattr(Agent, event):
            self._events.append((event, what))

    def _hung(self, error: Exception) -> str:
        self._agent = None
        self._hangs += 1
        rest = "; it only checks and folds from now on" if self._hangs >= MAX_HANGS else ""
        return f"{error}{rest}"


async def prepare_all(bots: Sequence[Bot], rules: Rules, preparation: Preparation) -> AsyncIterator[str]:
    """Wait for the installation, and prepare one after the other; what takes long says now and then how far it is."""
    async for words in preparation.until_ready([bot.text for bot in bots]):
        yield words
    for bot in bots:
        task = asyncio.ensure_future(bot.prepare(rules))
        try:
            while not (await asyncio.wait([task], timeout=_SECONDS_BETWEEN_WORDS))[0]:
                if bot.preparing:
                    yield bot.preparing
        finally:
            task.cancel()
        await task


def _practise(agent: Agent, rules: Rules, on_progress: OnProgress) -> None:
    """Build what takes long, and play a hand that nobody sees, so that everything the player needs is there in time."""
    from riverboat.agents.scripted import AlwaysCall

    agent.require_game(rules)
    agent.prepare(on_progress)
    callers: list[Agent] = [AlwaysCall() for _ in range(rules.players - 1)]
    deck = list(range(rules.deck.size))
    Random(1).shuffle(deck)
    play_hand(rules, [*callers, agent], deck)


def _relive(agent: Agent, hand: Hand, name: str) -> None:
    """Replay an old hand to a new player, as its predecessor in this seat saw it."""
    if name not in hand.players:
        return
    position = hand.players.index(name)
    agent.players = hand.players
    try:
        states = hand.replay()
        agent.begin(View(next(states), position))
        for state, (_, who, action) in zip(states, hand.actions, strict=True):
            seen = action if who == position or not action.cards else face_down(action)
            agent.observe(View(state, position), who, seen)
        agent.end(hand.seen_by(position))
    except (Exception, SystemExit):
        return


def _one_line(error: BaseException) -> str:
    said = " ".join(str(error).split())
    return said[:200] if isinstance(error, RiverboatError) else f"{type(error).__name__}: {said}"[:200]
