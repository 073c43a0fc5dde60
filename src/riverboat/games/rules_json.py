"""The rules of a game as JSON: for programs that read them, over a wire or from a command.

Everything that the dealer goes by, with cards as text. Defaults are written out, so that a reader in another language
needs no knowledge of ours.
"""

from __future__ import annotations

from typing import Any

from riverboat.games.rules import Rules


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """Plain data; `identity` is the text that names these rules in commands."""
    return {
        "identity": rules.identity,
        "betting": rules.betting,
        "players": rules.players,
        "deck": str(rules.deck),
        "stacks": list(rules.stacks),
        "antes": list(rules.antes or rules.nobody),
        "blinds": list(rules.blinds or rules.nobody),
        "bring_in": rules.bring_in,
        "awards": [str(award) for award in rules.awards],
        "short_all_in_reopens": rules.short_all_in_reopens,
        "exact_shares": rules.exact_shares,
        "rake": None if rules.rake is None else {"fraction": rules.rake.fraction, "cap": rules.rake.cap},
        "cap": rules.cap,
        "boards": rules.boards,
        "runs": rules.runs,
        "streets": [
            {
                "name": street.name,
                "down": street.down,
                "up": street.up,
                "board": street.board,
                "passing": street.passing,
                "discarding": street.discarding,
                "drawing": list(street.drawing) if street.drawing else None,
                "bet": street.bet,
                "betting": street.betting or rules.betting,
                "max_raises": street.max_raises,
                "opener": street.opener,
                "must_open": street.must_open,
            }
            for street in rules.streets
        ],
    }
