"""Logs of the real dealer, read and written again byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.games.acpc.standard import standard_game
from riverboat.games.hand import Hand
from riverboat.records.acpc_log import Heading, read_acpc_log, read_heading, write_acpc_log
from riverboat.records.rejected import RejectedHand


@pytest.mark.parametrize("log", ["t_l2", "t_nl2", "t_nl3"])
def test_a_log_written_again_is_the_same_file(shared_data: Path, log: str) -> None:
    text = (shared_data / "acpc_dealer_logs" / f"{log}.log").read_text()
    lines = text.splitlines(keepends=True)
    hands = list(read_acpc_log(lines))
    assert all(isinstance(hand, Hand) for hand in hands)
    heading = read_heading(lines)
    assert heading is not None
    assert len(hands) == heading.hands
    assert "".join(write_acpc_log((hand for hand in hands if isinstance(hand, Hand)), heading)) == text


def test_pluribus_in_its_published_form() -> None:
    """A line of the Science supplement: no heading, stacks of 10,000, raises counted over the whole hand."""
    line = "STATE:0:ffr225fff:3c9s|6d5s|9dTs|2sQs|AdKd|7cTc:-50|-100|0|0|150|0:MrWhite|Gogo|Budd|Eddie|Bill|Pluribus\n"
    rules = standard_game("holdem.nolimit.6p").with_stacks((10000,) * 6)
    (hand,) = read_acpc_log([line], rules)
    assert isinstance(hand, Hand)
    assert hand.payoffs == (-50, -100, 0, 0, 150, 0)
    assert list(write_acpc_log([hand], score=False)) == [line]
    (rejected,) = read_acpc_log([line])
    assert isinstance(rejected, RejectedHand)
    assert "which game" in rejected.reason


def test_bad_lines_are_refused_and_the_rest_is_read() -> None:
    lines = [
        *[f"{line}\n" for line in Heading("m", "holdem.nolimit.2p.reverse_blinds.game", 3, 1).lines()],
        "STATE:0:f:7d3d|2hAc:50|-50:A|B\n",
        "STATE:1:f:7d3d|2hAc:60|-60:B|A\n",
        "STATE:2:r300\n",
        "what?\n",
        "STATE:3:f:7d3d|2hAc:50|-50:B|A\n",
        "SCORE:nothing|0:A|B\n",
    ]
    found = list(read_acpc_log(lines))
    assert [type(each).__name__ for each in found] == [
        "Hand",
        "RejectedHand",
        "RejectedHand",
        "RejectedHand",
        "Hand",
        "RejectedHand",
    ]
    assert [each.line for each in found if isinstance(each, RejectedHand)] == [6, 7, 8, 10]


def test_a_wrong_score_is_refused() -> None:
    lines = ["# name/game/hands/seed m holdem.nolimit.2p.reverse_blinds.game 1 1\n", "STATE:0:f:7d3d|2hAc:50|-50:A|B\n"]
    assert [type(each) for each in read_acpc_log([*lines, "SCORE:50|-50:A|B\n"])] == [Hand]
    assert [type(each) for each in read_acpc_log([*lines, "SCORE:51|-51:A|B\n"])] == [Hand, RejectedHand]


@given(st.lists(st.text(max_size=60) | st.text(":|STATEfcr0123/AhKd", max_size=60).map("STATE:".__add__), max_size=5))
def test_garbage_never_crashes(lines: list[str]) -> None:
    for found in read_acpc_log(lines, standard_game("holdem.nolimit.2p.reverse_blinds")):
        assert isinstance(found, Hand) or "\n" not in found.reason
