"""How both players of heads-up limit hold'em play, hands of a bucket alike: a table for each street, and as a file.

For each player and street there is an array [line, bucket, action] (`lines.py` numbers lines and actions). Numbers are
shares of one decision and sum to 1 there; in files they may also be whole numbers, which are played in proportion, so
that a small strategy fits into 8 or 16 bits a share. Only the bucket of the present street counts: what a player knew
before may be forgotten, unless the buckets themselves remember it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import STREETS, Bucketing
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.abstract.models import limit_holdem, require_limit_holdem
from riverboat.solve.abstract.rgu import parse_any_bucketing
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin, StoredStrategy, write_strategy
from riverboat.solve.limit.buckets import BucketingHands, HandBuckets, Labels, existing
from riverboat.solve.limit.lines import (
    LINES,
    Decision,
    actions_of,
    decisions_of,
    locate,
    multiplier_lanes,
    preflop_multipliers,
)

LAYOUT: Final = "limit lines"
Shares = tuple[NDArray[Any], ...]
"""Of one player: an array [line, bucket, action] for each street."""
Singles = NDArray[np.float32]
_TOLERANCE: Final = 1e-3
_CHUNK: Final = 64
_KEPT_BOARDS: Final = 16
_KINDS: Final = "fu"


class LimitStrategy:
    """Shares of both players over the buckets of a bucketing; a `Policy` of the core."""

    def __init__(
        self,
        bucketing: Bucketing,
        shares: Sequence[Shares],
        origin: Origin = UNKNOWN_ORIGIN,
        buckets: HandBuckets | None = None,
    ) -> None:
        """`shares[player][street]`; numbers that are not shares are refused. `buckets` replace those of the bucketing,
        where somebody has them at hand."""
        self._buckets: Final = buckets
        self.bucketing: Final = bucketing
        self.shares: Final = tuple(tuple(streets) for streets in shares)
        self.origin: Final = origin
        for player, streets in enumerate(self.shares):
            for street, values in enumerate(streets):
                _require_shares(values, street, player, bucketing.counts[street])

    @property
    def checksum(self) -> str:
        """Two strategies share it only if they play alike: their buckets by name, and all their shares."""
        found = crc32(self.bucketing.text.encode())
        for values in (values for streets in self.shares for values in streets):
            found = crc32(np.ascontiguousarray(values).data, found)
        return f"{found:08x}"

    # What kernels read ------------------------------------------------------------------------------------------------

    @cached_property
    def buckets(self) -> HandBuckets:
        """In which bucket each hand is; builds tables that are not there yet."""
        return self._buckets or BucketingHands(self.bucketing)

    def preflop_reach(self, player: int) -> Singles:
        """float32[1326, 7]: how much of each hand a player brings to the flop on each line."""
        shares = normalised(self.shares[player][0], 0, player)[0]
        return np.asarray(preflop_multipliers(shares, player)[self.buckets.on_board(())], np.float32)

    def multipliers(self, street: int, player: int) -> Singles:
        """The multipliers of a player's rows on flop, turn or river, as lanes (`lines.multiplier_lanes`)."""
        return multiplier_lanes(normalised(self.shares[player][street], street, player), street, player)

    # What players ask -------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """Heads-up limit hold'em."""
        return limit_holdem()

    def require_game(self, rules: Rules) -> None:
        """Heads-up limit hold'em with the usual bets."""
        require_limit_holdem(rules)

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        return self.of_bucket(view.betting, self.bucketing.bucket(view.hole, view.board))

    def of_bucket(self, betting: Betting, bucket: int) -> ActionProbabilities:
        """What the player to act does with a hand of a bucket."""
        at = locate(betting)
        return ActionProbabilities(actions_at(at, betting), self.at_decision(at)[bucket])

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand; buckets without a table are worked out, no table is built."""
        at = locate(betting)
        return ActionProbabilities(actions_at(at, betting), self.at_decision(at)[self._labels_of(tuple(board))])

    @cached_property
    def _labels_of(self) -> Callable[[tuple[int, ...]], Labels]:
        """The bucket of every hand; those of the last boards are kept."""
        return lru_cache(_KEPT_BOARDS)(lambda board: existing(self.bucketing.by_holding(board)))

    def at_decision(self, at: Decision) -> NDArray[np.float64]:
        """float64[buckets, actions]: the shares of one decision."""
        found = self.shares[at.player][at.street][at.line, :, at.first : at.first + len(at.letters)].astype(np.float64)
        return np.asarray(found / found.sum(axis=1, keepdims=True))

    def exploitability(self) -> Exploitability:
        """Not in one call: the whole game takes hours."""
        raise RiverboatError(
            "an exact best response in limit hold'em takes hours: write riverboat exploit GAME FILE --exact"
        )

    # As a file --------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file."""
        settings = {"buckets": self.bucketing.text, "identity": self.bucketing.identity}
        arrays = {
            _name(street, player): values
            for player, streets in enumerate(self.shares)
            for street, values in enumerate(streets)
        }
        write_strategy(Path(path), self.rules, LAYOUT, origin or self.origin, arrays, settings)

    @classmethod
    def from_file(cls, path: str | Path, stored: StoredStrategy) -> LimitStrategy:
        """The strategy that was stored; refused if its buckets are not those of the same name here."""
        try:
            require_limit_holdem(stored.rules)
            text = str(stored.settings.get("buckets"))
            bucketing = parse_any_bucketing(text)
            if bucketing.identity != stored.settings.get("identity"):
                raise RiverboatError(f"its buckets {text} are not those of the same name here")
            missing = [_name(s, p) for p in (0, 1) for s in range(4) if _name(s, p) not in stored.arrays]
            if missing:
                raise RiverboatError(f"it has no {missing[0]}")
            shares = [tuple(stored.arrays[_name(street, player)] for street in range(4)) for player in (0, 1)]
            return cls(bucketing, shares, stored.origin)
        except FileFormatError:
            raise
        except RiverboatError as error:
            raise FileFormatError(f'strategy "{path}": {error}') from None


