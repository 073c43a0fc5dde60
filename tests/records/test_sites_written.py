"""Hands written for these tests, after public descriptions of the formats: GGPoker, tournaments, PokerStars today.

Every expected result is added up by hand from the lines above it.
"""

# ruff: noqa: E501 (headings are as long as they are)

from __future__ import annotations

import re

import pytest

from riverboat.cards.card import cards_text
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.records.phh.parsing import read_phh
from riverboat.records.phh.writing import write_phh
from riverboat.records.pokerstars.parsing import read_pokerstars
from riverboat.records.pokerstars.writing import write_pokerstars
from riverboat.records.rejected import RejectedHand
from riverboat.records.sites.ipoker import read_ipoker
from riverboat.records.sites.registry import read_texts

RUSH = """Poker Hand #RC3877234041: Hold'em No Limit ($0.01/$0.02) - 2025/09/11 05:33:30
Table 'RushAndCash17757914' 6-max Seat #1 is the button
Seat 1: 9e47efb ($2.05 in chips)
Seat 2: Hero ($1.13 in chips)
Seat 3: e329e9c8 ($1.99 in chips)
Hero: posts small blind $0.01
e329e9c8: posts big blind $0.02
*** HOLE CARDS ***
Dealt to 9e47efb
Dealt to Hero [7s 6c]
Dealt to e329e9c8
9e47efb: folds
Hero: raises $0.04 to $0.06
e329e9c8: calls $0.04
*** FLOP *** [Ts 9c 2d]
Hero: bets $0.1
e329e9c8: folds
Uncalled bet ($0.1) returned to Hero
*** SHOWDOWN ***
Hero collected $0.1 from pot
*** SUMMARY ***
Total pot $0.12 | Rake $0.01 | Jackpot $0.01 | Bingo $0 | Fortune $0 | Tax $0
Board [Ts 9c 2d]
Seat 1: 9e47efb (button) folded before Flop (didn't bet)
Seat 2: Hero (small blind) won ($0.1)
Seat 3: e329e9c8 (big blind) folded on the Flop
"""
GG_TOURNAMENT = """Poker Hand #TM5600279262: Tournament #264809938, $5 Satellite to #12: Omaha Day Hold'em No Limit - Level16(800/1,600(200)) - 2026/02/17 14:37:16
Table '4' 8-max Seat #6 is the button
Seat 3: e0d65ab0 (18,221 in chips)
Seat 4: Hero (2,177 in chips)
Seat 6: 4337b2cd (5,160 in chips)
Seat 7: f7728f06 (9,474 in chips)
Seat 8: e1f388aa (15,436 in chips)
f7728f06: posts the ante 200
Hero: posts the ante 200
e1f388aa: posts the ante 200
e0d65ab0: posts the ante 200
4337b2cd: posts the ante 200
f7728f06: posts small blind 800
e1f388aa: posts big blind 1,600
*** HOLE CARDS ***
Dealt to Hero [Ad 9c]
e0d65ab0: folds
Hero: raises 377 to 1,977 and is all-in
4337b2cd: folds
f7728f06: folds
e1f388aa: calls 377
e1f388aa: shows [Kd Kh]
Hero: shows [Ad 9c]
*** FLOP *** [2c 3d 4h]
*** TURN *** [2c 3d 4h] [As]
*** RIVER *** [2c 3d 4h As] [8s]
*** SHOWDOWN ***
Hero collected 5,754 from pot
*** SUMMARY ***
Total pot 5,754 | Rake 0 | Jackpot 0 | Bingo 0
Board [2c 3d 4h As 8s]
"""
GG_STRADDLES = """Poker Hand #OM313718456: PLO ($0.01/$0.02) - 2022/07/10 21:30:00
Table 'PLOWhite1' 6-max Seat #3 is the button
Seat 1: small ($10 in chips)
Seat 2: big ($10 in chips)
Seat 3: other ($10 in chips)
small: posts small blind $0.01
big: posts big blind $0.02
other: straddle $0.04
*** HOLE CARDS ***
Dealt to small [7s Jd Qs Qh]
small: calls $0.03
big: calls $0.02
other: checks
*** FLOP *** [Tc 9h 3h]
small: checks
big: checks
other: bets $0.12
small: folds
big: folds
Uncalled bet ($0.12) returned to other
*** SHOWDOWN ***
other collected $0.11 from pot
*** SUMMARY ***
Total pot $0.12 | Rake $0.01
Board [Tc 9h 3h]
"""
CASH_OUT = """PokerStars Hand #230000000001:  Hold'em No Limit ($0.50/$1.00 USD) - 2022/01/05 20:00:00 ET
Table 'Aludra' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** HOLE CARDS ***
Dealt to Ann [Ah Ad]
Ann: raises $99 to $100 and is all-in
Bob: calls $99 and is all-in
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [{turn}]
*** RIVER *** [2c 7d 9h {turn}] [3s]
*** SHOW DOWN ***
Bob: shows [Kh Kd] (a pair of Kings)
Ann: shows [Ah Ad] (a pair of Aces)
{collected}
Ann cashed out the hand for $160.50 | Cash Out Fee $1.60
*** SUMMARY ***
Total pot $200 | Rake $2.50
Board [2c 7d 9h {turn} 3s]
Seat 1: Ann (button) (small blind) showed [Ah Ad] and {fate} (cashed out)
Seat 2: Bob (big blind) showed [Kh Kd] and lost with a pair of Kings
"""
PLAIN = """PokerStars Hand #7:  Hold'em No Limit ($0.50/$1.00 USD) - 2014/03/09 11:32:57 ET
Table 'Plain' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($50.50 in chips)
Seat 4: Cid ($20 in chips)
Bob: posts small blind $0.50
Cid: posts big blind $1
*** HOLE CARDS ***
Ann: raises $2 to $3
Bob: calls $2.50
Cid: folds
*** FLOP *** [2c 3c 4c]
Bob: bets $5
Ann: folds
Uncalled bet ($5) returned to Bob
Bob collected $6.65 from pot
*** SUMMARY ***
Total pot $7 | Rake $0.35
"""
"""Ann loses 3, Cid 1, Bob wins 6.65 less 3."""
RESULT = {"Ann": -300, "Bob": 365, "Cid": -100}


