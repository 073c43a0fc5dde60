"""A node as the viewer's scripts read it: columns of whole numbers, with the words and colours of its actions.

The scripts (`viewer/`) draw the same parts in the page that holds its nodes (`page.py`) and in the browser application,
which asks for one node after the other. Numbers are whole multiples of a unit (`units` in the terms), fine enough for
display: 0.01 % of a share, about a hundred-thousandth of the pot. Hands of negligible weight (`MIN_WEIGHT`) are left
out; classes and totals count them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, card_text, parse_cards
from riverboat.cards.holdings import CLASS_NAMES, CLASSES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.show.curves import COLOURS
from riverboat.solve.spot.sizes import STREETS
from riverboat.solve.spot.tree import Kind, Tree

if TYPE_CHECKING:
    from riverboat.solve.spot.report import Figures, NodeReport, RunoutReport
    from riverboat.solve.spot.solution import Solution

MIN_WEIGHT: Final = 0.0005
"""Combinations of less weight are not listed."""
SIDES: Final = ("OOP", "IP")
PLAIN: Final = "#7d6fb0"
"""The colour of a range that does not act."""

_SHARE_UNIT: Final = 10_000
_EQR_UNIT: Final = 100
_FOLD, _PASSIVE = "#3f7fc4", "#4a9a5a"
_SMALL_BET, _LARGE_BET = (0xE3, 0x9A, 0x3B), (0xAD, 0x21, 0x1C)
_HAPPENS: Final = {
    "FOLD": "Fold",
    "DEAL": "A card is dealt",
    "ALL_IN": "All-in",
    "SHOWDOWN": "Showdown",
}


def terms(solution: Solution) -> dict[str, Any]:
    """What all nodes of a solution share: decimals, units, names of classes, colours."""
    digits = decimals(solution.spot.pot)
    chip = 10**digits
    units = {
        "weight": _SHARE_UNIT,
        "equity": _SHARE_UNIT,
        "strategy": _SHARE_UNIT,
        "ev": chip,
        "action_ev": chip,
        "eqr": _EQR_UNIT,
    }
    return {"digits": digits, "units": units, "classes": CLASS_NAMES, "players": COLOURS[:2], "plain": PLAIN}


def decimals(pot: int) -> int:
    """Decimals of chips that show about a hundred-thousandth of the pot."""
    return max(0, 4 - floor(log10(pot)))


def board_data(report: NodeReport, solution: Solution) -> dict[str, Any]:
    """What all nodes of one board share: the hands of both, their cells, how many combinations a cell can have, and the
    cards that are left in the deck."""
    gone = np.ones(DECK_SIZE, bool)
    gone[list(solution.spot.deck_cards)] = False
    gone[list(parse_cards(report.board))] = True
    live = ~gone[HOLDING_CARDS].any(axis=1)
    return {
        "board": report.board,
        "hands": ["".join(side.hands.names) for side in report.sides],
        "cells": [HOLDING_CLASS[side.holdings].tolist() for side in report.sides],
        "live": np.bincount(HOLDING_CLASS[live], minlength=CLASSES).tolist(),
        "left": "".join(map(card_text, np.flatnonzero(~gone).tolist())),
    }


def node_data(report: NodeReport, units: Mapping[str, int]) -> dict[str, Any]:
    """A node as the script reads it."""
    return {
        "path": report.path,
        "kind": report.kind.name.lower(),
        "player": report.player,
        "pot": report.pot,
        "title": node_title(report),
        "note": node_note(report),
        "actions": action_data(report),
        "sides": [
            _columns(side.hands, units)
            | {"total": side.total.to_json(report.actions), "classes": _columns(side.classes, units)}
            for side in report.sides
        ],
    }


def _columns(figures: Figures, units: Mapping[str, int]) -> dict[str, Any]:
    """Hands or classes that are in the range, as columns; `at` tells which."""
    at = np.flatnonzero(figures.combos >= MIN_WEIGHT)
    columns = {"weight": figures.combos, "equity": figures.equity, "ev": figures.ev, "eqr": figures.eqr}
    found: dict[str, Any] = {"at": at.tolist()}
    found |= {name: _whole(numbers[at], units[name]) for name, numbers in columns.items()}
    for name, rows in (("strategy", figures.strategy), ("action_ev", figures.action_ev)):
        found[name] = [_whole(row[at], units[name]) for row in rows]
    return found


def _whole(numbers: NDArray[np.float64], unit: int) -> list[int | None]:
    """Whole multiples of a unit, None for what is not a number."""
    return [None if number != number else int(number) for number in np.rint(numbers * unit).tolist()]


def card_data(report: RunoutReport) -> dict[str, Any]:
    """The cards to come as the script reads them."""
    plain = report.to_json()
    colours = _colours(report.actions)
    actions = [
        {"name": name, "label": _WORDS[name[0]].format(name[1:]), "colour": colour}
        for name, colour in zip(report.actions, colours, strict=True)
    ]
    return {"player": report.player, "actions": actions, "cards": plain["cards"]}


# Words and colours ----------------------------------------------------------------------------------------------------

_WORDS: Final = {"f": "Fold", "x": "Check", "c": "Call", "b": "Bet {}", "r": "Raise to {}"}


def action_data(report: NodeReport) -> list[dict[str, str]]:
    """The actions with their labels and colours."""
    if report.player is None:
        return []
    labels = [_label(*action, report) for action in zip(report.actions, report.puts_in, strict=True)]
    return [
        {"name": name, "label": label, "colour": colour}
        for name, label, colour in zip(report.actions, labels, _colours(report.actions), strict=True)
    ]


def _label(name: str, puts_in: int, report: NodeReport) -> str:
    """`Bet 100 (50 %)`, `Raise to 900 (all-in)`, `Call 100`."""
    assert report.player is not None
    text = _WORDS[name[0]].format(f"{int(name[1:] or 0):,}")
    if name == "c":
        text += f" {puts_in:,}"
    if puts_in == report.stacks[report.player]:
        return f"{text} (all-in)"
    return f"{text} ({100 * puts_in / report.pot:.0f} %)" if name[0] == "b" else text


def _colours(names: Sequence[str]) -> list[str]:
    """Fold blue, check and call green, bets from orange for the smallest to red for the largest."""
    bets = [name for name in names if name[0] in "br"]
    found = []
    for name in names:
        if name in bets:
            share = bets.index(name) / (len(bets) - 1) if len(bets) > 1 else 0.5
            mixed = (round(a + share * (b - a)) for a, b in zip(_SMALL_BET, _LARGE_BET, strict=True))
            found.append("#" + "".join(f"{part:02x}" for part in mixed))
        else:
            found.append(_FOLD if name[0] == "f" else _PASSIVE)
    return found


def line_data(tree: Tree, path: str) -> list[dict[str, Any]]:
    """A path in words: for each step the player (0 OOP, 1 IP) and the label of the action, or the card."""
    found: list[dict[str, Any]] = []
    node = tree.root
    for step in filter(None, path.split("/")):
        if node.kind is Kind.DEAL:
            found.append({"card": step})
            node = node.children[0]
        else:
            text = _WORDS[step[0]].format(f"{int(step[1:] or 0):,}")
            found.append({"player": node.player, "label": text, "street": STREETS[node.street]})
            node = node.children[node.names.index(step)]
    return found


def node_title(report: NodeReport) -> str:
    """`River: OOP to act`."""
    where = report.street.capitalize()
    return f"{where}: {_HAPPENS[report.kind.name] if report.player is None else SIDES[report.player] + ' to act'}"


def node_note(report: NodeReport) -> str:
    """`pot 300, 800 and 900 behind`."""
    return f"pot {report.pot:,}, {report.stacks[0]:,} and {report.stacks[1]:,} behind"
