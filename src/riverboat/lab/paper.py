"""Results as a text to read and cite: by document, what was claimed, what came out, and where the source is wrong.

`docs/reproductions.md` is this text of the shipped results, and the last column of the table in `docs/lab.md` says
which entries have one; a test writes both anew.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import groupby

from riverboat.lab.catalogue import find_entry
from riverboat.lab.entry import SAME, Entry
from riverboat.lab.numbers import value_texts
from riverboat.lab.results import Result
from riverboat.lab.verdicts import JudgedClaim, JudgedValue, Summary, Verdict
from riverboat.lab.work import Size

_MAX_ROWS = 12
"""Of a longer table only what does not agree is shown."""

_INTRODUCTION = """# Reproductions

Every table and figure of the documents below that a program can reproduce, the printed numbers beside ours. This page
is written from the results by `riverboat lab report --markdown docs/reproductions.md`; `riverboat lab run ID --full`
runs an entry again, and [the laboratory](lab.md) explains the verdicts. Intervals are of 95 %."""


def paper(results: Sequence[Result], missing: Sequence[str] = ()) -> str:
    """The text of these results; `missing` are entries without one."""
    pairs = [(find_entry(result.id), result) for result in results]
    total = sum((result.summary for result in results), Summary())
    parts = [_INTRODUCTION, f"In all {len(results)} entries: {total.text}."]
    for _, of_document in groupby(pairs, lambda pair: pair[0].document):
        parts += _document(list(of_document))
    if missing:
        parts += ["## Not run in full yet", "\n".join(_cost(find_entry(name)) for name in missing)]
    return "\n\n".join(parts) + "\n"


def with_runs(page: str, shipped: Container[str]) -> str:
    """The page on the laboratory, in its table of entries what each row was run at: `shipped` are ids."""
    before, heading, table = page.partition("\n## Entries\n")
    rows, after, rest = table.partition("\n## ")
    return before + heading + _ROW.sub(lambda row: f"{row[1]}{_ran(row[2], shipped)} |", rows) + after + rest


_ROW = re.compile(r"^(\| (`[^|]+`) \| .* \| )[^|]+ \|$", re.MULTILINE)


def _ran(names: str, shipped: Container[str]) -> str:
    """What the entries of a row were run at; without a shipped result, what a full run would be."""
    entries = [find_entry(name) for name in re.findall("`([^`]+)`", names)]
    missing = [entry for entry in entries if entry.id not in shipped]
    if missing:
        whose = "".join(f"`{entry.id}` " for entry in missing) if len(missing) < len(entries) else ""
        return f"{whose}not yet; full: {missing[0].does(Size.FULL)}"
    return "exact" if all(entry.full == SAME for entry in entries) else "`--full`"


def _cost(entry: Entry) -> str:
    """What an entry would show, and what a full run of it is."""
    return f"- `{entry.id}` ({_plain(entry.title)}): {_plain(entry.does(Size.FULL))}"


def _document(pairs: Sequence[tuple[Entry, Result]]) -> list[str]:
    document = pairs[0][0].document
    total = sum((result.summary for _, result in pairs), Summary())
    parts = [f"## {document.short}", f"{document.authors}: *{document.title}* ({document.kind}, {document.year})."]
    parts.append(f"{len(pairs)} entries: {total.text}.")
    errors = [line for _, result in pairs for line in _errors(result)]
    if errors:
        parts += ["### What is wrong in the source", "\n".join(errors)]
    for entry, result in pairs:
        parts += _entry(entry, result)
    return parts


def _errors(result: Result) -> list[str]:
    """A line for each number or claim that the source has wrong, with the reason."""
    found: dict[str, list[str]] = {}
    everything: list[JudgedValue | JudgedClaim] = [*result.values, *result.claims]
    for judged in everything:
        if judged.verdict is Verdict.WRONG:
            found.setdefault(judged.why, []).append(judged.name)
    place = result.source.partition(", ")[2]
    return [
        f"- {_plain(place)} ({_plain(_listed(names))}): {_plain(why)} (`{result.id}`)." for why, names in found.items()
    ]


def _entry(entry: Entry, result: Result) -> list[str]:
    place = entry.place[0].upper() + entry.place[1:]
    parts = [f"### {_plain(place)}: {_plain(entry.title)}", _plain(entry.shows)]
    parts.append(f"`{entry.id}`, {_plain(result.what)}: **{result.summary.text}**.")
    counted = [value for value in result.values if value.published is not None]
    shown = counted if len(counted) <= _MAX_ROWS else [value for value in counted if value.verdict.is_different]
    if shown:
        rows = [_row(value) for value in shown[: 2 * _MAX_ROWS]]
        columns = ("", "published", "ours", "interval", "verdict")
        parts.append("\n".join([_line(columns), _line(("---",) * len(columns)), *map(_line, rows)]))
    if len(shown) < len(counted):
        parts.append(f"The table has what does not agree; {len(counted) - len(shown)} other numbers are in the report.")
    if result.claims:
        parts.append("\n".join(_claim(claim.text, str(claim.verdict), claim.remark) for claim in result.claims))
    parts += [_plain(remark) for remark in entry.remarks]
    return parts


def _row(value: JudgedValue) -> tuple[str, ...]:
    published, ours, interval, _ = value_texts(value)
    unit = f" ({value.unit})" if value.unit else ""
    return f"{value.name}{unit}", published, ours, interval, str(value.verdict)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_plain(cell) for cell in cells) + " |"


def _claim(text: str, verdict: str, remark: str) -> str:
    said = f"- “{_plain(text)}” **{verdict}**"
    return f"{said}: {_plain(remark)}" if remark else said


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"


def _plain(text: str) -> str:
    """Without what Markdown would take for its own."""
    for mark in "\\|*_<`":
        text = text.replace(mark, f"\\{mark}")
    return text
