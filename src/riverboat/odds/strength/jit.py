"""What kernels of other rooms may call: every holding of a board, or of all its run-outs, ranked, sorted and swept."""

from __future__ import annotations

from riverboat.odds.strength._kernels import (
    HOLDING_BITS,
    HOLDING_MASK,
    run_outs,
    sort_holdings,
    sweep_doubled,
)

__all__ = ["HOLDING_BITS", "HOLDING_MASK", "run_outs", "sort_holdings", "sweep_doubled"]
