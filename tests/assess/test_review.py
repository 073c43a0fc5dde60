"""A review counts money, names what does not apply, and finds the hands in which luck moved most."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from riverboat.arena import run_match
from riverboat.assess import divat_of, review_hands
from riverboat.assess.chance import chance_luck
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.positions import position_name
from riverboat.games.view import HIDDEN
from riverboat.model.all_in import adjusted_payoffs
from riverboat.show.review_page import _courses, _guides, review_page


def _match(game: str, hands: int, *agents: str, mode: str = "cash") -> list[Hand]:
    found: list[Hand] = []
    run_match(list(agents), game, hands, mode, seed=2, record=found.extend)  # type: ignore[arg-type]
    return found


def _methods(data: dict[str, object]) -> dict[str, dict[str, object]]:
    return {each["name"]: each for each in data["methods"]}  # type: ignore[attr-defined]


def test_money_is_what_was_won() -> None:
    """The raiser takes 10 from one blind and 5 from the other: 0.75 big blinds per hand."""
    hands = _match("holdem(betting=limit,players=2)", 40, "always_raise", "always_fold")
    data = review_hands(hands, []).data
    rates = {player["name"]: player["rates"]["money"]["mean"] for player in data["players"]}
    assert rates == {"always_raise": pytest.approx(75.0), "always_fold": pytest.approx(-75.0)}
    raiser = next(player for player in data["players"] if player["name"] == "always_raise")
    seats = {row["position"]: row["money"]["mean"] for row in raiser["by_position"]}
    assert seats == {"big blind": pytest.approx(50.0), "button": pytest.approx(100.0)}
    assert raiser["by_opponent"][0]["opponent"] == "always_fold"
    assert data["curves"]["always_raise"]["money"][-1] == (40.0, pytest.approx(30.0))


def test_every_method_applies_to_heads_up_limit_holdem() -> None:
    hands = _match("holdem(betting=limit,players=2)", 60, "always_raise", "always_call")
    methods = _methods(review_hands(hands).data)
    assert {name: each["hands"] for name, each in methods.items()} == dict.fromkeys(
        ("money", "allin", "aivat", "divat"), 60
    )


def test_streets_add_up_to_the_whole() -> None:
    """DIVAT by street, in big blinds per 100 hands, sums to DIVAT; where hands ended, to all hands and their money."""
    hands = _match("holdem(betting=limit,players=2)", 60, "always_raise", "random")
    blind, analysis = 10.0, divat_of(hands)
    for player in review_hands(hands).data["players"]:
        streets = player["by_street"]
        assert sum(each["hands"] for each in streets) == 60
        signs = np.array([1.0 if hand.players[0] == player["name"] else -1.0 for hand in hands])
        whole = 100.0 * float((analysis.total * signs).mean()) / blind
        assert sum(each["divat_here"] for each in streets) == pytest.approx(whole)
        won = sum(float(hand.payoffs[hand.players.index(player["name"])]) for hand in hands)
        assert sum(each["money"] for each in streets) == pytest.approx(100.0 * won / blind / 60)


def test_a_method_that_does_not_apply_is_named_with_its_reason() -> None:
    hands = _match("holdem(betting=no-limit)", 12, "random", "always_call", "always_call")
    hidden = hands[0]._replace(down=(hands[0].down[0], (HIDDEN, HIDDEN), hands[0].down[2]))
    draw = _match("five_card_draw(players=2)", 3, "always_call", "random")
    methods = _methods(review_hands([hidden, *hands[1:], *draw]).data)
    assert {"reason": "it is for two players, and 3 play", "hands": 12} in methods["divat"]["left_out"]  # type: ignore[operator]
    assert {"reason": "it needs every player's cards", "hands": 1} in methods["aivat"]["left_out"]  # type: ignore[operator]
    assert methods["aivat"]["hands"] == 0  # the others show all cards, but are a biased sample now
    assert {"biased" in str(each["reason"]): each["hands"] for each in methods["aivat"]["left_out"]}[True] == 11  # type: ignore[attr-defined]
    assert methods["allin"]["left_out"] == [{"reason": "the equities of this game are not known", "hands": 3}]


def test_the_biggest_swing_is_the_luckiest_hand() -> None:
    hands = _match("holdem(betting=no-limit,players=2,stacks=300)", 30, "always_raise", "always_call")
    data = review_hands(hands, ["allin"]).data
    moved = {
        hand.number: max(
            abs(float(won) - worth) for won, worth in zip(hand.payoffs, adjusted_payoffs(hand), strict=True)
        )
        for hand in hands
    }
    first = data["swings"][0]
    assert abs(first["luck"]) * first["big_blind"] == pytest.approx(max(moved.values()))
    assert moved[first["hand"]] == pytest.approx(max(moved.values()))
    one = review_hands(hands, ["aivat"], player="always_call").data
    assert {swing["player"] for swing in one["swings"]} == {"always_call"}
    swing = one["swings"][0]
    hand = next(hand for hand in hands if hand.number == swing["hand"])
    place = hand.players.index("always_call")
    luck = float(hand.payoffs[place]) - chance_luck(hand).adjusted[place]
    assert swing["luck"] * swing["big_blind"] == pytest.approx(luck)


def test_replays_of_deals_are_found() -> None:
    again = _match("holdem(betting=limit,players=2)", 40, "always_raise", "always_call", mode="duplicate")
    data = review_hands(again, []).data
    assert data["duplicate"]
    assert data["players"][0]["rates"]["money"]["values"] == 20
    assert data["players"][0]["rates"]["money"]["mean"] == 0.0
    assert not review_hands(_match("kuhn", 40, "random", "always_call"), []).data["duplicate"]


def test_the_page_stands_alone_and_escapes_names(play: Callable[..., Hand]) -> None:
    hands = [
        play("AcKc7h6hKs5h3dTc4h", "rrc/kbrc/bc/brc", number=n)._replace(players=("<b>Al", "Betty")) for n in (1, 2)
    ]
    page = review_page(review_hands(hands).data)
    assert "<b>Al" not in page
    assert "&lt;b&gt;Al" in page
    assert "\\u003cb>Al" in page  # in the replayer's data, which a script reads as text
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count('<details class="swing">') == 2
    assert page.count("export function replayer(") == 1


def test_guide_curves_hold_95_of_100_even_players() -> None:
    """Billings 2006, chapter 5: 1.96 deviations times the root of the hands, so +-1.96 * 10 after 100 hands of 1 bb."""
    rate = {"values": 100, "mean": 0.0, "low": -1.0, "high": 1.0, "deviation": 1.0, "more_hands_needed": None}
    player = {"name": "Ann", "hands": 100, "rates": {"money": rate}}
    data = {"players": [player], "curves": {"Ann": {"money": [(0, 0.0), (100, 5.0)]}}, "duplicate": False}
    drawn = "".join(_courses(data, ["money"]))
    upper, lower = _guides("money", 1.0, 100.0, "#000")
    assert upper.points[-1] == pytest.approx((100.0, 19.6))
    assert lower.points[15] == pytest.approx((6.25, -4.9))
    assert "95 % guide of money" in drawn
    assert drawn.count(' stroke-dasharray="') == 3  # two guides and a sample in the legend


def test_bootstrap_intervals_are_about_as_wide() -> None:
    hands = _match("holdem(betting=limit,players=2)", 300, "always_raise", "always_call")
    plain, drawn = (
        review_hands(hands, [], bootstrap=each).data["players"][0]["rates"]["money"] for each in (False, True)
    )
    assert drawn["mean"] == plain["mean"]
    assert drawn["low"] != plain["low"]
    assert drawn["high"] - drawn["low"] == pytest.approx(plain["high"] - plain["low"], rel=0.1)


def test_positions_have_the_names_players_use() -> None:
    assert [position_name(p, 6) for p in range(6)] == [
        "small blind", "big blind", "UTG", "UTG+1", "cut-off", "button",
    ]  # fmt: skip
    assert [position_name(p, 2) for p in range(2)] == ["big blind", "button"]


def test_nothing_to_review() -> None:
    with pytest.raises(RiverboatError, match="no hands"):
        review_hands([])
    with pytest.raises(RiverboatError, match='player "Zoe"'):
        review_hands(_match("kuhn", 2, "random", "always_call"), player="Zoe")


def test_pluribus(shared_data: Path) -> None:
    """Real hands of six: money as published in the record, and luck whose sum is nobody's."""
    from itertools import islice

    from riverboat.records import read_hands

    hands = [hand for hand in islice(read_hands(shared_data / "pluribus.phhs.gz"), 150) if isinstance(hand, Hand)]
    data = review_hands(hands, ["allin", "aivat"]).data
    assert len(hands) == 150
    for name in ("money", "allin", "aivat"):
        total = sum(player["rates"][name]["mean"] * player["rates"][name]["values"] for player in data["players"])
        assert total == pytest.approx(0.0, abs=1e-6)
