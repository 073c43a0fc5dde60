"""`riverboat`: heads-up limit hold'em by a blueprint, and with re-solving of rivers or turns on top of it."""

from __future__ import annotations

from riverboat.agents.riverboat.player import Riverboat, riverboat

__all__ = ["Riverboat", "riverboat"]
