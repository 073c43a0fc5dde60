"""Any agent in a seat that only sees: `AgentBySight` gives it what the tracker says, and asks it when it is its turn.

The agent gets the same views, events and records as in the arena or at an ACPC dealer. One that fails or answers
something illegal is checked or folded and the fault noted. `twin_decisions` is the test of it all: another agent of the
same kind, with the same random numbers, is told the recorded hands, and should decide the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.play import Fault, Kind
from riverboat.games.view import View
from riverboat.vision.sighting import Sighting
from riverboat.vision.tracker.recorded import events_of
from riverboat.vision.tracker.stream import Acted, Began, Ended, Event, Lost, Tracker


class Decision(NamedTuple):
    """What an agent did, and on what."""

    hand: int
    """Counted from 1 in the order of play."""
    key: str
    """The information set (`View.key`)."""
    action: Action


class AgentBySight:
    """An agent and the table that it sees."""

    def __init__(self, agent: Agent, tracker: Tracker) -> None:
        self.agent, self.tracker = agent, tracker
        self.name = agent.name or type(agent).__name__
        self.hands: list[Hand] = []
        """As far as they were seen."""
        self.lost = 0
        """Hands whose end was not seen."""
        self.decisions: list[Decision] = []
        self.faults: list[Fault] = []

    def see(self, seen: Sighting) -> Action | None:
        """Take in a picture; the action, if it is our turn and not decided yet."""
        for event in self.tracker.see(seen):
            self._hear(event)
        view = self.tracker.turn
        if view is None:
            return None
        action = self._decide(view)
        self.decisions.append(Decision(self.tracker.number, view.key(), action))
        self.tracker.decided(action)
        return action

    def _hear(self, event: Event) -> None:
        if isinstance(event, Ended):
            self.hands.append(event.hand)
        self.lost += isinstance(event, Lost)
        try:
            tell(self.agent, event)
        except (Exception, SystemExit) as error:
            self._fault("error", error)

    def _decide(self, view: View) -> Action:
        try:
            action = self.agent.act(view)
        except (Exception, SystemExit) as error:
            self._fault("error", error)
            return view.check_or_fold()
        if action not in view.legal_actions():
            self._fault("illegal", action)
            return view.check_or_fold()
        return action

    def _fault(self, kind: Kind, detail: object) -> None:
        said = " ".join(f"{type(detail).__name__}: {detail}".split())[:200]
        self.faults.append(Fault(self.tracker.number, 0, self.name, kind, said))


def tell(agent: Agent, event: Event) -> None:
    """Tell an agent what has happened; corrections are seen in the next view."""
    if isinstance(event, Began):
        agent.players = event.players
        agent.begin(event.view)
    elif isinstance(event, Acted):
        agent.observe(event.view, event.position, event.action)
    elif isinstance(event, Ended):
        agent.end(event.hand)


def twin_decisions(twin: Agent, hands: Iterable[tuple[Hand, int]]) -> Sequence[Decision]:
    """What a twin of the agent decides when it is told recorded hands; each comes with the position of its player."""
    made: list[Decision] = []
    for number, (hand, position) in enumerate(hands, 1):
        before: View | None = None
        for event in events_of(hand, position):
            if isinstance(event, Acted) and event.position == position:
                assert before is not None
                made.append(Decision(number, before.key(), twin.act(before)))
            tell(twin, event)
            before = event.view if isinstance(event, Began | Acted) else None
    return made
