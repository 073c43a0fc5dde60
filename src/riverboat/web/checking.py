"""Does everything that a database has stored agree? Hands, and of a server tables, stacks, hand logs and commitments.

For all hands, imported ones too: the rows belong together and the money adds up (`records.database.care`). For each
table with a hand log: the chain of hashes is whole; every hand that ended is stored with the results of the
log; what each chair has won (stack minus what was bought) is the sum of its results; the snapshot that the table would
resume from knows the end of the log. With the server's key also: each deck has the root that was shown before the hand,
and the stored hand was dealt from it. Cost: every hand of live tables is read once, some 10,000 per second.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records.database import HandDatabase
from riverboat.records.database.care import problems
from riverboat.records.database.tables import GAME
from riverboat.web.documents import Body, Documents, one_line
from riverboat.web.tables.hand import opened
from riverboat.web.tables.keeping import NOW, RUN, about_deck
from riverboat.web.tables.log import Entry, HandLog, check_chain
from riverboat.web.tables.sealing import Seal


@dataclass
class Checked:
    """What was looked at."""

    hands: int = 0
    """All that are stored: imported, of matches and of live tables."""
    documents: int = 0
    tables: int = 0
    table_hands: int = 0
    """Those that were compared with the hand log of a live table."""
    entries: int = 0
    commitments: int = 0


def check(database: HandDatabase, seal: Seal | None, checked: Checked) -> Iterator[str]:
    """Problems, one line each; `checked` counts along. Without a key commitments are not opened."""
    try:
        found = False
        for problem in problems(database):
            found = found or problem.startswith("SQLite")
            yield problem
        if found:
            return
        with database.reading() as connection:
            checked.hands = int(connection.execute(select(func.count()).select_from(GAME)).scalar() or 0)
        documents, log = Documents(database.engine), HandLog(database.engine)
        for kind, name in documents.names():
            checked.documents += 1
            try:
                documents.get(kind, name)
            except RiverboatError as error:
                yield str(error)
        for table in log.tables():
            checked.tables += 1
            yield from _Table(table, database, documents, log, seal, checked).problems()
    except SQLAlchemyError as error:
        yield f"database {database.name}: {one_line(error)}"


class _Table:
    """One table."""

    def __init__(
        self, name: str, database: HandDatabase, documents: Documents, log: HandLog, seal: Seal | None, checked: Checked
    ) -> None:
        self._name, self._database, self._log, self._seal, self._checked = name, database, log, seal, checked
        self._run, self._now = (_body(documents, kind, name) for kind in (RUN, NOW))
        self._won: dict[int, int] = defaultdict(int)
        self._deal: dict[str, Any] | None = None

    def problems(self) -> Iterator[str]:
        entries = list(self._log.entries(self._name))
        self._checked.entries += len(entries)
        try:
            check_chain(self._name, entries)
        except RiverboatError as error:
            yield str(error)
            return
        for entry in entries:
            yield from self._entry(entry, json.loads(entry.text))
        if self._now is not None:
            yield from self._snapshot(entries[-1])

    def _entry(self, entry: Entry, body: dict[str, Any]) -> Iterator[str]:
        where = f"table {self._name}, hand {entry.hand}"
        if body["kind"] == "deal":
            self._deal = body
            for chair, name, stack, bought in body["seats"]:
                if stack - bought != self._won[chair]:
                    expected = bought + self._won[chair]
                    yield f"{where}: {name} had {stack} chips of {bought} bought, results say {expected}"
        elif body["kind"] == "end" and self._deal is not None and self._deal["hand"] == entry.hand:
            for (chair, *_), won in zip(self._deal["seats"], body["payoffs"], strict=True):
                self._won[chair] += won
            yield from self._hand(entry, body, where)

    def _hand(self, entry: Entry, body: dict[str, Any], where: str) -> Iterator[str]:
        if self._run is None:
            return  # of a game whose hands have no rows, or of a table that was closed
        hand = self._database.hand(self._run["simulation"], entry.hand)
        if hand is None:
            yield f"{where}: it is in the log, but not among the hands"
            return
        self._checked.table_hands += 1
        if [int(won) for won in hand.payoffs] != body["payoffs"]:
            yield f"{where}: the stored results are not those of the log"
        if self._seal is not None:
            yield from self._commitment(entry, hand, where)

    def _commitment(self, entry: Entry, hand: Hand, where: str) -> Iterator[str]:
        assert self._seal is not None
        assert self._deal is not None
        sealed = self._log.sealed(self._name, entry.hand)
        try:
            secret = self._seal.open(sealed, about_deck(self._name, entry.hand))
        except RiverboatError as error:
            yield str(error)
            return
        deck = opened(self._name, entry.hand, secret, hand.rules)
        if deck.root != self._deal["root"]:
            yield f"{where}: the deck is not the one whose commitment was shown"
        elif hand.dealt != deck.deck[: len(hand.dealt)]:
            yield f"{where}: the stored cards were not dealt from the deck"
        self._checked.commitments += 1

    def _snapshot(self, last: Entry) -> Iterator[str]:
        assert self._now is not None
        if self._now.get("log") != [last.place + 1, last.hash]:
            yield f"table {self._name}: its snapshot does not know the end of the hand log"
        for chair, seat in enumerate(self._now["seats"]):
            if seat["stack"] - seat["bought"] != self._won[chair]:
                yield (
                    f"table {self._name}: {seat['name']} has {seat['stack']} chips of {seat['bought']} bought, "
                    f"results say {seat['bought'] + self._won[chair]}"
                )


def _body(documents: Documents, kind: str, name: str) -> Body | None:
    """A document, or None if there is none or it is damaged, which was said before."""
    try:
        return documents.get(kind, name)
    except RiverboatError:
        return None
