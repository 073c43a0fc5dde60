"""One game at tables of any size and stakes: what tournaments and ring games play.

A game is a text of the catalogue, such as `holdem(betting=limit)`. If the text does not set `players`, the table
decides. Stakes are multiples of the game's own blinds, antes and bets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules

_NAMES_PLAYERS = re.compile(r"[(,]\s*players\s*=")


def names_players(game: str) -> bool:
    """Whether the text of a game says how many players there are."""
    return _NAMES_PLAYERS.search(game) is not None


def rules_for(game: str, players: int) -> Rules:
    """The game with this many players."""
    if names_players(game):
        rules = parse_game(game)
        if rules.players != players:
            raise RiverboatError(f'game "{game}": leave out players=, this table has {players}')
        return rules
    plain = game.strip()
    if plain.endswith(")"):
        return parse_game(f"{plain[:-1]},players={players})")
    return parse_game(f"{plain}(players={players})")


@cache
def rules_at(game: str, players: int, big_blind: int) -> Rules:
    """The game with this many players, with all amounts scaled to this big blind."""
    return with_big_blind(rules_for(game, players), big_blind)


def with_big_blind(rules: Rules, big_blind: int) -> Rules:
    """The same game with everything that is bet scaled to this big blind."""
    factor = big_blind / unit_of(rules)

    def scaled(amount: int) -> int:
        return max(1, round(amount * factor)) if amount else 0

    return replace(
        rules,
        streets=tuple(replace(street, bet=scaled(street.bet)) for street in rules.streets),
        blinds=tuple(map(scaled, rules.blinds)),
        antes=tuple(map(scaled, rules.antes)),
        bring_in=scaled(rules.bring_in),
        cap=scaled(rules.cap),
    )


def unit_of(rules: Rules) -> int:
    """The big blind; in games without blinds, the first bet."""
    return max(rules.blinds, default=0) or next((street.bet for street in rules.streets if street.bet), 1)


def even_shares(total: int, shares: Sequence[float]) -> list[int]:
    """Whole chips in these proportions; the remainder goes to the first."""
    parts = [int(total * share / sum(shares)) for share in shares]
    parts[0] += total - sum(parts)
    return parts
