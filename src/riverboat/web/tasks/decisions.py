"""The turn and river decisions of a player in hands of the database, solved one by one by a job.

What has been checked is kept in the job's folder every few decisions: a job that is stopped shows what it has, and one
that is resumed continues after it.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from typing import Any, Final

from riverboat.files import write_text
from riverboat.progress import Progress
from riverboat.web.tasks.worker import Report
from riverboat.workers import be_nice

KIND: Final = "decisions"
MAX_HANDS: Final = 20_000
_FILE: Final = "decisions.json"
_SHOWN: Final = 200
"""Decisions in the result."""
_SECONDS_BETWEEN: Final = 3.0


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """Check the decisions that `params` wants (see `worker.Work`)."""
    from riverboat.assess.decisions import Session
    from riverboat.records.database import open_database
    from riverboat.records.database.search import Wanted, search
    from riverboat.web.tasks.reviews import chosen

    be_nice()
    with open_database(params["database"]) as database:
        places = search(database, Wanted(**params["wanted"]), count=MAX_HANDS).places
        hands = list(chosen(database, places))
    file, kept = folder / _FILE, monotonic()
    session = Session(
        hands,
        params["wanted"]["player"],
        streets=params["streets"],
        target=f"{params['target']}%",
        done=_checked_before(file),
    )

    def on_progress(now: Progress[Any]) -> None:
        nonlocal kept
        report({"done": now.done, "total": now.total, "checked": len(session.checked)})
        if monotonic() - kept > _SECONDS_BETWEEN:
            kept = monotonic()
            _keep(file, session)

    session.run(on_progress)
    _keep(file, session)
    found = session.to_json(_SHOWN)
    for each in found["costliest"]:
        each["run"], each["place"] = places[each["place"]]
    return found


def _keep(file: Path, session: Any) -> None:
    write_text(file, json.dumps([vars(each) for each in session.checked.values()]))


def _checked_before(file: Path) -> list[Any]:
    """What an earlier run of this job has checked."""
    from riverboat.assess.decisions import CheckedDecision

    try:
        return [CheckedDecision(**each) for each in json.loads(file.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []
