"""Decisions judged and hands dealt: the EV lost by theory, blockers counted by hand, deals that follow the ranges."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards import Range
from riverboat.cards.card import cards_text, parse_cards
from riverboat.cards.ranking.orders import Category
from riverboat.errors import RiverboatError
from riverboat.solve.spot import Spot
from riverboat.solve.spot.drill import deal, deal_at
from riverboat.solve.spot.judging import judge
from riverboat.solve.spot.solution import Solution


@pytest.fixture(scope="module")
def polar() -> Solution:
    """Aces and queens against kings: bet the pot with all aces and half of the queens, call half of the time."""
    return Spot("2c2d7h7s3c", "AA,QQ", "KK", 100, 100, "oop: 100%").solve(target="0.005%")


@pytest.fixture(scope="module")
def turn() -> Solution:
    return Spot("Td9d6hQc", "TT-88,AdKd,AKo:0.5,J8s", "QQ,AJ,KTs:0.25,8d7d", 200, 500, "50%,a", "a").solve(target="1%")


def test_a_wrong_action_loses_what_theory_says(polar: Solution) -> None:
    """A bet of the pot P called half of the time is worth 3/2 P to the nuts, a check P: P / 2 is lost."""
    found = judge(polar, "", "AhAd", "x")
    assert (found.lost, found.best.name, found.verdict) == (pytest.approx(50, abs=0.1), "b100", "mistake")  # type: ignore[comparison-overlap]
    # Queens are indifferent, and so are kings that face the bet: whatever they do loses nothing.
    for path, hand, action in (("", "QhQd", "x"), ("", "QhQd", "b100"), ("b100", "KhKd", "f"), ("b100", "KhKd", "c")):
        found = judge(polar, path, hand, action)
        assert (found.lost, found.verdict) == (pytest.approx(0, abs=0.3), "best")  # type: ignore[comparison-overlap]
        assert [option.frequency for option in found.mix] == pytest.approx([0.5, 0.5], abs=0.02)


def test_folding_a_hand_that_cannot_lose() -> None:
    """IP has the nuts and faces a bet of 100 into 100: a call wins 200, a fold loses all of it."""
    spot = Spot("2c2d7h7s3c", "KK,QQ", "AA", 100, 100, "oop: 100%", lock=": b100=1")
    found = judge(spot.solve("0.01%"), "b100", "AhAd", "f")
    assert found.lost == pytest.approx(200, abs=1e-3)  # the pot, the bet, and nothing of the call comes back
    assert (found.equity, found.needed) == (pytest.approx(1.0), pytest.approx(1 / 3))  # type: ignore[comparison-overlap]


def test_the_numbers_are_those_of_the_node(turn: Solution) -> None:
    node = turn.node("x")
    hand = node.hand("QdQh")
    found = judge(turn, "x", "QhQd", "x")
    assert {option.name: option.frequency for option in found.mix} == pytest.approx(hand["strategy"], abs=1e-6)
    assert {option.name: option.ev for option in found.mix} == pytest.approx(hand["action_ev"], abs=1e-5)
    assert found.equity == pytest.approx(hand["equity"], abs=1e-6)
    assert found.lost == pytest.approx(max(hand["action_ev"].values()) - hand["action_ev"]["x"], abs=1e-5)
    blockers = found.blockers
    assert blockers.ahead + blockers.tied + blockers.behind == pytest.approx(node.oop.total.combos)


def test_blockers_and_replies_are_counted_by_hand() -> None:
    """Before any action: one queen of three queens, and one king of four, are in IP's KhQd."""
    solution = Spot("Qs7h4c2d9s", "QQ,KK,JJ", "KhQd,AhAd", 100, 100, "100%").solve("1%")
    found = judge(solution, "x", "KhQd", "x")
    blockers = found.blockers
    # Ahead: kings and queens (three of a kind); behind: jacks. All weights are those of hands that checked.
    node = solution.node("x").oop
    weights = dict(zip(node.hands.names, node.hands.combos.tolist(), strict=True))
    queens = sum(weight for name, weight in weights.items() if name.startswith("Q"))
    kings = sum(weight for name, weight in weights.items() if name.startswith("K"))
    jacks = sum(weight for name, weight in weights.items() if name.startswith("J"))
    assert blockers.ahead == pytest.approx(queens + kings)
    assert (blockers.behind, blockers.behind_blocked) == (pytest.approx(jacks), 0)  # type: ignore[comparison-overlap]
    gone = sum(weight for name, weight in weights.items() if "Kh" in name or "Qd" in name)
    assert blockers.ahead_blocked == pytest.approx(gone)
    bet = next(option for option in found.mix if option.name == "b100")
    reply = dict(zip(node.hands.names, solution.node("x/b100").oop.hands.strategy[0].tolist(), strict=True))
    met = {name: weight for name, weight in weights.items() if not ("Kh" in name or "Qd" in name)}
    folds = sum(weight * reply[name] for name, weight in met.items()) / sum(met.values())
    assert bet.folds == pytest.approx(folds)
    called = {name: weight * (1 - reply[name]) for name, weight in met.items()}
    if sum(called.values()) > 1e-9:
        beaten = sum(weight for name, weight in called.items() if name.startswith("J"))
        assert bet.equity_called == pytest.approx(beaten / sum(called.values()))


