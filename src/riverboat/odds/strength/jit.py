"""What kernels of other rooms may call: every holding of a board ranked and sorted, and swept from the weakest up."""

from __future__ import annotations

from riverboat.odds.strength._kernels import HOLDING_BITS, HOLDING_MASK, bits_of, rank_and_sort, sweep_doubled

__all__ = ["HOLDING_BITS", "HOLDING_MASK", "bits_of", "rank_and_sort", "sweep_doubled"]
