"""Exact equilibria by linear programming."""

from riverboat.solve.lp.program import Algorithm, LinearProgram, Standing
from riverboat.solve.lp.sequence_form import SequenceForm, sequence_form
from riverboat.solve.lp.solving import LpSolution, solve_by_lp

__all__ = ["Algorithm", "LinearProgram", "LpSolution", "SequenceForm", "Standing", "sequence_form", "solve_by_lp"]