def blind_shares(street: int, player: int, fold: float, call: float, raise_: float) -> Singles:
    """[line, 1, action] of a player who plays all hands alike: these odds, a check in place of a free fold, a call in
    place of a raise that is not allowed.
    """
    found = np.zeros((LINES[street], 1, actions_of(street, player)), np.float32)
    for _, first, letters in decisions_of(street, player):
        odds = dict.fromkeys(letters, 0.0)
        stay = "c" if "c" in letters else "k"
        odds["f" if "f" in letters else stay] += fold
        odds[stay] += call
        odds[letters[-1] if letters[-1] in "br" else stay] += raise_
        found[:, :, first : first + len(letters)] = list(odds.values())
    return found


def normalised(shares: NDArray[Any], street: int, player: int) -> Singles:
    """float32 shares that sum to 1 in every decision."""
    found = np.array(shares, np.float32)
    for _, first, letters in decisions_of(street, player):
        part = found[..., first : first + len(letters)]
        part /= part.sum(axis=-1, keepdims=True)
    return found


def actions_at(at: Decision, betting: Betting) -> tuple[Action, ...]:
    interval = betting.raise_interval()
    raising = Action.raise_to(interval[0]) if interval is not None else Action.check_or_call()
    acts = {"f": Action.fold(), "k": Action.check_or_call(), "c": Action.check_or_call(), "b": raising, "r": raising}
    return tuple(acts[letter] for letter in at.letters)


def _name(street: int, player: int) -> str:
    return f"{STREETS[street]} {player}"


def _require_shares(values: NDArray[Any], street: int, player: int, buckets: int) -> None:
    wanted = (LINES[street], buckets, actions_of(street, player))
    where = f"player {player} on the {STREETS[street]}" if street else f"player {player} before the flop"
    if values.shape != wanted or values.dtype.kind not in _KINDS:
        raise RiverboatError(f"{where}: {values.dtype} of shape {values.shape}, expected shares of shape {wanted}")
    for start in range(0, wanted[0], _CHUNK):  # a chunk at a time: the whole may be mapped from a large file
        part = values[start : start + _CHUNK]
        if not np.isfinite(part).all() or part.min(initial=0) < 0:
            raise RiverboatError(f"{where}: shares below zero or not finite")
        for letters, first, actions in decisions_of(street, player):
            sums = part[..., first : first + len(actions)].sum(axis=-1, dtype=np.float64)
            wrong = sums <= 0 if values.dtype.kind == "u" else np.abs(sums - 1.0) > _TOLERANCE
            if wrong.any():
                line, bucket = np.argwhere(wrong)[0]
                raise RiverboatError(
                    f'{where}: bucket {bucket} on line {start + line} after "{letters}" sums to'
                    f" {sums[line, bucket]:g}, expected 1"
                )
