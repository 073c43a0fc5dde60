"""`riverboat train limit`: a blueprint of heads-up limit hold'em over buckets of hands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.output import StoppedError, print_json, progress_line
from riverboat.errors import RiverboatError
from riverboat.files import require_folder
from riverboat.progress import Progress

if TYPE_CHECKING:
    from riverboat.solve.limit.strategy import LimitStrategy
    from riverboat.solve.limit.training.running import Judge


def command(
    out: Annotated[
        Path | None,
        typer.Option(
            help="The strategy file; its checkpoint lies beside it and is resumed. Default: in the cache folder, where"
            " the player riverboat looks for it."
        ),
    ] = None,
    recipe: Annotated[str, typer.Option(help="small (half an hour), medium (2 hours) or large (10 hours).")] = "medium",
    buckets: Annotated[str, typer.Option(help="Buckets of each street, like 169/1000/1000/1000.")] = "",
    features: Annotated[
        str, typer.Option(help="How hands are divided: histogram/histogram/ochs on flop, turn and river, or ehs.")
    ] = "",
    hours: Annotated[float | None, typer.Option(help="Training time in all, earlier runs included.")] = None,
    boards: Annotated[int | None, typer.Option(help="Boards in all, instead of a time.")] = None,
    seed: Annotated[int, typer.Option(help="Which boards are dealt.")] = 1,
    threads: Annotated[int, typer.Option(help="1 to 4; the result is the same.")] = 1,
    judge: Annotated[
        int, typer.Option(help="Judge by exact best responses on this many random flops, 30 in minutes; 0: do not.")
    ] = 0,
    judge_every: Annotated[float, typer.Option(help="Hours between two judgements; the best strategy is kept.")] = 1.0,
    log: Annotated[Path | None, typer.Option(help="Append a line each minute to this file.")] = None,
    to_json: Annotated[bool, typer.Option("--json", help="JSON for programs.")] = False,
) -> None:
    """Train heads-up limit hold'em by public-chance-sampled CFR. The same command resumes an interrupted run."""
    from riverboat.solve.limit.training.running import (
        MBB_PER_CHIP,
        RECIPES,
        TrainingRun,
        blueprint_bucketing,
        log_lines,
        trained_path,
    )
    from riverboat.solve.limit.training.sampled import SampledTraining

    if recipe not in RECIPES:
        raise RiverboatError(f'recipe "{recipe[:40]}": expected {", ".join(RECIPES)}')
    chosen = RECIPES[recipe]
    if out is None:
        out = trained_path()
        out.parent.mkdir(parents=True, exist_ok=True)
    if hours is not None and not 0.0 < hours < float("inf"):
        raise RiverboatError(f"hours {hours}: expected a time above 0")
    if boards is not None and boards < 1:
        raise RiverboatError(f"boards {boards}: expected 1 or more")
    require_folder(out, log)
    bucketing = blueprint_bucketing(buckets or chosen.buckets, features or chosen.features)
    seconds = None if boards is not None and hours is None else 3600.0 * (hours or chosen.hours)
    show, keep = progress_line(), log_lines(log) if log else None

    def on_progress(state: Progress[Any]) -> None:
        left = f", {(seconds - state.seconds) / 60.0:,.0f} min left" if seconds else ""
        show(f"{state.done:,} boards, {state.rate:.1f} boards/s{left}")
        if keep is not None:
            keep(state)

    show(f"{bucketing.text}: tables")
    engine = SampledTraining(bucketing, seed=seed, threads=threads)
    run = TrainingRun(
        engine,
        out,
        judge=_judge(out, judge) if judge else None,
        judge_every=3600.0 * judge_every,
        on_progress=on_progress,
    )
    stopped = run.run(boards=boards, seconds=seconds)
    show("")
    found = {
        "file": str(out),
        "buckets": bucketing.text,
        "boards": engine.iterations,
        "seconds": round(run.runner.seconds, 1),
        "boards per second": round(engine.iterations / max(run.runner.seconds, 1e-9), 2),
        "seed": seed,
        "stopped": stopped,
        "judged": [{"boards": done, "mbb": MBB_PER_CHIP * chips} for done, chips in run.judged],
    }
    if to_json:
        print_json(found)
    else:
        print(
            f"wrote {out}: {bucketing.text}, {engine.iterations:,} boards in {run.runner.seconds:,.0f} s"
            f" ({found['boards per second']} boards/s), seed {seed}"
        )
        for done, chips in run.judged:
            print(f"{done:,} boards: {MBB_PER_CHIP * chips:.1f} mbb/hand on {judge} flops")
    if stopped == "interrupted":
        raise StoppedError("interrupted: the same command resumes it")


def _judge(out: Path, flops: int) -> Judge:
    """Exploitability on a sample of flops, always the same ones, so that strategies of one run can be compared."""
    from riverboat.assess.limit.exact import exploit_exactly
    from riverboat.solve.limit.training.running import MBB_PER_CHIP

    def judge(strategy: LimitStrategy) -> float:
        candidate = out.with_name(f".{out.stem}.candidate.strategy")
        try:
            strategy.save(candidate)
            return exploit_exactly(str(candidate), flops=flops, seed=1).mbb / MBB_PER_CHIP
        finally:
            candidate.unlink(missing_ok=True)

    return judge
