"""The best response to a strategy of limit hold'em as a player: what it does with every hand, found when asked.

Before the flop its choices are known from a run of `riverboat exploit --exact`: 169 starting hands at eight decisions.
Later ones would be millions of megabytes; they are found again from the strategy that it responds to, on the board and
line that are played. That is exact, and it is all that a file needs to hold.

Cost on one core with 1,000 buckets: about a second on a flop, since all turns and rivers must be known there, 50 ms on
a turn, 20 on a river. Boards of the same flop and line are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.odds.leads import lead_matrix
from riverboat.odds.showdown.suits import keeping
from riverboat.solve.abstract.models import limit_holdem, require_limit_holdem
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.core.strategy_file import Origin, StoredStrategy, read_strategy, write_strategy
from riverboat.solve.lanes import WIDTH
from riverboat.solve.limit.choices import best_shares, decision_values, meetable
from riverboat.solve.limit.flop import Behind, FlopResponse
from riverboat.solve.limit.lines import (
    BETS,
    BETS_IN,
    CLOSING_OF_ROW,
    LINES,
    PREFLOP_NODES,
    ROWS,
    hand_lanes,
    lane_of,
    locate,
    row_multipliers,
    stakes,
)
from riverboat.solve.limit.opponent import StrategyOpponent
from riverboat.solve.limit.preflop import PreflopResponse, preflop_shares
from riverboat.solve.limit.strategy import LAYOUT as STRATEGY_LAYOUT
from riverboat.solve.limit.strategy import LimitStrategy, actions_at, normalised

LAYOUT: Final = "limit response"
Singles = NDArray[np.float32]
Choices = dict[str, NDArray[np.int8]]
_KEPT: Final = 32
_METHOD: Final = "best response"


class Target(NamedTuple):
    """Whom it responds to."""

    player: str
    """A strategy file, or a player with tables."""
    identity: str
    """What tells one version of the file from another."""


class LineResponses:
    """Best responses to a strategy on one line and board at a time, in either seat."""

    def __init__(self, strategy: LimitStrategy) -> None:
        self.strategy: Final = strategy
        self._responder = lru_cache(2 * LINES[1])(self._new_responder)

    def behind(self, me: int, board: tuple[int, ...], line: int) -> Behind:
        """float32[9, 1326] on one line into the street of the board: what lies behind the closings of the street."""
        if len(board) == 5:
            return river_behind(self.strategy, me, board, self.reach(me, board, line)[:, None], np.array([line]))
        responder = self._responder(me, line % LINES[1])
        if len(board) == 3:
            responder.values(board)
            assert responder.on_flop is not None
            found = responder.on_flop
        else:
            self.turn_values(me, board, line)
            found = responder.on_turn
        return Behind(found.reach[:, :, line], found.leaves[:, :, line])

    def turn_values(self, me: int, board: tuple[int, ...], line: int) -> Singles:
        """float32[1326]: what each hand wins on a line into the turn, in small blinds, summed over the opponent's."""
        into, lane = hand_lanes(2), int(lane_of(2)[line])
        place = lane // WIDTH, slice(None), lane % WIDTH
        into.reshape(-1, HOLDINGS, WIDTH)[place] = self.reach(me, board, line)
        found = self._responder(me, line % LINES[1]).turn_values(board, keeping([board[:3], board[3:]]), into)
        return np.asarray(found.reshape(-1, HOLDINGS, WIDTH)[place])

    def reach(self, me: int, board: tuple[int, ...], line: int) -> Singles:
        """float32[1326]: the opponent's on a line into the street of the board."""
        them, buckets = 1 - me, self.strategy.buckets
        found = self.strategy.preflop_reach(them)[:, line % LINES[1]]
        for before in range(1, len(board) - 2):
            closing, into = line % LINES[before + 1] // LINES[before], line % LINES[before]
            shares = normalised(self.strategy.shares[them][before][into], before, them)
            row = CLOSING_OF_ROW[them].index(closing)
            found = found * row_multipliers(shares, them)[buckets.on_board(board[: before + 2]), row]
        return np.where(np.isin(HOLDING_CARDS, board).any(axis=1), np.float32(0), found)

    def _new_responder(self, me: int, line: int) -> FlopResponse:
        return FlopResponse(StrategyOpponent(self.strategy, 1 - me, line))


