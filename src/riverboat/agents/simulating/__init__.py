"""Playing by simulation: the loop that knows no game (`trials.py`), and a player of any game built on it.

`hidden.py` makes up what a seat does not see, `reading.py` makes it likelier by what others have done, `play_outs.py`
plays every move out with it, `rough.py` is who plays there by itself, and `player.py` is the player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.agents.simulating.trials import Simulated, Trials, simulate_moves
from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.agents.simulating.hidden import Hidden
    from riverboat.agents.simulating.play_outs import PlayOuts, moves_of
    from riverboat.agents.simulating.player import Simulating
    from riverboat.agents.simulating.reading import PolicyReading

__all__ = ["Hidden", "PlayOuts", "PolicyReading", "Simulated", "Simulating", "Trials", "moves_of", "simulate_moves"]

__getattr__ = lazy_names(
    __name__,
    {
        "Hidden": f"{__name__}.hidden",
        "PlayOuts": f"{__name__}.play_outs",
        "PolicyReading": f"{__name__}.reading",
        "Simulating": f"{__name__}.player",
        "moves_of": f"{__name__}.play_outs",
    },
)
