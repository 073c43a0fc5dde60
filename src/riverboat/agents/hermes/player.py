"""Hermes at the table: all-in or fold before the flop, with at most 20 big blinds, among five to seven players.

A hand is sorted into a class, the betting into a situation (`tables.py`), the opponent that matters is looked up in the
statistics (`opponents.py`), the shove gets its expected return (`returns.py`), and the rules of Figure 70 decide
(`strategy.py`). Choices that the source leaves open or has wrong:

* `ties=win` counts ties as wins in equities, as printed; `half` is the default.
* `returns=printed` uses Figure 69 as printed, with amounts in a currency in which the big blind is 0.02 as in the
  games of the source; `repaired` is the default.
* `plus=true` also re-steals from the small blind, which the figure probably meant, and where nobody or only players who
  are all-in have entered the pot, plays an equilibrium of the game in which everyone shoves or folds, for the actual
  stacks (`equilibrium.py`).

In a ring game it buys in for 20 big blinds, and leaves with more, or if there are fewer than five or more than seven
players. Where it cannot leave it plays on: with stacks deeper than 20 big blinds class 1 only. It never bets after the
flop. Cost: about 10 us per decision; `plus` solves its equilibria on first use, in some ten seconds of
processor time per depth, and keeps them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from riverboat.agents.choices import raise_or_call
from riverboat.agents.hermes.equilibrium import MAX_PLAYERS, equilibrium_probability
from riverboat.agents.hermes.opponents import Book, OpponentBooks
from riverboat.agents.hermes.returns import (
    PRINTED_BIG_BLIND,
    Ties,
    equity_against_share,
    expected_return,
    printed_return,
)
from riverboat.agents.hermes.strategy import PRINTED, REPAIRED, shove_probability
from riverboat.agents.hermes.tables import HAND_CLASSES, game_state, main_opponent, position_of
from riverboat.cards.holdings import class_index
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.card_room import TableInfo
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.memory import Memory
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress

Returns = Literal["repaired", "printed"]
MAX_STACK: Final = 20
"""In big blinds."""
PLAYERS: Final = range(5, 8)
"""At how many players' tables it plays."""


class Hermes(Agent):
    """The short-stack player of Teófilo (2016)."""

    buy_in = MAX_STACK

    def __init__(self, plus: bool = False, ties: Ties = "half", returns: Returns = "repaired") -> None:
        super().__init__()
        for name, value, allowed in (("ties", ties, Ties), ("returns", returns, Returns)):
            if value not in get_args(allowed):
                raise NotationError(f"hermes: {name}={value}: expected one of {', '.join(get_args(allowed))}")
        self.plus, self.ties, self.returns = plus, ties, returns
        self._books: Final = OpponentBooks()
        self._names: tuple[str, ...] = ()

    def require_game(self, rules: Rules) -> None:
        free = rules.betting == "no-limit" and all(street.betting in (None, "no-limit") for street in rules.streets)
        if not (free and is_holdem(rules) and rules.blinds and len(rules.streets) == 4):
            raise RiverboatError(f'game "{rules.identity}": Hermes plays no-limit hold\'em with blinds')

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        from riverboat.odds.showdown import preflop_matchups

        preflop_matchups(on_progress)
        if self.plus:
            from riverboat.solve.pushfold import push_fold_ranges

            for players in range(2, MAX_PLAYERS + 1):
                push_fold_ranges(MAX_STACK, players=players, on_progress=on_progress)

    def plays_at(self, table: TableInfo, stack: int) -> bool:
        return stack <= MAX_STACK * table.big_blind and len(table.players) in PLAYERS

    def begin(self, view: View) -> None:
        self._names = self.names_in(view)

    def act(self, view: View) -> Action:
        likely = self._shove_probability(view) if view.street == 0 else 0.0
        if likely == 0.0:
            return self.certain(view.check_or_fold())
        interval = view.raise_interval
        shove = view.check_or_call() if interval is None else raise_or_call(view, interval[1])
        if likely == 1.0:
            return self.certain(shove)
        return self.sample((shove, view.check_or_fold()), (likely, 1.0 - likely))

    def end(self, hand: Hand) -> None:
        if len(self._names) == hand.rules.players:
            self._books.learn(hand, self._names)

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:
        self._books.load_memory(memory, opponents)

    def save_memory(self, memory: Memory) -> None:
        self._books.save_memory(memory)

    def book(self, name: str) -> Book:
        """What it knows about a player."""
        return self._books.book(name)

    # Decisions --------------------------------------------------------------------------------------------------------

    def _shove_probability(self, view: View) -> float:
        hand = class_index(*view.hole)
        hand_class = HAND_CLASSES[hand]
        if hand_class is None and not self.plus:
            return 0.0
        if _depth(view) > MAX_STACK:
            return float(hand_class == 1)
        if self.plus:
            solved = equilibrium_probability(view, hand)
            if solved is not None:
                return solved
        if hand_class in (None, 1):
            return float(hand_class == 1)
        players = view.rules.players
        opponent = main_opponent(view)
        book = self._books.book(self._names[opponent]) if self._names else self._books.book("")
        return shove_probability(
            hand_class,
            game_state(view),
            position_of(view.position, players),
            position_of(opponent, players),
            book.fold3bet,
            lambda: self._return(view, hand, opponent, book) >= 0.0,
            REPAIRED if self.plus else PRINTED,
        )

    def _return(self, view: View, hand: int, opponent: int, book: Book) -> float:
        """What a shove is expected to win from the main opponent, in chips or, as printed, in nothing that has a name.

        Chips beyond the own stack can neither be won nor lost, so they do not count.
        """
        own, theirs = (view.committed[who] + view.stacks[who] for who in (view.position, opponent))
        equity = equity_against_share(hand, book.vpip, self.ties)
        is_all_in = not view.stacks[opponent]
        fold = 0.0 if is_all_in else book.fold3bet
        if self.returns == "printed":
            euros = PRINTED_BIG_BLIND / max(view.rules.blinds)
            return printed_return(fold, equity, book.vpip, view.pot * euros, view.rules.players, PRINTED_BIG_BLIND)
        matched = min(own, theirs)
        pot = sum(min(chips, own) for chips in view.committed)
        call = max(0, matched - view.committed[opponent])
        risk = max(0, matched - view.committed[view.position])
        return expected_return(fold, equity, pot, call, risk)


def _depth(view: View) -> float:
    """The own stack before the hand, or that of the deepest opponent if it is smaller, in big blinds."""
    whole = [chips + paid for chips, paid in zip(view.stacks, view.committed, strict=True)]
    others = max(whole[who] for who, alive in enumerate(view.live) if alive and who != view.position)
    return min(whole[view.position], others) / max(view.rules.blinds)
