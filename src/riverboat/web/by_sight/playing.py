"""Play by sight: look, follow, decide, click, until the hands are played; then ask a twin.

While hands are played the program knows pictures and nothing else. Afterwards the server's records of the same hands
are told to a second agent of the same kind with the same random numbers (`twin_decisions`): if every picture was
understood, it saw the same views and made the same decisions.

Exactly the hands that were asked for are played: a hand is asked for once, and another one not before a picture shows
what became of it, however long the server takes. A hand that was over before it could be followed counts too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from time import monotonic
from typing import Any, Final

from riverboat.agents.registry import make_agent
from riverboat.arena.seeds import DECISIONS, rng_for
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.play import Fault
from riverboat.vision.sighting import BACK, Sighting
from riverboat.vision.tracker import AgentBySight, Decision, Tracker, twin_decisions
from riverboat.web.by_sight.browser import Address, TableTab, open_table
from riverboat.web.by_sight.layout import ClickLayout

Eye = Callable[[TableTab], Sighting]
"""Looks at the page once."""

_CLICK_AGAIN: Final = 8
"""Pictures on which a button is still there after it was pressed."""
_ASK_FOR_DEAL: Final = 3
"""Pictures between hands before the next one is asked for."""
_ASK_AGAIN: Final = 15.0
"""Seconds without an answer after which the key press must have been lost."""
_UNFOLLOWED: Final = 3
"""Pictures in a row of a hand that is over and was never followed."""
_UNDECIDED: Final = 40
"""Pictures on which it is our turn and something cannot be read: then the free or cheapest way out is taken."""


@dataclass
class Played:
    """What came of it."""

    agent: str
    seed: int
    hands: list[int] = field(default_factory=list)
    """Chips won in each hand, in order, by the server's record."""
    decisions: int = 0
    same: int = 0
    """Decisions that the twin made alike, on the same information set."""
    followed: int = 0
    """Hands of which every action, the board and the payoffs were seen as the server recorded them."""
    pictures: int = 0
    corrections: int = 0
    resynchronised: int = 0
    unsure: int = 0
    """Turns on which something could not be read in time."""
    faults: list[Fault] = field(default_factory=list)

    @property
    def chips(self) -> int:
        """Won or lost in all."""
        return sum(self.hands)


def play_by_sight(
    agent: str,
    url: str,
    *,
    hands: int,
    seed: int = 1,
    key: str = "",
    player: str = "Eye",
    eye: Eye | None = None,
    layout: ClickLayout | None = None,
    browser: Any = None,
    patience: float = 120.0,
    on_hand: Callable[[int], None] = lambda number: None,
) -> Played:
    """Play a number of hands at a table of a Riverboat server on this machine; Ctrl-C or an empty stack ends it.

    `layout` says where to click, if that is not where the eye finds the buttons. `patience` is how many seconds may
    pass without anything new to see.
    """
    Address.parse(url)  # before anything is loaded for it
    look = eye or _reading_eye()
    if layout is not None:
        look = _corrected(look, layout)
    with open_table(url, key, player, browser) as table:
        playing = _seeded(agent, seed)
        playing.require_game(table.rules_for(2))
        seat = AgentBySight(playing, Tracker(table.rules_for, keeps_log=True))
        played = Played(agent, seed)
        with suppress(KeyboardInterrupt):
            _Player(table, seat, look, played, patience).play(hands, on_hand)
        records = table.hands()
    played.decisions = len(seat.decisions)
    played.corrections, played.resynchronised = seat.tracker.corrections, seat.tracker.resynchronised
    played.faults = seat.faults
    played.hands = [int(hand.payoffs[position]) for hand, position in records]
    seen = {_facts(hand) for hand in seat.hands}
    played.followed = sum(_facts(hand) in seen for hand, _ in records)
    played.same = _alike(seat.decisions, twin_decisions(_seeded(agent, seed), records))
    return played


def _corrected(look: Eye, layout: ClickLayout) -> Eye:
    return lambda table: layout.on(look(table))


def _seeded(text: str, seed: int) -> Agent:
    agent = make_agent(text)
    agent.rng = rng_for(seed, DECISIONS)
    return agent


def _facts(hand: Hand) -> tuple[object, ...]:
    return hand.stacks, hand.board, hand.actions, tuple(map(int, hand.payoffs))


