"""What was in the pot, what was pushed and what was won are three numbers; stud has no button to be named after."""

from __future__ import annotations

from riverboat.games.catalogue import parse_game
from riverboat.games.hand import finished_hand
from riverboat.games.positions import position_names, shown_positions
from riverboat.games.state import State
from riverboat.show.replayer import frames


def test_an_uncalled_bet_is_not_in_the_pot() -> None:
    """Blinds 50 and 100; a raise to 300 is called, 400 on the flop are not: 600 are pushed, 300 are won."""
    state = State(parse_game("holdem(players=2)"), range(52))
    state.raise_to(300)
    state.check_or_call()
    state.check_or_call()
    state.raise_to(400)
    state.fold()
    hand = finished_hand(state, ("Ann", "Bob"), state.rules.stacks)
    assert hand.committed == (300, 700)
    assert (hand.uncalled, hand.pot, hand.collected, hand.payoffs) == ((0, 400), 600, (0, 600), (-300, 300))


def test_all_in_for_less_and_the_pot_of_the_replay() -> None:
    """150 against 1,000: 850 come back, and the streets that are dealt then show a pot of 300."""
    state = State(parse_game("holdem(players=2)"), range(52), (150, 1000))
    state.raise_to(1000)
    state.check_or_call()
    hand = finished_hand(state, ("Ann", "Bob"), (150, 1000))
    assert (hand.pot, sum(hand.collected)) == (300, 300)
    film = frames(hand)["frames"]
    late = [frame for frame in film[3:-1] if frame["kind"] in ("deal", "show")]
    assert len(late) >= 3
    for frame in late:
        assert frame["pot"] == 300
        assert sum(frame["stacks"]) + frame["pot"] == 1150


def test_positions_of_stud_are_not_called_blinds() -> None:
    assert position_names(parse_game("razz(players=3)")) == ("", "", "")
    assert position_names(parse_game("stud(players=2)")) == ("", "")
    assert position_names(parse_game("holdem(players=3)")) == ("small blind", "big blind", "button")
    state = State(parse_game("razz(players=2)"), range(52))
    state.post_bring_in()
    state.fold()
    film = frames(finished_hand(state, ("Ann", "Bob"), state.rules.stacks))
    assert [seat["place"] for seat in film["seats"]] == ["", ""]


def test_nobody_is_called_a_blind_where_none_are_posted() -> None:
    """Leduc has antes and a button; the button itself is a place of its own, and hold'em is as ever."""
    assert shown_positions(parse_game("leduc")) == ("", "button")
    assert shown_positions(parse_game("holdem(players=2)")) == ("big blind", "button")
    state = State(parse_game("leduc"), range(6))
    while not state.is_over:
        state.check_or_call()
    film = frames(finished_hand(state, ("Ann", "Bob"), state.rules.stacks))
    assert [seat["place"] for seat in film["seats"]] == ["", "button"]
