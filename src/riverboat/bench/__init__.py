"""Speed, measured beside the peers in one run. `riverboat bench` prints it."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module

from riverboat.bench.harness import Measurement, Peers
from riverboat.errors import RiverboatError

NAMES = (
    "ranking", "equity", "strength", "ars", "engine", "kernel-play", "public-tree", "small-games", "lp",
    "database", "dealer", "southey", "deals", "poki", "judge", "spots", "startup",
)  # fmt: skip
LONG = ("web", "pages", "spots-long", "compile")
"""Run only when asked for by name: half a minute or more."""


@dataclass
class Report:
    """What a run measured: (benchmark, line) pairs, and the peers that are not installed."""

    lines: list[tuple[str, Measurement]] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)


def run(name: str = "", *, peers: bool = False) -> Report:
    """Run one benchmark, or all of them but the long ones when `name` is empty."""
    if name and name not in (*NAMES, *LONG):
        raise RiverboatError(f'bench "{name}": there is {", ".join((*NAMES, *LONG))}')
    report, competitors = Report(), Peers(peers)
    for chosen in [name] if name else NAMES:
        module = import_module(f"riverboat.bench.{chosen.replace('-', '_')}")
        report.lines.extend((chosen, line) for line in module.benchmark(competitors))
    report.missing = competitors.missing
    return report
