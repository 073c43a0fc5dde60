"""Reports of nodes and of cards to come: theory, exact equities, counting by hand, and the laws that hold anywhere."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest

from riverboat.cards import Range, parse_cards
from riverboat.cards.card import card_text, cards_text
from riverboat.errors import RiverboatError
from riverboat.odds.showdown import equity
from riverboat.solve.spot import Spot
from riverboat.solve.spot.report import NodeReport
from riverboat.solve.spot.solution import Solution
from riverboat.solve.spot.tables import as_text, node_tables
from riverboat.solve.spot.tree import Kind
from riverboat.solve.spot.viewing import action_data


@pytest.fixture(scope="module")
def polar() -> Solution:
    """Aces and queens against kings: OOP may bet the pot or check, IP may call."""
    return Spot("2c2d7h7s3c", "AA,QQ", "KK", 100, 100, "oop: 100%").solve(target="0.005%")


@pytest.fixture(scope="module")
def turn() -> Solution:
    return Spot("Td9d6hQc", "TT-88,AdKd,AKo:0.5,J8s", "QQ,AJ,KTs:0.25,8d7d", 200, 500, "50%,a", "a").solve(
        target="0.3%"
    )


@pytest.fixture(scope="module")
def raked() -> Solution:
    spot = Spot("Td9d6hQc2s", "66+,AJ+", "22+,AT+", 200, 900, "50%", rake=0.05, rake_cap=12)
    return spot.solve(target="0.1%")


# Theory ---------------------------------------------------------------------------------------------------------------


def test_a_polar_range_bluffs_half_as_often_as_it_bets_for_value(polar: Solution) -> None:
    """Bet B into pot P: one bluff for (P + B) / B value bets, a call P / (P + B) of the time; EV is 3/4 of the pot."""
    first, second = polar.node(), polar.node("b100")
    aces, queens, kings = first.hand("AA"), first.hand("QQ"), second.hand("KK")
    assert aces["strategy"] == pytest.approx({"x": 0, "b100": 1}, abs=0.02)
    assert queens["strategy"] == pytest.approx({"x": 0.5, "b100": 0.5}, abs=0.02)
    assert kings["strategy"] == pytest.approx({"f": 0.5, "c": 0.5}, abs=0.02)
    assert first.frequencies == pytest.approx({"x": 0.25, "b100": 0.75}, abs=0.02)
    assert (first.oop.total.ev, first.ip.total.ev) == pytest.approx((75, 25), abs=0.1)
    assert (first.oop.total.equity, first.oop.total.eqr) == pytest.approx((0.5, 1.5), abs=0.01)
    assert aces["action_ev"] == pytest.approx({"x": 100, "b100": 150}, abs=2)
    assert queens["action_ev"] == pytest.approx({"x": 0, "b100": 0}, abs=2)
    assert kings["action_ev"] == pytest.approx({"f": 0, "c": 0}, abs=3)  # of a pot of 200, 100 to call
    assert queens["equity"] == pytest.approx(0, abs=1e-9)
    assert queens["eqr"] is None
    assert second.ip.total.equity == pytest.approx(1 / 3, abs=0.02)


def test_actions_have_labels_for_people() -> None:
    """Pot 200 and 900 behind: sizes in percent of the pot, the price of a call, and what puts in the last chip."""
    spot = Spot("2c2d7h7s3c", oop="KhKd,QhQd", ip="AhAd,JhJd", pot=200, stack=900, bets="50%,a", raises="2x,a")
    solution = spot.solve(iterations=1)

    def labels(path: str) -> list[str]:
        return [action["label"] for action in action_data(solution.node(path))]

    assert labels("") == ["Check", "Bet 100 (50 %)", "Bet 900 (all-in)"]
    assert labels("b100") == ["Fold", "Call 100", "Raise to 200", "Raise to 900 (all-in)"]
    assert labels("b100/r200") == ["Fold", "Call 100", "Raise to 400", "Raise to 900 (all-in)"]
    assert labels("x/b100/r900") == ["Fold", "Call 800 (all-in)"]
    assert labels("x/x") == []


def test_who_acts_and_with_what(polar: Solution) -> None:
    first, second, end = polar.node(), polar.node("b100"), polar.node("b100/c")
    assert (first.player, first.pot, first.stacks) == (0, 100, (100, 100))
    assert (second.player, second.pot, second.stacks) == (1, 200, (0, 100))
    assert second.actions == ("f", "c")
    assert (end.kind, end.player, end.pot, end.stacks) == (Kind.SHOWDOWN, None, 300, (0, 0))
    assert end.acting is None
    assert end.frequencies == {}
    assert (first.board, first.street, second.path) == ("2c2d7h7s3c", "river", "b100")


# Exact equities -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "oop", "ip", "deck"),
    [
        ("Td9d6hQc2s", "66+,AJ+", "22+,AT+,KQ:0.3", "full"),
        ("Td9d6hQc", "TT-99,JdJh,AdKd,87s:0.5", "QQ:0.3,KsJs,8d7d,T9o,AhAc", "full"),
        ("Td9d6h", "AdKd,QsQc:0.25,8h7h", "JdJh,Tc9c:0.5,AsAh,QsJs", "full"),
        ("Td9d6hQc", "TT-99,JdJh,AdKd,87s:0.5", "QQ:0.3,KsJs,8d7d,T9o,AhAc", "short"),
    ],
)
def test_without_betting_everybody_gets_his_equity(board: str, oop: str, ip: str, deck: str) -> None:
    game = "holdem" if deck == "full" else "short"
    report = Spot(board, oop, ip, 100, 300, "none", deck=deck).solve(iterations=1).node()  # type: ignore[arg-type]
    shares = equity([oop, ip], board=board, game=game, exact=True).equity
    for side, share, opponent in zip(report.sides, shares, (ip, oop), strict=True):
        assert side.total.equity == pytest.approx(share, abs=1e-9)
        assert side.total.ev == pytest.approx(100 * share, abs=1e-4)
        assert side.total.eqr == pytest.approx(1, abs=1e-5)
        for name in side.hands.names[:6]:
            place = side.hands.index(name)
            alone = equity([name, opponent], board=board, game=game, exact=True).equity[0]
            assert side.hands.equity[place] == pytest.approx(alone, abs=1e-9)
            assert side.hands.ev[place] == pytest.approx(100 * alone, abs=1e-3)


def test_rake_is_what_is_missing() -> None:
    """5 % of 200, at most 8: the players share 192."""
    spot = Spot("Td9d6hQc2s", "66+,AJ+", "22+,AT+", 200, 900, "none", rake=0.05, rake_cap=8)
    report = spot.solve(iterations=1).node()
    assert report.oop.total.ev + report.ip.total.ev == pytest.approx(192, abs=1e-4)


# Laws -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "x", "b100", "b100/c", "x/x/2s", "x/b100/c/Ah/x", "b100/r500", "x/x/Jd/b100/c"])
def test_both_players_share_the_pot(turn: Solution, path: str) -> None:
    report = turn.node(path)
    assert report.oop.total.ev + report.ip.total.ev == pytest.approx(report.pot, abs=1e-3 * report.pot)
    assert report.oop.total.equity + report.ip.total.equity == pytest.approx(1, abs=1e-9)
    assert report.path == path


def test_rake_leaves_less(raked: Solution) -> None:
    report = raked.node("x")
    assert report.pot - 12 - 1e-3 <= report.oop.total.ev + report.ip.total.ev <= report.pot - 10 + 1e-3


@pytest.mark.parametrize("path", ["", "x", "b100", "x/b100/c/Ah/x", "b100/c/Jd"])
def test_totals_and_classes_are_means_of_hands(turn: Solution, path: str) -> None:
    report = turn.node(path)
    for side in report.sides:
        hands, classes, total = side.hands, side.classes, side.total
        assert hands.probabilities.sum() == pytest.approx(1)
        assert classes.probabilities.sum() == pytest.approx(1)
        assert classes.combos.sum() == pytest.approx(total.combos)
        present = classes.probabilities > 0
        for name in ("ev", "equity"):
            weighed = (classes.probabilities * getattr(classes, name))[present].sum()
            assert weighed == pytest.approx(getattr(total, name), abs=1e-9)
        if side is report.acting:
            assert hands.strategy.sum(axis=0) == pytest.approx(np.ones(len(hands)))
            assert sum(total.frequencies) == pytest.approx(1)
            earned = np.dot(total.frequencies, total.action_ev)
            assert earned == pytest.approx(total.ev, abs=1e-3 * report.pot)
        else:
            assert total.frequencies == ()


def test_the_strategy_earns_what_its_actions_are_worth(turn: Solution) -> None:
    """EV is the mean of what the actions are worth, hand by hand, and nearly the best of them at equilibrium."""
    hands = turn.node("x").ip.hands
    mixed = (hands.strategy * hands.action_ev).sum(axis=0)
    assert mixed == pytest.approx(hands.ev, abs=0.01)
    lost = hands.action_ev.max(axis=0) - hands.ev
    assert (lost > -1e-3).all()
    assert hands.probabilities @ lost < 2 * 0.3 / 100 * 200  # at most both players' exploitability


def test_the_chance_of_a_hand_counts_the_hands_that_it_leaves() -> None:
    """Aces block ace-king: counted pair by pair."""
    spot = Spot("Td9d6hQc2s", "AA,AhKh,JJ:0.5", "AK,QQ,JTs:0.25", 100, 300, "none")
    report = spot.solve(iterations=1).node()
    joint: dict[str, float] = {}
    board = set(parse_cards("Td9d6hQc2s"))
    for (mine, weight), (theirs, other) in product(
        Range("AA,AhKh,JJ:0.5").holdings(), Range("AK,QQ,JTs:0.25").holdings()
    ):
        if len({*mine, *theirs, *board}) == 9:
            name = cards_text(sorted(mine, reverse=True))
            joint[name] = joint.get(name, 0.0) + weight * other
    everything = sum(joint.values())
    assert set(report.oop.hands.names) == set(joint)
    for name, probability in joint.items():
        assert report.oop.hands.probabilities[report.oop.hands.index(name)] == pytest.approx(probability / everything)
    assert report.oop.total.combos == pytest.approx(6 + 1 + 3)
    assert report.oop.classes.combos[report.oop.classes.index("JJ")] == pytest.approx(3)


def test_a_hand_that_nobody_can_meet_is_no_number() -> None:
    report = Spot("Td9d6hQc2s", "AhKh,JJ", "AhAd", 100, 300, "100%").solve(iterations=20).node()
    blocked = report.hand("AhKh")
    assert (blocked["ev"], blocked["equity"], blocked["eqr"]) == (None, None, None)
    assert blocked["weight"] == 1
    assert report.hand("JJ")["equity"] == pytest.approx(0)
    assert report.oop.total.ev == pytest.approx(0, abs=0.5)


def test_a_line_that_is_never_played_has_no_totals() -> None:
    """With a stack of 1 and the nuts nobody folds; the line with a fold has no hands."""
    solution = Spot("AsKsQsJs2d", "Ts9s,Ts8s", "AA", 100, 100, "100%").solve(iterations=100)
    report = solution.node("b100/c")
    assert report.ip.total.combos == pytest.approx(0, abs=1e-3)
    json.dumps(report.to_json(), allow_nan=False)
    assert "OOP" in str(report)


# Cards to come --------------------------------------------------------------------------------------------------------


def test_every_card_as_likely_as_the_hands_leave_it() -> None:
    """On the turn without betting: chance by counting pairs of hands, equity by the river's own enumeration."""
    board, oop, ip = "Td9d6hQc", "AA,AhKh,JJ:0.5", "AK,QQ,JTs:0.25"
    report = Spot(board, oop, ip, 100, 300, "none").solve(iterations=1).runouts()
    taken = set(parse_cards(board))
    pairs = [
        ({*mine, *theirs}, weight * other)
        for (mine, weight), (theirs, other) in product(Range(oop).holdings(), Range(ip).holdings())
        if len({*mine, *theirs, *taken}) == 8
    ]
    everything = sum(weight for _, weight in pairs)
    assert len(report.cards) == 48
    assert sum(each.probability for each in report.cards) == pytest.approx(1)
    for each in report.cards:
        card = parse_cards(each.card)[0]
        possible = sum(weight for cards, weight in pairs if card not in cards)
        assert each.probability == pytest.approx(possible / everything / 44)
        shares = equity([oop, ip], board=board + each.card, exact=True).equity
        assert (each.oop.equity, each.ip.equity) == pytest.approx(shares, abs=1e-9)
        assert each.oop.ev == pytest.approx(100 * shares[0], abs=1e-3)
    assert report.player is None
    assert report.actions == ()


