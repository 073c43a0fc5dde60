"""A hold'em table of array policies, played by a kernel: more than a million hands per second on one core.

`KernelTable` turns `Rules` and policies into the arrays of the kernel, plays sessions of a match as `play_session`
does, and can show single hands with their cards, draws and actions, so that the dealer can replay them. It plays
hold'em of 2 to 10 players with limit, pot-limit or no-limit betting, blinds, straddles, equal antes, a cap, stacks of
any sizes, and either kind of odd chips and short all-ins. Other rules are refused in one line.

Random numbers come from one xoshiro256++ stream for the cards and one for the decisions of each session, made from the
seed and the session's number, so results do not depend on the number of threads. Of the indicators it counts VPIP, PFR,
the actions behind aggression factors, and showdowns; the others stay without a sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.arena.kernel_play.policy import STRENGTHS, ArrayPolicy
from riverboat.arena.seeds import rng_for
from riverboat.arena.sessions import Played, Session
from riverboat.arena.tally import PlayerTally, Tally
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS
from riverboat.cards.ranking.orders import HIGH
from riverboat.cards.ranking.tables import load_tables
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.holdem import is_holdem
from riverboat.games.indicators import RATES
from riverboat.games.rules import Rules
from riverboat.stats.crosstable import Crosstable
from riverboat.stats.mean import RunningMean

MAX_PLAYERS: Final = 10
_MAX_RAISES: Final = 1000
"""Decisions of a recorded hand, where the rules have no limit."""
_PARTS: Final = 2520
"""Parts of a chip: any pot divides evenly among up to ten winners."""
_ROW: Final = 1 << 21
"""169 * 7462 and more: numpy asks for huge pages from four megabytes on, and the kernel reads at random places."""
_MAX_CHIPS: Final = 1 << 40
_BETTING: Final = {"limit": 0, "pot-limit": 1, "no-limit": 2}


class SeenHand(NamedTuple):
    """One hand that a kernel played."""

    policies: tuple[int, ...]
    """Who sat at each position, by place among the table's policies."""
    cards: tuple[int, ...]
    """The cards in the order in which they were dealt; of a deal that is replayed, those that earlier replays saw."""
    actions: tuple[tuple[int, Action], ...]
    """(position, action)."""
    draws: tuple[int, ...]
    """64 random bits for each action."""
    payoffs: tuple[float, ...]


@dataclass(frozen=True)
class _Sums:
    """What the kernel adds up, by policy."""

    won: NDArray[np.int64]
    squares: NDArray[np.float64]
    flows: NDArray[np.float64]
    flow_squares: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, policies: int) -> _Sums:
        pairs = (policies, policies)
        return cls(
            np.zeros(policies, np.int64),
            np.zeros(policies),
            np.zeros(pairs),
            np.zeros(pairs),
            np.zeros((policies, 23), np.int64),
        )


@dataclass(frozen=True)
class _Seen:
    """Where the kernel writes single hands."""

    cards: NDArray[np.uint8]
    seats: NDArray[np.uint64]
    lengths: NDArray[np.int64]
    actions: NDArray[np.int64]
    draws: NDArray[np.uint64]
    payoffs: NDArray[np.int64]

    @classmethod
    def of(cls, hands: int, rules: Rules) -> _Seen:
        players = rules.players
        raises = sum(_MAX_RAISES if each.max_raises is None else each.max_raises for each in rules.streets)
        decisions = (len(rules.streets) + min(raises, _MAX_RAISES)) * players
        return cls(
            np.zeros((hands, 2 * players + 5), np.uint8),
            np.zeros((hands, players), np.uint64),
            np.zeros(hands, np.int64),
            np.empty((hands, decisions, 2), np.int64),
            np.empty((hands, decisions), np.uint64),
            np.zeros((hands, players), np.int64),
        )


