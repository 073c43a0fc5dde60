"""Lossless abstraction: smaller games with the same equilibria."""

from riverboat.solve.shrink.classes import Classes, Test, game_shrink
from riverboat.solve.shrink.merged import MergedGame, ProgramSize, program_shape
from riverboat.solve.shrink.preflop import RollOut, merge_by_counts, preflop_roll_out

__all__ = [
    "Classes",
    "MergedGame",
    "ProgramSize",
    "RollOut",
    "Test",
    "game_shrink",
    "merge_by_counts",
    "preflop_roll_out",
    "program_shape",
]
