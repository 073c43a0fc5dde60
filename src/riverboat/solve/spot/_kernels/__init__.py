"""The range solver's hot loops: reach down a forest, one sweep for all ends on a board, values and regrets back up.

A pass computes the values of one player, the traverser, on one street of one board, in three steps.

1. `spread` (`reach.py`): down the forest. At each node of the opponent his strategy splits the row of reach into one
   per action.
2. `settle` (`sweep.py`): all folds and showdowns of a river board in one sweep over the hands in order of strength. The
   ends before the river are in `ends.py`.
3. `gather` (`learning.py`): up the forest. The opponent's nodes add, mine mix by regret matching, and regrets and the
   average move.

`visit.py` strings them together over the boards of all streets and is the only kernel that a solve calls. Boards of the
river have their own order of live hands; the streets before keep one order for all boards and give a blocked hand no
reach. Stores are float32, or 16 bits with one scale per node; one compiled kernel takes either (`layout.Store`).

How long this takes to compile, once on a machine, is a design goal: see `compiled.py`.
"""
