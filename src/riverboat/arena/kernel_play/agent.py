"""An array policy as an ordinary player: it reads the table through its `View`, so it can sit anywhere.

Written apart from the kernel and with none of its code: given the same draws, it must do the same.
"""

from __future__ import annotations

from riverboat.agents.strength import holdem_look_up
from riverboat.arena.kernel_play.policy import (
    ANYTHING,
    CALL,
    DRAW_BITS,
    FIRST_RAISE,
    FOLD,
    OPPONENTS,
    RAISES,
    STRENGTHS,
    ArrayPolicy,
    odds_step,
)
from riverboat.cards.holdings import class_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.holdem import is_holdem
from riverboat.games.view import View


class ArrayPolicyAgent(Agent):
    """Follows an `ArrayPolicy` in hold'em."""

    def __init__(self, policy: ArrayPolicy) -> None:
        super().__init__()
        self.policy = policy
        self.name = policy.name
        self._preflop = policy.thresholds(policy.preflop)
        self._postflop = policy.thresholds(policy.postflop)

    def act(self, view: View) -> Action:
        if not is_holdem(view.rules):
            raise RiverboatError(f"policy {self.name}: plays hold'em, not {view.rules.name}")
        draw = self.rng.getrandbits(64)
        chosen = self._choose(view, draw >> (64 - DRAW_BITS))
        if chosen == FOLD:
            return view.check_or_fold()
        interval = view.raise_interval
        if chosen == CALL or interval is None:
            return view.check_or_call()
        low, high = interval
        size = self.policy.sizes[chosen - FIRST_RAISE]
        if size == ANYTHING:
            return Action.raise_to(low + ((draw & 0xFFFFFFFF) * (high - low + 1) >> 32))
        by = size * (view.pot + view.to_call)
        wanted = view.highest_bet + round(by) if by < high else high
        return Action.raise_to(max(low, min(wanted, high)))

    def _choose(self, view: View, draw: int) -> int:
        """The first action whose cumulative probability exceeds the random number."""
        cells = self._postflop if view.board else self._preflop
        where = (
            {3: 0, 4: 1, 5: 2}.get(len(view.board), 0),
            min(view.raises, RAISES - 1),
            odds_step(view.to_call, view.pot),
            min(view.opponents, OPPONENTS) - 1,
            int(view.raise_interval is not None),
        )
        row = cells[tuple(0 if length == 1 else at for at, length in zip(where, cells.shape, strict=False))]
        cell = row[0] if len(row) == 1 else row[_hand_step(view)]
        return sum(draw >= int(threshold) for threshold in cell)


def _hand_step(view: View) -> int:
    """The class before the flop, the step of strength after it."""
    if not view.board:
        return class_index(*view.hole)
    return min(STRENGTHS - 1, int(holdem_look_up(view.hole, view.board) * STRENGTHS))
