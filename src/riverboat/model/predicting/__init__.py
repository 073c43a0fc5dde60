"""What will this player do next? Predictors of actions: statistics, a neural network, and the best of several."""

from riverboat.model.predicting.combining import BestOfSeveral
from riverboat.model.predicting.measuring import Measured, Outcome, Played, Score, as_played, by_player, measure, usual
from riverboat.model.predicting.moments import INPUTS, Example, Moment, MomentWalk, examples
from riverboat.model.predicting.network import Network, read_network, write_network
from riverboat.model.predicting.predictors import Generic, Majority, Neural, Predictor, Statistics
from riverboat.model.predicting.training import (
    OWN,
    Decisions,
    Training,
    best_training,
    collect,
    collect_hands,
    cross_validate,
    train,
)

__all__ = [
    "INPUTS",
    "OWN",
    "BestOfSeveral",
    "Decisions",
    "Example",
    "Generic",
    "Majority",
    "Measured",
    "Moment",
    "MomentWalk",
    "Network",
    "Neural",
    "Outcome",
    "Played",
    "Predictor",
    "Score",
    "Statistics",
    "Training",
    "as_played",
    "best_training",
    "by_player",
    "collect",
    "collect_hands",
    "cross_validate",
    "examples",
    "measure",
    "read_network",
    "train",
    "usual",
    "write_network",
]
