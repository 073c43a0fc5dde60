"""The names of the positions left of the button."""

from __future__ import annotations


def position_name(position: int, players: int) -> str:
    """`button`, `small blind`, `big blind`, `cut-off`, `UTG`, `UTG+1` for a place left of the button."""
    if players == 2:
        return ("big blind", "button")[position]
    if position == players - 1:
        return "button"
    if position < 2:
        return ("small blind", "big blind")[position]
    if position == players - 2 and players > 4:
        return "cut-off"
    return "UTG" if position == 2 else f"UTG+{position - 2}"
