"""A seat at a live table and its player: the stack, the buy-ins, and the hash of the seat's key."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from riverboat.web.documents import Body


@dataclass
class Seat:
    """A seat and its player."""

    is_human: bool
    name: str
    agent: str
    stack: int = 0
    bought: int = 0
    key: str = ""
    """Of a person: the hash of the browser's key; empty while the chair is free."""
    out: bool = False
    rebuys: bool = False
    late: int = 0
    person: str = ""
    """The id of the person who sits here; nobody else can use the key. Empty in tables of an earlier version."""
    has_left: bool = False
    """Whether the player was removed in the middle of a hand: then the seat checks or folds until the hand is over."""

    def buy_in(self, chips: int) -> None:
        """Fill up the stack."""
        more = max(0, chips - self.stack)
        self.stack += more
        self.bought += more
        self.rebuys = False

    def leave(self) -> None:
        """Free the chair; the chips go back to where they were bought."""
        self.bought -= self.stack
        self.stack = self.late = 0
        self.name = self.key = self.person = ""
        self.out = self.rebuys = self.has_left = False

    def kept(self) -> Body:
        """The state to save: everything that may change."""
        return {"name": self.name, "stack": self.stack, "bought": self.bought, "key": self.key, "out": self.out,
                "rebuys": self.rebuys, "person": self.person, "has_left": self.has_left}  # fmt: skip


def hashed(key: str) -> str:
    """The hash that is stored instead of a key."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()
