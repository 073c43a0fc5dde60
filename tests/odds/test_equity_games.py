"""All-in equity in games other than hold'em, deal by deal beside pokerkit's evaluators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import Any

import pytest

from riverboat.cards.card import cards_text, parse_cards
from riverboat.odds.showdown import GAMES, equity

Evaluate = Callable[[str, str], Any]


def best_hand(name: str) -> Evaluate:
    """pokerkit's evaluator for one half of a pot: hole and board text in, something comparable or None out."""
    pokerkit = pytest.importorskip("pokerkit")
    kind = getattr(pokerkit, name)

    def evaluate(hole: str, board: str) -> Any:
        return kind.from_game_or_none(hole, board)

    return evaluate


def pot_shares(hands: Sequence[str], board: str, halves: Sequence[Evaluate]) -> list[float]:
    """Who gets what of one pot."""
    winners = []
    for evaluate in halves:
        made = [evaluate(hand, board) for hand in hands]
        best = None
        for hand in made:
            if hand is not None and (best is None or hand > best):
                best = hand
        if best is not None:
            winners.append([p for p, hand in enumerate(made) if hand is not None and not hand < best])
    shares = [0.0] * len(hands)
    for group in winners:
        for p in group:
            shares[p] += 1 / len(group) / len(winners)
    return shares


def average(deals: Sequence[tuple[Sequence[str], str]], halves: Sequence[Evaluate]) -> list[float]:
    sums = [0.0] * len(deals[0][0])
    for hands, board in deals:
        for p, share in enumerate(pot_shares(hands, board, halves)):
            sums[p] += share
    return [total / len(deals) for total in sums]


def rest_of(*texts: str, lowest: int = 0) -> list[int]:
    known = {card for text in texts for card in parse_cards(text)}
    return [card for card in range(4 * lowest, 52) if card not in known]


@pytest.mark.parametrize(
    ("game", "hands", "board", "evaluators"),
    [
        ("omaha", ["AhKhQdJd", "7s7c6s6c", "9h8h9d8d"], "5h6hTc2c", ["OmahaHoldemHand"]),
        ("omaha5", ["AhKhQdJd3s", "7s7c6s6c4c"], "5h6hTc2c", ["OmahaHoldemHand"]),
        ("omaha6", ["AhKhQdJd3s3d", "7s7c6s6c4c4d"], "5h6hTc2c", ["OmahaHoldemHand"]),
        ("omaha8", ["Ah2hKdJd", "As2cQsQc", "4h4d9h9d"], "5h6hTc8c", ["OmahaHoldemHand", "OmahaEightOrBetterLowHand"]),
    ],
)
def test_omaha_with_one_card_to_come(game: str, hands: list[str], board: str, evaluators: list[str]) -> None:
    halves = [best_hand(name) for name in evaluators]
    deals = [(hands, board + cards_text([card])) for card in rest_of(*hands, board)]
    result = equity(hands, board=board, game=game)
    assert result.exact
    assert result.deals == len(deals)
    assert result.equity == pytest.approx(average(deals, halves), abs=1e-12)


@pytest.mark.parametrize("hands", [["AhKh", "QsQd"], ["9h8h", "AcTc", "JdJh"]])
def test_short_deck_on_a_flop(hands: list[str]) -> None:
    """36 cards, a flush beats a full house, A-6-7-8-9 is a straight."""
    board = "6h7hTs"
    halves = [best_hand("ShortDeckHoldemHand")]
    rest = rest_of(*hands, board, lowest=4)
    deals = [(hands, board + cards_text(pair)) for pair in combinations(rest, 2)]
    result = equity(hands, board=board, game="short")
    assert result.deals == comb(36 - 3 - 2 * len(hands), 2)
    assert result.equity == pytest.approx(average(deals, halves), abs=1e-12)


def test_short_deck_before_the_flop_with_dead_cards() -> None:
    """Few enough cards left to go through every board, full houses and flushes among them."""
    hands, dead = ["AhKh", "QsQd"], "6c6d7c7d8c8d9c9d6s7s8s9sTcTdJcJdKcKd"
    rest = rest_of(*hands, dead, lowest=4)
    deals = [(hands, cards_text(board)) for board in combinations(rest, 5)]
    result = equity(hands, dead=dead, game="short")
    assert result.deals == len(deals)
    assert result.equity == pytest.approx(average(deals, [best_hand("ShortDeckHoldemHand")]), abs=1e-12)


def test_a_range_in_short_deck_loses_what_the_deck_does_not_have() -> None:
    assert equity(["22+", "KK"], game="short").equity == pytest.approx(equity(["66+", "KK"], game="short").equity)


