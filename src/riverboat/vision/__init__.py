"""Reading a table from its picture: Riverboat's own table and replayer only, which carry marks for it."""

from __future__ import annotations

from riverboat.vision.sighting import BACK, NOBODY, UNKNOWN, Box, Seen, SeenButton, SeenCard, SeenSeat, Sighting

__all__ = ["BACK", "NOBODY", "UNKNOWN", "Box", "Seen", "SeenButton", "SeenCard", "SeenSeat", "Sighting"]
