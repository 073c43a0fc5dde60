"""A beginner's hold'em: Bill Chen's points before the flop, what the cards have made after it.

A starting hand is played if it has enough points for the number of players, and raised with three more; each raise in
front asks for another three. After the flop there are four kinds of hand: nothing, a weak pair or a draw, the top pair
or an overpair, and anything better. The board's own pairs count for nobody. There is no opponent model and no table of
odds: the player needs nothing but the ranking of hands, so it is ready at once on a fresh installation. About 20 us per
decision.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from riverboat.agents.choices import raise_by_pot
from riverboat.cards.ranking.high import rank
from riverboat.cards.ranking.orders import Category
from riverboat.cards.ranking.words import category
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.odds.preflop.chen import chen_score

POINTS: Final = 2.0
POINTS_PER_PLAYER: Final = 0.6
"""Chen's advice for a full table of ten is to play from 8 points on; heads-up 3.2 are enough."""
POINTS_PER_RAISE: Final = 3.0
BLUFF: Final = 0.1
SIZE: Final = 0.75
"""Of the pot."""
_RUNS: Final = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)


class Made(IntEnum):
    """What a hand has made with its board."""

    NOTHING = 0
    SOMETHING = 1
    """A pair that is not the top one, or four cards to a flush or to both ends of a straight."""
    TOP_PAIR = 2
    BETTER = 3


class Chen(Agent):
    """Plays by Chen's formula (Krieger, "Hold'em Excellence") and by the pair that it holds."""

    def require_game(self, rules: Rules) -> None:
        if not is_holdem(rules):
            raise RiverboatError(f'game "{rules.identity}": chen plays hold\'em')

    def act(self, view: View) -> Action:
        choice = self._before_the_flop(view) if not view.board else self._after_the_flop(view)
        self.action_odds = ActionOdds.certain(choice)
        if choice == RAISE:
            return raise_by_pot(view, SIZE)
        return view.check_or_call() if choice == CALL else view.check_or_fold()

    def _before_the_flop(self, view: View) -> int:
        spare = chen_score(view.hole) - POINTS - POINTS_PER_PLAYER * view.rules.players
        spare -= POINTS_PER_RAISE * view.raises
        if spare >= POINTS_PER_RAISE:
            return RAISE
        return CALL if spare >= 0.0 else FOLD

    def _after_the_flop(self, view: View) -> int:
        made = made_with(view.hole, view.board)
        cheap = view.to_call <= view.pot / 3
        if made == Made.BETTER:
            return RAISE if view.raises < 2 else CALL
        if made == Made.TOP_PAIR:
            return RAISE if not view.to_call else CALL if view.raises < 2 or cheap else FOLD
        if made == Made.SOMETHING and cheap:
            return CALL
        return RAISE if not view.to_call and self.rng.random() < BLUFF else FOLD


def made_with(hole: tuple[int, ...], board: tuple[int, ...]) -> Made:
    """What two cards have made with the board, beyond what the board has alone."""
    ranks, on_board = sorted((card // 4 for card in hole), reverse=True), [card // 4 for card in board]
    paired = [value for value in ranks if value in on_board]
    is_pair = ranks[0] == ranks[1]
    if is_pair and paired:
        return Made.BETTER  # three of a kind, or better
    if len(set(paired)) == 2 or any(on_board.count(value) > 1 for value in paired):
        return Made.BETTER
    value = rank(hole + board)
    if category(value) in _RUNS and (len(board) < 5 or value > rank(board)):
        return Made.BETTER
    if (is_pair and ranks[0] > max(on_board)) or (paired and paired[0] == max(on_board)):
        return Made.TOP_PAIR
    return Made.SOMETHING if is_pair or paired or (len(board) < 5 and _is_drawing(hole, board)) else Made.NOTHING


def _is_drawing(hole: tuple[int, ...], board: tuple[int, ...]) -> bool:
    cards = hole + board
    suits = [card % 4 for card in cards]
    if any(suits.count(card % 4) >= 4 for card in hole):
        return True
    have = {card // 4 for card in cards}
    own = {card // 4 for card in hole}
    runs = (set(range(low, low + 4)) for low in range(9))
    return any(run <= have and run & own and max(run) < 12 for run in runs)