def test_cards_to_come_average_to_the_node_before(turn: Solution) -> None:
    before, report = turn.node("b100/c"), turn.runouts("b100/c")
    assert (report.player, report.pot, report.path) == (0, 400, "b100/c")
    for player, side in enumerate(before.sides):
        totals = [(each.oop, each.ip)[player] for each in report.cards]
        for name in ("ev", "equity"):
            mean = sum(
                each.probability * getattr(total, name) for each, total in zip(report.cards, totals, strict=True)
            )
            assert mean == pytest.approx(getattr(side.total, name), rel=1e-5)
    after = turn.node("b100/c/Jd")
    card = next(each for each in report.cards if each.card == "Jd")
    assert card.oop == after.oop.total
    assert card.ip == after.ip.total


def test_suits_that_are_alike_give_cards_that_are_alike() -> None:
    """Hearts, clubs and spades are alike here: no hand or card tells them apart."""
    solution = Spot("Td9d6d", "AA,KK", "QQ,AK", 100, 200, "turn: 100%; river: a").solve(iterations=30)
    cards = {each.card: each for each in solution.runouts().cards}
    assert len(cards) == 49
    for rank in "AK2":
        alike = [cards[rank + suit] for suit in "chs"]
        for each in alike[1:]:
            assert each.probability == pytest.approx(alike[0].probability)
            assert each.oop.ev == pytest.approx(alike[0].oop.ev, abs=1e-3)
            assert each.oop.frequencies == pytest.approx(alike[0].oop.frequencies, abs=1e-6)
    assert cards["Ad"].oop.ev != pytest.approx(cards["Ac"].oop.ev, abs=0.1)


