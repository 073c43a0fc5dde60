"""The luck of all-ins in all hands of the database, worked out by a job for the Statistics page; it can be resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from riverboat.web.tasks.worker import Report
from riverboat.workers import be_nice

KIND: Final = "luck"
FILE: Final = "all-in-luck.bin"
"""In the server's folder."""


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """Bring the file up to date (see `worker.Work`)."""
    from riverboat.assess.stored_luck import hands_left, read_luck, update_luck
    from riverboat.records.database import open_database

    be_nice()
    path = Path(params["file"])
    with open_database(params["database"]) as database:
        try:
            found = update_luck(database, path, lambda now: report({"done": now.done, "total": now.total}))
        except KeyboardInterrupt:
            found = read_luck(path)
        left = sum(count for *_, count in hands_left(database, found))
    return {"rows": len(found.run), "left": left}
