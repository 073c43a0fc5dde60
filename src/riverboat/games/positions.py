"""The names of the positions left of the button."""

from __future__ import annotations

from riverboat.games.rules import Rules


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


def position_names(rules: Rules) -> tuple[str, ...]:
    """What each position of a game is called; nothing where open cards and not a button say who begins."""
    if rules.shows_cards or rules.bring_in:
        return ("",) * rules.players
    return tuple(position_name(position, rules.players) for position in range(rules.players))


def shown_positions(rules: Rules) -> tuple[str, ...]:
    """What a table writes beside the names: nobody is called a blind where no blinds are posted."""
    return tuple("" if name.endswith("blind") and not any(rules.blinds) else name for name in position_names(rules))
