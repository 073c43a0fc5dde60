"""`riverboat train limit`: a blueprint of heads-up limit hold'em over buckets of hands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import StoppedError, progress_line
from riverboat.errors import RiverboatError
from riverboat.files import require_folder
from riverboat.progress import OnProgress, Progress

if TYPE_CHECKING:
    from riverboat.solve.limit.strategy import LimitStrategy
    from riverboat.solve.limit.training.engine import LimitTraining
    from riverboat.solve.limit.training.running import Judge, Recipe, TrainingRun


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
    method: Annotated[
        str,
        typer.Option(
            help="pcs: two players with buckets learn against each other; cfr-br: each against best responses, slower"
            " and less exploitable."
        ),
    ] = "cfr-br",
    plain: Annotated[
        int | None, typer.Option(help="Boards of pcs from which cfr-br starts. Default: the recipe's; 0 with --boards.")
    ] = None,
    hours: Annotated[float | None, typer.Option(help="Training time in all, earlier runs included.")] = None,
    boards: Annotated[int | None, typer.Option(help="Boards in all (cfr-br: turn cards), instead of a time.")] = None,
    seed: Annotated[int, typer.Option(help="Which boards are dealt.")] = 1,
    threads: Annotated[int, typer.Option(help="1 to 4; the result is the same.")] = 1,
    judge: Annotated[
        int | None,
        typer.Option(
            help="Judge by exact best responses on this many random flops, 30 in minutes; 0: do not. Default: the"
            " recipe's; 0 with --boards."
        ),
    ] = None,
    judge_every: Annotated[
        float | None,
        typer.Option(help="Hours between two judgements; the best is kept. Default: the recipe's."),
    ] = None,
    flop: Annotated[
        str, typer.Option(help="Confine the game to one flop, like Ks7h4h; judged exactly at the end. See --line.")
    ] = "",
    line: Annotated[str, typer.Option(help="The betting before that flop; every hand comes to it.")] = "rc",
    log: Annotated[Path | None, typer.Option(help="Append a line each minute to this file.")] = None,
    to_json: AsJson = False,
) -> None:
    """Train heads-up limit hold'em over buckets of hands. The same command resumes an interrupted run."""
    from riverboat.solve.limit.training.running import METHODS, TrainingRun, blueprint_bucketing, require_replaceable

    chosen = _recipe(recipe)
    if judge is None:
        judge = chosen.flops if boards is None else 0
    if plain is None:
        plain = chosen.plain_boards if boards is None else 0
    _check_options(method, plain, judge, hours, boards)
    confined = _one_flop(flop, line) if flop else {}
    out = _strategy_file(out, whole=not confined)
    require_folder(out, log)
    bucketing = blueprint_bucketing(buckets or chosen.buckets, features or chosen.features)
    require_replaceable(out, bucketing, by_name=True)
    seconds = None if boards is not None and hours is None else 3600.0 * (hours or chosen.hours)
    kind = METHODS[method]
    show = progress_line()
    show(f"{bucketing.text}: tables")
    starting: dict[str, Any] = {"plain_boards": plain} if method == "cfr-br" else {}
    engine = kind(bucketing, seed=seed, threads=threads, **starting, **confined)
    run = TrainingRun(
        engine,
        out,
        judge=_judge_one_flop(engine) if confined else _judge(out, judge) if judge else None,
        judge_every=3600.0 * (judge_every or chosen.judge_every),
        on_progress=_reporting(show, log, seconds),
    )
    stopped = run.run(iterations=boards, seconds=seconds)
    show("")
    if to_json:
        print_json("training", [{**_to_json(run, method), "seed": seed, "stopped": stopped}])
    else:
        _print(run, seed, f"after {line} on {flop}, exactly" if confined else f"on {judge} flops")
    if stopped == "interrupted":
        raise StoppedError("interrupted: the same command resumes it")


def _recipe(name: str) -> Recipe:
    from riverboat.solve.limit.training.running import RECIPES

    if name not in RECIPES:
        raise RiverboatError(f'recipe "{name[:40]}": expected {", ".join(RECIPES)}')
    return RECIPES[name]


