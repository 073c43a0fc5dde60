"""Bettings are shared by hands that are bet alike: what is remembered is what the rules say, and nothing else."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from riverboat.games import Action, IllegalActionError, Rules, State, View, decks, games, make_game
from riverboat.games.betting import REMEMBERED, Betting, Draft, opening
from riverboat.games.playthrough import random_action


def said_by(betting: Betting) -> dict[str, Any]:
    """All that a betting says."""
    return {name: getattr(betting, name) for name in Draft.__slots__}


def kept(rules: Rules) -> int:
    """How many bettings are remembered."""
    lines = opening(rules).lines
    return len(lines.called) + len(lines.folded) + len(lines.raised) + len(lines.next_street)


def play(rules: Rules, seed: int, hands: int) -> list[Any]:
    rng, payoffs = Random(seed), []
    for deck in islice(decks(rules, seed), hands):
        state = State(rules, deck)
        while state.actor is not None:
            state.apply(random_action(View(state, state.actor), rng))
        payoffs.append(state.payoffs)
    return payoffs


@pytest.mark.parametrize("name", games())
def test_a_line_that_is_known_goes_as_one_that_is_not(name: str) -> None:
    """Beside a game that remembers fifty hands the same actions are played in one that has seen none."""
    rules = make_game(name)
    play(rules, 1, 50)
    assert kept(rules) > 10 or rules.exchanges_cards
    rng = Random(2)
    for deck in islice(decks(rules, 1), 25):
        knowing, fresh = State(rules, deck), State(replace(rules), deck)
        while knowing.actor is not None:
            action = random_action(View(knowing, knowing.actor), rng)
            knowing.apply(action)
            fresh.apply(action)
            assert said_by(knowing.betting) == said_by(fresh.betting)
            assert (knowing.down, knowing.up, knowing.board) == (fresh.down, fresh.up, fresh.board)
        assert knowing.payoffs == fresh.payoffs


@pytest.mark.parametrize("name", ["holdem", "stud", "triple_draw"])
def test_a_betting_never_changes(name: str) -> None:
    rules, rng = make_game(name, players=3), Random(3)
    state = State(rules, next(decks(rules, 3)))
    seen: list[tuple[Betting, dict[str, Any]]] = []
    while state.actor is not None:
        seen.append((state.betting, said_by(state.betting)))
        for action in (Action.check_or_call(), Action.fold()):
            if (state.can_fold if action.verb == "fold" else state.can_check_or_call)():
                state.child(action)
        state.apply(random_action(View(state, state.actor), rng))
    assert all(said_by(betting) == said for betting, said in seen)


def test_a_view_cannot_be_used_to_change_what_others_see() -> None:
    state = State(make_game("holdem"), range(52))
    view = View(state, 1)
    for name in Draft.__slots__:
        with pytest.raises(AttributeError):
            setattr(view.betting, name, getattr(view.betting, name))
    with pytest.raises(AttributeError):
        view.stacks = (0, 0)  # type: ignore[misc]


def test_a_known_raise_lets_no_other_number_through() -> None:
    """300.0 equals 300, which is remembered, but chips are whole numbers."""
    rules = make_game("holdem")
    state = State(rules, range(52))
    state.child(Action.raise_to(300))
    assert kept(rules) > 0
    with pytest.raises(IllegalActionError, match="expected a whole number"):
        state.apply(Action("raise_to", 300.0))  # type: ignore[arg-type]


def test_only_so_much_is_remembered() -> None:
    rules, roomy = make_game("holdem", players=6), make_game("holdem", players=6)
    opening(rules).lines.room = 50
    assert play(rules, 4, 60) == play(roomy, 4, 60)
    assert (kept(rules), opening(rules).lines.room) == (50, 0)
    assert kept(roomy) == REMEMBERED - opening(roomy).lines.room > 50


def test_other_stacks_and_exchanged_cards_leave_nothing_behind() -> None:
    rules = make_game("holdem")
    State(rules, range(52), (500, 20000)).apply(Action.check_or_call())
    assert kept(rules) == 0
    drawing = make_game("five_card_draw")
    play(drawing, 5, 20)
    assert kept(drawing) == 0


def test_a_state_that_is_sent_elsewhere_goes_on_alike() -> None:
    rules = make_game("leduc")
    state = State(rules, next(decks(rules, 6)))
    play(rules, 6, 50)
    alone = len(pickle.dumps(State(make_game("leduc"), next(decks(rules, 6)))))
    sent = pickle.dumps(state)
    assert len(sent) == alone
    there = pickle.loads(sent)
    while state.actor is not None:
        state.apply(Action.check_or_call())
        there.apply(Action.check_or_call())
    assert there.payoffs == state.payoffs
