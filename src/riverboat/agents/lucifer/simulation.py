"""Hundreds of thousands of hands of Lucifer per second: matches of 3-player Kuhn poker entirely in a kernel.

Players are `Fixed` strategies and `Selecting` ones, which are Lucifers with any K, pool and version. A match has a
number of hands after which memory is lost. In the competition's format (Teófilo 2016, section 7.2) 3,000 hands are six
matches of 500 on the same cards, in all six orders of the players; `duplicate` plays those, and `expected` knows what
fixed players win in it. The cards depend on the seed alone, so two line-ups with the same seed get the same deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.lucifer.player import K
from riverboat.agents.lucifer.pool import Floats, Pool, kuhn_game, mixed
from riverboat.agents.lucifer.seat import aggressive_rows
from riverboat.errors import RiverboatError
from riverboat.solve.deals import best_responses

HANDS_IN_MATCH = 500
_CHUNK = 500_000


@dataclass(frozen=True, eq=False)
class Fixed:
    """A player who follows float64[rows] and learns nothing."""

    name: str
    strategy: Floats


@dataclass(frozen=True, eq=False)
class Selecting:
    """Lucifer with this pool and K."""

    name: str
    pool: Pool
    k: int = K


Player = Fixed | Selecting


@dataclass(frozen=True, eq=False)
class Played:
    """The result of a simulation."""

    won: Floats
    """float64[matches, players]: chips of each match, or of all six orders of one."""
    hands: int
    """Hands in each row of `won`."""
    ways: NDArray[np.int64]
    """int64[players, 3]: hands in which a Selecting played each of its strategies."""

    def per_hand(self, player: int) -> Floats:
        """Chips per hand, one value per match."""
        found: Floats = self.won[:, player] / self.hands
        return found


def play(players: Sequence[Player], matches: int, hands: int = HANDS_IN_MATCH, seed: int = 1) -> Played:
    """`matches` matches of `hands` hands, each player in the same seat."""
    from riverboat.agents.lucifer._kernels import play_matches

    if len(players) != 3 or matches < 1 or hands < 1:
        raise RiverboatError(f"{len(players)} players, {matches} matches of {hands} hands: expected 3, 1 and 1 or more")
    tables, chairs = _tables(players)
    game = kuhn_game()
    cards, rng = np.random.SeedSequence(seed).generate_state(8, np.uint64).reshape(2, 4).copy()
    longest = max([player.k for player in players if isinstance(player, Selecting)], default=1)
    won, used = np.zeros((matches, 3)), np.zeros((3, 3), np.int64)
    step = max(1, _CHUNK // hands)
    for first in range(0, matches, step):
        play_matches(
            game.nodes, game.payoffs, game.ranks, tables, chairs, hands, cards, rng, longest,
            won[first : first + step], used,
        )  # fmt: skip
    return Played(won, hands, used)


def duplicate(players: Sequence[Player], matches: int, hands: int = HANDS_IN_MATCH, seed: int = 1) -> Played:
    """The same in all six orders on the same cards; a row of `won` adds up the six."""
    won, used = np.zeros((matches, 3)), np.zeros((3, 3), np.int64)
    for order in permutations(range(3)):
        played = play([players[place] for place in order], matches, hands, seed)
        won[:, order] += played.won
        used[list(order)] += played.ways
    return Played(won, 6 * hands, used)


def expected(players: Sequence[Fixed]) -> Floats:
    """float64[3]: what fixed players win per hand in the same six orders, exactly, over all deals."""
    strategies = np.array([player.strategy for player in players])
    won = np.zeros(3)
    for order in permutations(range(3)):
        won[list(order)] += best_responses(kuhn_game(), mixed(strategies, order)).values
    return won / 6


def _tables(players: Sequence[Player]) -> tuple[Floats, NDArray[np.int64]]:
    """All strategies in one array, and what each chair does with them."""
    tables = [aggressive_rows()[None]]
    chairs = np.zeros((len(players), 6), np.int64)
    at = 1
    for chair, player in zip(chairs, players, strict=True):
        if isinstance(player, Fixed):
            tables.append(player.strategy[None])
            chair[0] = at
            at += 1
            continue
        pool = player.pool
        printed = pool.version == "printed"
        drawn = pool.strategies[list(pool.chosen)] if printed else pool.strategies
        tables += [pool.by_position()[None], drawn]
        chair[:] = (-1, player.k, at, at + 1, len(drawn), printed)
        at += 1 + len(drawn)
    return np.ascontiguousarray(np.concatenate(tables)), chairs
