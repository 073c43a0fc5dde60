"""Sampled deals: regret minimisation for many players, beside open_spiel's chance-sampled CFR where it is installed."""

from __future__ import annotations

from collections.abc import Iterator

from riverboat.bench.harness import Measurement, Peers, best_seconds, race
from riverboat.solve.deals import DealSolver, best_responses


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Seconds for the thesis's workloads; deals per second beside open_spiel's external sampling on the same game."""
    three = DealSolver("kuhn(players=3)")
    yield Measurement("3-player Kuhn, 1,000,000 deals", "s", 10 * best_seconds(lambda: three.train(100_000)), goal=3.0)
    eight = DealSolver("kuhn(players=8,cards=13)")
    yield Measurement(
        "8-player Kuhn, 13 cards, 10,000 deals", "s", 10 * best_seconds(lambda: eight.train(1000)), goal=2.0
    )
    recursive = DealSolver("kuhn(players=8,cards=13)", walk="recursive")
    times = race({"levels": lambda: eight.train(500), "recursive": lambda: recursive.train(500)})
    yield Measurement(
        "8-player Kuhn, a deal by levels", "us", times["levels"] * 2000, {"by recursion": times["recursive"] * 2000}
    )
    strategy = three.average()
    yield Measurement(
        "3-player Kuhn, all best responses", "ms", 1000 * best_seconds(lambda: best_responses(three.game, strategy))
    )
    pyspiel = peers.get("pyspiel")
    if pyspiel is not None:
        game = pyspiel.load_game("kuhn_poker(players=3)")
        # An iteration walks the tree once for each player on cards of its own, as many walks as three deals have here.
        theirs = pyspiel.ExternalSamplingMCCFRSolver(game, 1)

        def iterations() -> None:
            for _ in range(2000):
                theirs.run_iteration()

        both = race({"riverboat": lambda: three.train(2000), "open_spiel": iterations})
        yield Measurement(
            "3-player Kuhn, a deal for everybody",
            "us",
            both["riverboat"] * 500,
            {"open_spiel (external sampling)": both["open_spiel"] * 500},
        )
