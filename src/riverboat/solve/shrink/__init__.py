"""Lossless abstraction: smaller games with the same equilibria.

(With loss, by a threshold on wins and losses, hands are put together in `riverboat.abstraction.thresholds`.)
"""

from riverboat.solve.shrink.classes import Classes, Test, game_shrink
from riverboat.solve.shrink.merged import MergedGame, ProgramSize, program_shape

__all__ = ["Classes", "MergedGame", "ProgramSize", "Test", "game_shrink", "program_shape"]