def _one(text: str) -> Hand:
    (found,) = read_texts(text.splitlines(keepends=True))
    assert isinstance(found, Hand), found
    return found


def _results(hand: Hand) -> dict[str, object]:
    return dict(zip(hand.players, hand.payoffs, strict=True))


def test_rush_and_cash_with_a_jackpot_fee() -> None:
    hand = _one(RUSH)
    assert _results(hand) == {"Hero": 4, "e329e9c8": -6, "9e47efb": 0}
    notes = dict(hand.notes)
    assert (notes["venue"], notes["hand"], hand.number) == ("GGPoker", "RC3877234041", 3877234041)
    assert (notes["year"], notes["time"], hand.unit) == ("2025", "05:33:30", "0.01 USD")


def test_a_tournament_at_ggpoker() -> None:
    """Five antes of 200, 800 and twice 1,977: Hero gets 5,754 for 2,177."""
    hand = _one(GG_TOURNAMENT)
    assert _results(hand) == {"e0d65ab0": -200, "Hero": 3577, "4337b2cd": -200, "f7728f06": -1000, "e1f388aa": -2177}
    assert hand.unit == "chips"
    assert dict(hand.notes)["_tournament"] == "264809938"


def test_a_straddle_on_the_button() -> None:
    hand = _one(GG_STRADDLES)
    assert _results(hand) == {"small": -4, "big": -4, "other": 7}
    assert hand.rules.name == "omaha"
    assert hand.rules.blinds == (1, 2, 4)


GG_ALL_IN = """Poker Hand #HD2735972142: Hold'em No Limit ($0.25/$0.5) - 2026/02/17 06:24:30
Table 'NLHPurple11' 6-max Seat #1 is the button
Seat 1: Hero ($50 in chips)
Seat 2: 4d960f58 ($50 in chips)
Hero: posts small blind $0.25
4d960f58: posts big blind $0.5
*** HOLE CARDS ***
Dealt to Hero [Ah Ad]
Hero: raises $49.5 to $50 and is all-in
4d960f58: calls $49.5 and is all-in
Hero: shows [Ah Ad]
4d960f58: shows [Kh Kd]
Hero: Chooses to EV Cashout
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [{turn}]
*** RIVER *** [2c 7d 9h {turn}] [3s]
{paid}
*** SHOWDOWN ***
{winner} collected $98 from pot
*** SUMMARY ***
Total pot $100 | Rake $2 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0
"""


