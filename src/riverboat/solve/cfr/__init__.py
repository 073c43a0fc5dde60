"""Counterfactual regret minimisation on trees that fit into memory."""

from riverboat.solve.cfr.method import METHODS, Method, parse_method
from riverboat.solve.cfr.solver import Point, Solver

__all__ = ["METHODS", "Method", "Point", "Solver", "parse_method"]
