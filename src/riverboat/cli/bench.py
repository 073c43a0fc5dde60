"""`riverboat bench`: how fast this machine runs Riverboat, beside its peers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.output import print_json, print_table, progress_line
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.bench.harness import Measurement


def command(
    name: Annotated[str, typer.Argument(help="Name of a benchmark. Default: all but the long ones.")] = "",
    peers: Annotated[bool, typer.Option("--peers", help="Measure the peer libraries in the same run.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page, with curves of the range solver.")] = None,
    to_json: Annotated[bool, typer.Option("--json", help="JSON for programs.")] = False,
) -> None:
    """Measure speed; --peers compares with other libraries. Results are checked before anything is timed."""
    from riverboat.bench import run

    require_folder(html)
    show = progress_line()
    try:
        report = run(name, peers=peers, on_progress=lambda state: show(state.note))
    finally:
        show("")
    if html is not None:
        from riverboat.bench.page import report_page
        from riverboat.files import write_text

        write_text(html, report_page(report, _number))
    if to_json:
        print_json(
            {
                "measurements": [{"benchmark": group, **line.to_json()} for group, line in report.lines],
                "missing_peers": sorted(report.missing),
            }
        )
        return
    rows = []
    for group, line in report.lines:
        beside = ", ".join(
            f"{peer} {_number(value)} ({_number(line.times_better(peer))}x{_ratio_goal(line, peer)})"
            for peer, value in line.peers.items()
        )
        goal = "" if line.goal is None else f"{_number(line.goal)}{'' if line.reaches_goal else ' (missed)'}"
        rows.append((f"{group}: {line.name}", f"{_number(line.riverboat)} {line.unit}", goal, beside))
    print_table(("", "riverboat", "goal", "peers, and how many times better riverboat is"), rows)
    for peer in sorted(report.missing):
        print(f"not installed, so not measured: {peer}")


def _ratio_goal(line: Measurement, peer: str) -> str:
    if peer not in line.ratios:
        return ""
    return f", goal {_number(line.ratios[peer])}x{'' if line.reaches(peer) else ' missed'}"


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
