"""What is an all-in worth? Equity of two to ten hands or ranges, exact where that is feasible, sampled where it is not.

Exact results count every deal that the known cards allow, with card removal between all players, board and dead cards.
The choice is by estimated cost: what takes about two seconds or less is exact. Sampled results carry their standard
error and the seed that reproduces them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from riverboat.cards.card import Cards
from riverboat.errors import DealError, NotationError
from riverboat.odds.showdown.dealing import Sample
from riverboat.odds.showdown.exact import DealByDeal, plan, rank_tables, summed
from riverboat.odds.showdown.other_games import Completions
from riverboat.odds.showdown.result import Equity
from riverboat.odds.showdown.spot import Player, no_deal, read_spot
from riverboat.odds.showdown.sweep import HoldingEquities, Sweep, beside, holding_equities
from riverboat.progress import OnProgress

EXACT_SECONDS: Final = 2.0
"""What is estimated to take longer is sampled, unless exactness is asked for."""
SAMPLES: Final = 4_000_000
"""How many deals are sampled by default in hold'em: a standard error of about 0.02 %."""


def equity(
    players: Sequence[Player],
    *,
    board: Cards = "",
    dead: Cards = "",
    game: str = "holdem",
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    on_progress: OnProgress | None = None,
) -> Equity:
    """The share of the pot that each of 2 to 10 players wins on average when all cards are dealt out.

    Args:
        players: For each a hand ("AhKh"), in two-card games also a range ("TT+, AQs+", a `Range`, 1,326 weights), or
            "random".
        board: What lies on the table, as text or card numbers.
        dead: Cards that nobody can get, as text or card numbers.
        game: The game by name: "holdem", "omaha" and the others of `GAMES`.
        exact: True insists on all deals, False on random ones. Default: all, if that takes about two seconds at most.
        samples: How many random deals; asking for a number means `exact=False`.
        seed: The random seed. Default: a new one, which the result tells.
        threads: How many threads compute.
        on_progress: Called with the work done and its total (`riverboat.progress.Progress`).
    """
    spot = read_spot(players, board, dead, game)
    if samples is not None and samples < 1:
        raise NotationError(f"{samples} samples: expected 1 or more")
    if samples is not None and exact:
        raise NotationError(f"{samples} samples asked for and an exact result too: choose one of them")
    if seed is not None and seed < 0:
        raise NotationError(f"seed {seed}: expected 0 or more")
    if threads < 1:
        raise NotationError(f"{threads} threads: expected 1 or more")
    sampled = exact is False or samples is not None
    if not spot.game.has_ranges:
        completions = Completions(spot)
        if exact or (not sampled and completions.seconds <= EXACT_SECONDS):
            return completions.run(on_progress)
        wanted = samples or _samples_per_second(completions)
        return completions.sample(wanted, _seed(seed), threads, on_progress)
    if not sampled:
        chosen = plan(spot)
        if exact or chosen.seconds <= EXACT_SECONDS:
            return chosen.run(on_progress)
    return Sample(spot).run(samples or SAMPLES, _seed(seed), threads, on_progress)


def _seed(given: int | None) -> int:
    return given if given is not None else int(np.random.SeedSequence().generate_state(1)[0])


def _samples_per_second(completions: Completions) -> int:
    """The default sample of a game that takes longer to rank, in whole ten thousands."""
    return max(1, min(SAMPLES // 10_000, int(1e-4 / completions.seconds_per_deal))) * 10_000


def equity_by_holding(
    first: Player,
    second: Player,
    board: Cards = "",
    *,
    dead: Cards = "",
    game: str = "holdem",
    on_progress: OnProgress | None = None,
) -> HoldingEquities:
    """The exact equity of every holding of one range against another range, with card removal, both ways.

    For every hand against every hand give "random" twice: 15 ms on a flop, about 2 s before it.

    Args:
        first: A hand ("AhKh") or a range ("TT+", a `Range`, 1,326 weights), or "random".
        second: Another.
    """
    spot = read_spot([first, second], board, dead, game)
    if not spot.game.has_ranges:
        raise DealError(f"{spot.game.title}: equity by holding is for two-card hands, in holdem or short")
    mine, theirs = spot.weights
    if not (mine * beside(theirs)).any():
        raise no_deal(spot)
    sweep = Sweep(rank_tables(spot.game.name), mine, theirs, spot.board, spot.out_of_play)
    deals = DealByDeal(spot)
    if spot.board or sweep.seconds < deals.min_seconds:
        return sweep.equities(on_progress)
    return _by_pairs(deals, on_progress)


def _by_pairs(deals: DealByDeal, on_progress: OnProgress | None) -> HoldingEquities:
    """Equity of each holding from every pair of holdings, one of each class of pairs tallied."""
    first, second = deals.spot.weights
    pairs = deals.list_deals([np.flatnonzero(first), np.flatnonzero(second)])
    classes, class_of = deals.reduce(pairs)
    tallies = deals.tally(classes, on_progress)
    won = (tallies[:, 0, 1] + tallies[:, 0, 2] / 2) / (tallies[:, 0, 1] + tallies[:, 0, 2] + tallies[:, 1, 1])
    share = won[class_of]
    mine, theirs = pairs[:, 0], pairs[:, 1]
    return holding_equities(
        first,
        second,
        summed(mine, second[theirs] * share, len(first)),
        summed(theirs, first[mine] * (1.0 - share), len(second)),
    )
