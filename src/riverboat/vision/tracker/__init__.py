"""Following hands by sight: sightings in, the events of hands out."""

from __future__ import annotations

from riverboat.vision.tracker.stream import Acted, Began, Corrected, Ended, Event, Lost, Tracker

__all__ = ["Acted", "Began", "Corrected", "Ended", "Event", "Lost", "Tracker"]
