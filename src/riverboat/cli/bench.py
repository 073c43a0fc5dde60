"""`riverboat bench`: how fast this machine runs Riverboat, beside its peers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_line
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.bench.harness import Measurement


def command(
    name: Annotated[str, typer.Argument(help="Name of a benchmark. Default: all but the long ones.")] = "",
    peers: Annotated[bool, typer.Option("--peers", help="Measure the peer libraries in the same run.")] = False,
    earlier: Annotated[
        list[Path] | None, typer.Option("--from", help="JSON of an earlier run, instead of measuring. Repeatable.")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page, with curves of the range solver.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="A Markdown table, as in docs/speed.md.")] = False,
    to_json: AsJson = False,
) -> None:
    """Measure speed; --peers compares with other libraries. Results are checked before anything is timed."""
    from riverboat.bench import Report, run
    from riverboat.bench.markdown import markdown_table, number_text, read_lines

    require_folder(html)
    if earlier:
        report = Report([line for path in earlier for line in read_lines(path)])
    else:
        show = progress_line()
        try:
            report = run(name, peers=peers, on_progress=lambda state: show(state.note))
        finally:
            show("")
    if html is not None:
        from riverboat.bench.page import report_page
        from riverboat.files import write_text

        write_text(html, report_page(report, number_text))
    if markdown:
        print(markdown_table(report.lines))
        return
    if to_json:
        lines = [{"benchmark": group, **line.to_json()} for group, line in report.lines]
        print_json("measurement", lines, missing_peers=sorted(report.missing))
        return
    rows = []
    for group, line in report.lines:
        beside = ", ".join(
            f"{peer} {number_text(value)} ({number_text(line.times_better(peer))}x{_ratio_goal(line, peer)})"
            for peer, value in line.peers.items()
        )
        goal = "" if line.goal is None else f"{number_text(line.goal)}{'' if line.reaches_goal else ' (missed)'}"
        rows.append((f"{group}: {line.name}", f"{number_text(line.riverboat)} {line.unit}", goal, beside))
    print_table(("", "riverboat", "goal", "peers, and how many times better riverboat is"), rows)
    for peer in sorted(report.missing):
        print(f"not installed, so not measured: {peer}")


def _ratio_goal(line: Measurement, peer: str) -> str:
    from riverboat.bench.markdown import number_text

    if peer not in line.ratios:
        return ""
    return f", goal {number_text(line.ratios[peer])}x{'' if line.reaches(peer) else ' missed'}"