def test_a_short_deck_has_thirty_two_cards_to_come() -> None:
    solution = Spot("Td9d6hQc", "AA,KK", "QQ,AK", 100, 200, "none", deck="short").solve(iterations=1)
    report = solution.runouts()
    assert [each.card for each in report.cards] == [
        card_text(card) for card in range(16, 52) if card_text(card) not in ("Td", "9d", "6h", "Qc")
    ]
    assert sum(each.probability for each in report.cards) == pytest.approx(1)


# For people and programs ----------------------------------------------------------------------------------------------


def test_json_says_it_all(turn: Solution) -> None:
    found = json.loads(json.dumps(turn.to_json("x"), allow_nan=False))
    node = found["node"]
    assert (node["to_act"], node["pot"], node["actions"]) == ("ip", 200, ["x", "b100", "b500"])
    assert node["stacks"] == {"oop": 500, "ip": 500}
    assert node["oop"]["ev"] + node["ip"]["ev"] == pytest.approx(200, abs=0.01)
    assert set(node["ip"]["frequencies"]) == {"x", "b100", "b500"}
    hand = node["ip"]["hands"]["KsTs"]
    assert hand["weight"] == 0.25
    assert sum(hand["strategy"].values()) == pytest.approx(1, abs=1e-5)
    assert set(node["ip"]["classes"]) == {"QQ", "AJs", "AJo", "KTs", "87s"}
    assert "strategy" not in node["oop"]["hands"]["AdKd"]
    assert "cards" not in found
    assert found["exploitability"] == pytest.approx(2 * found["exploitability_percent_of_pot"])
    assert found["spot"]["pot"] == 200
    assert found["history"][-1]["iterations"] == found["iterations"]


