"""Betting as text: the letters of each style, and lines that lead back to the hand they describe."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from riverboat.errors import NotationError
from riverboat.games import Action, Rules, State, View, decks, games, make_game, parse_game
from riverboat.games.betting import Actions
from riverboat.games.notation import (
    ACPC,
    OURS,
    SPOT,
    betting_line,
    letter_of,
    play_line,
    split_step,
    step_text,
    verb_of_letter,
    word_of,
    word_of_letter,
)
from riverboat.games.playthrough import random_action

CALL, FOLD, RAISE = Action.check_or_call(), Action.fold(), Action.raise_to


def played(name: str, *actions: Action) -> State:
    rules = parse_game(name)
    state = State(rules, range(rules.deck.size))
    for action in actions:
        state.apply(action)
    return state


def test_a_no_limit_hand_in_each_style() -> None:
    """Blinds 50 and 100; a raise to 300 is called, the flop is checked and bet 400 into, and called."""
    state = played("holdem", RAISE(300), CALL, CALL, RAISE(400), CALL)
    told = (state.rules, state.actions, state.street)
    assert betting_line(*told) == "r300c/kb400c/"
    assert betting_line(*told, ACPC) == "r300c/cr700c/"  # 300 before the flop are counted
    assert betting_line(*told, SPOT) == "r300c/xb400c/"


def test_a_limp_and_an_option() -> None:
    """Completing the small blind is a call, the big blind checks, and raising a blind is a raise."""
    assert betting_line(*_told(played("holdem", CALL, CALL))) == "ck/"
    assert betting_line(*_told(played("holdem(betting=limit,blinds=5/10,bets=10/20)", CALL, RAISE(20), CALL))) == "crc/"


def test_limit_games_have_no_amounts() -> None:
    state = played("leduc", CALL, RAISE(2), RAISE(4), CALL, RAISE(4), FOLD)
    assert betting_line(*_told(state)) == "kbrc/bf"
    assert betting_line(*_told(state), ACPC) == "crrc/rf"


def test_stud_brings_in_and_draws_name_their_cards() -> None:
    stud = played("stud", Action.bring_in())
    assert betting_line(*_told(stud)) == "i"
    draw = played("five_card_draw", CALL, CALL)
    position = draw.actor
    assert position is not None
    low, high = sorted(draw.down[position][:2])
    text = draw.rules.deck.card_text
    draw.apply(Action.discard(low, high))
    line = f"d({text(high)}{text(low)})"
    assert betting_line(*_told(draw)) == f"ck/{line}"
    other = View(draw, 1 - position)
    assert betting_line(other.rules, other.actions, other.street) == "ck/d2"


@pytest.mark.parametrize("name", games())
def test_a_line_leads_back_to_its_hand(name: str) -> None:
    """Whatever was done, playing its line with the same deck ends in the same state."""
    rules, rng = make_game(name), Random(7)
    for deck, _ in zip(decks(rules, np.random.default_rng(3)), range(20), strict=False):
        state = State(rules, deck)
        while state.actor is not None:
            line = betting_line(*_told(state))
            again = State(rules, deck)
            play_line(again, line)
            assert _stands(again) == _stands(state)
            state.apply(random_action(View(state, state.actor), rng))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("k", 'expected "c"'),  # the small blind owes
        ("cc", 'expected "k"'),
        ("ck", "0 slashes; the betting has reached street 2"),
        ("c/k", "the street before slash 1 is not over"),
        ("cz", "expected one of the letters f, k, c, b, r, i, d, p"),
        ("r", "needs an amount, like r300"),
        ("b300", 'expected "r"'),
        ("r300fk", "cannot read on"),
    ],
)
def test_lines_that_are_wrong(line: str, problem: str) -> None:
    state = played("holdem")
    with pytest.raises(NotationError, match=problem):
        play_line(state, line)


def test_letters_words_and_verbs() -> None:
    assert [letter_of("check", style) for style in (OURS, ACPC, SPOT)] == ["k", "c", "x"]
    assert [letter_of("bet", style) for style in (OURS, ACPC, SPOT)] == ["b", "r", "b"]
    assert [verb_of_letter(letter, ACPC) for letter in "fCkR/x"] == [
        "fold", "check_or_call", "check_or_call", "raise_to", None, None,
    ]  # fmt: skip
    assert verb_of_letter("") is None
    assert [word_of_letter(letter) for letter in "kxcz"] == ["check", "check", "call", None]
    assert word_of(CALL, played("holdem").betting) == "call"
    assert word_of(CALL, played("holdem", CALL).betting) == "check"
    assert word_of(RAISE(300), played("holdem", CALL).betting) == "raise"
    assert word_of(RAISE(300), played("holdem", CALL, CALL).betting) == "bet"
    assert word_of(Action.discard(), played("five_card_draw", CALL, CALL).betting) == "draw"


def test_single_steps_of_each_style() -> None:
    assert [step_text(CALL, "check", style=style) for style in (OURS, ACPC, SPOT)] == ["k", "c", "x"]
    assert [step_text(RAISE(300), "bet", style=style) for style in (OURS, ACPC, SPOT)] == ["b300", "r300", "b300"]
    assert step_text(RAISE(20), "raise", limit=True) == "r"
    assert step_text(FOLD, "fold", style=SPOT) == "f"
    assert split_step("b50%", SPOT) == ("bet", "50%")
    assert split_step("R2.5x", SPOT) == ("raise", "2.5x")
    assert [split_step(step, SPOT) for step in ("x", "k", "Check")] == [("check", "")] * 3
    assert [split_step(step, SPOT)[0] for step in ("f", "fold", "c", "call")] == ["fold", "fold", "call", "call"]
    assert [split_step(step, SPOT)[0] for step in ("d2", "i", "discard", "z", "")] == [None] * 5


def _told(state: State) -> tuple[Rules, Actions, int]:
    return state.rules, state.actions, state.street


def _stands(state: State) -> tuple[object, ...]:
    """Where a hand is; in which order cards were discarded does not matter."""
    held = [sorted(cards) for cards in state.down]
    actions = [(when, who, action._replace(cards=tuple(sorted(action.cards)))) for when, who, action in state.actions]
    return actions, held, state.actor, state.street, state.phase, state.committed
