"""Playing 3-player Kuhn poker by rows: where a view is in the strategies, and drawing an action there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.lucifer.pool import kuhn_game
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.rules import Rules
from riverboat.games.same_game import same_game, translate, translate_choices
from riverboat.games.view import View


def require_kuhn(rules: Rules) -> None:
    """Anything but 3-player Kuhn poker with 4 cards is an error."""
    if not same_game(kuhn_game().rules, rules):
        raise RiverboatError(f'game "{rules.identity}": this player knows only kuhn(players=3)')


def follow_rows(agent: Agent, strategy: NDArray[np.float64], view: View) -> Action:
    """An action drawn from a strategy, float64[rows], with the player's random numbers."""
    game = kuhn_game()
    betting = game.betting
    node = betting.follow(translate(view.actions, view.rules, game.rules))
    choices = translate_choices(betting.choices(node), view.street, game.rules, view.rules)
    return agent.sample(choices, strategy[game.rows_of(node, view.down[0])].tolist())


def aggressive_rows() -> NDArray[np.float64]:
    """Bets or calls with the two best cards, otherwise checks or folds (Teófilo 2016, Fig. 64, the third selector)."""
    game = kuhn_game()
    rows = np.zeros(game.rows)
    for node, place in game.walk_choices():
        table = rows[place].reshape(game.rules.deck.size, -1)
        # Kuhn poker has two choices everywhere, the careful one first: check or bet, fold or call.
        table[:2, 0] = table[2:, 1] = 1.0
        rows[place] = table.ravel()
        assert game.betting.children[node] == 2
    return rows


def uniform_rows() -> NDArray[np.float64]:
    """Either choice with equal probability."""
    return np.full(kuhn_game().rows, 0.5)


def bold_rows() -> NDArray[np.float64]:
    """Always bets and calls."""
    rows = np.zeros(kuhn_game().rows)
    rows[1::2] = 1.0
    return rows


def calling_rows() -> NDArray[np.float64]:
    """Always checks and calls."""
    game = kuhn_game()
    rows = np.zeros(game.rows)
    for node, place in game.walk_choices():
        rows[place.start + int(game.betting.owes(node)) : place.stop : 2] = 1.0
    return rows
