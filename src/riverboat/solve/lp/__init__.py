"""Exact equilibria by linear programming."""

from riverboat.solve.lp.program import LinearProgram, Method, Standing
from riverboat.solve.lp.sequence_form import SequenceForm, sequence_form
from riverboat.solve.lp.solving import LpSolution, solve_by_lp

__all__ = ["LinearProgram", "LpSolution", "Method", "SequenceForm", "Standing", "sequence_form", "solve_by_lp"]