def _check_options(method: str, plain: int, judge: int, hours: float | None, boards: int | None) -> None:
    """Refuse names and numbers that cannot be."""
    from riverboat.solve.limit.training.running import METHODS

    if plain < 0 or judge < 0:
        raise RiverboatError(f"{min(plain, judge)} boards or flops: expected 0 or more")
    if method not in METHODS:
        raise RiverboatError(f'method "{method[:40]}": expected {" or ".join(METHODS)}')
    if hours is not None and not 0.0 < hours < float("inf"):
        raise RiverboatError(f"hours {hours}: expected a time above 0")
    if boards is not None and boards < 1:
        raise RiverboatError(f"boards {boards}: expected 1 or more")


def _strategy_file(out: Path | None, *, whole: bool) -> Path:
    """The file that was named, or the one that the player riverboat looks for, which must be of the whole game."""
    from riverboat.solve.limit.training.running import trained_path

    if out is not None:
        return out
    if not whole:
        raise RiverboatError("--flop: name a file for it with --out; nobody can play whole hands by it")
    found = trained_path()
    found.parent.mkdir(parents=True, exist_ok=True)
    return found


def _reporting(show: Callable[[str], None], log: Path | None, seconds: float | None) -> OnProgress:
    """Progress on the terminal, and in a file if one is named."""
    from riverboat.solve.limit.training.running import log_lines

    keep = log_lines(log) if log else None

    def on_progress(state: Progress[Any]) -> None:
        left = f", {(seconds - state.seconds) / 60.0:,.0f} min left" if seconds else ""
        show(f"{state.done:,} {state.note}, {state.rate:.1f} {state.note}/s{left}")
        if keep is not None:
            keep(state)

    return on_progress


def _per_second(run: TrainingRun) -> float:
    return round(run.engine.iterations / max(run.runner.seconds, 1e-9), 2)


def _to_json(run: TrainingRun, method: str) -> dict[str, Any]:
    from riverboat.solve.limit.training.running import MBB_PER_CHIP

    unit = run.engine.unit
    return {
        "file": str(run.out),
        "buckets": run.engine.bucketing.text,
        "method": method,
        unit: run.engine.iterations,
        "head_start": run.engine.head_start,
        "seconds": round(run.runner.seconds, 1),
        f"{unit} per second": _per_second(run),
        "judged": [{unit: done, "mbb": MBB_PER_CHIP * chips} for done, chips in run.judged],
    }


def _print(run: TrainingRun, seed: int, where: str) -> None:
    from riverboat.solve.limit.training.running import MBB_PER_CHIP

    engine, unit = run.engine, run.engine.unit
    start = f" (the plain training stands for {engine.head_start:,} of them)" if engine.head_start else ""
    print(
        f"wrote {run.out}: {engine.bucketing.text}, {engine.method}, {engine.iterations:,} {unit}{start} in"
        f" {run.runner.seconds:,.0f} s ({_per_second(run)} {unit}/s), seed {seed}"
    )
    for done, chips in run.judged:
        print(f"{done:,} {unit}: {MBB_PER_CHIP * chips:.1f} mbb/hand {where}")


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


def _one_flop(flop: str, line: str) -> dict[str, Any]:
    """What confines an engine to one flop after one line."""
    from riverboat.cards.card import read_cards
    from riverboat.solve.limit.lines import PREFLOP_LINES

    cards = read_cards(flop)
    if len(cards) != 3 or len(set(cards)) != 3:
        raise RiverboatError(f'flop "{flop[:40]}": expected three different cards, like Ks7h4h')
    if line not in PREFLOP_LINES:
        raise RiverboatError(f'line "{line[:40]}": expected {", ".join(PREFLOP_LINES)}')
    return {"flops": [tuple(cards)], "lines": [PREFLOP_LINES.index(line)]}


def _judge_one_flop(engine: LimitTraining) -> Judge:
    """Exact exploitability in the game that the engine is confined to."""
    from riverboat.solve.limit.flop import flop_exploitability
    from riverboat.solve.limit.training.running import MBB_PER_CHIP

    def judge(strategy: LimitStrategy) -> float:
        return sum(flop_exploitability(strategy, engine.flops[0], engine.tables.lines[0])) / 2 / MBB_PER_CHIP

    return judge
