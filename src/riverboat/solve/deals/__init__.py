"""Regret minimisation on sampled deals for two to ten players: `DealSolver("kuhn(players=3)").train(1_000_000)`."""

from __future__ import annotations

from riverboat.solve.deals.game import DealGame
from riverboat.solve.deals.response import best_responses
from riverboat.solve.deals.solver import DealSolver
from riverboat.solve.deals.strategy import DealStrategy

__all__ = ["DealGame", "DealSolver", "DealStrategy", "best_responses"]
