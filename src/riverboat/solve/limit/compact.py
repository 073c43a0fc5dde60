"""A blueprint small enough to be shipped: shares in fifteenths, the centres of its buckets beside them, compressed.

A strategy file names its buckets, and whoever reads it must find the same clusters again, which takes minutes. Here the
centres themselves are stored, so that a hand's bucket can be worked out at once (a flop 15 ms, turn and river less).
Shares of one decision become whole numbers from 0 to 15: a share below 1/30 is lost, which does no harm next to what
the buckets lose. Before the flop, shares below `MIN_PREFLOP` are lost: whole lines, like the calls of the small blind,
are then never taken, and a line that is never taken costs best responses no time. On ten flops both together changed
the exploitability by less than a hundredth of it; the same on later streets raised it by a fifth (docs/strength.md).
"""

from __future__ import annotations

import lzma
from typing import Any, Final

import numpy as np

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.abstraction.buckets import STREETS, Bucketing
from riverboat.abstraction.clusters import ClusterBuckets
from riverboat.abstraction.given import starting_hands
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, pack_arrays, unpack_arrays
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.limit.strategy import LimitStrategy, normalised

KIND: Final = "compact-blueprint"
STEPS: Final = 15
MIN_PREFLOP: Final = 0.15
"""Before the flop, the smallest share of an action that is kept."""


def pack_compact(strategy: LimitStrategy) -> bytes:
    """The bytes of a strategy over clusters."""
    arrays: dict[str, Any] = {}
    for street, buckets in enumerate(strategy.bucketing.streets):
        if street and not isinstance(buckets, ClusterBuckets):
            raise RiverboatError(f"compact blueprint: the {STREETS[street]} buckets are not clusters")
        if isinstance(buckets, ClusterBuckets):
            arrays[f"centres {street}"] = buckets.centres().astype(np.float32)
        for player in (0, 1):
            shares = normalised(strategy.shares[player][street], street, player)
            if street == 0:
                shares = normalised(np.where(shares < MIN_PREFLOP, 0.0, shares), street, player)
            arrays[f"shares {street} {player}"] = np.rint(shares * STEPS).astype(np.uint8)
    origin = strategy.origin
    header = {
        "buckets": strategy.bucketing.text,
        "method": origin.method,
        "iterations": origin.iterations,
        "exploitability": origin.exploitability,
    }
    return lzma.compress(pack_arrays(KIND, header, arrays), preset=6)


def unpack_compact(data: bytes, what: str) -> LimitStrategy:
    """The strategy again; errors begin with `what`."""
    try:
        header, arrays = unpack_arrays(lzma.decompress(data), KIND, what)
        named = parse_bucketing(str(header["buckets"]))
        streets = (
            starting_hands(),
            *(_with_centres(named, street, arrays[f"centres {street}"]) for street in (1, 2, 3)),
        )
        shares = [tuple(arrays[f"shares {street} {player}"] for street in range(4)) for player in (0, 1)]
        known = header["exploitability"]
        origin = Origin(str(header["method"]), int(header["iterations"]), None if known is None else float(known))
    except (lzma.LZMAError, EOFError, KeyError, ValueError) as error:
        raise FileFormatError(f"{what}: damaged") from error
    return LimitStrategy(Bucketing(named.text, streets), shares, origin)


def _with_centres(named: Bucketing, street: int, centres: Any) -> ClusterBuckets:
    like = named.on(street)
    if not isinstance(like, ClusterBuckets) or len(centres) != like.count:
        raise KeyError(street)
    return ClusterBuckets(street, like.feature, like.count, like.seed, centres)