def test_an_ev_cash_out_has_one_price_whoever_wins() -> None:
    """80 for the aces: 18 are paid of the 98 that they win, 80 received where they lose."""
    won = _one(GG_ALL_IN.format(turn="Tc", paid="Hero: Pays Cashout Risk ($18)", winner="Hero"))
    lost = _one(GG_ALL_IN.format(turn="Ks", paid="Hero: Receives Cashout ($80)", winner="4d960f58"))
    assert _results(won) == {"Hero": 3000, "4d960f58": -5000}
    assert _results(lost) == {"Hero": 3000, "4d960f58": 4800}


def test_money_of_the_house_cannot_be_recorded() -> None:
    for line in ("Cash Drop to Pot : total $5", "Hero: get an all-in insurance (premium ($0/$4/$0))"):
        (found,) = read_texts(RUSH.replace("*** FLOP ***", f"{line}\n*** FLOP ***").splitlines(keepends=True))
        assert isinstance(found, RejectedHand)
        assert "cannot hold" in found.reason
        assert found.line == 15


# PokerStars today -----------------------------------------------------------------------------------------------------


def test_a_winner_who_cashed_out() -> None:
    """Ann gets 160.50 for 100, the pot of 197.50 goes to the house, Bob has lost."""
    for collected in (
        "Ann collected $197.50 from pot",
        "Ann collected $197.50 from pot (pot not awarded as player cashed out)",
        "",
    ):
        hand = _one(CASH_OUT.format(turn="Tc", collected=collected, fate="won ($197.50) with a pair of Aces"))
        assert _results(hand) == {"Ann": 6050, "Bob": -10000}
        assert dict(hand.notes)["_cash_out"] == "rake 250, p2 16050 160"


def test_a_loser_who_cashed_out() -> None:
    """A king on the turn: Bob gets the pot, Ann still her price."""
    text = CASH_OUT.format(turn="Ks", collected="Bob collected $197.50 from pot", fate="lost with a pair of Aces")
    hand = _one(text)
    assert _results(hand) == {"Ann": 6050, "Bob": 9750}
    (again,) = read_pokerstars("".join(write_pokerstars([hand])).splitlines(keepends=True))
    assert again == hand
    (phh,) = read_phh(write_phh(hand).splitlines(keepends=True))
    assert isinstance(phh, Hand), phh
    assert phh.payoffs == hand.payoffs


def test_a_cash_out_does_not_excuse_wrong_money() -> None:
    text = CASH_OUT.format(turn="Ks", collected="Bob collected $150 from pot", fate="lost with a pair of Aces")
    (found,) = read_texts(text.splitlines(keepends=True))
    assert isinstance(found, RejectedHand)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("PokerStars Hand #7:", "PokerStars Zoom Hand #7:"),
        ("PokerStars Hand #7:  Hold'em", "PokerStars Home Game Hand #7: {The Club (1)} Hold'em"),
        (" 6-max", ""),
        (" 6-max", " (Real Money)"),
        ("($0.50/$1.00 USD)", "($0.50/$1.00)"),
        ("2014/03/09 11:32:57 ET", "2014/03/09 17:32:57 CET [2014/03/09 11:32:57 ET]"),
        ("\n", "\r\n"),
        ("PokerStars Hand", "Hand history asked for on 2014/03/10\n\nYours sincerely\n\nPokerStars Hand"),
        ("Ann: raises $2", 'Bob said, "Ann: folds"\nzed joins the table at seat #3\nAnn: raises $2'),
        ("Seat 4: Cid", "Seat 3: Dan ($4 in chips) is sitting out\nSeat 4: Cid"),
        ("($100 in chips)", "($100 in chips, $2.50 bounty)"),
    ],
)
def test_what_pokerstars_writes_today_and_wrote_long_ago(old: str, new: str) -> None:
    assert old in PLAIN
    assert _results(_one(PLAIN.replace(old, new))) == RESULT


@pytest.mark.parametrize(("sign", "code"), [("C$", "CAD"), ("₹", "INR"), ("€", "EUR"), ("£", "GBP"), ("R$", "BRL")])
def test_currencies(sign: str, code: str) -> None:
    hand = _one(PLAIN.replace(" USD", f" {code}").replace("$", sign))
    assert (_results(hand), hand.unit) == (RESULT, f"0.01 {code}")
    (again,) = read_pokerstars("".join(write_pokerstars([hand])).splitlines(keepends=True))
    assert again == hand


