"""Spots: what they come to, TOML both ways, their size before they are built, and everything that is refused."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.cards import Range
from riverboat.cards.card import card_text, parse_cards
from riverboat.errors import DealError, NotationError, RiverboatError
from riverboat.solve.betting import TooLargeError
from riverboat.solve.spot import Spot
from riverboat.solve.spot.runouts import kept_renamings
from riverboat.solve.spot.tree import Kind

OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
A: dict[str, Any] = {"oop": OOP, "ip": IP, "pot": 200, "stack": 900, "raises": "a"}
R1: dict[str, Any] = A | {"board": "Td9d6hQc2s", "bets": "50%,100%,a"}
R2: dict[str, Any] = R1 | {"board": "Ks7h4c2d9s", "oop": "random", "ip": "random", "pot": 100, "stack": 950}
T1: dict[str, Any] = R1 | {"board": "Td9d6hQc"}
F1: dict[str, Any] = R1 | {"board": "Td9d6h", "bets": "50%"}


# Sizes of the standard spots ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "decisions", "hands"),
    [(R1, 12, (167, 246)), (R2, 12, (1081, 1081)), (T1, 2892, (167, 250)), (F1, 77_820, (180, 265))],
    ids=["R1", "R2", "T1", "F1"],
)
def test_the_standard_spots(fields: dict[str, Any], decisions: int, hands: tuple[int, int]) -> None:
    """On F1 clubs and spades are alike: 36 turns and 23 * 35 + 13 * 48 = 1,429 rivers for 6 + 18 + 54 decisions."""
    size = Spot(**fields).estimate()
    assert size.decisions == decisions
    assert size.hands == hands


def test_every_run_out_counts_without_isomorphism() -> None:
    size = Spot(**F1).estimate(isomorphism=False)
    assert size.boards == (1, 49, 49 * 48)
    assert size.decisions == 6 + 49 * (18 + 48 * 54)


def live_hands(text: str, board: tuple[int, ...]) -> int:
    return sum(not set(hand) & set(board) for hand, _ in Range(text).holdings())


def in_lanes(hands: int) -> int:
    """Whole lanes of sixteen; one more where rows of whole kilobytes would share the cache's lines."""
    row = -(-hands // 16) * 16
    return row + 16 if row % 256 == 0 else row


def test_memory_of_a_turn() -> None:
    """Two numbers for each action and hand; rows in lanes of sixteen, as long as the board with most hands needs."""
    spot = Spot(**T1)
    actions = {(player, street): 0 for player in (0, 1) for street in (1, 2)}
    for node in spot.tree():
        if node.kind is Kind.DECISION:
            actions[node.player, node.street] += len(node.actions)
    rivers = [(*spot.cards, card) for card in range(52) if card not in spot.cards]
    numbers = 0
    for player, text in enumerate((OOP, IP)):
        numbers += 2 * actions[player, 1] * in_lanes(live_hands(text, spot.cards))
        numbers += 2 * actions[player, 2] * 48 * in_lanes(max(live_hands(text, river) for river in rivers))
    size = spot.estimate()
    assert size.numbers == numbers
    assert size.memory() == 4 * numbers
    assert size.memory("16-bit") == 2 * numbers


def test_memory_of_a_short_decks_flop() -> None:
    fields = F1 | {"oop": "AhKh,AdKd,QQ,JJ,88,77,6c6d,6c7c", "ip": "AA:0.5,87s,6c6d", "deck": "short"}
    spot = Spot(**fields)
    left = [card for card in range(16, 52) if card not in spot.cards]
    run_outs = [(*spot.cards, *pair) for pair in permutations(left, 2)]
    numbers = 0
    for player, text in enumerate((fields["oop"], fields["ip"])):
        row = in_lanes(live_hands(text, spot.cards))
        river_row = in_lanes(max(live_hands(text, board) for board in run_outs))
        flop, turn, river = spot.tree().choices[player]
        numbers += 2 * (flop * row + 33 * turn * row + 33 * 32 * river * river_row)
    size = spot.estimate(isomorphism=False)
    assert size.boards == (1, 33, 33 * 32)
    assert size.numbers == numbers


def test_run_outs_that_differ_by_suits_are_counted_once() -> None:
    """By brute force: the ordered turn and river cards, joined when a renaming maps one to the other."""
    for board in ("Td9d6h", "TdThTs", "9h6h2h", "AcKdQh"):
        spot = Spot(**F1 | {"board": board, "oop": "22+,AKs", "ip": "random"})
        cards = [card for card in range(52) if card not in spot.cards]
        classes = set()
        for pair in permutations(cards, 2):
            images = []
            for suits in permutations("cdhs"):
                renamed = [text[0] + suits["cdhs".index(text[1])] for text in map(card_text, (*spot.cards, *pair))]
                if set(renamed[:3]) == set(map(card_text, spot.cards)):
                    images.append(tuple(renamed[3:]))
            classes.add(min(images))
        assert spot.estimate().boards[2] == len(classes)


def test_a_range_that_tells_suits_apart_forbids_renaming_them() -> None:
    board = parse_cards("Td9d6h")
    assert len(kept_renamings(board, [Range("AKs").weights, Range("QQ").weights])) == 2
    assert len(kept_renamings(board, [Range("AcKc").weights, Range("QQ").weights])) == 1
    assert len(kept_renamings(board, [Range("AKs").weights, Range("QQ,QcQd:0.5").weights])) == 1
    assert len(kept_renamings(board, [Range("AcKc,AsKs").weights, Range("QQ").weights])) == 2


def test_what_does_not_fit_is_refused() -> None:
    size = Spot(**F1).estimate()
    size.require(budget=size.memory())
    size.require("16-bit", budget=size.memory("16-bit"))
    with pytest.raises(
        TooLargeError, match=r"board Td9d6h: 77,820 decision nodes .* choose 16-bit storage, fewer sizes"
    ):
        size.require(budget=size.memory() - 1)
    with pytest.raises(TooLargeError, match=r"need .* in 16-bit, 1.0 kB are allowed; choose fewer sizes"):
        size.require("16-bit", budget=1000)
    everything = Spot(**F1 | {"oop": "random", "ip": "random", "bets": "25%,50%,a", "raises": "50%", "stack": 10**6})
    with pytest.raises(TooLargeError, match="are allowed"):
        replace(everything, max_raises=3).estimate().require()  # hundreds of gigabytes
    Spot(**R1).estimate().require()


# What a spot comes to -------------------------------------------------------------------------------------------------


def test_ranges_lose_the_boards_cards_and_keep_their_weights() -> None:
    spot = Spot(**R1 | {"oop": "TT:0.5,AKs", "ip": Range("QdQh,2s2c")})
    assert spot.ranges[0] == Range("TT:0.5,AKs").without("Td9d6hQc2s")
    assert spot.ranges[0].combos == 0.5 * 3 + 4
    assert spot.ranges[1] == Range("QdQh")
    assert str(spot.ip) == "QhQd,2s2c"
    assert spot == replace(spot, ip="QhQd,2s2c")


def test_the_smaller_stack_counts() -> None:
    assert Spot(**R1 | {"stack": (1200, 900)}).tree().stack == 900
    assert Spot(**R1 | {"stack": [900, 1200]}) == Spot(**R1 | {"stack": (900, 1200)})


def test_the_tree_has_the_spots_numbers() -> None:
    spot = Spot(**R1 | {"rake": "5%", "rake_cap": 12, "add": "x/b150", "remove": ["x/b100/r900"]})
    tree = spot.tree()
    assert (tree.pot, tree.stack, tree.root.street) == (200, 900, 2)
    assert tree.settlement(tree.root) == (100.0, 5.0)
    assert tree.settlement(tree.find("b100/c").node) == (200.0, 6.0)
    assert tree.find("x").node.names == ("x", "b100", "b150", "b200", "b900")
    assert tree.find("x/b100").node.names == ("f", "c")


def test_thresholds_reach_the_tree() -> None:
    """All-in is 450 % of the pot; 720 leave 180 behind in a pot of 1,640, 11 %; 90 % is close to 100 %."""
    usual: dict[str, Any] = {"bets": "90%,100%,720c", "raises": "none"}

    def bets(**thresholds: float | str) -> list[int]:
        return [action.amount for action in Spot(**R1 | usual | thresholds).tree().root.actions[1:]]

    assert bets() == [180, 200, 720]
    assert bets(add_all_in=450) == [180, 200, 720, 900]
    assert bets(add_all_in="449.9%") == [180, 200, 720]
    assert bets(force_all_in=11) == [180, 200, 900]
    assert bets(merge=10) == [200, 720]
    assert bets(min_bet=190) == [190, 200, 720]


def test_a_fixed_limit_spot_needs_no_stack() -> None:
    fields = F1 | {"betting": "limit", "bets": "10/20/20", "raises": "none"}
    spot = Spot(**fields | {"stack": None})
    assert spot.tree().decisions == (10, 90, 810)
    assert not any(spot.effective_stack in node.committed for node in spot.tree())
    assert Spot(**fields | {"max_raises": 1}).tree().decisions == (4, 12, 36)
    assert Spot.parse(spot.to_toml()) == spot
    assert "stack" not in spot.to_toml()


def test_a_spot_is_a_value() -> None:
    spot = Spot(**F1)
    assert spot == Spot(
        **F1 | {"board": "Td 9d 6h", "oop": f"  {OOP} ", "bets": {"flop": "50", "turn": "50%", "river": "50"}}
    )
    assert hash(spot) == hash(Spot(**F1))
    assert replace(spot, pot=300).tree().pot == 300
    assert replace(spot, bets="a") != spot
    spot.tree()
    assert pickle.loads(pickle.dumps(spot)) == spot


# Files --------------------------------------------------------------------------------------------------------------


FILE = """
board = "Td9d6h"
oop = "66+,A8s+,KQ"
ip = "22+,A2s+:0.5"
pot = 200
stack = [900, 1200]
raises = "2.5x,a"
rake = 0.05
rake_cap = 15
add_all_in = 150
remove = ["x/b66/a"]

[bets]
flop = "33%"
turn = { oop = "50%", ip = "50%,100%" }

[bets.ip]
river = "75%,a"

[donk]
river = "50%"
"""


def test_names_of_earlier_versions_are_still_read() -> None:
    spot = Spot.parse("most_raises = 2\nleast_bet = 20\n" + FILE)
    assert spot == Spot.parse("max_raises = 2\nmin_bet = 20\n" + FILE)
    assert (spot.max_raises, spot.min_bet) == (2, 20)


def test_a_file_is_read_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text(FILE)
    spot = Spot.from_toml(path)
    assert spot.stack == (900, 1200)
    assert spot.bets == "oop flop: 33%; oop turn: 50%; ip flop: 33%; ip turn: 50%,100%; ip river: 75%,a"
    assert (spot.rake, spot.rake_cap, spot.donk, spot.remove) == (0.05, 15.0, "river: 50%", ("x/b66/a",))
    assert spot.tree().find("x/b33%").node.names == ("f", "c", "r165")
    spot.to_toml(tmp_path / "again.toml")
    assert Spot.from_toml(tmp_path / "again.toml") == spot


@pytest.mark.parametrize(
    "fields",
    [
        R1,
        R2 | {"deck": "full", "merge": 12.5, "force_all_in": 20, "min_bet": 5, "max_raises": 4},
        F1 | {"oop": Range.from_weights(np.linspace(0.0, 1.0, 1326)), "add": ["x/b150", "x/x/*/a"], "donk": "none"},
        T1 | {"deck": "short", "rake": 0.03, "stack": (0, 500)},
    ],
)
def test_toml_round_trip(fields: dict[str, Any]) -> None:
    spot = Spot(**fields)
    again = Spot.parse(spot.to_toml())
    assert again == spot
    assert again.ranges == spot.ranges


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (FILE.replace("rake_cap", "rake_kap"), 'spot: unknown key "rake_kap"; the closest is "rake_cap"'),
        (FILE.replace("raises", "raise"), 'unknown key "raise"; the closest is "raises"'),
        (FILE.replace("oop = \"66", "OOP = \"66"), 'unknown key "OOP"; the closest is "oop"'),
        (FILE.replace("flop =", "flob ="), '"flob" is not a street or player; closest is "flop"'),
        (FILE.replace("pot = 200", ""), '"pot" is missing'),
        (FILE.replace("pot = 200", "pot ="), "not TOML"),
        (FILE.replace("pot = 200", 'pot = "200"'), "pot '200': expected a whole number of chips"),
        (FILE.replace("pot = 200", "pot = true"), "pot True: expected a whole number"),
        (FILE.replace("[900, 1200]", "[900]"), "stack .*: expected one number, or OOP's and IP's"),
        (FILE.replace("= 0.05", '= "much"'), "rake 'much': expected a fraction of the pot"),
        (FILE.replace('["x/b66/a"]', "[1]"), "remove 1: expected a line"),
        (FILE.replace('"2.5x,a"', "2"), "raises 2: write sizes as text"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(RiverboatError, match=complaint) as caught:
        Spot.parse(text)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match=r'spot file ".*none.toml": No such file'):
        Spot.from_toml(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match="not a text file"):
        Spot.from_toml(tmp_path / "bytes.toml")


# Bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "complaint"),
    [
        ({"board": "Td9dTd"}, DealError, "Td comes twice"),
        ({"board": "Td9d"}, DealError, r"expected 3 \(flop\), 4 \(turn\) or 5 \(river\) cards, found 2"),
        ({"board": "Td9d6hQc2s3s"}, DealError, "found 6"),
        ({"board": "Td9dXx"}, NotationError, 'no rank "X"'),
        ({"board": "Td9d2h", "deck": "short"}, DealError, "2h is not in a short deck"),
        ({"deck": "shrt"}, RiverboatError, 'deck "shrt": expected full or short'),
        ({"betting": "spread"}, RiverboatError, "expected no-limit or limit"),
        ({"oop": ""}, NotationError, 'oop range "": empty'),
        ({"oop": "AA:0"}, NotationError, "no hand is left"),
        ({"ip": "TdTh,Td9c"}, DealError, 'ip "TdTh,Td9c": no hand is left on the board'),
        ({"oop": "22-55", "deck": "short"}, DealError, 'oop "22-55": no hand is left .* of a short deck'),
        ({"oop": Range("AA").without("AcAdAh")}, DealError, "oop: the range is empty"),
        ({"oop": 5}, NotationError, "oop 5: expected a range"),
        ({"oop": "AKs:0.5,AKs:0.7"}, NotationError, "AcKc has the weight 0.5 already and would get 0.7"),
        ({"oop": "AKs:0.5,AK"}, NotationError, "has the weight 0.5 already"),
        ({"oop": "AhKh", "ip": "AhKh"}, DealError, "no deal is possible"),
        ({"oop": "AhKh,AhQh", "ip": "AhKd,AhJs"}, DealError, "no deal is possible"),
        ({"pot": 0}, RiverboatError, "pot 0: expected"),
        ({"pot": -200}, RiverboatError, "pot -200: expected"),
        ({"pot": 1.5}, RiverboatError, "pot 1.5: expected a whole number"),
        ({"stack": -1}, RiverboatError, "stack -1: expected"),
        ({"stack": (900, -1)}, RiverboatError, "stack -1: expected"),
        ({"stack": None}, RiverboatError, "stack: expected the chips"),
        ({"bets": "2x"}, NotationError, '"2x" is not a legal bet'),
        ({"bets": "0%"}, NotationError, '"0%" is not a bet'),
        ({"raises": "1x"}, NotationError, '"1x" is not a raise'),
        ({"raises": "much"}, NotationError, 'raises "much": "much" is not a size'),
        ({"donk": "ip: 50%"}, NotationError, "donk bets are OOP's"),
        ({"rake": 5}, RiverboatError, "rake 5: expected a fraction of the pot"),
        ({"rake": -0.1}, RiverboatError, "rake -0.1"),
        ({"rake": float("nan")}, RiverboatError, "rake nan"),
        ({"rake_cap": -1}, RiverboatError, "rake_cap -1: expected chips"),
        ({"merge": -1}, RiverboatError, "merge -1: expected a percentage"),
        ({"min_bet": 0}, RiverboatError, "min_bet 0"),
        ({"max_raises": -1}, RiverboatError, "max_raises -1"),
        ({"add": ""}, NotationError, "add '': expected a line"),
        ({"betting": "limit", "bets": "10/20/20"}, RiverboatError, 'raises "a": with fixed limits'),
        ({"betting": "limit", "bets": "50%", "raises": "none"}, NotationError, "a fixed limit is one bet in chips"),
        ({"betting": "limit", "bets": "9/9/9", "raises": "none", "merge": 5}, RiverboatError, "merge"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_line(changes: dict[str, Any], error: type[Exception], complaint: str) -> None:
    with pytest.raises(error, match=complaint) as caught:
        Spot(**F1 | changes)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_ranges_that_share_most_cards_can_still_be_dealt() -> None:
    """One pair of hands without a common card is enough, as counting all pairs says."""
    first, second = "AhKh,QsQc", "AhKd,QsJs,KhKc"
    pairs = [
        (one, two)
        for one, _ in Range(first).holdings()
        for two, _ in Range(second).holdings()
        if not set(one) & set(two)
    ]
    assert pairs
    Spot(**F1 | {"oop": first, "ip": second})


def test_a_part_of_an_earlier_item_may_have_its_own_weight() -> None:
    """As ranges are written: all aces at half, one of them at a fifth."""
    assert Range.parse("22+:0.5,AA,AhAs:0.2", once=True) == Range("22+:0.5,AA,AhAs:0.2")
    assert Range.parse("AA,!AA,AA:0.5", once=True) == Range("AA:0.5")
    for text in ("AA,AA:0.5", "AhAs:0.2,AA", "QQ-88:0.5,99-66"):
        with pytest.raises(NotationError, match="write each hand once"):
            Range.parse(text, once=True)
    assert Range.parse("random:0.5,KK", once=True) == Range("random:0.5,KK")
