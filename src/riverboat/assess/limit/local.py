"""What does a player of limit hold'em lose on the river alone? Local best response, for anybody who says his odds.

The responder checks and calls until the river and then plays a best response to the range that the player has there
(Lisy and Bowling 2017 restrict their local best response to late streets in the same way; on the river nothing is left
to guess, so the response is exact). Public cards are sampled; all hands of both players are played against each other
at once. Each board gives the exact value of a real strategy there, so that the mean is an unbiased lower bound on
exploitability, with an interval.

A player is asked for its probabilities with every hand about fifty times a board: nothing need be written down, so that
players who solve in play can be measured too. Cost: a millisecond a board, and what the player takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import live_holdings
from riverboat.agents.psopti.player import PsOpti
from riverboat.agents.registry import make_agent
from riverboat.agents.strategy import StrategyAgent
from riverboat.assess.limit.players import blind_policy_of, known_policy_of
from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.state import State
from riverboat.progress import OnProgress, Progress
from riverboat.solve.abstract.models import limit_holdem
from riverboat.solve.core.policy import Policy
from riverboat.solve.limit.flop import river_values
from riverboat.solve.limit.lines import ACTIONS, MBB_PER_UNIT, decisions_of, locate, row_multipliers
from riverboat.solve.limit.tabulation import letter_of
from riverboat.stats.mean import Interval, RunningMean

Floats = NDArray[np.float64]
MIN_BOARDS: Final = 2
_CALL: Final = Action.check_or_call()
_RIVER: Final = 3
_SMALL_BLIND: Final = 5
"""Chips."""
_PAIRS: Final = 1081 * 990
"""Pairs of hands on a river board."""


@dataclass(frozen=True, eq=False)
class LocalExploitability:
    """What the responder wins on sampled boards; mbb per hand."""

    player: str
    by_board: Floats
    """float64[boards, seat]: as big blind and as small blind."""
    seed: int

    @cached_property
    def mbb(self) -> float:
        """The mean over boards and seats."""
        return float(self.by_board.mean())

    @property
    def by_seat(self) -> tuple[float, float]:
        """As big blind and as small blind."""
        low, high = self.by_board.mean(axis=0).tolist()
        return low, high

    @cached_property
    def interval(self) -> Interval:
        """95 %."""
        return RunningMean.of(self.by_board.mean(axis=1).tolist()).interval()

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "player": self.player, "mbb": self.mbb, "interval": [self.interval.low, self.interval.high],
            "seats": {"big_blind": self.by_seat[0], "small_blind": self.by_seat[1]},
            "boards": len(self.by_board), "seed": self.seed,
        }  # fmt: skip


def exploit_locally(
    player: str, boards: int, *, seed: int = 1, on_progress: OnProgress | None = None
) -> LocalExploitability:
    """The local best response on this many random boards, in both seats."""
    if boards < MIN_BOARDS:
        raise RiverboatError(f"{boards} boards: expected {MIN_BOARDS} or more")
    policy = range_policy(player, on_progress)
    policy.require_game(limit_holdem())
    rng = np.random.default_rng(seed)
    found = np.empty((boards, 2))
    for number in range(boards):
        board = tuple(rng.choice(DECK_SIZE, 5, replace=False).tolist())
        found[number] = [board_value(policy, me, board) for me in (0, 1)]
        if on_progress is not None:
            on_progress(Progress(number + 1, boards))
    return LocalExploitability(player, found, seed)


def range_policy(text: str, on_progress: OnProgress | None = None) -> Policy:
    """The policy of a player who can say its probabilities for every hand."""
    if (blind := blind_policy_of(text)) is not None:
        return blind
    agent = make_agent(text)
    agent.prepare(on_progress)
    if isinstance(agent, PsOpti | StrategyAgent):
        return agent.policy
    return known_policy_of(text)


def board_value(policy: Policy, me: int, board: tuple[int, ...]) -> float:
    """What the responder in this seat wins on a board, mean over all pairs of hands; mbb per hand."""
    walk = _Walk(policy, me, board)
    walk.follow(State(limit_holdem(), _deck_with(board)), walk.live.astype(np.float64))
    return float(walk.total() / _PAIRS * MBB_PER_UNIT)


class _Walk:
    """All lines on which the responder checks and calls, down to the river."""

    def __init__(self, policy: Policy, me: int, board: tuple[int, ...]) -> None:
        self.policy, self.me, self.board = policy, me, board
        self.live = np.zeros(HOLDINGS, bool)
        self.live[live_holdings(np.array(board, np.uint8))] = True
        self._rows = np.array([holding_index(*hand) for hand in policy.hands.tolist()])
        self._folds = np.zeros(HOLDINGS)
        self._lanes: list[tuple[Floats, Floats, float]] = []

    def follow(self, state: State, reach: Floats) -> None:
        """Walk on from a state before the river, with the player's reach."""
        if not reach.any():
            return
        betting = state.betting
        if betting.street == _RIVER:
            paid = betting.committed[0] / _SMALL_BLIND
            self._lanes.append((reach, self._shares(state), paid))
            return
        if betting.actor == self.me:
            self.follow(state.child(_CALL), reach)
            return
        actions, rows = self._asked(state)
        for number, action in enumerate(actions):
            after = reach * rows[:, number]
            if action.verb == "fold":
                self._folds += after * (betting.committed[1 - self.me] / _SMALL_BLIND)
            else:
                self.follow(state.child(action), after)

    def total(self) -> float:
        """Summed over all pairs of hands that share no card."""
        found = float(_meet(self._folds)[self.live].sum())
        if self._lanes:
            reaches, shares, stakes = (np.stack(part) for part in zip(*self._lanes, strict=True))
            multipliers = row_multipliers(shares, 1 - self.me)
            found += float(river_values(self.board, self.me, reaches, multipliers, stakes).sum(dtype=np.float64))
        return found

    def _asked(self, state: State) -> tuple[tuple[Action, ...], Floats]:
        """The player's actions, and float64[1326, actions] in the order of holdings."""
        seen = self.board[: (0, 3, 4, 5)[state.betting.street]]
        actions, rows = self.policy.range_probabilities(state.betting, seen)
        found = np.zeros((HOLDINGS, len(actions)))
        found[self._rows] = rows
        found[~self.live] = 0.0
        return actions, found

    def _shares(self, river: State) -> Floats:
        """float64[1326, 13]: how the player plays each hand on a line of the river."""
        them = 1 - self.me
        found = np.zeros((HOLDINGS, ACTIONS))
        for letters, first, options in decisions_of(_RIVER, them):
            state = river
            for letter in letters:
                interval = state.betting.raise_interval()
                state = state.child(Action.raise_to(interval[0]) if letter in "br" and interval else _CALL)
            assert locate(state.betting).player == them
            actions, rows = self._asked(state)
            for number, action in enumerate(actions):
                found[:, first + letter_of(action, options)] += rows[:, number]
        return found


def _meet(reach: Floats) -> Floats:
    """float64[1326]: the reach that shares no card with each hand."""
    low, high = HOLDING_CARDS.T
    by_card = np.bincount(low, reach, DECK_SIZE) + np.bincount(high, reach, DECK_SIZE)
    return np.asarray(reach.sum() - by_card[low] - by_card[high] + reach)


def _deck_with(board: tuple[int, ...]) -> tuple[int, ...]:
    """A deck that deals this board to hands that nobody looks at."""
    rest = [card for card in range(DECK_SIZE) if card not in board]
    return (*rest[:4], *board, *rest[4:])
