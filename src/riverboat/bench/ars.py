"""Average rank strength beside the sampled E[HS] that it replaces."""

from __future__ import annotations

from collections.abc import Iterator

from riverboat.bench.harness import Measurement, Peers, best_seconds
from riverboat.cards.ranking.high import random_hands
from riverboat.odds.ars import ars_table, average_rank_strength_batch
from riverboat.odds.strength import expected_hand_strength

_HANDS = 100_000
_SAMPLED = 20
_BOARDS = 1000


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """One lookup against 1,000 sampled boards, on the flop and the turn, and the size of the tables.

    On the river there is nothing left to sample.
    """
    for street, cards in (("flop", 5), ("turn", 6)):
        hands = random_hands(_HANDS, cards)
        few = hands[:_SAMPLED]
        looked_up = best_seconds(lambda hands=hands: average_rank_strength_batch(hands)) / _HANDS  # type: ignore[misc]
        sampled = (
            best_seconds(
                lambda few=few: [  # type: ignore[misc]
                    expected_hand_strength(hand[:2], hand[2:], samples=_BOARDS, seed=1) for hand in few
                ],
                max_runs=5,
            )
            / _SAMPLED
        )
        yield Measurement(
            f"look-up on the {street}",
            "ns",
            1e9 * looked_up,
            {f"E[HS] of {_BOARDS} boards": 1e9 * sampled},
            goal=1e9 * sampled / 500,
        )
    size = max(ars_table(street).bytes for street in ("flop", "turn", "river"))
    yield Measurement("table of a street", "MB", size / 1e6, goal=16)
