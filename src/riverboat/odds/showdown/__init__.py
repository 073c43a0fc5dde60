"""All-in equity: what each hand or range wins on average when all cards are dealt out.

    equity(["AhKh", "QsQd"])                    two to ten hands or ranges, any board, dead cards, twelve games
    equity_by_holding("22+", "AK", "Ah7d2c")    every holding of one range against another
    preflop_matchups()                          the 169 starting hands against each other

`allin.py` chooses between exact and sampled; `exact.py`, `sweep.py` and `dealing/` do hold'em, `other_games.py` the
rest.
"""

from riverboat.odds.showdown.allin import EXACT_SECONDS, SAMPLES, equity, equity_by_holding
from riverboat.odds.showdown.games import GAMES, Game
from riverboat.odds.showdown.matchups import Matchups, preflop_matchups
from riverboat.odds.showdown.result import Equity
from riverboat.odds.showdown.sweep import HoldingEquities

__all__ = [
    "EXACT_SECONDS",
    "GAMES",
    "SAMPLES",
    "Equity",
    "Game",
    "HoldingEquities",
    "Matchups",
    "equity",
    "equity_by_holding",
    "preflop_matchups",
]
