"""The laboratory in the browser: its entries by document, what came out last, and running one again as a job.

Everything comes from `riverboat.lab`: entries say what is published, results are the files that `riverboat lab run`
writes too, and pictures are drawn by the laboratory's own figures. Here they only become plain data for a page.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from riverboat.errors import RiverboatError
from riverboat.lab.catalogue import entry_ids, find_entry
from riverboat.lab.entry import Entry
from riverboat.lab.numbers import value_texts
from riverboat.lab.report import figures, grid_picture
from riverboat.lab.results import SHIPPED, Result, Results
from riverboat.lab.shipped import compare
from riverboat.lab.verdicts import JudgedClaim, JudgedValue, judge
from riverboat.lab.work import Size
from riverboat.progress import Progress
from riverboat.web.errors import NotFoundError
from riverboat.web.tasks.worker import Report

KIND: Final = "reproduction"


@cache
def _entries() -> dict[str, Entry]:
    return {name: find_entry(name) for name in entry_ids()}


def entry_of(name: str) -> Entry:
    """An entry by its id."""
    if name not in entry_ids():
        raise NotFoundError(f'reproduction "{name[:60]}": there is none of that name')
    return find_entry(name)


def documents() -> list[dict[str, Any]]:
    """Every document with its entries and how they came out last."""
    results = Results()
    found: dict[str, dict[str, Any]] = {}
    for name, entry in _entries().items():
        document = entry.document
        of_document = found.setdefault(
            document.short,
            {"short": document.short, "title": document.title, "kind": document.kind, "entries": []},
        )
        of_document["entries"].append(
            {
                "id": name,
                "title": entry.title,
                "place": entry.place,
                "shows": entry.shows,
                "last": _last_outcome(results.folder, SHIPPED.folder, name, _files_of(results, name)),
            }
        )
    return list(found.values())


def entry_page(name: str) -> dict[str, Any]:
    """Everything about an entry: what is published, the shipped result, and the last run of either size."""
    entry = entry_of(name)
    results = Results()
    values, claims = judge(entry.published, entry.claims, (), ())
    names = list(_entries())
    place = names.index(name)
    return {
        "id": entry.id,
        "title": entry.title,
        "source": entry.source,
        "document": f"{entry.document.authors}: {entry.document.title} ({entry.document.kind}, {entry.document.year})",
        "shows": entry.shows,
        "remarks": list(entry.remarks),
        "does": {"small": entry.small, "full": entry.full},
        "published": {"values": [_value(value) for value in values], "claims": [_claim(claim) for claim in claims]},
        "results": {
            **{str(size): _summary(entry, _load(results, name, size)) for size in Size},
            "shipped": _summary(entry, _load(SHIPPED, name, Size.FULL)),
        },
        "before": names[place - 1] if place else None,
        "after": names[place + 1] if place + 1 < len(names) else None,
    }


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """Run an entry as a job. If stopped, it keeps its parts and resumes with them the next time."""
    from riverboat.lab.running import run_entry

    entry, size = entry_of(params["entry"]), Size(params["size"])

    def on_progress(state: Progress[Any]) -> None:
        report({"done": state.done, "total": state.total})

    result = run_entry(entry, size, params["seed"], on_progress=on_progress, results=Results())
    return {"entry": entry.id, "size": str(size), **(_outcome(result) or {})}


_State = tuple[int, int] | None
"""When a file was written and its size; None if there is none."""


def _files_of(results: Results, name: str) -> tuple[_State, ...]:
    """The state of every file from which the last result of an entry may come."""
    files = (results.path(name, Size.FULL), SHIPPED.path(name, Size.FULL), results.path(name, Size.SMALL))
    return tuple(_state_of(path) for path in files)


def _state_of(path: Path) -> _State:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=1000)
def _last_outcome(folder: Path, _shipped: Path, name: str, _files: tuple[_State, ...]) -> dict[str, Any] | None:
    """How an entry came out last. The list asks for all entries, so files are read again only after they changed."""
    return _outcome(_last(Results(folder), name))


def _last(results: Results, name: str) -> Result | None:
    try:
        return results.last(name)
    except RiverboatError:
        return _load(SHIPPED, name, Size.FULL)


def _load(results: Results, name: str, size: Size) -> Result | None:
    """A result; one that cannot be read is ignored, and the next run replaces it."""
    try:
        return results.load(name, size)
    except RiverboatError:
        return None


def _outcome(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    summary = result.summary
    return {
        "verdict": summary.text,
        "reproduced": summary.reproduced,
        "differ": summary.differ,
        "incomparable": summary.incomparable,
        "mood": summary.mood,
        "size": str(result.size),
        "started": result.started,
    }


def _summary(entry: Entry, result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    shipped = _load(SHIPPED, entry.id, Size.FULL)
    return {
        **(_outcome(result) or {}),
        "beside": "" if shipped in (None, result) else compare(entry, result, shipped).text,
        "what": result.what,
        "seed": result.seed,
        "seconds": result.seconds,
        "version": result.version,
        "machine": result.machine,
        "values": [_value(value) for value in result.values],
        "claims": [_claim(claim) for claim in result.claims],
        "charts": [{"svg": picture, "caption": caption} for picture, caption in figures(result)],
        "grids": [grid_picture(grid) for grid in result.grids],
        "tables": [
            {"title": table.title, "columns": list(table.columns), "rows": [list(row) for row in table.rows]}
            for table in result.tables
        ],
        "notes": list(result.notes),
    }


def _value(value: JudgedValue) -> dict[str, str]:
    published, reproduced, interval, difference = value_texts(value)
    return {
        "name": value.name,
        "unit": value.unit,
        "published": published,
        "reproduced": reproduced,
        "interval": interval,
        "difference": difference,
        "verdict": str(value.verdict),
        "mood": value.verdict.mood,
        "note": value.remark,
    }


def _claim(claim: JudgedClaim) -> dict[str, str]:
    return {
        "name": claim.name,
        "text": claim.text,
        "verdict": str(claim.verdict),
        "mood": claim.verdict.mood,
        "evidence": claim.remark,
    }
