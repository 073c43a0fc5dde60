"""What does a local best response win on one board? All its hands against a whole range, along every line.

Local best response (Lisy and Bowling 2017) knows the opponent's strategy, and so the range after every line. Before the
river it takes the best of folding, calling and a few bets, as if both checked and called from then on: a call is worth
wp * pot - (1 - wp) * asked, a bet what the folding part of the range leaves and what the rest then pays. On the river
nothing is left to guess, and its answer is a best response within its own bets.

In vector form only the public cards are dealt: each of the responder's hands plays against every hand of the range at
once, so that nothing hidden is sampled. What it decides depends on the cards of the street alone; what that is worth is
counted on the whole board, over pairs of hands that share no card. Each board gives the exact value of a real strategy,
and the mean over boards is an unbiased lower bound on exploitability.

Cost: 0.2 s for the matrices of a board (`odds/leads`), some tenths of a second for all lines of limit hold'em, and what
the player takes to say its probabilities. With `sampled` one of the player's actions is drawn at each of its decisions
before the river and weighted by its probability, for players whose every answer costs a solve.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.odds.leads import lead_matrix
from riverboat.solve.core.policy import ANY_TOTAL, RangePolicy
from riverboat.solve.limit.choices import meetable

Singles = NDArray[np.float32]
Bets = Callable[[Betting], list[int]]
"""The totals to which the responder may bet or raise."""
PAIRS: Final = 1081 * 990
"""Pairs of hands on a river board."""
RIVER: Final = 3
_CARDS: Final = (0, 3, 4, 5)
_CALL: Final = Action.check_or_call()
_FOLD: Final = Action.fold()

_Node = tuple[Any, ...]


def board_value(
    policy: RangePolicy,
    rules: Rules,
    me: int,
    board: tuple[int, ...],
    bets: Bets,
    *,
    first: int = 0,
    sampled: np.random.Generator | None = None,
) -> float:
    """What the responder in this position wins on a board, mean over all pairs of hands; chips per hand.

    Before the street `first` it checks and calls.
    """
    walk = _Walk(policy, rules, me, board, bets, first, sampled)
    walk.run(State(rules, _deck_with(board)))
    return walk.total() / PAIRS


class _Walk:
    """All lines of one board in one position."""

    def __init__(
        self,
        policy: RangePolicy,
        rules: Rules,
        me: int,
        board: tuple[int, ...],
        bets: Bets,
        first: int,
        sampled: np.random.Generator | None,
    ) -> None:
        self.policy, self.rules, self.me, self.them = policy, rules, me, 1 - me
        self.board, self.bets, self.first, self.sampled = board, bets, first, sampled
        self._live = [_free_of(board[:cards]) for cards in _CARDS]
        self._rows = np.array([holding_index(*hand) for hand in policy.hands.tolist()])
        self._answers: dict[tuple[Any, ...], list[tuple[Action, Singles]]] = {}
        self._chances: dict[tuple[Any, ...], tuple[Singles, Singles]] = {}
        self._next: list[tuple[State, Singles, Singles]] = []
        self._done = 0.0
        self._shown: list[Singles] = []
        self._folded: list[Singles] = []
        self._rivers: list[tuple[Singles, _Node]] = []

    # Down to the river ------------------------------------------------------------------------------------------------

    def run(self, start: State) -> None:
        """All lines, street by street: what the responder must know of a street is computed for all of them at once."""
        self._next = [(start, np.ones(HOLDINGS, np.float32), np.ones(HOLDINGS, np.float32))]
        for street in range(RIVER):
            entries, self._next = self._next, []
            if street >= self.first:
                self._look_ahead(street, [(state, theirs) for state, theirs, _ in entries])
            for state, theirs, own in entries:
                self._visit(street, state, theirs, own)
        live = self._live[-1]
        self._rivers = [(own * live, self._tree(state, theirs * live)) for state, theirs, own in self._next]

    def _look_ahead(self, street: int, entries: list[tuple[State, Singles]]) -> None:
        """Whom each hand meets and how far it is ahead, at every decision of the responder on a street.

        For each decision: the player's range, and the part of it that stays after each of the responder's bets.
        """
        keys: list[tuple[tuple[Any, ...], int]] = []
        columns: list[Singles] = []

        def look(state: State, theirs: Singles) -> None:
            betting = state.betting
            if betting.actor is None or betting.street != street or not theirs.any():
                return
            if betting.actor != self.me:
                for action, after in self._replies(state, theirs):
                    if action != _FOLD:
                        look(state.child(action), after)
                return
            raised = [state.child(Action.raise_to(total)) for total in self.bets(betting)]
            keys.append((betting.actions, 1 + len(raised)))
            columns.append(theirs)
            columns.extend(theirs - self._folding(child, theirs) for child in raised)
            for child in (state.child(_CALL), *raised):
                look(child, theirs)

        for state, theirs in entries:
            look(state, theirs)
        if not keys:
            return
        live = np.flatnonzero(self._live[street])
        reach = np.stack(columns, axis=1) * self._live[street][:, None]
        met = meetable(reach)
        lead = np.zeros_like(met)
        leads = lead_matrix(self.board[: _CARDS[street]])
        lead[live] = np.ascontiguousarray(leads[np.ix_(live, live)]) @ reach[live]
        at = 0
        for key, count in keys:
            self._chances[key] = met[:, at : at + count], lead[:, at : at + count]
            at += count

    def _visit(self, street: int, state: State, theirs: Singles, own: Singles) -> None:
        """Follow all lines from here to the end of the street; both bring these parts of each hand here."""
        live = self._live[-1]
        if not (own * live).any() or not (theirs * live).any():
            return
        betting = state.betting
        if betting.actor is None:
            self._show(state, theirs, own)
        elif betting.street != street:
            self._next.append((state, theirs, own))
        elif betting.actor == self.me:
            for action, mask in self._chosen(state):
                if action == _FOLD:
                    self._fold(-betting.committed[self.me], theirs, own * mask)
                else:
                    self._visit(street, state.child(action), theirs, own * mask)
        else:
            for action, after, weight in self._followed(state, theirs):
                if action == _FOLD:
                    self._fold(betting.committed[self.them], after, own * weight)
                else:
                    self._visit(street, state.child(action), after, own * weight)

    def _chosen(self, state: State) -> list[tuple[Action, Singles]]:
        """The responder's actions and the hands that take them: what is best if both only check and call later."""
        betting = state.betting
        if betting.street < self.first:
            return [(_CALL, np.ones(HOLDINGS, np.float32))]
        pot = float(sum(betting.committed))
        asked = float(min(betting.highest_bet - betting.bets[self.me], betting.stacks[self.me]))
        met, lead = self._chances[betting.actions]
        win, lose = (met + lead) / 2, (met - lead) / 2
        actions = [_CALL]
        values: list[NDArray[Any]] = [win[:, 0] * pot - lose[:, 0] * asked]
        for place, total in enumerate(self.bets(betting), start=1):
            paid = float(total - betting.bets[self.me])
            folded = met[:, 0] - met[:, place]
            values.append(folded * pot + win[:, place] * (pot + paid - asked) - lose[:, place] * paid)
            actions.append(Action.raise_to(total))
        if asked > 0:
            actions.append(_FOLD)
            values.append(_zeros())
        best = np.argmax(np.stack(values), axis=0)
        return [(action, (best == place).astype(np.float32)) for place, action in enumerate(actions)]

    def _folding(self, state: State, theirs: Singles) -> Singles:
        """The part of the player's range that folds."""
        return sum((after for reply, after in self._replies(state, theirs) if reply == _FOLD), _zeros())

    def _followed(self, state: State, theirs: Singles) -> list[tuple[Action, Singles, float]]:
        """The player's actions, its reach after each, and by what the responder's hands are multiplied."""
        replies = self._replies(state, theirs)
        if self.sampled is None:
            return [(action, after, 1.0) for action, after in replies]
        sums = np.array([float((after * self._live[-1]).sum()) for _, after in replies])
        if not sums.sum() > 0:
            return []
        place = int(self.sampled.choice(len(replies), p=sums / sums.sum()))
        action, after = replies[place]
        return [(action, after, float(sums.sum() / sums[place]))]

    def _replies(self, state: State, theirs: Singles) -> list[tuple[Action, Singles]]:
        """What the player does with each hand, and its reach after that; asked once for each line."""
        if state.betting.actor is None:  # all-in, and called already
            return []
        key = state.betting.actions
        if key not in self._answers:
            betting = state.betting
            actions, rows = self.policy.range_probabilities(betting, self.board[: _CARDS[betting.street]])
            if ANY_TOTAL in actions:
                raise RiverboatError("local best response: this player raises to any total, which has no end of lines")
            merged: dict[Action, Singles] = {}
            for action, column in zip(actions, rows.T, strict=True):
                shares = _zeros()
                shares[self._rows] = column
                merged[action] = merged.get(action, _zeros()) + shares * theirs
            self._answers[key] = [(action, after) for action, after in merged.items() if after.any()]
        return self._answers[key]

    def _fold(self, won: int, theirs: Singles, own: Singles) -> None:
        live = self._live[-1]
        self._done += won * float(np.dot(own * live, meetable(theirs * live)))

    def _show(self, state: State, theirs: Singles, own: Singles) -> None:
        """All-in before the river: the board is dealt, and the smaller stack decides what it is about."""
        live = self._live[-1]
        lead = lead_matrix(self.board) @ (theirs * live)
        self._done += min(state.betting.committed) * float(np.dot(own * live, lead))

    # On the river -----------------------------------------------------------------------------------------------------

    def _tree(self, state: State, theirs: Singles) -> _Node:
        """The rest of a line as a tree of what is to be computed; ranges at its ends are collected."""
        betting = state.betting
        if betting.actor is None:
            self._shown.append(theirs)
            return "show", len(self._shown) - 1, float(min(betting.committed))
        if betting.actor == self.me:
            if self.first > RIVER:
                return self._tree(state.child(_CALL), theirs)
            options = [self._tree(state.child(_CALL), theirs)]
            options += [self._tree(state.child(Action.raise_to(total)), theirs) for total in self.bets(betting)]
            if betting.highest_bet > betting.bets[self.me]:
                options.append(self._folds(-betting.committed[self.me], theirs))
            return "best", options
        parts = []
        for action, after in self._replies(state, theirs):
            if action == _FOLD:
                parts.append(self._folds(betting.committed[self.them], after))
            else:
                parts.append(self._tree(state.child(action), after))
        return "sum", parts

    def _folds(self, won: int, theirs: Singles) -> _Node:
        self._folded.append(theirs)
        return "fold", len(self._folded) - 1, float(won)

    def total(self) -> float:
        """Summed over all pairs of hands that share no card, in chips."""
        found = self._done
        if not self._rivers:
            return found
        live = np.flatnonzero(self._live[-1])
        leads = np.ascontiguousarray(lead_matrix(self.board)[np.ix_(live, live)])
        shown = leads @ np.stack(self._shown, axis=1)[live] if self._shown else None
        folded = meetable(np.stack(self._folded, axis=1))[live] if self._folded else None

        def value(node: _Node) -> Singles:
            kind = node[0]
            if kind == "show":
                assert shown is not None
                return np.asarray(shown[:, node[1]] * np.float32(node[2]))
            if kind == "fold":
                assert folded is not None
                return np.asarray(folded[:, node[1]] * np.float32(node[2]))
            parts = [value(part) for part in node[1]] or [np.zeros(len(live), np.float32)]
            return np.asarray(np.max(parts, axis=0) if kind == "best" else np.sum(parts, axis=0))

        for own, node in self._rivers:
            found += float(np.dot(own[live], value(node).astype(np.float64)))
        return found


def _zeros() -> Singles:
    return np.zeros(HOLDINGS, np.float32)


def _free_of(board: tuple[int, ...]) -> Singles:
    return np.asarray(~np.isin(HOLDING_CARDS, board).any(axis=1), np.float32)


def _deck_with(board: tuple[int, ...]) -> tuple[int, ...]:
    """A deck that deals this board to hands that nobody looks at."""
    rest = [card for card in range(DECK_SIZE) if card not in board]
    return (*rest[:4], *board, *rest[4:])
