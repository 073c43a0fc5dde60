"""GS1 (Carnegie Mellon University, 2006): limit hold'em solved offline to the flop, and in play from the turn on."""

from riverboat.agents.gs1.player import GS1

__all__ = ["GS1"]
