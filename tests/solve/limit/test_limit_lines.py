"""The lines of limit hold'em against the dealer of the game: every betting there is, followed action by action."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.solve.lanes import WIDTH
from riverboat.solve.limit.lines import (
    BLOCKS,
    CLOSING_OF_ROW,
    CLOSINGS,
    LINES,
    PREFLOP_LINES,
    actions_of,
    decisions_of,
    lane_of,
    lanes_of_lines,
    line_number,
    line_text,
    lines_of_lanes,
    locate,
    preflop_multipliers,
    row_multipliers,
    stakes,
)

CALL = Action.check_or_call()


@cache
def every_betting() -> tuple[tuple[Betting, tuple[int, ...]], ...]:
    """All bettings up to the first decision on the river, and what was paid when their street began."""
    rules = parse_game("holdem(betting=limit)")

    def walk(state: State, paid: tuple[int, ...]) -> Iterator[tuple[Betting, tuple[int, ...]]]:
        yield state.betting, paid
        interval = state.betting.raise_interval()
        for action in (CALL, *([Action.raise_to(interval[0])] if interval else [])):
            after = state.child(action)
            if after.betting.actor is None:
                continue
            is_new = after.betting.street > state.betting.street
            if is_new and after.betting.street == 3:
                yield after.betting, after.betting.committed
            else:
                yield from walk(after, after.betting.committed if is_new else paid)

    return tuple(walk(State(rules, tuple(range(52))), (0, 0)))


def test_every_betting_of_the_game_is_a_decision_of_its_own() -> None:
    """4 decisions of each player before the flop, 7 x 5 on it, 63 x 5 on the turn, 567 lines into the river."""
    seen: dict[Any, set[Any]] = defaultdict(set)
    for betting, _ in every_betting():
        at = locate(betting)
        assert at.player == betting.actor
        assert ("r" in at.letters or "b" in at.letters) == (betting.raise_interval() is not None)
        assert at[:4] not in seen[at.street]
        seen[at.street].add(at[:4])
    assert [len(seen[street]) for street in range(4)] == [8, 70, 630, 567]


def test_stakes_are_what_the_dealer_counts() -> None:
    """In small blinds of 5 chips: both players have paid the same when a street begins."""
    for betting, paid in every_betting():
        at = locate(betting)
        if at.street:
            lane = lane_of(at.street)[at.line]
            assert paid == (5 * stakes(at.street)[lane // WIDTH, lane % WIDTH],) * 2


@pytest.mark.parametrize("street", [1, 2, 3])
def test_a_line_has_one_lane_and_one_text(street: int) -> None:
    texts = [line_text(street, line) for line in range(LINES[street])]
    assert len(set(texts)) == LINES[street]
    assert [line_number(text.split("/")) for text in texts] == list(range(LINES[street]))
    lanes = lane_of(street)
    assert len(set(lanes.tolist())) == LINES[street]
    assert lanes.max() < BLOCKS[street] * WIDTH


def test_what_happens_on_the_turn_stays_within_a_lane() -> None:
    """River lane = closing * 64 + turn lane."""
    rivers, turns = lane_of(3), lane_of(2)
    for line in range(LINES[3]):
        closing, before = divmod(line, LINES[2])
        assert rivers[line] == closing * BLOCKS[2] * WIDTH + turns[before]


def along(letters: str, player: int, street: int, shares: np.ndarray) -> float:
    """The product of a player's shares along the letters of one whole street, decision by decision."""
    found = 1.0
    for at, letter in enumerate(letters):
        for so_far, first, actions in decisions_of(street, player):
            if so_far == letters[:at]:
                found *= shares[first + actions.index(letter)]
    return found


@pytest.mark.parametrize("player", [0, 1])
def test_multipliers_are_products_of_shares_along_the_line(player: int) -> None:
    rng = np.random.default_rng(player)
    shares = rng.random(actions_of(1, player))
    rows = row_multipliers(shares, player)
    for row, closing in enumerate(CLOSING_OF_ROW[player]):
        assert rows[row] == pytest.approx(along(CLOSINGS[closing], player, 1, shares))
    before = rng.random(actions_of(0, player))
    found = preflop_multipliers(before, player)
    for line, letters in enumerate(PREFLOP_LINES):
        assert found[line] == pytest.approx(along(letters, player, 0, before))


def test_numbers_of_lines_come_back_from_their_lanes() -> None:
    values = np.random.default_rng(1).random((LINES[3], 3, 9)).astype(np.float32)
    assert np.array_equal(lines_of_lanes(lanes_of_lines(values, 3), 3, 9), values)


def test_betting_that_is_not_limit_holdem_is_refused() -> None:
    with pytest.raises(RiverboatError, match="not a line of limit"):
        line_number(["ck", "kbx"])
    state = State(parse_game("holdem(betting=no-limit,players=2)"), tuple(range(52)))
    for _ in range(5):
        state = state.child(Action.raise_to(state.betting.raise_interval()[0]))  # type: ignore[index]
    with pytest.raises(RiverboatError, match="not a decision of limit"):
        locate(state.betting)
