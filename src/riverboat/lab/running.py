"""Run an entry: call its function, compute the verdicts, and store the result."""

from __future__ import annotations

import platform
import shutil
from datetime import UTC, datetime
from time import perf_counter

from riverboat import __version__
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
    """Run it; with `results` the result is stored there, and an interrupted run can be resumed."""
    folder = None if results is None else results.partial(entry.id, entry.version, size, seed)
    work = Work(size, seed, jobs, executor=executor, on_progress=on_progress, folder=folder)
    started, clock = datetime.now(UTC), perf_counter()
    findings = entry.run(work)
    result = judged(entry, findings, size, seed, started, perf_counter() - clock)
    if results is not None and folder is not None:
        results.store(result)
        shutil.rmtree(folder, ignore_errors=True)
    return result


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
