"""The catalogue as files: each is the same game as the one from code, comes back from its own text, and plays."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import games, make_game, parse_game
from riverboat.games.pgdl import catalogue, dump, load_from_catalogue, read
from riverboat.games.rules import Rules, Street
from riverboat.games.scenario import Scenario
from riverboat.games.state import State

Play = Callable[[Rules, Random], State]

NAMED_OTHERWISE: dict[str, tuple[str, dict[str, Any]]] = {
    "holdem_limit": ("holdem", {"betting": "limit"}),
    "holdem_no_limit": ("holdem", {"betting": "no-limit"}),
    "holdem_pot_limit": ("holdem", {"betting": "pot-limit"}),
    "kuhn4": ("kuhn", {"cards": 4}),
    "leduc8": ("leduc", {"cards": 8}),
}
VALIDATED = (
    "holdem_no_limit", "holdem_limit", "kuhn", "leduc", "cincinnati", "five_card_draw", "anaconda", "manila", "stud",
)  # fmt: skip
"""The nine variants that the thesis has implemented in PGDL (section 4.2.4)."""


def test_every_game_of_the_code_has_a_file() -> None:
    files = {NAMED_OTHERWISE.get(name, (name,))[0] for name in catalogue()}
    assert files == set(games())
    assert set(VALIDATED) <= set(catalogue())


@pytest.mark.parametrize("name", catalogue())
def test_file_and_code_are_the_same_game(name: str) -> None:
    variant = read(catalogue()[name], name)
    game, settings = NAMED_OTHERWISE.get(name, (name, {}))
    for players in range(variant.min_players, variant.max_players + 1):
        from_code = make_game(game, players=players, **settings)
        # How the code was asked for the game is not one of its rules.
        assert variant.rules(players) == dataclasses.replace(from_code, settings=())


@pytest.mark.parametrize("name", catalogue())
def test_files_play(name: str, check_hand: Play) -> None:
    variant = read(catalogue()[name], name)
    rng = Random(name)
    for players in {variant.min_players, (variant.min_players + variant.max_players) // 2, variant.max_players}:
        for _ in range(30):
            check_hand(variant.rules(players), rng)


@pytest.mark.parametrize("name", catalogue())
def test_round_trip(name: str) -> None:
    game, settings = NAMED_OTHERWISE.get(name, (name, {}))
    variant = read(catalogue()[name], name)
    for players in {variant.min_players, variant.max_players}:
        rules = make_game(game, players=players, **settings)
        text = dump(rules)
        assert read(text).rules() == rules
        assert dump(read(text).rules()) == text


HOUSE = [
    "holdem(players=6,stacks=100/200/300/400/500/600)",
    "holdem(players=3,blinds=50/100/200)",
    "holdem(players=4,rake=0.05/3)",
    "holdem(players=4,rake=0.0125/3)",
    "holdem(players=2,cap=4000)",
    "holdem(players=2,boards=2)",
    "holdem(players=3,runs=2,burns=yes)",
    "holdem(players=2,acpc=yes)",
    "holdem(players=4,antes=0/100/0/0)",
    "holdem(players=2,antes=100/0)",
    "holdem(players=5,bomb=200)",
    "holdem(betting=limit,players=2,raises=0)",
    "omaha(hole=5,players=6)",
    "short_deck(players=2)",
    "leduc(bets=1/1,raises=1)",
    "leduc(cards=8,bets=1/1,raises=1)",
    "kuhn(players=10,cards=13)",
]


@pytest.mark.parametrize("identity", HOUSE)
def test_house_rules_come_back(identity: str, check_hand: Play) -> None:
    rules = parse_game(identity)
    again = read(dump(rules)).rules()
    assert again == rules
    if not rules.rake:
        check_hand(again, Random(1))


def test_every_field_of_the_rules_is_written() -> None:
    """A field that PGDL does not know would be lost silently; this fails when one is added."""
    known = {
        "name", "players", "streets", "betting", "stacks", "deck", "antes", "blinds", "bring_in", "awards",
        "short_all_in_reopens", "exact_shares", "odd_chips", "rake", "antes_are_dead", "cap", "boards", "runs", "burns",
        "free_folds", "settings",
    }  # fmt: skip
    refused = {"scenario"}
    assert {each.name for each in dataclasses.fields(Rules)} == known | refused
    scenario = Scenario("QsJh2h8d", (Range("AA"), Range("KK")))
    with pytest.raises(RiverboatError):
        dump(dataclasses.replace(parse_game("holdem"), name="turn", settings=(), scenario=scenario))
    street = {
        "name", "down", "up", "board", "passing", "discarding", "drawing", "bet", "max_raises", "opener", "must_open",
        "passing_to", "extra_card_for", "betting", "counterclockwise",
    }  # fmt: skip
    assert {each.name for each in dataclasses.fields(Street)} == street


def test_unusual_streets_come_back() -> None:
    streets = (
        Street("a", down=3, bet=5, max_raises=0, opener=2, counterclockwise=True),
        Street("b", up=2, passing=1, passing_to=-2, discarding=1, drawing=(1, 2), bet=5, opener="highest card"),
        Street("c", board=2, bet=7, betting="pot-limit", opener=3, must_open=True),
        Street("d", board=1),
    )
    rules = Rules("odd", 4, streets, "no-limit", (50,) * 4, antes=(1,) * 4, blinds=(0, 0, 3, 0))
    assert read(dump(rules)).rules() == rules


def test_rules_that_pgdl_cannot_say_are_refused() -> None:
    with pytest.raises(RiverboatError, match="PGDL cannot describe"):
        dump(Rules("line\nbreak", 2, (Street("a", down=5, bet=1),), "limit", (10, 10)))
    with pytest.raises(RiverboatError, match="PGDL cannot describe"):
        dump(Rules("bell\x07", 2, (Street("a", down=5, bet=1),), "limit", (10, 10)))


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(RiverboatError, match="expected one of anaconda, badugi"):
        load_from_catalogue("bridge")


@pytest.mark.parametrize(
    ("name", "own", "board", "better"),
    [
        ("omaha", "AsKsQsJs", "Ts7h6d2c3c", "AhAdTc9c"),  # four spades in the hand and one on the board are not a flush
        ("manila", "AsAd", "QsJsTh9d8c", "Kd9s"),  # aces must play, so the straight on the board is not theirs
    ],
)
def test_both_hole_cards_must_play(name: str, own: str, board: str, better: str) -> None:
    rules = load_from_catalogue(name)
    (rank,) = rules.rankers
    cards = rules.deck.parse_cards
    assert rank(cards(better), cards(board)) > rank(cards(own), cards(board))
