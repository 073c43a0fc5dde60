"""The betting step of kernels beside the dealer's: the same numbers after every decision of random limit hands."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from riverboat.games import State, decks, make_game
from riverboat.games.action_odds import CALL, FOLD, RAISE
from riverboat.games.betting import Betting
from riverboat.games.jit import bet_step, called, folded, raised
from riverboat.games.rules import Rules

TABLES = {
    "heads-up": make_game("holdem", betting="limit"),
    "three": make_game("holdem", betting="limit", players=3),
    "ten": make_game("holdem", betting="limit", players=10),
    "a cap of two raises": make_game("holdem", betting="limit", players=4, raises=(2, 2, 2, 2)),
    "no cap": make_game("holdem", betting="limit", players=3, raises=(99, 99, 99, 99), stacks=(95, 80, 120)),
    "odd blinds": make_game("holdem", betting="limit", players=5, blinds=(3, 7), bets=(7, 7, 15, 15)),
    "a straddle": make_game("holdem", betting="limit", players=4, blinds=(5, 10, 20)),
    "short stacks": make_game("holdem", betting="limit", players=4, stacks=(7, 33, 61, 200)),
    "short, as ACPC has it": make_game(
        "holdem", betting="limit", players=6, stacks=(35, 35, 61, 75, 110, 9), acpc=True
    ),
}


def asked_of_the_dealer(betting: Betting, wanted: int) -> tuple[int, Betting]:
    """What a wish becomes by the dealer's own list of what is allowed, and the betting after it."""
    legal = betting.legal_actions()
    if wanted == RAISE and legal.raise_interval is not None:
        return RAISE, betting.raised_to(legal.raise_interval[0])
    if wanted == FOLD and legal.fold is not None:
        return FOLD, betting.folded()
    return CALL, betting.called()


def stepped(betting: Betting, wanted: int, kind: type) -> tuple[float, ...]:
    """The same wish through the kernels' step, with chips of one kind."""
    actor = betting.actor
    assert actor is not None
    owed = betting.highest_bet - betting.bets[actor]
    chips = map(kind, (betting.rules.streets[betting.street].bet, owed, betting.stacks[actor], betting.highest_bet))
    counts = np.int64(betting.raises), np.uint64(betting.pending), np.uint64(betting.able)
    may_raise = betting.legal_actions().raise_interval is not None
    found: tuple[float, ...] = bet_step(np.int64(wanted), may_raise, *chips, *counts)
    return found


@pytest.mark.parametrize("kind", [np.int64, np.float64])
@pytest.mark.parametrize("rules", TABLES.values(), ids=list(TABLES))
def test_the_step_is_the_dealers(rules: Rules, kind: type) -> None:
    """Wishes at random, allowed or not: action, chips, highest bet, raises, who must decide, who can still bet."""
    rng, seen = Random(rules.players), set()
    for deck in islice(decks(rules, 7), 60):
        state = State(rules, deck)
        while state.actor is not None:
            betting, actor = state.betting, state.actor
            wanted = rng.choices((FOLD, CALL, RAISE), (1, 4, 4))[0]
            done, after = asked_of_the_dealer(betting, wanted)
            put_in = after.committed[actor] - betting.committed[actor]
            expected = (done, put_in, after.highest_bet, after.raises, after.pending, after.able)
            assert stepped(betting, wanted, kind) == expected, f"{wanted} at {betting.actions}"
            seen.add((wanted, done, after.stacks[actor] == 0))
            if done == FOLD:
                state.fold()
            elif done == CALL:
                state.check_or_call()
            else:
                state.raise_to(after.highest_bet)
    wishes = {(wanted, done) for wanted, done, _ in seen}
    assert wishes == {(FOLD, FOLD), (FOLD, CALL), (CALL, CALL), (RAISE, RAISE), (RAISE, CALL)}
    if min(rules.stacks) < 100:
        assert {(CALL, CALL, True), (RAISE, RAISE, True)} <= seen


def test_one_street_by_hand() -> None:
    """Three players, bets of 10: a bet, a raise all-in to 16, a fold and a call for 6 more."""
    three, two, one = np.uint64(3), np.uint64(2), np.uint64(1)
    assert raised(10, 0, 200, 0, 0, three) == (10, 10, 1, 2, 3)
    assert raised(10, 10, 16, 10, 1, three) == (16, 16, 2, 2, 2)
    assert folded(two, two) == (1, 1)
    assert called(6, 190, one, one) == (6, 0, 1)
    assert called(6, 6, one, one) == (6, 0, 0)
    assert called(0, 190, two, two) == (0, 1, 2)
