"""What may an opponent hold? A weight for each of the 1,326 holdings, changed by everything that the opponent does.

>>> import numpy as np
>>> from riverboat.model.weights import threshold_factors
>>> threshold_factors(np.array([0.3, 0.6, 0.7, 0.9]), mu=0.6, sigma=0.2).round(2).tolist()
[0.01, 0.5, 0.75, 1.0]
"""

from riverboat.model.weights.assessing import Assessed, assess_against
from riverboat.model.weights.range_inference import OddsInference, RangeInference, ThresholdInference
from riverboat.model.weights.reweighting import (
    LOWEST,
    fresh_weights,
    reweight_by_odds,
    reweight_by_threshold,
    threshold_factors,
    without_cards,
)
from riverboat.model.weights.strategy import predicted_odds, reweight_by_frequencies, share_thresholds
from riverboat.model.weights.values import (
    HandValues,
    board_values,
    income_at,
    income_values,
    starting_values,
)

__all__ = [
    "LOWEST",
    "Assessed",
    "HandValues",
    "OddsInference",
    "RangeInference",
    "ThresholdInference",
    "assess_against",
    "board_values",
    "fresh_weights",
    "income_at",
    "income_values",
    "predicted_odds",
    "reweight_by_frequencies",
    "reweight_by_odds",
    "reweight_by_threshold",
    "share_thresholds",
    "starting_values",
    "threshold_factors",
    "without_cards",
]
