"""A crosstable on a terminal: ratings, cells with intervals in blocks that fit the width, and cycles."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isnan

from riverboat.arena.crosstable.results import LISTED, Cell, CrosstableResult
from riverboat.stats.cycles import Triad, Win

WIDTH = 120
_MAX_NAME = 32


def table_lines(result: CrosstableResult, width: int = WIDTH) -> list[str]:
    """The whole result."""
    return [
        *_rating_lines(result),
        "",
        *_cell_lines(result, width),
        "",
        *_cycle_lines(result, width),
        *_fault_lines(result, width),
    ]


def title_of(result: CrosstableResult) -> str:
    """What was played, in one line."""
    kind = f"{len(result.rings)} tables" if result.rings else f"{len(result.cells)} pairs"
    state = "" if result.complete else "; stopped before the end"
    return f"crosstable, {result.game}, {kind}, {result.hands:,} hands, seed {result.seed}{state}"


def cell_text(cell: Cell | None) -> str:
    """`+12±3`, in mbb per hand; a tilde marks a cell without enough values for an interval."""
    if cell is None or not cell.mbb.count:
        return ""
    margin, mean = cell.mbb.margin(), f"{cell.mbb.mean:+.0f}"
    mean = "0" if mean in ("+0", "-0") else mean
    return f"{mean}~" if margin == inf else f"{mean}±{margin:.0f}"


def share_text(result: CrosstableResult) -> str:
    """How much of the table is cyclic, in words."""
    cycles = result.cycles
    if isnan(cycles.share):
        reason = "no three players have all met" if isnan(cycles.p) else "the intervals are too wide"
        return f"cyclic part of the table: not known, because {reason}"
    margin = "" if isnan(cycles.share_margin) else f" ± {100 * cycles.share_margin:.1f}"
    p = "" if isnan(cycles.p) else f" (by luck alone: p {_p(cycles.p)})"
    return f"cyclic part of the table: {100 * cycles.share:.1f}{margin} %{p}"


def win_text(result: CrosstableResult, win: Win) -> str:
    """A significant win in words."""
    return f"{result.players[win.winner]} beats {result.players[win.loser]} by {win.mean:.0f}, p {_p(win.p)}"


def triad_text(result: CrosstableResult, triad: Triad) -> str:
    """A significant triad in words."""
    names = [result.players[each] for each in triad.players]
    wins = [f"{name} +{mean:.0f}" for name, mean in zip(names, triad.means, strict=True)]
    return f"{' > '.join(wins)} > {names[0]}, p {_p(triad.p)}"


def _rating_lines(result: CrosstableResult) -> list[str]:
    ratings = result.ratings
    rows = [("", "player", "rating, mbb/hand", "beats", "loses to", "hands")]
    for rank, player in enumerate(ratings.order(), start=1):
        name = result.players[player]
        wins = [win for win in result.cycles.wins if win.is_significant]
        hands = sum(each.hands for each in result.rings if name in each.players) or sum(
            cell.hands for cell in result.cells if name in (cell.row, cell.column)
        )
        rows.append(
            (
                str(rank), _short(name), _rating(ratings.values[player], ratings.margin(player)),
                str(sum(win.winner == player for win in wins)), str(sum(win.loser == player for win in wins)),
                f"{hands:,}",
            )
        )  # fmt: skip
    note = "± is the 95 % interval; beats and loses to: pairs that are significant, corrected for their number (Holm)"
    return [*_aligned(rows, left=1), note]


def _rating(value: float, margin: float) -> str:
    return "not known yet" if margin == inf else f"{value:+.1f} ± {margin:.1f}"


def _cell_lines(result: CrosstableResult, width: int) -> list[str]:
    """Blocks of columns, as many as fit."""
    ranked = result.ranked()
    label = max(len(_short(name)) for name in ranked) + 4
    lines = ["what the row won from the column, mbb/hand"]
    columns = [[cell_text(result.cell(row, column)) for row in ranked] for column in ranked]
    widths = [max([len(str(rank)), *map(len, column)]) for rank, column in enumerate(columns, start=1)]
    start = 0
    while start < len(ranked):
        end, used = start, label
        while end < len(ranked) and (end == start or used + widths[end] + 2 <= width):
            used += widths[end] + 2
            end += 1
        if start:
            lines.append("")
        lines.append(" " * label + "".join(f"  {place + 1:>{widths[place]}}" for place in range(start, end)))
        for row, name in enumerate(ranked):
            cells = "".join(f"  {columns[place][row]:>{widths[place]}}" for place in range(start, end))
            lines.append(f"{row + 1:>3} {_short(name):{label - 4}}{cells}".rstrip())
        start = end
    return lines


def _cycle_lines(result: CrosstableResult, width: int) -> list[str]:
    cycles = result.cycles
    lines = [share_text(result)]
    for what, found, texts in (
        (
            "pairs won against the order of ratings",
            len(cycles.upsets),
            [win_text(result, win) for win in cycles.upsets if win.is_significant],
        ),
        (
            "triads in a cycle",
            len(cycles.triads),
            [triad_text(result, triad) for triad in cycles.triads if triad.is_significant],
        ),
    ):
        lines.append(f"{what}: {found}, of which significant: {len(texts)}" if found else f"{what}: none")
        for text in texts[:LISTED]:
            lines += _wrapped(text, width)
        if len(texts) > LISTED:
            lines.append(f"  and {len(texts) - LISTED} more")
    return lines


def _fault_lines(result: CrosstableResult, width: int) -> list[str]:
    lines = []
    for name, count in result.faults.items():
        lines += _wrapped(f"{name}: {count:,} faults, the first: {result.messages.get(name, '')}", width)
    return ["", *lines] if lines else []


def _wrapped(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, width, initial_indent="  ", subsequent_indent="    ")


def _aligned(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if place == left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _short(name: str) -> str:
    return name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1] + "…"


def _p(value: float) -> str:
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"
