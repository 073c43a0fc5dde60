"""Hermes: a short-stack player of no-limit hold'em that knows its opponents (Teófilo 2016, sections 6.4 and 7.1)."""

from riverboat.agents.hermes.player import Hermes

__all__ = ["Hermes"]
