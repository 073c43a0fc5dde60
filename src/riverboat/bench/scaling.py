"""How long would it take on a cluster? The executor's own way of working, simulated with measured times.

One process hands out pieces, two for each core ahead, takes their results in order and merges them. Each piece costs
that process some time, and each machine compiles or loads once before its first piece. Cores of a machine finish pieces
in times drawn from those that were measured. Where pieces end in rounds (training: everybody waits until the tables are
merged), tables go to every machine and back through the one network of the process that merges.

What the simulation leaves out: lost machines, others on the network, and storage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappush, heapreplace
from random import Random
from typing import Final

CORES_OF_MACHINE: Final = 16
NETWORK_BYTES: Final = 1.25e9
"""Per second: ten gigabits."""


@dataclass(frozen=True)
class Job:
    """A long run, cut into pieces."""

    name: str
    pieces: int
    seconds: Sequence[float]
    """Of pieces on one core, from which the simulation draws."""
    start: float = 0.0
    """Seconds before the first piece of a machine: kernels and tables."""
    rounds: int = 1
    """After each of them the results are merged before the next begins."""
    table_bytes: float = 0.0
    """What is sent to each machine before a round, and back after it."""


@dataclass(frozen=True)
class Cost:
    """Of the executor, measured."""

    piece: float
    """Seconds that one piece costs the process that hands out and merges."""


@dataclass(frozen=True)
class Estimate:
    """How long a job takes on so many cores."""

    cores: int
    seconds: float
    handing_out: float
    """The share of the time in which the one process works."""
    network: float
    """The share in which tables travel."""
    efficiency: float
    """Work per core and second, 1 if nothing were lost."""


def simulate(job: Job, cost: Cost, cores: int, seed: int = 1) -> Estimate:
    """One run of the job; the same seed draws the same pieces."""
    rng = Random(seed)
    machines = -(-cores // CORES_OF_MACHINE)
    moved = 2 * machines * job.table_bytes / NETWORK_BYTES
    clock = worked = busy = 0.0
    for number in range(job.rounds):
        share = job.pieces // job.rounds + (number < job.pieces % job.rounds)
        begins = clock + moved / 2 + (job.start if number == 0 else 0.0)
        free: list[float] = []
        for _ in range(min(cores, share)):
            heappush(free, begins)
        hands_out = begins
        for _ in range(share):
            hands_out += cost.piece
            busy += cost.piece
            seconds = job.seconds[rng.randrange(len(job.seconds))]
            worked += seconds
            heapreplace(free, max(free[0], hands_out) + seconds)
        clock = max(*free, hands_out) + moved / 2
    return Estimate(cores, clock, busy / clock, job.rounds * moved / clock, worked / (clock * cores))
