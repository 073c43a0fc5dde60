"""Showdowns of several starting hands, by class: who stands where when all cards are dealt out.

sample_showdowns(6, 1_000_000, seed=1)      random deals of six hands with the order in which they end
weak_orders(3)                              the 13 ways in which three hands can end
"""

from riverboat.odds.multiway.orders import Orders, weak_orders
from riverboat.odds.multiway.sampled import Showdowns, sample_showdowns
from riverboat.odds.multiway.three_way import ThreeWay, rank_pairs, showdown_counts, three_way, three_way_is_built

__all__ = [
    "Orders",
    "Showdowns",
    "ThreeWay",
    "rank_pairs",
    "sample_showdowns",
    "showdown_counts",
    "three_way",
    "three_way_is_built",
    "weak_orders",
]
