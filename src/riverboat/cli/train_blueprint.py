"""What training commands of sampled blueprints share: progress, a checkpoint beside the file, and the last words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from riverboat.cli.json_output import print_json
from riverboat.cli.output import StoppedError, progress_bar, progress_line
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.progress import Progress


def train_blueprint(
    trainer: Any, path: Path, usual: int, wanted: int | None, seconds: float | None, unit: str, *, to_json: bool
) -> None:
    """Train until `wanted` iterations are done in all, or for some seconds; default: `usual` iterations.

    The checkpoint lies beside the strategy file, and the same command resumes it. Ctrl-C keeps what is done. A file of
    another game or of other buckets is refused, and one of a longer training is kept.
    """
    from riverboat.solve.core.runner import Runner

    longest = _trained_before(path, trainer)
    with progress_bar("buckets") as on_progress:
        trainer.prepare(on_progress)
    show = progress_line()

    def on_iteration(now: Progress[Any]) -> None:
        total = "" if now.total is None else f" of {now.total:,}"
        left = "" if now.remaining is None else f", {now.remaining / 60:.1f} minutes to go"
        show(f"{now.done:,}{total} {unit}, {now.rate:.1f} per second{left}")

    checkpoint = path.with_suffix(".training")
    runner = Runner(trainer, checkpoint=checkpoint, measures=False, on_progress=on_iteration, notice=show)
    resumed = runner.resume()
    before = trainer.iterations
    target = wanted if wanted is not None or seconds is not None else max(usual, before)
    try:
        stopped = runner.run(iterations=target, seconds=seconds)
    finally:
        show("")
    if trainer.iterations < longest:
        raise RiverboatError(
            f'strategy "{path}": kept, it has learned from {longest:,} {unit}, not from {trainer.iterations:,}'
        )
    trainer.policy().save(path)
    done = {
        "blueprint": str(path), unit: trainer.iterations, "resumed_after": before if resumed else 0,
        "seconds": round(runner.seconds, 1), "choices": trainer.choices, "seed": trainer.seed,
    }  # fmt: skip
    if to_json:
        print_json("training", [done])
    else:
        print(f"{path}: {trainer.iterations:,} {unit}, {trainer.choices:,} choices, seed {trainer.seed}")
        print(f"{runner.seconds:.0f} s in all; run the same command with more --{unit} to continue")
    if stopped == "interrupted":
        raise StoppedError(f"interrupted after {trainer.iterations:,} {unit}")


def _trained_before(path: Path, trainer: Any) -> int:
    """How long the strategy that is in the file already was trained; 0 if there is none."""
    from riverboat.solve.core.strategy_file import read_strategy

    if not path.exists():
        return 0
    stored = read_strategy(path, trainer.rules)
    if stored.settings.get("buckets") != trainer.bucketing.text:
        raise RiverboatError(f'strategy "{path}": it has other buckets; name another file')
    return stored.origin.iterations
