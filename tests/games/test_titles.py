"""Names of games for people."""

from __future__ import annotations

import pytest

from riverboat.games.titles import game_words


@pytest.mark.parametrize(
    ("identity", "words"),
    [
        ("holdem(betting=no-limit,players=6,blinds=1/2,stacks=200)", "No-limit Texas hold'em, 6 players"),
        ("short_deck(betting=no-limit)", "No-limit short-deck hold'em"),
        ("leduc(players=2)", "Leduc hold'em, 2 players"),
        ("My Leduc(players=2)", "My Leduc, 2 players"),
        ("anaconda(betting=limit)", "Limit anaconda"),
    ],
)
def test_a_game_in_words(identity: str, words: str) -> None:
    assert game_words(identity) == words
