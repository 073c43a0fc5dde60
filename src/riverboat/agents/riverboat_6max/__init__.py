"""`riverboat_6max`: no-limit hold'em for two to six by a blueprint; pots for two are solved in play."""

from riverboat.agents.riverboat_6max.player import Riverboat6max

__all__ = ["Riverboat6max"]