@pytest.mark.parametrize(
    "what",
    [
        "Tournament #604678566, $10+$1 USD Hold'em No Limit - Level I (50/100)",
        "Tournament #604678566, $5+$5+$1 USD Hold'em No Limit - Match Round I, Level II (50/100)",
        "Zoom Tournament #604678566, Freeroll  Hold'em No Limit - Level XIV (50/100)",
        "Tournament #604678566, €4.50+€0.50 EUR Hold'em No Limit - Level I (50/100)",
        "{Club} Tournament #604678566, 100+0 Hold'em No Limit - Level I (50/100)",
    ],
)
def test_tournaments(what: str) -> None:
    text = (
        PLAIN.replace("Hold'em No Limit ($0.50/$1.00 USD)", what)
        .replace(" | Rake $0.35", " | Rake $0")
        .replace("$6.65", "$7")
    )
    head, _, body = text.partition("\n")
    body = re.sub(r"\$([0-9.]+)", lambda match: str(round(100 * float(match[1]))), body)
    hand = _one(f"{head}\n{body}")
    assert (_results(hand), hand.unit) == ({"Ann": -300, "Bob": 400, "Cid": -100}, "chips")
    assert dict(hand.notes)["_tournament"] == "604678566"


def test_short_deck_with_a_button_blind() -> None:
    """Three antes of 25 cents, the button's blind of 25: Bob calls and folds to a bet."""
    hand = _one("""PokerStars Hand #195824029639:  6+ Hold'em No Limit (Button Blind $0.25 - Ante $0.25  USD) - 2019/01/16 18:35:56 EET [2019/01/16 11:35:56 ET]
Table 'Saiph' 6-max Seat #3 is the button
Seat 1: Ann ($56.51 in chips)
Seat 2: Bob ($46.08 in chips)
Seat 3: Cid ($54.54 in chips)
Ann: posts the ante $0.25
Bob: posts the ante $0.25
Cid: posts the ante $0.25
Cid: posts button blind $0.25
*** HOLE CARDS ***
Dealt to Cid [6h 7h]
Ann: folds
Bob: calls $0.25
Cid: checks
*** FLOP *** [8h 9h Kd]
Bob: checks
Cid: bets $1
Bob: folds
Uncalled bet ($1) returned to Cid
Cid collected $1.20 from pot
*** SUMMARY ***
Total pot $1.25 | Rake $0.05
Board [8h 9h Kd]
""")
    assert _results(hand) == {"Ann": -25, "Bob": -50, "Cid": 70}
    assert hand.rules.name == "short_deck"
    (again,) = read_pokerstars("".join(write_pokerstars([hand])).splitlines(keepends=True))
    assert again == hand


def test_live_posts_and_straddles_are_read_back() -> None:
    """Dan posts a late blind that does not move the opening; Eve's straddle does."""
    text = PLAIN.replace(
        "Seat 4: Cid ($20 in chips)", "Seat 4: Cid ($20 in chips)\nSeat 5: Dan ($9 in chips)\nSeat 6: Eve ($9 in chips)"
    )
    late = text.replace("Cid: posts big blind $1", "Cid: posts big blind $1\nEve: posts big blind $1")
    late = (
        late.replace("Ann: raises $2", "Dan: folds\nEve: folds\nAnn: raises $2")
        .replace("$7 |", "$8 |")
        .replace("$6.65", "$7.65")
    )
    hand = _one(late)
    assert _results(hand) == {"Ann": -300, "Bob": 465, "Cid": -100, "Dan": 0, "Eve": -100}
    straddle = text.replace("Cid: posts big blind $1", "Cid: posts big blind $1\nDan: posts straddle $2")
    straddle = straddle.replace("Ann: raises $2 to", "Eve: folds\nAnn: raises $2 to").replace(
        "raises $2 to $3", "raises $2 to $4"
    )
    straddle = straddle.replace("calls $2.50", "calls $3.50").replace("Cid: folds", "Cid: folds\nDan: folds")
    straddle = straddle.replace("$7 |", "$11 |").replace("$6.65", "$10.65")
    other = _one(straddle)
    assert _results(other) == {"Ann": -400, "Bob": 665, "Cid": -100, "Dan": -200, "Eve": 0}
    for each in (hand, other):
        assert list(read_pokerstars("".join(write_pokerstars([each])).splitlines(keepends=True))) == [each]


