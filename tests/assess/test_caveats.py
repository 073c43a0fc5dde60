"""What a review says before its numbers: methods without hands, selected hands, a player chosen after looking."""

from __future__ import annotations

import re

import pytest

from riverboat.arena import run_match
from riverboat.assess import DivatSettings, review_hands
from riverboat.assess.caveats import widened
from riverboat.games.hand import Hand
from riverboat.records.query import is_by_outcome, parse_query
from riverboat.show.review_page import review_page


def _match(game: str, hands: int, *agents: str) -> list[Hand]:
    found: list[Hand] = []
    run_match(list(agents), game, hands, seed=3, record=found.extend)
    return found


def test_the_interval_of_one_of_six_is_bonferronis() -> None:
    """Tables of the normal distribution: 1.960 for 95 %, 2.638 for 1 - 0.05 / 6."""
    rate = {"mean": 10.0, "low": 10.0 - 9.8, "high": 10.0 + 9.8, "values": 20_001}
    found = widened(rate, 6)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((10 - 5 * 2.638, 10 + 5 * 2.638), abs=0.005)
    assert not found.excludes_zero
    one = widened(rate, 1)
    assert one is not None
    assert one[2:] == pytest.approx((0.2, 19.8))
    assert widened({"mean": 1.0, "low": None, "high": None, "values": 1}, 6) is None


def test_a_player_who_was_named_among_several_is_warned_of() -> None:
    hands = _match("holdem(betting=limit,players=3)", 60, "always_raise", "always_call", "always_fold")
    assert not [text for text in review_hands(hands, []).data["warnings"] if "choose" in text]
    [said] = review_hands(hands, [], player="always_fold").data["warnings"]
    assert "Did you choose always_fold before looking at results? Of 3 players, 0.15 on average have" in said
    assert "still excludes zero" in said  # whoever always folds loses half a big blind per orbit, for certain
    [open_one] = review_hands(hands, [], player="always_call").data["warnings"]
    assert "includes zero" in open_one
    two = _match("holdem(betting=limit,players=2)", 20, "always_raise", "always_call")
    assert review_hands(two, [], player="always_call").data["warnings"] == []  # one's loss is the other's win


def test_a_method_without_hands_is_named_at_the_top() -> None:
    data = review_hands(_match("leduc", 10, "random", "always_call")).data
    assert [text.split(":")[0] for text in data["warnings"]] == [
        "All-in value covered none of the 10 hands",
        "Without the luck of the deals (AIVAT, chance only) covered none of the 10 hands",
        "DIVAT by roll-out equity covered none of the 10 hands",
    ]
    page = review_page(data)
    assert 0 < page.index("DIVAT by roll-out equity covered none") < page.index("Who won, and was it luck?")


def test_divat_says_which_equity_it_is_by() -> None:
    hands = _match("holdem(betting=limit,players=2)", 6, "random", "always_call")
    plain = review_page(review_hands(hands, ["divat"]).data)
    biased = review_page(review_hands(hands, ["divat"], settings=DivatSettings(equity="aie")).data)
    assert "DIVAT, roll-out" in plain
    assert "biased" not in plain.lower().replace("unbiased", "")
    assert "DIVAT, all-in (biased)" in biased
    assert "To compare players, use roll-out equity" in biased


def test_no_report_calls_a_result_proven() -> None:
    hands = _match("holdem(betting=limit,players=3)", 60, "always_raise", "always_call", "always_fold")
    text = re.sub(r"<[^>]+>", " ", review_page(review_hands(hands, [], player="always_fold").data))
    assert "which excludes zero" in text
    assert not re.search(r"accident|more than luck|proves", text)


@pytest.mark.parametrize(
    ("query", "expected"),
    [("Ann BTN AKs 2019-03", False), ("Ann 3bet", False), ("won>20bb", True), ("Ann -lost", True),
     ("(Ann showdown) or BTN", True), ("starred", True), ("", False)],
)  # fmt: skip
def test_which_searches_select_by_outcome(query: str, expected: bool) -> None:
    assert is_by_outcome(parse_query(query)) is expected
    hands = _match("kuhn", 4, "random", "always_call")
    warned = any(
        "selected by how they ended" in text for text in review_hands(hands, [], by_outcome=expected).data["warnings"]
    )
    assert warned is expected
