"""What PGDL 2 adds to the language."""

from __future__ import annotations

import pytest

from riverboat.cards.ranking.rankings import exactly
from riverboat.games.pgdl import PgdlError, dump, read

TEXT = """<PGDL version="2">
  <PokerGame name="second" winningType="high" {game}/>
  <Players minimum="{players}" maximum="{players}"/>
  <Deck standard="true"/>
  <Scoring {scoring}</Scoring>
  {ante}
  <Round number="1" name="only" faceDownCardsDealt="4" faceUpCardsDealt="1" communityCardsNumber="5">
    <BettingStructure type="limit"><Bet value="2"/></BettingStructure>
    <BettingOrder firstPlayerBetting="{first}"/>
    {blinds}
  </Round>
</PGDL>"""


def second(
    game: str = "", players: int = 3, scoring: str = ">", ante: str = "", first: str = "nextDealer", blinds: str = ""
) -> str:
    return TEXT.format(game=game, players=players, scoring=scoring, ante=ante, first=first, blinds=blinds)


@pytest.mark.parametrize(
    ("word", "opener"),
    [
        ("lowestUpCard", "lowest card"),
        ("highestUpCard", "highest card"),
        ("highestUpHand", "best hand showing"),
        ("lowestUpHand", "best low showing"),
        ("dealer", 2),
        ("dealer+2", 1),
    ],
)
def test_who_acts_first(word: str, opener: int | str) -> None:
    assert read(second(first=word)).rules().streets[0].opener == opener


def test_stacks() -> None:
    assert read(second('stack="40"')).rules().stacks == (40, 40, 40)
    assert read(second('stacks="10.5 20 30"')).rules().stacks == (21, 40, 60)
    assert read(second()).rules().stacks == (200, 200, 200)
    with pytest.raises(PgdlError, match="2 stacks for 3 players"):
        read(second('stacks="10 20"'))


def test_antes_of_single_players() -> None:
    rules = read(second('deadAntes="yes"', ante='<Ante position="dealer" value="3"/>')).rules()
    assert (rules.antes, rules.antes_are_dead) == ((0, 0, 3), True)


def test_straddle_and_who_acts_after_it() -> None:
    blinds = """<BlindStructure><Blind id="s" value="1" position="nextDealer"/>
      <Blind id="b" value="2" position="nextSmallBlind"/>
      <Blind id="x" value="4" position="nextBigBlind"/></BlindStructure>"""
    rules = read(second(players=4, blinds=blinds)).rules()
    assert rules.blinds == (1, 2, 4, 0)
    assert rules.streets[0].opener == 3
    with pytest.raises(PgdlError, match="with 2 players"):
        read(second(players=2, blinds=blinds))


def test_exactly_so_many_from_the_hand() -> None:
    two = read(second(scoring='fromHand="2">')).rules()
    assert two.awards == ("omaha",)
    three = read(second(scoring='fromHand="3">')).rules()
    (rank,) = three.rankers
    hole, board = three.deck.parse_cards("AsKsQsJs2d"), three.deck.parse_cards("Ts9s4h4d5c")
    assert rank(hole, board) == exactly(3).rank(hole, board)
    assert read(dump(three)).rules() == three


def test_qualifier() -> None:
    """Nine or better: 9-8-7-6-5 is the worst low that wins."""
    scoring = '><Award ranking="high"/><Award ranking="ace-to-five" qualifier="98765"/>'
    rules = read(second(scoring=scoring)).rules()
    low = rules.rankers[1]
    cards = rules.deck.parse_cards
    assert low(cards("9s8h7d6c5s"), ()) == 0
    assert low(cards("As2h3d4c5s"), ()) > low(cards("As2h3d4c6s"), ()) > 0
    assert low(cards("Ts2h3d4c5s"), ()) == -1
    assert low(cards("AsAhAd4c5s"), ()) == -1
    assert read(dump(rules)).rules() == rules


def test_jacks_or_better_cannot_be_the_only_award() -> None:
    with pytest.raises(PgdlError, match="the first may not have a qualifier"):
        read(second(scoring='><Award ranking="high" qualifier="JJ432"/>'))


@pytest.mark.parametrize("qualifier", ["ZZZ", "9999", "99999", "98", "9s9s8s7s6s"])
def test_bad_qualifiers(qualifier: str) -> None:
    with pytest.raises(PgdlError, match="line 5"):
        read(second(scoring=f'><Award ranking="high"/><Award ranking="ace-to-five" qualifier="{qualifier}"/>'))


def test_unknown_ranking_names_the_known_ones() -> None:
    with pytest.raises(PgdlError, match=r"no ranking .mid.; there is high, short-deck"):
        read(second(scoring='><Award ranking="mid"/>'))


def test_version_one_does_not_know_this() -> None:
    with pytest.raises(PgdlError, match="needs <PGDL version="):
        read(second('stack="40"').replace(' version="2"', ""))


def test_the_rest_of_the_table() -> None:
    rules = read(
        second('bringIn="1" cap="50" rake="0.05" rakeCap="3" oddChips="highCard" runs="2" burns="true" freeFolds="yes"')
    ).rules()
    assert (rules.bring_in, rules.cap, rules.odd_chips, rules.runs, rules.burns, rules.free_folds) == (
        1,
        50,
        "high card",
        2,
        True,
        True,
    )
    assert rules.rake is not None
    assert (rules.rake.fraction, rules.rake.cap) == (0.05, 3)
    assert read(dump(rules)).rules() == rules
