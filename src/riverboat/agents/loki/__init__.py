"""Loki (University of Alberta, 1998): five versions of the first poker program that modelled its opponents."""

from riverboat.agents.loki.player import VERSIONS, Loki, LokiSettings, bpl, bpm, bpt, gom, som

__all__ = ["VERSIONS", "Loki", "LokiSettings", "bpl", "bpm", "bpt", "gom", "som"]