def test_half_chips_and_latin_names() -> None:
    text = PLAIN.replace("($0.50/$1.00 USD)", "(0.50/1.00)").replace("$", "").replace("Ann", "Añä")
    hand = _one(text)
    assert (_results(hand), hand.unit) == ({"Añä": -300, "Bob": 365, "Cid": -100}, "0.01 chips")


def test_an_unknown_heading_is_refused_and_swallows_nothing() -> None:
    """Between two hands, at the beginning and at the end: the count is the number of headings of any kind."""
    other = PLAIN.replace("PokerStars Hand #7:  Hold'em No Limit", "PokerStars Flash Hand #8:  Holdup No Limit")
    strange = PLAIN.replace("PokerStars Hand #7:", "Foo Poker Hand #12345:")
    for pieces in (
        (PLAIN, other, PLAIN),
        (strange, PLAIN),
        (PLAIN, strange),
        (PLAIN, PLAIN[PLAIN.index("Seat 1") :], PLAIN),
    ):
        found = list(read_texts("\n\n".join(pieces).splitlines(keepends=True)))
        assert [isinstance(each, Hand) for each in found] == [piece is PLAIN for piece in pieces]
    found = list(read_texts((PLAIN + strange + PLAIN).splitlines(keepends=True)))  # no empty lines between them
    assert [isinstance(each, Hand) for each in found] == [True, False, True]


def test_the_second_draw_is_no_second_run() -> None:
    text = """PokerStars Hand #9:  Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2014/03/09 11:32:57 ET
Table 'T' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($50 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** DEALING HANDS ***
Ann: calls $0.50
Bob: checks
*** FIRST DRAW ***
Bob: discards 2 cards
Ann: discards 3 cards
Bob: checks
Ann: checks
*** SECOND DRAW ***
Bob: discards 1 card
Ann: stands pat
Bob: checks
Ann: bets $2
Bob: folds
Uncalled bet ($2) returned to Ann
Ann collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""
    hand = _one(text)
    assert _results(hand) == {"Ann": 100, "Bob": -100}
    assert (hand.rules.name, hand.rules.runs, hand.other_boards) == ("triple_draw", 1, ())


# Tournaments of the other sites ---------------------------------------------------------------------------------------


def test_a_tournament_at_winamax() -> None:
    """Ante 25 each and the big blind of 200 against a raise to 450."""
    hand = _one("""Winamax Poker - Tournament "Sunday Surprise" buyIn: 9€ + 1€ level: 7 - HandId: #1234567-89-1400000000 - Holdem no limit (25/100/200) - 2014/05/13 20:00:00 UTC
Table: 'Sunday Surprise(1234567)#003' 6-max (real money) Seat #2 is the button
Seat 1: Ann (5000)
Seat 2: Bob (4000, 2.50€ bounty)
Seat 4: Cid (3000)
*** ANTE/BLINDS ***
Ann posts ante 25
Bob posts ante 25
Cid posts ante 25
Cid posts small blind 100
Ann posts big blind 200
Dealt to Ann [7c 2d]
*** PRE-FLOP ***
Bob raises 250 to 450
Cid folds
Ann folds
Bob collected 825 from pot
*** SUMMARY ***
Total pot 825 | No rake
Seat 2: Bob (button) won 825
""")
    assert _results(hand) == {"Ann": -225, "Bob": 825 - 475, "Cid": -125}
    assert dict(hand.notes)["hand"] == "1234567-89-1400000000"


def test_a_tournament_at_partypoker() -> None:
    """Bob raises by 60 to 80; Ann's all-in of 1,980 more is called by his last 920, the rest comes back to her."""
    hand = _one("""***** Hand History for Game 13549886519 *****
NL Texas Hold'em $11 USD Buy-in Trny:98765 Level:1 Blinds(20/40) - Sunday, January 05, 19:00:14 EST 2014
Table Rio(98765) Table #1 (Real Money)
Seat 1 is the button
Total number of players : 2/6
Seat 1: Bob ( 1,000 )
Seat 2: Ann ( 2,020 )
Bob posts small blind [20].
Ann posts big blind [40].
** Dealing down cards **
Dealt to Ann [  Ac Ad ]
Bob raises [60]
Ann is all-In  [1,980]
Bob is all-In  [920]
** Dealing Flop ** [ 2c, 3c, 4c ]
** Dealing Turn ** [ 9h ]
** Dealing River ** [ 9s ]
Ann shows [ Ac, Ad ]two pairs, Aces and Nines.
Bob shows [ Kc, Kd ]two pairs, Kings and Nines.
Ann wins 1,020 from the side pot 1 with two pairs, Aces and Nines.
Ann wins 2,000 from the main pot with two pairs, Aces and Nines.
""")
    assert _results(hand) == {"Ann": 1000, "Bob": -1000}
    assert (hand.unit, dict(hand.notes)["_tournament"]) == ("chips", "98765")


