"""R2: a river with every hand against every hand, three bet sizes and an all-in raise."""

from __future__ import annotations

from riverboat.lab.solvers._spots import Peer, spot_entry

ENTRY = spot_entry(
    __name__,
    "A river with every hand: Ks7h4c2d9s",
    "What OOP wins of a pot of 100 with 950 behind when both may have anything, and what the fastest open native "
    "solver needs to come within 0.1 % of the pot of equilibrium.",
    small="to 0.1 %, once: a tenth of a second",
    size=(12, 1081, 1081),
    value=46.93,
    peers={0.1: Peer(390, 91, "ms")},
    remarks=("91 to 100 ms were measured; the lower end is shown.",),
)