def _alike(made: Sequence[Decision], twins: Sequence[Decision]) -> int:
    pairs = zip_longest(made, twins)
    return sum(one is not None and other is not None and one[1:] == other[1:] for one, other in pairs)


class _Player:
    """The loop of one seat."""

    def __init__(self, table: TableTab, seat: AgentBySight, look: Eye, played: Played, patience: float) -> None:
        self._table, self._seat, self._look, self._played, self._patience = table, seat, look, played, patience
        self._chosen: Action | None = None
        self._since = self._idle = self._undecided = 0
        self._last: Sighting | None = None
        """A picture of the last hand that is over and counted."""
        self._others = 0
        """Pictures in a row of another hand that is over."""
        self._unfollowed = 0
        """Hands that were over before they could be followed."""
        self._asked_at: float | None = None
        """When the next hand was asked for; None if it was not."""
        self._broke = False
        """Whether we have no chips left: the page's button for more is for people."""

    @property
    def _done(self) -> int:
        return len(self._seat.hands) + self._seat.lost + self._unfollowed

    def play(self, hands: int, on_hand: Callable[[int], None]) -> None:
        news, state = monotonic(), None
        while (before := self._done) < hands and not self._broke:
            seen = self._look(self._table)
            self._played.pictures += 1
            action = self._seat.see(seen)
            if action is not None:
                self._chosen, self._since, news = action, 0, monotonic()
                self._table.click(action, seen)
            elif seen.buttons:
                self._press_again(seen)
            else:
                self._undecided = 0
            if self._done != before or not self._seat.tracker.is_between_hands:
                self._start_waiting(seen)
            else:
                self._wait_for_cards(seen)
            if self._done != before:
                on_hand(self._done)
            now = (seen.pot.value, seen.actor.value, len(seen.board), self._done)
            if now != state:
                state, news = now, monotonic()
            elif monotonic() - news > self._patience:
                raise RiverboatError(f"nothing has happened at the table for {self._patience:g} s")

    def _press_again(self, seen: Sighting) -> None:
        """Our turn, and nothing new to decide: a click was lost, or something cannot be read."""
        if self._chosen is not None and self._seat.tracker.is_waiting_for_own_action:
            self._since += 1
            if self._since % _CLICK_AGAIN or self._table.click(self._chosen, seen):
                return
        self._undecided += 1
        if self._undecided >= _UNDECIDED:
            self._undecided = 0
            self._played.unsure += 1
            if not self._table.click(Action.fold(), seen):
                self._table.click(Action.check_or_call(), seen)

    def _wait_for_cards(self, seen: Sighting) -> None:
        """Between hands, as far as the tracker knows: ask for the next one, or notice that it is over already."""
        if (seen.pot.value or 0) > 0:
            self._idle = 0  # a hand that is not followed
            return
        self._idle += 1
        self._broke = seen.seats[0].stack.value == 0 and self._idle > _ASK_FOR_DEAL and bool(self._seat.hands)
        self._last = self._last or seen
        self._others = self._others + 1 if _is_another_hand(self._last, seen) else 0
        if self._others >= _UNFOLLOWED:
            self._unfollowed += 1
            self._start_waiting(seen)
        elif not self._others and self._idle >= _ASK_FOR_DEAL and self._may_ask():
            self._asked_at = monotonic()
            self._table.deal()

    def _start_waiting(self, seen: Sighting) -> None:
        """From this picture of the last hand on."""
        self._idle, self._others, self._last, self._asked_at = 0, 0, seen, None

    def _may_ask(self) -> bool:
        return self._asked_at is None or monotonic() - self._asked_at > _ASK_AGAIN


def _is_another_hand(before: Sighting, after: Sighting) -> bool:
    """Whether the button has moved or our cards have changed, between two pictures on which they can be seen."""
    if None not in (before.dealer.value, after.dealer.value) and before.dealer.value != after.dealer.value:
        return True
    was, now = ([card.text for card in seen.seats[0].cards] for seen in (before, after))
    return bool(was and now) and not {None, BACK} & {*was, *now} and was != now


def _reading_eye() -> Eye:
    """Takes a picture and reads it; one that is equal to the last is not read again."""
    from riverboat.vision.locating import decode_picture
    from riverboat.vision.reading import read
    from riverboat.web.pictures.calibrating import calibration

    known = calibration()

    @lru_cache(maxsize=1)
    def sighting(picture: bytes) -> Sighting:
        return read(decode_picture(picture, "table"), known, "table")

    return lambda table: sighting(table.picture())
