"""T1: a turn with all 48 rivers, 167 against 250 hands, three bet sizes and an all-in raise on both streets."""

from __future__ import annotations

from riverboat.lab.solvers._spots import Peer, spot_entry

ENTRY = spot_entry(
    __name__,
    "A turn: Td9d6hQc",
    "What OOP wins of a pot of 200 with 900 behind, and what the fastest open native solver needs on one thread to "
    "come within 0.3 % and 0.1 % of the pot of equilibrium. A well-known solver in C++ took 6.5 s to 0.28 %.",
    small="to 0.1 %, once: a second or two",
    size=(2892, 167, 250),
    value=93.09,
    peers={0.3: Peer(120, 2.65, "s"), 0.1: Peer(350, 7.1, "s")},
)
