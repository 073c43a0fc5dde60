"""Games as data, the dealer, and what a player is: `Rules` -> `State` -> `View` -> `Agent` -> `Action` -> `Hand`."""

from __future__ import annotations

from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.catalogue import games, make_game, parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.play import AgentError, Fault, decks, play_hand
from riverboat.games.rules import Rake, Rules, Street
from riverboat.games.scoring import Award
from riverboat.games.state import IllegalActionError, State
from riverboat.games.view import HIDDEN, View

__all__ = [
    "HIDDEN",
    "Action",
    "ActionOdds",
    "Agent",
    "AgentError",
    "Award",
    "Fault",
    "Hand",
    "IllegalActionError",
    "Rake",
    "Rules",
    "State",
    "Street",
    "View",
    "decks",
    "finished_hand",
    "games",
    "make_game",
    "parse_game",
    "play_hand",
]
