"""Everyone plays everyone: cells with intervals, ratings with errors, and who beats whom against the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.arena.crosstable.meetings import CrosstableSettings
    from riverboat.arena.crosstable.results import CrosstableResult
    from riverboat.arena.crosstable.running import run_crosstable

__all__ = ["CrosstableResult", "CrosstableSettings", "run_crosstable"]

__getattr__ = lazy_names(
    __name__,
    {
        "CrosstableResult": f"{__name__}.results",
        "CrosstableSettings": f"{__name__}.meetings",
        "run_crosstable": f"{__name__}.running",
    },
)
