"""Hand ranking beside phevaluator, eval7, treys and pokerkit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from riverboat.bench.harness import Measurement, Peers, race, require_equal
from riverboat.cards.card import card_text, cards_text
from riverboat.cards.ranking.high import high_tables, random_hands, rank, rank_batch, rank_counts

BATCH = 1_000_000
SAMPLE = 2_000  # what the peers rank: they are called once per hand
_POKERKIT_SAMPLE = 50  # a fifth of a millisecond each would make the run long


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Batches, single hands, every hand there is, and the size of the tables."""
    hands = random_hands(BATCH)
    few = [tuple(hand) for hand in hands[:SAMPLE].tolist()]
    ours = rank_batch(hands[:SAMPLE]).tolist()
    contestants = dict(_peer_calls(peers, few, ours))
    times = race(contestants, seconds=0.4) if contestants else {}
    counts = {name: _POKERKIT_SAMPLE if name == "pokerkit" else SAMPLE for name in times}
    rates = {name: counts[name] / seconds / 1e6 for name, seconds in times.items()}

    out = np.empty(BATCH, np.uint16)
    # In turns and for long, because a shared machine has slow minutes and fast ones.
    best = race(
        {
            "unchecked": lambda: rank_batch(hands, check=False, out=out),
            "checked": lambda: rank_batch(hands, out=out),
            "everything": rank_counts,
            "one by one": lambda: [rank(hand) for hand in few],
        },
        seconds=4.0,
    )
    yield Measurement(
        "7 cards, random hands, one batch",
        "M/s",
        BATCH / best["unchecked"] / 1e6,
        rates,
        goal=300,
        ratios={"phevaluator": 100},
    )
    checked = BATCH / best["checked"] / 1e6
    yield Measurement("the same with every card checked", "M/s", checked, rates, goal=150)
    yield Measurement("all 133,784,560 hands in order", "s", best["everything"], goal=0.2)
    one = best["one by one"] / SAMPLE
    yield Measurement(
        "one hand from Python", "ns", one * 1e9, {name: 1000 / rate for name, rate in rates.items()}, goal=500
    )
    tables = high_tables()
    size = tables.words.nbytes + sum(table.nbytes for table in tables.by_size.values())
    yield Measurement("tables for 5, 6 and 7 cards", "kB", size / 1000, goal=256)


def _peer_calls(
    peers: Peers, hands: list[tuple[int, ...]], ours: list[int]
) -> Iterator[tuple[str, Callable[[], object]]]:
    """Each peer's ranking of the hands as its users call it, after its answers have been compared with ours."""
    order = np.argsort(ours, kind="stable").tolist()
    if phevaluator := peers.get("phevaluator.evaluator"):
        evaluate = phevaluator.evaluate_cards
        require_equal(ours, [7462 - evaluate(*hand) for hand in hands], "phevaluator")
        yield "phevaluator", lambda: [evaluate(*hand) for hand in hands]
        native = phevaluator._pheval.evaluate_7cards
        require_equal(ours, [7462 - native(*hand) for hand in hands], "phevaluator's C call")
        yield "phevaluator (C call)", lambda: [native(*hand) for hand in hands]
    if eval7 := peers.get("eval7"):
        eval7_evaluate = eval7.evaluate
        eval7_hands = [[eval7.Card(card_text(card)) for card in hand] for hand in hands]
        _require_same_order(ours, [eval7_evaluate(hand) for hand in eval7_hands], order, "eval7")
        yield "eval7", lambda: [eval7_evaluate(hand) for hand in eval7_hands]
    if treys := peers.get("treys"):
        treys_evaluate = treys.Evaluator().evaluate
        treys_hands = [[treys.Card.new(card_text(card)) for card in hand] for hand in hands]
        require_equal(ours, [7462 - treys_evaluate(hand[:2], hand[2:]) for hand in treys_hands], "treys")
        yield "treys", lambda: [treys_evaluate(hand[:2], hand[2:]) for hand in treys_hands]
    if pokerkit := peers.get("pokerkit"):
        best_of = pokerkit.StandardHighHand.from_game
        texts = [cards_text(hand) for hand in hands[:_POKERKIT_SAMPLE]]
        kit_order = np.argsort(ours[:_POKERKIT_SAMPLE], kind="stable").tolist()
        _require_same_order(ours, [best_of(text) for text in texts], kit_order, "pokerkit")
        yield "pokerkit", lambda: [best_of(text) for text in texts]


def _require_same_order(ours: list[int], theirs: list[Any], order: list[int], what: str) -> None:
    """Scores differ between libraries, but they must rise together: equal where ours are equal, larger where larger."""
    for low, high in pairwise(order):
        require_equal(ours[low] < ours[high], theirs[low] < theirs[high], what)