@pytest.mark.parametrize(
    ("game", "evaluators"),
    [
        ("stud", ["StandardHighHand"]),
        ("razz", ["RegularLowHand"]),
        ("stud8", ["StandardHighHand", "EightOrBetterLowHand"]),
    ],
)
def test_stud_with_one_card_each_to_come(game: str, evaluators: list[str]) -> None:
    """Six cards each and dead up-cards: every way to deal the two last cards."""
    hands, dead = ["Ah2d3c8h9h7s", "Ks4d5c6h7h2c"], "QcQdQhQsJcJdJhJsTcTdThTs9c9d9s"
    rest = rest_of(*hands, dead)
    deals = [
        ([hands[0] + cards_text([first]), hands[1] + cards_text([second])], "")
        for first in rest
        for second in rest
        if first != second
    ]
    result = equity(hands, dead=dead, game=game)
    assert result.deals == len(deals)
    assert result.equity == pytest.approx(average(deals, [best_hand(name) for name in evaluators]), abs=1e-12)


@pytest.mark.parametrize(
    ("game", "evaluator", "hands"),
    [
        ("draw", "StandardHighHand", ["AhAdAcKd", "KsKhQcQdJs"]),
        ("27", "StandardLowHand", ["7h5d4c2d", "9s8h6c4d2h"]),
        ("badugi", "BadugiHand", ["7h5d4c", "Ts5h9c2d"]),
    ],
)
def test_one_draws_and_one_stands_pat(game: str, evaluator: str, hands: list[str]) -> None:
    rest = rest_of(*hands)
    deals = [([hands[0] + cards_text([card]), hands[1]], "") for card in rest]
    result = equity(hands, game=game)
    assert result.deals == len(rest)
    assert result.equity == pytest.approx(average(deals, [best_hand(evaluator)]), abs=1e-12)


def test_two_draw_two_cards_each() -> None:
    """Groups of unknown cards: pairs for one and pairs of what is left for the other."""
    hands, dead = ["AhAdAc", "KsKhQc"], cards_text(range(36))
    rest = rest_of(*hands, dead)
    deals = [
        ([hands[0] + cards_text(first), hands[1] + cards_text(second)], "")
        for first in combinations(rest, 2)
        for second in combinations([card for card in rest if card not in first], 2)
    ]
    result = equity(hands, dead=dead, game="draw")
    assert result.deals == len(deals) == comb(10, 2) * comb(8, 2)
    assert result.equity == pytest.approx(average(deals, [best_hand("StandardHighHand")]), abs=1e-12)


def test_omaha_nut_low_split() -> None:
    """Both have the nut low and the same high: quarters; a third player with the high alone has half."""
    result = equity(["As2sKdQc", "Ah2hKcQd", "8s8d9c9d"], board="3c4d8c8hTs", game="omaha8")
    assert result.equity == pytest.approx((0.25, 0.25, 0.5))
    assert result.win == (0.0, 0.0, 0.0)
    assert result.tie == (1.0, 1.0, 1.0)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_unknown_hands_are_equal_in_every_game(game: str) -> None:
    """A law for all games: players of whom nothing is known have equal equities, and shares add up to the pot."""
    result = equity(["random", "*"], game=game, samples=20_000, seed=9)
    assert result.game == game
    assert result.standard_error is not None
    assert sum(result.equity) == pytest.approx(1.0, abs=1e-9)
    assert abs(result.equity[0] - 0.5) <= 4 * result.standard_error[0]


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("omaha", ["AhKhQdJd", "7s7c6s6c"], "5h6hTc"),
        ("omaha8", ["Ah2hKdJd", "As3cQsQc"], "5h6hTc"),
        ("stud8", ["Ah2d3c8h9h", "Ks4d5c6h7h"], ""),
        ("badugi", ["7h5d", "Ts5h9c2d"], ""),
    ],
)
def test_sampled_agrees_with_exact(game: str, hands: list[str], board: str) -> None:
    exact = equity(hands, board=board, game=game, exact=True)
    sampled = equity(hands, board=board, game=game, samples=100_000, seed=21)
    assert sampled.standard_error is not None
    assert abs(exact.equity[0] - sampled.equity[0]) <= 4 * sampled.standard_error[0]
    assert equity(hands, board=board, game=game, samples=100_000, seed=21, threads=2) == sampled


def test_games_have_the_names_of_the_catalogue() -> None:
    """`equity --game` takes what `match --game` takes, ranks hands by the same award, and knows the older names."""
    from riverboat.games import games, make_game
    from riverboat.odds.showdown.games import ALIASES, GAMES, find_game

    for name in set(GAMES) - {"omaha5", "omaha6"}:
        assert name in games()
        rules = make_game(name)
        ranked = {str(award) for award in rules.awards}
        assert len(GAMES[name].rankings) == len(rules.awards), (name, ranked)
        dealt = sum(street.down + street.up for street in rules.streets)
        assert GAMES[name].cards == dealt, name
        assert GAMES[name].board[-1] == sum(street.board for street in rules.streets), name
    assert {old: find_game(old).name for old in ("short", "draw", "27")} == {
        "short": "short_deck", "draw": "five_card_draw", "27": "single_draw",
    }  # fmt: skip
    assert set(ALIASES.values()) <= set(GAMES)
