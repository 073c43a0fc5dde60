"""Exact all-in equity against the literature, a slow evaluator that enumerates every deal, and laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.card import cards_text, parse_cards
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.cards.ranges import Range
from riverboat.odds.showdown import equity
from riverboat.odds.showdown.exact import DealByDeal, RangeSweep
from riverboat.odds.showdown.spot import read_spot

Hand = tuple[int, int]


@pytest.fixture(scope="module")
def strength() -> Callable[[Sequence[int]], int]:
    """How good a hand is, by phevaluator: higher is better. Its card numbers are the same as ours."""
    phevaluator = pytest.importorskip("phevaluator")
    evaluate: Any = phevaluator.evaluate_cards
    return lambda cards: -evaluate(*(int(card) for card in cards))


def completions(board: Sequence[int], gone: set[int]) -> Iterator[tuple[int, ...]]:
    left = [card for card in range(52) if card not in gone and card not in board]
    for rest in combinations(left, 5 - len(board)):
        yield (*board, *rest)


def shares(
    strength: Callable[[Sequence[int]], int], hands: Sequence[Hand], board: Sequence[int], dead: Sequence[int] = ()
) -> np.ndarray:
    """(equity, win, tie) sums of each player over every board, one by one."""
    totals = np.zeros((3, len(hands)))
    boards = 0
    for table in completions(board, {*dead, *(card for hand in hands for card in hand)}):
        ranks = [strength((*hand, *table)) for hand in hands]
        winners = [p for p, rank in enumerate(ranks) if rank == max(ranks)]
        for p in winners:
            totals[0, p] += 1 / len(winners)
            totals[1 if len(winners) == 1 else 2, p] += 1
        boards += 1
    return totals / boards


def counts(result: Any) -> tuple[int, int, int]:
    """Boards won, tied and lost by the first player of two."""
    win, tie = round(result.win[0] * result.deals), round(result.tie[0] * result.deals)
    return win, tie, result.deals - win - tie


def test_ace_king_suited_against_queens() -> None:
    """The race that every calculator prints: 46.2145 % over 1,712,304 boards."""
    result = equity(["AhKh", "QsQd"])
    assert result.exact
    assert result.deals == 1_712_304
    assert round(100 * result.equity[0], 4) == 46.2145
    assert result.standard_error is None
    assert result.seed is None


@pytest.mark.parametrize(
    ("board", "expected"),
    [("", (1_029_832, 7_525, 674_947)), ("Ks5h3d", (756, 0, 234)), ("Ks5h3dTc", (40, 0, 4)), ("Ks5h3dTc9s", (1, 0, 0))],
)
def test_divat_example_of_billings(board: str, expected: tuple[int, int, int]) -> None:
    """AcKc v 7h6h street by street (Billings 2006, the worked DIVAT hand)."""
    result = equity(["AcKc", "7h6h"], board=board)
    assert counts(result) == expected
    assert result.deals == sum(expected)


def test_flush_draw_with_one_card_to_come() -> None:
    """3h2h has nine hearts against AsTs on Ks Th 7d Ah."""
    assert counts(equity(["3h2h", "AsTs"], board="KsTh7dAh")) == (9, 0, 35)


def test_aces_against_kings_as_ranges() -> None:
    """36 pairs of holdings; 81.946 %."""
    result = equity(["AA", "KK"])
    assert round(100 * result.equity[0], 3) == 81.946
    assert result.deals == 36 * 1_712_304


@pytest.mark.parametrize(("hand", "percent"), [("AA", 85.2037), ("AKs", 67.0446), ("32o", 32.3032)])
def test_classes_against_a_random_hand(hand: str, percent: float) -> None:
    """The well-known table of pre-flop equities against one random hand."""
    result = equity([hand, "random"], exact=True)
    assert round(100 * result.equity[0], 4) == percent
    assert result.deals == np.count_nonzero(Range.parse(hand).weights) * 2_097_572_400


def test_everybody_plays_the_board() -> None:
    result = equity(["2c2d", "3c3d", "4c4d", "5c5d"], board="AsKsQsJsTs")
    assert result.equity == (0.25, 0.25, 0.25, 0.25)
    assert result.win == (0.0, 0.0, 0.0, 0.0)
    assert result.tie == (1.0, 1.0, 1.0, 1.0)


@st.composite
def spots(draw: st.DrawFn, max_players: int = 4) -> tuple[list[Hand], list[int], list[int]]:
    """Hands, a board and enough dead cards that enumerating every board is quick."""
    players = draw(st.integers(2, max_players))
    on_board = draw(st.sampled_from([0, 3, 4, 5]))
    left = {0: 11, 3: 30, 4: 40, 5: 20}[on_board]
    cards = draw(st.permutations(range(52)))
    hands = [(cards[2 * p], cards[2 * p + 1]) for p in range(players)]
    board = list(cards[2 * players : 2 * players + on_board])
    dead = list(cards[2 * players + on_board + left :])
    return hands, board, dead


@given(spot=spots())
@settings(max_examples=40)
def test_equals_going_through_every_board(
    strength: Callable[[Sequence[int]], int], spot: tuple[list[Hand], list[int], list[int]]
) -> None:
    hands, board, dead = spot
    result = equity([cards_text(hand) for hand in hands], board=board, dead=dead)
    assert result.exact
    assert np.allclose([result.equity, result.win, result.tie], shares(strength, hands, board, dead), atol=1e-12)


@pytest.mark.parametrize("left", ["hearts", "low"])
def test_pre_flop_with_a_small_deck(strength: Callable[[Sequence[int]], int], left: str) -> None:
    """Five cards from decks in which flushes, or full houses, are common."""
    deck = [c for c in range(52) if c & 3 == 2 or c >= 48] if left == "hearts" else list(range(20))
    hands = [(deck[0], deck[1]), (deck[2], deck[3]), (deck[4], deck[9])]
    dead = [card for card in range(52) if card not in deck]
    result = equity(hands, dead=dead)
    assert np.allclose([result.equity, result.win, result.tie], shares(strength, hands, (), dead), atol=1e-12)


@pytest.mark.slow
def test_every_board_before_the_flop(strength: Callable[[Sequence[int]], int]) -> None:
    """All 1,712,304 boards one by one: a suited hand, a pair and shared suits at once."""
    hands: list[Hand] = [(50, 46), (35, 34)]
    result = equity(hands)
    assert np.allclose([result.equity, result.win, result.tie], shares(strength, hands, ()), atol=1e-12)


def brute_force_ranges(
    strength: Callable[[Sequence[int]], int], ranges: Sequence[np.ndarray], board: Sequence[int], dead: Sequence[int]
) -> tuple[np.ndarray, int]:
    """Equities over all deals of weighted holdings, and how many deals and boards there are."""
    total, weight_sum, deals = np.zeros(len(ranges)), 0.0, 0
    for deal in product(*(np.flatnonzero(weights) for weights in ranges)):
        hands: list[Hand] = [(int(a), int(b)) for a, b in HOLDING_CARDS[list(deal)]]
        cards = [*board, *dead, *(card for hand in hands for card in hand)]
        if len(set(cards)) < len(cards):
            continue
        weight = float(np.prod([weights[h] for weights, h in zip(ranges, deal, strict=True)]))
        total += weight * shares(strength, hands, board, dead)[0]
        weight_sum += weight
        deals += sum(1 for _ in completions(board, {*dead, *(card for hand in hands for card in hand)}))
    return total / weight_sum, deals


@given(
    cards=st.permutations(range(52)),
    players=st.integers(2, 3),
    weights=st.lists(st.floats(0.01, 1.0), min_size=18, max_size=18),
)
@settings(max_examples=12)
def test_ranges_are_weighted_sums_of_hands(
    strength: Callable[[Sequence[int]], int], cards: list[int], players: int, weights: list[float]
) -> None:
    """Small weighted ranges that share cards, on a turn."""
    board, pool = list(cards[:4]), cards[4:11]
    holdings = [holding_index(a, b) for a, b in combinations(pool, 2)]
    ranges = []
    for p in range(players):
        table = np.zeros(1326)
        table[holdings[6 * p : 6 * p + 6]] = weights[6 * p : 6 * p + 6]
        ranges.append(table)
    expected, deals = brute_force_ranges(strength, ranges, board, ())
    result = equity(ranges, board=board, exact=True)
    assert np.allclose(result.equity, expected, atol=1e-12)
    assert result.deals == deals


@pytest.mark.parametrize(
    ("first", "second", "board", "dead"),
    [
        ("TT+, AQs:0.3, 76s", "22+, KTo+:0.7", "Ts7h2s", ""),
        ("random", "A2s+:0.25, 33-66", "AsKd2c9h", "Ad"),
        ("AhXx, QQ", "KK+, AKs", "", "2c2d3h4s5s6h7d8c9c"),
        ("88+:0.5, AKo", "ATs+, 99", "", ""),
    ],
)
def test_sweep_equals_deal_by_deal(first: str, second: str, board: str, dead: str) -> None:
    """Two ways to the same number: sorted walks over boards, and collapsed boards for each pair of holdings."""
    spot = read_spot([first, second], board, dead)
    by_sweep, by_deals = RangeSweep(spot).run(), DealByDeal(spot).run()
    assert by_sweep.deals == by_deals.deals
    assert np.allclose(by_sweep.equity, by_deals.equity, atol=1e-11)
    assert np.allclose(by_sweep.tie, by_deals.tie, atol=1e-11)


@given(order=st.permutations(range(4)), cards=st.permutations(range(52)))
@settings(max_examples=25)
def test_renaming_suits_changes_nothing(order: list[int], cards: list[int]) -> None:
    def renamed(some: Sequence[int]) -> list[int]:
        return [4 * (card >> 2) + order[card & 3] for card in some]

    hands, board, dead = [cards[0:2], cards[2:4], cards[4:6]], cards[6:9], cards[9:12]
    before = equity(hands, board=board, dead=dead)
    after = equity([renamed(hand) for hand in hands], board=renamed(board), dead=renamed(dead))
    assert after.equity == before.equity
    assert sum(before.equity) == pytest.approx(1.0, abs=1e-12)


def test_renaming_suits_of_ranges_before_the_flop() -> None:
    assert equity(["AhKh, QsQd", "99"]).equity == pytest.approx(equity(["AcKc, QdQh", "99"]).equity, abs=1e-12)


@given(cards=st.permutations(range(52)), order=st.permutations(range(5)))
@settings(max_examples=20)
def test_changing_seats_changes_seats_only(cards: list[int], order: list[int]) -> None:
    hands = [cards_text(cards[2 * p : 2 * p + 2]) for p in range(5)]
    board = cards[10:13]
    before, after = equity(hands, board=board), equity([hands[p] for p in order], board=board)
    assert after.equity == pytest.approx([before.equity[p] for p in order], abs=1e-12)


def test_dead_cards_are_gone() -> None:
    """Three of the nine hearts that the flush draw needs are elsewhere."""
    alive = equity(["3h2h", "AsTs"], board="KsTh7dAh")
    fewer = equity(["3h2h", "AsTs"], board="KsTh7dAh", dead="4h 5h 6h")
    assert counts(alive) == (9, 0, 35)
    assert counts(fewer) == (6, 0, 35)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("board", ["Qh 8d 5c 2c 2h", "Ks Ts 9s 4d 3c", "Ah Ad 7h 6h 5h"])
def test_agrees_with_eval7_on_hand_against_range(board: str) -> None:
    """A river each; eval7's exact function deals no further cards."""
    eval7 = pytest.importorskip("eval7")
    text = "22+, A9s+, KQo"
    hand = [eval7.Card("As"), eval7.Card("Qs")]
    expected = eval7.py_hand_vs_range_exact(hand, eval7.HandRange(text), [eval7.Card(c) for c in board.split()])
    assert equity(["AsQs", text], board=board).equity[0] == pytest.approx(expected, abs=1e-6)


