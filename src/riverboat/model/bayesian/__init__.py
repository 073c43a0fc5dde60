"""Bayesian learning of an opponent's strategy in a small game."""

from riverboat.model.bayesian.learning import MODES, Mode, Posterior, Prior
from riverboat.model.bayesian.study import BestFit, follow_best_fit, play_out

__all__ = ["MODES", "BestFit", "Mode", "Posterior", "Prior", "follow_best_fit", "play_out"]
