"""How Riverboat measures speed: with its peers in one run, results compared before anything is timed.

Machines are noisy and shared, so contestants take turns and each keeps its best time; only ratios within one run mean
anything. A benchmark is a generator of `Measurement`s. A peer that is not installed is named as missing, never an
error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import Any

from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress

RATES = ("M/s", "k/s")
"""Units in which more is better; in all others (ns, us, ms, s, kB, MB) less is."""


@dataclass(frozen=True)
class Measurement:
    """One line of the report."""

    name: str
    unit: str
    riverboat: float
    peers: Mapping[str, float] = field(default_factory=dict)
    goal: float | None = None
    """The goal, in the same unit."""
    ratios: Mapping[str, float] = field(default_factory=dict)
    """The goal as a multiple of a peer's speed."""
    series: Sequence[tuple[float, float]] = ()
    """Data behind the number, for curves; in JSON only."""

    def times_better(self, peer: str) -> float:
        """How many times faster (or smaller) than the peer."""
        ratio = self.riverboat / self.peers[peer]
        return ratio if self.unit in RATES else 1 / ratio

    def reaches(self, peer: str) -> bool:
        """Whether the goal against this peer is met; true without one."""
        return self.times_better(peer) >= self.ratios.get(peer, 0.0)

    @property
    def reaches_goal(self) -> bool | None:
        """Whether the goal without peers is met; None without one."""
        if self.goal is None:
            return None
        return self.riverboat >= self.goal if self.unit in RATES else self.riverboat <= self.goal

    @property
    def reached(self) -> bool | None:
        """Whether all goals are met, as far as the peers are installed; None without a goal."""
        met = [self.reaches(peer) for peer in self.ratios if peer in self.peers]
        if self.reaches_goal is not None:
            met.append(self.reaches_goal)
        return all(met) if met else None

    def to_json(self) -> dict[str, Any]:
        """A plain dictionary for programs."""
        return {
            "name": self.name,
            "unit": self.unit,
            "riverboat": self.riverboat,
            "goal": self.goal,
            "reached": self.reached,
            "peers": {
                peer: {
                    "value": value,
                    "times_better": self.times_better(peer),
                    "goal": self.ratios.get(peer),
                }
                for peer, value in self.peers.items()
            },
            **({"series": [list(point) for point in self.series]} if self.series else {}),
        }


Benchmark = Callable[["Peers"], Iterator[Measurement]]


class Peers:
    """The peer libraries that may take part, which of them are missing, and the progress callback."""

    def __init__(self, wanted: bool, on_progress: OnProgress | None = None) -> None:
        self.wanted, self.on_progress = wanted, on_progress
        self.missing: set[str] = set()

    def get(self, module: str) -> ModuleType | None:
        """The module, or None if peers were not requested or this one is not installed."""
        if not self.wanted:
            return None
        try:
            return import_module(module)
        except ImportError:
            self.missing.add(module.partition(".")[0])
            return None


Clock = Callable[[], float]
"""`time.perf_counter`, or `time.process_time` where all the work is done in this process."""


def best_seconds(
    call: Callable[[], object], *, seconds: float = 0.5, max_runs: int = 1000, clock: Clock = perf_counter
) -> float:
    """The shortest time of repeated calls, after one to warm up."""
    return race({"only": call}, seconds=seconds, max_runs=max_runs, clock=clock)["only"]


def race(
    contestants: Mapping[str, Callable[[], object]],
    *,
    seconds: float = 0.5,
    max_runs: int = 1000,
    clock: Clock = perf_counter,
) -> dict[str, float]:
    """The shortest time of each contestant; they take turns for `seconds` each, so noise affects all equally."""
    for call in contestants.values():
        call()
    best = dict.fromkeys(contestants, float("inf"))
    used = dict.fromkeys(contestants, 0.0)
    for _ in range(max_runs):
        waiting = [name for name in contestants if used[name] < seconds]
        if not waiting:
            break
        for name in waiting:
            start = clock()
            contestants[name]()
            elapsed = clock() - start
            used[name] += elapsed
            best[name] = min(best[name], elapsed)
    return best


def require_equal(ours: Any, theirs: Any, what: str) -> None:
    """Stop the benchmark when a peer's answer differs: a fast wrong answer is not a result."""
    if ours != theirs:
        raise RiverboatError(f"bench {what}: answers differ, riverboat {ours} against {theirs}")


def require_close(ours: float, theirs: float, tolerance: float, what: str) -> None:
    """Like `require_equal` for numbers with rounding or sampling error."""
    if abs(ours - theirs) > tolerance:
        raise RiverboatError(f"bench {what}: answers differ, riverboat {ours} against {theirs}")
