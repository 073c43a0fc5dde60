"""Following hands by sight: sightings in, the events of hands out, and any agent in the seat."""

from __future__ import annotations

from riverboat.vision.tracker.recorded import events_of
from riverboat.vision.tracker.seat import AgentBySight, Decision, twin_decisions
from riverboat.vision.tracker.stream import Acted, Began, Corrected, Ended, Event, Lost, Tracker

__all__ = [
    "Acted", "AgentBySight", "Began", "Corrected", "Decision", "Ended", "Event", "Lost", "Tracker", "events_of",
    "twin_decisions",
]  # fmt: skip
