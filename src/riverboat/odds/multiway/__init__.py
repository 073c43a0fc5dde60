"""Showdowns of several starting hands, by class: who stands where when all cards are dealt out.

sample_showdowns(6, 1_000_000, seed=1)      random deals of six hands with the order in which they end
weak_orders(3)                              the 13 ways in which three hands can end
"""

from riverboat.odds.multiway.orders import Orders, weak_orders
from riverboat.odds.multiway.sampled import Showdowns, sample_showdowns

__all__ = ["Orders", "Showdowns", "sample_showdowns", "weak_orders"]
