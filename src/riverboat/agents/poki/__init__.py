"""Poki (University of Alberta, 1999 to 2001): betting by formula against weight tables that action odds re-weight."""

from riverboat.agents.poki.player import Poki, PokiSettings
from riverboat.agents.poki.simulation import PokiSim, pokisim_a

__all__ = ["Poki", "PokiSettings", "PokiSim", "pokisim_a"]
