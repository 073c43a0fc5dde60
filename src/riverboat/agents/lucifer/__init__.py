"""Lucifer, second of the 3-player Kuhn poker competition of 2014 (Teófilo 2016, section 6.3), and its opponents."""

from __future__ import annotations

from riverboat.agents.lucifer.player import Lucifer
from riverboat.agents.lucifer.pool import Pool, equilibria
from riverboat.agents.lucifer.stand_ins import KuhnAggressive, KuhnCases, KuhnEquilibrium

__all__ = ["KuhnAggressive", "KuhnCases", "KuhnEquilibrium", "Lucifer", "Pool", "equilibria"]
