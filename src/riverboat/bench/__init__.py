"""Speed, measured beside the peers in one run. `riverboat bench` prints it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from importlib import import_module

from riverboat.bench.harness import Measurement, Peers, Tell, ignore
from riverboat.errors import RiverboatError

NAMES = (
    "ranking", "equity", "strength", "ars", "engine", "kernel-play", "public-tree", "small-games", "lp",
    "database", "dealer", "southey", "deals", "poki", "judge", "spots", "startup",
)  # fmt: skip
LONG = ("web", "pages", "spots-long", "compile", "dealer-long")
"""Run only when asked for by name: half a minute or more."""


@dataclass
class Report:
    """What a run measured: (benchmark, line) pairs, and the peers that are not installed."""

    lines: list[tuple[str, Measurement]] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)


def run(name: str = "", *, peers: bool = False, tell: Tell = ignore) -> Report:
    """Run one benchmark, or all of them but the long ones when `name` is empty."""
    if name and name not in (*NAMES, *LONG):
        raise RiverboatError(f'bench "{name}": there is {", ".join((*NAMES, *LONG))}')
    report, chosen = Report(), [name] if name else NAMES
    for number, each in enumerate(chosen, 1):
        place = f"{each} ({number} of {len(chosen)})" if len(chosen) > 1 else each
        tell(place)
        competitors = Peers(peers, partial(_tell_of, tell, place))
        module = import_module(f"riverboat.bench.{each.replace('-', '_')}")
        for line in module.benchmark(competitors):
            report.lines.append((each, line))
            competitors.tell(line.name)
        report.missing |= competitors.missing
    return report


def _tell_of(tell: Tell, place: str, text: str) -> None:
    tell(f"{place}: {text}")
