"""A local best response on many random boards: lower bounds with intervals, in runs that can be stopped and resumed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.assess.local.players import Measured, measured_player
from riverboat.assess.local.walking import board_value
from riverboat.cards.card import DECK_SIZE
from riverboat.errors import NotationError, RiverboatError
from riverboat.executor import Task, make_executor, run_tasks
from riverboat.files import Checkpoint
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress
from riverboat.solve.limit.responder import target_identity
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.stats.mean import Interval, RunningMean

Floats = NDArray[np.float64]
STREETS: Final = ("preflop", "flop", "turn", "river")
MIN_BOARDS: Final = 2
DEFAULT_BETS: Final = "50%,100%"
_KIND: Final = "local best response"
_VERSION: Final = 1
_SAVE_EVERY: Final = 30.0


@dataclass(frozen=True, eq=False)
class LocalExploitability:
    """What the responder wins on sampled boards; mbb per hand."""

    player: str
    first: str
    """The first street on which the responder does more than check and call."""
    by_board: Floats
    """float64[boards, position]."""
    seed: int
    is_sampled: bool
    """Whether one line of the player was drawn on each board."""

    @cached_property
    def mbb(self) -> float:
        """The mean over boards and positions: exploitability is at least this, within the interval."""
        return float(self.by_board.mean())

    @property
    def by_seat(self) -> tuple[float, float]:
        """As big blind and as small blind, positions 0 and 1 heads-up."""
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
            "seats": {"big_blind": self.by_seat[0], "small_blind": self.by_seat[1]}, "from": self.first,
            "boards": len(self.by_board), "seed": self.seed, "sampled_lines": self.is_sampled,
        }  # fmt: skip


class _Piece(NamedTuple):
    player: str
    game: str
    shares: tuple[float, ...]
    first: int
    is_sampled: bool
    seed: int
    number: int


def exploit_locally(
    player: str,
    rules: Rules,
    boards: int,
    *,
    first: str | None = None,
    bets: str = DEFAULT_BETS,
    seed: int = 1,
    jobs: int | None = None,
    executor: str | None = None,
    checkpoint: str | Path | None = None,
    on_progress: OnProgress | None = None,
) -> LocalExploitability:
    """The local best response on this many random boards, in both positions.

    `first` is the first street on which it does more than check and call; default: what the player allows.
    """
    if boards < MIN_BOARDS:
        raise RiverboatError(f"{boards} boards: expected {MIN_BOARDS} or more")
    if player.endswith(".strategy"):
        player = str(Path(player).resolve())
    shares = parse_bets(bets)
    measured = _measured(player, rules.identity, shares)
    begins = measured.first if first is None else street_number(first)
    if measured.is_dear and begins < measured.first:
        raise RiverboatError(
            f'"{player}": its answers are solved or asked hand by hand; expected --from {STREETS[measured.first]}'
        )
    tasks = [
        Task(f"{number}", _Piece(player, rules.identity, shares, begins, measured.is_dear, seed, number))
        for number in range(boards)
    ]
    # a player's name is not enough: another blueprint may be trained before the run is resumed
    version = target_identity(player)
    if isinstance(measured.policy, LimitStrategy) and version == player:
        version = measured.policy.checksum
    identity = {
        "player": Path(player).name, "strategy": version, "game": rules.identity, "bets": bets,
        "from": STREETS[begins], "seed": seed, "version": _VERSION,
    }  # fmt: skip
    kept = Checkpoint(checkpoint, _KIND, identity, every=_SAVE_EVERY)
    with make_executor(jobs, executor, files=[player] if player.endswith(".strategy") else []) as chosen:
        found = run_tasks(chosen, _on_board, tasks, checkpoint=kept, on_progress=on_progress)
    return LocalExploitability(player, STREETS[begins], np.array(found), seed, measured.is_dear)


def parse_bets(text: str) -> tuple[float, ...]:
    """The responder's bets, such as `50%,100%`, in parts of the pot; all-in is always among them."""
    parts = [part for part in text.replace(" ", "").split(",") if part]
    try:
        found = tuple(float(part.removesuffix("%")) / 100.0 for part in parts)
    except ValueError:
        found = (-1.0,)
    if any(not 0.0 < share <= 100.0 for share in found):
        raise NotationError(f'bets "{text[:60]}": expected percentages of the pot, such as 50%,100%')
    return found


def street_number(name: str) -> int:
    """0 before the flop, 1, 2, 3."""
    if name not in STREETS:
        raise NotationError(f'street "{name[:40]}": expected one of {", ".join(STREETS)}')
    return STREETS.index(name)


def _on_board(piece: _Piece) -> list[float]:
    """mbb per hand of the responder in both positions on one board."""
    measured, rules = _measured(piece.player, piece.game, piece.shares), parse_game(piece.game)
    rng = np.random.default_rng([piece.seed, piece.number])
    board = tuple(rng.choice(DECK_SIZE, 5, replace=False).tolist())
    return [
        1000.0 / rules.largest_blind
        * board_value(
            measured.policy, rules, me, board, measured.bets, first=piece.first,
            sampled=rng if piece.is_sampled else None,
        )
        for me in (0, 1)
    ]  # fmt: skip


@lru_cache(maxsize=2)
def _measured(player: str, game: str, shares: tuple[float, ...]) -> Measured:
    return measured_player(player, parse_game(game), shares)
