"""Reports as tables for a terminal: both ranges in total, hands from the strongest down, cards that can come."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from math import isnan
from typing import TYPE_CHECKING, Final

import numpy as np
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from riverboat.solve.spot.sizes import PLAYERS

if TYPE_CHECKING:
    from riverboat.solve.spot.report import CardReport, Figures, NodeReport, RunoutReport, Side, Total

_NOTHING: Final = "-"
_SMALLEST_SHOWN: Final = 0.0005
"""Combinations of less weight are left out."""
_COLOURS: Final = {"f": "blue", "x": "green", "c": "green", "b": "red", "r": "red"}
_WIDEST: Final = 200


def node_tables(report: NodeReport, side: Side | None = None, *, combinations: bool = False) -> RenderableType:
    """Both players' totals, and the hands of one, by default of the player to act: classes or each combination."""
    actions = report.actions
    parts: list[RenderableType] = [Text(headline(report)), _totals(report, actions)]
    chosen = side or report.acting
    if chosen is not None:
        figures = chosen.hands if combinations else chosen.classes
        parts += [Text(), _hands(figures, chosen, actions, worth=combinations)]
    return Group(*parts)


def headline(report: NodeReport) -> str:
    """The node and who acts."""
    acts = {
        "DECISION": "" if report.player is None else f"{PLAYERS[report.player].upper()} to act",
        "FOLD": "a player has folded",
        "DEAL": "a card is dealt",
        "ALL_IN": "both are all-in",
        "SHOWDOWN": "the hands are shown",
    }[report.kind.name]
    where = f", after {report.path}" if report.path else ""
    stacks = f"{report.stacks[0]:,} and {report.stacks[1]:,} behind"
    return f"{report.board}{where}: {acts}, pot {report.pot:,}, {stacks}"


def runout_table(report: RunoutReport) -> RenderableType:
    """One row for each card, and the mean of all."""
    table = _table("card")
    columns = ["probability", *(f"{name.upper()} {what}" for name in PLAYERS for what in ("EV", "equity", "EQR"))]
    for column in columns:
        table.add_column(column, justify="right")
    _add_actions(table, report.actions)
    for card in reversed(report.cards):
        table.add_row(*_card_cells(card, report))
    where = f", after {report.path}" if report.path else ""
    acts = "" if report.player is None else f", then {PLAYERS[report.player].upper()} acts"
    return Group(Text(f"{report.board}{where}: a card is dealt{acts}, pot {report.pot:,}"), table)


def as_text(part: RenderableType, width: int = _WIDEST) -> str:
    """Without colours, for files and `print`."""
    console = Console(file=StringIO(), width=width, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(part)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _card_cells(card: CardReport, report: RunoutReport) -> list[str]:
    cells = [card.card, percent(card.probability)]
    for total in (card.oop, card.ip):
        cells += [chips(total.ev), percent(total.equity), ratio(total.eqr)]
    next_total = None if report.player is None else (card.oop, card.ip)[report.player]
    return cells + [percent(share) for share in (next_total.frequencies if next_total else ())]


def _totals(report: NodeReport, actions: Sequence[str]) -> Table:
    table = _table("range")
    for column in ("combos", "EV", "equity", "EQR"):
        table.add_column(column, justify="right")
    _add_actions(table, actions)
    for side in report.sides:
        total: Total = side.total
        shares = [percent(share) for share in total.frequencies] or [""] * len(actions)
        cells = [f"{total.combos:.1f}", chips(total.ev), percent(total.equity), ratio(total.eqr)]
        table.add_row(side.name.upper(), *cells, *shares)
    return table


def _hands(figures: Figures, side: Side, actions: Sequence[str], *, worth: bool) -> Table:
    table = _table(side.name.upper())
    for column in ("weight" if worth else "combos", "EV", "equity", "EQR"):
        table.add_column(column, justify="right")
    acts = len(figures.strategy) > 0
    if acts:
        _add_actions(table, actions)
        if worth:
            for action in actions:
                table.add_column(f"EV {action}", justify="right")
    shown = np.flatnonzero(figures.combos >= _SMALLEST_SHOWN)
    strongest_first = shown[np.argsort(-np.nan_to_num(figures.equity[shown], nan=-1.0), kind="stable")]
    for place in strongest_first.tolist():
        cells = [f"{figures.combos[place]:.3f}" if worth else f"{figures.combos[place]:.2f}"]
        cells += [chips(figures.ev[place]), percent(figures.equity[place]), ratio(figures.eqr[place])]
        cells += [percent(share) for share in figures.strategy[:, place]]
        if worth:
            cells += [chips(amount) for amount in figures.action_ev[:, place]]
        table.add_row(figures.names[place], *cells)
    return table


def _table(first: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column(first, no_wrap=True)
    return table


def _add_actions(table: Table, actions: Sequence[str]) -> None:
    for action in actions:
        table.add_column(action, justify="right", style=_COLOURS[action[0]])


def percent(share: float) -> str:
    """46.2 %."""
    return _NOTHING if isnan(share) else f"{100 * share:.1f} %"


def chips(amount: float) -> str:
    """An amount with two decimals."""
    return _NOTHING if isnan(amount) else f"{round(amount, 2) + 0.0:.2f}"


def ratio(number: float) -> str:
    """1.05."""
    return _NOTHING if isnan(number) else f"{round(number, 2) + 0.0:.2f}"
