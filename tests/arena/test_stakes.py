"""A game at tables of any size and stakes: what its text says stays, and everything that is bet grows alike."""

from __future__ import annotations

import pytest

from riverboat.arena.stakes import even_shares, names_players, rules_at, rules_for, unit_of, with_big_blind
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game


@pytest.mark.parametrize(
    ("game", "betting", "blinds"),
    [
        ("holdem", "no-limit", (50, 100)),
        ("holdem()", "no-limit", (50, 100)),
        (" holdem ", "no-limit", (50, 100)),
        ("holdem( )", "no-limit", (50, 100)),
        ("holdem(betting=limit)", "limit", (5, 10)),
        (" holdem(betting=limit) ", "limit", (5, 10)),
        ("holdem(betting=pot-limit,blinds=1/3)", "pot-limit", (1, 3)),
    ],
)
def test_the_table_says_how_many_play(game: str, betting: str, blinds: tuple[int, int]) -> None:
    assert not names_players(game)
    for players in (3, 7):
        rules = rules_for(game, players)
        assert (rules.name, rules.players, rules.betting) == ("holdem", players, betting)
        assert rules.blinds == (*blinds, *[0] * (players - 2))


def test_a_text_that_says_how_many_play_must_fit_the_table() -> None:
    assert names_players("holdem(players=3)")
    assert names_players("holdem(betting=limit, players = 3)")
    assert rules_for("holdem(betting=limit, players = 3)", 3).betting == "limit"
    with pytest.raises(RiverboatError, match="this table has 4"):
        rules_for("holdem(players=3)", 4)


def test_everything_that_is_bet_is_scaled() -> None:
    """Ten times the big blind: blinds, antes, bets, cap and bring-in tenfold, nothing where there was nothing."""
    holdem = rules_at("holdem(betting=limit,antes=1,cap=300)", 3, 100)
    assert holdem.blinds == (50, 100, 0)
    assert holdem.antes == (10, 10, 10)
    assert [street.bet for street in holdem.streets] == [100, 100, 200, 200]
    assert (holdem.cap, holdem.bring_in) == (3000, 0)
    assert holdem.stacks == rules_for("holdem(betting=limit)", 3).stacks
    stud = parse_game("stud(bets=20/40,ante=4,bring_in=6)")
    assert unit_of(stud) == 20  # no blinds: the first bet
    scaled = with_big_blind(stud, 50)
    assert (scaled.bring_in, set(scaled.antes)) == (15, {10})
    assert [street.bet for street in scaled.streets] == [50, 50, 100, 100, 100]


def test_what_is_bet_stays_a_chip_at_least() -> None:
    """A small blind of 4 at a tenth of the stakes is less than half a chip, and still a chip is posted."""
    assert rules_at("holdem(betting=limit,blinds=4/10)", 2, 1).blinds == (1, 1)


def test_shares_are_whole_chips_and_add_up() -> None:
    assert even_shares(1000, (50.0, 30.0, 20.0)) == [500, 300, 200]
    assert even_shares(100, (1.0, 1.0, 1.0)) == [34, 33, 33]
