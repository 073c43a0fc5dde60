"""PsOpti (University of Alberta, 2003): limit hold'em by near-equilibria of abstract games."""

from riverboat.agents.psopti.player import psopti0, psopti1, psopti2, psopti4r, sparbot

__all__ = ["psopti0", "psopti1", "psopti2", "psopti4r", "sparbot"]
