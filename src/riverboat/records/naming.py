"""Is this the game that somebody asked for? `holdem(betting=limit)` means every limit hold'em, whatever the blinds."""

from __future__ import annotations


def is_game(identity: str, wanted: str) -> bool:
    """Whether the game with this identity has the wanted name, and every parameter that was given with it."""
    name, parameters = _parts(identity)
    wanted_name, wanted_parameters = _parts(wanted)
    return name == wanted_name and wanted_parameters <= parameters


def _parts(text: str) -> tuple[str, set[str]]:
    name, _, rest = text.strip().partition("(")
    return name.strip(), {part.strip() for part in rest.rstrip(")").split(",") if part.strip()}
