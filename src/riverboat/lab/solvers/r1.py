"""R1: a river with 167 against 246 hands, three bet sizes and an all-in raise."""

from __future__ import annotations

from riverboat.lab.solvers._spots import Peer, spot_entry

ENTRY = spot_entry(
    __name__,
    "A river with two ranges: Td9d6hQc2s",
    "What OOP wins of a pot of 200 with 900 behind, and how many iterations and milliseconds the fastest open native "
    "solver needs to come within 0.1 % of the pot of equilibrium.",
    small="to 0.1 %, once: milliseconds",
    size=(12, 167, 246),
    value=91.24,
    peers={0.1: Peer(150, 14, "ms")},
)
