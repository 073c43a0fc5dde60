"""A push-or-fold solution in words and pictures: the 13x13 grid as text, and a page that opens anywhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASS_NAMES, HOLDING_CLASS
from riverboat.cards.ranges import Range
from riverboat.show.grid import heat_grid, number_grid
from riverboat.show.page import Html, figure, page, paragraph, section, table
from riverboat.solve.pushfold.depths import DepthTable
from riverboat.solve.pushfold.game import PushFoldGame
from riverboat.solve.pushfold.solution import PushFoldSolution

_MIXED = 0.005
"""Probabilities this close to 0 or 1 are shown as fold or all-in."""


def text_grid(values: NDArray[np.float64]) -> str:
    """Thirteen lines: the name of a hand that goes all-in, a dot for a fold, a percentage where it mixes."""
    rows = []
    for row in range(13):
        cells = [_cell(row * 13 + column, float(values[row * 13 + column])) for column in range(13)]
        rows.append(" ".join(cells).rstrip())
    return "\n".join(rows)


def _cell(index: int, share: float) -> str:
    text = CLASS_NAMES[index] if share > 1 - _MIXED else "." if share < _MIXED else f"{100 * share:.0f}%"
    return text.ljust(3)


def depth_grid(values: NDArray[np.float64], deepest: float) -> str:
    """Thirteen lines of depths: the largest one at which a hand goes all-in, `20+` at the end of the table."""
    rows = []
    for row in range(13):
        cells = []
        for column in range(13):
            value = float(values[row * 13 + column])
            text = "." if np.isnan(value) else f"{value:g}+" if value >= deepest else f"{value:g}"
            cells.append(f"{CLASS_NAMES[row * 13 + column]:>3} {text:<4}")
        rows.append(" ".join(cells).rstrip())
    return "\n".join(rows)


def range_text(values: NDArray[np.float64]) -> str:
    """The hands that go all-in as a range: `22+, A2s+, K9o:0.4`."""
    shares = np.where(values < _MIXED, 0.0, np.where(values > 1 - _MIXED, 1.0, np.round(values, 2)))
    found = Range.from_weights(shares[HOLDING_CLASS])
    return "none" if found.is_empty else str(found)


def decision_title(solution: PushFoldSolution, seat: int, all_in: Sequence[int]) -> str:
    """`sb shoves`, `bb calls after btn and sb`."""
    name = solution.names[seat].upper()
    if not all_in:
        return f"{name} shoves"
    return f"{name} calls {' and '.join(solution.names[each].upper() for each in all_in)}"


def shown_decisions(solution: PushFoldSolution, seat: int | None = None) -> list[tuple[int, tuple[int, ...]]]:
    """The decisions that a page shows: of one seat all, of all seats those with at most one player all-in."""
    seats = range(solution.game.players) if seat is None else [seat]
    return [
        (each, all_in) for each in seats for all_in in solution.histories(each) if seat is not None or len(all_in) <= 1
    ]


def quality_rows(solution: PushFoldSolution) -> list[list[str]]:
    """For each player: stack, value and best-response gain with its interval, in thousandths of a unit."""
    rows = []
    for seat, name in enumerate(solution.names):
        low, high = solution.gain_intervals[seat]
        gain = f"{1000 * solution.gains[seat]:.3f}"
        rows.append(
            [
                name,
                f"{solution.game.stacks[seat]:g}",
                f"{solution.values[seat]:+.4f}",
                gain if solution.is_exact else f"{gain} [{1000 * low:.2f}, {1000 * high:.2f}]",
            ]
        )
    return rows


def quality_columns(solution: PushFoldSolution) -> list[str]:
    """The heads of `quality_rows`."""
    if solution.game.payouts:
        return ["seat", "stack", "wins (prize money)", "best response gains (thousandths)"]
    return ["seat", "stack", "wins (bb per hand)", "best response gains (mbb per hand)"]


def method_text(solution: PushFoldSolution) -> str:
    """How it was computed."""
    if solution.is_exact:
        return f"exact equities, {solution.iterations} iterations"
    return (
        f"equities from {solution.deals:,} deals, gains measured on {solution.deals:,} fresh ones "
        f"(95 % intervals), {solution.iterations} iterations"
    )


def game_text(game: PushFoldGame, depth: str = "") -> str:
    """Stacks (or a range of depths), blinds and prizes in a line."""
    stacks = sorted(set(game.stacks))
    same = f"{stacks[0]:g} big blinds" if len(stacks) == 1 else "unequal stacks"
    parts = [f"{game.players} players", depth or same]
    parts += [f"small blind {game.small_blind:g}"] if game.small_blind != 0.5 else []
    parts += [f"ante {game.ante:g}"] if game.ante else []
    parts += [f"big blind ante {game.big_blind_ante:g}"] if game.big_blind_ante else []
    parts.append(f"prizes {', '.join(f'{prize:g}' for prize in game.payouts)} (ICM)" if game.payouts else "chips")
    return ", ".join(parts)


def solution_page(solution: PushFoldSolution, seat: int | None = None) -> str:
    """A page with the grids of one seat, or the first decisions of all."""
    parts: list[Html] = [
        paragraph(f"Everybody goes all-in or folds: {game_text(solution.game)}. {method_text(solution).capitalize()}."),
        table(quality_columns(solution), quality_rows(solution)),
    ]
    for each, all_in in shown_decisions(solution, seat):
        values = solution.probabilities(each, all_in)
        caption = f"{decision_title(solution, each, all_in)}: {100 * solution.share(each, all_in):.1f} % of hands"
        grid = heat_grid(values.tolist(), caption, bands=False)
        parts.append(section(caption, figure(grid), paragraph(range_text(values), faint=True)))
    return page("Push or fold", "".join(parts))


def depth_page(found: DepthTable, decisions: Sequence[tuple[int, tuple[int, ...]]]) -> str:
    """A page with the deepest stack of every hand."""
    first, deepest = found.solutions[0], found.depths[-1]
    span = f"{found.depths[0]:g} to {deepest:g} big blinds"
    parts: list[Html] = [
        paragraph(
            f"The deepest stack at which each hand goes all-in, from {span} ({len(found.depths)} depths); "
            f"{deepest:g} means that deep or deeper, an empty cell never."
        )
    ]
    for seat, all_in in decisions:
        values = found.deepest(seat, all_in)
        title = decision_title(first, seat, all_in)
        gaps = [
            f"{CLASS_NAMES[each]} {', '.join(f'{low:g}-{high:g}' for low, high in runs)}"
            for each, runs in enumerate(found.intervals(seat, all_in))
            if len(runs) > 1
        ]
        notes = [paragraph(f"With gaps: {'; '.join(gaps)}.", faint=True)] if gaps else []
        parts.append(section(title, figure(number_grid(values.tolist(), title)), *notes))
    return page("Push or fold by depth", "".join(parts))
