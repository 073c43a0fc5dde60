"""The shove-or-fold game: who pays what when everybody goes all-in or folds, before the flop.

Players act once, the first to act first, the big blind last: with nobody all-in they shove or fold, after that they
call all-in or fold. Seats are numbered in this order of action. An *end* of the game is the set of players who are
all-in, as bits: bit s for seat s. If everybody folds the big blind wins the pot, as if it were the only one all-in.
What an end pays depends on the standings of the hands (`odds.multiway.weak_orders`): side pots, ties and prizes
included.

Amounts are in big blinds. Antes are paid before blinds; the big blind's ante (paid by the big blind for all) after its
blind. Antes belong to the main pot; what nobody can match goes back. Payoffs are the change in chips, or, if there
are payouts, the change in prize expectation (ICM, `stats.icm`) from before the hand. With equal stacks in chips every
call is for everything; a short stack's shove can only be called with all chips too, which matters for players behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.pots import Pot, side_pots
from riverboat.odds.multiway import weak_orders
from riverboat.stats.icm import icm

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6
MIN_STACK: Final = 0.01
MAX_STACK: Final = 1000.0
_NAMES: Final = ("utg", "hj", "co", "btn", "sb", "bb")
_UNITS: Final = 1_000_000
"""Chips are counted in millionths of a big blind, so that pots are exact."""


@dataclass(frozen=True)
class PushFoldGame:
    """Stacks, blinds, antes and prizes."""

    stacks: tuple[float, ...]
    """Big blinds of each seat before anything is paid, in the order of action."""
    small_blind: float = 0.5
    ante: float = 0.0
    """Paid by every player."""
    big_blind_ante: float = 0.0
    """Paid by the big blind for everybody."""
    payouts: tuple[float, ...] = ()
    """Prizes from first place down; none: chips are what counts."""

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= len(self.stacks) <= MAX_PLAYERS:
            raise RiverboatError(f"push or fold: {len(self.stacks)} players; expected {MIN_PLAYERS} to {MAX_PLAYERS}")
        for stack in self.stacks:
            if not MIN_STACK <= stack <= MAX_STACK:
                raise RiverboatError(f"stack {stack:g}: expected {MIN_STACK:g} to {MAX_STACK:g} big blinds")
        for name, amount in (
            ("small blind", self.small_blind),
            ("ante", self.ante),
            ("big blind's ante", self.big_blind_ante),
        ):
            if not (isfinite(amount) and 0 <= amount <= (1 if name == "small blind" else MAX_STACK)):
                limit = "a big blind" if name == "small blind" else f"{MAX_STACK:g}"
                raise RiverboatError(f"{name} {amount:g}: expected 0 or more, at most {limit}")
        if len(self.payouts) > self.players:
            raise RiverboatError(f"payouts: {len(self.payouts)} prizes for {self.players} players")
        if any(not isfinite(prize) or prize < 0 for prize in self.payouts) or (self.payouts and not any(self.payouts)):
            raise RiverboatError("payouts: expected prizes of 0 or more, one of them above 0")
        if list(self.payouts) != sorted(self.payouts, reverse=True):
            raise RiverboatError("payouts: expected the first prize first, none larger than the one before it")

    @property
    def players(self) -> int:
        return len(self.stacks)

    @property
    def names(self) -> tuple[str, ...]:
        """What players call the seats: `btn`, `sb`, `bb`."""
        return seat_names(self.players)

    def node(self, seat: int, all_in: Iterable[int] = ()) -> int:
        """The number of a decision: 2^seat - 1 + bits of the earlier seats that are all-in."""
        before = sorted(set(all_in))
        if not 0 <= seat < self.players:
            raise RiverboatError(f"seat {seat}: expected 0 to {self.players - 1}, in the order of action")
        if any(not 0 <= each < seat for each in before):
            names = ", ".join(self.names[each] if 0 <= each < self.players else str(each) for each in before)
            raise RiverboatError(f"all-in {names}: only seats before the {self.names[seat]} have acted")
        if seat == self.players - 1 and not before:
            raise RiverboatError("the big blind has no decision when everybody folds")
        return (1 << seat) - 1 + sum(1 << each for each in before)

    def posted(self) -> tuple[list[int], list[int]]:
        """Antes and blinds of every seat, in units."""
        stacks = self._in_units(self.stacks)
        antes = [min(stack, round(self.ante * _UNITS)) for stack in stacks]
        blinds = [0] * self.players
        for seat, blind in ((-2, self.small_blind), (-1, 1.0)):
            blinds[seat] = min(stacks[seat] - antes[seat], round(blind * _UNITS))
        antes[-1] += min(stacks[-1] - antes[-1] - blinds[-1], round(self.big_blind_ante * _UNITS))
        return antes, blinds

    def pots(self, all_in: int) -> tuple[list[Pot], list[int]]:
        """Main and side pots of an end, and what each player has paid in all, in units."""
        stacks = self._in_units(self.stacks)
        antes, blinds = self.posted()
        live = [bool((all_in or 1 << self.players - 1) >> seat & 1) for seat in range(self.players)]
        bets = [stacks[seat] - antes[seat] if all_in >> seat & 1 else blinds[seat] for seat in range(self.players)]
        pots = side_pots(bets, live, sum(antes))
        return pots, [bet + ante for bet, ante in zip(bets, antes, strict=True)]

    def payoffs(self) -> NDArray[np.float64]:
        """float64[orders, players, ends]: what every end pays every player, by the order in which the hands end."""
        standings = weak_orders(self.players).standings
        stacks = np.array(self._in_units(self.stacks), np.float64)
        chips = np.empty((len(standings), self.players, 1 << self.players))
        for all_in in range(1 << self.players):
            pots, paid = self.pots(all_in)
            chips[:, :, all_in] = _shared(pots, standings) - paid
        if not self.payouts:
            return chips / _UNITS
        after = (chips + stacks[:, None]).transpose(0, 2, 1)
        # Rounding of thirds must not leave a speck of chips with a player who lost all.
        prizes = icm(np.where(after < 0.5, 0.0, after), self.payouts, stacks) - icm(stacks, self.payouts)
        return np.ascontiguousarray(prizes.transpose(0, 2, 1))

    @staticmethod
    def _in_units(amounts: Sequence[float]) -> list[int]:
        return [round(amount * _UNITS) for amount in amounts]


def _shared(pots: Sequence[Pot], standings: NDArray[np.int8]) -> NDArray[np.float64]:
    """float64[orders, players]: what each player takes of the pots."""
    won = np.zeros(standings.shape)
    for pot in pots:
        contenders = list(pot.contenders)
        mine = standings[:, contenders]
        best = mine == mine.max(axis=1, keepdims=True)
        won[:, contenders] += pot.chips * best / best.sum(axis=1, keepdims=True)
    return won


def seat_names(players: int) -> tuple[str, ...]:
    """The names of the seats in the order of action; heads-up the small blind has the button."""
    return _NAMES[-players:]


def seat_in_order(position: int, players: int) -> int:
    """The seat of a position left of the button (0 is the small blind, heads-up the big blind), in order of action."""
    return (position - 2) % players if players > 2 else 1 - position


def parse_seat(name: str, players: int) -> int:
    """A seat by its name or its number in the order of action."""
    names = seat_names(players)
    text = name.strip().lower()
    known = {"button": "btn", "small blind": "sb", "big blind": "bb", "cut-off": "co", "cutoff": "co", "mp": "hj"}
    text = known.get(text, text)
    if players == 2 and text == "btn":
        text = "sb"
    if text not in names:
        raise RiverboatError(f'position "{name}": with {players} players there is {", ".join(names)}')
    return names.index(text)
