"""Playing by simulation: a loop independent of the game (`trials.py`), and an agent for any game built on it.

`hidden.py` samples what a seat does not see, `range_inference.py` weights the samples by what others have done,
`play_outs.py` plays every move out with them, `quick_rules.py` is the default agent there, and `player.py` is the
player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.agents.monte_carlo.trials import Simulated, Trials, simulate_moves
from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.agents.monte_carlo.hidden import Hidden
    from riverboat.agents.monte_carlo.play_outs import PlayOuts, moves_of
    from riverboat.agents.monte_carlo.player import MonteCarlo
    from riverboat.agents.monte_carlo.range_inference import PolicyInference

__all__ = ["Hidden", "MonteCarlo", "PlayOuts", "PolicyInference", "Simulated", "Trials", "moves_of", "simulate_moves"]

__getattr__ = lazy_names(
    __name__,
    {
        "Hidden": f"{__name__}.hidden",
        "PlayOuts": f"{__name__}.play_outs",
        "PolicyInference": f"{__name__}.range_inference",
        "MonteCarlo": f"{__name__}.player",
        "moves_of": f"{__name__}.play_outs",
    },
)
