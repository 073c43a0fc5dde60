"""Counterfactual regret minimisation on trees that fit into memory."""

from riverboat.solve.cfr.method import METHODS, Method, parse_method
from riverboat.solve.cfr.run import Point, Run
from riverboat.solve.cfr.sampling import SAMPLINGS, SampledSolver
from riverboat.solve.cfr.solver import Solver

__all__ = ["METHODS", "SAMPLINGS", "Method", "Point", "Run", "SampledSolver", "Solver", "parse_method"]
