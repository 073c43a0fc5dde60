"""Counterfactual regret minimisation on trees that fit into memory."""

from riverboat.solve.cfr.engine import TreeEngine
from riverboat.solve.cfr.sampling import SAMPLINGS, SampledSolver
from riverboat.solve.cfr.solver import TreeSolver

__all__ = ["SAMPLINGS", "SampledSolver", "TreeEngine", "TreeSolver"]
