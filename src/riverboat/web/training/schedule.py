"""When does a mistake come back? Leitner's boxes: what you get right comes back later, what you get wrong soon.

The system is that of Leitner (1972, "So lernt man lernen"), with times in place of full boxes: a mistake goes into the
first box; each right answer when it is due moves it to the next one, a wrong one back to the first; out of the last box
it is learned.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

WAITS: Final = (timedelta(minutes=10), timedelta(days=1), timedelta(days=3), timedelta(days=7), timedelta(days=21))
"""How long something stays in each box before it is asked again."""


class Box(NamedTuple):
    """Where a mistake is."""

    number: int
    """0 is the first of five."""
    due: datetime

    def is_due(self, now: datetime) -> bool:
        """Whether it is to be asked again."""
        return self.due <= now


def after_wrong(now: datetime) -> Box:
    """Into the first box."""
    return Box(0, now + WAITS[0])


def after_right(box: Box, now: datetime) -> Box | None:
    """Into the next box, or learned; before it is due a right answer changes nothing."""
    if not box.is_due(now):
        return box
    following = box.number + 1
    return Box(following, now + WAITS[following]) if following < len(WAITS) else None