def test_a_tournament_at_888() -> None:
    hand = _one("""#Game No : 441518778
***** 888poker Hand History for Game 441518778 *****
50/100 Blinds No Limit Holdem - *** 06 01 2014 00:00:28
Tournament #71234567 $10 + $1 - Table #4 9 Max (Real Money)
Seat 3 is the button
Total number of players : 3
Seat 1: Ann ( 1,500 )
Seat 3: Bob ( 1,400 )
Seat 4: Cid ( 1,300 )
Ann posts ante [10]
Bob posts ante [10]
Cid posts ante [10]
Cid posts small blind [50]
Ann posts big blind [100]
** Dealing down cards **
Bob raises [250]
Cid folds
Ann calls [150]
** Dealing flop ** [ 7h, 5h, Jh ]
Ann checks
Bob bets [300]
Ann folds
** Summary **
Bob did not show his hand
Bob collected [ 580 ]
""")
    assert _results(hand) == {"Ann": -260, "Bob": 320, "Cid": -60}
    assert dict(hand.notes)["_tournament"] == "71234567"


def test_a_sit_and_go_at_full_tilt() -> None:
    hand = _one("""Full Tilt Poker Game #12345678901: $24 + $2 Sit & Go (98765432), Table 1 - 60/120 Ante 15 - No Limit Hold'em - 14:01:02 ET - 2009/05/06
Seat 1: Ann (1,500)
Seat 5: Bob (1,500)
Ann antes 15
Bob antes 15
Ann posts the small blind of 60
Bob posts the big blind of 120
The button is in seat #1
*** HOLE CARDS ***
Dealt to Bob [As Ks]
Ann raises to 360
Bob raises to 1,485, and is all in
Ann folds
Uncalled bet of 1,125 returned to Bob
Bob mucks
Bob wins the pot (750)
*** SUMMARY ***
Total pot 750 | Rake 0
""")
    assert _results(hand) == {"Ann": -375, "Bob": 375}
    assert cards_text(hand.down[hand.players.index("Bob")]) == "AsKs"
    assert set(hand.down[hand.players.index("Ann")]) == {HIDDEN}


def test_a_tournament_at_ipoker() -> None:
    text = """<session sessioncode="7">
<general>
<gametype>Holdem NL</gametype>
<tablename>Twister 10, 123</tablename>
<tournamentname>Twister</tournamentname>
</general>
<game gamecode="99">
<general>
<startdate>2019-01-06 01:20:19</startdate>
<players>
<player seat="1" name="Ann &amp; co" chips="500" dealer="1" win="0" bet="40" />
<player seat="2" name="Bob" chips="500" dealer="0" win="100" bet="60" />
</players>
</general>
<round no="0">
<action no="1" player="Ann &amp; co" type="1" sum="10"/>
<action no="2" player="Bob" type="2" sum="20"/>
</round>
<round no="1">
<cards type="Pocket" player="Bob">HA DA</cards>
<action no="3" player="Ann &amp; co" type="23" sum="40"/>
<action no="4" player="Bob" type="23" sum="60"/>
<action no="5" player="Ann &amp; co" type="0" sum="0"/>
</round>
</game>
</session>
"""
    (hand,) = read_ipoker(text.splitlines(keepends=True))
    assert isinstance(hand, Hand), hand
    assert _results(hand) == {"Ann & co": -40, "Bob": 40}
