"""Learning to exploit an opponent in few hands: Kuhn poker and its learners (Southey, Hoehn and Holte 2009)."""

from __future__ import annotations

from riverboat.model.kuhn.contour import contour, random_opponents, region
from riverboat.model.kuhn.estimates import BetaPrior, FirstCounts, SecondCounts
from riverboat.model.kuhn.experts import FIRST_EXPERTS, SECOND_EXPERTS, ExpertScores
from riverboat.model.kuhn.family import (
    BALANCED,
    NASH_SECOND,
    OPPONENTS,
    PURE,
    First,
    Second,
    best_first,
    best_second,
    expected_value,
    max_value_against,
    min_value_against,
    nash_first,
)
from riverboat.model.kuhn.notation import KuhnHand, kuhn_hand, parse_kuhn
from riverboat.model.kuhn.trials import Curve, Experts, Explore, ExploreAsSecond, learning_curve, mutual_curve

__all__ = [
    "BALANCED",
    "FIRST_EXPERTS",
    "NASH_SECOND",
    "OPPONENTS",
    "PURE",
    "SECOND_EXPERTS",
    "BetaPrior",
    "Curve",
    "ExpertScores",
    "Experts",
    "Explore",
    "ExploreAsSecond",
    "First",
    "FirstCounts",
    "KuhnHand",
    "Second",
    "SecondCounts",
    "best_first",
    "best_second",
    "contour",
    "expected_value",
    "kuhn_hand",
    "learning_curve",
    "max_value_against",
    "min_value_against",
    "mutual_curve",
    "nash_first",
    "parse_kuhn",
    "random_opponents",
    "region",
]
