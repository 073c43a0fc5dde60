"""Information sets by name: a key is the same exactly where a seat has seen the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from riverboat.games import Action, State, View, games, make_game, parse_game
from riverboat.games.legal import every_total
from riverboat.games.playthrough import random_action


def decision_keys(name: str) -> set[str]:
    """The keys of every decision of a small game, over all deals."""
    rules = parse_game(name)
    found = set()
    for deck in permutations(range(rules.deck.size), rules.cards_needed):
        waiting = [State(rules, deck)]
        while waiting:
            state = waiting.pop()
            if state.actor is not None:
                found.add(View(state, state.actor).key())
                waiting += map(state.child, state.legal_actions(every_total))
    return found


@pytest.mark.parametrize(
    ("game", "sets"),
    [("kuhn", 12), ("kuhn(players=3)", 48), ("leduc", 936)],  # the literature's numbers of information sets
)
def test_there_are_as_many_keys_as_information_sets(game: str, sets: int) -> None:
    assert len(decision_keys(game)) == sets


@pytest.mark.parametrize("name", games())
def test_a_key_is_the_same_if_and_only_if_the_seat_has_seen_the_same(name: str) -> None:
    """Hands that are dealt almost alike and played by few different players: what was seen decides, both ways."""
    rules = make_game(name)
    by_key: dict[str, object] = {}
    by_history: dict[object, str] = {}
    met = 0
    for state_before, histories in _hands(name, 400):
        for position in range(rules.players):
            key, history = View(state_before, position).key(), histories[position]
            met += history in by_history
            assert by_key.setdefault(key, history) == history, f"{key} for two different histories"
            assert by_history.setdefault(history, key) == key, f"{key} and {by_history[history]} for one history"
    assert met > 100  # enough was seen twice


def test_keys_read_like_a_hand() -> None:
    deck = make_game("holdem").deck.parse_cards("AsKd 2c3c QhJh7c 2d")
    state = State(parse_game("holdem"), (*deck, *(card for card in range(52) if card not in deck)))
    assert View(state, 0).key() == "0 AsKd"
    for action in (Action.raise_to(300), Action.check_or_call(), Action.check_or_call(), Action.raise_to(400)):
        state.apply(action)
    assert View(state, 0).key() == "0 AsKd|QhJh7c r300c/kb400"
    state.check_or_call()
    assert View(state, 1).key() == "1 3c2c|QhJh7c.2d r300c/kb400c/"


def test_other_stacks_are_part_of_the_key() -> None:
    rules = parse_game("holdem")
    assert View(State(rules, range(52), (500, 300)), 1).key().endswith("@500,300")
    assert "@" not in View(State(rules, range(52), rules.stacks), 1).key()


def _hands(name: str, count: int) -> Iterator[tuple[State, list[tuple[object, ...]]]]:
    """Every state of many hands with what each seat has seen on the way there."""
    rules = make_game(name)
    base = list(range(rules.deck.size))
    Random(1).shuffle(base)
    rng = Random(2)
    for _ in range(count):
        deck = base.copy()
        for _ in range(rng.randrange(3)):  # mostly among the first cards, so that all kinds of deals are exchanged
            a, b = (rng.randrange(min(most, len(deck))) for most in (20, 30))
            deck[a], deck[b] = deck[b], deck[a]
        yield from _told(State(rules, deck), Random(rng.randrange(6)))


def _told(state: State, rng: Random) -> Iterator[tuple[State, list[tuple[object, ...]]]]:
    players = range(state.rules.players)
    seen: list[list[object]] = [[_look(View(state, position))] for position in players]
    yield state, [tuple(each) for each in seen]
    while (actor := state.actor) is not None:
        action = random_action(View(state, actor), rng)
        street = state.street
        state.apply(action)
        for position in players:
            cards = tuple(sorted(action.cards)) if position == actor else len(action.cards)
            look = _look(View(state, position))
            seen[position].append((street, actor, action.verb, action.amount, cards, look))
        yield state, [tuple(each) for each in seen]


def _look(view: View) -> tuple[object, ...]:
    """What lies before a seat now, whatever the order in which it lies there."""
    boards = tuple(tuple(sorted(board)) for board in view.boards)
    open_cards = tuple(tuple(sorted(cards)) for cards in view.up)
    return view.position, tuple(sorted(view.down)), open_cards, boards, view.actor, view.phase, view.stacks
