"""What did a player face, and what did the player do? Every decision with known hole cards, as rows of arrays.

A case is one decision (Teófilo 2016, section 6.1): the values of all evaluators of PokerLang as the seat saw them, and
the action. Predictors are left out, as in the thesis: they depend on what the player knew about others. Words are
numbered in their order, so that `stack` runs from 0 (dead) to 4 (green). Nothing here can see what happened later: the
terms are computed from the view of the seat before its action.

Cost: about 0.3 ms per decision, most of it for E[HS] and potential on the flop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.pokerlang.opponents import Opponents
from riverboat.agents.pokerlang.situation import Situation
from riverboat.agents.pokerlang.terms import TERMS, Term
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import CALL, FOLD, RAISE
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.view import HIDDEN, View
from riverboat.progress import OnProgress, Progress

EVALUATORS: Final[tuple[Term, ...]] = tuple(
    term for term in TERMS.values() if not term.predictor and term.kind != "hands"
)
"""The columns of `Cases.values`."""
COLUMN: Final = {term.name: place for place, term in enumerate(EVALUATORS)}
BEFORE_FLOP, AFTER_FLOP = 0, 1
_HANDS_BETWEEN_REPORTS: Final = 100


class Decision(NamedTuple):
    """One moment of a hand: what the seat saw, and what it did."""

    view: View
    action: Action


class Amount(NamedTuple):
    """How large a raise was."""

    of_pot: float
    """What was added above a call, as a part of the pot after the call; `raise(x)` of the language."""
    of_stack: float
    """What was put in, as a part of the chips that the player had left."""


@dataclass(frozen=True, eq=False)
class Cases:
    """Decisions of one player as arrays, in the order in which they were made."""

    values: NDArray[np.float64]
    """float64[N, terms], columns as in `EVALUATORS`."""
    actions: NDArray[np.int64]
    """`FOLD`, `CALL` or `RAISE`."""
    of_pot: NDArray[np.float64]
    of_stack: NDArray[np.float64]
    """`Amount`s of raises; 0 elsewhere, and where the rules fix the amount."""
    hands: NDArray[np.int64]
    """Which hand each belongs to."""

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, which: Any) -> Cases:
        """Some of them, by a mask, a slice or numbers."""
        return Cases(*(getattr(self, each.name)[which] for each in fields(self)))

    def column(self, term: str) -> NDArray[np.float64]:
        """The values of one term."""
        return self.values[:, COLUMN[term]]

    @property
    def phases(self) -> NDArray[np.int64]:
        """`BEFORE_FLOP` or `AFTER_FLOP`, which have their own distributions."""
        return (self.column("street") > 0.0).astype(np.int64)


@dataclass
class Counted:
    """How many hands there were, and of how many the cards are known."""

    hands: int = 0
    known: int = 0
    other_games: int = 0


def cases_of(
    hands: Iterable[Hand], player: str, counted: Counted | None = None, on_progress: OnProgress | None = None
) -> Cases:
    """The cases of a player; hands of other games and without the player's cards are counted and left out."""
    counted = Counted() if counted is None else counted
    values, actions, amounts, numbers = [], [], [], []
    for number, hand in enumerate(hands):
        if on_progress is not None and number % _HANDS_BETWEEN_REPORTS == 0:
            on_progress(Progress(number, None, note="hands read"))
        if player not in hand.players:
            continue
        counted.hands += 1
        if not is_holdem(hand.rules):
            counted.other_games += 1
            continue
        decisions = decisions_of(hand, hand.players.index(player))
        if decisions is None:
            continue
        counted.known += 1
        for view, action in decisions:
            values.append(_row(view))
            actions.append(_kind(action))
            amounts.append(amount_of(view, action))
            numbers.append(number)
    sizes = np.array(amounts, np.float64).reshape(-1, 2)
    return Cases(
        np.array(values, np.float64).reshape(-1, len(EVALUATORS)),
        np.array(actions, np.int64),
        sizes[:, 0].copy(),
        sizes[:, 1].copy(),
        np.array(numbers, np.int64),
    )


def decisions_of(hand: Hand, position: int) -> Iterator[Decision] | None:
    """A player's decisions in one hand of hold'em; None if the hole cards or the board are not known."""
    down = hand.down[position]
    if len(down) != 2 or HIDDEN in down or HIDDEN in hand.board:
        return None
    try:
        states = hand.with_deck().replay()
    except RiverboatError:
        return None
    return (
        Decision(View(state, position), action)
        for state, (_, who, action) in zip(states, hand.actions, strict=False)
        if who == position
    )


def amount_of(view: View, action: Action) -> Amount:
    """The size of a raise; nothing for other actions, and where the rules fix it."""
    if action.verb != "raise_to" or view.rules.betting == "limit":
        return Amount(0.0, 0.0)
    paid = action.amount - view.bets[view.position]
    above = action.amount - view.highest_bet
    return Amount(above / max(view.pot + view.to_call, 1), paid / max(view.stacks[view.position], 1))


def _kind(action: Action) -> int:
    return {"fold": FOLD, "raise_to": RAISE}.get(action.verb, CALL)


def _row(view: View) -> list[float]:
    at = Situation(view, _NOBODY)
    row = []
    for term in EVALUATORS:
        value = at.value(term.name)
        row.append(float(term.words.index(value)) if isinstance(value, str) else float(value))
    return row


_NOBODY: Final = Opponents()
"""Evaluators do not ask about opponents."""
