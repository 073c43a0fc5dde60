"""`riverboat_nl`: heads-up no-limit hold'em by a blueprint, with the turn and the river solved in play."""

from riverboat.agents.riverboat_nl.player import RiverboatNL

__all__ = ["RiverboatNL"]
