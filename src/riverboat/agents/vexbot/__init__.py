"""Vexbot (University of Alberta, 2003): search against a learned opponent (Billings 2006, chapter 4)."""

from riverboat.agents.vexbot.player import Vexbot

__all__ = ["Vexbot"]
