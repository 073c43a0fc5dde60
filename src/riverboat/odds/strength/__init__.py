"""How good is a hold'em hand? Strength now, potential, effective strength, expected strength at the river, DIVAT ranks.

>>> from riverboat.odds.strength import hand_strength
>>> round(hand_strength("AdQc", "3h4cJh"), 3)
0.585

Nothing here bets or knows pot odds, and no opponent's hand is a showdown hand: for two or more hands or ranges against
each other see the equity modules beside this package.
"""

from riverboat.odds.strength.divat import effective_hand_rank, immediate_hand_rank, seven_card_hand_rank
from riverboat.odds.strength.effective import HandAssessment, assess_hand, effective_hand_strength, win_probability
from riverboat.odds.strength.expected import (
    ExpectedStrength,
    expected_hand_strength,
    expected_strength_by_holding,
    river_histogram,
)
from riverboat.odds.strength.hand_strength import (
    HandStrength,
    Standing,
    hand_strength,
    standings_by_holding,
    strength_by_holding,
)
from riverboat.odds.strength.inputs import field_table
from riverboat.odds.strength.potential import (
    HandPotential,
    PotentialByHolding,
    hand_potential,
    hand_transitions,
    potential_by_holding,
    potential_from,
)

__all__ = [
    "ExpectedStrength",
    "HandAssessment",
    "HandPotential",
    "HandStrength",
    "PotentialByHolding",
    "Standing",
    "assess_hand",
    "effective_hand_rank",
    "effective_hand_strength",
    "expected_hand_strength",
    "expected_strength_by_holding",
    "field_table",
    "hand_potential",
    "hand_strength",
    "hand_transitions",
    "immediate_hand_rank",
    "potential_by_holding",
    "potential_from",
    "river_histogram",
    "seven_card_hand_rank",
    "standings_by_holding",
    "strength_by_holding",
    "win_probability",
]
