"""Game definitions: the standard files, what the format can and cannot express, and garbage."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.acpc.definition import UNLIMITED_STACK, read_game, write_game
from riverboat.games.acpc.standard import STANDARD_GAMES, standard_game
from riverboat.games.catalogue import parse_game

LIMIT_2P = """# a comment, and an empty line

GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


def test_heads_up_limit_as_written_by_hand() -> None:
    rules = read_game(LIMIT_2P)
    assert rules.blinds == (10, 5)
    assert rules.stacks == (UNLIMITED_STACK, UNLIMITED_STACK)
    assert [street.bet for street in rules.streets] == [10, 10, 20, 20]
    assert [street.max_raises for street in rules.streets] == [3, 4, 4, 4]
    assert [street.opener for street in rules.streets] == [1, 0, 0, 0]
    assert [street.board for street in rules.streets] == [0, 3, 1, 1]
    assert rules.exact_shares
    assert rules.short_all_in_reopens
    assert replace(rules, name="x") == replace(standard_game("games/holdem.limit.2p.reverse_blinds.game"), name="x")


def test_keys_in_any_case_and_without_equals_sign() -> None:
    loud = LIMIT_2P.upper().replace("=", "").replace("BLIND", "Blind")
    assert read_game(loud) == read_game(LIMIT_2P)


@pytest.mark.parametrize("name", STANDARD_GAMES)
def test_a_definition_written_reads_back(name: str) -> None:
    rules = standard_game(name)
    assert read_game(write_game(rules), name) == rules


def test_small_decks_are_the_highest_suits_and_ranks() -> None:
    assert standard_game("kuhn.limit.3p").deck == Deck("JQKA", "s")
    assert standard_game("leduc.limit.2p").deck == Deck("QKA", "hs")
    assert standard_game("leduc.limit.2p").awards == ("two-card",)


@pytest.mark.parametrize(
    ("line", "instead", "complaint"),
    [
        ("END GAMEDEF", "", "END GAMEDEF"),
        ("GAMEDEF\nlimit", "limit", "GAMEDEF"),
        ("blind = 10 5", "blind = 10", "blind has 1 numbers"),
        ("blind = 10 5", "", "no blind"),
        ("blind = 10 5", "blind = -10 5", "whole numbers"),
        ("blind = 10 5", "stack = 9 9\nblind = 10 5", "more than the stack"),
        ("numPlayers = 2", "numPlayers = 11", "numPlayers 11"),
        ("numPlayers = 2", "numPlayers = 5\nblind = 1 2 0 0 0", "stacks"),
        ("firstPlayer = 2", "firstPlayer = 3", "firstPlayer 3"),
        ("raiseSize = 10 10 20 20", "", "no raiseSize"),
        ("numRanks = 13", "numRanks = 14", "numRanks 14"),
        ("numBoardCards = 0 3 1 1", "numBoardCards = 0 3 1 9", "board cards"),
        ("numBoardCards", "numTableCards", "does not begin with a known key"),
        ("numSuits = 4\nnumRanks = 13", "numSuits = 1\nnumRanks = 8", "needs 9 cards"),
    ],
)
def test_a_bad_definition_is_refused_for_its_reason(line: str, instead: str, complaint: str) -> None:
    text = LIMIT_2P.replace("blind = 10 5\n", "") if "blind = 1 2 0" in instead else LIMIT_2P
    assert line in text
    with pytest.raises(RiverboatError, match=complaint):
        read_game(text.replace(line, instead, 1))


@pytest.mark.parametrize("identity", ["kuhn", "kuhn(players=3)", "leduc", "holdem", "holdem(betting=limit,players=3)"])
def test_games_of_the_catalogue_can_be_written(identity: str) -> None:
    """Cards of small decks get other names; the game stays the same."""
    rules = parse_game(identity)
    again = read_game(write_game(rules))
    assert again.players == rules.players
    assert again.deck.size == rules.deck.size
    assert again.awards == rules.awards
    for street, written in zip(rules.streets, again.streets, strict=True):
        assert replace(written, name=street.name) == street


def test_what_no_definition_can_say_is_refused() -> None:
    rules = standard_game("holdem.nolimit.2p.reverse_blinds")
    drawing = (replace(rules.streets[0], drawing=(0, 5)), *rules.streets[1:])
    for odd in (
        replace(rules, betting="pot-limit"),
        replace(rules, antes=(1, 1)),
        replace(rules, streets=drawing),
        replace(rules, deck=Deck("23456789TJQK", "cdhs")),
        replace(rules, awards=("omaha",)),
    ):
        with pytest.raises(RiverboatError, match="cannot express"):
            write_game(odd)


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(LIMIT_2P.splitlines() * 2 + ["stack = 0 7", "#", "x"])).map("\n".join)
)
def test_garbage_is_refused_and_never_crashes(text: str) -> None:
    try:
        rules = read_game(text)
    except RiverboatError:
        return
    assert rules.players >= 2