class KernelTable:
    """Policies at a table; a session says which of them play."""

    def __init__(self, rules: Rules, policies: Sequence[ArrayPolicy]) -> None:
        require_playable(rules)
        self.rules = rules
        self._seats, self._streets, self._numbers = _seats_of(rules), _streets_of(rules), _numbers_of(rules)
        self._cells, self._strides, self._sizes = _packed(policies)
        if any(policy.looks_at_boards for policy in policies):
            self._strengths = _strength_steps()
        else:
            self._strengths = np.zeros((3, 0), np.uint8)
        self._policies = len(policies)

    @property
    def _parts(self) -> int:
        return int(self._numbers[3])

    def play(self, session: Session) -> Played:
        """Play a session of a match, as `play_session` does, without keeping hands."""
        sums = _Sums.of(self._policies)
        orders = _orders_of(session.orders, session.seated)
        self._run(session.deals, orders, session.seed, session.number, sums, _Seen.of(0, self.rules))
        return Played(self._tally(session, sums))

    def see(self, hands: int, seed: int = 1, orders: Sequence[Sequence[int]] = ()) -> list[SeenHand]:
        """Play some hands of the first policies, or each deal in all these orders of policies, and return them."""
        players = self.rules.players
        rows = _orders_of(orders or [range(players)], range(self._policies))
        deals = hands // len(rows)
        seen = _Seen.of(deals * len(rows), self.rules)
        self._run(deals, rows, seed, 0, _Sums.of(self._policies), seen)
        return [self._shown(seen, hand) for hand in range(len(seen.lengths))]

    def _run(self, deals: int, orders: NDArray[np.uint64], seed: int, number: int, sums: _Sums, seen: _Seen) -> None:
        from riverboat.arena.kernel_play import _kernels

        rng = rng_for(seed, "kernel", number)
        ranks = load_tables(HIGH)
        _kernels.play(
            deals,
            orders,
            self._seats,
            self._streets,
            self._numbers,
            *(ranks.by_size[size] for size in (5, 6, 7)),
            ranks.words,
            _classes(),
            self._strengths,
            self._cells,
            self._strides,
            self._sizes,
            np.array([rng.getrandbits(64) for _ in range(8)], np.uint64),
            sums.won,
            sums.squares,
            sums.flows,
            sums.flow_squares,
            sums.counts,
            seen.cards,
            seen.seats,
            seen.lengths,
            seen.actions,
            seen.draws,
            seen.payoffs,
        )

    def _shown(self, seen: _Seen, hand: int) -> SeenHand:
        length = int(seen.lengths[hand])
        if length > seen.draws.shape[1]:
            raise RiverboatError(f"hand {hand}: {length} decisions are too many to show")
        return SeenHand(
            tuple(seen.seats[hand].tolist()),
            tuple(card for card in seen.cards[hand].tolist() if card < 52),
            tuple((position, _action(code)) for position, code in seen.actions[hand, :length].tolist()),
            tuple(seen.draws[hand, :length].tolist()),
            tuple(won / self._parts for won in seen.payoffs[hand].tolist()),
        )

    def _tally(self, session: Session, sums: _Sums) -> Tally:
        tally = Tally(session.names)
        replays = len(session.orders)
        tally.hands = session.deals * replays
        unit = 1.0 / (self._parts * replays)
        for player in session.seated:
            made = tally.players[player]
            made.hands = tally.hands
            made.chips = _mean(session.deals, float(sums.won[player]), float(sums.squares[player]), unit)
            _fill_indicators(made, sums.counts[player].tolist())
        cells = []
        for pair in combinations(sorted(session.seated), 2):
            net = tally.players[pair[0]].chips
            if self.rules.players > 2:
                net = _mean(session.deals, float(sums.flows[pair]), float(sums.flow_squares[pair]), unit)
            cells.append((*pair, net.saved()))
        tally.crosstable = Crosstable.restored({"names": session.names, "cells": cells})
        return tally


def require_playable(rules: Rules) -> None:
    """Refuse what the kernel cannot play."""
    boards = tuple(street.board for street in rules.streets)
    wrong = {
        "it plays hold'em with a flop, a turn and a river": not is_holdem(rules) or boards != (0, 3, 1, 1),
        f"it seats 2 to {MAX_PLAYERS} players": rules.players > MAX_PLAYERS,
        "it knows no rake": rules.rake is not None,
        "it deals one board once": rules.boards > 1 or rules.runs > 1,
        "it burns no cards": rules.burns,
        "it deals all cards at random": rules.scenario is not None,
        "it knows no bring-in": rules.bring_in > 0,
        "everybody may check": any(street.must_open for street in rules.streets),
        "nobody folds where a check is free": rules.free_folds,
        "turns go to the left from a fixed position": any(
            street.counterclockwise or not isinstance(street.opener, int) for street in rules.streets
        ),
        "odd chips go to the left of the button": rules.odd_chips != "button",
        "everybody pays the same ante": len(set(rules.antes)) > 1 or (rules.antes_are_dead and any(rules.antes)),
        "a trillion chips are too many": max(rules.stacks) > _MAX_CHIPS,
    }
    for reason, is_wrong in wrong.items():
        if is_wrong:
            raise RiverboatError(f"{rules.identity} in kernels: {reason}")


def _seats_of(rules: Rules) -> NDArray[np.int64]:
    posted = rules.posted
    return np.array([posted.committed, np.add(posted.committed, posted.stacks)], np.int64)


