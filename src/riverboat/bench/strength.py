"""Hand strength and potential, for one hand and for all hands of a flop."""

from __future__ import annotations

from collections.abc import Iterator

from riverboat.bench.harness import Measurement, Peers, best_seconds, race, require_close
from riverboat.odds.strength import assess_hand, hand_strength, potential_by_holding

HOLE, FLOP, RIVER = "AdQc", "3h4cJh", "3h4cJh9s2d"
_PEER_SAMPLES = 2_000


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Two-card look-ahead on the flop, and river strength beside pokerkit, which samples it."""
    one = best_seconds(lambda: assess_hand(HOLE, FLOP))
    yield Measurement("HS, PPot, NPot of one hand on a flop", "ms", 1e3 * one, goal=5)
    everything = best_seconds(lambda: potential_by_holding(FLOP), seconds=1.0)
    yield Measurement("HS, PPot, NPot of all 1,176 hands on a flop", "s", everything, goal=0.5)
    if pokerkit := peers.get("pokerkit"):
        calculate, deck = pokerkit.calculate_hand_strength, pokerkit.Deck.STANDARD
        arguments = (
            2,
            pokerkit.parse_range(HOLE),
            pokerkit.Card.parse(RIVER),
            2,
            5,
            deck,
            (pokerkit.StandardHighHand,),
        )

        def theirs() -> float:
            return float(calculate(*arguments, sample_count=_PEER_SAMPLES))

        ours = float(hand_strength(HOLE, RIVER))
        require_close(ours, theirs(), 0.06, "pokerkit's hand strength")
        times = race({"riverboat": lambda: hand_strength(HOLE, RIVER), "pokerkit": theirs}, max_runs=5)
        yield Measurement(
            f"HS of one hand on the river, exact (pokerkit: {_PEER_SAMPLES:,} samples)",
            "ms",
            1e3 * times["riverboat"],
            {"pokerkit": 1e3 * times["pokerkit"]},
        )
