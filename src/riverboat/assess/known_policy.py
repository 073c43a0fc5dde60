"""Players whose strategy is known: what would they do, with the cards they hold or with any others?

AIVAT corrects for the decisions of such players, and needs their probabilities: any `Policy` of `solve.core` says them.
A `KnownPolicy` is made of an array policy of the arena, and so of the registered players that have one (`always_call`,
`always_raise`, `always_fold`, `random`, `acpc_example`, `rules(...)`); a solved strategy is a policy as it is.

Everything here is stateless: a player who learns from hand to hand has another strategy in each hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.strength import holdem_look_up, holdem_look_ups
from riverboat.arena.kernel_play.policy import ANYTHING, OPPONENTS, RAISES, STRENGTHS, ArrayPolicy, odds_step
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS, HOLDINGS, class_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.core.policy import ANY_TOTAL, ActionProbabilities

if TYPE_CHECKING:
    from riverboat.arena.sessions import AgentSpec

Floats = NDArray[np.float64]

FOLD: Final = Action.fold()
CALL: Final = Action.check_or_call()
STREETS: Final = {3: "flop", 4: "turn", 5: "river"}
_CLASSES: Final = HOLDING_CLASS.astype(np.int64)
_REMEMBERED: Final = 2000
"""Situations of one player whose choices are cached, 30 kB each."""


class _Situation(NamedTuple):
    """What an array policy looks at besides the cards, and what the rules allow."""

    interval: tuple[int, int] | None
    owed: int
    highest: int
    pot: int
    raises: int
    opponents: int

    @classmethod
    def of(cls, betting: Betting) -> _Situation:
        actor = betting.actor
        assert actor is not None
        owed = min(betting.highest_bet - betting.bets[actor], betting.stacks[actor])
        pot, others = sum(betting.committed), betting.left - 1
        return cls(betting.raise_interval(), owed, betting.highest_bet, pot, betting.raises, others)


class KnownPolicy:
    """An array policy of hold'em as a `Policy`: for the cards that a seat holds, and for all of them."""

    def __init__(self, policy: ArrayPolicy) -> None:
        self.policy = policy
        self._remembered: dict[tuple[_Situation, int], ActionProbabilities] = {}

    def require_game(self, rules: Rules) -> None:
        """Array policies are for hold'em."""
        if not is_holdem(rules):
            raise RiverboatError(f"{self.policy.name}: an array policy is for hold'em, not for {rules.name}")

    @property
    def hands(self) -> NDArray[np.uint8]:
        """All 1,326 holdings."""
        return HOLDING_CARDS

    def probabilities(self, view: View) -> ActionProbabilities:
        cells = self._cells(_Situation.of(view.betting), view.board)
        if len(cells) == 1:
            row = cells[0]
        elif view.board:
            row = cells[_step(holdem_look_up(view.hole, view.board))]
        else:
            row = cells[class_index(*view.hole)]
        return self._legal(_Situation.of(view.betting), row)

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        now = _Situation.of(betting)
        if board and self.policy.looks_at_boards:
            legal = self._legal(now, self._cells(now, board))
            return ActionProbabilities(legal.actions, legal.probabilities.take(strength_steps(board), axis=0))
        # Nothing but the situation and the street matters, and both come again.
        key = (now, len(board))
        found = self._remembered.get(key)
        if found is None:
            cells = self._cells(now, board)
            rows = np.broadcast_to(cells, (HOLDINGS, cells.shape[1])) if len(cells) == 1 else cells[HOLDING_CLASS]
            found = self._legal(now, rows)
            if len(self._remembered) < _REMEMBERED:
                self._remembered[key] = found
        return found

    # By label: starting hands before the flop, steps of strength after it, one label where cards do not matter ------

    def label_counts(self) -> tuple[int, ...]:
        """The number of labels on each street."""
        return (self.policy.preflop.shape[-2], *(self.policy.postflop.shape[-2],) * len(STREETS))

    def labels(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """int64[1326]: the label of every holding; -1 where the board blocks it."""
        blocked = np.isin(HOLDING_CARDS, board).any(axis=1)
        if self.label_counts()[max(len(board) - 2, 0)] == 1:
            found = np.zeros(HOLDINGS, np.int64)
        else:
            found = strength_steps(board) if board else _CLASSES
        return np.where(blocked, -1, found)

    def at_labels(self, betting: Betting) -> ActionProbabilities:
        """What the player to act does with every label."""
        now = _Situation.of(betting)
        return self._legal(now, self._cells(now, (0,) * (betting.street + 2 if betting.street else 0)))

    def _cells(self, now: _Situation, board: tuple[int, ...]) -> Floats:
        """float64[hands, actions] of this situation."""
        part = self.policy.postflop if board else self.policy.preflop
        where = (
            {3: 0, 4: 1, 5: 2}.get(len(board), 0),
            min(now.raises, RAISES - 1),
            odds_step(now.owed, now.pot),
            min(now.opponents, OPPONENTS) - 1,
            int(now.interval is not None),
        )
        return np.asarray(part[tuple(0 if length == 1 else at for at, length in zip(where, part.shape, strict=False))])

    def _legal(self, now: _Situation, rows: Floats) -> ActionProbabilities:
        """Shares of actions as legal actions: a fold where nothing is owed and a raise at the cap are calls."""
        places: dict[Action, int] = {}
        columns = [FOLD if now.owed else CALL, CALL]
        for size in self.policy.sizes:
            if now.interval is None:
                columns.append(CALL)
            elif size == ANYTHING and now.interval[0] < now.interval[1]:
                columns.append(ANY_TOTAL)
            else:
                low, high = now.interval
                by = max(size, 0.0) * (now.pot + now.owed)
                wanted = now.highest + round(by) if by < high else high
                columns.append(Action.raise_to(max(low, min(wanted, high))))
        for action in columns:
            places.setdefault(action, len(places))
        probabilities = np.zeros((*rows.shape[:-1], len(places)))
        for column, action in enumerate(columns):
            probabilities[..., places[action]] += rows[..., column]
        return ActionProbabilities(tuple(places), probabilities)


def policy_player(spec: AgentSpec, players: int = 2) -> KnownPolicy:
    """A registered player of hold'em who has an array policy, or any `ArrayPolicyAgent`, at a table of this many.

    Args:
        spec: A name, or a class or function that makes an agent.
        players: How many are at the table.
    """
    from riverboat.arena.kernel_play.builtin import policy_of

    return KnownPolicy(policy_of(spec, players))


def blind_player(fold: float, call: float, raise_: float) -> KnownPolicy:
    """Plays all cards alike: these shares among what is allowed, never a fold for free; raises are the minimum.

    Args:
        fold: The share of folds.
        call: The share of calls and checks.
        raise_: The share of raises and bets.
    """
    from riverboat.arena.kernel_play.builtin import blind_policy

    if min(fold, call, raise_) < 0 or (call <= 0 and raise_ <= 0):
        raise RiverboatError(f"probabilities {fold}, {call}, {raise_}: expected none below 0, and a call or a raise")
    return KnownPolicy(blind_policy("blind", fold, call, raise_))


@lru_cache(maxsize=8)
def strength_steps(board: tuple[int, ...]) -> NDArray[np.int64]:
    """The step of strength of every holding on a board, as array policies count them; 0 where it cannot be held."""
    strengths = np.nan_to_num(holdem_look_ups(board))
    return np.minimum(STRENGTHS - 1, (strengths * STRENGTHS).astype(np.int64))


def _step(strength: float) -> int:
    return min(STRENGTHS - 1, int(strength * STRENGTHS))