def test_ten_players() -> None:
    """Ten hands on a flop: shares add up to the pot and the one with quads on the flop has it."""
    hands = ["AhAd", "KcKs", "QcQs", "JcJs", "TcTs", "9c9s", "8c8s", "7c7s", "6c6s", "5c5s"]
    result = equity(hands, board="AcAs2d")
    assert sum(result.equity) == pytest.approx(1.0, abs=1e-12)
    assert result.equity[0] > 0.99
    assert len(result.equity) == 10


def test_three_ranges_that_crowd_each_other(strength: Callable[[Sequence[int]], int]) -> None:
    """Three players with AA or half of KK: six of eight cards, and most choices clash."""
    board = parse_cards("2c3d8hJs")
    ranges = [Range.parse("AA, KK:0.5").weights for _ in range(3)]
    expected, deals = brute_force_ranges(strength, ranges, board, ())
    result = equity([Range.parse("AA, KK:0.5")] * 3, board=board)
    assert np.allclose(result.equity, expected, atol=1e-12)
    assert result.deals == deals


def test_progress_reaches_the_end() -> None:
    seen: list[tuple[int, int | None]] = []
    equity(["AKs", "QQ"], on_progress=lambda state: seen.append((state.done, state.total)))
    assert seen
    assert seen[-1][0] == seen[-1][1]
    assert seen == sorted(seen)
