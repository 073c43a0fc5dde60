"""Run an entry: call its function, compute the verdicts, and store the result."""

from __future__ import annotations

import json
import platform
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from riverboat import __version__
from riverboat.files import write_text
from riverboat.lab.entry import Entry
from riverboat.lab.findings import Findings
from riverboat.lab.results import Result, Results
from riverboat.lab.verdicts import judge
from riverboat.lab.work import Size, Work
from riverboat.progress import OnProgress


def run_entry(
    entry: Entry,
    size: Size = Size.SMALL,
    seed: int = 1,
    jobs: int | None = None,
    *,
    executor: str | None = None,
    on_progress: OnProgress | None = None,
    results: Results | None = None,
) -> Result:
    """Run an entry of the laboratory.

    Args:
        entry: From `find_entry` or the catalogue.
        results: Where the result is stored, and an interrupted run is resumed from. Default: nowhere.
    """
    folder = None if results is None else results.partial(entry.id, entry.version, size, seed)
    work = Work(size, seed, jobs, executor=executor, on_progress=on_progress, folder=folder)
    started, clock = datetime.now(UTC), perf_counter() - _seconds_before(folder)
    try:
        findings = entry.run(work)
    except BaseException:
        if folder is not None and folder.is_dir():
            write_text(folder / _SECONDS, json.dumps(perf_counter() - clock))
        raise
    result = judged(entry, findings, size, seed, started, perf_counter() - clock)
    if results is not None and folder is not None:
        results.store(result)
        shutil.rmtree(folder, ignore_errors=True)
    return result


_SECONDS = "seconds.json"


def _seconds_before(folder: Path | None) -> float:
    """How long it ran before it was interrupted."""
    with suppress(OSError, ValueError, TypeError):
        if folder is not None:
            return float(json.loads((folder / _SECONDS).read_text(encoding="utf-8")))
    return 0.0


def judged(entry: Entry, findings: Findings, size: Size, seed: int, started: datetime, seconds: float) -> Result:
    """The findings beside the published numbers."""
    values, claims = judge(entry.published, entry.claims, findings.values, findings.claims)
    return Result(
        id=entry.id,
        title=entry.title,
        source=entry.source,
        document=f"{entry.document.authors}: {entry.document.title} ({entry.document.kind}, {entry.document.year})",
        shows=entry.shows,
        size=size,
        what=entry.does(size),
        seed=seed,
        started=started.isoformat(timespec="seconds"),
        seconds=seconds,
        version=__version__,
        machine=f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        values=values,
        claims=claims,
        charts=tuple(findings.charts),
        grids=tuple(findings.grids),
        networks=tuple(findings.networks),
        tables=tuple(findings.tables),
        notes=tuple(findings.notes),
        remarks=entry.remarks,
    )
