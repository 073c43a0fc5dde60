"""Sizes of game trees that were published, and trees that open_spiel enumerates."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.errors import RiverboatError
from riverboat.games import parse_game
from riverboat.games.tree_size import tree_size


def test_billings_2006_nodes_of_limit_holdem() -> None:
    """Page 9: all nodes of two-player limit hold'em, under the convention that reproduces the number."""
    size = tree_size(parse_game("holdem(betting=limit)"), billings_convention=True)
    assert size.nodes == 1_179_000_604_565_715_751


def test_johanson_2013_information_sets_of_limit_holdem() -> None:
    """ "Measuring the size of large no-limit poker games", table of limit games: 3.162e17 states, 3.194e14 sets."""
    size = tree_size(parse_game("holdem(betting=limit)"))
    assert size.information_sets == 319_365_922_522_608
    assert f"{size.decisions:.3e}" == "3.162e+17"


def test_leduc_has_936_information_sets() -> None:
    assert tree_size(parse_game("leduc")).information_sets == 936


@pytest.mark.parametrize(
    ("game", "sets"),
    [
        ("kuhn", 12),
        ("kuhn(cards=4)", 16),
        ("kuhn(players=3)", 48),
        ("leduc(bets=1/1,raises=1)", 6 * 4 + 3 * 30 * 4),
    ],
)
def test_teofilo_2016_information_sets(game: str, sets: int) -> None:
    """Table 4 counts Kuhn's; for Leduc: 4 decisions before the board, 3 ways to it, cards of both suits told apart."""
    assert tree_size(parse_game(game)).information_sets == sets


def enumerated(name: str) -> int:
    pyspiel = pytest.importorskip("pyspiel")
    count, waiting = 0, [pyspiel.load_game(name).new_initial_state()]
    while waiting:
        state: Any = waiting.pop()
        count += 1
        if not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]
    return count


@pytest.mark.parametrize(
    ("game", "theirs", "single_cards"),
    [("kuhn", "kuhn_poker", 3), ("kuhn(players=3)", "kuhn_poker(players=3)", 4 + 12), ("leduc", "leduc_poker", 6)],
)
def test_open_spiel_enumerates_as_many_nodes(game: str, theirs: str, single_cards: int) -> None:
    """open_spiel deals card by card, so it has a few nodes more between the root and the first decision."""
    assert tree_size(parse_game(game)).nodes == enumerated(theirs) - single_cards


def test_games_whose_cards_decide_the_betting_are_refused() -> None:
    for game in ("stud", "badugi"):
        with pytest.raises(RiverboatError, match="only trees"):
            tree_size(parse_game(game))
