"""A flop report as a job: one solve after the other, each kept as soon as it is done; stopped, it can be resumed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from riverboat.solve.spot.aggregate import FlopReport, Settings, Template, run_report, saved_results
from riverboat.solve.spot.flops import Flop
from riverboat.web.tasks.worker import Report
from riverboat.workers import be_nice

KIND: Final = "flops"
FILE: Final = "flops.jsonl"
"""The results in a job's folder, one line for each flop."""


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """Solve the flops that are missing (see `worker.Work`)."""
    be_nice()
    template, flops = Template.of_table(params["spot"]), flops_of(params)
    total = len(flops)
    with suppress(KeyboardInterrupt):  # what is solved is in the file
        run_report(
            template,
            flops,
            settings_of(params),
            path=folder / FILE,
            on_progress=lambda now: report({"done": now.done, "total": total, "rate": now.rate}),
        )
    return {"done": len(saved_results(folder / FILE)), "total": total}


def settings_of(params: dict[str, Any]) -> Settings:
    """How each flop is solved."""
    return Settings(target=params["target"], seconds=params["seconds"], precision="float32", node=params["node"])


def flops_of(params: dict[str, Any]) -> list[Flop]:
    """The flops with what they stand for, as the job was given them."""
    from riverboat.cards.card import parse_cards

    return [Flop(tuple(parse_cards(text)), float(weight)) for text, weight in params["flops"]]


def found_so_far(params: dict[str, Any], folder: Path) -> FlopReport:
    """The flops that are solved."""
    results = saved_results(folder / FILE)
    flops = [flop for flop in flops_of(params) if str(flop) in results]
    return FlopReport(settings_of(params), flops, [results[str(flop)] for flop in flops])
