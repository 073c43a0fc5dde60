"""Riverboat: a computer-poker laboratory.

The names below are imported when first used, so `import riverboat` is instant; `dir(riverboat)` lists them.

    import riverboat as rb
    rb.equity(["AhKh", "QsQd"])                                    who is ahead
    rb.assess_hand("AdQc", board="3h4cJh")                         how good a hand is
    rb.solve.solve("leduc", target=0.001)                          a small game, to equilibrium
    rb.Spot("Td9d6h", oop="QQ+", ip="TT+", pot=100, stack=500).solve()
    rb.run_match(["always_call", "random"], "leduc", hands=2000)
    rb.review_hands(rb.read_hands("session.txt"))                  how much of a result was luck
    rb.lab.run_entry("billings-table-2-1")                         a published table, reproduced
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.errors import DealError, NotationError, RiverboatError
from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat import abstraction, agents, arena, assess, bridges, cards, games, lab, model, odds, records, solve
    from riverboat.agents.registry import make_agent
    from riverboat.arena.match import run_match
    from riverboat.assess.review import review_hands
    from riverboat.cards.card import parse_cards
    from riverboat.cards.ranges import Range
    from riverboat.cards.ranking.high import rank
    from riverboat.cards.ranking.words import describe
    from riverboat.games.action import Action
    from riverboat.games.agent import Agent
    from riverboat.games.catalogue import make_game, parse_game
    from riverboat.games.play import decks, play_hand
    from riverboat.odds.showdown import equity
    from riverboat.odds.strength import assess_hand
    from riverboat.records.parsing import read_hands
    from riverboat.records.writing import write_hands
    from riverboat.solve.solving import load_policy
    from riverboat.solve.spot.spot import Spot

__version__ = "0.2.0"

__all__ = [
    "Action", "Agent", "DealError", "NotationError", "Range", "RiverboatError", "Spot",
    "abstraction", "agents", "arena", "assess", "assess_hand", "bridges", "cards", "decks", "describe", "equity",
    "games", "lab", "load_policy", "make_agent", "make_game", "model", "odds", "parse_cards", "parse_game", "play_hand",
    "rank", "read_hands", "records", "review_hands", "run_match", "solve", "write_hands",
]  # fmt: skip

_ROOMS = (
    "abstraction", "agents", "arena", "assess", "bridges", "cards", "games", "lab", "model", "odds", "records", "solve",
)  # fmt: skip
_HOMES = {
    "agents.registry": ("make_agent",),
    "arena.match": ("run_match",),
    "assess.review": ("review_hands",),
    "cards.card": ("parse_cards",),
    "cards.ranges": ("Range",),
    "cards.ranking.high": ("rank",),
    "cards.ranking.words": ("describe",),
    "games.action": ("Action",),
    "games.agent": ("Agent",),
    "games.catalogue": ("make_game", "parse_game"),
    "games.play": ("decks", "play_hand"),
    "odds.showdown": ("equity",),
    "odds.strength": ("assess_hand",),
    "records.parsing": ("read_hands",),
    "records.writing": ("write_hands",),
    "solve.solving": ("load_policy",),
    "solve.spot.spot": ("Spot",),
}
__getattr__ = lazy_names(
    __name__,
    {room: f"{__name__}.{room}" for room in _ROOMS}
    | {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names},
)