def test_json_of_a_deal_has_every_card(turn: Solution) -> None:
    found = turn.to_json("x/x")
    assert found["node"]["kind"] == "deal"
    assert len(found["cards"]) == 48
    assert set(found["cards"]["2s"]["oop"]["frequencies"]) == {"x", "b100", "b500"}


def test_text_says_who_acts_and_lists_the_range(polar: Solution) -> None:
    text = str(polar.node())
    assert "OOP to act, pot 100, 100 and 100 behind" in text
    lines = {line.split()[0]: line.split() for line in text.splitlines() if line.strip()}
    assert lines["AA"][1] == "6.00"
    assert lines["QQ"][5] == "-"  # no equity, nothing to realise
    assert text.index("\nAA ") < text.index("\nQQ ")  # the strongest first
    every = as_text(node_tables(polar.node(), combinations=True))
    assert sum(line[:1] == "A" and line[2:3] == "A" for line in every.splitlines()) == 6
    other = as_text(node_tables(polar.node(), polar.node().ip))
    assert "\nKK " in other
    assert max(map(len, every.splitlines())) < 120


def test_text_of_cards_to_come(turn: Solution) -> None:
    lines = str(turn.runouts("x/x")).splitlines()
    assert "then OOP acts" in lines[0]
    assert len(lines) == 3 + 48
    assert lines[3].startswith("As")
    assert "\n" + lines[-1] in str(turn.runouts("x/x"))


def test_questions_without_an_answer(turn: Solution) -> None:
    with pytest.raises(RiverboatError, match="no card is dealt there"):
        turn.runouts("x")
    with pytest.raises(RiverboatError, match="72o"):
        turn.node().hand("72o")
    with pytest.raises(RiverboatError, match="QdTd"):
        turn.node("x").hand("QdTd")
    with pytest.raises(RiverboatError, match="nobody acts here"):
        turn.node("x/x").hand("AA")
    with pytest.raises(RiverboatError, match="b70"):
        turn.node("x/b70")
    assert isinstance(turn.node("x/x/2s"), NodeReport)
    assert turn.node("x").hand("KsTs") == turn.node("x").hand("TsKs")
