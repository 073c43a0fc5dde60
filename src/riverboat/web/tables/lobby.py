"""All live tables of one server: made, found, closed, and brought back after a restart."""

from __future__ import annotations

import asyncio
import os
import sys
from random import Random
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.records.database import HandDatabase
from riverboat.web.documents import Body, Documents, new_id
from riverboat.web.errors import NotFoundError, StorageError
from riverboat.web.people import OWNER, Person
from riverboat.web.preparing import Preparation
from riverboat.web.strategies.players import texts_of
from riverboat.web.tables.keeping import NOW, SETUP, Keeper, unsealed
from riverboat.web.tables.log import Entry
from riverboat.web.tables.sealing import Seal
from riverboat.web.tables.setup import TableSetup, checked
from riverboat.web.tables.table import Table
from riverboat.web.tables.workers import Workers

MAX_TABLES: Final = 500
MAX_HOSTED: Final = 20
"""Of one person who is not the owner of the server."""


class Tables:
    """The tables; `open` and `close` with the server."""

    def __init__(
        self,
        documents: Documents,
        database: HandDatabase,
        seal: Seal,
        preparation: Preparation | None = None,
        seed: int | None = None,
    ) -> None:
        """`seed` is for tests: cards of live tables come from the system's cryptographic generator."""
        self._entropy = os.urandom if seed is None else Random(seed).randbytes
        self._documents, self._database, self._seal = documents, database, seal
        self._tables: dict[str, Table] = {}
        self._workers = Workers(preparation=preparation)

    async def open(self) -> None:
        """Resume every table."""
        self._keeper = Keeper(self._documents, self._database, self._seal, self._tell_problem)
        setups = await asyncio.to_thread(self._documents.all, SETUP)
        now = await asyncio.to_thread(self._documents.all, NOW)
        for name, body in setups.items():
            try:
                await self._resume(name, TableSetup.model_validate(body), now.get(name))
            except Exception as error:  # whatever is wrong with one table, the others are played
                print(f"table {name} cannot be opened: {' '.join(str(error).split())[:200]}", file=sys.stderr)

    async def _resume(self, name: str, setup: TableSetup, now: Body | None) -> None:
        stored = await asyncio.to_thread(self._keeper.hands_stored, name)
        if now is None and stored:
            raise RiverboatError("its stacks cannot be read")
        if now is not None:
            try:
                now = unsealed(now, self._seal, name)
            except RiverboatError as error:
                print(f"{error}; the hand is void, everyone has the stack from before it", file=sys.stderr)
                now = now | {"hand": None, "void": True}
        self._add(name, setup, now)

    async def close(self) -> None:
        """Stop dealing and save everything."""
        for table in self._tables.values():
            await table.close()
        await asyncio.to_thread(self._workers.close)
        await self._keeper.close()

    async def create(self, setup: TableSetup, host: Person = OWNER) -> Table:
        """A new table of this host."""
        self._keeper.require_well()
        if len(self._tables) >= MAX_TABLES:
            raise RiverboatError(f"there are {MAX_TABLES} tables: close some first")
        if not host.is_owner and sum(each.setup.host == host.id for each in self._tables.values()) >= MAX_HOSTED:
            raise RiverboatError(f"you have {MAX_HOSTED} tables: close some first")
        setup = setup.model_copy(update={"host": host.id})
        setup = await asyncio.to_thread(self._complete, setup)
        name = new_id()
        await asyncio.to_thread(self._documents.put, SETUP, name, setup.model_dump())
        return self._add(name, setup, None)

    async def settled(self) -> None:
        """Wait until everything that has happened at any table is on disk."""
        await self._keeper.until_written(self._keeper.newest)

    async def log(self, name: str, first: int, count: int) -> list[Entry]:
        """Entries of a table's hand log that are on disk."""
        self.get(name)
        return await asyncio.to_thread(lambda: list(self._keeper.hand_log.entries(name, first, count)))

    @property
    def problem(self) -> str:
        """Why nothing can be stored at the moment; empty when all is well."""
        return self._keeper.problem

    @property
    def writes(self) -> Keeper:
        """Who writes, and how that goes."""
        return self._keeper

    def counts(self) -> dict[str, int]:
        """How many tables are open, and how many browsers are at them."""
        tables = list(self._tables.values())
        return {
            "open": len(tables),
            "playing": sum(table.is_playing for table in tables),
            "connections": sum(table.connections for table in tables),
        }

    def _tell_problem(self) -> None:
        for table in self._tables.values():
            table.on_problem()

    def get(self, name: str) -> Table:
        """A table by its id."""
        table = self._tables.get(name)
        if table is None:
            raise NotFoundError(f'table "{name[:64]}": there is no such table')
        return table

    def all(self) -> list[Table]:
        """The newest first."""
        return list(self._tables.values())[::-1]

    async def drop(self, name: str) -> None:
        """Close a table permanently."""
        table = self.get(name)
        self._keeper.require_well()
        await table.close()
        try:
            await self._keeper.forget(name)
        except StorageError:  # it is as open as before
            table.open()
            raise
        self._tables.pop(name, None)
        table.dismiss("this table was closed")

    def send_away(self, person: str, why: str) -> None:
        """Somebody may no longer be here: free their seats and close their sockets at every table."""
        for table in self._tables.values():
            table.send_away(person, why)

    def _add(self, name: str, setup: TableSetup, kept: dict[str, object] | None) -> Table:
        table = self._tables[name] = Table(name, setup, self._keeper, self._workers, kept, self._entropy)
        table.open()
        return table

    def _complete(self, setup: TableSetup) -> TableSetup:
        """Adds the texts of a saved game and of saved strategies and checks everything; takes a while."""
        document = ""
        if setup.saved:
            saved = self._documents.get("game", setup.saved)
            if saved is None:
                raise NotFoundError(f'game "{setup.saved[:64]}": there is no such saved game')
            document = str(saved["pgdl"])
        texts = texts_of(self._documents, (chair.agent for chair in setup.chairs), setup.strategies)
        return checked(setup.model_copy(update={"pgdl": document, "strategies": texts}))
