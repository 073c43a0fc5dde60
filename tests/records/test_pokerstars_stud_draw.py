"""Stud and draw games in PokerStars' words: as one player sees them, and written and read again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.arena import run_match
from riverboat.cards.card import cards_text
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.records import read_hands
from riverboat.records.pokerstars.parsing import read_pokerstars
from riverboat.records.pokerstars.writing import write_pokerstars
from riverboat.records.rejected import RejectedHand

RAZZ = """PokerStars Game #81:  Razz Limit ($0.04/$0.08 USD) - 2009/05/02 3:45:12 ET
Table 'Kuma IV' 8-max
Seat 1: ann ($2 in chips)
Seat 3: Hero ($1.50 in chips)
Seat 6: cyd ($3 in chips)
ann: posts the ante $0.01
Hero: posts the ante $0.01
cyd: posts the ante $0.01
*** 3rd STREET ***
Dealt to ann [Ks]
Dealt to Hero [Ah 3d 7c]
Dealt to cyd [5c]
ann: brings in for $0.02
Hero: raises $0.02 to $0.04
cyd: calls $0.04
ann: folds
*** 4th STREET ***
Dealt to Hero [Ah 3d 7c] [4s]
Dealt to cyd [5c] [9h]
Hero: bets $0.04
cyd: calls $0.04
*** 5th STREET ***
Dealt to Hero [Ah 3d 7c 4s] [Kd]
Dealt to cyd [5c 9h] [8h]
cyd: bets $0.08
Hero: calls $0.08
*** 6th STREET ***
Dealt to Hero [Ah 3d 7c 4s Kd] [2h]
Dealt to cyd [5c 9h 8h] [5d]
Hero: bets $0.08
cyd: calls $0.08
*** RIVER ***
Dealt to Hero [Ah 3d 7c 4s Kd 2h] [2c]
Hero: bets $0.08
cyd: calls $0.08
*** SHOW DOWN ***
Hero: shows [Ah 3d 7c 4s Kd 2h 2c] (Lo: 7,4,3,2,A)
cyd: mucks hand
Hero collected $0.67 from pot
*** SUMMARY ***
Total pot $0.69 | Rake $0.02
Seat 1: ann folded on the 3rd Street
Seat 3: Hero showed [Ah 3d 7c 4s Kd 2h 2c] and won ($0.67) with Lo: 7,4,3,2,A
Seat 6: cyd mucked [Qc Jc 5c 9h 8h 5d Td]
"""

TRIPLE = """PokerStars Hand #82:  8-Game (Triple Draw 2-7 Lowball Limit, $1/$2 USD) - 2014/03/09 11:32:57 ET
Table 'Aase' 6-max Seat #5 is the button
Seat 1: ann ($40 in chips)
Seat 2: Hero ($30 in chips)
Seat 5: cyd ($50 in chips)
ann: posts small blind $0.50
Hero: posts big blind $1
*** DEALING HANDS ***
Dealt to Hero [2c 3d 7h Ks Qd]
cyd: raises $1 to $2
ann: folds
Hero: calls $1
*** FIRST DRAW ***
Hero: discards 2 cards [Ks Qd]
Dealt to Hero [2c 3d 7h] [4s 4d]
cyd: discards 3 cards
Hero: checks
cyd: bets $1
Hero: calls $1
*** SECOND DRAW ***
Hero: discards 1 card [4d]
Dealt to Hero [2c 3d 7h 4s] [9c]
cyd: discards 1 card
Hero: checks
cyd: checks
*** THIRD DRAW ***
Hero: stands pat on [2c 3d 7h 4s 9c]
cyd: discards 1 card
Hero: bets $2
cyd: calls $2
*** SHOW DOWN ***
Hero: shows [2c 3d 7h 4s 9c] (Lo: 9,7,4,3,2)
cyd: shows [Td 8d 5c 3c 2d] (Lo: T,8,5,3,2)
Hero collected $10.20 from pot
*** SUMMARY ***
Total pot $10.50 | Rake $0.30
Seat 1: ann (small blind) folded before the Draw
Seat 2: Hero (big blind) showed [2c 3d 7h 4s 9c] and won ($10.20) with Lo: 9,7,4,3,2
Seat 5: cyd (button) showed [Td 8d 5c 3c 2d] and lost with Lo: T,8,5,3,2
"""


def _read(text: str) -> list[Hand | RejectedHand]:
    return list(read_pokerstars(text.splitlines(keepends=True)))


def test_razz_as_one_player_sees_it() -> None:
    (hand,) = _read(RAZZ)
    assert isinstance(hand, Hand), hand
    assert hand.players == ("ann", "Hero", "cyd")
    assert hand.rules.bring_in == 2
    assert [cards_text(up) for up in hand.up] == ["Ks", "7c4sKd2h", "5c9h8h5d"]
    assert cards_text(hand.down[1]) == "Ah3d2c"
    assert hand.down[0] == (HIDDEN, HIDDEN)
    assert cards_text(hand.down[2]) == "QcJcTd"  # from the summary
    assert hand.payoffs == (-3, 67 - 33, -33)


def test_triple_draw_in_a_mixed_game() -> None:
    (hand,) = _read(TRIPLE)
    assert isinstance(hand, Hand), hand
    assert hand.rules.name == "triple_draw"
    assert dict(hand.notes)["_mix"] == "8-Game"
    hero = hand.players.index("Hero")
    assert cards_text(hand.down[hero]) == "2c3d7h4s9c"
    thrown = [action.cards for _, who, action in hand.actions if who == hero and action.verb == "discard"]
    assert [cards_text(cards) for cards in thrown] == ["KsQd", "4d", ""]
    assert hand.payoffs[hero] == 1020 - 500
    assert sum(hand.payoffs) == -30


@pytest.mark.parametrize("text", [RAZZ, TRIPLE])
def test_what_one_player_saw_is_written_again(text: str) -> None:
    (hand,) = _read(text)
    assert isinstance(hand, Hand)
    (again,) = _read("".join(write_pokerstars([hand])))
    assert isinstance(again, Hand), again
    known = tuple(note for note in hand.notes if note[0] != "_mix")
    assert again._replace(notes=()) == hand._replace(notes=())
    assert again.notes == known


@pytest.mark.parametrize(
    ("text", "old", "new", "complaint"),
    [
        (RAZZ, "ann: brings in", "cyd: brings in", "turn of position 1"),
        (RAZZ, "Dealt to cyd [5c] [9h]", "Dealt to cyd [5c] [9h 8h]", "2 cards; expected 1"),
        (RAZZ, "Dealt to cyd [5c] [9h]", "Dealt to cyd [5c] [4s]", "not dealt to it"),
        (RAZZ, "*** 5th STREET ***\n", "", "expected 0"),
        (RAZZ, "Dealt to ann [Ks]\n", "", "turn of position 2"),
        (RAZZ, "Hero collected $0.67", "cyd collected $0.67", "wins"),
        (RAZZ, "Dealt to cyd [5c]\n", "Dealt to dan [5c]\n", "dan has no seat"),
        (RAZZ, "Dealt to ann [Ks]", "Dealt to ann [7c]", "7c is dealt twice"),
        (TRIPLE, "discards 1 card [4d]", "discards 2 cards [4d]", "2 cards are said"),
        (TRIPLE, "discards 1 card [4d]", "discards 1 card [5d]", "not dealt to it"),
        (TRIPLE, "Hero: discards 2 cards", "ann: discards 2 cards", "expected 0"),
        (TRIPLE, "shows [2c 3d 7h 4s 9c]", "shows [2c 3d 7h 4s 8c]", "was not dealt to it"),
        (TRIPLE, "[2c 3d 7h Ks", "[2c 3d 3d Ks", "3d comes twice"),
        (TRIPLE, "[4s 4d]", "[4s 2c]", "not dealt to it"),
        (TRIPLE, "shows [Td 8d 5c 3c 2d]", "shows [Td 8d 5c 3c 2c]", "2c is dealt twice"),
    ],
)
def test_contradictions_are_refused(text: str, old: str, new: str, complaint: str) -> None:
    assert old in text
    rejected, hand = _read(text.replace(old, new, 1) + "\n\n" + text)
    assert isinstance(rejected, RejectedHand), (old, new)
    assert re.search(complaint, rejected.reason), rejected
    assert isinstance(hand, Hand)


GAMES = (
    "stud",
    "stud8",
    "razz",
    "five_card_draw",
    "five_card_draw(betting=pot-limit)",
    "single_draw",
    "triple_draw",
    "badugi",
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 5])
def test_played_hands_come_back(game: str, players: int) -> None:
    """Every card, action and chip; the text does not say how many raises are allowed nor an unused bring-in."""
    hands: list[Hand] = []
    run_match(["random"] * players, game, 40, record=hands.extend)
    fits = [hand for hand in hands if len(set(hand.dealt)) == len(hand.dealt)]
    assert len(fits) > 20
    for hand, back in zip(fits, _read("".join(write_pokerstars(fits))), strict=True):
        assert isinstance(back, Hand), back
        assert back._replace(notes=(), rules=hand.rules) == hand
        assert back.rules.awards == hand.rules.awards
        assert [street.bet for street in back.rules.streets] == [street.bet for street in hand.rules.streets]


def test_the_final_table_of_nine_games_comes_back(shared_data: Path) -> None:
    """Real hands, but for two draw hands with cards known only in part, which are refused."""
    hands = [hand for hand in read_hands(shared_data / "wsop2023_43_day5.phhs") if isinstance(hand, Hand)]
    partly_known = [hand for hand in hands if hand.number in (44, 60) and hand.rules.exchanges_cards]
    for hand in partly_known:
        with pytest.raises(RiverboatError, match="partly known"):
            list(write_pokerstars([hand]))
    hands = [hand for hand in hands if hand not in partly_known]
    assert len(hands) == 81
    assert {hand.rules.name for hand in hands} >= {"stud", "stud8", "razz", "triple_draw", "single_draw"}
    for hand, back in zip(hands, _read("".join(write_pokerstars(hands))), strict=True):
        assert isinstance(back, Hand), back
        assert (back.players, back.stacks, back.payoffs) == (hand.players, hand.stacks, hand.payoffs)
        assert [(s, p, a.verb, a.amount) for s, p, a in back.actions] == [
            (s, p, a.verb, a.amount) for s, p, a in hand.actions
        ]
        assert (back.down, back.up) == (hand.down, hand.up)


@given(st.data())
def test_hands_cut_anywhere_or_shuffled_never_crash(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from([RAZZ, TRIPLE])).splitlines(keepends=True)
    cut = data.draw(st.lists(st.sampled_from(lines), max_size=40))
    for text in (lines[: data.draw(st.integers(0, len(lines)))], [*lines[:8], *cut], cut):
        for found in read_pokerstars(text):
            assert isinstance(found, Hand) or "\n" not in found.reason