def _streets_of(rules: Rules) -> NDArray[np.int64]:
    made = np.zeros((5, 4), np.int64)
    for at, street in enumerate(rules.streets):
        first_raise = max(street.bet, rules.largest_blind) if at == 0 else street.bet
        most = _MAX_CHIPS if street.max_raises is None else street.max_raises
        opener = street.opener if isinstance(street.opener, int) else 0
        made[:, at] = street.bet, first_raise, most, opener, _BETTING[street.betting or rules.betting]
    return made


def _numbers_of(rules: Rules) -> NDArray[np.int64]:
    ante = max(rules.antes, default=0)
    parts = _PARTS if rules.exact_shares else 1
    return np.array([ante, ante + rules.posted.highest_bet, rules.short_all_in_reopens, parts], np.int64)


def _packed(
    policies: Sequence[ArrayPolicy],
) -> tuple[NDArray[np.uint32], NDArray[np.uint64], NDArray[np.float64]]:
    """All policies in one array of cells, where each begins and how far apart its coordinates lie, and its sizes."""
    most = max(len(policy.sizes) for policy in policies)
    strides = np.zeros((len(policies), 2, 7), np.uint64)
    sizes = np.zeros((len(policies), most))
    parts: list[NDArray[np.uint32]] = []
    begun: dict[ArrayPolicy, int] = {}
    at = 0
    for place, policy in enumerate(policies):
        sizes[place, : len(policy.sizes)] = policy.sizes
        if policy in begun:
            strides[place] = strides[begun[policy]]
            continue
        begun[policy] = place
        for half, part in enumerate((policy.preflop, policy.postflop)):
            cells = _without_idle_axes(policy.thresholds(part))
            shape = cells.shape[:-1]
            apart = np.cumprod((1, *shape[:0:-1]))[::-1]
            strides[place, half, :6] = np.where(np.array(shape) > 1, apart, 0)
            strides[place, half, 6] = at
            rows = cells.reshape(-1, cells.shape[-1])
            padding = np.full((len(rows), 1 + most - rows.shape[1]), 0xFFFFFFFF, np.uint32)
            parts.append(np.hstack([rows, padding]))
            at += len(rows)
    return np.vstack(parts), strides, sizes


def _without_idle_axes(cells: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The same with length one for coordinates that make no difference."""
    for axis in range(6):
        first = cells.take([0], axis)
        if (cells == first).all():
            cells = first
    return cells


def _orders_of(orders: Sequence[Sequence[int]], seated: Sequence[int]) -> NDArray[np.uint64]:
    return np.array([[seated[place] for place in order] for order in orders], np.uint64)


def _mean(count: int, total: float, squares: float, unit: float) -> RunningMean:
    return RunningMean(count, total / count, max(0.0, squares - total * total / count)).scaled(unit)


def _action(code: int) -> Action:
    return Action.fold() if code == -2 else Action.check_or_call() if code == -1 else Action.raise_to(code)


def _fill_indicators(player: PlayerTally, counts: Sequence[int]) -> None:
    book = player.indicators
    book.hands = player.hands
    book.folds, _, book.calls, book.raises = counts[:4]
    book.later = [sum(counts[street + kind] for street in (4, 8, 12)) for kind in (3, 2, 0)]
    book.flop_calls, book.flop_raises = counts[6:8]
    decided, paid, raised, flops, shown, won, won_shown = counts[16:]
    samples = {
        "vpip": (paid, decided),
        "pfr": (raised, decided),
        "went_to_showdown": (shown, flops),
        "won_when_saw_flop": (won, flops),
        "won_at_showdown": (won_shown, shown),
    }
    for place, name in enumerate(RATES):
        book.done[place], book.opportunities[place] = samples.get(name, (0, 0))


@cache
def _classes() -> NDArray[np.uint8]:
    """uint8[52 * 52]: the class of two cards."""
    classes = np.zeros((52, 52), np.uint8)
    low, high = HOLDING_CARDS.T
    classes[low, high] = classes[high, low] = HOLDING_CLASS
    return classes.ravel()


@cache
def _strength_steps() -> NDArray[np.uint8]:
    """uint8[3, 169 * 7462]: average rank strength in 128 steps; cells that never occur are 0."""
    from riverboat.odds.ars import ars_table

    steps = np.zeros((3, _ROW), np.uint8)
    for row, street in zip(steps, ("flop", "turn", "river"), strict=True):
        strength = np.nan_to_num(ars_table(street).mean).ravel()
        row[: strength.size] = np.minimum(strength * STRENGTHS, STRENGTHS - 1)
    return steps
