"""Runs of the benchmarks as one Markdown table: what `docs/speed.md` shows.

Runs come as measured, or from the JSON of earlier ones (`riverboat bench --json`), so that the long benchmarks, which
run by name, join the others in one table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from riverboat.bench.harness import Measurement
from riverboat.errors import RiverboatError

HEAD: Final = "| what, one thread | Riverboat | goal | beside it, same run (times better) |\n|---|---|---|---|"


def markdown_table(lines: Iterable[tuple[str, Measurement]]) -> str:
    """One row for each (benchmark, line)."""
    return "\n".join([HEAD, *(_row(group, line) for group, line in lines)])


def read_lines(path: str | Path) -> list[tuple[str, Measurement]]:
    """The lines of an earlier run, from its JSON."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))["items"]
        return [
            (
                each["benchmark"],
                Measurement(
                    each["name"],
                    each["unit"],
                    float(each["riverboat"]),
                    {peer: float(one["value"]) for peer, one in each["peers"].items()},
                    each["goal"],
                    {peer: float(one["goal"]) for peer, one in each["peers"].items() if one["goal"] is not None},
                ),
            )
            for each in found
        ]
    except OSError as error:
        raise RiverboatError(f"{path}: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise RiverboatError(f"{path}: expected what `riverboat bench --json` prints") from None


def number_text(value: float) -> str:
    """Three digits, or all of them before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _row(group: str, line: Measurement) -> str:
    goals = [] if line.goal is None else [number_text(line.goal)]
    goals += [f"{number_text(ratio)}x {peer}" for peer, ratio in line.ratios.items()]
    goals += ["missed"] if line.reached is False else []
    beside = "; ".join(
        f"{peer} {number_text(value)} (**{number_text(line.times_better(peer))}x**)"
        for peer, value in line.peers.items()
    )
    return f"| {group}: {line.name} | {number_text(line.riverboat)} {line.unit} | {', '.join(goals)} | {beside} |"
