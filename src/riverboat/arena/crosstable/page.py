"""A crosstable as a self-contained page: ratings with error bars, the heat map of cells, cycles, and all numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from riverboat.arena.crosstable.results import LISTED, CrosstableResult
from riverboat.arena.crosstable.text import share_text, title_of
from riverboat.show.cell_map import MapCell, cell_map
from riverboat.show.intervals import Interval, interval_chart
from riverboat.show.page import Html, figure, folded, page, paragraph, section, table
from riverboat.stats.ratings import Z95


def crosstable_page(result: CrosstableResult, command: str = "") -> str:
    """The page; `command` is what was typed to play the table."""
    again = [section("Again", paragraph(f"The same command plays the same table: {command}"))] if command else []
    parts = [
        section("Ratings", _ratings(result), paragraph(_RATING_NOTE, faint=True)),
        section("Who wins how much from whom", _map(result)),
        section("Cycles", *_cycles(result)),
        section("All pairs", folded(f"{len(result.cells)} pairs", _pairs(result))),
        *_faults(result),
        *again,
    ]
    return page(f"Crosstable of {len(result.players)} players", "".join(parts), note=title_of(result))


_RATING_NOTE = (
    "The difference of two ratings predicts what one wins from the other, in mbb/hand (weighted least squares over all "
    "pairs; mean zero). Bars are 95 % intervals: how ratings would vary if the same players played again with other "
    "cards. In another field of opponents ratings are other numbers."
)


def _ratings(result: CrosstableResult) -> Html:
    ratings = result.ratings
    rows = []
    for rank, player in enumerate(ratings.order(), start=1):
        value, margin = ratings.values[player], ratings.margin(player)
        interval = None if margin == inf else Interval(value, value - margin, value + margin)
        rows.append((f"{rank} {result.players[player]}", (interval,)))
    longest = max(len(name) for name, _ in rows)
    return figure(interval_chart(rows, ("rating",), "mbb/hand", letters=max(18, min(40, longest + 3))))


def _map(result: CrosstableResult) -> Html:
    ranked = result.ranked()
    rows = []
    for row in ranked:
        cells: list[MapCell | None] = []
        for column in ranked:
            cell = result.cell(row, column)
            if cell is None or not cell.mbb.count:
                cells.append(None)
                continue
            margin = None if cell.mbb.margin() == inf else cell.mbb.margin()
            error = "" if margin is None else f" ± {margin:.1f}"
            words = f"{row} from {column}: {cell.mbb.mean:+.1f}{error} mbb/hand, {cell.hands:,} hands, {cell.luck}"
            cells.append(MapCell(cell.mbb.mean, margin, words))
        rows.append(cells)
    caption = (
        "What the player of the row won from the player of the column, mbb/hand, with 95 % intervals. Dashed: the "
        "interval of this pair includes zero."
    )
    return figure(cell_map(ranked, rows, "Crosstable"), caption)


def _cycles(result: CrosstableResult) -> list[Html]:
    cycles, names = result.cycles, result.players
    found = [paragraph(share_text(result)[0].upper() + share_text(result)[1:] + ".")]
    if cycles.upsets:
        columns, rows = ("winner", "loser", "mbb/hand", "p"), []
        for win in cycles.upsets:
            rows.append((names[win.winner], names[win.loser], f"{win.mean:+.1f}", f"{win.p:.4f}"))
        significant = sum(win.is_significant for win in cycles.upsets)
        found += _sorted_out("Pairs won against the order of ratings", columns, rows, significant)
    if cycles.triads:
        columns, rows = ("beats, beats, beats", "mbb/hand", "sum around", "p"), []
        for triad in cycles.triads:
            around = " > ".join(names[each] for each in (*triad.players, triad.players[0]))
            means = ", ".join(f"{mean:+.1f}" for mean in triad.means)
            rows.append((around, means, f"{triad.curl:+.1f} ± {Z95 * triad.curl_error:.1f}", f"{triad.p:.4f}"))
        significant = sum(triad.is_significant for triad in cycles.triads)
        found += _sorted_out("Triads in a cycle", columns, rows, significant)
    if not (cycles.upsets or cycles.triads):
        found.append(paragraph("Every pair is won by the player with the higher rating."))
    return found


def _sorted_out(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], significant: int) -> list[Html]:
    """Rows of which the first are significant; the others are folded."""
    text = (0, 1) if columns[0] == "winner" else (0,)
    caption = f"{title}: {significant} significant, {len(rows) - significant} not; p is corrected for all pairs (Holm)"
    found = [table(columns, rows[:significant], text=text, caption=caption)] if significant else [paragraph(caption)]
    if rest := rows[significant:]:
        shown = f"{min(LISTED, len(rest))} of {len(rest)} that are not significant"
        found.append(folded(shown, table(columns, rest[:LISTED], text=text)))
    return found


def _pairs(result: CrosstableResult) -> Html:
    rows = []
    for cell in result.cells:
        low, high = cell.mbb.interval() if cell.mbb.count > 1 else (-inf, inf)
        values = f"{cell.mbb.count:,} {cell.unit}"
        rows.append(
            (cell.row, cell.column, f"{cell.mbb.mean:+.1f}", f"{low:+.1f} to {high:+.1f}", f"{cell.hands:,}", values,
             cell.luck)
        )  # fmt: skip
    columns = ("player", "against", "mbb/hand", "95 % interval", "hands", "independent values", "luck taken out by")
    return table(columns, rows, text=(0, 1, 6))


def _faults(result: CrosstableResult) -> list[Html]:
    rows = [(name, f"{count:,}", result.messages.get(name, "")) for name, count in result.faults.items()]
    return [section("Faults", table(("player", "times", "the first"), rows, text=(0, 2)))] if rows else []
