"""Pre-flop ranges that come with Riverboat, by game, position and depth, each with where it is from.

All of them were solved here, by `riverboat ranges build`: equilibria of push or fold for two to six players
(`solve/pushfold`), and the first decisions of the heads-up no-limit blueprints that `riverboat_nl` plays. None is
copied or drawn by hand. Weights are rounded to 5 %; what is played less than 2.5 % of the time is left out.
"""

from riverboat.agents.range_library.library import LibraryRange, range_library

__all__ = ["LibraryRange", "range_library"]
