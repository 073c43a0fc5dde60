"""Make the sample session that comes with the package: 120 hands of no-limit hold'em among six of our own players.

    python tools/sample_session.py src/riverboat/web/samples/session.phhs

The same seed gives the same file. Players appear under the names that people know (`riverboat.agents.catalogue`).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from riverboat.agents.catalogue import player_name
from riverboat.arena import run_match
from riverboat.games import Hand
from riverboat.records.writing import write_hands

PLAYERS: Final = (
    "rules(style=tight_aggressive)", "rules(style=loose_passive)", "rules(style=rock)",
    "rules(style=loose_aggressive)", "chen", "pokerlang(strategy=regular)",
)  # fmt: skip
GAME: Final = "holdem(betting=no-limit,blinds=1/2,stacks=200,players=6)"
HANDS: Final = 120
SEED: Final = 24


def session() -> list[Hand]:
    """The hands."""
    hands: list[Hand] = []
    result = run_match(list(PLAYERS), GAME, HANDS, seed=SEED, record=hands.extend)
    names = {player.name: player_name(agent) for player, agent in zip(result.players, PLAYERS, strict=True)}
    return [hand._replace(players=tuple(names[name] for name in hand.players)) for hand in hands]


if __name__ == "__main__":
    write_hands(session(), Path(sys.argv[1]), "phh")
