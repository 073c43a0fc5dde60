"""What the tests of documents share: random hands played to the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from riverboat.games.rules import Rules
from riverboat.games.state import State


def _decide(state: State, rng: Random) -> None:
    """Any legal decision."""
    street, actor = state.rules.streets[state.street], state.actor
    assert actor is not None
    held = state.down[actor] + state.up[actor]
    if state.phase == "pass":
        state.pass_cards(rng.sample(held, street.passing))
    elif state.phase == "discard":
        state.discard(rng.sample(held, street.discarding))
    elif state.phase == "draw":
        assert street.drawing is not None
        state.discard(rng.sample(held, rng.randint(*street.drawing)))
    else:
        interval = state.raise_interval()
        choices = [state.fold] if state.can_fold() else []
        choices += [state.check_or_call] * 3 if state.can_check_or_call() else []
        choices += [state.post_bring_in] if state.can_bring_in() else []
        if interval is not None and (not choices or rng.random() < 0.3):
            state.raise_to(rng.choice([interval[0], rng.randint(*interval)]))
        else:
            rng.choice(choices)()


@pytest.fixture
def check_hand() -> Callable[[Rules, Random], State]:
    """A hand with random cards and decisions, from the first ante to the last chip."""

    def play(rules: Rules, rng: Random) -> State:
        cards = list(range(rules.deck.size))
        rng.shuffle(cards)
        state = State(rules, cards)
        for _ in range(2_000):
            if state.is_over:
                break
            _decide(state, rng)
        assert state.is_over
        assert state.payoffs is not None
        assert sum(state.payoffs) == 0
        assert all(-stack <= won for stack, won in zip(rules.stacks, state.payoffs, strict=True))
        return state

    return play
