"""One live table: people with keys and bots in its seats, and a dealer that none of them can block.

The dealer is a task. When it is a bot's turn it asks the bot (`bots.py`); when it is a person's it waits, with the
clock if there is one. What a person does is applied where the message comes in, at once, and only if it belongs to
this very turn. Everyone who is connected gets one frame for each change; bots that answer without delay share one.
Hands are dealt while someone is there to see them. A bot without chips buys in again; a person has to ask for it. Chips
are conserved: stacks, bets and rake always add up to all buy-ins.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from random import SystemRandom
from typing import Any, Final

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.rules import Rules
from riverboat.games.state import IllegalActionError
from riverboat.games.view import View
from riverboat.records.commitment import SECRET, Commitment
from riverboat.web.documents import Body
from riverboat.web.logs import log_error
from riverboat.web.people import OWNER, Person
from riverboat.web.tables import closing, frames, log, messages, seen, telling
from riverboat.web.tables.bots import Bot, Decision, prepare_all
from riverboat.web.tables.connection import CLOSED, SENT_AWAY, TAKEN_OVER, TOO_SLOW, Connection
from riverboat.web.tables.hand import ActionEntry, LiveHand, shuffled
from riverboat.web.tables.keeping import Gate, Keeper
from riverboat.web.tables.requests import Requests
from riverboat.web.tables.seat import Seat
from riverboat.web.tables.seating import Seating
from riverboat.web.tables.setup import TableSetup, seat_bot
from riverboat.web.tables.workers import Workers

MAX_WATCHERS: Final = 50
MAX_WINDOWS: Final = 5
"""In which one person watches a table, the owner excepted: nobody takes the places of all others."""
_LATE_BEFORE_OUT: Final = 2
"""Missed decisions in a row after which a person sits out."""
_PAST_HANDS: Final = 100
"""Recent hands that are replayed to a bot after a restart of the server."""
_RNG: Final = SystemRandom()
_PREPARING: Final = "the players are getting ready"


class Table:
    """A table; everything here runs on the loop."""

    def __init__(
        self,
        name: str,
        setup: TableSetup,
        keeper: Keeper,
        workers: Workers,
        kept: Body | None,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.name, self.setup = name, setup
        self.turn = 0
        """Counts decisions: a message has to name the one it is for."""
        self.number = 0
        """Of the last hand that was dealt."""
        self.button = _RNG.randrange(len(setup.chairs))
        self.house = 0
        self.auto_deal = setup.auto_deal
        self.waiting: str = _PREPARING
        self.hand: LiveHand | None = None
        self._seating = Seating(setup)
        self.seats = self._seating.seats
        self._keeper, self._workers = keeper, workers
        self.gate = Gate(keeper)
        self._entropy = entropy
        self._chain = log.Chain(name)
        self._connections: set[Connection] = set()
        self._did: list[ActionEntry] = []
        self._deal_asked = False
        self._skipped = 0
        """The last hand whose rest is played without pauses."""
        self.deadline: float | None = None
        self._acted, self._wake = asyncio.Event(), asyncio.Event()
        self._dealer: asyncio.Task[None] | None = None
        self._is_closed = False
        self._requests = Requests(self, keeper, workers)
        if kept is not None:
            self._restore(kept)
        else:
            self._seating.buy_in_bots()
        make = partial(seat_bot, strategies=setup.strategies)
        self._bots = {
            chair: Bot(seat.name, seat.agent, workers, self._past, make=make)
            for chair, seat in enumerate(self.seats)
            if not seat.is_human
        }

    def open(self) -> None:
        """Start or resume dealing."""
        self._is_closed = False
        self._dealer = asyncio.get_running_loop().create_task(self._deal_forever())
        self._dealer.add_done_callback(self._stopped)

    def _stopped(self, dealer: asyncio.Task[None]) -> None:
        """Only the end should stop the dealer; if an error does, everyone is notified."""
        if not dealer.cancelled() and (error := dealer.exception()) is not None:
            said = type(error).__name__  # its words might name cards
            log_error("table stopped", error, table=self.name)
            for connection in self._connections:
                connection.send({"kind": "refused", "why": f"the dealer stopped: {said}", "turn": self.turn})

    async def close(self) -> None:
        """Stop dealing; nothing changes here any more."""
        self._is_closed = True
        if self._dealer is not None:
            self._dealer.cancel()
            with suppress(asyncio.CancelledError):
                await self._dealer

    def dismiss(self, reason: str) -> None:
        """Send everyone away, for good."""
        for connection in list(self._connections):
            connection.close(CLOSED, reason)

    async def settled(self) -> None:
        """Wait until everything that has happened here is on disk."""
        await self._keeper.until_written(self.gate.ticket)

    def on_problem(self) -> None:
        """Writing has stopped or works again: tell everyone, and deal no more or go on."""
        for connection in self._connections:
            connection.alert({"kind": "problem", "why": self._keeper.problem})
        self._wake.set()

    # People -----------------------------------------------------------------------------------------------------------

    def is_host(self, person: Person) -> bool:
        """Whether somebody may close this table, free its seats and change its settings."""
        return person.is_owner or person.id == self.setup.host

    def sit_down(self, chair: int, name: str, person: Person = OWNER) -> str:
        """Take a free seat; returns the key of the seat."""
        self._require_open()
        key = self._seating.sit_down(chair, name, person)
        self._changed()
        return key

    def chair_of(self, key: str, person: Person = OWNER) -> int:
        """The chair that a key opens for this person."""
        return self._seating.chair_of(key, person)

    def free_seat(self, chair: int, person: Person, why: str = "your seat was freed by the host") -> None:
        """Take a player out of a seat: the host, the owner or the player asks for it."""
        seat = self.seats[chair] if 0 <= chair < len(self.seats) else None
        if seat is None or not seat.is_human or not seat.key or seat.has_left:
            raise RiverboatError(f"chair {chair}: nobody sits there who could leave")
        if not self.is_host(person) and seat.person != person.id:
            raise RiverboatError("only the host of this table may free the seats of others")
        self._send_away([each for each in self._connections if each.chair == chair], why)
        hand = self.hand
        if hand is None or hand.over is not None or chair not in hand.order:
            self._vacate(chair)
        else:
            seat.has_left = True
            if hand.actor_chair == chair:
                self._apply(hand, View(hand.state, hand.order.index(chair)).check_or_fold())
                self._acted.set()
        self._changed()

    def _vacate(self, chair: int) -> None:
        if self.hand is not None:
            self.hand.left.add(chair)
        self.seats[chair].leave()

    def send_away(self, person: str, why: str) -> None:
        """Free the seats of somebody whose key was revoked, and close their sockets."""
        for chair in self._seating.taken_by(person):
            self.free_seat(chair, OWNER, why)
        self._send_away([each for each in self._connections if each.person.id == person], why)

    def _send_away(self, connections: list[Connection], why: str) -> None:
        for connection in connections:
            self._connections.discard(connection)
            connection.close(SENT_AWAY, why)

    async def proof(self, hand: int, key: str, person: Person) -> Body:
        """What proves to a seat, or without a key to anybody, that the deck of a finished hand was not changed."""
        player = self.seats[self.chair_of(key, person)].name if key else None
        return await self._requests.proof_for(hand, player)

    async def records(self, key: str, before: int, person: Person = OWNER) -> list[Body]:
        """The last finished hands of a seat before the one with this number, as it may know them."""
        return await self._requests.records(self.seats[self.chair_of(key, person)].name, before)

    def welcome(self, connection: Connection) -> None:
        """A browser has connected; another one in the same seat is disconnected."""
        if connection.chair is None:
            watching = [other.person for other in self._connections if other.chair is None]
            if len(watching) >= MAX_WATCHERS:
                connection.close(TOO_SLOW, "too many people watch this table")
                return
            if not connection.person.is_owner and watching.count(connection.person) >= MAX_WINDOWS:
                connection.close(TOO_SLOW, f"you watch this table in {MAX_WINDOWS} windows already")
                return
        else:
            for other in list(self._connections):
                if other.chair == connection.chair:
                    self._connections.discard(other)
                    other.close(TAKEN_OVER, "this seat was opened in another window")
        self.flush()
        self._connections.add(connection)
        if self._keeper.problem:
            connection.alert({"kind": "problem", "why": self._keeper.problem})
        connection.send(frames.whole(self, connection))
        self._wake.set()

    def goodbye(self, connection: Connection) -> None:
        """A browser has disconnected; the seat stays taken."""
        self._connections.discard(connection)

    def receive(self, connection: Connection, message: messages.Message) -> None:
        """Handle a message, or raise an error that is returned to the sender."""
        chair = connection.chair
        self._require_open()
        if isinstance(message, messages.Replay):
            self._requests.replay(connection, message.hand)
            return
        if isinstance(message, messages.Proof):
            self._requests.proof(connection, message.hand)
            return
        if chair is None:
            raise RiverboatError("you are watching: take a seat to play")
        if connection not in self._connections:
            raise RiverboatError("this seat was opened in another window")
        if isinstance(message, messages.Act):
            self._act(chair, message)
        elif isinstance(message, messages.Odds):
            if message.turn == self.turn:  # otherwise nobody is waiting for it
                self._requests.odds(connection)
        elif isinstance(message, messages.Score):
            self._requests.score(connection)
        elif isinstance(message, messages.Hud):
            self._requests.hud(connection)
        elif isinstance(message, messages.Lesson):
            self._requests.lesson(connection, message.hand)
        elif isinstance(message, messages.Skip):
            self._skip(message.hand)
        else:
            if isinstance(message, messages.Auto) and self.setup.is_private and not self.is_host(connection.person):
                raise RiverboatError("only the host of this table decides when hands are dealt")
            self._set(chair, message)

    def _require_open(self) -> None:
        self._keeper.require_well()
        if self._is_closed:
            raise RiverboatError("this table is being closed")

    def _act(self, chair: int, message: messages.Act) -> None:
        hand = self.hand
        if hand is None or hand.over is not None or hand.actor_chair is None:
            raise RiverboatError("no hand is being played")
        if hand.actor_chair != chair:
            raise RiverboatError("it is not your turn")
        if message.turn != self.turn:
            raise RiverboatError(f"that was for turn {message.turn}, this is turn {self.turn}")
        position = hand.order.index(chair)
        self._apply(hand, messages.wanted_action(View(hand.state, position), message))
        self.seats[chair].late = 0
        self._acted.set()

    def _skip(self, number: int) -> None:
        """Play the rest of the hand without pauses, and deal the next: nobody who is still in is waited for."""
        hand = self.hand
        if hand is None or not self.is_playing or number != self.number:
            raise RiverboatError("that hand is over")
        seats = zip(hand.order, hand.state.live, strict=True)
        if any(alive and self.seats[chair].is_human and not self.seats[chair].has_left for chair, alive in seats):
            raise RiverboatError("somebody is still in this hand: only those who have folded can skip it")
        self._skipped, self._deal_asked = number, True

    def _set(self, chair: int, message: messages.Message) -> None:
        seat = self.seats[chair]
        if isinstance(message, messages.Deal):
            if self.is_playing:
                raise RiverboatError("a hand is being played")
            if message.hand != self.number:
                raise RiverboatError(f"hand {message.hand} ended some time ago, the last was {self.number}")
            self._deal_asked = True
        elif isinstance(message, messages.Auto):
            self.auto_deal = message.on
        elif isinstance(message, messages.SitOut):
            seat.out = message.out
            seat.late = 0
        else:
            behind = seat.stack
            if self.is_playing and self.hand is not None and chair in self.hand.order:
                position = self.hand.order.index(chair)
                behind = self.hand.state.stacks[position] + self.hand.beyond[position]
            if behind >= self.setup.stack:
                raise RiverboatError(f"your stack is full: {self.setup.stack} chips is what one buys in for")
            if self.is_playing:
                seat.rebuys = True
            else:
                seat.buy_in(self.setup.stack)
        self._changed()

    # What is sent -----------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Send everyone what has changed."""
        did, self._did = self._did, []
        if not self._connections:
            return
        now = frames.everyone(self)
        for connection in self._connections:
            connection.send(now | {"did": did} | frames.own(self, connection))

    def notify_all(self) -> None:
        """Send everyone the full state, after a rare change."""
        self._did = []
        for connection in self._connections:
            connection.send(frames.whole(self, connection))

    def public(self, person: Person = OWNER) -> Body:
        """The table for lists: no cards at all."""
        return frames.listed(self, person)

    # The dealer -------------------------------------------------------------------------------------------------------

    async def _deal_forever(self) -> None:
        bots = tuple(self._bots.values())
        async for words in prepare_all(bots, self.full_rules, self._workers.preparation):
            self.waiting = words
            self.flush()
        if self.hand is not None:
            telling.replay_hand(self._bots, self.hand, self._names)
        while True:
            if self.hand is None or self.hand.over is not None:
                await self._until_ready()
                self._deal()
            assert self.hand is not None
            await self._play(self.hand)
            await self._finish(self.hand)

    async def _until_ready(self) -> None:
        while (why := self._waiting_reason()) is not None:
            self._wake.clear()
            if why != self.waiting:
                self.waiting = why
                self.flush()
            await self._wake.wait()

    def _waiting_reason(self) -> str | None:
        """Why no hand can be dealt now."""
        if self._keeper.problem:
            return self._keeper.problem
        if why := self._seating.waiting_reason():
            return why
        if not self._connections:
            return "nobody is here"
        try:
            self.setup.rules(len(self._seating.dealt_in()))
        except RiverboatError as error:
            return str(error)
        return None if self.auto_deal or self._deal_asked else "ready to deal"

    def _deal(self) -> None:
        self._deal_asked = False
        self.waiting = ""
        self._seating.refill()
        chairs, players = len(self.seats), self._seating.dealt_in()
        self.button = min(players, key=lambda chair: (chair - self.button - 1) % chairs)
        order = sorted(players, key=lambda chair: (chair - self.button - 1) % chairs)
        rules = self.setup.rules(len(order))
        self.number += 1
        deck = Commitment(self.name, self.number, rules, shuffled(rules, self._entropy), self._entropy(SECRET))
        self.turn += 1
        self._did = []
        self.hand = hand = LiveHand(deck, [self.seats[chair].stack for chair in order], order)
        sat = [(chair, self.seats[chair]) for chair in order]
        about = log.dealt(deck.root, rules.identity, [(c, seat.name, seat.stack, seat.bought) for c, seat in sat])
        self._keeper.log(self._chain.append(self.number, about))
        telling.begin_hand(self._bots, hand, hand.state, self._names)
        hand.watched = any(bot.watches for bot in self._bots.values())
        self._keep()

    async def _play(self, hand: LiveHand) -> None:
        while (actor := hand.state.actor) is not None:
            if self._keeper.problem:
                await self._keeper.until_well()
            chair = hand.order[actor]
            if chair in self._bots:
                await self._let_bot_act(hand, actor, self._bots[chair])
            else:
                await self._let_person_act(hand, actor, self.seats[chair])

    async def _let_bot_act(self, hand: LiveHand, actor: int, bot: Bot) -> None:
        pace = self._pace
        if pace:
            self.flush()
            await asyncio.sleep(pace)
        view = View(hand.state, actor)
        if bot.is_quick(hand.rules):
            decision = bot.decide_at_once(view)
        else:
            self.flush()
            decision = await bot.decide(view)
        self._do(hand, actor, decision)

    def _do(self, hand: LiveHand, actor: int, decision: Decision) -> None:
        """Apply what a bot wants; check or fold if that is not allowed."""
        chair, faults = hand.order[actor], list(decision.faults)
        try:
            entry = self._apply(hand, decision.action)
        except (IllegalActionError, TypeError) as error:
            faults.append(str(error)[:200])
            entry = self._apply(hand, View(hand.state, actor).check_or_fold())
        for fault in faults:
            self._note_fault(hand, chair, fault)
        if decision.odds is not None:
            odds = {kind: round(probability, 3) for kind, probability in decision.odds.to_json().items()}
            hand.action_odds.append(
                {
                    "seat": chair,
                    "street": entry["street"],
                    "verb": entry["verb"],
                    "to": entry.get("to", 0),
                    "odds": odds,
                    "why": decision.explanation and decision.explanation.to_json(),
                }
            )

    async def _let_person_act(self, hand: LiveHand, actor: int, seat: Seat) -> None:
        if seat.has_left:
            self._apply(hand, View(hand.state, actor).check_or_fold())
            return
        turn, loop = self.turn, asyncio.get_running_loop()
        self.deadline = loop.time() + self.setup.clock if self.setup.clock else None
        self._acted.clear()
        self.flush()
        if self.deadline is None:
            while self.turn == turn:
                self._acted.clear()
                await self._acted.wait()
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._acted.wait(), self.setup.clock)
        self.deadline = None
        if self.turn == turn and not self._keeper.problem:  # otherwise the clock starts again when all is well
            seat.late += 1
            if seat.late >= _LATE_BEFORE_OUT:
                seat.out = True
            self._note(hand, hand.order[actor], "no decision in time")
            self._apply(hand, View(hand.state, actor).check_or_fold())

    def _apply(self, hand: LiveHand, action: Action) -> ActionEntry:
        """Apply the action, notify the bots, and save the hand."""
        actor = hand.state.actor
        assert actor is not None
        entry = hand.apply(action)
        self.turn += 1
        self._did.append(entry)
        telling.tell_action(self._bots, hand, hand.state, actor, hand.state.actions[-1][2])
        self._keep()
        return entry

    def _note(self, hand: LiveHand, chair: int, text: str) -> None:
        """Publish a note about a player."""
        note = {"seat": chair, "verb": "note", "text": text, "street": hand.state.street}
        hand.entries.append(note)
        self._did.append(note)

    def _note_fault(self, hand: LiveHand, chair: int, fault: str) -> None:
        """Publish a bot's fault. Its words may name its cards, so where several people play only the fact is told."""
        self._note(hand, chair, "a fault: it checks or folds" if self.setup.is_private else fault)

    async def _finish(self, hand: LiveHand) -> None:
        """Pay the winners, notify everyone, and pause."""
        record = hand.finished(self._names)
        for chair, won in zip(hand.order, record.payoffs, strict=True):
            self.seats[chair].stack += int(won)
            if self.seats[chair].has_left:
                self._vacate(chair)
        self.house -= int(sum(record.payoffs))
        public = record.seen_by(seen.NOBODY)
        hand.over = {
            "won": {chair: int(won) for chair, won in zip(hand.order, record.payoffs, strict=True)},
            "pushed": {chair: int(chips) for chair, chips in zip(hand.order, record.collected, strict=True)},
            "words": seen.words(public, hand.order),
            "action_odds": hand.open_odds(record, is_private=self.setup.is_private),
        }
        self.waiting = ""
        self._keeper.record(self.name, self.setup, record)
        secret = hand.secret() | ({"closed": closing.closed_cards(record)} if self.setup.is_private else {})
        self._keeper.log(self._chain.append(hand.number, log.ended(public), secret))
        self._keep()
        self.flush()
        for position, chair in enumerate(hand.order):
            if chair in self._bots:
                for fault in await self._bots[chair].end(record, position):
                    self._note_fault(hand, chair, fault)
        if self._did:
            self.flush()
        if any(seat.rebuys or seat.out or (seat.is_human and not seat.key) for seat in self.seats):
            self.notify_all()
        pause = min(6 * self._pace, 5.0)
        if pause and self.auto_deal:
            self._wake.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._until_asked(), pause)
        else:
            await asyncio.sleep(0)

    async def _until_asked(self) -> None:
        while not self._deal_asked:
            self._wake.clear()
            await self._wake.wait()

    # What is kept -----------------------------------------------------------------------------------------------------

    def kept(self) -> Body:
        """What is needed to resume from here; never sent to a client."""
        return {
            "turn": self.turn,
            "number": self.number,
            "button": self.button,
            "house": self.house,
            "auto": self.auto_deal,
            "log": [self._chain.length, self._chain.head],
            **self._seating.kept(),
            "hand": self.hand.kept() if self.hand is not None and self.is_playing else None,
        }

    def _restore(self, kept: Body) -> None:
        self.turn, self.number, self.button = kept["turn"], kept["number"], kept["button"]
        self.house, self.auto_deal = kept["house"], kept["auto"]
        self._chain = log.Chain(self.name, *kept.get("log", ()))
        self._seating.restore(kept)
        if kept.get("void"):
            self._keeper.log(self._chain.append(self.number, log.VOID))
            self._keep()
        if kept["hand"] is not None:
            self.hand = LiveHand.restored(self.name, kept["hand"], self.setup.rules(len(kept["hand"]["order"])))
            return
        for seat in self.seats:
            if seat.has_left:
                seat.leave()

    def _past(self) -> list[Any]:
        """Recent hands for a bot that is new here; runs in a thread."""
        stored = self._keeper.hands_stored(self.name)
        return self._keeper.past_hands(self.name, max(0, stored - _PAST_HANDS), _PAST_HANDS)

    def _keep(self) -> None:
        self.gate.ticket = self._keeper.keep(self.name, self.kept)

    def _changed(self) -> None:
        self._keep()
        self.notify_all()
        self._wake.set()

    @cached_property
    def full_rules(self) -> Rules:
        """The game with every chair taken."""
        return self.setup.rules(len(self.seats))

    @cached_property
    def unit(self) -> int:
        """One big blind, or the first bet."""
        from riverboat.arena.stakes import unit_of

        return unit_of(self.full_rules)

    @property
    def _pace(self) -> float:
        """If only bots play, they are slowed down for spectators."""
        if self._skipped == self.number:
            return 0.0
        return self.setup.pace if self.setup.people else max(self.setup.pace, 0.1)

    @property
    def _names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def is_here(self, chair: int) -> bool:
        """Whether the player in a chair is connected."""
        return any(connection.chair == chair for connection in self._connections)

    @property
    def connections(self) -> int:
        """The number of browsers here."""
        return len(self._connections)

    @property
    def is_playing(self) -> bool:
        """Whether a hand is being played."""
        return self.hand is not None and self.hand.over is None
