"""Push or fold, solved: equilibria of the game in which everybody goes all-in or folds before the flop.

`push_fold_ranges` answers players from a cache of equilibria, `solve_push_fold` solves one game; `game.py` has stacks,
blinds, side pots and prizes, `showdowns.py` what going all-in is worth, `solver.py` the regret minimisation.
"""

from riverboat.solve.pushfold.game import PushFoldGame, parse_seat, seat_in_order, seat_names
from riverboat.solve.pushfold.ranges import push_fold_ranges
from riverboat.solve.pushfold.solution import PushFoldSolution, solve_push_fold

__all__ = [
    "PushFoldGame",
    "PushFoldSolution",
    "parse_seat",
    "push_fold_ranges",
    "seat_in_order",
    "seat_names",
    "solve_push_fold",
]
