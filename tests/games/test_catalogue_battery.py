"""The same laws for every game of the catalogue, whatever is played in it."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from riverboat.games import Action, IllegalActionError, Rules, State, View, decks, games, make_game, parse_game
from riverboat.games.playthrough import random_action

MAX_PLAYERS = {
    "anaconda": 7, "badugi": 8, "baseball": 7, "cincinnati": 9, "five_card_draw": 6, "kuhn": 10, "leduc": 2,
    "manila": 9, "rhode_island": 6, "razz": 8, "stud": 8, "stud8": 8, "single_draw": 6, "triple_draw": 6,
}  # fmt: skip
TABLES = [
    (name, players) for name in games() for players in sorted({2, 3, MAX_PLAYERS.get(name, 10)}) if name != "leduc"
]
TABLES += [("leduc", 2)]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
HANDS = 15


def snapshot(state: State) -> dict[str, Any]:
    """Everything about a hand: the betting and the cards."""
    return {
        name: pickle.dumps(getattr(part, name))
        for part in (state, state.betting)
        for kind in type(part).__mro__
        for name in getattr(kind, "__slots__", ())
        if name not in ("betting", "rules")
    }


def rules_of(name: str, players: int, rng: Random) -> Rules:
    """With stacks that are often too short; the chips of the small games are what they are."""
    if name in ("kuhn", "leduc", "rhode_island"):
        return make_game(name, players=players)
    return make_game(name, players=players, stacks=tuple(rng.choice((7, 55, 130, 410, 1000)) for _ in range(players)))


def candidates(state: State, rng: Random) -> list[Action]:
    """Actions that are legal, nearly legal, and out of place."""
    assert state.actor is not None
    held = state.down[state.actor] + state.up[state.actor]
    low, high = state.raise_interval() or (10, 20)
    amounts = {low - 1, low, high, high + 1, 0, -3}
    some = [held[:count] for count in range(min(len(held), 4) + 1)]
    return [
        Action.fold(),
        Action.check_or_call(),
        Action.bring_in(),
        *[Action.raise_to(amount) for amount in sorted(amounts)],
        *[Action.discard(*cards) for cards in some],
        *[Action.pass_cards(*cards) for cards in some],
        Action.discard(rng.randrange(state.rules.deck.size)),
        Action.discard(*held[:1] * 2),
    ]


def allowed(state: State, action: Action) -> bool:
    return {
        "fold": lambda: state.can_fold(),
        "check_or_call": lambda: state.can_check_or_call(),
        "bring_in": lambda: state.can_bring_in(),
        "raise_to": lambda: state.can_raise_to(action.amount),
        "discard": lambda: state.can_discard(action.cards),
        "pass_cards": lambda: state.can_pass_cards(action.cards),
    }[action.verb]()


@every_table
def test_chips_are_conserved_at_every_step(name: str, players: int) -> None:
    rng = Random(1)
    for _ in range(HANDS):
        rules = rules_of(name, players, rng)
        state = State(rules, next(decks(rules, rng.randrange(10**6))))
        while state.actor is not None:
            assert min(state.stacks) >= 0
            assert sum(state.stacks) + state.pot == sum(rules.stacks)
            assert [s + c for s, c in zip(state.stacks, state.committed, strict=True)] == list(rules.stacks)
            state.apply(random_action(View(state, state.actor), rng))
        assert state.payoffs is not None
        assert sum(state.payoffs) == 0
        assert all(payoff >= -paid for payoff, paid in zip(state.payoffs, state.committed, strict=True))


@every_table
def test_only_legal_actions_are_accepted_and_a_refused_one_changes_nothing(name: str, players: int) -> None:
    rng = Random(2)
    for _ in range(3):
        rules = rules_of(name, players, rng)
        state = State(rules, next(decks(rules, rng.randrange(10**6))))
        while state.actor is not None:
            before = snapshot(state)
            accepted = 0
            for action in candidates(state, rng):
                twin = state.copy()
                try:
                    twin.apply(action)
                except IllegalActionError:
                    assert not allowed(state, action)
                    assert snapshot(twin) == before
                else:
                    assert allowed(state, action)
                    accepted += 1
            assert accepted
            assert snapshot(state) == before
            state.apply(random_action(View(state, state.actor), rng))
        for action in (Action.fold(), Action.check_or_call(), Action.raise_to(10), Action.discard()):
            with pytest.raises(IllegalActionError):
                state.apply(action)


@every_table
def test_copies_are_independent(name: str, players: int) -> None:
    rng = Random(3)
    rules = rules_of(name, players, rng)
    state = State(rules, next(decks(rules, 3)))
    while state.actor is not None:
        before = snapshot(state)
        twin = state.copy()
        while twin.actor is not None:
            twin.apply(random_action(View(twin, twin.actor), rng))
        assert snapshot(state) == before
        state.apply(random_action(View(state, state.actor), rng))


@every_table
def test_identities_and_pickles_round_trip(name: str, players: int) -> None:
    rules = make_game(name, players=players)
    assert parse_game(rules.identity) == rules
    assert parse_game(rules.identity).identity == rules.identity
    assert pickle.loads(pickle.dumps(rules)) == rules
    other = rules.with_stacks([5 + position for position in range(players)])
    assert parse_game(other.identity) == other


@every_table
def test_every_hand_can_be_replayed_from_its_cards_and_actions(name: str, players: int) -> None:
    rng = Random(4)
    rules = rules_of(name, players, rng)
    state = State(rules, next(decks(rules, 8)))
    while state.actor is not None:
        state.apply(random_action(View(state, state.actor), rng))
    again = State(rules, state.dealt)
    for _, position, action in state.actions:
        assert again.actor == position
        again.apply(action)
    assert again.payoffs == state.payoffs


def checked_down(rules: Rules, deck: list[int]) -> State:
    state = State(rules, deck)
    while state.actor is not None:
        state.apply(View(state, state.actor).check_or_call())
    return state


@pytest.mark.parametrize("name", [name for name in games() if name != "baseball"])
def test_a_rotated_deal_rotates_the_payoffs(name: str) -> None:
    """Everybody calls: with the next player's cards comes the next player's payoff. (Fours move baseball's cards.)"""
    players = 2 if name == "leduc" else 3
    rules = replace(make_game(name, players=players), exact_shares=True)
    size = rules.deck.size
    # Dealt from a deck in order, a card's number is its place; passing is left out of the way by looking at the start.
    places = State(rules, range(size))
    while places.street == 0 and places.phase == "bet" and places.actor is not None:
        places.apply(View(places, places.actor).check_or_call())
    places = places if rules.exchanges_cards else checked_down(rules, list(range(size)))
    own = [places.down[p] + places.up[p] for p in range(players)]
    for seed in range(20):
        deck = list(next(decks(rules, seed)))
        rotated = deck[:]
        for position in range(players):
            for mine, theirs in zip(own[position], own[(position + 1) % players], strict=True):
                rotated[mine] = deck[theirs]
        before, after = checked_down(rules, deck).payoffs, checked_down(rules, rotated).payoffs
        assert before is not None
        assert after is not None
        assert list(after) == [before[(position + 1) % players] for position in range(players)]
