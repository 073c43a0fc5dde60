"""The dealer beside open_spiel's: the same random hands, the same actor, the same legal actions, the same payoffs.

universal_poker is the ACPC's own game code (short all-ins reopen the betting, pots split in fractions), and
kuhn_poker and leduc_poker are written independently of it. Its limit games ignore stacks and end at four players, so
larger ones and short stacks are compared with pokerkit (`test_engine_pokerkit.py`).
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from riverboat.bridges.open_spiel import universal_poker
from riverboat.games import Action, State, make_game
from riverboat.games.rules import Rules

pyspiel = pytest.importorskip("pyspiel")

ALWAYS, LONG = 150, 100_000

HOLDEM: dict[str, dict[str, Any]] = {
    "limit-2": {"betting": "limit", "players": 2, "blinds": (5, 10), "stacks": (1000, 1000)},
    "limit-3": {"betting": "limit", "players": 3, "blinds": (5, 10), "stacks": (1000,) * 3},
    "limit-4": {"betting": "limit", "players": 4, "blinds": (5, 10), "stacks": (1000,) * 4},
    "no-limit-2": {"players": 2, "blinds": (1, 2), "stacks": (200, 200)},
    "no-limit-3": {"players": 3, "blinds": (1, 2), "stacks": (200,) * 3},
    "no-limit-6": {"players": 6, "blinds": (1, 2), "stacks": (200,) * 6},
    "no-limit-2-short": {"players": 2, "blinds": (5, 10), "stacks": (37, 61)},
    "no-limit-3-short": {"players": 3, "blinds": (5, 10), "stacks": (27, 143, 68)},
    "no-limit-6-short": {"players": 6, "blinds": (5, 10), "stacks": (19, 250, 33, 90, 47, 128)},
}


def some_action(state: State, rng: Random) -> Action:
    """Any legal betting action; raises small, large and between."""
    actions = [Action.check_or_call()] * 3
    if state.can_fold():
        actions.append(Action.fold())
    interval = state.raise_interval()
    if interval:
        low, high = interval
        actions += [Action.raise_to(amount) for amount in (low, low, rng.randint(low, min(high, 3 * low)), high)]
    return rng.choice(actions)


def deal(theirs: Any, cards: list[int]) -> None:
    while theirs.is_chance_node():
        theirs.apply_action(cards.pop(0))


def play_both(rules: Rules, game: Any, rng: Random) -> None:
    deck = list(range(rules.deck.size))
    rng.shuffle(deck)
    ours, theirs, cards = State(rules, deck), game.new_initial_state(), deck[:]
    deal(theirs, cards)
    limit = rules.betting == "limit"
    while ours.actor is not None:
        assert theirs.current_player() == ours.actor
        actor, interval = ours.actor, ours.raise_interval()
        paid_before = ours.committed[actor] - ours.bets[actor]
        legal = [0] * ours.can_fold() + [1] * ours.can_check_or_call()
        if interval:
            legal += [2] if limit else range(interval[0] + paid_before, interval[1] + paid_before + 1)
        assert theirs.legal_actions() == legal
        action = some_action(ours, rng)
        raised = 2 if limit else action.amount + paid_before
        theirs.apply_action({"fold": 0, "check_or_call": 1}.get(action.verb, raised))
        ours.apply(action)
        deal(theirs, cards)
    assert theirs.is_terminal()
    assert ours.payoffs is not None
    assert [float(chips) for chips in ours.payoffs] == pytest.approx(theirs.returns())


def check_universal(rules: Rules, hands: int) -> None:
    game, rng = universal_poker(rules), Random(7)
    for _ in range(hands):
        play_both(rules, game, rng)


@pytest.mark.parametrize("name", HOLDEM)
def test_holdem_agrees_with_universal_poker(name: str) -> None:
    check_universal(make_game("holdem", acpc=True, **HOLDEM[name]), ALWAYS)


@pytest.mark.slow
@pytest.mark.chaos("hands of money beside open_spiel", LONG)
@pytest.mark.parametrize("name", HOLDEM)
def test_holdem_agrees_with_universal_poker_at_length(name: str) -> None:
    check_universal(make_game("holdem", acpc=True, **HOLDEM[name]), LONG)


SMALL = [
    ("kuhn", {}),
    ("kuhn", {"players": 3}),
    ("kuhn", {"players": 4, "cards": 9}),
    ("leduc", {}),
    ("leduc", {"bets": (1, 1), "raises": 1}),
    ("leduc", {"cards": 8, "players": 3}),
]


@pytest.mark.parametrize(("name", "settings"), SMALL)
def test_small_games_agree_with_universal_poker(name: str, settings: dict[str, Any]) -> None:
    check_universal(make_game(name, acpc=True, **settings, stacks=1000), ALWAYS)


def play_kuhn_or_leduc(rules: Rules, game: Any, rng: Random) -> None:
    """Their own Kuhn has pass and bet only; their Leduc fold, call and raise."""
    deck = list(range(rules.deck.size))
    rng.shuffle(deck)
    ours, theirs, cards = State(rules, deck), game.new_initial_state(), deck[:]
    deal(theirs, cards)
    kuhn = rules.name == "kuhn"
    while ours.actor is not None:
        assert theirs.current_player() == ours.actor
        facing_bet = ours.to_call > 0
        if kuhn:
            legal = [0, 1]
            assert ours.can_fold() == facing_bet == (ours.raise_interval() is None)
            numbers = {"fold": 0, "check_or_call": int(facing_bet), "raise_to": 1}
        else:
            legal = [0] * ours.can_fold() + [1] + [2] * (ours.raise_interval() is not None)
            numbers = {"fold": 0, "check_or_call": 1, "raise_to": 2}
        assert theirs.legal_actions() == legal
        action = some_action(ours, rng)
        theirs.apply_action(numbers[action.verb])
        ours.apply(action)
        deal(theirs, cards)
    assert ours.payoffs is not None
    assert [float(chips) for chips in ours.payoffs] == theirs.returns()


THEIR_OWN = {
    "kuhn_poker": ("kuhn", {}),
    "kuhn_poker(players=3)": ("kuhn", {"players": 3}),
    "kuhn_poker(players=4)": ("kuhn", {"players": 4}),
    "leduc_poker": ("leduc", {}),
}


def check_small(theirs: str, hands: int) -> None:
    name, settings = THEIR_OWN[theirs]
    game, rng = pyspiel.load_game(theirs), Random(11)
    rules = make_game(name, **settings)
    for _ in range(hands):
        play_kuhn_or_leduc(rules, game, rng)


@pytest.mark.parametrize("theirs", THEIR_OWN)
def test_kuhn_and_leduc_agree(theirs: str) -> None:
    check_small(theirs, ALWAYS)


@pytest.mark.slow
@pytest.mark.chaos("hands of money beside open_spiel", LONG)
@pytest.mark.parametrize("theirs", THEIR_OWN)
def test_kuhn_and_leduc_agree_at_length(theirs: str) -> None:
    check_small(theirs, LONG)
