"""Decisions of recorded hands as spots: chips and lines by hand, the cost of a fold by arithmetic, sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from riverboat.assess.decisions import CheckedDecision, Ranges, Session, check, spot_of
from riverboat.cards import Range, parse_cards
from riverboat.errors import RiverboatError
from riverboat.games import parse_game
from riverboat.games.action import Action
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.solve.spot import Spot

FOLD, CALL = Action.fold(), Action.check_or_call()


def played(game: str, hole: Sequence[str], board: str, actions: Sequence[Action], number: int = 1) -> Hand:
    """A hand of players A, B, ... by position, with these cards and actions."""
    rules = parse_game(game)
    cards = [card for text in hole for card in parse_cards(text)] + list(parse_cards(board))
    deck = (*cards, *(card for card in range(52) if card not in cards))
    stacks = tuple(rules.stacks) if not isinstance(rules.stacks, int) else (rules.stacks,) * rules.players
    state = State(rules, deck, stacks)
    for action in actions:
        state = state.child(action)
    return finished_hand(state, tuple("ABCDEF"[: rules.players]), stacks, number)._replace(dealt=())


def to(amount: int) -> Action:
    return Action.raise_to(amount)


GAME = "holdem(betting=no-limit,players=2,blinds=1/2,stacks=150)"


def duel(*river: Action, number: int = 1) -> Hand:
    """Raised to 50 before the flop and checked to the river: a pot of 100, and 100 behind."""
    before = (to(50), CALL, CALL, CALL, CALL, CALL)
    return played(GAME, ("KhKd", "AhAd"), "2c2d7h7s3c", (*before, *river), number)


def test_board_pot_stacks_and_line_are_those_of_the_hand() -> None:
    hand = duel(to(40), to(100), FOLD)
    first = hand.actions[6][1]
    decision = spot_of(hand, 8)
    spot = decision.spot
    assert (spot.board, spot.pot, spot.stack) == ("2c2d7h7s3c", 100, (100, 100))
    assert (decision.path, decision.action) == ("b40/r100", "f")
    assert (decision.position, decision.player, decision.street) == (first, 0, 2)
    assert decision.hand == ("KhKd" if first == 0 else "AhAd")
    assert "b40" in spot.tree().root.names  # what was bet is in the tree, beside the usual sizes
    assert {"x", "b33", "b75"} <= set(spot.tree().root.names)
    # The ranges have the hand that was held, and no whole range is certain.
    assert spot.ranges[0].weight(decision.hand) > 0
    assert 50 < spot.ranges[0].combos < 1326
    assert spot_of(hand, 7).path == "b40"
    assert spot_of(hand, 6).path == ""


def test_folding_the_nuts_loses_the_pot_and_the_bet() -> None:
    """Quads cannot lose: a fold to a bet of 100 into 100 gives up 200, whatever the ranges are."""
    hand = played(GAME, ("KhKd", "7c7d"), "2c2d7h7s3c", (to(50), CALL, CALL, CALL, CALL, CALL, to(100), FOLD))
    decision = spot_of(hand, 7)
    assert set(parse_cards(decision.hand)) == set(parse_cards("7c7d"))
    found = check(decision)
    assert found.lost == pytest.approx(200, abs=1e-2)
    assert (found.best.name, found.verdict) == ("c", "mistake")


def test_given_ranges_are_used() -> None:
    decision = spot_of(duel(to(100), FOLD), 7, ranges=Ranges("AA,KK", "QQ+"))
    assert Range.parse(str(decision.spot.ip)) == Range.parse("AA,KK")
    assert Range.parse(str(decision.spot.oop)) == Range.parse("QQ+")


def test_what_was_done_makes_a_range() -> None:
    """Who raised before the flop has better hands than who only called."""
    raised, called = duel(CALL, CALL), played(
        GAME, ("KhKd", "AhAd"), "2c2d7h7s3c", (CALL, CALL, CALL, CALL, CALL, CALL, CALL, CALL)
    )  # fmt: skip
    raiser = raised.actions[0][1]

    def weight(hand: Hand, holding: str) -> float:
        spot = spot_of(hand, 2).spot
        order = hand.actions[2][1], hand.actions[3][1]
        return spot.ranges[order.index(raiser)].weight(holding)

    assert weight(raised, "QcQd") > 2 * weight(raised, "Jc4d")
    assert weight(raised, "QcQd") > 2 * weight(called, "QcQd")


def test_three_players_and_earlier_streets_are_refused() -> None:
    three = "holdem(betting=no-limit,players=3,blinds=1/2,stacks=150)"
    hand = played(three, ("KhKd", "AhAd", "QhQd"), "2c2d7h7s3c", (CALL,) * 12)
    with pytest.raises(RiverboatError, match="3 players are in the pot"):
        spot_of(hand, 9)
    with pytest.raises(RiverboatError, match="begins with the flop"):
        spot_of(hand, 0)
    with pytest.raises(RiverboatError, match="the hand has 12"):
        spot_of(hand, 12)
    hidden = duel(CALL, CALL)
    with pytest.raises(RiverboatError, match="are not known"):
        spot_of(hidden._replace(down=((HIDDEN, HIDDEN), (HIDDEN, HIDDEN))), 6)


def test_fixed_limits() -> None:
    hand = played("holdem(betting=limit,players=2)", ("KhKd", "AhAd"), "2c2d7h7s3c", (*(CALL,) * 6, to(20), CALL))
    decision = spot_of(hand, 7)
    assert decision.spot.betting == "limit"
    bet = hand.rules.streets[3].bet
    assert decision.path == f"b{bet}"
    assert decision.action == "c"


def test_a_session_is_checked_and_resumed() -> None:
    hands = [duel(to(100), FOLD, number=1), duel(CALL, CALL, number=2)]
    folder = hands[0].players[hands[0].actions[7][1]]
    counted: list[tuple[int, int | None]] = []
    session = Session(hands, folder, streets=("river",))
    assert len(session.decisions) == 2
    session.run(lambda now: counted.append((now.done, now.total)))
    assert counted == [(1, 2), (2, 2)]
    found = session.to_json()
    assert found["checked"] + sum(each["decisions"] for each in found["left_out"]) == 2
    known = CheckedDecision(
        0, 1, 7, folder, "river", "2c2d7h7s3c", "AhAd", 200, "b100", "f", "c", "mistake", 12.0, 6.0, 0.0, 0.5
    )
    again = Session(hands, folder, streets=("river",), done=[known])
    again.run()
    assert again.checked[0, 7] is known  # it is not solved again
    assert {each.number for each in again.costliest} == {7}
    assert Session(hands, "Z").decisions == []


def test_ctrl_c_keeps_what_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt within a solve ends the session, not only that solve; the next run does the rest."""
    hands = [duel(CALL, CALL, number=1), duel(CALL, CALL, number=2)]
    session = Session(hands, hands[0].players[hands[0].actions[7][1]], streets=("river",))
    real, solved = Spot.solve, [0]

    def solve(spot: Spot, *options: Any, **more: Any) -> Any:
        solved[0] += 1
        found = real(spot, *options, **more)
        if solved[0] == 2:
            found.runner.stopped = "interrupted"
        return found

    monkeypatch.setattr(Spot, "solve", solve)
    session.run()
    assert session.is_interrupted
    assert len(session.checked) == 1
    session.run()
    assert not session.is_interrupted
    assert (len(session.checked), solved[0]) == (2, 3)
