"""Speed, measured beside the peers in one run. `riverboat bench` prints it."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from riverboat.bench.harness import Measurement, Peers
from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress

NAMES = (
    "ranking", "equity", "strength", "ars", "engine", "kernel-play", "public-tree", "small-games", "lp",
    "database", "histories", "dealer", "southey", "deals", "poki", "judge", "spots", "startup", "isolated",
)  # fmt: skip
LONG = (
    "abstract", "exploit", "train", "resolving", "psopti", "cluster", "web", "pages", "vision", "spots-long", "compile",
    "dealer-long", "database-long",
)  # fmt: skip
"""Run only by name: half a minute or more."""


@dataclass
class Report:
    """What a run measured: (benchmark, line) pairs, and the peers that are not installed."""

    lines: list[tuple[str, Measurement]] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)


def run(name: str = "", *, peers: bool = False, on_progress: OnProgress | None = None) -> Report:
    """Run one benchmark, or all of them but the long ones when `name` is empty."""
    if name and name not in (*NAMES, *LONG):
        raise RiverboatError(f'bench "{name}": there is {", ".join((*NAMES, *LONG))}')
    report, chosen = Report(), [name] if name else NAMES
    for number, each in enumerate(chosen):
        place = f"{each} ({number + 1} of {len(chosen)})" if len(chosen) > 1 else each

        def pass_on(state: Progress[Any], number: int = number, place: str = place) -> None:
            if on_progress is not None:
                note = f"{place}: {state.note}" if state.note else place
                on_progress(Progress(number, len(chosen), note=note))

        pass_on(Progress(0))
        competitors = Peers(peers, pass_on)
        module = import_module(f"riverboat.bench.{each.replace('-', '_')}")
        for line in module.benchmark(competitors):
            report.lines.append((each, line))
            pass_on(Progress(0, note=line.name))
        report.missing |= competitors.missing
    return report
