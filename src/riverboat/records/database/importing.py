"""Importing hands that may be in the database already: each is stored once, known ones are counted.

A hand is known by its site and number, or by its content where a record has no number (`facts.hand_key`), whatever
file it came from. An import that was interrupted can therefore simply be run again. A file without a new hand leaves no
run behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riverboat.games.hand import Hand
from riverboat.records.database.recorder import Recorder
from riverboat.records.database.store import HandDatabase
from riverboat.records.facts import facts_of, hand_key


class Importer:
    """Stores the hands of one file as one run."""

    def __init__(
        self, database: HandDatabase, parameters: Mapping[str, Any] | None = None, recorder: Recorder | None = None
    ) -> None:
        self.stored = self.known = 0
        """Hands added, and hands that were there from another file or earlier in this one."""
        self._database, self._parameters, self._recorder = database, parameters, recorder

    def add(self, hands: Sequence[Hand]) -> None:
        """Store those that are new, all or nothing."""
        if not hands:
            return
        facts = [facts_of(hand) for hand in hands]
        keys = [hand_key(hand, about) for hand, about in zip(hands, facts, strict=True)]
        there = self._database.runs_of_keys(keys)
        own = self._recorder.simulation if self._recorder is not None else -1
        new: set[str] = set()
        for hand, about, key in zip(hands, facts, keys, strict=True):
            if key in there or key in new:
                self.known += there.get(key) != own or key in new
                continue
            if self._recorder is None:
                self._recorder = self._database.record(parameters=self._parameters)
                own = self._recorder.simulation
            new.add(key)
            self._recorder.add(hand, facts=about)
            self.stored += 1
        if self._recorder is not None:
            self._recorder.flush()

    def close(self) -> None:
        """Bring the summaries up to date."""
        if self._recorder is not None:
            self._recorder.close()
