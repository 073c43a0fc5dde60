"""Requests of a browser besides play: its odds, its score, the counts beside the seats, the replay of a hand.

All of it takes milliseconds, so it runs in threads, for each browser one request at a time; the answer is a frame.
Meanwhile the newest request of each kind waits. Odds are made from the seat's own view, replays from the record as that
seat may know it.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, Final

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.view import View
from riverboat.model.all_in import equities_by_street
from riverboat.web.documents import Body
from riverboat.web.tables import seen
from riverboat.web.tables.connection import Work
from riverboat.web.tables.hand import opened
from riverboat.web.tables.hud import SeatCounts
from riverboat.web.tables.keeping import SCORE, Keeper
from riverboat.web.tables.scores import Scores
from riverboat.web.tables.workers import Workers

if TYPE_CHECKING:
    from riverboat.web.tables.connection import Connection
    from riverboat.web.tables.table import Table


MAX_HANDS: Final = 1000
"""Records in one answer."""
_HANDS_AT_A_TIME: Final = 100
"""That are scored in one turn."""


class Requests:
    """The requests of one table."""

    def __init__(self, table: Table, keeper: Keeper, workers: Workers) -> None:
        self._table, self._keeper = table, keeper
        self._turns, self._preparation = workers.turns, workers.preparation
        self._scores: Scores | None = None
        self._counts = SeatCounts()
        self._scoring = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def odds(self, connection: Connection) -> None:
        """How strong this seat's hand is."""
        hand, chair = self._table.hand, connection.chair
        if hand is None or hand.over is not None or chair not in hand.order:
            raise RiverboatError("you have no cards")
        position = hand.order.index(chair)
        if not hand.state.live[position]:
            raise RiverboatError("you have folded")
        view, turn = View(hand.state, position), self._table.turn
        if not self._preparation.is_over:
            connection.send({"kind": "odds", "turn": turn, "preparing": self._preparation.words})
            return

        async def answer() -> None:
            found = await asyncio.to_thread(odds_of, view)
            connection.send({"kind": "odds", "turn": turn} | found)

        self._begin(connection, "odds", answer)

    def hud(self, connection: Connection) -> None:
        """What is counted of everyone's play."""

        async def answer() -> None:
            counts = self._counts
            hands = await self._keeper.hands(self._table.name, counts.hands, _HANDS_AT_A_TIME)
            if hands:
                await asyncio.to_thread(counts.add_all, hands)
            if len(hands) == _HANDS_AT_A_TIME:
                connection.questions.setdefault("hud", self._one_at_a_time(answer))
                return
            seats = {chair: counts.of(seat.name) for chair, seat in enumerate(self._table.seats)}
            connection.send({"kind": "hud", "seats": {chair: found for chair, found in seats.items() if found}})

        self._begin(connection, "hud", self._one_at_a_time(answer))

    def lesson(self, connection: Connection, number: int) -> None:
        """All cards of the last hand, and this seat's equity street by street."""
        hand, chair = self._table.hand, connection.chair
        if self._table.setup.is_private:
            raise RiverboatError("at a table for several people, cards that were not shown stay closed")
        if (
            hand is None
            or hand.record is None
            or hand.number != number
            or chair not in hand.order
            or chair in hand.left
        ):
            raise RiverboatError(f"hand {number}: it is not the last one that you played")
        record, order, position = hand.record, hand.order, hand.order.index(chair)
        if not self._preparation.is_over:
            connection.send({"kind": "lesson", "hand": number, "preparing": self._preparation.words})
            return

        async def answer() -> None:
            found = await asyncio.to_thread(equities_by_street, record, position)
            streets = [[record.rules.streets[street].name, round(share, 3)] for street, share in found]
            cards = {order[p]: seen.texts(record.rules.deck, down) for p, down in enumerate(record.down)}
            connection.send({"kind": "lesson", "hand": number, "cards": cards, "equity": streets})

        self._begin(connection, "lesson", answer)

    def _one_at_a_time(self, work: Work) -> Work:
        """Counts are shared by all browsers at the table."""

        async def alone() -> None:
            async with self._scoring:
                await work()

        return alone

    def score(self, connection: Connection) -> None:
        """How this seat is doing."""
        assert connection.chair is not None
        name = self._table.seats[connection.chair].name
        if not self._preparation.is_over:
            connection.send({"kind": "score", "preparing": self._preparation.words})
            return

        async def answer() -> None:
            async with self._scoring:
                if self._scores is None:
                    kept = await asyncio.to_thread(self._keeper.documents.get, SCORE, self._table.name)
                    self._scores = Scores(kept, private=self._table.setup.is_private)
                scores = self._scores
                hands = await self._keeper.hands(self._table.name, scores.hands, _HANDS_AT_A_TIME)
                if hands:
                    await asyncio.to_thread(scores.add_all, hands)
                    self._keeper.count(self._table.name, scores.kept())
            if len(hands) == _HANDS_AT_A_TIME:  # there may be more: others have their turn first
                connection.questions.setdefault("score", answer)
                return
            connection.send({"kind": "score"} | scores.of(name))

        self._begin(connection, "score", answer)

    def replay(self, connection: Connection, number: int) -> None:
        """Replay a hand, as this seat may know it."""
        if number > self._table.number:  # no reason to search for it
            raise RiverboatError(f"hand {number}: it is not known here")
        seat = None if connection.chair is None else self._table.seats[connection.chair].name
        last = self._table.hand.record if self._table.hand is not None else None

        async def answer() -> None:
            hand = last if last is not None and last.number == number else None
            if hand is None:
                hand = await self._keeper.hand(self._table.name, number)
            if hand is None:
                connection.refuse(f"hand {number}: it is not known here", self._table.turn)
                return
            film = await asyncio.to_thread(film_of, hand, seat)
            connection.send({"kind": "replay", "hand": number, "film": film})

        self._begin(connection, "replay", answer)

    def proof(self, connection: Connection, number: int) -> None:
        """The proof of a finished hand, as this seat may know it."""

        async def answer() -> None:
            seat = None if connection.chair is None else self._table.seats[connection.chair].name
            connection.send({"kind": "proof", "proof": await self.proof_for(number, seat)})

        self._begin(connection, "proof", answer)

    async def proof_for(self, number: int, player: str | None) -> Body:
        """What proves to a player, or to a spectator, that the deck of a finished hand was not changed."""
        if number > self._table.number:
            raise RiverboatError(f"hand {number}: its deck is not known here")
        found = await self._keeper.deck(self._table.name, number)
        hand = await self._keeper.hand(self._table.name, number)
        if found is None or hand is None:
            raise RiverboatError(f"hand {number}: its deck is not known here")
        position = hand.players.index(player) if player in hand.players else seen.NOBODY
        return opened(self._table.name, number, found, hand.rules).proof(hand, position)

    async def records(self, player: str, before: int) -> list[Body]:
        """The last finished hands of a player before the one with this number, as that player may know them."""
        async with self._turns:
            hands = await self._keeper.hands_of(self._table.name, player, before, MAX_HANDS)
        return [seen.record(hand, hand.players.index(player)) for hand in hands]

    def _begin(self, connection: Connection, kind: str, work: Work) -> None:
        connection.questions[kind] = work
        if connection.is_answered:
            return
        connection.is_answered = True

        async def answer_all() -> None:
            try:
                while connection.questions:
                    kind = next(iter(connection.questions))
                    async with self._turns:
                        await self._answer(connection, connection.questions.pop(kind))
            finally:
                connection.is_answered = False

        task = asyncio.get_running_loop().create_task(answer_all())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, connection: Connection, work: Work) -> None:
        try:
            await work()
        except RiverboatError as error:
            connection.refuse(str(error), self._table.turn)


def odds_of(view: View) -> dict[str, float | None]:
    """The equity against random hands of all players still in, and the equity needed to call; from the seat's view."""
    from riverboat.agents.strength import expected_strength

    strength = expected_strength(view, Random(0))
    needed = view.to_call / (view.pot + view.to_call) if view.to_call else 0.0
    return {"strength": round(strength, 3), "needed": round(needed, 3), "call": view.to_call, "pot": view.pot}


def film_of(hand: Hand, player: str | None) -> dict[str, Any]:
    """The replayer's data; a spectator sees what was shown."""
    from riverboat.show.replayer.frames import frames

    if player in hand.players:
        return frames(hand, hand.players.index(player))
    from riverboat.web.tables.seen import NOBODY

    return frames(hand, NOBODY)
