"""A crosstable as a self-contained page: ratings with error bars, the heat map of cells, cycles, and all numbers."""

from __future__ import annotations

from math import inf

from riverboat.arena.crosstable.results import LISTED, CrosstableResult
from riverboat.arena.crosstable.text import share_text, title_of
from riverboat.show.cell_map import MapCell, cell_map
from riverboat.show.intervals import Interval, interval_chart
from riverboat.show.page import Html, badge, figure, folded, page, paragraph, section, table


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
        rows.append((f"{rank} {result.players[player]}", (Interval(value, value - margin, value + margin),)))
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
        wins = [
            (names[win.winner], names[win.loser], f"{win.mean:+.1f}", _mark(win.is_significant), f"{win.p:.4f}")
            for win in cycles.upsets[:LISTED]
        ]
        caption = f"pairs won against the order of ratings: {len(cycles.upsets)}; p is corrected for all pairs (Holm)"
        found.append(table(("winner", "loser", "mbb/hand", "", "p"), wins, text=(0, 1, 3), caption=caption))
    if cycles.triads:
        triads = [
            (
                " > ".join(names[each] for each in (*triad.players, triad.players[0])),
                ", ".join(f"{mean:+.1f}" for mean in triad.means),
                f"{triad.curl:+.1f} ± {1.96 * triad.curl_error:.1f}",
                _mark(triad.is_significant),
                f"{triad.p:.4f}",
            )
            for triad in cycles.triads[:LISTED]
        ]
        caption = f"triads in a cycle: {len(cycles.triads)}; the sum around a triad is zero where ratings explain it"
        columns = ("beats, beats, beats", "mbb/hand", "sum around", "", "p")
        found.append(table(columns, triads, text=(0, 3), caption=caption))
    if not (cycles.upsets or cycles.triads):
        found.append(paragraph("Every pair is won by the player with the higher rating."))
    return found


def _mark(significant: bool) -> Html:
    return badge("significant", "good") if significant else badge("not significant")


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
