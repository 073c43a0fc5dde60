"""`riverboat spot-report`: how a spot plays over all flops, a sample, or chosen ones."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import StoppedError, print_table, progress_bar, quick_start
from riverboat.cli.spreading import Jobs, OnExecutor
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.solve.spot.aggregate import FlopReport, FlopResult, Means, Template
    from riverboat.solve.spot.flops import Flop

_MAX_ROWS = 60


def command(
    file: Annotated[Path, typer.Argument(help="A spot as TOML; its board, if any, is ignored.")],
    flop: Annotated[list[str] | None, typer.Option(help="A flop such as AsKd2c. Repeatable.")] = None,
    flops: Annotated[
        str | None,
        typer.Option(
            metavar="N|FILE",
            help="Sample this many flops, spread evenly; or a file with a flop on each line: AsKd2c, or AsKd2c:3.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the sample.")] = 1,
    texture: Annotated[
        list[str] | None,
        typer.Option(
            help="Only flops like this: monotone, two-tone, rainbow, paired, trips, unpaired, A-high; with commas "
            "all must hold, ! is not: two-tone,!A-high. Repeatable: flops of any of them."
        ),
    ] = None,
    node: Annotated[str, typer.Option(help="The node to report, a path on the flop: x. Default: the first.")] = "",
    target: Annotated[
        float | None, typer.Option(help="Exploitability of each flop, in % of the pot. Default: 0.3.")
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="Maximum iterations per flop.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Maximum seconds per flop.")] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads per flop. Default: all cores; 1 with --jobs or --executor.")
    ] = None,
    jobs: Jobs = None,
    executor: OnExecutor = None,
    precision: Annotated[str, typer.Option(help="float32, or 16-bit: half of the memory.")] = "float32",
    resume: Annotated[
        Path | None, typer.Option(help="File of results, one line per flop; the same command resumes it.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write one line for each flop.")] = None,
    to_json: AsJson = False,
) -> None:
    """Solve a spot on many flops: EV, equity and frequencies on each, and their weighted means."""
    if flop is not None and flops is not None:
        raise RiverboatError("--flop and --flops: give one of them")
    sample = int(flops) if flops is not None and flops.isdecimal() else None
    if sample == 0:
        raise RiverboatError("--flops 0: expected 1 or more, or a file")
    listed = Path(flops) if flops is not None and sample is None else None
    require_folder(csv, resume)
    with quick_start():
        from riverboat.executor.choosing import is_alone, make_executor
        from riverboat.solve.spot.aggregate import Settings, Template, run_report

        template = Template.from_toml(file)
        chosen = _flops(template, flop, listed, sample, seed, texture or [])
        settings = Settings(target, iterations, seconds, precision, node)
        where = nullcontext() if is_alone(jobs, executor) else make_executor(jobs, executor, kernels="spot-report")
        with progress_bar(f"{len(chosen):,} flops") as on_progress, where as spread:
            try:
                report = run_report(
                    template, chosen, settings, path=resume, threads=threads, on_progress=on_progress, executor=spread
                )
            except KeyboardInterrupt:
                kept = "" if resume is None else f'; what is done is in "{resume}", the same command resumes it'
                raise StoppedError(f"interrupted{kept}") from None
    if csv is not None:
        report.to_csv(csv)
    if to_json:
        found = report.to_json()
        print_json("flop", found.pop("flops"), **found, **({} if sample is None else {"seed": seed}))
        return
    _print(report, seed if sample is not None else None)


def _flops(
    template: Template,
    named: list[str] | None,
    file: Path | None,
    sample: int | None,
    seed: int,
    textures: list[str],
) -> list[Flop]:
    from riverboat.solve.spot.flops import flops_in_file, select_flops

    if file is not None:
        named = flops_in_file(file)
    return select_flops(
        template.ranges, template.deck_cards, named=named, sample=sample, seed=seed, textures=textures
    )  # fmt: skip


def _print(report: FlopReport, seed: int | None) -> None:
    means = report.means()
    for result in report.skipped:
        print(f"{result.flop} left out: {result.skipped}")
    if means is None:
        print("no flop could be dealt")
        return
    where = f" at {report.settings.node}" if report.settings.node else ""
    drawn = "" if seed is None else f", a sample with seed {seed}"
    print(f"{means.flops:,} flops{drawn}; means weighted by frequency{where}")
    actions = list(means.actions)
    columns = ("", "share", "EV OOP", "EV IP", "equity OOP", "EQR OOP", "EQR IP", *actions, "exploitable")
    every = sum(report.weight(flop, result) for flop, result in report.rows)
    rows = [_row(result.flop, report.weight(flop, result) / every, result, actions) for flop, result in report.rows]
    if len(rows) > _MAX_ROWS:
        rows = []
        print("each flop is in --csv and --json")
    print_table(columns, rows + [_row(each.name, each.share, each, actions) for each in [*report.by_texture(), means]])


def _row(name: str, share: float, of: FlopResult | Means, actions: list[str]) -> tuple[str, ...]:
    eqr = (("-" if side.eqr is None else f"{side.eqr:.3f}") for side in (of.oop, of.ip))
    played = (f"{of.actions[action]:.1%}" for action in actions)
    evs = (f"{of.oop.ev:.2f}", f"{of.ip.ev:.2f}")
    return (name, f"{share:.1%}", *evs, f"{of.oop.equity:.2%}", *eqr, *played, f"{of.percent:.3f} %")
