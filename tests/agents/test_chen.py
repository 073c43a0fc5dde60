"""The beginner: Chen's points before the flop, what the cards have made after it."""

from __future__ import annotations

import pytest

from riverboat.agents import make_agent
from riverboat.agents.chen import Made, made_with
from riverboat.cards import parse_cards
from riverboat.errors import RiverboatError
from riverboat.games import State, View, parse_game


@pytest.mark.parametrize(
    ("hole", "board", "made"),
    [
        ("AhKd", "Qs7c2d", Made.NOTHING),
        ("AhKd", "KsQs7c", Made.TOP_PAIR),
        ("AhQd", "KsQs7c", Made.SOMETHING),
        ("8h8d", "7s5c2d", Made.TOP_PAIR),
        ("8h8d", "9s5c2d", Made.SOMETHING),
        ("8h8d", "8s5c2d", Made.BETTER),
        ("AhKd", "AsKs7c", Made.BETTER),
        ("AhKd", "QsQc7d", Made.NOTHING),  # the pair is everyone's
        ("AhQd", "QsQc7d", Made.BETTER),
        ("AhKh", "Qh7h2d", Made.SOMETHING),  # four hearts
        ("AhKh", "Qh7h2h", Made.BETTER),
        ("9h8d", "7s6c2d", Made.SOMETHING),  # either end makes a straight
        ("9h8d", "7s6c5d", Made.BETTER),
        ("2h3d", "AsKsQsJsTs", Made.NOTHING),  # the best hand is on the board
    ],
)
def test_what_a_hand_has_made(hole: str, board: str, made: Made) -> None:
    assert made_with(parse_cards(hole), parse_cards(board)) == made


def opening(hole: str, players: int) -> str:
    """What the first to act before the flop does with these cards."""
    rules = parse_game(f"holdem(betting=no-limit,players={players})")
    state = State(rules, range(52))
    actor = state.actor
    assert actor is not None
    wanted, cards = parse_cards(hole), list(range(52))
    held = state.down[actor]
    for have, want in zip(held, wanted, strict=True):
        here, there = cards.index(have), cards.index(want)
        cards[here], cards[there] = cards[there], cards[here]
    dealt = State(rules, cards)
    assert sorted(dealt.down[actor]) == sorted(wanted)
    return make_agent("chen").act(View(dealt, actor)).verb


def test_chens_eight_points_are_enough_at_a_full_table() -> None:
    """AKs has 12 points, AKo 10, KQo 8 and T9o 6 by the published formula; from 11 on they are raised."""
    assert [opening(hole, 10) for hole in ("AhAd", "AhKh", "AhKd", "KhQd", "Th9d", "7h2d")] == [
        "raise_to", "raise_to", "check_or_call", "check_or_call", "fold", "fold",
    ]  # fmt: skip


def test_fewer_players_need_fewer_points() -> None:
    assert opening("Th9d", 10) == "fold"
    assert opening("Th9d", 2) != "fold"


def test_only_holdem() -> None:
    with pytest.raises(RiverboatError, match="chen plays hold'em"):
        make_agent("chen").require_game(parse_game("omaha"))
