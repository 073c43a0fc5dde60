"""A crosstable for the README and the documentation: ratings in Markdown, and where the order is broken."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.arena.crosstable.fields import find_field
from riverboat.arena.crosstable.results import LISTED, CrosstableResult
from riverboat.arena.crosstable.shipped import Origin
from riverboat.arena.crosstable.text import share_text, triad_text, win_text


def ratings_markdown(field: str, result: CrosstableResult, origin: Origin) -> str:
    """Ratings of all players in two columns, for the README."""
    rows = _ranks(result)
    half = -(-len(rows) // 2)
    blank = ("",) * len(_COLUMNS)
    body = [
        (*row, *(rows[half + place] if half + place < len(rows) else blank)) for place, row in enumerate(rows[:half])
    ]
    head = [_line((*_COLUMNS, *_COLUMNS)), _line(("---",) * 2 * len(_COLUMNS))]
    return "\n".join([*head, *map(_line, body), "", _note(field, result), "", f"`{origin.command}`"])


def table_markdown(field: str, result: CrosstableResult, origin: Origin) -> str:
    """The same with cycles, for the page on crosstables."""
    cycles = result.cycles
    upsets = [win_text(result, win) for win in cycles.upsets if win.is_significant]
    triads = [triad_text(result, triad) for triad in cycles.triads if triad.is_significant]
    parts = [ratings_markdown(field, result, origin), f"{_sentence(share_text(result))}."]
    for what, found, texts in (
        ("pairs are won against the order of ratings", len(cycles.upsets), upsets),
        ("triads are in a cycle", len(cycles.triads), triads),
    ):
        more = f"; the first {LISTED}" if len(texts) > LISTED else ""
        parts.append(f"{found} {what}, of which {len(texts)} significantly{more}{':' if texts else '.'}")
        if texts:
            parts.append("\n".join(f"- {text}" for text in texts[:LISTED]))
    return "\n\n".join(parts)


_COLUMNS = ("", "player", "mbb/hand", "won, lost")


def _ranks(result: CrosstableResult) -> list[tuple[str, ...]]:
    """Rank, player, rating, and how many pairs it wins and loses significantly."""
    wins = [win for win in result.cycles.wins if win.is_significant]
    ratings = result.ratings
    return [
        (
            str(rank),
            f"`{result.players[player]}`",
            f"{ratings.values[player]:+.0f} ± {ratings.margin(player):.0f}",
            f"{sum(win.winner == player for win in wins)}, {sum(win.loser == player for win in wins)}",
        )
        for rank, player in enumerate(ratings.order(), start=1)
    ]


def _note(field: str, result: CrosstableResult) -> str:
    """What was played, how wide the intervals of cells are, and who of the field is missing."""
    margins = sorted(cell.mbb.margin() for cell in result.cells)
    middle = margins[len(margins) // 2]
    tables = f"{len(result.rings)} tables" if result.rings else f"{len(result.cells)} pairs"
    return (
        f"{_sentence(find_field(field).title)}: {tables}, {result.hands:,} hands, seed {result.seed}. The difference "
        "of two ratings predicts what one player wins from the other; ± is the 95 % interval. Of a single pair it is "
        f"±{margins[0]:.0f} to ±{margins[-1]:.0f}, in the middle ±{middle:.0f}. Won, lost: pairs that are significant, "
        f"corrected for their number.{_missing(field, result)}"
    )


def _missing(field: str, result: CrosstableResult) -> str:
    names = [f"`{name}`" for name in find_field(field).present() if name not in result.players]
    return f" Of the field these are not in the table yet: {', '.join(names)}." if names else ""


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _line(cells: Sequence[str]) -> str:
    return "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"
