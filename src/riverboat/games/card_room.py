"""A table of a card room, as a player sees it who chooses where to play, or whether to stay."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TableInfo:
    """What everybody in the room can see of a table."""

    number: int
    big_blind: int
    players: tuple[str, ...]
    seats: int
    average_stack: float

    @property
    def is_full(self) -> bool:
        """Whether no seat is free."""
        return len(self.players) >= self.seats
