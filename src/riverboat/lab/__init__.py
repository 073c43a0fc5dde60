"""The laboratory: every published table and figure re-run, with the published numbers beside the reproduced ones.

One module for each table or figure, in a package for each document (`lab/billings/table_2_1.py` is the entry
`billings-table-2-1`). `riverboat lab list`, `riverboat lab run ID` and `riverboat lab report` are its commands;
`docs/lab.md` says how to add an entry. Nothing is imported before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.lab.catalogue import entry_ids, find_entry
    from riverboat.lab.entry import Claim, Document, Entry, Published
    from riverboat.lab.findings import Chart, Claimed, Findings, Found, Grid, NetworkPicture, Table
    from riverboat.lab.report import report_page
    from riverboat.lab.results import Result
    from riverboat.lab.running import run_entry
    from riverboat.lab.verdicts import Verdict
    from riverboat.lab.work import Size, Work

_HOMES = {
    "catalogue": ("entry_ids", "find_entry"),
    "entry": ("Claim", "Document", "Entry", "Published"),
    "findings": ("Chart", "Claimed", "Findings", "Found", "Grid", "NetworkPicture", "Table"),
    "report": ("report_page",),
    "results": ("Result",),
    "running": ("run_entry",),
    "verdicts": ("Verdict",),
    "work": ("Size", "Work"),
}

__all__ = [
    "Chart",
    "Claim",
    "Claimed",
    "Document",
    "Entry",
    "Findings",
    "Found",
    "Grid",
    "NetworkPicture",
    "Published",
    "Result",
    "Size",
    "Table",
    "Verdict",
    "Work",
    "entry_ids",
    "find_entry",
    "report_page",
    "run_entry",
]

__getattr__ = lazy_names(__name__, {name: f"{__name__}.{module}" for module, names in _HOMES.items() for name in names})
