"""What a starting hand is worth before the flop: formulas, groups, and roll-outs, by class of the 13x13 grid."""

from riverboat.odds.preflop.chen import chen_score
from riverboat.odds.preflop.income import IncomeRates, RollOut, income_rates, roll_out
from riverboat.odds.preflop.iterated import IteratedRollOut, IterationSettings, iterated_roll_out, value_against_field
from riverboat.odds.preflop.sklansky import SKLANSKY_GROUPS, sklansky_group
from riverboat.odds.preflop.starting_hands import starting_class

__all__ = [
    "SKLANSKY_GROUPS",
    "IncomeRates",
    "IteratedRollOut",
    "IterationSettings",
    "RollOut",
    "chen_score",
    "income_rates",
    "iterated_roll_out",
    "roll_out",
    "sklansky_group",
    "starting_class",
    "value_against_field",
]
