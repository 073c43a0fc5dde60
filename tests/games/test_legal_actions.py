"""What may be done: the same as the dealer lets players do, no more and no less, in every game."""

from __future__ import annotations

from math import comb
from random import Random

import numpy as np
import pytest

from riverboat.games import Action, State, View, decks, games, make_game, parse_game
from riverboat.games.legal import every_total
from riverboat.games.playthrough import random_action
from riverboat.games.table import Table


@pytest.mark.parametrize("name", games())
def test_the_dealer_takes_what_is_listed_and_nothing_else(name: str) -> None:
    """Of all actions with amounts at the ends of the interval and one beyond, and all numbers of cards."""
    rules, rng = make_game(name), Random(11)
    for deck, _ in zip(decks(rules, np.random.default_rng(5)), range(12), strict=False):
        state = State(rules, deck)
        while state.actor is not None:
            view = View(state, state.actor)
            legal = state.legal_actions()
            assert legal
            assert view.legal_actions() == legal
            assert not View(state, (state.actor + 1) % rules.players).legal_actions()
            low, high = legal.raise_interval or (7, 7)
            tried = [Action.fold(), Action.check_or_call(), Action.bring_in()]
            tried += [Action.raise_to(amount) for amount in {low - 1, low, (low + high) // 2, high, high + 1}]
            for count in range(len(view.hole) + 1):
                tried += [Action.discard(*view.hole[:count]), Action.pass_cards(*view.hole[:count])]
            for action in tried:
                assert (action in legal) == _is_taken(state, action), f"{action} at {state.actions}"
            state.apply(random_action(view, rng))
        assert not state.legal_actions()
        assert state.legal_actions(every_total) == ()


def test_raises_are_listed_by_the_sizes_that_are_given() -> None:
    """Blinds 50 and 100, stacks of 20,000: half the pot after calling, and all-in; without an abstraction, all."""
    state = State(parse_game("holdem"), range(52))

    def half_pot_or_all_in(table: Table) -> tuple[int, ...]:
        assert table.actor is not None
        everything = table.bets[table.actor] + table.stacks[table.actor]
        return (everything, table.highest_bet + (table.pot + 50) // 2, everything)

    folds_and_calls = (Action.fold(), Action.check_or_call())
    assert state.legal_actions().raise_interval == (200, 20_000)
    assert state.legal_actions(half_pot_or_all_in) == (*folds_and_calls, Action.raise_to(200), Action.raise_to(20_000))
    assert len(state.legal_actions(every_total)) == 2 + 19_801


def test_a_draw_lists_every_choice_of_cards() -> None:
    """Five cards of which any may go: 2 to the power of 5 ways."""
    state = State(parse_game("five_card_draw"), range(52))
    state.check_or_call()
    state.check_or_call()
    listed = state.legal_actions(every_total)
    assert len(set(listed)) == sum(comb(5, count) for count in range(6)) == 32
    assert {action.verb for action in listed} == {"discard"}


def test_the_first_player_of_stud_brings_in_or_completes() -> None:
    legal = State(parse_game("stud"), range(52)).legal_actions()
    assert legal.single == (Action.bring_in(),)
    assert legal.raise_interval is not None


def _is_taken(state: State, action: Action) -> bool:
    twin = state.copy()
    try:
        twin.apply(action)
    except Exception:
        return False
    return True
