"""Why did a player do that? The rule that decided, in words, and what the player thought its hand was worth.

It says as much about the cards as the cards themselves: it is for the player's owner, and for others only where the
cards are open.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Explanation(NamedTuple):
    """The reason of one decision."""

    rule: str
    """One sentence, without the player's cards."""
    strength: float | None = None
    """The chance to beat one opponent, as the player saw it; None if it did not ask for it."""

    def to_json(self) -> dict[str, Any]:
        """For a page."""
        return {"rule": self.rule, "strength": None if self.strength is None else round(self.strength, 3)}