class LimitResponse:
    """Plays a best response in both seats; a `Policy` of the core."""

    def __init__(self, choices: tuple[Choices, Choices], target: Target, find: Callable[[str], LimitStrategy]) -> None:
        """`choices[seat]` are those before the flop (`PreflopResponse.choices`); `find` makes the target's strategy."""
        self.choices: Final = choices
        self.target: Final = target
        self._find: Final = find
        self._shares = lru_cache(_KEPT)(self._computed)

    @classmethod
    def of(
        cls, responses: tuple[PreflopResponse, PreflopResponse], player: str, find: Callable[[str], LimitStrategy]
    ) -> LimitResponse:
        """The best response whose choices before the flop were found."""
        return cls((responses[0].choices, responses[1].choices), Target(player, target_identity(player)), find)

    @cached_property
    def strategy(self) -> LimitStrategy:
        """What it responds to; refused if it has changed since."""
        player = self.target.player
        if target_identity(player) != self.target.identity:
            raise RiverboatError(f'best response to "{player}": that strategy has changed since; compute it again')
        return self._find(player)

    @cached_property
    def _lines(self) -> LineResponses:
        return LineResponses(self.strategy)

    # What players ask -------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """Heads-up limit hold'em."""
        return limit_holdem()

    def require_game(self, rules: Rules) -> None:
        """Heads-up limit hold'em with the usual bets."""
        require_limit_holdem(rules)

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        actions, rows = self.range_probabilities(view.betting, view.board)
        return ActionProbabilities(actions, rows[holding_index(*view.hole)])

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand: one action with certainty."""
        at = locate(betting)
        if at.street == 0:
            shares = preflop_shares(at.player, self.choices[at.player])[HOLDING_CLASS]
        else:
            shares = self._shares(at.player, tuple(board), at.line)
        rows = shares[:, at.first : at.first + len(at.letters)].astype(np.float64)
        return ActionProbabilities(actions_at(at, betting), rows)

    # One board and line -----------------------------------------------------------------------------------------------

    def _computed(self, me: int, board: tuple[int, ...], line: int) -> Singles:
        """float32[1326, 13]: its shares on a line into the street of the board."""
        street = len(board) - 2
        behind = self._lines.behind(me, board, line)
        stake = stakes(street).ravel()[lane_of(street)[[line]]]
        met = np.stack([meetable(row) for row in behind.reach])
        return best_shares(decision_values(me, met, behind.leaves, stake, BETS[street]))

    # As a file --------------------------------------------------------------------------------------------------------

    def exploitability(self) -> Exploitability:
        """Not known: a best response is made to win from one strategy."""
        raise RiverboatError("how exploitable a best response is itself cannot be computed here")

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file; it names the strategy that it responds to."""
        arrays = {
            _name(seat, node): self.choices[seat][node] for seat in (0, 1) for node in PREFLOP_NODES[seat]
        }  # fmt: skip
        settings = self.target._asdict()
        write_strategy(Path(path), self.rules, LAYOUT, origin or Origin(_METHOD), arrays, settings)

    @classmethod
    def from_file(
        cls, path: str | Path, stored: StoredStrategy, find: Callable[[str], LimitStrategy] | None = None
    ) -> LimitResponse:
        """What was stored; its target is looked for where it was, and beside the file."""
        path = Path(path)
        choices: tuple[Choices, Choices] = ({}, {})
        for seat in (0, 1):
            for node in PREFLOP_NODES[seat]:
                values = stored.arrays.get(_name(seat, node))
                if values is None or values.shape != (CLASSES,) or not np.isin(values, (0, 1, 2)).all():
                    raise FileFormatError(f'strategy "{path}": these are not choices before the flop')
                choices[seat][node] = np.array(values, np.int8)
        player = str(stored.settings.get("player"))
        beside = path.parent / Path(player).name
        if _is_file(player) and not Path(player).exists() and beside.exists():
            player = str(beside.resolve())
        return cls(choices, Target(player, str(stored.settings.get("identity"))), find or _in_file)


def river_behind(
    strategy: LimitStrategy, me: int, board: tuple[int, ...], reach: Singles, lines: NDArray[np.int64]
) -> Behind:
    """float32[9, 1326] or [9, 1326, lines]: behind the closings of a river, from the opponent's reach [1326, lines].

    A single line has no axis of its own.
    """
    them = 1 - me
    shares = normalised(strategy.shares[them][3][lines], 3, them)[:, strategy.buckets.on_board(board)]
    rows = row_multipliers(shares, them).transpose(2, 1, 0)  # [row, hand, line]
    closings = np.empty((ROWS, HOLDINGS, len(lines)), np.float32)
    closings[list(CLOSING_OF_ROW[them])] = rows * reach
    paid = stakes(3).ravel()[lane_of(3)[lines]] + BETS[3] * np.array(BETS_IN, np.float32)[:, None]
    leads = lead_matrix(board) @ closings.transpose(1, 0, 2).reshape(HOLDINGS, -1)
    leaves = leads.reshape(HOLDINGS, ROWS, -1).transpose(1, 0, 2) * paid[:, None, :]
    return Behind(closings, leaves) if len(lines) > 1 else Behind(closings[..., 0], leaves[..., 0])


def target_identity(player: str) -> str:
    """What tells one version of a strategy file from another."""
    if not _is_file(player):
        return player
    found = 0
    try:
        with Path(player).open("rb") as file:
            while chunk := file.read(1 << 20):
                found = crc32(chunk, found)
    except OSError as error:
        raise RiverboatError(f'strategy "{player}": {error.strerror or error}') from error
    return f"{found:08x}"


def _in_file(player: str) -> LimitStrategy:
    stored = read_strategy(Path(player)) if _is_file(player) else None
    if stored is None or stored.layout != STRATEGY_LAYOUT:
        raise RiverboatError(f'best response to "{player}": expected a strategy file over buckets')
    return LimitStrategy.from_file(Path(player), stored)


def _is_file(player: str) -> bool:
    return player.endswith(".strategy")


def _name(seat: int, node: str) -> str:
    return f"preflop {seat} {node or 'first'}"
