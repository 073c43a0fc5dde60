"""All-in equity: exact and sampled, beside eval7 and pokerkit."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from riverboat.bench.harness import Measurement, Peers, best_seconds, race, require_close
from riverboat.cards import Range, holding_index, parse_card
from riverboat.odds.showdown import equity, equity_by_holding

_SAMPLES = 2_000_000
_PEER_SAMPLES = 200_000
_PEER_ITERATIONS = (2_000, 100_000)  # standard errors of about 1 % and 0.15 %; ours is exact
_KIT_SAMPLES = 500


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """The hand against hand, range against range and many-way cases that people wait for."""
    yield from _exact(peers)
    yield from _sampled(peers)


def _exact(peers: Peers) -> Iterator[Measurement]:
    duel = best_seconds(lambda: equity(["AhKh", "QsQd"]))
    yield Measurement("AhKh v QsQd, all 1,712,304 boards", "ms", 1e3 * duel, goal=3)
    pairs = best_seconds(lambda: equity(["AA", "KK"]))
    yield Measurement("AA v KK as ranges, exact", "ms", 1e3 * pairs, goal=5)
    flop = best_seconds(lambda: equity_by_holding("random", "random", "Td9d6h"), seconds=1.0)
    yield Measurement("every hand v every hand on a flop", "ms", 1e3 * flop, goal=25)
    before = best_seconds(lambda: equity_by_holding("random", "random"), max_runs=2, seconds=3.0)
    yield Measurement("every hand v every hand pre-flop", "s", before, goal=4)
    if eval7 := peers.get("eval7"):
        yield _one_call(eval7)
        for samples in _PEER_ITERATIONS:
            yield _range_by_range(eval7, samples)


def _one_call(eval7: ModuleType) -> Measurement:
    """A hand against a range on a river: so little to compute that it measures what a call costs.

    eval7 is given cards and a range that it has parsed already, and wins. On earlier streets its exact function deals
    no further cards, so there is nothing to compare.
    """
    hand = [eval7.Card("Ah"), eval7.Card("Kh")]
    board = [eval7.Card(card) for card in ("Td", "9d", "6h", "Qc", "2s")]
    villain, text = eval7.HandRange("TT+, AQ+"), "TT+, AQ+"

    def ours() -> float:
        return equity(["AhKh", text], board="Td9d6hQc2s").equity[0]

    def theirs() -> float:
        return float(eval7.py_hand_vs_range_exact(hand, villain, board))

    require_close(ours(), theirs(), 1e-6, "eval7's exact equity")
    times = race({"riverboat": ours, "eval7": theirs})
    return Measurement(
        "one call: AhKh v TT+,AQ+ on a river, exact", "ms", 1e3 * times["riverboat"], {"eval7": 1e3 * times["eval7"]}
    )


def _range_by_range(eval7: ModuleType, samples: int) -> Measurement:
    """Every hand of one range against another on a flop: ours exact, eval7's by simulation."""
    first, second = "TT+, AQs+, KQs", "22+, A2s+, KTs+, QTs+, JTs, AJo+, KQo"
    hero, villain = eval7.HandRange(first), eval7.HandRange(second)
    board = [eval7.Card(card) for card in ("Td", "9d", "6h")]
    mine, theirs = Range.parse(first), Range.parse(second)

    def simulated() -> dict[tuple[Any, Any], float]:
        found: dict[tuple[Any, Any], float] = eval7.py_all_hands_vs_range(hero, villain, board, samples)
        return found

    exact = equity_by_holding(mine, theirs, "Td9d6h").first
    for cards, estimate in simulated().items():
        holding = holding_index(*(parse_card(str(card)) for card in cards))
        require_close(float(exact[holding]), estimate, 4.5 * 0.5 / samples**0.5, "eval7's equity by hand")
    times = race({"riverboat": lambda: equity_by_holding(mine, theirs, "Td9d6h"), "eval7": simulated}, max_runs=30)
    return Measurement(
        f"each hand of a range v a range on a flop, exact (eval7: {samples:,} samples per hand)",
        "ms",
        1e3 * times["riverboat"],
        {"eval7": 1e3 * times["eval7"]},
    )


def _sampled(peers: Peers) -> Iterator[Measurement]:
    contestants = {"riverboat": lambda: equity(["AhKh", "TT+, AQ+"], samples=_SAMPLES, seed=1)}
    count = {"riverboat": _SAMPLES}
    ours = equity(["AhKh", "TT+, AQ+"]).equity[0]
    if eval7 := peers.get("eval7"):
        hand, villain = [eval7.Card("Ah"), eval7.Card("Kh")], eval7.HandRange("TT+, AQ+")
        simulate = eval7.py_hand_vs_range_monte_carlo
        require_close(ours, simulate(hand, villain, [], _PEER_SAMPLES), 0.01, "eval7's sampled equity")
        contestants["eval7"] = lambda: simulate(hand, villain, [], _PEER_SAMPLES)
        count["eval7"] = _PEER_SAMPLES
    if pokerkit := peers.get("pokerkit"):
        arguments = (
            (pokerkit.parse_range("AhKh"), pokerkit.parse_range("TT+", "AQs+", "AQo+")),
            (),
            2,
            5,
            pokerkit.Deck.STANDARD,
            (pokerkit.StandardHighHand,),
        )
        calculate = pokerkit.calculate_equities
        require_close(ours, calculate(*arguments, sample_count=_KIT_SAMPLES)[0], 0.15, "pokerkit's sampled equity")
        contestants["pokerkit"] = lambda: calculate(*arguments, sample_count=_KIT_SAMPLES)
        count["pokerkit"] = _KIT_SAMPLES
    times = race(contestants, seconds=0.8, max_runs=20)
    rates = {name: count[name] / seconds / 1e6 for name, seconds in times.items()}
    yield Measurement("sampled, hand v range", "M/s", rates.pop("riverboat"), rates, goal=20, ratios={"eval7": 2})
    hands = ["AhKh", "QsQd", "Jc9c", "5s5d", "Ad8d", "7h6h"]
    six = best_seconds(lambda: equity(hands, samples=_SAMPLES, seed=1))
    yield Measurement("sampled, six hands", "M/s", _SAMPLES / six / 1e6, goal=10)
    ranges = ["22+, A2s+", "TT+, AQ+", "KTs+, QTs+, JTs", "A2s+, K9s+", "77+, AJ+", "random"]
    clashing = best_seconds(lambda: equity(ranges, samples=_SAMPLES, seed=1))
    yield Measurement("sampled, six ranges that share cards", "M/s", _SAMPLES / clashing / 1e6, goal=10)
