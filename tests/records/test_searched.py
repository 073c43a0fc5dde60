"""Statistics of a search, counted by the database, are those of the hands themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.indicators import RATES
from riverboat.records.database import HandDatabase, open_database
from riverboat.records.database.search import Wanted, search
from riverboat.records.database.searched import course_of, searched_statistics
from riverboat.records.facts import Facts, facts_of
from riverboat.records.statistics import statistics_of


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    found: list[Hand] = []
    agents = ["always_call", "always_raise", "random"]
    run_match(agents, "holdem(betting=limit,players=3)", 150, seed=4, record=found.extend)
    return found


@pytest.fixture(scope="module")
def database(hands: list[Hand], tmp_path_factory: pytest.TempPathFactory) -> Iterator[HandDatabase]:
    with open_database(Path(tmp_path_factory.mktemp("searched")) / "hands.db") as found:
        for part in (hands[:90], hands[90:]):
            with found.record("import") as recorder:
                recorder.add_all(part)
        yield found


CBET = list(RATES).index("cbet_flop")
MEANT: dict[str, Callable[[Hand, Facts, int], bool]] = {
    "random BTN": lambda hand, facts, at: hand.players[at] == "random" and at == 2,
    "random won": lambda hand, facts, at: hand.players[at] == "random" and hand.payoffs[at] > 0,
    "always_raise cbet or random": lambda hand, facts, at: (
        hand.players[at] == "random" or (hand.players[at] == "always_raise" and facts.counts[at].done[CBET] > 0)
    ),
    "showdown": lambda hand, facts, at: hand.went_to_showdown,
    "board:paired": lambda hand, facts, at: len(hand.board) > 2 and len({card >> 2 for card in hand.board[:3]}) < 3,
}
"""Searches, and which seats they mean."""


@pytest.mark.parametrize("text", MEANT)
def test_a_search_counts_the_seats_that_match(database: HandDatabase, hands: list[Hand], text: str) -> None:
    """Hands, money, and in how many hands each thing was done; seat by seat from the hands' own facts."""
    expected: dict[str, list[float]] = {}
    for hand in hands:
        facts = facts_of(hand)
        for at, name in enumerate(hand.players):
            if MEANT[text](hand, facts, at):
                won = float(hand.payoffs[at]) / facts.big_blind
                numbers = [1, won, won * won, *(count > 0 for count in facts.counts[at].done)]
                row = expected.setdefault(name, [0.0] * len(numbers))
                expected[name] = [old + new for old, new in zip(row, numbers, strict=True)]
    lines = {line.player: line for line in searched_statistics(database, Wanted(query=text))}
    assert expected
    assert set(lines) == set(expected)
    for name, row in expected.items():
        line = lines[name]
        assert [line.hands, line.won_bb, line.won_bb_squared] == pytest.approx(row[:3])
        assert line.indicators.done == row[3:]


def test_without_conditions_it_is_everybodys_statistics(database: HandDatabase, hands: list[Hand]) -> None:
    """Aggression and rates with one opportunity per hand are the same numbers as from the hands."""
    plain = {(line.player, line.group): line for line in statistics_of(hands, "position")}
    found = searched_statistics(database, Wanted(query="always_call or always_raise or random"), "position")
    assert {(line.player, line.group) for line in found} == set(plain)
    for line in found:
        same = plain[line.player, line.group]
        assert line.bb_per_100 == pytest.approx(same.bb_per_100)
        assert line.bb_per_100_margin == pytest.approx(same.bb_per_100_margin)
        assert line.indicators.later == same.indicators.later
        for rate in ("vpip", "pfr", "went_to_showdown", "won_at_showdown"):
            assert line.indicators.sample(rate) == same.indicators.sample(rate)


@pytest.mark.parametrize("blocks", [1000, 7])
def test_the_course_adds_up_to_the_winnings(database: HandDatabase, hands: list[Hand], blocks: int) -> None:
    course = course_of(database, Wanted(player="random"), blocks=blocks)
    seats = [(hand, hand.players.index("random")) for hand in hands]
    won = [float(hand.payoffs[at]) / 10 for hand, at in seats]
    shown = [w for w, (hand, at) in zip(won, seats, strict=True) if hand.went_to_showdown and hand.live[at]]
    assert course.hands.sum() == 150
    assert course.net_bb.sum() == pytest.approx(sum(won))
    assert course.showdown_bb.sum() == pytest.approx(sum(shown))
    if blocks == 1000:
        assert course.net_bb.tolist() == pytest.approx(won)
        assert course.run[[0, 89, 90]].tolist() == [1, 1, 2]
    else:
        assert course.hands.tolist() == [21, 21, 21, 21, 6, 21, 21, 18]  # a new block begins with the second run
    some = course_of(database, Wanted(query="random showdown"))
    assert len(some.hands) == search(database, Wanted(query="random showdown")).total


def test_groups_of_a_search(database: HandDatabase) -> None:
    assert {line.group for line in searched_statistics(database, Wanted(query="random"), "street")} <= {
        "1 pre-flop", "2 flop", "3 turn", "4 river",
    }  # fmt: skip
    with pytest.raises(RiverboatError, match="expected one of position"):
        searched_statistics(database, Wanted(query="random"), "stake")