def test_the_opponent_comes_with_the_solution_s_range(polar: Solution) -> None:
    """After the bet two of three hands are aces: 6 of aces, 3 of queens; 200 deals are within 5 deviations."""
    rng = np.random.default_rng(1)
    drills = [deal(polar, rng, player=1) for _ in range(200)]
    assert {drill.path for drill in drills} == {"b100"}
    aces = sum(cards_text(drill.opponent_hole).startswith("A") for drill in drills)
    assert aces / 200 == pytest.approx(2 / 3, abs=5 * (2 / 9 / 200) ** 0.5)
    again = [deal_at(polar, rng, "b100", "KhKd") for _ in range(200)]
    aces = sum(cards_text(drill.opponent_hole).startswith("A") for drill in again)
    assert aces / 200 == pytest.approx(2 / 3, abs=5 * (2 / 9 / 200) ** 0.5)


def test_always_checking_loses_a_quarter_of_the_pot(polar: Solution) -> None:
    """OOP has aces half of the time and loses P / 2 with them: P / 4 in the mean."""
    rng = np.random.default_rng(2)
    drills = [deal(polar, rng, player=0) for _ in range(100)]
    lost = [drill.act("x").lost for drill in drills]
    assert np.mean(lost) == pytest.approx(25, abs=5 * 25 / 100**0.5)
    assert all(drill.ended == "showdown" for drill in drills)
    won = [drill.net() for drill in drills]
    assert set(won) == {0.0, 100.0}
    assert [each > 0 for each in won] == [each > 1 for each in lost]


def test_a_hand_is_played_through_the_streets(turn: Solution) -> None:
    rng = np.random.default_rng(3)
    ends = set()
    for _ in range(60):
        drill = deal(turn, rng)
        before = drill.path
        while not drill.is_over:
            assert drill.node.player == drill.player
            cards = (*drill.hole, *drill.opponent_hole, *drill.board)
            assert len(set(cards)) == len(cards)
            assert drill.board == parse_cards("Td9d6hQc") + tuple(
                parse_cards(step)[0] for step in drill.path.split("/") if step and step[0] in "23456789TJQKA"
            )
            found = drill.act(drill.actions[int(rng.integers(len(drill.actions)))])
            assert found.path == before
            assert 0 <= found.lost <= found.pot + 2 * 500
            before = drill.path
        ends.add(drill.ended)
        if drill.ended == "showdown":
            assert len(drill.board) == 5
    assert {"fold", "showdown"} <= ends


def test_a_drill_ends_where_the_solution_never_comes() -> None:
    """OOP always checks: after a bet there is nothing to judge by, unless the hand is over anyway."""
    spot = Spot("Td9d6hQc", "TT-88", "QQ,KK", 200, 500, "50%", lock=": x=1")
    solution, rng, ends = spot.solve(iterations=20), np.random.default_rng(4), set()
    for _ in range(20):
        drill = deal(solution, rng, player=0)
        assert drill.act("b100").taken.frequency == 0
        ends.add(drill.ended)
        drill = deal(solution, rng, player=0)
        drill.act("x")
        assert drill.ended != "left"
    assert "left" in ends


def test_what_is_dealt_can_be_chosen(turn: Solution) -> None:
    rng = np.random.default_rng(5)
    river = [deal(turn, rng, street=2, player=1) for _ in range(20)]
    assert all(len(drill.board) == 5 and drill.player == 1 for drill in river)
    aces = [deal(turn, rng, player=1, hands=Range.parse("AJ")) for _ in range(20)]
    assert all({cards_text(drill.hole)[0], cards_text(drill.hole)[2]} == {"A", "J"} for drill in aces)
    sets = [deal(turn, rng, categories={Category.TRIPS}) for _ in range(20)]
    assert all(drill.category() is Category.TRIPS for drill in sets)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"street": 0}, "street 0"),
        ({"hands": Range.parse("72o")}, "none of them is in the range"),
        ({"categories": {Category.QUADS}, "street": None}, "no such decision"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(turn: Solution, options: dict[str, object], said: str) -> None:
    with pytest.raises(RiverboatError, match=said):
        deal(turn, np.random.default_rng(6), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "hand", "action", "said"),
    [
        ("b100", "KhKd", "x", "no action"),
        ("b100", "AhAd", "c", "not in the range"),
        ("b100", "Kh", "c", "two cards"),
        ("x/x", "KhKd", "x", "nobody acts"),
        ("b100", "KhKh", "c", "comes twice"),
    ],
)
def test_what_cannot_be_judged_is_refused(polar: Solution, path: str, hand: str, action: str, said: str) -> None:
    with pytest.raises(RiverboatError, match=said):
        judge(polar, path, hand, action)
